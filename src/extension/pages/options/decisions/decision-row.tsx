import type { Rule, RuleOrigin } from '../../../../core/verdict/rules.ts';
import type { MessageKey } from '../../../platform/texts/texts.ts';
import type { Correction } from '../../../protocol/evidence-messages.ts';
import { type Child, el } from '../../element.ts';
import { formValues } from '../../form-values.ts';
import { destination, outside, spoken } from '../../outside.tsx';
import type { PageContext } from '../../page-context.ts';
import { isLocked, lockedSentence } from '../../unless-locked.tsx';
import { scopeName } from '../../verdict-sentences.ts';
import type { DecidedRule, Decision, DecisionsActions } from './decisions-state.ts';
import { DAY_SECONDS, HOLDS_DAYS, holdsSelect, noteField } from './rule-holds.tsx';

export const COLUMNS = ['decisions_what', 'decisions_about', 'decisions_why', 'decisions_since'] as const;

const KINDS: Readonly<Record<Decision['kind'], MessageKey>> = {
  trust: 'decisions_kind_trust',
  block: 'decisions_kind_block',
  fine: 'decisions_kind_fine',
  spam: 'decisions_kind_spam',
  paused: 'decisions_kind_paused',
};

const SCOPES: Readonly<Record<Correction['scope'], MessageKey>> = {
  address: 'decisions_scope_address',
  domain: 'decisions_scope_domain',
  site: 'decisions_scope_site',
};

const ORIGINS: Readonly<Record<RuleOrigin, MessageKey>> = {
  card: 'ruleFrom_card',
  menu: 'ruleFrom_menu',
  popup: 'ruleFrom_popup',
  settings: 'ruleFrom_settings',
  file: 'ruleFrom_file',
};

export function decisionRow(
  decision: Decision,
  actions: DecisionsActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  const isManaged = 'rule' in decision && decision.rule.by !== 'reader';
  return (
    <tr tabIndex={-1} data-key={decision.key} role="row">
      {cell(texts.text(KINDS[decision.kind]))}
      {cell(<span className="row-title">{subjectOf(decision)}</span>, hint(scopeOf(decision, context)))}
      {cell(...whyOf(decision, context))}
      {cell(...sinceOf(decision, context))}
      {cell(
        isManaged ? (
          <span className="chip">{texts.text('origin_managed')}</span>
        ) : (
          <div className="actions">{buttons(decision, actions, context)}</div>
        ),
      )}
    </tr>
  );
}

/** Explicit role: in narrow windows CSS stacks cells, which removes their semantics. */
export function cell(...children: readonly Child[]): HTMLElement {
  return <td role="cell">{children}</td>;
}

const hint = (text: string): HTMLElement | null =>
  text === '' ? null : <span className="hint">{text}</span>;

function subjectOf({ subject, ...decision }: Decision): HTMLElement {
  return 'rule' in decision && decision.rule.scope === 'site'
    ? destination(subject, subject)
    : outside(subject);
}

function scopeOf(decision: Decision, context: PageContext): string {
  if ('rule' in decision) return scopeName(decision.rule.scope, context);
  return 'correction' in decision ? context.texts.text(SCOPES[decision.correction.scope]) : '';
}

/** Origin, and the reader's note. The origin of a pause is not stored. */
function whyOf(decision: Decision, { texts }: PageContext): readonly Child[] {
  if ('correction' in decision) return [texts.text('decisions_from_message')];
  if (!('rule' in decision)) return [];
  const { by, from, note } = decision.rule;
  return [
    by === 'reader' && from !== undefined ? texts.text(ORIGINS[from]) : '',
    note === '' ? null : <span className="note">{note}</span>,
  ];
}

function sinceOf(decision: Decision, { texts, formats, now }: PageContext): readonly Child[] {
  const isDated = 'rule' in decision ? decision.rule.by === 'reader' : 'correction' in decision;
  const { at, endsAt } = decision;
  const end = endsAt === null ? '' : formats.moment(endsAt, now);
  return [
    isDated ? formats.day(at, now) : '',
    endsAt === null ? null : hint(texts.text(endsAt > now ? 'rule_until' : 'rule_ended', end)),
  ];
}

function buttons(
  decision: Decision,
  actions: DecisionsActions,
  context: PageContext,
): readonly HTMLElement[] {
  const { texts } = context;
  const subject = spoken(decision.subject);
  const remove = (
    <button
      type="button"
      className="quiet"
      onclick={() => actions.takeBack(decision)}
      aria-label={texts.text('decisions_remove_named', texts.text(KINDS[decision.kind]), subject)}
    >
      {texts.text('remove')}
    </button>
  );
  if (!('rule' in decision)) return [remove];
  const { id } = decision.rule;
  const edit = (
    <button
      type="button"
      id={`edit-${id}`}
      className="quiet"
      onclick={() => actions.edit(id)}
      aria-label={texts.text('rule_edit_named', subject)}
    >
      {texts.text('edit')}
    </button>
  );
  return [edit, remove];
}

/** Default of the select: keep the expiry. */
const AS_IT_IS = 'as-it-is';

export function editRow(decision: DecidedRule, actions: DecisionsActions, context: PageContext): HTMLElement {
  const form = (
    <td colSpan={COLUMNS.length + 1} role="cell">
      {editForm(decision, actions, context)}
    </td>
  );
  return (
    <tr className="is-edited" data-key={`edited-${decision.rule.id}`} role="row">
      {form}
    </tr>
  );
}

function editForm(decision: DecidedRule, actions: DecisionsActions, context: PageContext): HTMLElement {
  const { texts, formats, now } = context;
  const { rule }: { readonly rule: Rule } = decision;
  // While trust is locked, a trust rule may be made to end sooner, not later.
  const isBound = rule.action === 'trust' && isLocked(['trust'], context);
  const endsSooner = (days: number): boolean =>
    days > 0 && (rule.expiresAt === null || now + days * DAY_SECONDS < rule.expiresAt);
  const end =
    rule.expiresAt === null
      ? texts.text('holds_always')
      : texts.text('rule_until', formats.moment(rule.expiresAt, now));
  return (
    <form
      className="form"
      onsubmit={(event) => {
        const values = formValues(event);
        const holds = values.get('holds') ?? AS_IT_IS;
        const days = Number(holds);
        const fromNow = days > 0 ? now + days * DAY_SECONDS : null;
        actions.save(rule.id, values.get('note') ?? '', holds === AS_IT_IS ? rule.expiresAt : fromNow);
      }}
      onkeydown={({ key }) => {
        if (key === 'Escape') actions.edit(null);
      }}
    >
      <span className="row-title">{subjectOf(decision)}</span>
      <div className="fields">
        <div className="field">
          <label htmlFor="edit-holds">{texts.text('rule_holds')}</label>
          {holdsSelect(
            'edit-holds',
            -1,
            isBound ? HOLDS_DAYS.filter(endsSooner) : HOLDS_DAYS,
            texts,
            <option value={AS_IT_IS} selected>
              {texts.text('holds_as_it_is', end)}
            </option>,
          )}
          {isBound && (
            <span className="hint" id="edit-locked">
              {lockedSentence(['trust'], context)}
            </span>
          )}
        </div>
        {noteField('edit-note', rule.note, texts)}
      </div>
      <p className="actions">
        <button type="submit" className="primary">
          {texts.text('save')}
        </button>
        <button type="button" onclick={() => actions.edit(null)}>
          {texts.text('cancel')}
        </button>
      </p>
    </form>
  );
}
