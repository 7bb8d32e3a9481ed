import type { MessageHead } from '../protocol/link-messages.ts';
import type { OpenMessage } from './open-messages.ts';
import { attributeOf, closestTo, findAll, isInside, positionTo, textOf } from './unclobbered.ts';
import type { WebmailAdapter } from './webmail/webmail-adapter.ts';

/** From the beginning of a word on: any later start would take quadratic time, and find less. */
const ADDRESS = /(?<![^\s<>"'(),;:\\@])[^\s<>"'(),;:\\@]+@[^\s<>"'(),;:\\]+/;

/** Characters of a name or subject: more is nobody's name. */
const MAX_FIELD_LENGTH = 1_000;

/** Where the header of a message is looked for. */
interface Around {
  readonly page: Document;
  /** What stands for the body there: itself, or the frame it is in. */
  readonly standIn: Element;
}

/** The element that names the sender; null if there is none that can be reached. */
export function senderElementOf(
  message: OpenMessage,
  adapter: WebmailAdapter,
  frame: Element | null,
): Element | null {
  return nearest(adapter.sender, aroundOf(message, frame), adapter);
}

/** What the webmail shows of the message's header; null if nothing of it can be reached from here. */
export function headOf(
  message: OpenMessage,
  adapter: WebmailAdapter,
  frame: Element | null,
  text: string,
): MessageHead | null {
  const around = aroundOf(message, frame);
  const sender = nearest(adapter.sender, around, adapter);
  const subject = nearest(adapter.subject, around, adapter);
  if (sender === null && subject === null) return null;
  const replyTo = adapter.replyTo === undefined ? null : nearest(adapter.replyTo, around, adapter);
  return {
    from: sender === null ? '' : mailboxOf(sender),
    replyTo: replyTo === null ? '' : mailboxOf(replyTo),
    subject: subject === null ? '' : ownTextOf(subject).slice(0, MAX_FIELD_LENGTH),
    text,
  };
}

function aroundOf({ body }: OpenMessage, frame: Element | null): Around {
  return frame === null ? { page: document, standIn: body } : { page: frame.ownerDocument, standIn: frame };
}

/**
 * The match that belongs to the body: in the element that holds both, the last one before the body, as in a thread
 * each header stands before its body. Matches inside any body are the sender's own work and do not count.
 */
function nearest(selector: string, { page, standIn }: Around, adapter: WebmailAdapter): Element | null {
  const holder = adapter.message === undefined ? null : closestTo(standIn, adapter.message);
  const bodies = findAll(page, adapter.messageBody);
  for (const scope of holder === null ? [page] : [holder, page]) {
    const matches = findAll(scope, selector).filter(
      (match) => !isInside(standIn, match) && !bodies.some((body) => isInside(body, match)),
    );
    const before = matches.filter(
      (match) => (positionTo(match, standIn) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    );
    const found = before.at(-1) ?? matches[0];
    if (found !== undefined) return found;
  }
  return null;
}

/** The text of the element itself, where it has some: webmails put labels and buttons beside a subject. */
function ownTextOf(element: Element): string {
  const own = Array.from(element.childNodes)
    .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    .map(textOf)
    .join(' ')
    .trim();
  return (own === '' ? textOf(element) : own).replaceAll(/\s+/g, ' ').trim();
}

/** `Name <user@host>` of an element that shows a sender: webmails keep the address in an attribute. */
export function mailboxOf(element: Element): string {
  const name = textOf(element).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_FIELD_LENGTH);
  const address = addressOf(element);
  if (address === null || name.includes(address)) return name;
  return name === '' ? address : `${name} <${address}>`;
}

export function addressOf(element: Element): string | null {
  const sources = [
    attributeOf(element, 'email'),
    attributeOf(element, 'data-hovercard-id'),
    attributeOf(element, 'title'),
    attributeOf(element, 'href')?.replace(/^mailto:/i, '') ?? null,
    textOf(element),
    attributeOf(element, 'aria-label'),
  ];
  for (const source of sources) {
    const address = source === null ? null : ADDRESS.exec(source)?.[0];
    if (address != null) return address.toLowerCase();
  }
  return null;
}
