/** One file: all share the search around a message. */
import {
  MAX_FILES,
  MAX_NAME_LENGTH,
  MAX_SUBJECT_LENGTH,
  type HeadFacts,
} from '../../../core/evidence/message-facts.ts';
import { withoutEnd, withoutEnds, withoutStart } from '../../../core/text/without-ends.ts';
import { matchesAround, nearest, nearestBlock, type Around } from './nearest-to-body.ts';
import type { OpenMessage } from './open-messages.ts';
import { addressShownAt, showsMailbox } from './shown-address.ts';
import {
  attributeOf,
  boxOf,
  closestTo,
  findAll,
  isMatch,
  textNodesIn,
  textOf,
  treeOf,
} from '../dom/unclobbered.ts';
import type { WebmailAdapter } from '../webmail/webmail-adapter.ts';

/** Names in code are English in all webmails. `download_url` is Gmail's. */
const ATTACHED =
  '[class*="attach" i], [id*="attach" i], [data-testid*="attach" i], [data-test-id*="attach" i], [download_url]';

/** Files without an extension open in no program. */
const FILE_NAME = /^[^/\\<>|]{1,250}\.[a-z][\w-]{0,15}$/i;

/** The subject on unknown pages, but only beside a sender: without one, a heading may be anything. */
const HEADING = 'h2, h3, [role="heading"]';

/** Characters. */
const MAX_FIELD_LENGTH = 1_000;

export function senderElementOf(message: OpenMessage, adapter: WebmailAdapter): Element | null {
  return knownSender(aroundOf(message, null), adapter);
}

function knownSender(around: Around, adapter: WebmailAdapter): Element | null {
  return nearest(adapter.sender, around, adapter) ?? shownAsText(around, adapter);
}

/** The sender as text `Name <user@host>`: some webmails don't link impossible addresses. */
function shownAsText(around: Around, adapter: WebmailAdapter): Element | null {
  const { senderText } = adapter;
  if (senderText === undefined) return null;
  return nearest(senderText, around, adapter, showsMailbox);
}

/** On unknown pages, the only sender in the smallest block with body and sender. */
function onlySender(around: Around, adapter: WebmailAdapter): Element | null {
  const { sender, senderText = sender } = adapter;
  const senders = nearestBlock(
    `${sender}, ${senderText}`,
    around,
    adapter,
    (match) => isMatch(match, sender) || showsMailbox(match),
  );
  const addresses = new Set(senders.map((match) => addressShownAt(match, adapter)));
  return addresses.size === 1 ? (senders.at(-1) ?? null) : null;
}

interface Head extends Readonly<Record<'sender' | 'name' | 'subject' | 'replyTo', Element | null>> {
  readonly around: Around;
}

function headElements(
  message: OpenMessage,
  adapter: WebmailAdapter,
  places: readonly (Element | null)[],
  messages: readonly OpenMessage[],
): Head | null {
  for (const place of places) {
    const head = headAround(aroundOf(message, place, messages), adapter);
    if (head !== null) return head;
  }
  return null;
}

function headAround(around: Around, adapter: WebmailAdapter): Head | null {
  const found = (selector: string | undefined): Element | null =>
    selector === undefined ? null : nearest(selector, around, adapter);
  const sender = adapter.name === 'generic' ? onlySender(around, adapter) : knownSender(around, adapter);
  const subject =
    found(adapter.subject) ?? (sender !== null && adapter.name === 'generic' ? found(HEADING) : null);
  if (sender === null && subject === null) return null;
  return {
    sender,
    subject,
    name: found(adapter.senderName) ?? sender,
    replyTo: found(adapter.replyTo),
    around,
  };
}

/** @param messages - all open ones */
export function senderAddressOf(
  message: OpenMessage,
  adapter: WebmailAdapter,
  places: readonly (Element | null)[],
  messages: readonly OpenMessage[],
): string | null {
  return addressShownAt(headElements(message, adapter, places, messages)?.sender ?? null, adapter);
}

/** Fields are null if unknown; null if the header is unreachable. */
export function headFactsOf(
  message: OpenMessage,
  adapter: WebmailAdapter,
  places: readonly (Element | null)[],
  messages: readonly OpenMessage[],
): HeadFacts | null {
  const head = headElements(message, adapter, places, messages);
  if (head === null) return null;
  const address = addressShownAt(head.sender, adapter);
  const replyTo = addressShownAt(head.replyTo, adapter);
  return {
    name: head.name === null ? null : nameOf(head.name, address).slice(0, MAX_NAME_LENGTH),
    address,
    // Some webmails show Reply-To even if it equals From.
    replyTo: replyTo === address ? null : replyTo,
    subject: head.subject === null ? null : ownTextOf(head.subject).slice(0, MAX_SUBJECT_LENGTH),
    reader: readerOf(adapter),
    ...filesOf(head.around, adapter),
    ...(failsDmarc(head.around, adapter) ? { dmarc: 'fail' } : {}),
  };
}

function failsDmarc(around: Around, adapter: WebmailAdapter): boolean {
  const { dmarcFailure } = adapter;
  return (
    dmarcFailure !== undefined &&
    matchesAround(dmarcFailure.element, around, adapter).some((icon) =>
      dmarcFailure.title.test(attributeOf(icon, 'title') ?? ''),
    )
  );
}

function filesOf(around: Around, adapter: WebmailAdapter): Pick<HeadFacts, 'files'> {
  const names = matchesAround(adapter.files ?? ATTACHED, around, adapter).flatMap((box) =>
    // Attached to the reader's reply.
    adapter.composer !== undefined && closestTo(box, adapter.composer) !== null
      ? []
      : textNodesIn(box, MAX_FILES).map((node) => textOf(node).trim()),
  );
  const files = [...new Set(names)].filter((name) => FILE_NAME.test(name)).slice(0, MAX_FILES);
  return files.length === 0 ? {} : { files };
}

/** Leaves out the address. */
function nameOf(element: Element, address: string | null): string {
  const shown = textOf(element).slice(0, MAX_FIELD_LENGTH).replaceAll(/\s+/g, ' ').trim();
  // The last occurrence: the name may be an address too.
  const at = address === null ? -1 : shown.toLowerCase().lastIndexOf(address);
  if (address === null || at < 0) return nameAlone(shown);
  // Brackets around the address are the webmail's; others belong to the name, as in *DPD (via Allegro)*.
  const before = withoutEnd(shown.slice(0, at), ' <("');
  const after = withoutStart(shown.slice(at + address.length), ' >)"');
  return withoutEnds(`${before} ${after}`, ` "'`);
}

/** Drops empty brackets, which remain without an address. */
export function nameAlone(shown: string): string {
  return withoutEnds(shown.replace(/<>$/, ''), ` "'`);
}

function pagesAround(): readonly Document[] {
  const pages: Document[] = [];
  for (let view: Window | null = window; view !== null; view = view === view.parent ? null : view.parent) {
    const page = documentOf(view);
    if (page === null) break;
    pages.push(page);
  }
  return pages;
}

/** URLs of this document and readable ones around it: a webmail's URL may name the displayed folder. */
export function addressesAround(): readonly string[] {
  return pagesAround().map(({ location }) => location.href);
}

function readerOf(adapter: WebmailAdapter): string | null {
  const { reader } = adapter;
  if (reader === undefined) return null;
  for (const page of pagesAround()) {
    for (const shown of findAll(page, reader)) {
      const address = addressShownAt(shown, adapter);
      if (address !== null) return address;
    }
  }
  return null;
}

/** Null if cross-origin. */
function documentOf(view: Window): Document | null {
  try {
    return view.document;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function aroundOf(
  { body }: OpenMessage,
  frame: Element | null,
  messages: readonly OpenMessage[] = [],
): Around {
  const page = frame?.ownerDocument ?? document;
  const standIn = frame ?? ofDocument(body);
  const all =
    frame === null ? messages.flatMap((other) => (other.isPage ? [] : other.body)) : findAll(page, 'iframe');
  return { page, standIn, others: all.filter((other) => other !== standIn) };
}

/** Outermost shadow host: nodes inside have no document position. */
function ofDocument(element: Element): Element {
  const tree = treeOf(element);
  return tree instanceof ShadowRoot ? ofDocument(tree.host) : element;
}

/**
 * Only the element's own text: webmails put labels and buttons beside a subject. If it has none, the text of children
 * other than those.
 */
function ownTextOf(element: Element): string {
  const nodes = Array.from(element.childNodes);
  const own = joined(nodes.filter(({ nodeType }) => nodeType === Node.TEXT_NODE));
  return own === '' ? joined(nodes.filter((node) => !(node instanceof Element && isLabel(node)))) : own;
}

function joined(nodes: readonly Node[]): string {
  return nodes.map(textOf).join(' ').replaceAll(/\s+/g, ' ').trim();
}

/** Text for screen readers, one pixel in size, or a control. */
function isLabel(element: Element): boolean {
  const { width, height } = boxOf(element);
  return (
    (width <= 1 && height <= 1) ||
    isMatch(element, CONTROL) ||
    findAll(element, CONTROL).some((control) => textOf(control).trim() === textOf(element).trim())
  );
}

const CONTROL = 'button, [role="button"], a[onclick]';
