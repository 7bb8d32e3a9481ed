import { type Child, el } from '../element.ts';
import { formValues } from '../form-values.ts';
import { icon } from '../icon.ts';
import { mailServer } from '../mail-server.tsx';
import { outside } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';
import { protectionLine } from '../protection-line.ts';
import { statusLine } from '../status-line.tsx';
import type { Sentence } from '../status-sentences.ts';
import type { CheckActions, CheckItem, CheckState } from './check-state.ts';
import { messageCard } from './message-card.tsx';
import { summarySentence } from './summary-sentence.tsx';

export function checkView(state: CheckState, actions: CheckActions, context: PageContext): Child {
  const { texts } = context;
  const { items } = state;
  return [
    <header className="masthead">
      <img src="/icons/icon.svg" alt="" width={48} height={48} />
      <h1>{texts.text('check_title')}</h1>
    </header>,
    <main>
      <p className="lead">{texts.text('check_lead')}</p>
      {intake(state, actions, context)}
      {/* Always drawn: screen readers ignore a region inserted with its text. */}
      {statusLine(
        summarySentence(state, context),
        state.undo === null ? null : { id: 'undo', run: state.undo },
        context,
      )}
      {overall(items, actions, context)}
      {items.length !== 0 && (
        <ul className="plain checked-messages" id="messages">
          {items.map((item) => messageCard(item, items.length === 1, state, actions, context))}
        </ul>
      )}
      {items.length !== 0 && !isBusy(items) && (
        <p className="actions">
          <button type="button" id="clear" className="quiet" onclick={actions.clear}>
            {texts.text('check_clear')}
          </button>
        </p>
      )}
      <section className="prose" id="server" aria-labelledby="server-title">
        <h2 id="server-title">{texts.text('mailServer_title')}</h2>
        {mailServer(
          {
            chosen: state.preferences?.mailServer ?? null,
            isTyping: state.isTypingServer,
            isRefused: state.refusedServer,
          },
          { choose: actions.chooseServer, type: actions.typeServer },
          context,
        )}
      </section>
      {howTo(state, context)}
    </main>,
  ];
}

function intake(state: CheckState, actions: CheckActions, context: PageContext): HTMLElement {
  const { texts } = context;
  const { channels } = state;
  return (
    <section className="card" id="intake" aria-labelledby="intake-title">
      <h2 id="intake-title" className="spoken">
        {texts.text('check_intake')}
      </h2>
      <div className={`drop-zone${state.isDragging ? ' is-over' : ''}`}>
        <p className="drop-title">{texts.text(state.isDragging ? 'check_drop_now' : 'check_drop')}</p>
        <p className="actions">{filesPicker(actions, context)}</p>
        <p className="hint" id="files-hint">
          {texts.text('check_drop_hint')}
        </p>
      </div>
      <form
        className="form"
        onsubmit={(event) => actions.addText(formValues(event).get('text') ?? '')}
        data-key="text-form"
      >
        <div className="field is-wide">
          <label htmlFor="text">{texts.text('check_text')}</label>
          <textarea
            id="text"
            name="text"
            rows={4}
            autocomplete="off"
            spellcheck={false}
            data-key={`text-${state.textKey}`}
          />
        </div>
        <p className="actions">
          <button type="submit" id="check-text">
            {texts.text('check_text_do')}
          </button>
        </p>
      </form>
      <p className="hint">{texts.text('check_private')}</p>
      {channels !== null && <p className="hint">{protectionLine(channels, context)}</p>}
    </section>
  );
}

/** A real file input, for keyboard and screen readers. */
function filesPicker({ addFiles }: CheckActions, { texts }: PageContext): HTMLElement {
  return (
    <span className="file is-primary">
      <input
        type="file"
        id="files"
        multiple
        accept=".eml,.mht,.mhtml,.html,.htm,.svg,.ics,.txt,message/rfc822,text/*,image/*,.pdf"
        onchange={({ currentTarget }) => {
          if (!(currentTarget instanceof HTMLInputElement)) return;
          const files = [...(currentTarget.files ?? [])];
          // Allows choosing the same file again.
          currentTarget.value = '';
          if (files.length > 0) addFiles(files);
        }}
        aria-describedby="files-hint"
      />
      <label htmlFor="files">{texts.text('check_files')}</label>
    </span>
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
  return (
    <div className="progress" id="progress">
      <progress
        ariaLabel={texts.text('check_progress', over, items.length)}
        max={items.length}
        value={over}
      />
      <span>{line}</span>
      <button type="button" id="stop" onclick={stop}>
        {texts.text('check_stop')}
      </button>
    </div>
  );
}

function howTo({ items }: CheckState, { texts }: PageContext): HTMLElement | null {
  if (items.length > 0) return null;
  return (
    <section className="prose" id="how-to">
      <h2>{texts.text('check_how_title')}</h2>
      <ul>
        <li>{texts.text('check_how_1')}</li>
        <li>{texts.text('check_how_2')}</li>
        <li>{texts.text('check_how_3')}</li>
        <li>{texts.text('check_how_4')}</li>
      </ul>
      <p>
        {icon('unchecked')} {texts.text('check_how_note')}
      </p>
    </section>
  );
}
