import { CATEGORIES, type Category } from '../../core/verdict/verdict.ts';
import type { MessageKey } from '../../platform/texts.ts';
import {
  MAX_TYPED_LENGTH,
  type DeviceList,
  type ListImport,
  type ListImportState,
  type ListRefusal,
} from '../../protocol/messages.ts';
import { el, withAttributes } from '../element.ts';
import { formValues } from '../form-values.ts';
import { outside, spoken } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { progress } from '../progress.ts';
import { failureSentences, listLine, whatHappened } from '../status-sentences.ts';
import { categoryName } from '../verdict-sentences.ts';
import { filePicker } from './file-picker.ts';
import { LIST_PRESETS, type ListPreset } from './list-presets.ts';

/** What the form asks to be fetched. */
export interface WantedList {
  readonly url: string;
  readonly name: string;
  readonly category: Category;
  readonly licence: string;
}

export interface DeviceListsState {
  readonly lists: readonly DeviceList[];
  readonly importing: ListImport | null;
  readonly form: 'closed' | 'open';
  readonly refused: ListRefusal | null;
  /** What just happened here, for the eye and for screen readers. */
  readonly said: string;
}

export interface DeviceListsActions {
  readonly open: () => void;
  readonly close: () => void;
  readonly check: (wanted: WantedList) => void;
  readonly checkFile: (file: File, category: Category) => void;
  /** Asks the browser for the permission to read from the host, then tries again. */
  readonly allow: (url: string) => void;
  readonly retry: () => void;
  readonly cancel: () => void;
  readonly add: () => void;
  readonly remove: (list: DeviceList) => void;
}

const REFUSALS: Readonly<Record<ListRefusal, MessageKey>> = {
  'not-a-url': 'list_refused_not_a_url',
  'not-https': 'channelRefusal_not_https',
  'private-host': 'list_refused_private_host',
  'already-there': 'list_refused_already_there',
  'too-many': 'list_refused_too_many',
  'import-gone': 'list_refused_import_gone',
  'not-stored': 'refusal_not_stored',
};

export function deviceListsView(
  state: DeviceListsState,
  actions: DeviceListsActions,
  context: PageContext,
): readonly Node[] {
  const { texts } = context;
  return [
    el('h3', { id: 'own-lists' }, texts.text('list_own_title')),
    el('p', { className: 'hint' }, texts.text('list_own_intro')),
    el('p', { className: 'said', role: 'status' }, state.said),
    ...state.lists.map((list) => card(list, actions, context)),
    state.importing === null
      ? state.form === 'closed'
        ? opener(actions, context)
        : form(state.refused, actions, context)
      : importCard(state.importing, state.refused, actions, context),
  ];
}

function opener({ open }: DeviceListsActions, { texts }: PageContext): HTMLElement {
  return withAttributes(
    el(
      'p',
      { className: 'actions' },
      el('button', { type: 'button', id: 'list-open', onclick: open }, texts.text('list_add')),
    ),
    { 'data-key': 'list-closed' },
  );
}

function card(list: DeviceList, actions: DeviceListsActions, context: PageContext): HTMLElement {
  const { texts, formats, now } = context;
  const { status, category, licence, counts } = list;
  const title = `list-${status.id}`;
  const failure = failureSentences(status, context);
  const rows: (readonly [MessageKey, string | Node])[] = [
    ...(status.url === null ? [] : ([['fact_address', outside(status.url)]] as const)),
    ['list_category', categoryName(category, context)],
    ['fact_entries', formats.number(status.entries)],
    ...(counts === null
      ? []
      : ([
          ['list_left_out', formats.number(counts.dropped)],
          ['list_unread', formats.number(counts.refused)],
        ] as const)),
    ['fact_size', formats.bytes(status.bytes)],
  ];
  return withAttributes(
    el(
      'article',
      { className: `card channel is-${status.kind}` },
      el(
        'header',
        { className: 'card-head' },
        el('h4', { id: title }, outside(status.name)),
        el(
          'span',
          { className: 'chip' },
          texts.text(status.url === null ? 'list_from_file' : 'list_from_url'),
        ),
      ),
      el(
        'p',
        { className: 'list-line' },
        status.url === null
          ? texts.text('list_file_line', formats.listDate(status.publishedAt, now))
          : listLine(status, context),
      ),
      status.activity.kind === 'updating' ? progress(status.activity, context) : null,
      failure === null
        ? null
        : el(
            'div',
            { className: 'notice is-caution' },
            el('p', { className: 'notice-title' }, texts.text('failure_title')),
            el('p', {}, ...failure.happened),
            el('p', {}, ...failure.means),
            el('p', {}, ...failure.todo),
          ),
      facts(rows, context),
      licence === ''
        ? null
        : el('p', { className: 'hint' }, ...texts.pieces<string | Node>('source_licence', outside(licence))),
      el(
        'p',
        { className: 'actions' },
        el(
          'button',
          {
            type: 'button',
            ariaLabel: texts.text('list_remove_named', spoken(status.name)),
            onclick: () => actions.remove(list),
          },
          texts.text('remove'),
        ),
      ),
    ),
    { 'data-key': status.id, 'aria-labelledby': title },
  );
}

function facts(rows: readonly (readonly [MessageKey, string | Node])[], { texts }: PageContext): HTMLElement {
  return el(
    'dl',
    { className: 'facts' },
    ...rows.map(([key, value]) =>
      el(
        'div',
        { className: key === 'fact_address' ? 'is-wide' : '' },
        el('dt', {}, texts.text(key)),
        el('dd', {}, value),
      ),
    ),
  );
}

function form(refused: ListRefusal | null, actions: DeviceListsActions, context: PageContext): HTMLElement {
  const { texts } = context;
  const described = refused === null ? 'list-hint' : 'list-refused list-hint';
  return withAttributes(
    el(
      'form',
      {
        className: 'card form',
        onsubmit: (event) => {
          const values = formValues(event);
          const category = categoryOf(values.get('category') ?? '');
          actions.check({ url: values.get('url') ?? '', name: '', category, licence: '' });
        },
      },
      el('h4', {}, texts.text('list_add_title')),
      withAttributes(el('label', {}, texts.text('list_url')), { for: 'list-url' }),
      withAttributes(
        el('input', {
          type: 'text',
          inputMode: 'url',
          id: 'list-url',
          name: 'url',
          required: true,
          spellcheck: false,
          autocomplete: 'off',
          maxLength: MAX_TYPED_LENGTH,
          dir: 'ltr',
        }),
        { 'aria-describedby': described, ...(refused === null ? {} : { 'aria-invalid': 'true' }) },
      ),
      refused === null
        ? null
        : el('p', { id: 'list-refused', className: 'refused', role: 'alert' }, texts.text(REFUSALS[refused])),
      el('p', { id: 'list-hint', className: 'hint' }, texts.text('list_url_hint')),
      withAttributes(el('label', {}, texts.text('list_category')), { for: 'list-category' }),
      el(
        'select',
        { id: 'list-category', name: 'category' },
        ...CATEGORIES.map((category) => el('option', { value: category }, categoryName(category, context))),
      ),
      el(
        'p',
        { className: 'actions' },
        el('button', { type: 'submit', className: 'primary' }, texts.text('list_check')),
        filePicker(
          'list-file',
          texts.text('list_file'),
          (file) => actions.checkFile(file, chosenCategory()),
          '',
        ),
        el('button', { type: 'button', onclick: actions.close }, texts.text('cancel')),
      ),
      el('h4', {}, texts.text('list_presets')),
      el(
        'ul',
        { className: 'plain rows' },
        ...LIST_PRESETS.map((preset) => presetRow(preset, actions, context)),
      ),
    ),
    { 'data-key': 'list-form' },
  );
}

function presetRow(preset: ListPreset, actions: DeviceListsActions, { texts }: PageContext): HTMLElement {
  const { name, url, category, licence, about } = preset;
  return withAttributes(
    el(
      'li',
      {},
      el('span', { className: 'row-title' }, outside(name)),
      el('span', { className: 'hint' }, texts.text(about)),
      el('span', { className: 'hint' }, ...texts.pieces<string | Node>('source_licence', outside(licence))),
      el(
        'span',
        { className: 'actions' },
        el(
          'button',
          {
            type: 'button',
            ariaLabel: texts.text('list_check_named', spoken(name)),
            onclick: () => actions.check({ url, name, category, licence }),
          },
          texts.text('list_check'),
        ),
      ),
    ),
    { 'data-key': preset.id },
  );
}

function categoryOf(value: string): Category {
  return CATEGORIES.find((category) => category === value) ?? 'phishing';
}

/** The file field has no form of its own: what is chosen beside it counts. */
function chosenCategory(): Category {
  const field = document.getElementById('list-category');
  return categoryOf(field instanceof HTMLSelectElement ? field.value : '');
}

function importCard(
  { name, url, state }: ListImport,
  refused: ListRefusal | null,
  actions: DeviceListsActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  return withAttributes(
    el(
      'section',
      { className: 'card form' },
      el('h4', { id: 'list-import', tabIndex: -1 }, outside(name)),
      ...importState(state, url, actions, context),
      refused === null
        ? null
        : el('p', { className: 'refused', role: 'alert' }, texts.text(REFUSALS[refused])),
      el(
        'p',
        { className: 'actions' },
        ...importButtons(state, url, actions, context),
        el('button', { type: 'button', id: 'list-cancel', onclick: actions.cancel }, texts.text('cancel')),
      ),
    ),
    { 'data-key': 'list-import', 'aria-labelledby': 'list-import' },
  );
}

function importState(
  state: ListImportState,
  url: string | null,
  { allow }: DeviceListsActions,
  context: PageContext,
): readonly Node[] {
  const { texts, formats } = context;
  switch (state.kind) {
    case 'reading': {
      const { receivedBytes, totalBytes, entries } = state;
      const activity = { kind: 'updating', step: 'download', receivedBytes, totalBytes } as const;
      return [
        progress(activity, context),
        el('p', { className: 'hint' }, texts.count('list_so_far', entries)),
      ];
    }
    case 'building':
      return [
        progress({ kind: 'updating', step: 'build', receivedBytes: 0, totalBytes: 0 }, context),
        el('p', { className: 'hint' }, texts.count('list_so_far', state.entries)),
      ];
    case 'ready': {
      const { counts, bytes, canariesAsked, openLinks, openFlagged } = state;
      return [
        el(
          'ul',
          { className: 'plain rows', id: 'list-says' },
          el('li', {}, texts.count('list_ready_entries', counts.entries, formats.bytes(bytes))),
          el(
            'li',
            {},
            texts.text(
              'list_ready_canaries',
              formats.number(canariesAsked),
              formats.number(counts.canaries),
              formats.number(counts.dropped),
            ),
          ),
          el(
            'li',
            {},
            openLinks === 0
              ? texts.text('list_ready_no_mail')
              : texts.text('list_ready_open', formats.number(openLinks), formats.number(openFlagged)),
          ),
          counts.refused === 0 ? null : el('li', {}, texts.count('list_ready_refused', counts.refused)),
        ),
        el('p', { className: 'hint' }, texts.text(url === null ? 'list_ready_file' : 'list_ready_means')),
      ];
    }
    case 'failed': {
      const host = url === null ? texts.text('list_the_file') : new URL(url).hostname;
      const canAllow = state.failure.kind === 'unreachable' && url !== null;
      return [
        el('p', { role: 'alert' }, ...whatHappened(state.failure, host, context)),
        ...(canAllow
          ? [
              el('p', { className: 'hint' }, texts.text('list_allow_hint')),
              el(
                'p',
                { className: 'actions' },
                el(
                  'button',
                  { type: 'button', id: 'list-allow', className: 'primary', onclick: () => allow(url) },
                  ...texts.pieces<string | Node>('list_allow', outside(host)),
                ),
              ),
            ]
          : []),
      ];
    }
  }
}

function importButtons(
  state: ListImportState,
  url: string | null,
  { add, retry }: DeviceListsActions,
  { texts }: PageContext,
): readonly Node[] {
  if (state.kind === 'ready') {
    return [
      el(
        'button',
        { type: 'button', id: 'list-confirm', className: 'primary', onclick: add },
        texts.text('list_confirm'),
      ),
    ];
  }
  if (state.kind !== 'failed' || url === null) return [];
  return [el('button', { type: 'button', id: 'list-retry', onclick: retry }, texts.text('list_retry'))];
}
