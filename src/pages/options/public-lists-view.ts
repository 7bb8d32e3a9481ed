import { CATEGORIES, type Category } from '../../core/verdict/verdict.ts';
import type { MessageKey } from '../../platform/texts.ts';
import type { DeviceList, ListCounts, ListImport, ListRefusal } from '../../protocol/device-list-messages.ts';
import { el, withAttributes, type Child } from '../element.ts';
import { formValues } from '../form-values.ts';
import { outside, spoken } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { progress } from '../progress.ts';
import { failureHappened, failureSentences, listLine } from '../status-sentences.ts';
import { unanswered } from '../unanswered.ts';
import { categoryName } from '../verdict-sentences.ts';
import { filePicker } from './file-picker.ts';
import { LIST_PRESETS, type ListPreset } from './list-presets.ts';

export type PublicListsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unanswered' }
  | {
      readonly kind: 'ready';
      readonly lists: readonly DeviceList[];
      readonly importing: ListImport | null;
      readonly refused: ListRefusal | 'no-permission' | 'unreadable-here' | null;
      readonly said: string;
    };

export interface TypedList {
  readonly url: string;
  readonly name: string;
  readonly category: Category;
  readonly licence: string;
}

export interface PublicListsActions {
  /** Within the reader's click, so that the browser may ask for the permission. */
  readonly read: (typed: TypedList) => void;
  readonly readFile: (file: File) => void;
  readonly add: (importId: string) => void;
  readonly cancel: (importing: ListImport) => void;
  readonly remove: (list: DeviceList) => void;
}

const REFUSALS: Readonly<Record<ListRefusal | 'no-permission' | 'unreadable-here', MessageKey>> = {
  'not-a-url': 'listRefusal_not_a_url',
  'not-https': 'listRefusal_not_https',
  'private-host': 'listRefusal_private_host',
  'already-there': 'listRefusal_already_there',
  'too-many': 'listRefusal_too_many',
  'import-gone': 'listRefusal_import_gone',
  'not-stored': 'refusal_not_stored',
  'no-permission': 'listRefusal_no_permission',
  'unreadable-here': 'listRefusal_unreadable_here',
};

/** Lists that are read and compiled on this device: any public one, or a file. They only ever make caution. */
export function publicListsView(
  state: PublicListsState,
  actions: PublicListsActions,
  context: PageContext,
): readonly Node[] {
  switch (state.kind) {
    case 'loading':
      return [el('p', { ariaBusy: 'true' }, context.texts.text('loading'))];
    case 'unanswered':
      return [unanswered(context)];
    case 'ready':
      return [
        el('p', { className: 'said', role: 'status' }, state.said),
        ...state.lists.map((list) => listCard(list, actions, context)),
        state.importing === null
          ? addForm(state, actions, context)
          : importCard(state.importing, actions, context),
      ];
  }
}

function listCard(list: DeviceList, actions: PublicListsActions, context: PageContext): HTMLElement {
  const { texts } = context;
  const { status, category, licence, counts } = list;
  const failed = failureSentences(status, context);
  return withAttributes(
    el(
      'article',
      { className: 'card channel' },
      el(
        'header',
        { className: 'card-head' },
        el('h3', { id: `list-${status.id}` }, outside(status.name)),
        el('span', { className: 'chip' }, categoryName(category, context)),
      ),
      el('p', { className: 'list-line' }, listLine(status, context)),
      status.activity.kind === 'updating' ? progress(status.activity, context) : null,
      failed === null
        ? null
        : el(
            'div',
            { className: 'notice is-caution' },
            el('p', { className: 'notice-title' }, texts.text('failure_title')),
            el('p', {}, ...failed.happened),
            el('p', {}, ...failed.means),
            el('p', {}, ...failed.todo),
          ),
      status.url === null ? null : el('p', { className: 'hint' }, outside(status.url)),
      counts === null ? null : countsLine(counts, context),
      licence === ''
        ? null
        : el('p', { className: 'hint' }, ...texts.pieces<string | Node>('source_licence', outside(licence))),
      el(
        'p',
        { className: 'actions' },
        withAttributes(
          el('button', { type: 'button', onclick: () => actions.remove(list) }, texts.text('remove')),
          { 'aria-label': texts.text('rule_remove_named', spoken(status.name)) },
        ),
      ),
    ),
    { 'data-key': status.id, 'aria-labelledby': `list-${status.id}` },
  );
}

/** What was taken and what was left out, in numbers. */
function countsLine(counts: ListCounts, { texts }: PageContext): HTMLElement {
  const parts = [texts.count('publicLists_entries', counts.entries)];
  if (counts.dropped > 0) parts.push(texts.count('publicLists_dropped', counts.dropped));
  if (counts.canaries > 0) parts.push(texts.count('publicLists_canaries', counts.canaries));
  if (counts.refused > 0) parts.push(texts.count('publicLists_refused', counts.refused));
  return el('p', {}, parts.join(texts.gap));
}

function importCard(importing: ListImport, actions: PublicListsActions, context: PageContext): HTMLElement {
  const { texts } = context;
  const { state } = importing;
  return withAttributes(
    el(
      'section',
      { className: 'card form' },
      el('h3', { id: 'import-title', tabIndex: -1 }, outside(importing.name)),
      ...importParts(),
      el(
        'p',
        { className: 'actions' },
        state.kind === 'ready'
          ? el(
              'button',
              {
                type: 'button',
                id: 'import-add',
                className: 'primary',
                onclick: () => actions.add(importing.import),
              },
              texts.text('publicLists_add'),
            )
          : null,
        el(
          'button',
          { type: 'button', id: 'import-cancel', onclick: () => actions.cancel(importing) },
          texts.text(state.kind === 'failed' ? 'close' : 'cancel'),
        ),
      ),
    ),
    { 'data-key': 'import', 'aria-labelledby': 'import-title' },
  );

  function importParts(): readonly Child[] {
    switch (state.kind) {
      case 'reading':
      case 'building':
        return [
          progress(
            state.kind === 'building'
              ? { kind: 'updating', step: 'build', receivedBytes: 0, totalBytes: 0 }
              : { ...state, kind: 'updating', step: 'download' },
            context,
          ),
          el('p', { className: 'hint' }, texts.count('publicLists_so_far', state.entries)),
        ];
      case 'ready':
        return [
          countsLine({ ...state.counts, canaries: 0 }, context),
          el(
            'p',
            {},
            state.counts.canaries === 0
              ? texts.text('publicLists_asked_none', state.canariesAsked)
              : texts.count('publicLists_asked', state.counts.canaries, state.canariesAsked),
            texts.gap,
            state.openLinks === 0
              ? texts.text('publicLists_no_mail')
              : texts.count('publicLists_open_mail', state.openFlagged, state.openLinks),
          ),
          el('p', { className: 'hint' }, texts.text('publicLists_caution')),
        ];
      case 'failed':
        return [
          el(
            'p',
            { className: 'refused', role: 'alert' },
            ...failureHappened(state.failure.kind, sourceOf(importing), state.failure.detail, context),
            texts.gap,
            texts.text('publicLists_nothing_added'),
          ),
        ];
    }
  }
}

/** Host of a list, or the name of a file. */
function sourceOf({ url, name }: ListImport): string {
  return url !== null && URL.canParse(url) ? new URL(url).host : name;
}

function addForm(
  { refused, lists }: PublicListsState & { kind: 'ready' },
  actions: PublicListsActions,
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
          actions.read({
            url: values.get('url') ?? '',
            name: '',
            category: CATEGORIES.find((category) => category === values.get('category')) ?? 'spam',
            licence: '',
          });
        },
        ondragover: (event) => event.preventDefault(),
        ondrop: (event) => {
          event.preventDefault();
          const file = event.dataTransfer?.files[0];
          if (file !== undefined) actions.readFile(file);
        },
      },
      el('h3', {}, texts.text('publicLists_form')),
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
          withAttributes(el('label', {}, texts.text('publicLists_url')), { for: 'list-url' }),
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
          withAttributes(el('label', {}, texts.text('publicLists_category')), { for: 'list-category' }),
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
          el('button', { type: 'submit', className: 'primary' }, texts.text('publicLists_read')),
        ),
      ),
      refused === null
        ? null
        : el('p', { id: 'list-refused', className: 'refused', role: 'alert' }, texts.text(REFUSALS[refused])),
      el('p', { id: 'list-hint', className: 'hint' }, texts.text('publicLists_hint')),
      el(
        'div',
        { className: 'actions' },
        filePicker('list-file', texts.text('publicLists_file'), actions.readFile, ''),
      ),
    ),
    { 'data-key': 'list-form', 'aria-label': texts.text('publicLists_form') },
  );
}

function presetRow(preset: ListPreset, actions: PublicListsActions, context: PageContext): HTMLElement {
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
          { type: 'button', className: 'quiet', onclick: () => actions.read(preset) },
          texts.text('publicLists_read'),
        ),
        { 'aria-label': texts.text('publicLists_read_named', preset.name) },
      ),
    ),
  );
}
