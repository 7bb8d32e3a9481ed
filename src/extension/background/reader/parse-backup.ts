import { parseListAddress } from '../../../core/feed/list-address.ts';
import { parseJson } from '../../../core/fields/parse-json.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { Rule } from '../../../core/verdict/rules.ts';
import { storedSubject } from '../../../core/verdict/trust-scopes.ts';
import { LANGUAGE_TAGS, LANGUAGES } from '../../platform/texts/texts.ts';
import type { BackupRefusal } from '../../protocol/backup-messages.ts';
import { parsePreferences, type Preferences } from '../../protocol/preference-messages.ts';
import { MAX_RULES_PER_REQUEST, parseRule } from '../../protocol/rule-messages.ts';
import { type DayStatistics, MAX_DAYS_PER_REQUEST, parseDay } from '../../protocol/statistics-messages.ts';

export const BACKUP_FORMAT = 'spamlight-backup';

/** Higher versions are refused, lower ones always read. Version 2 added public lists. A `channelOrder` of earlier builds is left out. */
export const BACKUP_VERSION = 2;

interface BackupContent {
  readonly rules: readonly Rule[];
  /** Rules that this version does not allow. */
  readonly impossible: number;
  readonly preferences: Preferences | null;
  readonly channels: readonly { readonly url: string; readonly rootKeys: readonly string[] }[];
  readonly listUrls: readonly string[];
  readonly statistics: readonly DayStatistics[];
}

/** Refuses all for one malformed part: a half import would pass for a whole one. */
export function parseBackup(text: string): Result<BackupContent, BackupRefusal> {
  const file = fieldsOf(parseJson(text));
  if (file === null || file.get('format') !== BACKUP_FORMAT) return fail('not-a-backup');
  const version = file.get('version');
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return fail('not-a-backup');
  if (version > BACKUP_VERSION) return fail('newer-version');

  const rules = listOf(file.get('rules'), parseRule);
  const statistics = listOf(file.get('statistics'), parseDay);
  const channels = listOf(file.get('channels'), channelOf);
  const listUrls = version < 2 ? [] : listOf(file.get('lists'), listUrlOf);
  const preferences = file.get('preferences');
  const chosen = preferences === undefined ? null : inPackagedLanguage(parsePreferences(preferences));
  const isWhole =
    rules !== null &&
    statistics !== null &&
    statistics.length <= MAX_DAYS_PER_REQUEST &&
    channels !== null &&
    listUrls !== null &&
    (preferences === undefined || chosen !== null);
  if (!isWhole) return fail('not-a-backup');
  if (rules.length > MAX_RULES_PER_REQUEST) return fail('too-many');
  const possible = rules.filter(isPossible);
  const impossible = rules.length - possible.length;
  return ok({
    rules: possible,
    impossible,
    preferences: chosen,
    channels,
    listUrls,
    statistics,
  });
}

/** Unknown languages become the browser's. */
function inPackagedLanguage(chosen: Preferences | null): Preferences | null {
  if (chosen === null) return null;
  const isPackaged = LANGUAGES.some((language) => LANGUAGE_TAGS[language] === chosen.language);
  return isPackaged ? chosen : { ...chosen, language: null };
}

/** An earlier version may have allowed a host that this one knows as shared. */
function isPossible(rule: Rule): boolean {
  return typeof storedSubject(rule, rule.action) !== 'string';
}

function channelOf(value: unknown): { readonly url: string; readonly rootKeys: readonly string[] } | null {
  const fields = fieldsOf(value);
  const url = fields?.get('url');
  const rootKeys = listOf(fields?.get('rootKeys'), (key) => (typeof key === 'string' ? key : null));
  return typeof url !== 'string' || rootKeys === null ? null : { url, rootKeys };
}

/** Other fields are for people who read the file. */
function listUrlOf(value: unknown): string | null {
  const url = fieldsOf(value)?.get('url');
  const address = typeof url === 'string' ? parseListAddress(url) : null;
  return address?.ok === true ? address.value : null;
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value));
}

function listOf<Item>(value: unknown, read: (item: unknown) => Item | null): readonly Item[] | null {
  if (!Array.isArray(value)) return null;
  const items: Item[] = [];
  for (const item of value as readonly unknown[]) {
    const parsed = read(item);
    if (parsed === null) return null;
    items.push(parsed);
  }
  return items;
}
