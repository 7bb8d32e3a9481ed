import { el } from '../../element.ts';
import { formValues } from '../../form-values.ts';
import { outside } from '../../outside.tsx';
import type { PageContext } from '../../page-context.ts';
import { refusalKey } from '../../rule-refusals.ts';
import type { PendingRules } from './pending-rules.ts';
import { choiceField } from './choice-field.tsx';
import type { DecisionsActions, DecisionsReady } from './decisions-state.ts';
import { LIST_TITLES } from './rule-form.tsx';
import { unlessLocked } from '../../unless-locked.tsx';

const SHOWN = 20;

export function manyRules(
  state: DecisionsReady,
  actions: DecisionsActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  const { action, pending } = state;
  if (pending !== null) return pendingView(pending, actions, context);
  return (
    <details className="more" data-key="many">
      <summary>{texts.text('rules_many')}</summary>
      <div className="card form">
        {choiceField({
          id: 'many-list',
          label: texts.text('decisions_file_list'),
          choices: ['trust', 'block'],
          chosen: action,
          choose: actions.chooseAction,
          nameOf: (each) => texts.text(LIST_TITLES[each]),
        })}
        {unlessLocked(
          action === 'trust' ? ['import', 'trust'] : ['import'],
          linesForm(state, actions, context),
          context,
        )}
      </div>
    </details>
  );
}

function linesForm({ form }: DecisionsReady, actions: DecisionsActions, { texts }: PageContext): HTMLElement {
  const id = 'rule-lines';
  return (
    <form
      className="form"
      onsubmit={(event) => actions.look(formValues(event).get('lines') ?? '')}
      data-key={`lines-${form}`}
    >
      <label htmlFor={id}>{texts.text('rules_many_label')}</label>
      <textarea
        id={id}
        name="lines"
        rows={5}
        required
        spellcheck={false}
        autocomplete="off"
        dir="ltr"
        aria-describedby={`${id}-hint`}
      />
      <p id={`${id}-hint`} className="hint">
        {texts.text('rules_many_hint')}
      </p>
      <div className="actions">
        <button type="submit">{texts.text('rules_preview')}</button>
      </div>
    </form>
  );
}

function pendingView(
  { action, added, known, refused }: PendingRules,
  actions: DecisionsActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  return (
    <section className="card form" data-key="pending" aria-labelledby="rule-pending">
      <h3 id="rule-pending" tabIndex={-1}>
        {texts.text('rules_pending_title')}
      </h3>
      <p>
        {[
          texts.count('rules_pending_adds', added.length),
          ...(known === 0 ? [] : [texts.count('imported_known', known)]),
        ].join(texts.gap)}
      </p>
      {shownFirst(added.map((subject) => [outside(subject)]))}
      {refused.length !== 0 && (
        <p className="notice-title">{texts.count('rules_pending_refused', refused.length)}</p>
      )}
      {shownFirst(
        refused.map(({ line, because }) => texts.pieces(refusalKey(because, action), outside(line))),
      )}
      <p className="actions">
        {added.length !== 0 && (
          <button type="button" className="primary" onclick={actions.takePending}>
            {texts.count('rules_pending_add', added.length)}
          </button>
        )}
        <button type="button" onclick={actions.dropPending}>
          {texts.text('cancel')}
        </button>
      </p>
    </section>
  );

  function shownFirst(items: readonly (readonly (string | Node)[])[]): HTMLElement | null {
    if (items.length === 0) return null;
    const rest = items.length - SHOWN;
    return (
      <ul className="plain rows">
        {items.slice(0, SHOWN).map((pieces) => (
          <li>{pieces}</li>
        ))}
        {rest > 0 && <li className="hint">{texts.text('rules_pending_rest', rest)}</li>}
      </ul>
    );
  }
}
