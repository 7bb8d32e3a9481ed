import { LIST_REFUSAL_TEXTS } from '../../list-refusals.ts';
import { LIST_PRESETS, type ListPreset } from '../../../../core/feed/list-presets.ts';
import { CATEGORIES } from '../../../../core/verdict/verdict.ts';
import type { MessageKey } from '../../../platform/texts/texts.ts';
import type { ListRefusal } from '../../../protocol/device-list-messages.ts';
import { el, withAttributes } from '../../element.ts';
import { formValues } from '../../form-values.ts';
import { outside } from '../../outside.ts';
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
  return withAttributes(
    el(
      'form',
      {
        className: 'card form',
        onsubmit: (event) => {
          const values = formValues(event);
          actions.add({
            url: values.get('url') ?? '',
            name: '',
            category: CATEGORIES.find((category) => category === values.get('category')) ?? 'spam',
            licence: '',
          });
        },
      },
      el('h3', {}, texts.text('deviceLists_form')),
      el(
        'ul',
        { className: 'plain rows' },
        ...LIST_PRESETS.filter(({ url }) => !lists.some(({ status }) => status.url === url)).map((preset) =>
          presetRow(preset, actions, context),
        ),
      ),
      el(
        'div',
        { className: 'fields' },
        el(
          'div',
          { className: 'field is-wide' },
          withAttributes(el('label', {}, texts.text('deviceLists_url')), { for: 'list-url' }),
          withAttributes(
            el('input', {
              type: 'text',
              id: 'list-url',
              name: 'url',
              required: true,
              autocomplete: 'off',
              spellcheck: false,
              dir: 'ltr',
              placeholder: 'https://lists.example/domains.txt',
            }),
            {
              inputmode: 'url',
              'aria-describedby': refused === null ? 'list-hint' : 'list-refused list-hint',
              ...(refused === null ? {} : { 'aria-invalid': 'true' }),
            },
          ),
        ),
        el(
          'div',
          { className: 'field' },
          withAttributes(el('label', {}, texts.text('deviceLists_category')), { for: 'list-category' }),
          el(
            'select',
            { id: 'list-category', name: 'category' },
            ...CATEGORIES.map((category) =>
              el('option', { value: category }, categoryName(category, context)),
            ),
          ),
        ),
        el(
          'div',
          { className: 'field is-button' },
          el('button', { type: 'submit', className: 'primary' }, texts.text('deviceLists_add')),
        ),
      ),
      refused === null
        ? null
        : el('p', { id: 'list-refused', className: 'refused', role: 'alert' }, texts.text(REFUSALS[refused])),
      el('p', { id: 'list-hint', className: 'hint' }, texts.text('deviceLists_hint')),
    ),
    { 'data-key': 'list-form', 'aria-label': texts.text('deviceLists_form') },
  );
}

function presetRow(preset: ListPreset, actions: DeviceListsActions, context: PageContext): HTMLElement {
  const { texts } = context;
  return el(
    'li',
    { className: 'rule' },
    el(
      'div',
      { className: 'rule-text' },
      el(
        'span',
        { className: 'row-title' },
        outside(preset.name),
        ' — ',
        categoryName(preset.category, context),
      ),
      el('span', { className: 'hint' }, outside(preset.licence)),
    ),
    el(
      'div',
      { className: 'actions' },
      withAttributes(
        el(
          'button',
          { type: 'button', className: 'quiet', onclick: () => actions.add(preset) },
          texts.text('deviceLists_add'),
        ),
        { 'aria-label': texts.text('deviceLists_add_named', preset.name) },
      ),
    ),
  );
}
