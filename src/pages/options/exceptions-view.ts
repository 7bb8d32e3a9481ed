import type { MessageKey } from '../../platform/texts.ts';
import type { Correction } from '../../protocol/evidence-messages.ts';
import { el, withAttributes } from '../element.ts';
import { outside, spoken } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { scopeName } from '../verdict-sentences.ts';
import {
  type Exception,
  type ExceptionsActions,
  type ExceptionsReady,
  type ExceptionsState,
  foundExceptions,
} from './exceptions-state.ts';
import { forgetSenders } from './asks-first.ts';
import { ROWS_AT_ONCE } from './rules-state.ts';
import { saidLine } from '../said-line.ts';
import { unready } from '../unready.ts';

const KINDS: Readonly<Record<Exception['kind'], MessageKey>> = {
  trust: 'exceptions_kind_trust',
  block: 'exceptions_kind_block',
  fine: 'exceptions_kind_fine',
  spam: 'exceptions_kind_spam',
  paused: 'exceptions_kind_paused',
};

const SCOPES: Readonly<Record<Correction['scope'], MessageKey>> = {
  address: 'exceptions_scope_address',
  domain: 'exceptions_scope_domain',
  site: 'exceptions_scope_site',
};

/** `data-key` of the row that is no decision, and has no name. */
export const REMEMBERED = 'remembered';

/** Everything that the reader has decided, in one table, each with its way back. */
export function exceptionsView(
  state: ExceptionsState,
  actions: ExceptionsActions,
  context: PageContext,
): readonly Node[] {
  return state.kind === 'ready' ? readyView(state, actions, context) : unready(state.kind, context);
}

function readyView(
  { all, remembered, search, rows, asksToForget, said, undo }: ExceptionsReady,
  actions: ExceptionsActions,
  context: PageContext,
): readonly Node[] {
  const { texts } = context;
  const status = saidLine(
    said,
    undo === null ? null : { id: 'exceptions-undo', run: () => actions.undo(undo) },
    context,
  );
  if (all.length === 0 && remembered === 0)
    return [status, el('p', { className: 'empty' }, texts.text('exceptions_empty'))];
  const found = foundExceptions(all, search);
  const rest = found.length - rows;
  return [
    status,
    ...(all.length < 10 ? [] : [searchView(actions, context)]),
    el(
      'div',
      { className: 'scroll' },
      el(
        'table',
        { className: 'exceptions' },
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            ...(['exceptions_what', 'exceptions_about', 'exceptions_since'] as const).map((key) =>
              withAttributes(el('th', {}, texts.text(key)), { scope: 'col' }),
            ),
            el('td', {}),
          ),
        ),
        el(
          'tbody',
          {},
          ...found.slice(0, rows).map((exception) => row(exception, actions, context)),
          remembered === 0 ? null : rememberedRow(remembered, asksToForget, actions, context),
        ),
      ),
    ),
    ...(rest <= 0
      ? []
      : [
          el(
            'p',
            { className: 'actions' },
            el(
              'button',
              { type: 'button', onclick: actions.more },
              texts.count('rules_more', Math.min(ROWS_AT_ONCE, rest)),
            ),
          ),
        ]),
  ];
}

function searchView({ search }: ExceptionsActions, { texts }: PageContext): HTMLElement {
  return el(
    'div',
    { className: 'search' },
    withAttributes(el('label', {}, texts.text('exceptions_search')), { for: 'exceptions-search' }),
    el('input', {
      type: 'search',
      id: 'exceptions-search',
      autocomplete: 'off',
      spellcheck: false,
      oninput: ({ currentTarget }) => {
        if (currentTarget instanceof HTMLInputElement) search(currentTarget.value);
      },
    }),
  );
}

function row(exception: Exception, { takeBack }: ExceptionsActions, context: PageContext): HTMLElement {
  const { texts } = context;
  const { kind, key, subject } = exception;
  const what = texts.text(KINDS[kind]);
  const isManaged = 'rule' in exception && exception.rule.by !== 'reader';
  return withAttributes(
    el(
      'tr',
      // So that whoever asks for more rows can go on with the first of them.
      { tabIndex: -1 },
      el('td', {}, what),
      el('td', {}, outside(subject), ' ', el('span', { className: 'hint' }, scopeOf(exception, context))),
      el('td', {}, sinceOf(exception, context)),
      el(
        'td',
        {},
        isManaged
          ? el('span', { className: 'chip' }, texts.text('origin_managed'))
          : withAttributes(
              el(
                'button',
                { type: 'button', className: 'quiet', onclick: () => takeBack(exception) },
                texts.text('exceptions_take_back'),
              ),
              { 'aria-label': texts.text('exceptions_take_back_named', what, spoken(subject)) },
            ),
      ),
    ),
    { 'data-key': key },
  );
}

function scopeOf(exception: Exception, context: PageContext): string {
  if ('rule' in exception) return scopeName(exception.rule.scope, context);
  return 'correction' in exception ? context.texts.text(SCOPES[exception.correction.scope]) : '';
}

/** An administrator's rule and a pause have no day. */
function sinceOf(exception: Exception, { formats, now }: PageContext): string {
  if ('rule' in exception)
    return exception.rule.by === 'reader' ? formats.day(exception.rule.addedAt, now) : '';
  return 'correction' in exception ? formats.day(exception.correction.addedAt, now) : '';
}

function rememberedRow(
  remembered: number,
  asksToForget: boolean,
  actions: ExceptionsActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  return withAttributes(
    el(
      'tr',
      {},
      el('td', {}, texts.text('exceptions_kind_remembered')),
      el('td', {}, texts.count('exceptions_remembered', remembered)),
      el('td', {}),
      el('td', {}, forgetSenders('exceptions-forget', 'exceptions_forget', asksToForget, actions, context)),
    ),
    { 'data-key': REMEMBERED },
  );
}
