import { LIST_REFUSAL_TEXTS } from '../../list-refusals.ts';
import { LIST_PRESETS, type ListPreset } from '../../../../core/feed/list-presets.ts';
import { CATEGORIES } from '../../../../core/verdict/verdict.ts';
import type { MessageKey } from '../../../platform/texts/texts.ts';
import type { ListRefusal } from '../../../protocol/device-list-messages.ts';
import { el } from '../../element.ts';
import { formValues } from '../../form-values.ts';
import { outside } from '../../outside.tsx';
import type { PageContext } from '../../page-context.ts';
import { categoryName } from '../../verdict-sentences.ts';
import type { DeviceListsState, DeviceListsActions } from './device-lists-state.ts';

const REFUSALS: Readonly<Record<ListRefusal | 'no-permission', MessageKey>> = {
  ...LIST_REFUSAL_TEXTS,
  'no-permission': 'listRefusal_no_permission',
};

export function deviceListForm(
  { refused, lists }: DeviceListsState & { kind: 'ready' },
  actions: DeviceListsActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  return (
    <form
      className="card form"
      onsubmit={(event) => {
        const values = formValues(event);
        actions.add({
          url: values.get('url') ?? '',
          name: '',
          category: CATEGORIES.find((category) => category === values.get('category')) ?? 'spam',
          licence: '',
        });
      }}
      data-key="list-form"
      aria-label={texts.text('deviceLists_form')}
    >
      <h3>{texts.text('deviceLists_form')}</h3>
      <ul className="plain rows">
        {LIST_PRESETS.filter(({ url }) => !lists.some(({ status }) => status.url === url)).map((preset) =>
          presetRow(preset, actions, context),
        )}
      </ul>
      <div className="fields">
        <div className="field is-wide">
          <label htmlFor="list-url">{texts.text('deviceLists_url')}</label>
          <input
            type="text"
            id="list-url"
            name="url"
            required
            autocomplete="off"
            spellcheck={false}
            dir="ltr"
            placeholder="https://lists.example/domains.txt"
            inputMode="url"
            aria-describedby={refused === null ? 'list-hint' : 'list-refused list-hint'}
            aria-invalid={refused === null ? undefined : 'true'}
          />
        </div>
        <div className="field">
          <label htmlFor="list-category">{texts.text('deviceLists_category')}</label>
          <select id="list-category" name="category">
            {CATEGORIES.map((category) => (
              <option value={category}>{categoryName(category, context)}</option>
            ))}
          </select>
        </div>
        <div className="field is-button">
          <button type="submit" className="primary">
            {texts.text('deviceLists_add')}
          </button>
        </div>
      </div>
      {refused !== null && (
        <p id="list-refused" className="refused" role="alert">
          {texts.text(REFUSALS[refused])}
        </p>
      )}
      <p id="list-hint" className="hint">
        {texts.text('deviceLists_hint')}
      </p>
    </form>
  );
}

function presetRow(preset: ListPreset, actions: DeviceListsActions, context: PageContext): HTMLElement {
  const { texts } = context;
  return (
    <li className="rule">
      <div className="rule-text">
        <span className="row-title">
          {outside(preset.name)}
          {' — '}
          {categoryName(preset.category, context)}
        </span>
        <span className="hint">{outside(preset.licence)}</span>
      </div>
      <div className="actions">
        <button
          type="button"
          className="quiet"
          onclick={() => actions.add(preset)}
          aria-label={texts.text('deviceLists_add_named', preset.name)}
        >
          {texts.text('deviceLists_add')}
        </button>
      </div>
    </li>
  );
}
