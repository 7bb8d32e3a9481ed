import { escapeOutsideText, shortened } from '../../../../core/text/outside-text.ts';
import type { Reason } from '../../../../core/verdict/verdict.ts';
import type { LinkDetails, LinkVerdict, ShownLayer } from '../../../protocol/link-messages.ts';
import { shownLayer } from '../../../protocol/shown-layer.ts';
import { piecesOf, type ContentTexts } from '../../texts/content-texts.ts';
import { el, type Child } from '../../dom/element.ts';
import { addressParts } from '../../../platform/address-parts.ts';
import { outsideView } from '../../../platform/outside-view.ts';
import { reasonKey, uncheckedKey } from '../../../platform/texts/reason-keys.ts';
import { evidenceSentence } from '../../texts/verdict-sentences.ts';

/** Characters kept before and after the registrable domain, which is never shortened. */
const MAX_BEFORE_DOMAIN = 40;
const MAX_AFTER_DOMAIN = 90;

export const outside = outsideView(el);

export function addressView({ url, host, registrableDomain }: ShownLayer): HTMLElement {
  const parts = addressParts(url, host, registrableDomain);
  if (parts === null) return outside(shortened(url, MAX_BEFORE_DOMAIN + MAX_AFTER_DOMAIN));
  return el(
    'bdi',
    { dir: 'ltr', className: 'outside address' },
    el('span', {}, escapeOutsideText(shortened(parts.before, MAX_BEFORE_DOMAIN))),
    el('strong', {}, escapeOutsideText(parts.domain)),
    el('span', {}, escapeOutsideText(shortened(parts.after, MAX_AFTER_DOMAIN))),
  );
}

export function senderView(href: string): HTMLElement {
  const address = href.replace(/^mailto:/i, '');
  const host = address.slice(address.lastIndexOf('@') + 1);
  return el(
    'div',
    { className: 'destination' },
    addressView({ url: href, host, registrableDomain: null, wrapper: null }),
  );
}

interface Way {
  readonly layer: ShownLayer;
  /** Redirecting hosts, as text. */
  readonly through: string;
}

function wayOf(details: LinkDetails, layer: ShownLayer): Way {
  const before = details.layers.slice(0, Math.max(0, details.layers.indexOf(layer)));
  const hosts = before.flatMap(({ host }) => (host === null ? [] : shortened(host, MAX_BEFORE_DOMAIN)));
  return { layer, through: hosts.join(' → ') };
}

const asWritten = (url: string): ShownLayer => ({ url, host: null, registrableDomain: null, wrapper: null });

export function whereSentence(details: LinkDetails, href: string, texts: ContentTexts): readonly Child[] {
  const { layer, through } = wayOf(details, details.layers.at(-1) ?? asWritten(href));
  const address = outside(shortened(layer.url, MAX_BEFORE_DOMAIN + MAX_AFTER_DOMAIN));
  return [
    ...(through === ''
      ? piecesOf(texts, 'card_where', address)
      : piecesOf(texts, 'card_where_through', address, outside(through))),
    ...(details.hiddenBy === undefined
      ? []
      : [' ', ...piecesOf(texts, 'card_hidden', outside(details.hiddenBy))]),
  ];
}

export function destinationView(answer: LinkVerdict, href: string, texts: ContentTexts): HTMLElement {
  const { layer, through } = wayOf(answer, shownLayer(answer) ?? asWritten(href));
  const isMail = /^mailto:/i.test(layer.url);
  return el(
    'div',
    { className: 'destination' },
    el('div', { className: 'label' }, texts.text(isMail ? 'card_writes_to' : 'card_leads_to')),
    addressView(layer),
    answer.hiddenBy === undefined
      ? null
      : el('p', { className: 'note' }, ...piecesOf(texts, 'card_hidden', outside(answer.hiddenBy))),
    isPunycode(layer.host) ? el('p', { className: 'note' }, texts.text('card_punycode')) : null,
    through === ''
      ? null
      : el(
          'div',
          { className: 'through' },
          el('span', { className: 'label' }, `${texts.text('card_through')} `),
          outside(through),
        ),
  );
}

function isPunycode(host: string | null): boolean {
  return host?.split('.').some((label) => label.startsWith('xn--')) === true;
}

export function reasonView(reason: Reason, texts: ContentTexts): readonly (Node | string)[] {
  if (reason.kind === 'evidence') return [evidenceSentence(reason, texts)];
  const { key, value } = reasonKey(reason);
  return value === null ? [texts.text(key)] : piecesOf(texts, key, outside(shortened(value, 60)));
}

export function whyView({ verdict }: LinkVerdict, texts: ContentTexts): HTMLElement {
  const paragraph = el('p', { className: 'why' });
  if (verdict.kind === 'flagged') {
    const [worst] = verdict.reasons;
    if (worst !== undefined) paragraph.append(...reasonView(worst, texts));
  } else if (verdict.kind === 'unchecked') {
    paragraph.append(texts.text(uncheckedKey(verdict.because)));
  }
  return paragraph;
}

export function reasonsView({ verdict }: LinkVerdict, texts: ContentTexts, now: number): HTMLElement {
  const reasons = verdict.kind === 'flagged' ? verdict.reasons : [];
  return el(
    'ul',
    { className: 'reasons' },
    ...reasons.map((reason) =>
      el('li', {}, el('p', {}, ...reasonView(reason, texts)), factsView(reason, texts, now)),
    ),
  );
}

function factsView(reason: Reason, texts: ContentTexts, now: number): HTMLElement | null {
  if (reason.kind !== 'listed') return null;
  return el(
    'dl',
    {},
    el('dt', {}, texts.text('card_entry')),
    el('dd', {}, outside(shortened(reason.expression, MAX_AFTER_DOMAIN))),
    el('dt', {}, texts.text('card_list')),
    el(
      'dd',
      {},
      ...piecesOf(
        texts,
        'card_list_value',
        outside(shortened(reason.channelName, 60)),
        ageText(reason.publishedAt, now, texts.language),
      ),
    ),
  );
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `3 hours ago`, from Unix times, seconds. Future times count as now: clocks differ. */
export function ageText(publishedAt: number, now: number, language: string): string {
  const age = Math.max(0, now - publishedAt);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (age >= 2 * DAY) return format.format(-Math.floor(age / DAY), 'day');
  if (age >= 2 * HOUR) return format.format(-Math.floor(age / HOUR), 'hour');
  return format.format(-Math.floor(age / MINUTE), 'minute');
}
