/** One file, because all actions change one state. */
import type { NoCodes } from '../../platform/shown-codes.ts';
import type { MessageKey, Texts } from '../../platform/texts/texts.ts';
import { NOTHING_ADMINISTERED } from '../../protocol/policy-messages.ts';
import type { RequestTo } from '../../protocol/requests.ts';
import type { RuleAnswer } from '../../protocol/rule-messages.ts';
import { defangedAddress } from '../../../core/text/defanged.ts';
import type { Rule, ScopedSubject } from '../../../core/verdict/rules.ts';
import {
  answerOrNull,
  didSucceed,
  storedAnswer,
  FAILED_OUTCOME_TEXTS,
  LOAD_FAILURE_TITLES,
  outcomeOf,
  run,
  latestOnly,
} from '../background-answers.ts';
import type { BackgroundLink } from '../background-link.ts';
import { el } from '../element.ts';
import { focusFirst } from '../focus-first.ts';
import { outside } from '../outside.tsx';
import { pageContext, type PageContext } from '../page-context.ts';
import { PartState } from '../part-state.ts';
import { redraw } from '../redraw.ts';
import { refusalKey } from '../rule-refusals.ts';
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

  function sayNoAnswer(): void {
    sayNotDone('no-answer');
  }

  function sayNotDone(outcome: keyof typeof FAILED_OUTCOME_TEXTS): void {
    change({ said: [texts.text(FAILED_OUTCOME_TEXTS[outcome])], undo: null });
  }

  const actions: PopupActions = {
    askTrust: (group) => {
      const before = state.last.trusting;
      change({ trusting: group });
      if (group === null) focusTrustButton(before);
      else root.querySelector<HTMLElement>('.trust select')?.focus();
    },

    trust: (subject, forSeconds) => addRule('trust', subject, forSeconds),
    trustOnce: ({ links, name }) => {
      if (tabId === null) return;
      const places = links.map(({ frameId, messageKey, href }) => ({ frameId, messageKey, href }));
      made(ask({ type: 'trust-shown-once', tabId, links: places }), 'trust', 'popup_trusted_once', name);
    },
    block: (subject) => addRule('block', subject, null),

    show: (href) => {
      if (tabId === null) return;
      run(async () => {
        const outcome = await outcomeOf(ask({ type: 'show-link', tabId, href }));
        if (outcome === 'done') onShown();
        else if (outcome === 'gone') change({ said: [texts.text('popup_show_gone')], undo: null });
        else sayNotDone(outcome);
      });
    },

    unblock: (blocked) => {
      run(async () => {
        const listed = await storedAnswer(ask({ type: 'list-rules', action: 'block' }));
        if (typeof listed === 'string')
          return change({ said: [texts.text(LOAD_FAILURE_TITLES[listed])], undo: null });
        const rule = listed.rules.find((rule) => isSame(rule, blocked) && rule.by === 'reader');
        const removed =
          rule === undefined
            ? { removed: [] }
            : await answerOrNull(ask({ type: 'remove-rules', ids: [rule.id] }));
        if (removed === null) return sayNoAnswer();
        if ('refused' in removed) return sayNotDone(removed.refused);
        const [first] = removed.removed;
        if (first === undefined) sayNotDone('gone');
        else
          change({
            said: texts.pieces('rules_removed', el('strong', {}, outside(first.subject))),
            undo: { kind: 'put-back', rules: removed.removed },
          });
        await load();
        focusFirst('undo', 'settings');
      });
    },

    undo: (undo) => {
      run(async () => {
        const outcome = await outcomeOf(
          undo.kind === 'take-back'
            ? ask({ type: 'undo-rule', ruleId: undo.ruleId })
            : ask({ type: 'restore-rules', rules: undo.rules }),
        );
        if (outcome === 'not-stored' || outcome === 'no-answer') {
          change({ said: [texts.text(FAILED_OUTCOME_TEXTS[outcome])], undo });
          return;
        }
        if (outcome === 'done') change({ said: [texts.text('rules_put_back')], undo: null });
        else sayNotDone(outcome);
        await load();
        document.getElementById('settings')?.focus();
      });
    },

    takeBackFine: (correctionId, subject) => {
      run(async () => {
        const outcome = await outcomeOf(ask({ type: 'undo-correction', correctionId }));
        if (outcome === 'done')
          change({
            said: texts.pieces('popup_fine_undone', el('strong', {}, outside(subject))),
            undo: null,
          });
        else sayNotDone(outcome);
        await load();
        document.getElementById('settings')?.focus();
      });
    },

    updateNow: () => {
      run(async () => {
        if (!(await didSucceed(ask({ type: 'update-now' })))) return sayNoAnswer();
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
        if (outcome === 'not-stored') return sayNotDone(outcome);
        if (outcome !== 'done') return sayNoAnswer();
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
          return sayNoAnswer();
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
        if (missed === null) return sayNoAnswer();
        const { hosts } = missed;
        if (hosts.length === 0) return change({ said: [texts.text('popup_missed_none')], undo: null });
        const isCopied = await copy(missedText(hosts, texts));
        change({
          said: [texts.text(isCopied ? 'popup_missed_copied' : 'popup_missed_not_copied')],
          undo: null,
        });
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
      if (outcome !== 'done') sayNotDone(outcome);
      document.getElementById('settings')?.focus();
    });
  }

  function addRule(
    action: Rule['action'],
    { scope, subject }: ScopedSubject,
    forSeconds: number | null,
  ): void {
    const expiresAt = forSeconds === null ? null : now() + forSeconds;
    made(
      ask({ type: 'add-rule', action, scope, subject, note: '', expiresAt }),
      action,
      action === 'trust' ? 'popup_trusted' : 'popup_blocked',
      subject,
    );
  }

  function made(asked: Promise<RuleAnswer>, action: Rule['action'], said: MessageKey, what: string): void {
    run(async () => {
      const answer = await answerOrNull(asked);
      if (answer === null) return sayNoAnswer();
      if ('refused' in answer) {
        const key = refusalKey(answer.refused, action);
        // The form stays open for another choice.
        change({ said: texts.pieces(key, outside(what)), undo: null });
        return;
      }
      change({
        trusting: null,
        said: texts.pieces(said, el('strong', {}, outside(what))),
        undo: { kind: 'take-back', ruleId: answer.ruleId },
      });
      await load();
      // The focused element is gone.
      document.getElementById('undo')?.focus();
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

function isSame(one: ScopedSubject, other: ScopedSubject): boolean {
  return one.scope === other.scope && one.subject === other.subject;
}
