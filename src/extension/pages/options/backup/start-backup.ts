import { backupView } from './backup-view.tsx';
import { MAX_BACKUP_LENGTH, type ImportedData } from '../../../protocol/backup-messages.ts';
import { answerOrNull, storedAnswer, run } from '../../background-answers.ts';
import type { BackgroundLink } from '../../background-link.ts';
import type { PageContext } from '../../page-context.ts';
import { redraw } from '../../redraw.ts';
import { saveFile } from '../../save-file.ts';
import type { Sentence } from '../../status-sentences.ts';
import { BACKUP_REFUSALS, type BackupState } from './backup-view.tsx';
import { importedSentence } from '../parts/imported-sentence.tsx';
import type { Section } from '../parts/section.ts';

export function startBackup(
  body: HTMLElement,
  { ask }: BackgroundLink,
  context: () => PageContext,
  today: () => string,
): Section {
  let state: BackupState = { said: [], preview: null, undo: null, channelTexts: [], listUrls: [] };
  /** Text of a backup that awaits confirmation. */
  let chosen: string | null = null;
  let undo: ImportedData | null = null;

  function say(
    said: Sentence,
    notHere: Pick<BackupState, 'channelTexts' | 'listUrls'> = { channelTexts: [], listUrls: [] },
    isOfUndo = false,
  ): void {
    const { channelTexts, listUrls } = notHere;
    chosen = null;
    state = { said, preview: null, undo: undoKind(isOfUndo), channelTexts, listUrls };
    draw();
  }

  function undoKind(isOfUndo: boolean): BackupState['undo'] {
    if (undo === null) return null;
    return isOfUndo ? 'this' : 'earlier';
  }

  const sayNoAnswer = (): void => say([context().texts.text('unanswered_title')]);

  function draw(): void {
    redraw(body, backupView(state, { exportAll, importFile, takeOver, leave, undo: takeOut }, context()));
  }

  function exportAll(): void {
    run(async () => {
      const answer = await storedAnswer(ask({ type: 'export-private-data' }));
      if (answer === 'no-answer') sayNoAnswer();
      else if (answer === 'unread') say([context().texts.text('export_unread')]);
      else saveFile(`spamlight-${today()}.json`, answer.text);
    });
  }

  function importFile(file: File): void {
    run(async () => {
      const { texts } = context();
      if (file.size > MAX_BACKUP_LENGTH) return say([texts.text('backupRefusal_not_a_backup')]);
      const text = await file.text();
      const preview = await answerOrNull(ask({ type: 'preview-import', text }));
      if (preview === null) return sayNoAnswer();
      if ('refused' in preview) return say([texts.text(BACKUP_REFUSALS[preview.refused])]);
      const { trust, block, days, preferences } = preview;
      // Without changes there is nothing to confirm: import at once, to report the file's channels and public lists.
      if (trust + block + days === 0 && preferences === null) return importText(text);
      chosen = text;
      state = { said: [], preview, undo: undoKind(false), channelTexts: [], listUrls: [] };
      draw();
      document.getElementById('backup-take-over')?.focus();
    });
  }

  function leave(): void {
    say([context().texts.text('backup_left')]);
    document.getElementById('backup-export')?.focus();
  }

  function takeOver(): void {
    if (chosen !== null) importText(chosen);
  }

  function importText(text: string): void {
    run(async () => {
      const { texts } = context();
      const answer = await answerOrNull(ask({ type: 'import-private-data', text }));
      if (answer === null) return sayNoAnswer();
      if ('refused' in answer) return say([texts.text(BACKUP_REFUSALS[answer.refused])]);
      const { ruleIds, days, preferencesBefore } = answer.imported;
      const isChanged = ruleIds.length > 0 || days.length > 0 || preferencesBefore !== null;
      if (isChanged) undo = answer.imported;
      say(importedSentence(answer, context()), answer, isChanged);
      document.getElementById('backup-undo')?.focus();
    });
  }

  function takeOut(): void {
    run(async () => {
      if (undo === null) return;
      const answer = await answerOrNull(ask({ type: 'undo-import', imported: undo }));
      if (answer?.undone !== true) return sayNoAnswer();
      undo = null;
      say([context().texts.text('backup_undone')]);
      document.getElementById('backup-export')?.focus();
    });
  }

  return { load: async () => draw(), draw };
}
