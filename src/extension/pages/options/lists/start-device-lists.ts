import {
  answerOrNull,
  didSucceed,
  isFinal,
  storedAnswer,
  FAILED_OUTCOME_TEXTS,
  outcomeOf,
  run,
  outcomeText,
  latestOnly,
} from '../../background-answers.ts';
import type { BackgroundLink } from '../../background-link.ts';
import { focusFirst } from '../../focus-first.ts';
import type { PageContext } from '../../page-context.ts';
import { PartState } from '../../part-state.ts';
import { redraw } from '../../redraw.ts';
import type { DeviceListsActions, DeviceListsReady, DeviceListsUnready } from './device-lists-state.ts';
import { deviceListsView } from './device-lists-view.ts';
import { switchedOff } from './list-switch.tsx';
import type { Section } from '../parts/section.ts';

const EMPTY: DeviceListsReady = {
  kind: 'ready',
  lists: [],
  refused: null,
  said: '',
  removed: null,
};

export interface FetchAccess {
  /** Opens a permission prompt: call within the click. Null if the address can never be fetched. */
  readonly ask: (url: string) => Promise<boolean> | null;
  /** Revokes the permission for the site, unless mail is checked there. */
  readonly giveBack: (url: string) => Promise<void>;
}

export function startDeviceLists(
  body: HTMLElement,
  { ask }: BackgroundLink,
  access: FetchAccess,
  context: () => PageContext,
): Section {
  const state = new PartState<DeviceListsReady, DeviceListsUnready>(EMPTY, { kind: 'loading' }, draw);
  const change = state.change.bind(state);

  function draw(): void {
    redraw(body, deviceListsView(state.now, actions, context()));
  }

  const load = latestOnly(
    () => storedAnswer(ask({ type: 'get-lists' })),
    (answer) => {
      if (typeof answer === 'string') return state.showNot({ kind: answer });
      state.show({ lists: answer.lists });
    },
  );

  function refuse(refused: DeviceListsReady['refused']): void {
    change({ refused, said: '', removed: null });
    document.getElementById('list-url')?.focus();
  }

  function sayNoAnswer(): void {
    change({ said: context().texts.text('unanswered_title') });
  }

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
    add: (typed) => {
      const url = /^[a-z][a-z0-9+.-]*:/i.test(typed.url.trim())
        ? typed.url.trim()
        : `https://${typed.url.trim()}`;
      // Called first, to be within the click.
      const asked = access.ask(url);
      run(async () => {
        change({ refused: null, said: '', removed: null });
        // `asked` is null if the address is never fetched: the background then refuses with a reason.
        if (asked !== null && !(await asked)) return refuse('no-permission');
        const answer = await answerOrNull(ask({ type: 'add-list', ...typed, url }));
        if (answer === null) return sayNoAnswer();
        await load();
        if (answer.refused !== null) return refuse(answer.refused);
        change({ said: context().texts.text('deviceLists_added') });
        document.getElementById('list-url')?.focus();
      });
    },

    update: (channel) => {
      run(async () => {
        if (!(await didSucceed(ask({ type: 'update-now', channel })))) return sayNoAnswer();
        await load();
      });
    },

    remove: ({ status }) => {
      run(async () => {
        const answer = await answerOrNull(ask({ type: 'remove-list', list: status.id, isUndoable: true }));
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
      // Called first, as in `add`.
      const asked = url === null ? null : access.ask(url);
      run(async () => {
        if (asked !== null && !(await asked)) {
          // Keeps the undo button for a retry.
          change({ said: context().texts.text('listRefusal_no_permission'), refused: null });
          return focusFirst('list-undo');
        }
        const outcome = await outcomeOf(ask({ type: 'take-back-list', list: id }));
        await load();
        change({
          said: outcomeText(outcome, context().texts.text('list_taken_back'), context()),
          ...(isFinal(outcome) ? { removed: null } : {}),
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
        if (outcome !== 'done') change({ said: context().texts.text(FAILED_OUTCOME_TEXTS[outcome]) });
      });
    },
  };

  draw();
  return { load, draw };
}
