import {
  attributeOf,
  boxOf,
  closestTo,
  findAll,
  isConnected,
  isInside,
  parentElementOf,
  textOf,
} from './unclobbered.ts';

/**
 * Finds message bodies on a page of which nothing is known, by structure: something that names a mailbox, as the
 * header of a message does, and behind it a block whose markup is foreign to the page, as HTML mail is.
 */

/** What names a mailbox in the header of a message. */
const MAILBOX =
  'a[href^="mailto:" i], [title*="@"], [email], [data-email], [data-hovercard-id*="@"], [aria-label*="@"]';

/** Markup that mail programs write and applications do not. */
const FOREIGN =
  'font, center, table[width], table[cellpadding], td[bgcolor], [bgcolor], [style*="mso-"], blockquote[type="cite"], pre, img[width][height]';

/** A list of messages names mailboxes too. */
const LIST =
  'nav, aside, ul, ol, table[role="grid"], [role="listbox"], [role="grid"], [role="navigation"], a, button';

/** How far above the mailbox the block may be: a header is a few boxes deep. */
const MAX_CLIMB = 8;

/** More mailboxes than this are a list of messages or an address book. */
const MAX_MAILBOXES = 60;

/** Less than this is no message. CSS pixels; characters. */
const MIN_WIDTH_PX = 120;
const MIN_HEIGHT_PX = 24;
const MIN_TEXT_LENGTH = 20;

/** Between two searches that found nothing: a page may change a hundred times a second. Milliseconds. */
const SEARCH_INTERVAL_MS = 400;

let found: readonly Element[] = [];
let searchedAt = -Infinity;

/** What was found before, as long as it is there; otherwise searches again, not too often. */
export function bodiesByStructure(root: Document): readonly Element[] {
  found = found.filter(isConnected);
  const now = performance.now();
  if (found.length > 0 || now - searchedAt < SEARCH_INTERVAL_MS) return found;
  searchedAt = now;
  found = searchBodies(root);
  return found;
}

export function searchBodies(root: Document): readonly Element[] {
  const bodies: Element[] = [];
  const mailboxes = findAll(root, MAILBOX).filter(
    (element) => closestTo(parentElementOf(element) ?? element, LIST) === null,
  );
  if (mailboxes.length > MAX_MAILBOXES) return [];
  for (const mailbox of mailboxes) {
    if (bodies.some((body) => isInside(body, mailbox))) continue;
    const body = bodyBehind(mailbox);
    if (body !== null && !bodies.some((other) => isInside(other, body))) bodies.push(body);
  }
  return bodies;
}

/** The first block behind the mailbox, from the inside out, that looks like a message. */
function bodyBehind(mailbox: Element): Element | null {
  let inside: Element = mailbox;
  for (let climb = 0; climb < MAX_CLIMB; climb++) {
    const around = parentElementOf(inside);
    if (around === null) return null;
    const children = Array.from(around.children);
    for (const block of children.slice(children.indexOf(inside) + 1)) {
      if (isMessageLike(block)) return block;
    }
    inside = around;
  }
  return null;
}

/** Whether a block has the text of a message and the markup of one. */
export function isMessageLike(block: Element): boolean {
  if (textOf(block).trim().length < MIN_TEXT_LENGTH || !isBigEnough(block)) return false;
  const links = findAll(block, 'a[href]').filter((link) =>
    /^(?:https?:|mailto:)/i.test(attributeOf(link, 'href') ?? ''),
  );
  const styled = findAll(block, '[style]').length;
  const foreign = findAll(block, FOREIGN).length;
  // The controls of an application: many buttons, few words.
  const controls = findAll(block, 'button, [role="button"], input:not([type="hidden"]), select').length;
  if (controls > 3 && controls * 2 > links.length + foreign) return false;
  return foreign > 0 || styled > 2 || links.some((link) => attributeOf(link, 'target') === '_blank');
}

export function isBigEnough(block: Element): boolean {
  const { width, height } = boxOf(block);
  return width >= MIN_WIDTH_PX && height >= MIN_HEIGHT_PX;
}
