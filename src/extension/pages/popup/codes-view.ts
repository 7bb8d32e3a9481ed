import type { LinkVerdict } from '../../protocol/link-messages.ts';
import { el } from '../element.ts';
import { icon } from '../icon.ts';
import { iconButton } from './icon-button.ts';
import { destination, outside } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { levelName, reasonSentences } from '../verdict-sentences.ts';
import type { FoundCode, PopupActions, Ready } from './popup-state.ts';

export function codesButton({ codes }: Ready, actions: PopupActions, { texts }: PageContext): HTMLElement {
  const isLooking = codes === 'looking';
  const name = texts.text(isLooking ? 'popup_codes_looking' : 'popup_codes');
  // Not `disabled`, which would drop focus.
  const look = (): void => {
    if (!isLooking) actions.lookForCodes();
  };
  return iconButton('codes', 'code', name, look, { 'aria-disabled': String(isLooking) });
}

/** Drawn even if empty: screen readers ignore a live region that appears with its text. */
export function foundCodes({ codes }: Ready, context: PageContext): HTMLElement {
  return el('div', { id: 'found-codes', role: 'status' }, ...foundNodes(codes, context));
}

function foundNodes(codes: Ready['codes'], context: PageContext): readonly Node[] {
  const { texts } = context;
  if (codes === null) return [];
  if (codes === 'looking') return [el('p', { className: 'hint' }, texts.text('popup_codes_looking'))];
  if (codes === 'no-picture') return [el('p', {}, texts.text('popup_codes_no_picture'))];
  if (codes === 'not-read') return [el('p', {}, texts.text('popup_codes_not_read'))];
  if (codes.length === 0) return [el('p', { className: 'hint' }, texts.text('popup_codes_none'))];
  return [el('ul', { className: 'plain' }, ...codes.map((code) => codeNode(code, context)))];
}

function codeNode({ address, answer }: FoundCode, context: PageContext): HTMLElement {
  const { texts } = context;
  const { verdict, layers } = answer;
  const [layer] = layers;
  const host = layer?.host ?? URL.parse(address)?.host ?? address;
  const where = el(
    'p',
    { className: 'flag-leads' },
    ...texts.pieces<string | Node>(
      'popup_code_leads_to',
      destination(host, layer?.registrableDomain ?? null),
    ),
  );
  const whole = el('p', { className: 'hint' }, outside(address));
  if (verdict.kind !== 'flagged') {
    return el('li', {}, where, whole, el('p', {}, texts.text(otherwise(verdict.kind))));
  }
  const [worst] = verdict.reasons;
  return el(
    'li',
    { className: `flagged is-${verdict.level}` },
    el('p', { className: 'flag-level' }, icon(verdict.level), levelName(verdict.level, context)),
    where,
    whole,
    ...(worst === undefined ? [] : [el('p', {}, ...reasonSentences(worst, context).why)]),
  );
}

function otherwise(
  kind: Exclude<LinkVerdict['verdict']['kind'], 'flagged'>,
): 'popup_code_unlisted' | 'popup_code_unchecked' | 'popup_code_allowed' {
  switch (kind) {
    case 'clear':
      return 'popup_code_unlisted';
    case 'unchecked':
      return 'popup_code_unchecked';
    case 'allowed':
      return 'popup_code_allowed';
  }
}
