import type { HeadFacts } from '../core/evidence/message-facts.ts';
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

/** The elements of a message's header; null if nothing of it can be reached from here. */
function headElements(
  message: OpenMessage,
  adapter: WebmailAdapter,
  frame: Element | null,
): Readonly<Record<'sender' | 'name' | 'subject' | 'replyTo', Element | null>> | null {
  const around = aroundOf(message, frame);
  const found = (selector: string | undefined): Element | null =>
    selector === undefined ? null : nearest(selector, around, adapter);
  const sender = found(adapter.sender);
  const subject = found(adapter.subject);
  if (sender === null && subject === null) return null;
  return { sender, subject, name: found(adapter.senderName) ?? sender, replyTo: found(adapter.replyTo) };
}

/** What the webmail shows of the message's header; null if nothing of it can be reached from here. */
export function headOf(
  message: OpenMessage,
  adapter: WebmailAdapter,
  frame: Element | null,
): MessageHead | null {
  const head = headElements(message, adapter, frame);
  if (head === null) return null;
  return {
    from: head.sender === null ? '' : mailboxOf(head.sender),
    replyTo: head.replyTo === null ? '' : mailboxOf(head.replyTo),
    subject: head.subject === null ? '' : subjectOf(head.subject),
  };
}

/** The same for evidence: each part as it is shown, or unknown. */
export function headFactsOf(
  message: OpenMessage,
  adapter: WebmailAdapter,
  frame: Element | null,
): HeadFacts | null {
  const head = headElements(message, adapter, frame);
  if (head === null) return null;
  return {
    name: head.name === null ? null : nameOf(head.name),
    address: head.sender === null ? null : addressShownAt(head.sender),
    replyTo: head.replyTo === null ? null : addressShownAt(head.replyTo),
    subject: head.subject === null ? null : subjectOf(head.subject),
    reader: readerOf(adapter),
  };
}

function subjectOf(element: Element): string {
  return ownTextOf(element).slice(0, MAX_FIELD_LENGTH);
}

/** What an element shows of a sender without the address. */
function nameOf(element: Element): string {
  const shown = textOf(element).slice(0, MAX_FIELD_LENGTH).replaceAll(/\s+/g, ' ').trim();
  const address = addressShownAt(element);
  if (address === null) return shown;
  const at = shown.toLowerCase().indexOf(address);
  const name = at < 0 ? shown : shown.slice(0, at) + shown.slice(at + address.length);
  return name
    .replace(/[<>()"]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Whose mailbox it is, where the webmail's own page shows it: here or around this frame. */
function readerOf({ reader }: WebmailAdapter): string | null {
  if (reader === undefined) return null;
  for (let view: Window | null = window; view !== null; view = view === view.parent ? null : view.parent) {
    const page = documentOf(view);
    if (page === null) return null;
    const found = findAll(page, reader)[0];
    const address = found === undefined ? null : addressShownAt(found);
    if (address !== null) return address;
  }
  return null;
}

/** Null for a page of another origin. */
function documentOf(view: Window): Document | null {
  try {
    return view.document;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
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
  const address = addressShownAt(element);
  if (address === null || name.includes(address)) return name;
  return name === '' ? address : `${name} <${address}>`;
}

export function addressShownAt(element: Element): string | null {
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
