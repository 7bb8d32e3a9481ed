import type { MessageKey } from '../../../platform/texts/texts.ts';
import { el, withAttributes } from '../../element.ts';
import type { PageContext } from '../../page-context.ts';
import { statusLine } from '../../status-line.ts';
import { unready } from '../../unready.ts';
import { forgetSenders } from '../parts/confirm-button.ts';
import { choiceField } from './choice-field.ts';
import { cell, COLUMNS, decisionRow, editRow } from './decision-row.ts';
import {
  DECISION_FILTERS,
  DECISION_ORDERS,
  type Decision,
  type DecisionFilter,
  type DecisionOrder,
  type DecisionsActions,
  type DecisionsReady,
  type DecisionsState,
  foundDecisions,
  MORE_ROWS,
} from './decisions-state.ts';
import { manyRules } from './many-rules-view.ts';
import { LIST_TITLES, ruleForm } from './rule-form.ts';
import { fieldLabel } from './rule-holds.ts';

/** `data-key` of the row for remembered senders. */
export const REMEMBERED = 'remembered';

export function decisionsView(
  state: DecisionsState,
  actions: DecisionsActions,
  context: PageContext,
): readonly Node[] {
  return state.kind === 'ready' ? readyView(state, actions, context) : unready(state.kind, context);
}

function readyView(state: DecisionsReady, actions: DecisionsActions, context: PageContext): readonly Node[] {
  const { undo } = state;
  const { texts } = context;
  const isEmpty = state.all.length === 0 && state.remembered === 0;
  return [
    ruleForm(state, actions, context),
    manyRules(state, actions, context),
    statusLine(
      state.said,
      undo === null ? null : { id: 'decisions-undo', run: () => actions.undo(undo) },
      context,
    ),
    ...(isEmpty
      ? [el('p', { className: 'empty' }, texts.text('decisions_empty'))]
      : tableWithTools(state, actions, context)),
  ];
}

function tableWithTools(
  state: DecisionsReady,
  actions: DecisionsActions,
  context: PageContext,
): readonly Node[] {
  const { texts } = context;
  const found = foundDecisions(state);
  const rest = found.length - state.rows;
  const shown = found.slice(0, state.rows);
  const hasRemembered = state.remembered > 0 && state.filter === 'all' && state.search === '';
  return [
    ...(state.all.length === 0 ? [] : [tools(found.length, state, actions, context)]),
    ...(shown.length === 0 && !hasRemembered
      ? []
      : [
          withAttributes(
            el(
              'table',
              { className: 'decisions' },
              withAttributes(
                el(
                  'thead',
                  {},
                  withAttributes(
                    el(
                      'tr',
                      {},
                      ...COLUMNS.map((key) =>
                        withAttributes(el('th', {}, texts.text(key)), { scope: 'col', role: 'columnheader' }),
                      ),
                      cell(),
                    ),
                    { role: 'row' },
                  ),
                ),
                { role: 'rowgroup' },
              ),
              withAttributes(
                el(
                  'tbody',
                  {},
                  ...shown.map((decision) => rowOf(decision, state, actions, context)),
                  hasRemembered ? rememberedRow(state, actions, context) : null,
                ),
                { role: 'rowgroup' },
              ),
            ),
            { role: 'table', 'aria-labelledby': 'decisions-title' },
          ),
        ]),
    ...(rest <= 0
      ? []
      : [
          el(
            'p',
            { className: 'actions' },
            el(
              'button',
              { type: 'button', onclick: actions.more },
              texts.count('rules_more', Math.min(MORE_ROWS, rest)),
            ),
          ),
        ]),
  ];
}

function rowOf(
  decision: Decision,
  { editing }: DecisionsReady,
  actions: DecisionsActions,
  context: PageContext,
): HTMLElement {
  return 'rule' in decision && decision.rule.id === editing
    ? editRow(decision, actions, context)
    : decisionRow(decision, actions, context);
}

const FILTER_NAMES: Readonly<Record<DecisionFilter, MessageKey>> = {
  all: 'decisions_filter_all',
  ...LIST_TITLES,
  messages: 'decisions_filter_messages',
  paused: 'decisions_kind_paused',
};

const ORDER_NAMES: Readonly<Record<DecisionOrder, MessageKey>> = {
  newest: 'ruleOrder_newest',
  name: 'ruleOrder_name',
  end: 'ruleOrder_end',
};

function tools(
  found: number,
  { all, counts, filter, search, order, form }: DecisionsReady,
  actions: DecisionsActions,
  context: PageContext,
): HTMLElement {
  const { texts, formats } = context;
  return withAttributes(
    el(
      'div',
      { className: 'tools' },
      choiceField({
        id: 'decisions-filter',
        label: texts.text('decisions_filter'),
        choices: DECISION_FILTERS,
        chosen: filter,
        choose: actions.filter,
        nameOf: (each) =>
          texts.text('decisions_filter_count', texts.text(FILTER_NAMES[each]), formats.number(counts[each])),
      }),
      el(
        'div',
        { className: 'field is-wide' },
        fieldLabel('decisions-search', texts.text('decisions_search')),
        el('input', {
          type: 'search',
          id: 'decisions-search',
          autocomplete: 'off',
          spellcheck: false,
          oninput: ({ currentTarget }) => {
            if (currentTarget instanceof HTMLInputElement) actions.search(currentTarget.value);
          },
        }),
      ),
      choiceField({
        id: 'decisions-order',
        label: texts.text('rule_order'),
        choices: DECISION_ORDERS,
        chosen: order,
        choose: actions.sort,
        nameOf: (each) => texts.text(ORDER_NAMES[each]),
      }),
      el(
        'span',
        { className: 'hint', role: 'status' },
        search === '' && filter === 'all'
          ? texts.count('rules_count', all.length)
          : texts.count('rules_found', found, all.length),
      ),
    ),
    { 'data-key': `tools-${form}` },
  );
}

function rememberedRow(
  { remembered, asksToForget }: DecisionsReady,
  actions: DecisionsActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  return withAttributes(
    el(
      'tr',
      {},
      cell(texts.text('decisions_kind_remembered')),
      cell(texts.count('decisions_remembered', remembered)),
      cell(),
      cell(),
      cell(forgetSenders('decisions-forget', 'decisions_forget', asksToForget, actions, context)),
    ),
    { 'data-key': REMEMBERED, role: 'row' },
  );
}
