import { entryFacts } from '../../../../core/guard/entry-facts.ts';
import type { GuardContext } from '../../../../core/guard/guard-context.ts';
import type { GuardName } from '../../../../core/guard/guard-names.ts';
import { objectionTo } from '../../../../core/guard/judge-entry.ts';
import type { EntryHasher } from '../../../../core/hash/entry-hash.ts';
import type { HostEntry } from '../../../../core/feed/feed-line.ts';
import { CATEGORIES, LEVELS } from '../../../../core/verdict/verdict.ts';
import { entryText, type Change, type ChangedEntry } from '../../../node/changes/change.ts';
import type { WeightRules } from '../../feeds/read-feeds-file.ts';
import { allowNoteOf, noteOf, RECORD_WORDS } from './entry-record.ts';
import type { Voice } from './weigh-entry.ts';

/** From a check service. */
export interface PublishedChanges {
  readonly name: string;
  readonly decisive: readonly Change[];
}

export interface DroppedChange {
  readonly text: string;
  readonly because: GuardName;
}

export interface ChangeRecords {
  readonly records: Uint32Array;
  readonly voices: readonly Voice[];
  readonly added: number;
  readonly removed: number;
  readonly dropped: readonly DroppedChange[];
}

/** The last slot is for removals. */
export const CHANGE_SLOTS = CATEGORIES.length * LEVELS.length + 1;

/**
 * An addition was reviewed by a person: danger gets full confidence, caution the least that is published. A removal
 * overrules all feeds, for its entry alone.
 */
export function changeRecords(
  { name, decisive }: PublishedChanges,
  options: {
    readonly firstSlot: number;
    readonly hasher: EntryHasher;
    readonly guards: GuardContext;
    readonly weights: WeightRules;
  },
): ChangeRecords {
  const { firstSlot, hasher, guards, weights } = options;
  const records = new Uint32Array(decisive.length * RECORD_WORDS);
  const dropped: DroppedChange[] = [];
  let added = 0;
  let removed = 0;
  for (const { action, entry, category, level } of decisive) {
    const facts = entryFacts(hostEntryOf(entry));
    const because = action === 'add' ? objectionTo(facts, guards) : null;
    if (because !== null) {
      dropped.push({ text: entryText(entry), because });
      continue;
    }
    const { high, low } =
      entry.kind === 'url' ? hasher.url(entry.host, entry.path) : hasher.address(entry.address);
    const slot = firstSlot + CATEGORIES.indexOf(category) * LEVELS.length + LEVELS.indexOf(level);
    const note =
      action === 'add' ? noteOf(slot, entry.kind, facts.isWhole) : allowNoteOf(firstSlot + CHANGE_SLOTS - 1);
    records.set([high, low, note], (added + removed) * RECORD_WORDS);
    if (action === 'add') added++;
    else removed++;
  }
  return {
    records: records.slice(0, (added + removed) * RECORD_WORDS),
    voices: voicesOf(name, weights),
    added,
    removed,
    dropped,
  };
}

function voicesOf(group: string, { publishFrom }: WeightRules): readonly Voice[] {
  const voices = CATEGORIES.flatMap((category) =>
    LEVELS.map((level): Voice => ({
      category,
      confidence: level === 'danger' ? 1 : publishFrom,
      group,
      reviewed: true,
    })),
  );
  return [...voices, { category: 'spam', confidence: 0, group, reviewed: true }];
}

function hostEntryOf(entry: ChangedEntry): HostEntry {
  if (entry.kind === 'address') return entry;
  return { ...entry, isHostLevel: entry.path === '/' };
}
