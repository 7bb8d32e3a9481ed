import * as v from 'valibot';
import type { Rule } from '../../core/verdict/rules.ts';
import type { StorageUnreadable } from './outcome.ts';
import { type Preferences, PREFERENCES } from './preference-messages.ts';
import { answers, page } from './request-row.ts';
import { MAX_RULES_PER_REQUEST } from './rule-messages.ts';
import { fields, list, text } from '../../core/fields/schema.ts';
import { DAY_STATISTICS, MAX_DAYS_PER_REQUEST } from './statistics-messages.ts';

/** Characters; 20,000 rules have about 4 million. */
export const MAX_BACKUP_LENGTH = 32 * 1024 * 1024;

/** Rules of the file whose subject has a rule of the opposite action here, which stays. */
export interface Contradicted {
  readonly count: number;
  /** At most `CONTRADICTED_NAMED`. */
  readonly first: readonly string[];
}

export type ContradictedRules = Readonly<Record<Rule['action'], Contradicted>>;

export const CONTRADICTED_NAMED = 5;

export interface BackupPreview {
  readonly trust: number;
  readonly block: number;
  readonly contradicted: ContradictedRules;
  /** Rules that this version does not allow. */
  readonly impossible: number;
  readonly days: number;
  /** Null: no change. */
  readonly preferences: Preferences | null;
}

const IMPORTED = fields({
  ruleIds: list(text(100), MAX_RULES_PER_REQUEST),
  /** Imported days, which had no statistics here. */
  days: list(DAY_STATISTICS, MAX_DAYS_PER_REQUEST),
  /** Null if unchanged. */
  preferencesBefore: v.nullable(PREFERENCES),
});
export type ImportedData = Readonly<v.InferOutput<typeof IMPORTED>>;

export const BACKUP_REFUSALS = [
  'not-a-backup',
  'newer-version',
  'too-many',
  'not-stored',
  'set-by-administrator',
] as const;
export type BackupRefusal = (typeof BACKUP_REFUSALS)[number];

interface Refused {
  readonly refused: BackupRefusal;
}

interface ImportAnswer {
  readonly imported: ImportedData;
  /** Rules of the file that exist here. */
  readonly alreadyThere: number;
  readonly contradicted: ContradictedRules;
  readonly impossible: number;
  /** Texts of added channels, which the reader must paste. */
  readonly channelTexts: readonly string[];
  /** Device lists, which the reader must add. */
  readonly listUrls: readonly string[];
}

const TEXT = { text: text(MAX_BACKUP_LENGTH) };

/** Only for the options page. */
export const BACKUP_REQUESTS = {
  /** All or nothing: a partial backup would pass for a whole one. */
  'export-private-data': page({}, answers<{ readonly text: string } | StorageUnreadable>()),
  'preview-import': page(TEXT, answers<BackupPreview | Refused>()),
  /** Removes nothing, and overwrites no choice of the reader. */
  'import-private-data': page(TEXT, answers<ImportAnswer | Refused>()),
  /** False: nothing was removed. */
  'undo-import': page({ imported: IMPORTED }, answers<{ readonly undone: boolean }>()),
};
