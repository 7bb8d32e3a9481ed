import type { MessageKey, Texts } from '../../platform/texts.ts';
import type { RuleRefusal } from '../../protocol/rule-messages.ts';
import type { ScopedSubject } from '../../core/verdict/rules.ts';
import { answered, done, NOT_DONE, outcomeOf, run } from '../answered.ts';
import type { BackgroundLink } from '../background-link.ts';
import { el } from '../element.ts';
import { outside } from '../outside.ts';
import { pageContext, type PageContext } from '../page-context.ts';
import { redraw } from '../redraw.ts';
import { popupView } from './popup-view.ts';
import type { PopupActions, PopupState, SiteState } from './popup-state.ts';

export interface PopupPage {
  readonly root: HTMLElement;
  readonly background: BackgroundLink;
  readonly texts: Texts;
  /** Unix time, seconds. */
  readonly now: () => number;
  /** Null if the window has no tab that can be asked about. */
  readonly tabId: number | null;
  /** Null if the extension cannot know, or may never read, what the tab shows. */
  readonly site: SiteAccess | null;
  readonly openOptions: () => void;
  readonly openWelcome: () => void;
}

export interface SiteAccess {
  readonly host: string;
  readonly webmail: SiteState['webmail'];
  readonly isHeld: () => Promise<boolean>;
  /** Asks the reader through the browser, within their click. */
  readonly ask: () => Promise<boolean>;
  /** Begins to check mail there, in the open tab too. */
  readonly watch: () => Promise<void>;
}

type Ready = Extract<PopupState, { kind: 'ready' }>;

export function startPopup({
  root,
  background,
  texts,
  now,
  tabId,
  site,
  openOptions,
  openWelcome,
}: PopupPage): void {
  const { ask } = background;
  const context = (): PageContext => pageContext(texts, now());
  let state: PopupState = { kind: 'loading' };

  function draw(): void {
    redraw(root, ...popupView(state, actions, context()));
  }

  function change(next: Partial<Ready>): void {
    if (state.kind !== 'ready') return;
    state = { ...state, ...next };
    draw();
  }

  async function load(): Promise<void> {
    const [status, lookBack, tab, siteState] = await Promise.all([
      answered(ask({ type: 'get-status' })),
      answered(ask({ type: 'get-look-back' })),
      tabId === null ? null : answered(ask({ type: 'get-tab', tabId })),
      siteNow(),
    ]);
    if (status === null || lookBack === null) {
      state = { kind: 'unanswered' };
    } else {
      const known: Pick<Ready, 'trusting' | 'said' | 'undo'> =
        state.kind === 'ready' ? state : { trusting: null, said: [], undo: null };
      state = {
        ...known,
        kind: 'ready',
        tab,
        channels: status.channels,
        findings: lookBack.findings,
        site: siteState === null ? null : { ...siteState, access: justAnswered() ?? siteState.access },
        host: site?.host ?? null,
      };
    }
    draw();
  }

  /** What the reader answered a moment ago stays on show; also when it was answered while this was asked for. */
  function justAnswered(): SiteState['access'] | null {
    const known = state.kind === 'ready' ? state.site?.access : undefined;
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

  function sayNotDone(outcome: keyof typeof NOT_DONE): void {
    change({ said: [texts.text(NOT_DONE[outcome])], undo: null });
  }

  const actions: PopupActions = {
    askTrust: (href) => {
      const before = state.kind === 'ready' ? state.trusting : null;
      change({ trusting: href });
      if (href === null) focusTrustButton(before);
      else root.querySelector<HTMLElement>('.trust input:checked')?.focus();
    },

    trust: ({ scope, subject }, forSeconds) => {
      run(async () => {
        const expiresAt = forSeconds === null ? null : now() + forSeconds;
        const answer = await answered(
          ask({ type: 'add-rule', action: 'trust', scope, subject, note: '', expiresAt }),
        );
        if (answer === null) return sayNoAnswer();
        if ('refused' in answer) {
          const key = refusalKey(answer.refused);
          change({ said: texts.pieces<string | Node>(key, outside(subject)), undo: null, trusting: null });
          return;
        }
        change({
          trusting: null,
          said: texts.pieces<string | Node>('popup_trusted', el('strong', {}, outside(answer.subject))),
          undo: answer.ruleId,
        });
        await load();
        // The form that had the focus is gone.
        document.getElementById('undo')?.focus();
      });
    },

    unblock: (blocked) => {
      run(async () => {
        const rules = await answered(ask({ type: 'list-rules', action: 'block' }));
        const rule = rules?.rules.find((rule) => isSame(rule, blocked) && rule.by === 'reader');
        if (rule === undefined) return sayNoAnswer();
        const removed = await answered(ask({ type: 'remove-rules', ids: [rule.id] }));
        if (removed === null) return sayNoAnswer();
        if ('refused' in removed) return sayNotDone(removed.refused);
        change({
          said: texts.pieces<string | Node>('rules_removed', el('strong', {}, outside(rule.subject))),
          undo: null,
        });
        await load();
      });
    },

    undo: (ruleId) => {
      run(async () => {
        const outcome = await outcomeOf(ask({ type: 'undo-rule', ruleId }));
        if (outcome === 'not-stored') {
          // It can be tried again.
          change({ said: [texts.text(NOT_DONE[outcome])], undo: ruleId });
          return;
        }
        if (outcome === 'done') change({ said: [texts.text('rules_put_back')], undo: null });
        else sayNotDone(outcome);
        await load();
        document.getElementById('settings')?.focus();
      });
    },

    updateNow: () => {
      run(async () => {
        if (!(await done(ask({ type: 'update-now' })))) return sayNoAnswer();
        await load();
      });
    },

    dismissFindings: (ids) => {
      run(async () => {
        const outcome = await outcomeOf(ask({ type: 'dismiss-look-back', ids }));
        await load();
        if (outcome !== 'done') sayNotDone(outcome);
        document.getElementById('settings')?.focus();
      });
    },

    addSite: () => {
      if (site === null) return;
      // First of all: a browser shows its question only within the click itself.
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

    openOptions,
    getLists: openWelcome,
  };

  function focusTrustButton(href: string | null): void {
    const links = state.kind === 'ready' ? (state.tab?.flagged ?? []) : [];
    const index = links.findIndex((link) => link.href === href);
    document.getElementById(`trust-${index}`)?.focus();
  }

  background.onBroadcast((what) => {
    if (what === 'status' || what === 'tab' || what === 'rules' || what === 'look-back') run(load);
  });
  draw();
  run(load);
}

function refusalKey(refused: RuleRefusal): MessageKey {
  if (refused === 'not-stored') return 'refusal_not_stored';
  return refused === 'set-by-administrator' ? 'refusal_administrator' : 'refusal_not_trustable';
}

function isSame(one: ScopedSubject, other: ScopedSubject): boolean {
  return one.scope === other.scope && one.subject === other.subject;
}
