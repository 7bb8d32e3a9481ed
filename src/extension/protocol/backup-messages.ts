import type { Rule } from '../../core/verdict/rules.ts';
import type { Unread } from './outcome.ts';
import { type Preferences, readPreferences } from './preference-messages.ts';
import { type Fields, flag, list, nullOr, record, shortText, text } from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';
import { MAX_RULES_PER_REQUEST } from './rule-messages.ts';
import { type DayStatistics, MAX_DAYS_PER_REQUEST, readDay } from './statistics-messages.ts';

/** Characters of a backup that is read back; 20,000 rules are about 4 million. */
export const MAX_BACKUP_LENGTH = 32 * 1024 * 1024;

/** Everything that is the reader's own as one JSON text. Only to the options page. */
export interface ExportPrivateData {
  readonly type: 'export-private-data';
}

/** Merges a backup: nothing of the reader's is overwritten or removed. Only from the options page. */
export interface ImportPrivateData {
  readonly type: 'import-private-data';
  readonly text: string;
}

/** What `import-private-data` would change here; nothing is changed by asking. Only from the options page. */
export interface PreviewImport {
  readonly type: 'preview-import';
  readonly text: string;
}

/** Takes out again what `import-private-data` has just put in. Only from the options page. */
export interface UndoImport {
  readonly type: 'undo-import';
  readonly imported: ImportedData;
}

/** What the reader has decided here and a file would have the other way: it stays. */
export interface Contradicted {
  readonly count: number;
  /** Subjects, ≤ `CONTRADICTED_NAMED`. */
  readonly first: readonly string[];
}

/** By what was decided here. */
export type ContradictedRules = Readonly<Record<Rule['action'], Contradicted>>;

export const CONTRADICTED_NAMED = 5;

export interface BackupPreview {
  /** Entries that would be added. */
  readonly trust: number;
  readonly block: number;
  /** Entries that would be left out, as the reader has decided otherwise. */
  readonly contradicted: ContradictedRules;
  /** Entries that this version does not allow, and that would be left out. */
  readonly impossible: number;
  /** Days of statistics. */
  readonly days: number;
  /** Choices that would be taken over; null if the reader's own stay. */
  readonly preferences: Preferences | null;
  /** The order of channels would be taken over. */
  readonly order: boolean;
}

/** What an import has added here. */
export interface ImportedData {
  readonly ruleIds: readonly string[];
  /** Days of which nothing was known here, as the file had them. */
  readonly days: readonly DayStatistics[];
  /** The reader's choices before the file's were taken over; null if they were not. */
  readonly preferencesBefore: Preferences | null;
  /** The file's order of channels was taken over; there was none here. */
  readonly tookOrder: boolean;
}

export const BACKUP_REFUSALS = [
  'not-a-backup',
  'newer-version',
  'too-many',
  'not-stored',
  /** The administrator allows no import. */
  'set-by-administrator',
] as const;
export type BackupRefusal = (typeof BACKUP_REFUSALS)[number];

/** From the options page. */
export type BackupRequest = ExportPrivateData | PreviewImport | ImportPrivateData | UndoImport;

export interface BackupResponses {
  /** Unread if any part of it is: a backup without it would pass for whole. */
  'export-private-data': { readonly text: string } | Unread;
  'preview-import': BackupPreview | { readonly refused: BackupRefusal };
  'import-private-data':
    | {
        /** What was put in: `undo-import` takes it. */
        readonly imported: ImportedData;
        /** The same decision about the same. */
        readonly alreadyThere: number;
        /** Entries that were left out, as the reader had decided otherwise. */
        readonly contradicted: ContradictedRules;
        /** Entries that this version does not allow, and that were left out. */
        readonly impossible: number;
        /** Texts of channels in the file that are not here: the reader may paste them, nobody else can. */
        readonly channelTexts: readonly string[];
        /** Addresses of public lists in the file that are not here; the reader may add them, nobody else can. */
        readonly listUrls: readonly string[];
      }
    | { readonly refused: BackupRefusal };
  /** False if it could not be stored: then nothing was taken out. */
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
    tookOrder: flag(from, 'tookOrder'),
  };
}
