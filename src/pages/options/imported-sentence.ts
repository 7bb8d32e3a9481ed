import type { Rule } from '../../core/verdict/rules.ts';
import type { PageContext } from '../page-context.ts';
import type { Sentence } from '../status-sentences.ts';

export interface Imported {
  readonly added: readonly Rule[];
  readonly alreadyThere: number;
  readonly preferences: boolean;
}

export function importedSentence(
  { added, alreadyThere, preferences }: Imported,
  { texts }: PageContext,
): Sentence {
  const said = [texts.count('imported', added.length)];
  if (alreadyThere > 0) said.push(texts.count('imported_known', alreadyThere));
  if (preferences) said.push(texts.text('imported_preferences'));
  return [said.join(texts.gap)];
}
