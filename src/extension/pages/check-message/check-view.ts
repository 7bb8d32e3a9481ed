import { el, withAttributes } from '../element.ts';
import { formValues } from '../form-values.ts';
import { icon } from '../icon.ts';
import { mailServer } from '../mail-server.ts';
import { outside } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { protectionLine } from '../protection-line.ts';
import { statusLine } from '../status-line.ts';
import type { Sentence } from '../status-sentences.ts';
import type { CheckActions, CheckItem, CheckState } from './check-state.ts';
import { messageCard } from './message-card.ts';
import { summarySentence } from './summary-sentence.ts';

export function checkView(state: CheckState, actions: CheckActions, context: PageContext): readonly Node[] {
  const { texts } = context;
  const { items } = state;
  return [
    el(
      'header',
      { className: 'masthead' },
      el('img', { src: '/icons/icon.svg', alt: '', width: 48, height: 48 }),
      el('h1', {}, texts.text('check_title')),
    ),
    el(
      'main',
      {},
      el('p', { className: 'lead' }, texts.text('check_lead')),
      intake(state, actions, context),
      // Always drawn: screen readers ignore a region inserted with its text.
      statusLine(
        summarySentence(state, context),
        state.undo === null ? null : { id: 'undo', run: state.undo },
        context,
      ),
      overall(items, actions, context),
      items.length === 0
        ? null
        : el(
            'ul',
            { className: 'plain checked-messages', id: 'messages' },
            ...items.map((item) => messageCard(item, items.length === 1, state, actions, context)),
          ),
      items.length === 0 || isBusy(items)
        ? null
        : el(
            'p',
            { className: 'actions' },
            el(
              'button',
              { type: 'button', id: 'clear', className: 'quiet', onclick: actions.clear },
              texts.text('check_clear'),
            ),
          ),
      withAttributes(
        el(
          'section',
          { className: 'prose', id: 'server' },
          el('h2', { id: 'server-title' }, texts.text('mailServer_title')),
          ...mailServer(
            {
              chosen: state.preferences?.mailServer ?? null,
              isTyping: state.isTypingServer,
              isRefused: state.refusedServer,
            },
            { choose: actions.chooseServer, type: actions.typeServer },
            context,
          ),
        ),
        { 'aria-labelledby': 'server-title' },
      ),
      howTo(state, context),
    ),
  ];
}

function intake(state: CheckState, actions: CheckActions, context: PageContext): HTMLElement {
  const { texts } = context;
  const { channels } = state;
  return withAttributes(
    el(
      'section',
      { className: 'card', id: 'intake' },
      el('h2', { id: 'intake-title', className: 'spoken' }, texts.text('check_intake')),
      el(
        'div',
        { className: `drop-zone${state.isDragging ? ' is-over' : ''}` },
        el('p', { className: 'drop-title' }, texts.text(state.isDragging ? 'check_drop_now' : 'check_drop')),
        el('p', { className: 'actions' }, filesPicker(actions, context)),
        el('p', { className: 'hint', id: 'files-hint' }, texts.text('check_drop_hint')),
      ),
      withAttributes(
        el(
          'form',
          {
            className: 'form',
            onsubmit: (event) => actions.addText(formValues(event).get('text') ?? ''),
          },
          el(
            'div',
            { className: 'field is-wide' },
            withAttributes(el('label', {}, texts.text('check_text')), { for: 'text' }),
            withAttributes(
              el('textarea', { id: 'text', name: 'text', rows: 4, autocomplete: 'off', spellcheck: false }),
              { 'data-key': `text-${state.textKey}` },
            ),
          ),
          el(
            'p',
            { className: 'actions' },
            el('button', { type: 'submit', id: 'check-text' }, texts.text('check_text_do')),
          ),
        ),
        { 'data-key': 'text-form' },
      ),
      el('p', { className: 'hint' }, texts.text('check_private')),
      channels === null ? null : el('p', { className: 'hint' }, ...protectionLine(channels, context)),
    ),
    { 'aria-labelledby': 'intake-title' },
  );
}

/** A real file input, for keyboard and screen readers. */
function filesPicker({ addFiles }: CheckActions, { texts }: PageContext): HTMLElement {
  return el(
    'span',
    { className: 'file is-primary' },
    withAttributes(
      el('input', {
        type: 'file',
        id: 'files',
        multiple: true,
        accept: '.eml,.mht,.mhtml,.html,.htm,.svg,.ics,.txt,message/rfc822,text/*,image/*,.pdf',
        onchange: ({ currentTarget }) => {
          if (!(currentTarget instanceof HTMLInputElement)) return;
          const files = [...(currentTarget.files ?? [])];
          // Allows choosing the same file again.
          currentTarget.value = '';
          if (files.length > 0) addFiles(files);
        },
      }),
      { 'aria-describedby': 'files-hint' },
    ),
    withAttributes(el('label', {}, texts.text('check_files')), { for: 'files' }),
  );
}

function isBusy(items: readonly CheckItem[]): boolean {
  return items.some(({ progress: { kind } }) => kind !== 'done' && kind !== 'failed');
}

function overall(
  items: readonly CheckItem[],
  { stop }: CheckActions,
  context: PageContext,
): HTMLElement | null {
  const { texts } = context;
  if (!isBusy(items)) return null;
  const over = items.filter(({ progress: { kind } }) => kind === 'done' || kind === 'failed').length;
  const now = items.find(
    ({ progress: { kind } }) => kind !== 'done' && kind !== 'failed' && kind !== 'waiting',
  );
  const line: Sentence = [
    texts.text('check_progress', over, items.length),
    ...(now === undefined || now.name === '' ? [] : [texts.gap, outside(now.name)]),
  ];
  return el(
    'div',
    { className: 'progress', id: 'progress' },
    el('progress', {
      ariaLabel: texts.text('check_progress', over, items.length),
      max: items.length,
      value: over,
    }),
    el('span', {}, ...line),
    el('button', { type: 'button', id: 'stop', onclick: stop }, texts.text('check_stop')),
  );
}

function howTo({ items }: CheckState, { texts }: PageContext): HTMLElement | null {
  if (items.length > 0) return null;
  return el(
    'section',
    { className: 'prose', id: 'how-to' },
    el('h2', {}, texts.text('check_how_title')),
    el(
      'ul',
      {},
      el('li', {}, texts.text('check_how_1')),
      el('li', {}, texts.text('check_how_2')),
      el('li', {}, texts.text('check_how_3')),
      el('li', {}, texts.text('check_how_4')),
    ),
    el('p', {}, icon('unchecked'), ' ', texts.text('check_how_note')),
  );
}
