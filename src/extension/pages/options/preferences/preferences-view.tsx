import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, type MessageKey } from '../../../platform/texts/texts.ts';
import type { CurrentPreferences, Preferences } from '../../../protocol/preference-messages.ts';
import { type Child, el } from '../../element.ts';
import type { PageContext } from '../../page-context.ts';
import { type ForgetActions, forgetSenders } from '../parts/confirm-button.tsx';

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
): Child {
  const { texts } = context;
  return (
    <div className="columns">
      {choices(
        'danger',
        texts.text('levels_danger'),
        AT_A_CLICK,
        preferences.onDanger,
        preferences.locked.includes('onDanger'),
        (onDanger) => set({ onDanger }),
        context,
      )}
      {choices(
        'caution',
        texts.text('levels_caution'),
        AT_A_CLICK,
        preferences.onCaution,
        preferences.locked.includes('onCaution'),
        (onCaution) => set({ onCaution }),
        context,
      )}
    </div>
  );
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
  return (
    <fieldset className={`card level is-${name}`}>
      <legend>{legend}</legend>
      {lockedNote(isLocked, texts)}
      {options.map(({ value, name: title, hint }) => {
        const id = `${name}-${value}`;
        return choice(
          id,
          <input
            type="radio"
            id={id}
            name={name}
            value={value}
            checked={value === chosen}
            disabled={isLocked}
            onchange={() => choose(value)}
            aria-describedby={`${id}-hint`}
          />,
          texts.text(title),
          texts.text(hint),
        );
      })}
    </fieldset>
  );
}

/** @param control - with this id, described by its hint */
function choice(
  id: string,
  control: HTMLElement,
  title: string,
  hint: string,
  more: Child = null,
): HTMLElement {
  return (
    <div className="choice">
      {control}
      <div>
        <label className="row-title" htmlFor={id}>
          {title}
        </label>
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
        {more}
      </div>
    </div>
  );
}

function lockedNote(isLocked: boolean, texts: PageContext['texts']): Child {
  return isLocked && <span className="chip">{texts.text('origin_managed')}</span>;
}

/** The reader chooses, because browsers rarely detect metered connections. */
export function saveDataView(
  preferences: CurrentPreferences,
  set: SetPreferences,
  { texts }: PageContext,
): Child {
  const isLocked = preferences.locked.includes('saveData');
  return choice(
    'save-data',
    <input
      type="checkbox"
      disabled={isLocked}
      id="save-data"
      checked={preferences.saveData}
      onchange={() => set({ saveData: !preferences.saveData })}
      aria-describedby="save-data-hint"
    />,
    texts.text('save_data'),
    texts.text('save_data_hint'),
    lockedNote(isLocked, texts),
  );
}

export function rememberView(
  { rememberCorrespondents }: Preferences,
  asksToForget: boolean,
  set: SetPreferences,
  forget: ForgetActions,
  context: PageContext,
): Child {
  const { texts } = context;
  const change = (): void => set({ rememberCorrespondents: !rememberCorrespondents });
  return choice(
    'remember',
    <input
      type="checkbox"
      id="remember"
      checked={rememberCorrespondents}
      onchange={change}
      aria-describedby="remember-hint"
    />,
    texts.text('remember_title'),
    texts.text('remember_hint'),
    forgetSenders('remember-clear', 'remember_clear', asksToForget, forget, context),
  );
}

export function languageView(preferences: Preferences, set: SetPreferences, { texts }: PageContext): Child {
  return (
    <div className="field">
      <label htmlFor="language">{texts.text('language_label')}</label>
      <select
        id="language"
        onchange={({ currentTarget }) => {
          const chosen = currentTarget instanceof HTMLSelectElement ? currentTarget.value : '';
          set({ language: chosen === '' ? null : chosen });
        }}
      >
        <option value="" selected={preferences.language === null}>
          {texts.text('language_of_browser')}
        </option>
        {LANGUAGES.map((language) => (
          <option
            value={LANGUAGE_TAGS[language]}
            lang={LANGUAGE_TAGS[language]}
            selected={preferences.language === LANGUAGE_TAGS[language]}
          >
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </select>
    </div>
  );
}
