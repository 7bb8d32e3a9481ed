import { el, withAttributes } from '../../element.ts';
import { icon } from '../../icon.ts';
import { outside, spoken } from '../../outside.ts';
import type { PageContext } from '../../page-context.ts';
import { statusLine } from '../../status-line.ts';
import type { Sentence } from '../../status-sentences.ts';
import { unready } from '../../unready.ts';
import { withdrawnNotice } from '../../withdrawn-notice.ts';
import type { FallbackSite } from '../../../protocol/tab-messages.ts';
import { hostsOf } from '../../../protocol/webmail-hosts.ts';

export interface AddedWebmail {
  /** Name of a known webmail, or a host. */
  readonly name: string;
  readonly patterns: readonly string[];
}

export interface WebmailsReady {
  readonly kind: 'ready';
  readonly added: readonly AddedWebmail[];
  readonly withdrawn: readonly AddedWebmail[];
  readonly unrecognised: readonly FallbackSite[];
  readonly said: Sentence;
}

export interface WebmailsUnready {
  readonly kind: 'loading';
}

export type WebmailsState = WebmailsUnready | WebmailsReady;

export interface WebmailsActions {
  readonly remove: (webmail: AddedWebmail) => void;
  readonly allow: (webmail: AddedWebmail) => void;
}

export function webmailsView(
  state: WebmailsState,
  builtIn: readonly AddedWebmail[],
  actions: WebmailsActions,
  context: PageContext,
): readonly Node[] {
  const { texts } = context;
  if (state.kind !== 'ready') return unready(state.kind, context);
  const { added, withdrawn, unrecognised, said } = state;
  const missing = withdrawn.map((webmail) =>
    withAttributes(
      withdrawnNotice(
        webmail,
        el(
          'button',
          { type: 'button', onclick: () => actions.allow(webmail) },
          el('span', {}, ...texts.pieces<string | Node>('popup_add_webmail', outside(webmail.name))),
        ),
        context,
      ),
      { 'data-key': webmail.name },
    ),
  );
  const own = [
    statusLine(said, null, context),
    ...missing,
    el('h3', {}, texts.text('webmails_built_in')),
    el(
      'ul',
      { className: 'plain rows card rules' },
      ...builtIn.map((webmail) => builtInRow(webmail, withdrawn, context)),
    ),
    el('h3', {}, texts.text('webmails_added')),
  ];
  if (added.length === 0) return [...own, el('p', { className: 'empty' }, texts.text('webmails_empty'))];
  return [
    ...own,
    el(
      'ul',
      { className: 'plain rows card rules added' },
      ...added.map((webmail) =>
        withAttributes(
          el(
            'li',
            { className: 'rule' },
            el('span', { className: 'row-title' }, outside(webmail.name)),
            ...unrecognised
              .filter(({ host }) => hostsOf(webmail.patterns)(host.replace(/:\d+$/, '')))
              .map((site) => unrecognisedNotice(site, context)),
            el(
              'div',
              { className: 'actions' },
              withAttributes(
                el(
                  'button',
                  { type: 'button', className: 'quiet', onclick: () => actions.remove(webmail) },
                  texts.text('remove'),
                ),
                { 'aria-label': texts.text('rule_remove_named', spoken(webmail.name)) },
              ),
            ),
          ),
          { 'data-key': webmail.name },
        ),
      ),
    ),
  ];
}

export function webmailsAttention(
  { withdrawn }: Pick<WebmailsReady, 'withdrawn'>,
  { texts }: PageContext,
): readonly Node[] {
  return withdrawn.map(({ name }) =>
    withAttributes(
      el(
        'div',
        { className: 'notice is-unchecked' },
        el('p', { className: 'notice-title' }, icon('unchecked'), texts.text('popup_withdrawn_title', name)),
        el('p', {}, el('a', { href: '#webmails' }, texts.text('webmails_title'))),
      ),
      { 'data-key': name },
    ),
  );
}

function builtInRow(
  { name }: AddedWebmail,
  withdrawn: readonly AddedWebmail[],
  { texts }: PageContext,
): HTMLElement {
  const isAllowed = !withdrawn.some((other) => other.name === name);
  return withAttributes(
    el(
      'li',
      { className: 'rule' },
      el('span', { className: 'row-title' }, outside(name)),
      el('span', { className: 'chip' }, texts.text(isAllowed ? 'webmail_checked' : 'webmail_not_allowed')),
    ),
    { 'data-key': name },
  );
}

/** Suggests reporting a webmail whose messages are not recognized: only its links are checked. */
function unrecognisedNotice(
  { since, days, links }: FallbackSite,
  { texts, formats, now }: PageContext,
): HTMLElement {
  return el(
    'div',
    { className: 'notice is-unchecked' },
    el('p', {}, texts.text('webmail_unrecognised', formats.day(since, now), days, links)),
    el('p', {}, texts.text('webmail_unrecognised_do')),
    el('p', {}, el('a', { href: '#self-test' }, texts.text('selfTest_title'))),
  );
}
