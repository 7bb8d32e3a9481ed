import type { MessageKey } from '../../../platform/texts/texts.ts';
import { type Child, el } from '../../element.ts';
import type { PageContext } from '../../page-context.ts';
import { statusLine } from '../../status-line.tsx';
import { unready } from '../../unready.tsx';
import { forgetSenders } from '../parts/confirm-button.tsx';
import { choiceField } from './choice-field.tsx';
import { cell, COLUMNS, decisionRow, editRow } from './decision-row.tsx';
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
import { manyRules } from './many-rules-view.tsx';
import { LIST_TITLES, ruleForm } from './rule-form.tsx';

/** `data-key` of the row for remembered senders. */
export const REMEMBERED = 'remembered';

export function decisionsView(state: DecisionsState, actions: DecisionsActions, context: PageContext): Child {
  return state.kind === 'ready' ? readyView(state, actions, context) : unready(state.kind, context);
}

function readyView(state: DecisionsReady, actions: DecisionsActions, context: PageContext): Child {
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
    isEmpty ? (
      <p className="empty">{texts.text('decisions_empty')}</p>
    ) : (
      tableWithTools(state, actions, context)
    ),
  ];
}

function tableWithTools(state: DecisionsReady, actions: DecisionsActions, context: PageContext): Child {
  const { texts } = context;
  const found = foundDecisions(state);
  const rest = found.length - state.rows;
  const shown = found.slice(0, state.rows);
  const hasRemembered = state.remembered > 0 && state.filter === 'all' && state.search === '';
  return [
    state.all.length !== 0 && tools(found.length, state, actions, context),
    !(shown.length === 0 && !hasRemembered) && (
      <table className="decisions" role="table" aria-labelledby="decisions-title">
        <thead role="rowgroup">
          <tr role="row">
            {COLUMNS.map((key) => (
              <th scope="col" role="columnheader">
                {texts.text(key)}
              </th>
            ))}
            {cell()}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.map((decision) => rowOf(decision, state, actions, context))}
          {hasRemembered && rememberedRow(state, actions, context)}
        </tbody>
      </table>
    ),
    rest > 0 && (
      <p className="actions">
        <button type="button" onclick={actions.more}>
          {texts.count('rules_more', Math.min(MORE_ROWS, rest))}
        </button>
      </p>
    ),
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
  return (
    <div className="tools" data-key={`tools-${form}`}>
      {choiceField({
        id: 'decisions-filter',
        label: texts.text('decisions_filter'),
        choices: DECISION_FILTERS,
        chosen: filter,
        choose: actions.filter,
        nameOf: (each) =>
          texts.text('decisions_filter_count', texts.text(FILTER_NAMES[each]), formats.number(counts[each])),
      })}
      <div className="field is-wide">
        <label htmlFor="decisions-search">{texts.text('decisions_search')}</label>
        <input
          type="search"
          id="decisions-search"
          autocomplete="off"
          spellcheck={false}
          oninput={({ currentTarget }) => {
            if (currentTarget instanceof HTMLInputElement) actions.search(currentTarget.value);
          }}
        />
      </div>
      {choiceField({
        id: 'decisions-order',
        label: texts.text('rule_order'),
        choices: DECISION_ORDERS,
        chosen: order,
        choose: actions.sort,
        nameOf: (each) => texts.text(ORDER_NAMES[each]),
      })}
      <span className="hint" role="status">
        {search === '' && filter === 'all'
          ? texts.count('rules_count', all.length)
          : texts.count('rules_found', found, all.length)}
      </span>
    </div>
  );
}

function rememberedRow(
  { remembered, asksToForget }: DecisionsReady,
  actions: DecisionsActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  return (
    <tr data-key={REMEMBERED} role="row">
      {cell(texts.text('decisions_kind_remembered'))}
      {cell(texts.count('decisions_remembered', remembered))}
      {cell()}
      {cell()}
      {cell(forgetSenders('decisions-forget', 'decisions_forget', asksToForget, actions, context))}
    </tr>
  );
}
