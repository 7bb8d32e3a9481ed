import {
  answered,
  done,
  isOver,
  kept,
  NOT_DONE,
  outcomeOf,
  run,
  saidOf,
  shownInOrder,
} from '../../answered.ts';
import type { BackgroundLink } from '../../background-link.ts';
import { focusFirst } from '../../focus-first.ts';
import type { PageContext } from '../../page-context.ts';
import { PartState } from '../../part-state.ts';
import { redraw } from '../../redraw.ts';
import type { DeviceListsActions, DeviceListsReady, DeviceListsUnready } from './device-lists-state.ts';
import { deviceListsView } from './device-lists-view.ts';
import { switchedOff } from './list-switch.ts';
import { placeSaid } from './move-buttons.ts';
import type { Section } from '../parts/section.ts';
import { sendFile } from '../parts/send-file.ts';

const EMPTY: DeviceListsReady = {
  kind: 'ready',
  lists: [],
  importing: null,
  refused: null,
  said: '',
  removed: null,
};

/** What the browser allows the extension to fetch. */
export interface FetchAccess {
  /** Asks the reader, within their click. Null if the address cannot be fetched at all. */
  readonly ask: (url: string) => Promise<boolean> | null;
  /** Gives the permission back, unless mail is checked on that site. */
  readonly giveBack: (url: string) => Promise<void>;
}

/** Lists compiled on this device, in `body`. */
export function startDeviceLists(
  body: HTMLElement,
  { ask }: BackgroundLink,
  access: FetchAccess,
  context: () => PageContext,
): Section {
  const state = new PartState<DeviceListsReady, DeviceListsUnready>(EMPTY, { kind: 'loading' }, draw);
  const change = state.change.bind(state);

  function draw(): void {
    redraw(body, ...deviceListsView(state.now, actions, context()));
  }

  const load = shownInOrder(
    () => kept(ask({ type: 'get-lists' })),
    (answer) => {
      if (typeof answer === 'string') return state.showNot({ kind: answer });
      const wasReady = state.last.importing?.state.kind === 'ready';
      state.show({ lists: answer.lists, importing: answer.importing });
      if (!wasReady && answer.importing?.state.kind === 'ready') {
        change({ said: context().texts.text('deviceLists_ready_said') });
      }
    },
  );

  function refuse(refused: DeviceListsReady['refused']): void {
    change({ refused, said: '', removed: null });
    document.getElementById('list-url')?.focus();
  }

  function sayNoAnswer(): void {
    change({ said: context().texts.text('unanswered_title') });
  }

  /** Only if no list that stays is fetched from there. */
  async function giveBack(url: string | null, leaving: string): Promise<void> {
    const { now } = state;
    if (url === null || now.kind !== 'ready') return;
    const { host } = new URL(url);
    const isNeeded = now.lists.some(
      ({ status }) => status.id !== leaving && status.url !== null && new URL(status.url).host === host,
    );
    if (!isNeeded) await access.giveBack(url);
  }

  const actions: DeviceListsActions = {
    read: (typed) => {
      const url = /^[a-z][a-z0-9+.-]*:/i.test(typed.url.trim())
        ? typed.url.trim()
        : `https://${typed.url.trim()}`;
      // First of all: a browser shows its question only within the click itself.
      const asked = access.ask(url);
      run(async () => {
        change({ refused: null, said: '', removed: null });
        // An address that no permission can be asked for is refused below, with its reason.
        if (asked !== null && !(await asked)) return refuse('no-permission');
        const answer = await answered(ask({ type: 'preview-list', ...typed, url }));
        if (answer === null) return sayNoAnswer();
        if ('refused' in answer) {
          await load();
          return refuse(answer.refused);
        }
        await load();
        document.getElementById('import-title')?.focus();
      });
    },

    readFile: (file) => {
      run(async () => {
        change({ refused: null, said: '', removed: null });
        const answer = await answered(
          ask({ type: 'preview-file', name: file.name, category: chosenCategory(), bytes: file.size }),
        );
        if (answer === null) return sayNoAnswer();
        if ('refused' in answer) return refuse(answer.refused);
        await load();
        document.getElementById('import-title')?.focus();
        const importId = answer.import;
        const isRead = await sendFile(file, async (text, readBytes, isLast) => {
          const reply = await answered(
            ask({ type: 'list-chunk', import: importId, text, readBytes, isLast }),
          );
          return reply?.wanted === true;
        });
        if (isRead) return;
        await done(ask({ type: 'cancel-import', import: importId }));
        await load();
        refuse('unreadable-here');
      });
    },

    add: (importId) => {
      run(async () => {
        const answer = await answered(ask({ type: 'add-list', import: importId }));
        if (answer === null) return sayNoAnswer();
        await load();
        if ('refused' in answer) return refuse(answer.refused);
        change({ said: context().texts.text('deviceLists_added') });
        document.getElementById('list-url')?.focus();
      });
    },

    cancel: (importing) => {
      run(async () => {
        await done(ask({ type: 'cancel-import', import: importing.import }));
        await load();
        await giveBack(importing.url, '');
        document.getElementById('list-url')?.focus();
      });
    },

    update: (channel) => {
      run(async () => {
        if (!(await done(ask({ type: 'update-now', channel })))) return sayNoAnswer();
        await load();
      });
    },

    move: (channel, by) => {
      run(async () => {
        const outcome = await outcomeOf(ask({ type: 'move-channel', channel, by }));
        await load();
        const { now } = state;
        if (now.kind !== 'ready') return;
        const lists = now.lists.map(({ status }) => status);
        change({ said: saidOf(outcome, placeSaid(channel, lists, context()), context()) });
      });
    },

    remove: ({ status }) => {
      run(async () => {
        const answer = await answered(ask({ type: 'remove-list', list: status.id, isUndoable: true }));
        if (answer === null) return sayNoAnswer();
        if (answer.removed) await giveBack(status.url, status.id);
        await load();
        change({
          said: context().texts.text(answer.removed ? 'deviceLists_removed' : 'rules_gone'),
          removed: answer.removed ? { id: status.id, url: status.url } : null,
        });
        document.getElementById(answer.removed ? 'list-undo' : 'list-url')?.focus();
      });
    },

    takeBack: ({ id, url }) => {
      // First of all: a browser shows its question only within the click itself.
      const asked = url === null ? null : access.ask(url);
      run(async () => {
        if (asked !== null && !(await asked)) {
          // It can be tried again.
          change({ said: context().texts.text('listRefusal_no_permission'), refused: null });
          return focusFirst('list-undo');
        }
        const outcome = await outcomeOf(ask({ type: 'take-back-list', list: id }));
        await load();
        change({
          said: saidOf(outcome, context().texts.text('list_taken_back'), context()),
          ...(isOver(outcome) ? { removed: null } : {}),
        });
        document.getElementById(outcome === 'done' ? 'list-url' : 'list-undo')?.focus();
      });
    },

    setSections: (channel, off) => {
      change({
        lists: state.last.lists.map((list) => ({ ...list, status: switchedOff(list.status, channel, off) })),
      });
      run(async () => {
        const outcome = await outcomeOf(ask({ type: 'set-sections', channel, off }));
        await load();
        if (outcome !== 'done') change({ said: context().texts.text(NOT_DONE[outcome]) });
      });
    },
  };

  /** A file is of the kind that is chosen beside the address. */
  function chosenCategory(): 'phishing' | 'malware' | 'scam' | 'spam' {
    const select = body.querySelector('select');
    const chosen = select?.value;
    return chosen === 'phishing' || chosen === 'malware' || chosen === 'scam' ? chosen : 'spam';
  }

  draw();
  return { load, draw };
}
