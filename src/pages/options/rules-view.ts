import type { Rule } from '../../core/verdict/rules.ts';
import { el, withAttributes } from '../element.ts';
import type { PageContext } from '../page-context.ts';
import type { MessageKey } from '../../platform/texts.ts';
import { manyRules } from './many-rules-view.ts';
import { RULE_ORDERS, type RuleOrder } from './rule-order.ts';
import { fieldLabel } from './rule-holds.ts';
import {
  ROWS_AT_ONCE,
  foundRules,
  type Undo,
  type RulesListState,
  type RulesState,
  type RulesActions,
} from './rules-state.ts';
import { ruleForm } from './rule-form.ts';
import { ruleRow, editRow } from './rule-row.ts';
import { unlessLocked } from '../unless-locked.ts';
import { unready } from '../unready.ts';

/** The allowlist (`trust`) or the block list. */
export function rulesView(
  action: Rule['action'],
  state: RulesState,
  actions: RulesActions,
  context: PageContext,
): readonly Node[] {
  return state.kind === 'ready' ? readyView(action, state, actions, context) : unready(state.kind, context);
}

function readyView(
  action: Rule['action'],
  state: RulesListState,
  actions: RulesActions,
  context: PageContext,
): readonly Node[] {
  const { texts } = context;
  const found = foundRules(state.rules, state.search);
  const searchId = `${action}-search`;
  const form = ruleForm(action, state, actions, context);
  return [
    action === 'trust' ? unlessLocked(['trust'], form, context) : form,
    el(
      'p',
      { className: 'said', role: 'status' },
      ...state.said,
      ...(state.undo === null ? [] : [' ', undoButton(action, state.undo, actions, context)]),
    ),
    ...(state.rules.length === 0
      ? [el('p', { className: 'empty' }, texts.text(action === 'trust' ? 'allow_empty' : 'block_empty'))]
      : [
          el(
            'div',
            { className: 'search' },
            withAttributes(
              el('label', {}, texts.text(action === 'trust' ? 'allow_search' : 'block_search')),
              {
                for: searchId,
              },
            ),
            el('input', {
              type: 'search',
              id: searchId,
              autocomplete: 'off',
              spellcheck: false,
              oninput: ({ currentTarget }) => {
                if (currentTarget instanceof HTMLInputElement) actions.search(currentTarget.value);
              },
            }),
            orderSelect(action, state, actions, context),
            el(
              'span',
              { className: 'hint', role: 'status' },
              state.search === ''
                ? texts.count('rules_count', state.rules.length)
                : texts.count('rules_found', found.length, state.rules.length),
            ),
          ),
          el(
            'ul',
            { className: 'plain rows card rules' },
            ...found
              .slice(0, state.rows)
              .map((rule) =>
                rule.id === state.editing ? editRow(rule, actions, context) : ruleRow(rule, actions, context),
              ),
          ),
          found.length > state.rows
            ? el(
                'p',
                { className: 'actions' },
                el(
                  'button',
                  { type: 'button', onclick: actions.more },
                  texts.count('rules_more', Math.min(ROWS_AT_ONCE, found.length - state.rows)),
                ),
              )
            : null,
        ].filter((node) => node !== null)),
    // A file of either list is read by the same request as a backup, which may hold trust.
    unlessLocked(['import', 'trust'], manyRules(action, state, actions, context), context),
    exportAction(state, actions, context),
  ].filter((node) => node !== null);
}

function undoButton(
  action: Rule['action'],
  undo: Undo,
  actions: RulesActions,
  { texts }: PageContext,
): HTMLElement {
  return el(
    'button',
    { type: 'button', id: `${action}-undo`, className: 'quiet', onclick: () => actions.undo(undo) },
    texts.text('undo'),
  );
}

function exportAction(
  { rules }: RulesListState,
  { exportList, exportText }: RulesActions,
  { texts }: PageContext,
): HTMLElement | null {
  if (rules.length === 0) return null;
  return el(
    'div',
    { className: 'actions' },
    el('button', { type: 'button', className: 'quiet', onclick: exportList }, texts.text('rules_export')),
    el(
      'button',
      { type: 'button', className: 'quiet', onclick: exportText },
      texts.text('rules_export_text'),
    ),
  );
}

const ORDER_NAMES: Readonly<Record<RuleOrder, MessageKey>> = {
  newest: 'ruleOrder_newest',
  name: 'ruleOrder_name',
  end: 'ruleOrder_end',
};

function orderSelect(
  action: Rule['action'],
  { order }: RulesListState,
  { sort }: RulesActions,
  { texts }: PageContext,
): HTMLElement {
  const id = `${action}-order`;
  return el(
    'span',
    { className: 'field' },
    fieldLabel(id, texts.text('rule_order')),
    el(
      'select',
      {
        id,
        onchange: ({ currentTarget }) => {
          const chosen = currentTarget instanceof HTMLSelectElement ? currentTarget.value : '';
          const wanted = RULE_ORDERS.find((known) => known === chosen);
          if (wanted !== undefined) sort(wanted);
        },
      },
      ...RULE_ORDERS.map((each) =>
        el('option', { value: each, selected: each === order }, texts.text(ORDER_NAMES[each])),
      ),
    ),
  );
}
