import { selfTestHtml, selfTestMail } from '../../core/self-test/self-test-mail.ts';
import { MAX_BACKUP_LENGTH, type ImportedData } from '../../protocol/backup-messages.ts';
import type { CurrentPreferences } from '../../protocol/preference-messages.ts';
import { answered, done, run } from '../answered.ts';
import type { BackgroundLink } from '../background-link.ts';
import type { PageContext } from '../page-context.ts';
import { redraw } from '../redraw.ts';
import { saveFile } from '../save-file.ts';
import type { Sentence } from '../status-sentences.ts';
import { unanswered } from '../unanswered.ts';
import { BACKUP_REFUSALS, backupView, type BackupState } from './backup-view.ts';
import { importedSentence } from './imported-sentence.ts';
import { languageView, levelsView, saveDataView, type SetPreferences } from './preferences-view.ts';
import type { Section } from './section.ts';
import { selfTestView, selfTestWords, type SelfTestState } from './self-test-view.ts';
import { statisticsView, type StatisticsState } from './statistics-view.ts';
import { webmailsView, type AddedWebmail } from './webmails-view.ts';

export interface PreferenceBodies {
  readonly levels: HTMLElement;
  readonly language: HTMLElement;
  readonly saveData: HTMLElement;
}

/** What the reader chooses, drawn where each choice belongs. */
export function startPreferences(
  bodies: PreferenceBodies,
  { ask }: BackgroundLink,
  context: () => PageContext,
  onLanguage: () => void,
): Section {
  let preferences: CurrentPreferences | 'loading' | 'unanswered' = 'loading';

  const set: SetPreferences = (change) => {
    if (typeof preferences === 'string') return;
    const before = preferences;
    const next: CurrentPreferences = { ...before, ...change };
    preferences = next;
    draw();
    run(async () => {
      if (!(await done(ask({ type: 'set-preferences', preferences: next })))) {
        preferences = 'unanswered';
        draw();
      } else if (next.language !== before.language) onLanguage();
    });
  };

  function draw(): void {
    if (preferences === 'loading') return;
    if (preferences === 'unanswered') {
      redraw(bodies.levels, unanswered(context()));
      return;
    }
    redraw(bodies.levels, ...levelsView(preferences, set, context()));
    redraw(bodies.language, ...languageView(preferences, set, context()));
    redraw(bodies.saveData, ...saveDataView(preferences, set, context()));
  }

  async function load(): Promise<void> {
    const before = preferences;
    preferences = (await answered(ask({ type: 'get-preferences' }))) ?? 'unanswered';
    draw();
    if (typeof before === 'string' || preferences === 'unanswered') return;
    // Chosen in another window, or brought by a backup.
    if (before.language !== preferences.language) onLanguage();
  }

  return { load, draw };
}

export function startStatistics(
  body: HTMLElement,
  { ask }: BackgroundLink,
  context: () => PageContext,
): Section {
  let state: StatisticsState | 'unanswered' = { days: [], asksToClear: false };

  function draw(): void {
    if (state === 'unanswered') redraw(body, unanswered(context()));
    else redraw(body, ...statisticsView(state, { askToClear, clear }, context()));
  }

  function askToClear(asksToClear: boolean): void {
    if (state !== 'unanswered') state = { ...state, asksToClear };
    draw();
    document.getElementById(asksToClear ? 'stats-clear-no' : 'stats-clear')?.focus();
  }

  function clear(): void {
    run(async () => {
      await done(ask({ type: 'clear-statistics' }));
      await load();
    });
  }

  async function load(): Promise<void> {
    const answer = await answered(ask({ type: 'get-statistics' }));
    state = answer === null ? 'unanswered' : { days: answer.days, asksToClear: false };
    draw();
  }

  return { load, draw };
}

export function startBackup(
  body: HTMLElement,
  { ask }: BackgroundLink,
  context: () => PageContext,
  today: () => string,
): Section {
  let state: BackupState = { said: [], canUndo: false, channelTexts: [], listUrls: [] };
  let undo: ImportedData | null = null;

  function say(
    said: Sentence,
    notHere: Pick<BackupState, 'channelTexts' | 'listUrls'> = { channelTexts: [], listUrls: [] },
  ): void {
    const { channelTexts, listUrls } = notHere;
    state = { said, canUndo: undo !== null, channelTexts, listUrls };
    draw();
  }

  const sayNoAnswer = (): void => say([context().texts.text('unanswered_title')]);

  function draw(): void {
    redraw(body, ...backupView(state, { exportAll, importFile, undo: takeOut }, context()));
  }

  function exportAll(): void {
    run(async () => {
      const answer = await answered(ask({ type: 'export-private-data' }));
      if (answer === null) sayNoAnswer();
      else saveFile(`spamlight-${today()}.json`, answer.text);
    });
  }

  function importFile(file: File): void {
    run(async () => {
      undo = null;
      const { texts } = context();
      if (file.size > MAX_BACKUP_LENGTH) return say([texts.text('backupRefusal_not_a_backup')]);
      const answer = await answered(ask({ type: 'import-private-data', text: await file.text() }));
      if (answer === null) return sayNoAnswer();
      if ('refused' in answer) return say([texts.text(BACKUP_REFUSALS[answer.refused])]);
      const { ruleIds, days, preferencesBefore } = answer.imported;
      if (ruleIds.length > 0 || days.length > 0 || preferencesBefore !== null) undo = answer.imported;
      say(importedSentence(answer, context()), answer);
    });
  }

  function takeOut(): void {
    run(async () => {
      if (undo === null) return;
      const answer = await answered(ask({ type: 'undo-import', imported: undo }));
      if (answer?.undone !== true) return sayNoAnswer();
      undo = null;
      say([context().texts.text('backup_undone')]);
      document.getElementById('backup-export')?.focus();
    });
  }

  return { load: async () => draw(), draw };
}

/** The sender of the self-test message: reserved, so that no answer ever arrives anywhere. */
const SELF_TEST_ADDRESS = 'self-test@spamlight.example';

export function startSelfTest(body: HTMLElement, context: () => PageContext): Section {
  let state: SelfTestState = { said: '' };

  function draw(): void {
    redraw(body, ...selfTestView(state, { copy, save }, context()));
  }

  function copy(): void {
    run(async () => {
      const { texts } = context();
      const words = selfTestWords(texts);
      try {
        await navigator.clipboard.write([
          new ClipboardItem({
            'text/html': new Blob([selfTestHtml(words)], { type: 'text/html' }),
            'text/plain': new Blob([words.intro], { type: 'text/plain' }),
          }),
        ]);
        state = { said: texts.text('selfTest_copied') };
      } catch (error) {
        if (!(error instanceof DOMException)) throw error;
        state = { said: texts.text('selfTest_not_copied') };
      }
      draw();
    });
  }

  function save(): void {
    const mail = selfTestMail(selfTestWords(context().texts), {
      address: SELF_TEST_ADDRESS,
      date: new Date().toUTCString().replace('GMT', '+0000'),
    });
    saveFile('spamlight-self-test.eml', mail, 'message/rfc822');
  }

  return { load: async () => draw(), draw };
}

/** What the browser knows of the sites that the reader has added. */
export interface SiteList {
  readonly added: () => Promise<readonly AddedWebmail[]>;
  readonly remove: (patterns: readonly string[]) => Promise<void>;
  /** Webmails that were granted at install, and that the browser no longer lets the extension see, or not by itself. */
  readonly withdrawn: () => Promise<readonly AddedWebmail[]>;
  /** Asks the reader through the browser, within their click. */
  readonly ask: (patterns: readonly string[]) => Promise<boolean>;
}

export function startWebmails(body: HTMLElement, sites: SiteList, context: () => PageContext): Section {
  let added: readonly AddedWebmail[] = [];
  let withdrawn: readonly AddedWebmail[] = [];

  function draw(): void {
    redraw(body, ...webmailsView({ added, withdrawn }, { remove, allow }, context()));
  }

  async function load(): Promise<void> {
    [added, withdrawn] = await Promise.all([sites.added(), sites.withdrawn()]);
    draw();
  }

  function allow({ patterns }: AddedWebmail): void {
    // First of all: a browser shows its question only within the click itself.
    const asked = sites.ask(patterns);
    run(async () => {
      await asked;
      await load();
    });
  }

  function remove({ patterns }: AddedWebmail): void {
    run(async () => {
      await sites.remove(patterns);
      await load();
    });
  }

  return { load, draw };
}
