import { el, withAttributes } from '../../element.ts';
import { formValues } from '../../form-values.ts';
import { outside } from '../../outside.ts';
import type { PageContext } from '../../page-context.ts';
import { refusalKey } from '../../rule-refusals.ts';
import type { PendingRules } from './pending-rules.ts';
import { choiceField } from './choice-field.ts';
import type { DecisionsActions, DecisionsReady } from './decisions-state.ts';
import { LIST_TITLES } from './rule-form.ts';
import { unlessLocked } from '../../unless-locked.ts';

const SHOWN = 20;

export function manyRules(
  state: DecisionsReady,
  actions: DecisionsActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  const { action, pending } = state;
  if (pending !== null) return pendingView(pending, actions, context);
  return withAttributes(
    el(
      'details',
      { className: 'more' },
      el('summary', {}, texts.text('rules_many')),
      el(
        'div',
        { className: 'card form' },
        choiceField({
          id: 'many-list',
          label: texts.text('decisions_file_list'),
          choices: ['trust', 'block'],
          chosen: action,
          choose: actions.chooseAction,
          nameOf: (each) => texts.text(LIST_TITLES[each]),
        }),
        unlessLocked(
          action === 'trust' ? ['import', 'trust'] : ['import'],
          linesForm(state, actions, context),
          context,
        ),
      ),
    ),
    { 'data-key': 'many' },
  );
}

function linesForm({ form }: DecisionsReady, actions: DecisionsActions, { texts }: PageContext): HTMLElement {
  const id = 'rule-lines';
  return withAttributes(
    el(
      'form',
      {
        className: 'form',
        onsubmit: (event) => actions.look(formValues(event).get('lines') ?? ''),
      },
      withAttributes(el('label', {}, texts.text('rules_many_label')), { for: id }),
      withAttributes(
        el('textarea', {
          id,
          name: 'lines',
          rows: 5,
          required: true,
          spellcheck: false,
          autocomplete: 'off',
          dir: 'ltr',
        }),
        { 'aria-describedby': `${id}-hint` },
      ),
      el('p', { id: `${id}-hint`, className: 'hint' }, texts.text('rules_many_hint')),
      el('div', { className: 'actions' }, el('button', { type: 'submit' }, texts.text('rules_preview'))),
    ),
    { 'data-key': `lines-${form}` },
  );
}

function pendingView(
  { action, added, known, refused }: PendingRules,
  actions: DecisionsActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  return withAttributes(
    el(
      'section',
      { className: 'card form' },
      el('h3', { id: 'rule-pending', tabIndex: -1 }, texts.text('rules_pending_title')),
      el(
        'p',
        {},
        [
          texts.count('rules_pending_adds', added.length),
          ...(known === 0 ? [] : [texts.count('imported_known', known)]),
        ].join(texts.gap),
      ),
      shownFirst(added.map((subject) => [outside(subject)])),
      refused.length === 0
        ? null
        : el('p', { className: 'notice-title' }, texts.count('rules_pending_refused', refused.length)),
      shownFirst(
        refused.map(({ line, because }) =>
          texts.pieces<string | Node>(refusalKey(because, action), outside(line)),
        ),
      ),
      el(
        'p',
        { className: 'actions' },
        added.length === 0
          ? null
          : el(
              'button',
              { type: 'button', className: 'primary', onclick: actions.takePending },
              texts.count('rules_pending_add', added.length),
            ),
        el('button', { type: 'button', onclick: actions.dropPending }, texts.text('cancel')),
      ),
    ),
    { 'data-key': 'pending', 'aria-labelledby': 'rule-pending' },
  );

  function shownFirst(items: readonly (readonly (string | Node)[])[]): HTMLElement | null {
    if (items.length === 0) return null;
    const rest = items.length - SHOWN;
    return el(
      'ul',
      { className: 'plain rows' },
      ...items.slice(0, SHOWN).map((pieces) => el('li', {}, ...pieces)),
      rest > 0 ? el('li', { className: 'hint' }, texts.text('rules_pending_rest', rest)) : null,
    );
  }
}
