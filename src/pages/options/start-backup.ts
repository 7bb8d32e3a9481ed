import { backupView } from './backup-view.ts';
import { MAX_BACKUP_LENGTH, type ImportedData } from '../../protocol/backup-messages.ts';
import { answered, run } from '../answered.ts';
import type { BackgroundLink } from '../background-link.ts';
import type { PageContext } from '../page-context.ts';
import { redraw } from '../redraw.ts';
import { saveFile } from '../save-file.ts';
import type { Sentence } from '../status-sentences.ts';
import { BACKUP_REFUSALS, type BackupState } from './backup-view.ts';
import { importedSentence } from './imported-sentence.ts';
import type { Section } from './section.ts';

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
