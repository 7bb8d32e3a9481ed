import type { Rule, RuleOrigin } from '../../core/verdict/rules.ts';
import type { MessageKey } from '../../platform/texts.ts';
import { el, withAttributes } from '../element.ts';
import { formValues } from '../form-values.ts';
import { destination, outside, spoken } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { scopeName } from '../verdict-sentences.ts';
import type { RulesActions } from './rules-state.ts';
import { isLocked, lockedSentence } from '../unless-locked.ts';
import { DAY_SECONDS, fieldLabel, HOLDS_DAYS, holdsSelect } from './rule-holds.ts';

const ORIGINS: Readonly<Record<RuleOrigin, MessageKey>> = {
  card: 'ruleFrom_card',
  menu: 'ruleFrom_menu',
  popup: 'ruleFrom_popup',
  settings: 'ruleFrom_settings',
  file: 'ruleFrom_file',
};

export function ruleRow(rule: Rule, actions: RulesActions, context: PageContext): HTMLElement {
  const { texts, formats, now } = context;
  const isReaders = rule.by === 'reader';
  const facts: string[] = [scopeName(rule.scope, context)];
  // When a policy got its line nobody tells.
  if (isReaders) {
    const day = formats.day(rule.addedAt, now);
    facts.push(
      rule.from === undefined
        ? texts.text('rule_added', day)
        : texts.text('rule_added_from', day, texts.text(ORIGINS[rule.from])),
    );
  }
  if (rule.expiresAt !== null) {
    const end = formats.moment(rule.expiresAt, now);
    facts.push(rule.expiresAt > now ? texts.text('rule_until', end) : texts.text('rule_ended', end));
  }
  return withAttributes(
    el(
      'li',
      // So that whoever asks for more rows can go on with the first of them.
      { className: 'rule', tabIndex: -1 },
      el(
        'div',
        { className: 'rule-text' },
        el('span', { className: 'row-title' }, subjectOf(rule)),
        el('span', { className: 'hint' }, facts.join(' · ')),
        rule.note === '' ? null : el('span', { className: 'note' }, rule.note),
      ),
      isReaders
        ? el(
            'div',
            { className: 'actions' },
            rowButton('edit', rule, () => actions.edit(rule.id)),
            rowButton('remove', rule, () => actions.remove([rule.id])),
          )
        : el('span', { className: 'chip' }, texts.text('origin_managed')),
    ),
    { 'data-key': rule.id },
  );

  function rowButton(name: 'edit' | 'remove', { subject, id }: Rule, onclick: () => void): HTMLElement {
    const spokenName = texts.text(name === 'edit' ? 'rule_edit_named' : 'rule_remove_named', spoken(subject));
    return withAttributes(
      el('button', { type: 'button', id: `${name}-${id}`, className: 'quiet', onclick }, texts.text(name)),
      {
        'aria-label': spokenName,
      },
    );
  }
}

function subjectOf({ scope, subject }: Rule): HTMLElement {
  return scope === 'site' ? destination(subject, subject) : outside(subject);
}

/** What the select of an existing rule starts with: leave the end as it is. */
const AS_IT_IS = 'as-it-is';

export function editRow(rule: Rule, actions: RulesActions, context: PageContext): HTMLElement {
  const { texts, formats, now } = context;
  // What an administrator locks may end sooner, and not later.
  const isBound = rule.action === 'trust' && isLocked(['trust'], context);
  const endsSooner = (days: number): boolean =>
    days > 0 && (rule.expiresAt === null || now + days * DAY_SECONDS < rule.expiresAt);
  const end =
    rule.expiresAt === null
      ? texts.text('holds_always')
      : texts.text('rule_until', formats.moment(rule.expiresAt, now));
  return withAttributes(
    el(
      'li',
      { className: 'rule is-edited' },
      el(
        'form',
        {
          className: 'form',
          onsubmit: (event) => {
            const values = formValues(event);
            const holds = values.get('holds') ?? AS_IT_IS;
            const days = Number(holds);
            const fromNow = days > 0 ? now + days * DAY_SECONDS : null;
            actions.save(rule.id, values.get('note') ?? '', holds === AS_IT_IS ? rule.expiresAt : fromNow);
          },
          onkeydown: ({ key }) => {
            if (key === 'Escape') actions.edit(null);
          },
        },
        el('span', { className: 'row-title' }, subjectOf(rule)),
        el(
          'div',
          { className: 'fields' },
          el(
            'div',
            { className: 'field' },
            fieldLabel('edit-holds', texts.text('rule_holds')),
            holdsSelect(
              'edit-holds',
              -1,
              isBound ? HOLDS_DAYS.filter(endsSooner) : HOLDS_DAYS,
              texts,
              el('option', { value: AS_IT_IS, selected: true }, texts.text('holds_as_it_is', end)),
            ),
            isBound
              ? el('span', { className: 'hint', id: 'edit-locked' }, ...lockedSentence(['trust'], context))
              : null,
          ),
          el(
            'div',
            { className: 'field is-wide' },
            fieldLabel('edit-note', texts.text('rule_note')),
            el('input', {
              type: 'text',
              id: 'edit-note',
              name: 'note',
              maxLength: 500,
              value: rule.note,
              autocomplete: 'off',
            }),
          ),
        ),
        el(
          'p',
          { className: 'actions' },
          el('button', { type: 'submit', className: 'primary' }, texts.text('save')),
          el('button', { type: 'button', onclick: () => actions.edit(null) }, texts.text('cancel')),
        ),
      ),
    ),
    { 'data-key': `edited-${rule.id}` },
  );
}
