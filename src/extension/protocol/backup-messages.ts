import type { Rule } from '../../core/verdict/rules.ts';
import type { StorageUnreadable } from './outcome.ts';
import { type Preferences, readPreferences } from './preference-messages.ts';
import { type Fields, list, nullOr, record, shortText, text } from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';
import { MAX_RULES_PER_REQUEST } from './rule-messages.ts';
import { type DayStatistics, MAX_DAYS_PER_REQUEST, readDay } from './statistics-messages.ts';

/** Characters; 20,000 rules have about 4 million. */
export const MAX_BACKUP_LENGTH = 32 * 1024 * 1024;

/** Only for the options page, like all backup requests. */
export interface ExportPrivateData {
  readonly type: 'export-private-data';
}

/** Removes nothing, and overwrites no choice of the reader. */
export interface ImportPrivateData {
  readonly type: 'import-private-data';
  readonly text: string;
}

export interface PreviewImport {
  readonly type: 'preview-import';
  readonly text: string;
}

export interface UndoImport {
  readonly type: 'undo-import';
  readonly imported: ImportedData;
}

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

export interface ImportedData {
  readonly ruleIds: readonly string[];
  /** Imported days, which had no statistics here. */
  readonly days: readonly DayStatistics[];
  /** Null if unchanged. */
  readonly preferencesBefore: Preferences | null;
}

export const BACKUP_REFUSALS = [
  'not-a-backup',
  'newer-version',
  'too-many',
  'not-stored',
  'set-by-administrator',
] as const;
export type BackupRefusal = (typeof BACKUP_REFUSALS)[number];

export type BackupRequest = ExportPrivateData | PreviewImport | ImportPrivateData | UndoImport;

export interface BackupResponses {
  /** All or nothing: a partial backup would pass for a whole one. */
  'export-private-data': { readonly text: string } | StorageUnreadable;
  'preview-import': BackupPreview | { readonly refused: BackupRefusal };
  'import-private-data':
    | {
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
    | { readonly refused: BackupRefusal };
  /** False: nothing was removed. */
  'undo-import': { readonly undone: boolean };
}

export const BACKUP_READERS: Readers<BackupRequest> = {
  'export-private-data': () => ({ type: 'export-private-data' }),
  'preview-import': (from) => ({ type: 'preview-import', text: text(from, 'text', MAX_BACKUP_LENGTH) }),
  'import-private-data': (from) => ({
    type: 'import-private-data',
    text: text(from, 'text', MAX_BACKUP_LENGTH),
  }),
  'undo-import': (from) => ({ type: 'undo-import', imported: importedData(record(from, 'imported')) }),
};

function importedData(from: Fields): ImportedData {
  return {
    ruleIds: list(from, 'ruleIds', MAX_RULES_PER_REQUEST, shortText),
    days: list(from, 'days', MAX_DAYS_PER_REQUEST, readDay),
    preferencesBefore: nullOr(from, 'preferencesBefore', () =>
      readPreferences(record(from, 'preferencesBefore')),
    ),
  };
}
