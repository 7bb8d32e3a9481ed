import type { Rule, ScopedSubject } from '../../core/verdict/rules.ts';
import type { SubjectFailure } from '../../core/verdict/trust-scopes.ts';
import { TRUST_SCOPES, type TrustScope } from '../../core/verdict/verdict.ts';
import type { MessageKey } from '../../platform/texts.ts';
import type { RuleRefusal } from '../../protocol/rule-messages.ts';
import { el, withAttributes, type Child } from '../element.ts';
import { formValues } from '../form-values.ts';
import { destination, outside, spoken } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import type { Sentence } from '../status-sentences.ts';
import { unanswered } from '../unanswered.ts';
import { scopeName } from '../verdict-sentences.ts';
import { filePicker } from './file-picker.ts';

/** Rows drawn at once; more come when the reader asks, so that 20,000 rules do not hold up the page. */
export const ROWS_AT_ONCE = 50;

const DAY_SECONDS = 86_400;
/** Days that a new rule may hold; 0 is for good. */
const HOLDS_DAYS = [0, 1, 7, 30, 365] as const;

const HOLDS_NAMES: Readonly<Record<(typeof HOLDS_DAYS)[number], MessageKey>> = {
  0: 'holds_always',
  1: 'holds_1',
  7: 'holds_7',
  30: 'holds_30',
  365: 'holds_365',
};

const SCOPE_HINTS: Readonly<Record<TrustScope, MessageKey>> = {
  link: 'scopeHint_link',
  path: 'scopeHint_path',
  host: 'scopeHint_host',
  site: 'scopeHint_site',
  sender: 'scopeHint_sender',
};

/** As typed, so that a refused form keeps what was entered. */
export interface TypedRule {
  readonly subject: string;
  readonly scope: TrustScope;
  readonly expiresAt: number | null;
  readonly note: string;
}

export type Undo =
  /** What was removed. */
  | { readonly kind: 'put-back'; readonly rules: readonly Rule[] }
  /** What was added just now, for something else about the same subject or not. */
  | { readonly kind: 'take-back'; readonly ruleId: string }
  /** What a file added. */
  | { readonly kind: 'take-out'; readonly ids: readonly string[] };

export interface RulesListState {
  readonly kind: 'ready';
  readonly rules: readonly Rule[];
  readonly search: string;
  readonly rows: number;
  readonly scope: TrustScope;
  /** What stands in the subject field, to say at once what it would cover. */
  readonly typed: string;
  /** What the typed subject would cover; null until that is worked out. */
  readonly meaning: ScopedSubject | SubjectFailure | null;
  /** Counts the rules added here; a new number empties the form. */
  readonly form: number;
  readonly refused: { readonly because: RuleRefusal; readonly subject: string } | null;
  readonly editing: string | null;
  readonly said: Sentence;
  readonly undo: Undo | null;
}

export type RulesState = { readonly kind: 'loading' } | { readonly kind: 'unanswered' } | RulesListState;

export interface RulesActions {
  readonly search: (text: string) => void;
  readonly more: () => void;
  readonly chooseScope: (scope: TrustScope) => void;
  readonly type: (subject: string) => void;
  readonly add: (typed: TypedRule) => void;
  readonly edit: (id: string | null) => void;
  readonly save: (id: string, note: string, expiresAt: number | null) => void;
  readonly remove: (ids: readonly string[]) => void;
  readonly undo: (undo: Undo) => void;
  readonly exportList: () => void;
  readonly importFile: (file: File) => void;
}

/** The allowlist (`trust`) or the block list. */
export function rulesView(
  action: Rule['action'],
  state: RulesState,
  actions: RulesActions,
  context: PageContext,
): readonly Node[] {
  const { texts } = context;
  switch (state.kind) {
    case 'loading':
      return [el('p', { ariaBusy: 'true' }, texts.text('loading'))];
    case 'unanswered':
      return [unanswered(context)];
    case 'ready':
      return readyView(action, state, actions, context);
  }
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
  return [
    addForm(action, state, actions, context),
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
    fileActions(action, state, actions, context),
  ];
}

/** In subject and note, as typed, without regard to case. */
export function foundRules(rules: readonly Rule[], search: string): readonly Rule[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return rules;
  return rules.filter(
    ({ subject, note }) => subject.toLowerCase().includes(wanted) || note.toLowerCase().includes(wanted),
  );
}

function refusalKey(refusal: RuleRefusal, action: Rule['action']): MessageKey {
  switch (refusal) {
    case 'not-judged-here':
      return 'refusal_not_judged_here';
    case 'not-trustable':
      return action === 'trust' ? 'refusal_not_trustable' : 'refusal_not_blockable';
    case 'unreadable':
      return 'refusal_unreadable';
    case 'too-many':
      return 'refusal_too_many';
    case 'not-stored':
      return 'refusal_not_stored';
  }
}

function addForm(
  action: Rule['action'],
  state: RulesListState,
  actions: RulesActions,
  context: PageContext,
): HTMLElement {
  const { texts, now } = context;
  const id = (name: string): string => `${action}-${name}`;
  const { refused } = state;
  const subject = withAttributes(
    el('input', {
      type: 'text',
      id: id('subject'),
      name: 'subject',
      required: true,
      autocomplete: 'off',
      spellcheck: false,
      dir: 'ltr',
      placeholder: state.scope === 'sender' ? 'anna@bank.example' : 'bank.example',
      oninput: ({ currentTarget }) => {
        if (currentTarget instanceof HTMLInputElement) actions.type(currentTarget.value);
      },
    }),
    {
      inputmode: state.scope === 'sender' ? 'email' : 'url',
      autocapitalize: 'none',
      'aria-describedby': `${refused === null ? '' : `${id('refused')} `}${id('hint')}`,
      ...(refused === null ? {} : { 'aria-invalid': 'true' }),
    },
  );
  return withAttributes(
    el(
      'form',
      {
        className: 'card form',
        onsubmit: (event) => {
          const values = formValues(event);
          const days = Number(values.get('holds') ?? 0);
          actions.add({
            subject: values.get('subject') ?? '',
            scope: state.scope,
            expiresAt: days > 0 ? now + days * DAY_SECONDS : null,
            note: values.get('note') ?? '',
          });
        },
      },
      el(
        'div',
        { className: 'fields' },
        el(
          'div',
          { className: 'field' },
          label(id('scope'), texts.text('rule_scope')),
          el(
            'select',
            {
              id: id('scope'),
              name: 'scope',
              onchange: ({ currentTarget }) => {
                const chosen = currentTarget instanceof HTMLSelectElement ? currentTarget.value : '';
                const scope = TRUST_SCOPES.find((known) => known === chosen);
                if (scope !== undefined) actions.chooseScope(scope);
              },
            },
            ...(['site', 'host', 'path', 'link', 'sender'] as const).map((scope) =>
              el(
                'option',
                { value: scope, selected: scope === state.scope },
                texts.text(SCOPE_CHOICES[scope]),
              ),
            ),
          ),
        ),
        el(
          'div',
          { className: 'field is-wide' },
          label(id('subject'), texts.text(state.scope === 'sender' ? 'rule_subject_sender' : 'rule_subject')),
          subject,
        ),
      ),
      refused === null
        ? null
        : el(
            'p',
            { id: id('refused'), className: 'refused', role: 'alert' },
            ...texts.pieces<string | Node>(refusalKey(refused.because, action), outside(refused.subject)),
          ),
      el('p', { id: id('hint'), className: 'hint' }, ...meaningOf(action, state, context)),
      el(
        'div',
        { className: 'fields' },
        el(
          'div',
          { className: 'field' },
          label(id('holds'), texts.text('rule_holds')),
          holdsSelect(id('holds'), 0, texts),
        ),
        el(
          'div',
          { className: 'field is-wide' },
          label(id('note'), texts.text('rule_note')),
          el('input', { type: 'text', id: id('note'), name: 'note', maxLength: 500, autocomplete: 'off' }),
        ),
        el(
          'div',
          { className: 'field is-button' },
          el(
            'button',
            { type: 'submit', className: 'primary' },
            texts.text(action === 'trust' ? 'allow_add' : 'block_add'),
          ),
        ),
      ),
    ),
    {
      'data-key': `add-${state.form}`,
      'aria-label': texts.text(action === 'trust' ? 'allow_add_title' : 'block_add_title'),
    },
  );
}

/** What the typed subject would cover; the scope's own explanation until it can be understood. */
function meaningOf(
  action: Rule['action'],
  { typed, meaning, scope }: RulesListState,
  { texts }: PageContext,
): Sentence {
  if (typed.trim() === '' || meaning === null || meaning === 'unreadable')
    return [texts.text(SCOPE_HINTS[scope])];
  if (meaning === 'not-trustable') {
    return texts.pieces<string | Node>(refusalKey(meaning, action), outside(typed));
  }
  return texts.pieces<string | Node>(
    SCOPE_MEANINGS[meaning.scope],
    el('strong', {}, outside(meaning.subject)),
  );
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

function label(control: string, text: string): HTMLElement {
  return withAttributes(el('label', {}, text), { for: control });
}

function holdsSelect(
  id: string,
  chosen: number,
  texts: PageContext['texts'],
  ...more: readonly HTMLOptionElement[]
): HTMLElement {
  return el(
    'select',
    { id, name: 'holds' },
    ...more,
    ...HOLDS_DAYS.map((days) =>
      el('option', { value: String(days), selected: days === chosen }, texts.text(HOLDS_NAMES[days])),
    ),
  );
}

function ruleRow(rule: Rule, actions: RulesActions, context: PageContext): HTMLElement {
  const { texts, formats, now } = context;
  const facts: string[] = [
    scopeName(rule.scope, context),
    texts.text('rule_added', formats.day(rule.addedAt, now)),
  ];
  if (rule.expiresAt !== null) {
    const end = formats.moment(rule.expiresAt, now);
    facts.push(rule.expiresAt > now ? texts.text('rule_until', end) : texts.text('rule_ended', end));
  }
  const isReaders = rule.by === 'reader';
  return withAttributes(
    el(
      'li',
      { className: 'rule' },
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

function editRow(rule: Rule, actions: RulesActions, { texts, formats, now }: PageContext): HTMLElement {
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
            label('edit-holds', texts.text('rule_holds')),
            holdsSelect(
              'edit-holds',
              -1,
              texts,
              el('option', { value: AS_IT_IS, selected: true }, texts.text('holds_as_it_is', end)),
            ),
          ),
          el(
            'div',
            { className: 'field is-wide' },
            label('edit-note', texts.text('rule_note')),
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

function fileActions(
  action: Rule['action'],
  state: RulesListState,
  actions: RulesActions,
  { texts }: PageContext,
): HTMLElement {
  const id = `${action}-import`;
  const exportButton: Child =
    state.rules.length === 0
      ? null
      : el(
          'button',
          { type: 'button', className: 'quiet', onclick: actions.exportList },
          texts.text('rules_export'),
        );
  return el(
    'div',
    { className: 'actions' },
    exportButton,
    filePicker(id, texts.text('rules_import'), actions.importFile),
  );
}
