import type { LinkVerdict } from '../../protocol/link-messages.ts';
import { type Child, el } from '../element.ts';
import { icon } from '../icon.ts';
import { iconButton } from './icon-button.tsx';
import { destination, outside } from '../outside.tsx';
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
  return (
    <div id="found-codes" role="status">
      {foundNodes(codes, context)}
    </div>
  );
}

function foundNodes(codes: Ready['codes'], context: PageContext): Child {
  const { texts } = context;
  if (codes === null) return [];
  if (codes === 'looking') return <p className="hint">{texts.text('popup_codes_looking')}</p>;
  if (codes === 'no-picture') return <p>{texts.text('popup_codes_no_picture')}</p>;
  if (codes === 'not-read') return <p>{texts.text('popup_codes_not_read')}</p>;
  if (codes.length === 0) return <p className="hint">{texts.text('popup_codes_none')}</p>;
  return <ul className="plain">{codes.map((code) => codeNode(code, context))}</ul>;
}

function codeNode({ address, answer }: FoundCode, context: PageContext): HTMLElement {
  const { texts } = context;
  const { verdict, layers } = answer;
  const [layer] = layers;
  const host = layer?.host ?? URL.parse(address)?.host ?? address;
  const where = (
    <p className="flag-leads">
      {texts.pieces('popup_code_leads_to', destination(host, layer?.registrableDomain ?? null))}
    </p>
  );
  const whole = <p className="hint">{outside(address)}</p>;
  if (verdict.kind !== 'flagged') {
    return (
      <li>
        {where}
        {whole}
        <p>{texts.text(otherwise(verdict.kind))}</p>
      </li>
    );
  }
  const [worst] = verdict.reasons;
  return (
    <li className={`flagged is-${verdict.level}`}>
      <p className="flag-level">
        {icon(verdict.level)}
        {levelName(verdict.level, context)}
      </p>
      {where}
      {whole}
      {worst !== undefined && <p>{reasonSentences(worst, context).why}</p>}
    </li>
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
