import { unreadLayer } from '../../platform/address-parts.ts';
import { uncheckedKey } from '../../platform/texts/reason-keys.ts';
import type { LinkVerdict } from '../../protocol/link-messages.ts';
import { shortened } from '../../../core/text/outside-text.ts';
import { el, type Child } from '../element.ts';
import { SHOWN_ADDRESS } from '../flagged/trust-form.tsx';
import { outside, shownAddress, spoken } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';
import type { CheckActions, CheckedMessage, CheckItem, JudgedLink } from './check-state.ts';
import { isFlagged } from './outcome.ts';

const SHOWN_TEXT = 80;

export function linksPart(
  { id, shownLinks }: CheckItem,
  { links }: CheckedMessage,
  { showMoreLinks }: CheckActions,
  context: PageContext,
): readonly Child[] {
  const { texts } = context;
  const others = links.filter((link) => !isFlagged(link));
  if (links.length === 0)
    return [<h3>{texts.text('check_links')}</h3>, <p>{texts.text('check_no_links')}</p>];
  if (others.length === 0) return [];
  const rest = others.length - shownLinks;
  return [
    <h3>{texts.count('check_other_links', others.length)}</h3>,
    <ul className="plain rows link-rows">
      {others.slice(0, shownLinks).map((link, index) => linkRow(link, `link-${id}-${index}`, context))}
    </ul>,
    rest > 0 && (
      <p className="actions">
        <button type="button" className="quiet" onclick={() => showMoreLinks(id)}>
          {texts.count('popup_more_links', rest)}
        </button>
      </p>
    ),
  ];
}

function linkRow(link: JudgedLink, id: string, context: PageContext): HTMLElement {
  const { href, text, answer, from } = link;
  const { texts } = context;
  const last = answer.layers.at(-1) ?? unreadLayer(href);
  const label = shortened(text.trim(), SHOWN_TEXT);
  const isMail = /^mailto:/i.test(href);
  return (
    <li id={id} tabIndex={-1} data-key={`${from} ${href}`}>
      {label === '' ? (
        <span className="hint">{whereFound(link, texts)}</span>
      ) : (
        <span className="hint">{texts.pieces('popup_link_text', outside(label))}</span>
      )}
      <span className="flag-leads">
        {texts.text(isMail ? 'card_writes_to' : 'card_leads_to')} {shownAddress(last, SHOWN_ADDRESS)}
      </span>
      <span className="hint">{verdictSentence(answer, context)}</span>
    </li>
  );
}

/** Plain text, because the file name is untrusted. */
export function whereFound({ from, file }: JudgedLink, texts: PageContext['texts']): string {
  const name = spoken(shortened(file, SHOWN_TEXT));
  if (from === 'sender') return texts.text('check_in_sender');
  if (from === 'code') return file === '' ? texts.text('check_code_unnamed') : texts.text('check_code', name);
  return file === '' ? texts.text('check_in_message') : texts.text('check_in_file', name);
}

function verdictSentence({ verdict, hiddenBy }: LinkVerdict, { texts }: PageContext): readonly Child[] {
  switch (verdict.kind) {
    case 'flagged':
      return [];
    case 'allowed':
      return [texts.text('popup_code_allowed')];
    case 'unchecked':
      return [texts.text(uncheckedKey(verdict.because))];
    case 'clear':
      return hiddenBy === undefined
        ? [texts.text('check_unlisted')]
        : texts.pieces('card_hidden', outside(hiddenBy));
  }
}
