import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, type MessageKey } from '../../../platform/texts/texts.ts';
import type { CurrentPreferences, Preferences } from '../../../protocol/preference-messages.ts';
import { el, withAttributes } from '../../element.ts';
import type { PageContext } from '../../page-context.ts';
import { type ForgetActions, forgetSenders } from '../parts/confirm-button.ts';

export type SetPreferences = (change: Partial<Preferences>) => void;

interface Choice<Value> {
  readonly value: Value;
  readonly name: MessageKey;
  readonly hint: MessageKey;
}

const AT_A_CLICK: readonly Choice<Preferences['onDanger']>[] = [
  { value: 'mark', name: 'click_mark', hint: 'click_mark_hint' },
  { value: 'ask', name: 'click_ask', hint: 'click_ask_hint' },
  { value: 'disable', name: 'click_disable', hint: 'click_disable_hint' },
];

export function levelsView(
  preferences: CurrentPreferences,
  set: SetPreferences,
  context: PageContext,
): readonly Node[] {
  const { texts } = context;
  return [
    el(
      'div',
      { className: 'columns' },
      choices(
        'danger',
        texts.text('levels_danger'),
        AT_A_CLICK,
        preferences.onDanger,
        preferences.locked.includes('onDanger'),
        (onDanger) => set({ onDanger }),
        context,
      ),
      choices(
        'caution',
        texts.text('levels_caution'),
        AT_A_CLICK,
        preferences.onCaution,
        preferences.locked.includes('onCaution'),
        (onCaution) => set({ onCaution }),
        context,
      ),
    ),
  ];
}

function choices<Value extends string>(
  name: 'danger' | 'caution',
  legend: string,
  options: readonly Choice<Value>[],
  chosen: Value,
  isLocked: boolean,
  choose: (value: Value) => void,
  { texts }: PageContext,
): HTMLElement {
  return el(
    'fieldset',
    { className: `card level is-${name}` },
    el('legend', {}, legend),
    ...lockedNote(isLocked, texts),
    ...options.map(({ value, name: title, hint }) => {
      const id = `${name}-${value}`;
      return el(
        'div',
        { className: 'choice' },
        withAttributes(
          el('input', {
            type: 'radio',
            id,
            name,
            value,
            checked: value === chosen,
            disabled: isLocked,
            onchange: () => choose(value),
          }),
          { 'aria-describedby': `${id}-hint` },
        ),
        el(
          'div',
          {},
          withAttributes(el('label', { className: 'row-title' }, texts.text(title)), { for: id }),
          el('span', { className: 'hint', id: `${id}-hint` }, texts.text(hint)),
        ),
      );
    }),
  );
}

function lockedNote(isLocked: boolean, texts: PageContext['texts']): readonly Node[] {
  return isLocked ? [el('span', { className: 'chip' }, texts.text('origin_managed'))] : [];
}

/** The reader chooses, because browsers rarely detect metered connections. */
export function saveDataView(
  preferences: CurrentPreferences,
  set: SetPreferences,
  { texts }: PageContext,
): readonly Node[] {
  const isLocked = preferences.locked.includes('saveData');
  return [
    el(
      'div',
      { className: 'choice' },
      withAttributes(
        el('input', {
          type: 'checkbox',
          disabled: isLocked,
          id: 'save-data',
          checked: preferences.saveData,
          onchange: () => set({ saveData: !preferences.saveData }),
        }),
        { 'aria-describedby': 'save-data-hint' },
      ),
      el(
        'div',
        {},
        withAttributes(el('label', { className: 'row-title' }, texts.text('save_data')), {
          for: 'save-data',
        }),
        el('span', { className: 'hint', id: 'save-data-hint' }, texts.text('save_data_hint')),
        ...lockedNote(isLocked, texts),
      ),
    ),
  ];
}

export function rememberView(
  { rememberCorrespondents }: Preferences,
  asksToForget: boolean,
  set: SetPreferences,
  forget: ForgetActions,
  context: PageContext,
): readonly Node[] {
  const { texts } = context;
  const change = (): void => set({ rememberCorrespondents: !rememberCorrespondents });
  return [
    el(
      'div',
      { className: 'choice' },
      withAttributes(
        el('input', { type: 'checkbox', id: 'remember', checked: rememberCorrespondents, onchange: change }),
        { 'aria-describedby': 'remember-hint' },
      ),
      el(
        'div',
        {},
        withAttributes(el('label', { className: 'row-title' }, texts.text('remember_title')), {
          for: 'remember',
        }),
        el('span', { className: 'hint', id: 'remember-hint' }, texts.text('remember_hint')),
        forgetSenders('remember-clear', 'remember_clear', asksToForget, forget, context),
      ),
    ),
  ];
}

export function languageView(
  preferences: Preferences,
  set: SetPreferences,
  { texts }: PageContext,
): readonly Node[] {
  return [
    el(
      'div',
      { className: 'field' },
      withAttributes(el('label', {}, texts.text('language_label')), { for: 'language' }),
      el(
        'select',
        {
          id: 'language',
          onchange: ({ currentTarget }) => {
            const chosen = currentTarget instanceof HTMLSelectElement ? currentTarget.value : '';
            set({ language: chosen === '' ? null : chosen });
          },
        },
        el(
          'option',
          { value: '', selected: preferences.language === null },
          texts.text('language_of_browser'),
        ),
        ...LANGUAGES.map((language) =>
          el(
            'option',
            {
              value: LANGUAGE_TAGS[language],
              lang: LANGUAGE_TAGS[language],
              selected: preferences.language === LANGUAGE_TAGS[language],
            },
            LANGUAGE_NAMES[language],
          ),
        ),
      ),
    ),
  ];
}
