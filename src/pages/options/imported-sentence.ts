import type { ImportedData } from '../../protocol/backup-messages.ts';
import type { PageContext } from '../page-context.ts';
import type { Sentence } from '../status-sentences.ts';

export interface Imported {
  readonly imported: ImportedData;
  readonly alreadyThere: number;
  readonly impossible: number;
}

export function importedSentence(
  { imported: { ruleIds, days, preferencesBefore, tookOrder }, alreadyThere, impossible }: Imported,
  { texts }: PageContext,
): Sentence {
  const said = [texts.count('imported', ruleIds.length)];
  if (alreadyThere > 0) said.push(texts.count('imported_known', alreadyThere));
  if (impossible > 0) said.push(texts.count('backup_impossible', impossible));
  if (days.length > 0) said.push(texts.count('imported_days', days.length));
  if (preferencesBefore !== null) said.push(texts.text('imported_preferences'));
  if (tookOrder) said.push(texts.text('imported_order'));
  return [said.join(texts.gap)];
}
