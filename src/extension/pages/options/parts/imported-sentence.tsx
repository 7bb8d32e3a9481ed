import type { Rule } from '../../../../core/verdict/rules.ts';
import { FORMAT_TAGS } from '../../../platform/texts/texts.ts';
import type { Contradicted, ContradictedRules, ImportedData } from '../../../protocol/backup-messages.ts';
import { el } from '../../element.ts';
import { outside } from '../../outside.tsx';
import type { PageContext } from '../../page-context.ts';
import type { Sentence } from '../../status-sentences.ts';

export interface Imported {
  readonly imported: ImportedData;
  readonly alreadyThere: number;
  readonly contradicted: ContradictedRules;
  readonly impossible: number;
}

export function importedSentence(
  { imported: { ruleIds, days, preferencesBefore }, ...left }: Imported,
  context: PageContext,
): Sentence {
  const { texts } = context;
  const { alreadyThere, contradicted, impossible } = left;
  const said: Sentence[] = [[texts.count('imported', ruleIds.length)]];
  if (alreadyThere > 0) said.push([texts.count('imported_known', alreadyThere)]);
  said.push(...contradictedSentences(contradicted, context));
  if (impossible > 0) said.push([texts.count('backup_impossible', impossible)]);
  if (days.length > 0) said.push([texts.count('imported_days', days.length)]);
  if (preferencesBefore !== null) said.push([texts.text('imported_preferences')]);
  return said.flatMap((sentence, index) => (index === 0 ? sentence : [texts.gap, ...sentence]));
}

/** Names the reader's rules that contradict the file; the import keeps them. */
export function contradictedSentences(
  { trust, block }: ContradictedRules,
  context: PageContext,
): readonly Sentence[] {
  return [
    contradictedSentence('trust', trust, context),
    contradictedSentence('block', block, context),
  ].filter((sentence) => sentence.length > 0);
}

/** @param decided - action of the reader's rules */
function contradictedSentence(
  decided: Rule['action'],
  { count, first }: Contradicted,
  { texts }: PageContext,
): Sentence {
  if (count === 0) return [];
  const rest = count - first.length;
  const last = rest > 0 ? [texts.text('imported_stays_rest', rest)] : [];
  const listed = new Intl.ListFormat(FORMAT_TAGS[texts.language]).formatToParts([...first, ...last]);
  let place = 0;
  const names = listed.map(({ type, value }) =>
    type === 'element' && place++ < first.length ? outside(value) : value,
  );
  return texts.countPieces(
    decided === 'trust' ? 'imported_stays_trust' : 'imported_stays_block',
    count,
    <span>{names}</span>,
  );
}
