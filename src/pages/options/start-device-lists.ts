import type { Category } from '../../core/verdict/verdict.ts';
import type { DeviceList } from '../../protocol/messages.ts';
import { answered, done, run } from '../answered.ts';
import type { BackgroundLink } from '../background-link.ts';
import type { PageContext } from '../page-context.ts';
import { redraw } from '../redraw.ts';
import {
  deviceListsView,
  type DeviceListsActions,
  type DeviceListsState,
  type WantedList,
} from './device-lists-view.ts';
import type { Section } from './section.ts';
import { sendFile } from './send-file.ts';

/** What the browser lets lists be read from. */
export interface ListSites {
  /** Asks the reader for the host of an address; call it first of all in a click's listener. */
  readonly ask: (url: string) => Promise<boolean>;
  /** Gives the permission back, unless a webmail of that host has it too. */
  readonly release: (url: string) => Promise<void>;
}

/** Lists compiled on this device, in `body`. */
export function startDeviceLists(
  body: HTMLElement,
  { ask }: BackgroundLink,
  sites: ListSites,
  context: () => PageContext,
): Section {
  let state: DeviceListsState = { lists: [], importing: null, form: 'closed', refused: null, said: '' };
  /** What was asked for last, to be tried again. */
  let wanted: WantedList | null = null;

  function draw(): void {
    redraw(body, ...deviceListsView(state, actions, context()));
  }

  function change(next: Partial<DeviceListsState>): void {
    state = { ...state, ...next };
    draw();
  }

  const say = (said: string): void => change({ said });
  const sayUnanswered = (): void => say(context().texts.text('unanswered_title'));

  async function load(): Promise<void> {
    const answer = await answered(ask({ type: 'get-lists' }));
    if (answer === null) return;
    const before = state.importing?.state.kind;
    change({ lists: answer.lists, importing: answer.importing });
    const now = answer.importing?.state.kind;
    if (now === before || now === undefined) return;
    // Said once: a screen reader would hear of nothing else while bytes come in.
    if (now === 'ready') say(context().texts.text('list_ready_said'));
    if (before === undefined) document.getElementById('list-import')?.focus();
  }

  async function check(next: WantedList): Promise<void> {
    wanted = next;
    change({ said: '', refused: null });
    const answer = await answered(ask({ type: 'preview-list', ...next }));
    if (answer === null) sayUnanswered();
    else if ('refused' in answer) {
      change({ refused: answer.refused });
      document.getElementById('list-url')?.focus();
    }
    await load();
  }

  async function checkFile(file: File, category: Category): Promise<void> {
    change({ said: '', refused: null });
    const name = file.name.slice(0, 200);
    const answer = await answered(ask({ type: 'preview-file', name, category, bytes: file.size }));
    if (answer === null) return sayUnanswered();
    if ('refused' in answer) return change({ refused: answer.refused });
    await load();
    const { import: id } = answer;
    const isWhole = await sendFile(file, async (text, readBytes, isLast) => {
      const taken = await answered(ask({ type: 'list-chunk', import: id, text, readBytes, isLast }));
      return taken?.wanted === true;
    });
    if (isWhole) return load();
    await done(ask({ type: 'cancel-import', import: id }));
    await load();
    say(context().texts.text('list_file_damaged'));
  }

  async function remove({ status }: DeviceList): Promise<void> {
    const answer = await answered(ask({ type: 'remove-list', list: status.id }));
    const { url } = status;
    const isLastOfHost =
      url !== null && !state.lists.some((other) => other.status.id !== status.id && isSameHost(other, url));
    if (answer?.removed === true && isLastOfHost) await sites.release(url);
    await load();
    say(context().texts.text(answer?.removed === true ? 'list_removed' : 'unanswered_title'));
    document.getElementById('list-open')?.focus();
  }

  const actions: DeviceListsActions = {
    open: () => {
      change({ form: 'open', refused: null, said: '' });
      document.getElementById('list-url')?.focus();
    },
    close: () => {
      change({ form: 'closed', refused: null });
      document.getElementById('list-open')?.focus();
    },
    check: (next) => run(() => check(next)),
    checkFile: (file, category) => run(() => checkFile(file, category)),
    allow: (url) => {
      const asked = sites.ask(url);
      run(async () => {
        if ((await asked) && wanted !== null) await check(wanted);
      });
    },
    retry: () => run(async () => (wanted === null ? undefined : check(wanted))),
    cancel: () => {
      const { importing } = state;
      if (importing === null) return;
      run(async () => {
        await done(ask({ type: 'cancel-import', import: importing.import }));
        change({ refused: null });
        await load();
        document.getElementById('list-open')?.focus();
      });
    },
    add: () => {
      const { importing } = state;
      if (importing === null) return;
      run(async () => {
        const answer = await answered(ask({ type: 'add-list', import: importing.import }));
        if (answer === null) return sayUnanswered();
        if ('refused' in answer) return change({ refused: answer.refused });
        change({ form: 'closed', refused: null, said: context().texts.text('list_added') });
        await load();
        document.getElementById('list-open')?.focus();
      });
    },
    remove: (list) => run(() => remove(list)),
  };

  draw();
  return { load, draw };
}

function isSameHost({ status }: DeviceList, url: string): boolean {
  return status.url !== null && new URL(status.url).hostname === new URL(url).hostname;
}
