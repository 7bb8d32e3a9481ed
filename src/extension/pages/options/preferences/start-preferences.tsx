import { languageView, levelsView, rememberView, saveDataView } from './preferences-view.tsx';
import type { MessageKey } from '../../../platform/texts/texts.ts';
import type { CurrentPreferences } from '../../../protocol/preference-messages.ts';
import { serversOf } from '../../../../core/mail/head/own-server.ts';
import { answerOrNull, FAILED_OUTCOME_TEXTS, outcomeOf, run, latestOnly } from '../../background-answers.ts';
import { el } from '../../element.ts';
import type { BackgroundLink } from '../../background-link.ts';
import { focusFirst } from '../../focus-first.ts';
import { mailServer, OTHER_SERVER, type MailServerActions } from '../../mail-server.tsx';
import type { PageContext } from '../../page-context.ts';
import { redraw } from '../../redraw.ts';
import { loadFailureNotice } from '../../load-failure-notice.tsx';
import { statusLine } from '../../status-line.tsx';
import { focusQuestion, type ForgetActions } from '../parts/confirm-button.tsx';
import type { SetPreferences } from './preferences-view.tsx';
import type { Section } from '../parts/section.ts';

export interface PreferenceBodies {
  readonly levels: HTMLElement;
  readonly language: HTMLElement;
  readonly saveData: HTMLElement;
}

export function startPreferences(
  bodies: PreferenceBodies,
  { ask }: BackgroundLink,
  context: () => PageContext,
  onLanguage: () => void,
): Section {
  let preferences: CurrentPreferences | 'loading' | 'no-answer' = 'loading';
  let said: MessageKey | null = null;
  let asksToForget = false;
  let server = { isTyping: false, isRefused: false };
  /** Mail server before the last choice here, for undo; null if there was none. */
  let serverBefore: { readonly mailServer: string | null } | null = null;

  const set: SetPreferences = (change) => {
    if (typeof preferences === 'string') return;
    const before = preferences;
    const next: CurrentPreferences = { ...before, ...change };
    preferences = next;
    said = null;
    draw();
    run(async () => {
      const outcome = await outcomeOf(ask({ type: 'set-preferences', preferences: next }));
      if (outcome === 'done') {
        if (next.language !== before.language) onLanguage();
        return;
      }
      preferences = outcome === 'no-answer' ? 'no-answer' : before;
      said = FAILED_OUTCOME_TEXTS[outcome];
      draw();
    });
  };

  const forget: ForgetActions = {
    askToForget: (asks) => {
      asksToForget = asks;
      draw();
      focusQuestion('remember-clear');
    },
    forgetSenders: () => {
      run(async () => {
        const outcome = await outcomeOf(ask({ type: 'clear-correspondents' }));
        said = outcome === 'done' ? 'remember_cleared' : FAILED_OUTCOME_TEXTS[outcome];
        forget.askToForget(false);
      });
    },
  };

  const chooseServer = (mailServer: string | null, focus: string): void => {
    if (typeof preferences === 'string') return;
    serverBefore = { mailServer: preferences.mailServer };
    server = { isTyping: false, isRefused: false };
    set({ mailServer });
    focusFirst(focus);
  };

  const serverActions: MailServerActions = {
    choose: (choice) => {
      if (choice !== OTHER_SERVER) return chooseServer(choice === '' ? null : choice, 'mail-server');
      server = { isTyping: true, isRefused: false };
      draw();
      focusFirst('mail-server-name');
    },
    type: (typed) => {
      if (serversOf(typed) !== null) return chooseServer(typed.trim().toLowerCase(), 'mail-server');
      server = { isTyping: true, isRefused: true };
      draw();
      focusFirst('mail-server-name');
    },
  };

  function serverSaid(): HTMLElement {
    const before = serverBefore;
    const undo = (): void => {
      if (before === null) return;
      chooseServer(before.mailServer, 'mail-server');
      serverBefore = null;
      draw();
    };
    return statusLine(
      before === null ? '' : context().texts.text('mailServer_saved'),
      before === null ? null : { id: 'mail-server-undo', run: undo },
      context(),
    );
  }

  function draw(): void {
    if (preferences === 'loading') return;
    if (preferences === 'no-answer') {
      redraw(bodies.levels, loadFailureNotice(preferences, context()));
      return;
    }
    redraw(
      bodies.levels,
      said !== null && (
        <p className="notice is-caution" role="alert">
          {context().texts.text(said)}
        </p>
      ),
      levelsView(preferences, set, context()),
      rememberView(preferences, asksToForget, set, forget, context()),
      mailServer({ chosen: preferences.mailServer, ...server }, serverActions, context()),
      serverSaid(),
    );
    redraw(bodies.language, languageView(preferences, set, context()));
    redraw(bodies.saveData, saveDataView(preferences, set, context()));
  }

  const load = latestOnly(
    () => answerOrNull(ask({ type: 'get-preferences' })),
    (answer) => {
      const before = preferences;
      preferences = answer ?? 'no-answer';
      draw();
      if (typeof before === 'string' || answer === null) return;
      // Changed in another window or by a backup.
      if (before.language !== answer.language) onLanguage();
    },
  );

  return { load, draw };
}
