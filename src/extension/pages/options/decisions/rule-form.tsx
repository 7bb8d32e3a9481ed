import type { Rule } from '../../../../core/verdict/rules.ts';
import { TRUST_SCOPES, type TrustScope } from '../../../../core/verdict/verdict.ts';
import type { MessageKey } from '../../../platform/texts/texts.ts';
import { el } from '../../element.ts';
import { formValues } from '../../form-values.ts';
import { outside } from '../../outside.tsx';
import type { PageContext } from '../../page-context.ts';
import { refusalKey } from '../../rule-refusals.ts';
import type { Sentence } from '../../status-sentences.ts';
import { isLocked, lockedSentence } from '../../unless-locked.tsx';
import { choiceField } from './choice-field.tsx';
import type { DecisionsActions, DecisionsReady } from './decisions-state.ts';
import { DAY_SECONDS, HOLDS_DAYS, holdsSelect, noteField } from './rule-holds.tsx';

const SCOPE_HINTS: Readonly<Record<TrustScope, MessageKey>> = {
  link: 'scopeHint_link',
  path: 'scopeHint_path',
  host: 'scopeHint_host',
  site: 'scopeHint_site',
  sender: 'scopeHint_sender',
};

/** Action of the rule to be added; always `block` while trust is locked. */
export function addsTo({ action }: Pick<DecisionsReady, 'action'>, context: PageContext): Rule['action'] {
  return isLocked(['trust'], context) ? 'block' : action;
}

export const LIST_TITLES: Readonly<Record<Rule['action'], MessageKey>> = {
  trust: 'allow_title',
  block: 'block_title',
};

export function ruleForm(
  state: DecisionsReady,
  actions: DecisionsActions,
  context: PageContext,
): HTMLElement {
  const { texts, now } = context;
  const action = addsTo(state, context);
  const isTrustLocked = isLocked(['trust'], context);
  const id = (name: string): string => `rule-${name}`;
  const { refused } = state;
  const subject = (
    <input
      type="text"
      id={id('subject')}
      name="subject"
      required
      autocomplete="off"
      spellcheck={false}
      dir="ltr"
      placeholder={state.scope === 'sender' ? 'anna@bank.example' : 'bank.example'}
      oninput={({ currentTarget }) => {
        if (currentTarget instanceof HTMLInputElement) actions.type(currentTarget.value);
      }}
      inputMode={state.scope === 'sender' ? 'email' : 'url'}
      autocapitalize="none"
      aria-describedby={`${refused === null ? '' : `${id('refused')} `}${id('hint')}`}
      aria-invalid={refused === null ? undefined : 'true'}
    />
  );
  return (
    <form
      className="card form"
      onsubmit={(event) => {
        const values = formValues(event);
        const days = Number(values.get('holds') ?? 0);
        actions.add(action, {
          subject: values.get('subject') ?? '',
          scope: state.scope,
          expiresAt: days > 0 ? now + days * DAY_SECONDS : null,
          note: values.get('note') ?? '',
        });
      }}
      data-key={`add-${state.form}`}
      aria-label={texts.text(action === 'trust' ? 'allow_add_title' : 'block_add_title')}
    >
      <div className="fields">
        {choiceField({
          id: id('list'),
          label: texts.text('decisions_add_to'),
          choices: isTrustLocked ? ['block'] : ['trust', 'block'],
          chosen: action,
          choose: actions.chooseAction,
          nameOf: (each) => texts.text(LIST_TITLES[each]),
        })}
        <div className="field">
          <label htmlFor={id('scope')}>{texts.text('rule_scope')}</label>
          <select
            id={id('scope')}
            name="scope"
            onchange={({ currentTarget }) => {
              const chosen = currentTarget instanceof HTMLSelectElement ? currentTarget.value : '';
              const scope = TRUST_SCOPES.find((known) => known === chosen);
              if (scope !== undefined) actions.chooseScope(scope);
            }}
          >
            {(['site', 'host', 'path', 'link', 'sender'] as const).map((scope) => (
              <option value={scope} selected={scope === state.scope}>
                {texts.text(SCOPE_CHOICES[scope])}
              </option>
            ))}
          </select>
        </div>
        <div className="field is-wide">
          <label htmlFor={id('subject')}>
            {texts.text(state.scope === 'sender' ? 'rule_subject_sender' : 'rule_subject')}
          </label>
          {subject}
        </div>
      </div>
      {isTrustLocked && (
        <p id={id('locked')} className="hint">
          {lockedSentence(['trust'], context)}
        </p>
      )}
      {refused !== null && (
        <p id={id('refused')} className="refused" role="alert">
          {texts.pieces(refusalKey(refused.because, action), outside(refused.subject))}
        </p>
      )}
      <p id={id('hint')} className="hint">
        {meaningOf(action, state, context)}
      </p>
      {offerView(state, actions, context)}
      <div className="fields">
        <div className="field">
          <label htmlFor={id('holds')}>{texts.text('rule_holds')}</label>
          {holdsSelect(id('holds'), 0, HOLDS_DAYS, texts)}
        </div>
        {noteField(id('note'), '', texts)}
        <div className="field is-button">
          <button type="submit" className="primary">
            {texts.text(action === 'trust' ? 'allow_add' : 'block_add')}
          </button>
        </div>
      </div>
    </form>
  );
}

/** Offers a narrower scope if the chosen one is shared by many people. */
function offerView(
  { offer }: DecisionsReady,
  { chooseScope }: DecisionsActions,
  { texts }: PageContext,
): HTMLElement | null {
  if (offer === null) return null;
  return (
    <p className="actions">
      <button type="button" onclick={() => chooseScope(offer.scope)}>
        {/* One element: buttons lay out children side by side. */}
        <span>{texts.pieces('rule_offer', outside(offer.subject))}</span>
      </button>
    </p>
  );
}

/** What the typed subject covers, else the scope's explanation. */
function meaningOf(
  action: Rule['action'],
  { typed, meaning, scope, refused }: DecisionsReady,
  { texts }: PageContext,
): Sentence {
  // The refusal is already shown above.
  const isSaid = refused !== null && refused.because === meaning;
  if (typed.trim() === '' || meaning === null || meaning === 'unreadable' || isSaid)
    return [texts.text(SCOPE_HINTS[scope])];
  if (meaning === 'not-trustable' || meaning === 'wildcard') {
    return texts.pieces(refusalKey(meaning, action), outside(typed));
  }
  return texts.pieces(SCOPE_MEANINGS[meaning.scope], <strong>{outside(meaning.subject)}</strong>);
}

const SCOPE_MEANINGS: Readonly<Record<TrustScope, MessageKey>> = {
  link: 'scopeMeans_link',
  path: 'scopeMeans_path',
  host: 'scopeMeans_host',
  site: 'scopeMeans_site',
  sender: 'scopeMeans_sender',
};

const SCOPE_CHOICES: Readonly<Record<TrustScope, MessageKey>> = {
  site: 'scopeChoice_site',
  host: 'scopeChoice_host',
  path: 'scopeChoice_path',
  link: 'scopeChoice_link',
  sender: 'scopeChoice_sender',
};
