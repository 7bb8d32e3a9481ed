import { destinationOf } from '../hrefs/link-destination.ts';
import { attributeOf, boxOf, closestTo, findAll, isInside, isMatch } from '../dom/unclobbered.ts';
import { hasDate } from './header-signs.ts';
import { wordsOf } from './list-rows.ts';
import { isOffSite } from './off-site.ts';

/**
 * Fitted to generated pages (test/e2e/webmail-family.spec.ts), such that nothing a sender adds or omits decides alone.
 */
const POINTS = {
  named: 5,
  sender: 3,
  near: 1,
  date: 3,
  heading: 1,
  foreign: 2,
  styled: 1,
  leaves: 2,
  text: 1,
  long: 1,
  picture: 2,
  plain: 1,
  frame: 2,
  unscripted: 2,
  controls: -3,
  own: -3,
  list: -3,
  row: -8,
} as const;

export type Reason = keyof typeof POINTS;

export const IS_MESSAGE = 5;

/** Points that an element not named like a body needs from its content. */
export const MIN_OWN = 2;

/** Hysteresis against flicker on slow pages. */
export const STAYS_MESSAGE = 4;

export function scoreOf(reasons: readonly Reason[]): number {
  return reasons.reduce((sum, reason) => sum + POINTS[reason], 0);
}

/** Markup typical of mail, not of applications. */
const FOREIGN =
  'font, center, table[width], table[cellpadding], td[bgcolor], [bgcolor], [style*="mso-"], blockquote[type="cite"], img[width][height]';

const EDITOR = 'textarea, [contenteditable]:not([contenteditable="false" i])';

/** Includes options, which are no message text. */
const CONTROL = 'button, [role="button"], input:not([type="hidden"]), option';

/** Smallest message, in CSS pixels and characters. */
const MIN_WIDTH_PX = 120;
const MIN_HEIGHT_PX = 12;
const MIN_TEXT_LENGTH = 20;
const LONG_TEXT_LENGTH = 120;

/** A picture this large may be a whole message. Square CSS pixels. */
const PICTURE_AREA_PX = 20_000;

export function isBigEnough(block: Element): boolean {
  const { width, height } = boxOf(block);
  return width >= MIN_WIDTH_PX && height >= MIN_HEIGHT_PX;
}

export function reasonsWithin(block: Element): readonly Reason[] {
  const reasons: Reason[] = [];
  const add = (reason: Reason, holds: boolean): void => {
    if (holds) reasons.push(reason);
  };
  const { length: text } = wordsOf(block);
  const hrefs = findAll(block, 'a, area, form').map((link) => destinationOf(link));
  const away = hrefs.filter((href) => href !== null && isOffSite(href)).length;
  const written = hrefs.filter((href) => href?.startsWith('mailto:') === true).length;
  // Applications' buttons are often links without destination.
  const idle = hrefs.length - away - written;
  const foreign = findAll(block, FOREIGN).length;
  const controls = findAll(block, CONTROL).length + findAll(block, EDITOR).length * 4;
  add('text', text >= MIN_TEXT_LENGTH);
  add('long', text >= LONG_TEXT_LENGTH);
  add('foreign', foreign > 0);
  add('styled', findAll(block, '[style]').length > 2);
  add('leaves', away > 0);
  add('plain', isMatch(block, 'pre') || findAll(block, 'pre').length > 0);
  add('picture', text < LONG_TEXT_LENGTH && findAll(block, 'img').some(isBigPicture));
  add('controls', controls > 3 && controls * 30 > text + (away + foreign) * 30);
  add('own', idle > 2 && idle > away);
  return reasons;
}

function isBigPicture(image: Element): boolean {
  const { width, height } = boxOf(image);
  return width * height >= PICTURE_AREA_PX;
}

/** @param header - text from the header sign to the block */
export function reasonsBefore(header: string, hasHeading: boolean, climb: number): readonly Reason[] {
  return [
    'sender',
    ...(climb <= 3 ? (['near'] as const) : []),
    ...(hasDate(header) ? (['date'] as const) : []),
    ...(hasHeading ? (['heading'] as const) : []),
  ];
}

const FRAME_NAME = /mail|messag|msg|body|html|content|preview|letter|read/i;

/** For a frame of the webmail's own site, which may hold anything. */
export function reasonsOfFrame(frame: Element | null, body: Element): readonly Reason[] {
  const names = ['id', 'name', 'class', 'title'].map((name) =>
    frame === null ? '' : (attributeOf(frame, name) ?? ''),
  );
  const isCalledSo = FRAME_NAME.test(`${names.join(' ')} ${location.pathname}`);
  const isBare =
    findAll(document, 'script, link[rel="stylesheet"], nav, [role="toolbar"], [role="navigation"]').length ===
    0;
  return [
    ...(isCalledSo ? (['frame'] as const) : []),
    ...(isBare ? (['unscripted'] as const) : []),
    ...reasonsWithin(body),
  ];
}

/**
 * For blocks without off-site links: whether the sign's row, as of a message list, is inside. Markup of mail disproves
 * it.
 */
export function isRow(sign: Element, block: Element, within: readonly Reason[]): boolean {
  const row = closestTo(sign, 'li, tr, [role="row"], [role="listitem"], a');
  return row !== null && isInside(row, block) && !within.includes('foreign');
}
