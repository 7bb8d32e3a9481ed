/** One file, because all actions change one state. */
import type { NoCodes } from '../../platform/shown-codes.ts';
import type { Texts } from '../../platform/texts/texts.ts';
import { NOTHING_ADMINISTERED } from '../../protocol/policy-messages.ts';
import type { RequestTo } from '../../protocol/requests.ts';
import { defangedAddress } from '../../../core/text/defanged.ts';
import { answerOrNull, didSucceed, outcomeOf, run, latestOnly } from '../background-answers.ts';
import type { BackgroundLink } from '../background-link.ts';
import { Decisions, type Undo } from '../decisions.tsx';
import { pageContext, type PageContext } from '../page-context.ts';
import { PartState } from '../part-state.ts';
import { redraw } from '../redraw.ts';
import type { Sentence } from '../status-sentences.ts';
import { withLoadingState } from '../with-loading-state.ts';
import { flaggedGroups } from '../flagged/flagged-groups.ts';
import { popupView } from './popup-view.tsx';
import type { PopupActions, PopupUnready, Ready, SiteState } from './popup-state.ts';

export interface PopupPage {
  readonly root: HTMLElement;
  readonly background: BackgroundLink;
  readonly texts: Texts;
  readonly now: () => number;
  readonly tabId: number | null;
  /** Null if the tab's URL is hidden from the extension or is not http(s). */
  readonly site: SiteAccess | null;
  /** Web addresses in visible QR codes. */
  readonly shownCodes: () => Promise<readonly string[] | NoCodes>;
  readonly copy: (text: string) => Promise<boolean>;
  readonly openOptions: () => void;
  readonly openWelcome: () => void;
  readonly openCheckMessage: () => void;
  /** Closes the popup, which would cover the shown link. */
  readonly onShown: () => void;
  readonly openSelfTest: () => void;
}

export interface SiteAccess {
  readonly host: string;
  readonly webmail: SiteState['webmail'];
  readonly isHeld: () => Promise<boolean>;
  /** Opens a permission prompt: call within the click. */
  readonly ask: () => Promise<boolean>;
  /** Starts checking mail, in the open tab too. */
  readonly watch: () => Promise<void>;
}

const EMPTY: Ready = {
  kind: 'ready',
  tab: null,
  channels: [],
  findings: [],
  mistakes: [],
  site: null,
  host: null,
  trusting: null,
  said: [],
  undo: null,
  codes: null,
};

export function startPopup({
  root,
  background,
  texts,
  now,
  tabId,
  site,
  shownCodes,
  copy,
  openOptions,
  openWelcome,
  openCheckMessage,
  onShown,
  openSelfTest,
}: PopupPage): void {
  const { ask } = background;
  let administered = NOTHING_ADMINISTERED;
  const context = (): PageContext => pageContext(texts, now(), administered);
  const state = new PartState<Ready, PopupUnready>(EMPTY, { kind: 'loading' }, draw);
  const change = state.change.bind(state);

  function draw(): void {
    redraw(root, popupView(state.now, actions, context()));
  }

  const load = latestOnly(
    () =>
      withLoadingState(
        Promise.all([
          answerOrNull(ask({ type: 'get-status' })),
          answerOrNull(ask({ type: 'get-look-back' })),
          answerOrNull(ask({ type: 'get-preferences' })),
          tabId === null ? null : answerOrNull(ask({ type: 'get-tab', tabId })),
          siteNow(),
        ]),
        (kind) => {
          if (state.now.kind !== 'ready') state.showNot({ kind });
        },
      ),
    ([status, lookBack, preferences, tab, siteState]) => {
      administered = preferences?.administered ?? administered;
      if (status === null || lookBack === null) return state.showNot({ kind: 'no-answer' });
      state.show({
        tab,
        channels: status.channels,
        findings: lookBack.findings,
        mistakes: lookBack.mistakes,
        site: siteState === null ? null : { ...siteState, access: justAnswered() ?? siteState.access },
        host: site?.host ?? null,
      });
    },
  );

  function say(said: Sentence, undo: Undo | null = null): void {
    change({ said, undo });
  }

  const decisions = new Decisions({
    ask,
    context,
    say,
    closeForm: () => change({ trusting: null }),
    load,
    focus: ['undo', 'settings'],
  });

  /** The reader's recent answer to the permission prompt stays visible, even if given during a reload. */
  function justAnswered(): SiteState['access'] | null {
    const known = state.last.site?.access;
    return known === 'given' || known === 'refused' ? known : null;
  }

  async function siteNow(): Promise<SiteState | null> {
    if (site === null) return null;
    const { host, webmail } = site;
    return { host, webmail, access: (await site.isHeld()) ? 'held' : 'none' };
  }

  const actions: PopupActions = {
    askTrust: (group) => {
      const before = state.last.trusting;
      change({ trusting: group });
      if (group === null) focusTrustButton(before);
      else root.querySelector<HTMLElement>('.trust select')?.focus();
    },

    trust: (subject, forSeconds) => run(() => decisions.add('trust', subject, forSeconds)),
    trustOnce: ({ links, name }) => {
      if (tabId === null) return;
      const places = links.map(({ frameId, messageKey, href }) => ({ frameId, messageKey, href }));
      const asked = ask({ type: 'trust-shown-once', tabId, links: places });
      run(() => decisions.made(asked, 'trust', 'popup_trusted_once', name));
    },
    block: (subject) => run(() => decisions.add('block', subject, null)),
    unblock: (blocked) => run(() => decisions.unblock(blocked)),
    undo: (undo) => run(() => decisions.undo(undo)),

    show: (href) => {
      if (tabId === null) return;
      run(async () => {
        const outcome = await outcomeOf(ask({ type: 'show-link', tabId, href }));
        if (outcome === 'done') onShown();
        else say(outcome === 'gone' ? [texts.text('popup_show_gone')] : decisions.notDone(outcome));
      });
    },

    takeBackFine: (correctionId, subject) => {
      run(async () => {
        const outcome = await outcomeOf(ask({ type: 'undo-correction', correctionId }));
        say(outcome === 'done' ? decisions.about('popup_fine_undone', subject) : decisions.notDone(outcome));
        await load();
        document.getElementById('settings')?.focus();
      });
    },

    updateNow: () => {
      run(async () => {
        if (!(await didSucceed(ask({ type: 'update-now' })))) return say(decisions.notDone('no-answer'));
        await load();
      });
    },

    dismissFindings: (ids) => dismiss({ type: 'dismiss-look-back', ids }),
    dismissMistakes: (ids) => dismiss({ type: 'dismiss-mistakes', ids }),

    addSite: () => {
      if (site === null) return;
      // Called first, to be within the click.
      const asked = site.ask();
      run(async () => {
        const isGiven = await asked;
        if (isGiven) await site.watch();
        const { host, webmail } = site;
        change({ site: { host, webmail, access: isGiven ? 'given' : 'refused' } });
      });
    },

    pause: (isPaused) => {
      if (tabId === null) return;
      run(async () => {
        const outcome = await outcomeOf(ask({ type: 'set-paused', tabId, isPaused }));
        if (outcome !== 'done') return say(decisions.notDone(outcome === 'gone' ? 'no-answer' : outcome));
        await load();
        document.getElementById(isPaused ? 'resume' : 'pause')?.focus();
      });
    },

    lookForCodes: () => {
      change({ codes: 'looking' });
      run(async () => {
        const addresses = await shownCodes();
        if (typeof addresses === 'string') return change({ codes: addresses });
        const judged = await answerOrNull(ask({ type: 'judge-codes', addresses }));
        if (judged === null) {
          change({ codes: null });
          return say(decisions.notDone('no-answer'));
        }
        const codes = addresses.flatMap((address, index) => {
          const answer = judged.verdicts[index];
          return answer === undefined ? [] : [{ address, answer }];
        });
        change({ codes });
      });
    },

    reportMissed: () => {
      if (tabId === null) return;
      run(async () => {
        const missed = await answerOrNull(ask({ type: 'get-missed', tabId }));
        if (missed === null) return say(decisions.notDone('no-answer'));
        const { hosts } = missed;
        if (hosts.length === 0) return say([texts.text('popup_missed_none')]);
        const isCopied = await copy(missedText(hosts, texts));
        say([texts.text(isCopied ? 'popup_missed_copied' : 'popup_missed_not_copied')]);
      });
    },

    openOptions,
    checkMessage: openCheckMessage,
    getLists: openWelcome,
    getSelfTest: openSelfTest,
  };

  function dismiss(what: RequestTo<'dismiss-look-back' | 'dismiss-mistakes'>): void {
    run(async () => {
      const outcome = await outcomeOf(ask(what));
      await load();
      if (outcome !== 'done') say(decisions.notDone(outcome));
      document.getElementById('settings')?.focus();
    });
  }

  function focusTrustButton(group: string | null): void {
    const links = state.last.tab?.flagged ?? [];
    const index = flaggedGroups(links).findIndex(({ key }) => key === group);
    document.getElementById(`trust-${index}`)?.focus();
  }

  background.onBroadcast((what) => {
    if (what === 'status' || what === 'tab' || what === 'rules' || what === 'look-back') run(load);
  });
  draw();
  run(load);
}

/** Hosts only: no names, subjects, addresses or text. */
function missedText(hosts: readonly string[], texts: Texts): string {
  const lines = hosts.map((host) => `- ${defangedAddress(host)}`);
  return [texts.text('popup_missed_text'), '', ...lines, ''].join('\n');
}
