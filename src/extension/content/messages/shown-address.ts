import { withoutEnds } from '../../../core/text/without-ends.ts';
import { attributeOf, closestTo, parentElementOf, textOf } from '../dom/unclobbered.ts';
import { percentDecoded } from '../hrefs/percent-decoded.ts';
import type { WebmailAdapter } from '../webmail/webmail-adapter.ts';

/** What the webmail writes behind a name. */
const LAST_BRACKETS = /<([^<>]*)>\s*$/;

/** Not in an address, unless quoted. */
const BETWEEN_WORDS = /[\s<>"(),;:\\]+/;

const SENDER_LINE = '[class*="from" i], [class*="sender" i]';

/** Null if unsure: a sender's name may contain addresses. */
export function addressShownAt(element: Element | null, adapter: WebmailAdapter): string | null {
  if (element === null) return null;
  const attribute = (name: string): string => attributeOf(element, name)?.toLowerCase() ?? '';
  const href = attribute('href');
  if (href.startsWith('mailto:')) return addressInMailto(href);
  const isUnknown = adapter.name === 'generic';
  // `e` is QQ's.
  const own = ['email', 'e', isUnknown ? '' : 'title'].map(attribute).find(hasAt);
  if (own !== undefined) return addressIn(own);
  // On unknown pages, a title may repeat the name, with the address beside it.
  const line = isUnknown ? closestTo(parentElementOf(element) ?? element, SENDER_LINE) : null;
  const texts = [attribute('title'), textOf(line ?? element), attribute('aria-label')];
  const shown = new Set(texts.filter(hasAt).map(addressIn));
  const [address = null] = shown;
  return shown.size === 1 ? address : null;
}

function addressInMailto(href: string): string | null {
  // A quoted user may contain a question mark.
  const [, to = ''] = /^mailto:([^?"]*)(?:\?|$)/.exec(href) ?? [];
  const address = addressIn(percentDecoded(to));
  // Some webmails encode addresses, others write them as they are, with any `%`.
  return address === null || (hasAt(to) && !to.includes(address)) ? null : address;
}

export function showsMailbox(element: Element): boolean {
  const text = textOf(element);
  return LAST_BRACKETS.test(text) && addressIn(text) !== null;
}

/** In lower case. In the last angle brackets, or the only one. */
function addressIn(text: string): string | null {
  // Webmails isolate writing directions with format characters.
  const shown = text.toLowerCase().replaceAll(/\p{Cf}/gu, '');
  const words = (LAST_BRACKETS.exec(shown)?.[1] ?? shown).split(BETWEEN_WORDS).filter(hasAt);
  const found = new Set(words.map((each) => withoutEnds(each, "'")));
  const [word = ''] = found;
  return found.size === 1 && /^[^@]+@[^@]+$/.test(word) ? word : null;
}

const hasAt = (text: string): boolean => text.includes('@');
