import { LIST_PRESETS } from '../../../core/feed/list-presets.ts';
import type { Texts } from '../../platform/texts/texts.ts';
import { NOTHING_ADMINISTERED } from '../../protocol/policy-messages.ts';
import type { Webmail } from '../../protocol/webmail-hosts.ts';
import { answerOrNull, storedAnswer, LOAD_FAILURE_TITLES, run, latestOnly } from '../background-answers.ts';
import type { BackgroundLink } from '../background-link.ts';
import { focusFirst } from '../focus-first.ts';
import { LIST_REFUSAL_TEXTS } from '../list-refusals.ts';
import { outside } from '../outside.tsx';
import { pageContext } from '../page-context.ts';
import { redraw } from '../redraw.ts';
import type { Sentence } from '../status-sentences.ts';
import { CHOSEN_AT_FIRST } from './free-lists.tsx';
import { welcomeView, type WelcomeActions, type WelcomeState } from './welcome-view.tsx';

export interface WelcomePage {
  readonly root: HTMLElement;
  readonly background: BackgroundLink;
  readonly texts: Texts;
  readonly now: () => number;
  readonly openOptions: () => void;
  /** Opens one permission prompt for all URLs: call within the click. */
  readonly askToFetch: (urls: readonly string[]) => Promise<boolean>;
  readonly webmails: {
    readonly required: readonly Webmail[];
    readonly optional: readonly Webmail[];
    readonly withdrawn: () => Promise<readonly Webmail[]>;
    /** Opens a permission prompt: call within the click. */
    readonly allow: (webmail: Webmail) => Promise<boolean>;
    readonly open: (webmail: Webmail) => void;
  };
  readonly isOnToolbar: () => Promise<boolean | null>;
}

/** Resolves after the first complete draw. */
export async function startWelcome(page: WelcomePage): Promise<void> {
  const { root, background, texts, webmails } = page;
  const { ask } = background;
  let administered = NOTHING_ADMINISTERED;
  /** Names the lists whose permission the reader refused at the last press; shown while other lists arrive. */
  let refused: Sentence = [];
  let state: WelcomeState = {
    channels: null,
    free: { presets: null, isManaged: false, isLocked: false, chosen: CHOSEN_AT_FIRST, added: [], said: [] },
    webmails: { required: webmails.required, optional: webmails.optional, withdrawn: [], said: [] },
    isUnpinned: false,
  };

  const actions: WelcomeActions = {
    openOptions: page.openOptions,
    free: {
      choose: (id, isChosen) => {
        const others = state.free.chosen.filter((each) => each !== id);
        change({ chosen: isChosen ? [...others, id] : others, said: [] });
      },
      get: (ids) => {
        if (ids.length === 0) return change({ said: [texts.text('free_none_chosen')] });
        const asking = LIST_PRESETS.filter(({ id, cors }) => ids.includes(id) && cors !== 'yes');
        // Called first, to be within the click.
        const asked = asking.length === 0 ? null : page.askToFetch(asking.map(({ url }) => url));
        run(async () => {
          const isGiven = asked === null || (await asked);
          const left = isGiven ? [] : asking;
          const wanted = ids.filter((id) => !left.some((preset) => preset.id === id));
          const names = left.map(({ name }) => name).join(', ');
          refused = left.length === 0 ? [] : [texts.text('free_no_permission', names)];
          change({
            said: refused,
            // Unticks refused lists, so that the next press requests only the remaining ones.
            chosen: state.free.chosen.filter((id) => !left.some((preset) => preset.id === id)),
            added: [...new Set([...state.free.added, ...wanted])],
          });
          if (wanted.length > 0) {
            const answer = await answerOrNull(ask({ type: 'add-presets', ids: wanted }));
            if (answer === null) change({ said: [texts.text('unanswered_title')] });
            else if (answer.refused !== null)
              change({ said: [texts.text(LIST_REFUSAL_TEXTS[answer.refused])] });
          }
          await load();
        });
      },
      undo: () => {
        run(async () => {
          const answer = await answerOrNull(ask({ type: 'remove-presets', ids: state.free.added }));
          const key = answer?.removed === true ? 'free_undone' : 'unanswered_title';
          change({ said: [texts.text(key)], ...(answer?.removed === true ? { added: [] } : {}) });
          await load();
          document.getElementById('free-get')?.focus();
        });
      },
    },
    webmails: {
      open: webmails.open,
      allow: (webmail) => {
        // Called first, as in `get`.
        const asked = webmails.allow(webmail);
        run(async () => {
          const { name } = webmail;
          const isGiven = await asked;
          const refused = isGiven ? [] : texts.pieces('popup_add_webmail_refused', outside(name));
          state = { ...state, webmails: { ...state.webmails, said: refused } };
          draw();
          if (isGiven) webmails.open(webmail);
          await load();
          // A withdrawn webmail's button was replaced by a new one.
          focusFirst(root.querySelector(`#webmail-links button[data-key="${name}"]`));
        });
      },
    },
  };

  function draw(): void {
    redraw(root, welcomeView(state, actions, pageContext(texts, page.now(), administered)));
  }

  function change(free: Partial<WelcomeState['free']>): void {
    state = { ...state, free: { ...state.free, ...free } };
    draw();
  }

  const load = latestOnly(
    () =>
      Promise.all([
        answerOrNull(ask({ type: 'get-status' })),
        storedAnswer(ask({ type: 'get-presets' })),
        answerOrNull(ask({ type: 'get-preferences' })),
        webmails.withdrawn(),
        page.isOnToolbar(),
      ]),
    ([status, presets, preferences, withdrawn, isOnToolbar]) => {
      administered = preferences?.administered ?? administered;
      const shown = typeof presets === 'string' ? null : presets;
      const known = shown?.presets ?? state.free.presets;
      const wasBusy = isBusy(state.free.presets);
      const newlySaid = (): Sentence => {
        if (presets === 'unread') return [texts.text(LOAD_FAILURE_TITLES[presets])];
        // Announced once, after the last list: announcing each step would drown out other announcements.
        if (!wasBusy || isBusy(known) || inUse === 0) return state.free.said;
        return [texts.count('free_done', inUse), ...(refused.length === 0 ? [] : [texts.gap, ...refused])];
      };
      const inUse = (known ?? []).filter(({ progress }) => progress.kind === 'added').length;
      state = {
        channels: status?.channels ?? state.channels,
        free: {
          ...state.free,
          presets: known,
          isManaged: shown?.isManaged ?? state.free.isManaged,
          isLocked: shown?.isLocked ?? state.free.isLocked,
          said: newlySaid(),
        },
        webmails: { ...state.webmails, withdrawn },
        isUnpinned: isOnToolbar === false,
      };
      draw();
    },
  );

  draw();
  background.onBroadcast((what) => {
    if (what === 'status') run(load);
  });
  // The reader may return from pinning the icon.
  addEventListener('focus', () => run(load));
  await load();
}

function isBusy(presets: WelcomeState['free']['presets']): boolean {
  return (presets ?? []).some(({ progress }) => progress.kind === 'waiting' || progress.kind === 'updating');
}
