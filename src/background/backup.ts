import { fail, ok, type Result } from '../core/result.ts';
import type { Rule } from '../core/verdict/rules.ts';
import { subjectFromText } from '../core/verdict/trust-scopes.ts';
import type { PrivateStore } from '../platform/private-store.ts';
import {
  type BackupRefusal,
  DEFAULT_PREFERENCES,
  type DayStatistics,
  MAX_RULES_PER_REQUEST,
  type Preferences,
} from '../protocol/messages.ts';
import { parseDayStatistics, parsePreferences, parseRule } from '../protocol/parse-request.ts';
import type { PreferenceStore } from './preference-store.ts';
import type { RuleBook } from './rule-book.ts';

const FORMAT = 'spamlight-backup';

/** Of the file's layout. A file with a higher one is refused; lower ones are read for ever. */
export const BACKUP_VERSION = 1;

export interface BackupOptions {
  readonly store: PrivateStore;
  readonly rules: RuleBook;
  readonly preferences: PreferenceStore;
}

export interface Imported {
  readonly added: readonly Rule[];
  readonly alreadyThere: number;
  /** Whether the file's preferences were taken over: only where the reader had made no choice. */
  readonly preferences: boolean;
  /** Texts of channels in the file that are not here. They are never added unseen: the reader pastes them. */
  readonly channelTexts: readonly string[];
}

/** Everything that is the reader's own as one file, and back. Only ever on the reader's own click. */
export class Backup {
  readonly #options: BackupOptions;

  constructor(options: BackupOptions) {
    this.#options = options;
  }

  async write(): Promise<string> {
    const { store, preferences } = this.#options;
    const [rules, channels, days, chosen] = await Promise.all([
      store.rules(),
      store.channels(),
      store.statistics(),
      preferences.get(),
    ]);
    return JSON.stringify(
      {
        format: FORMAT,
        version: BACKUP_VERSION,
        rules: rules.ok ? rules.value : [],
        preferences: chosen,
        channels: channels.ok ? channels.value.map(({ url, rootKeys }) => ({ url, rootKeys })) : [],
        statistics: days.ok ? days.value : [],
      },
      null,
      1,
    );
  }

  /** Merges: nothing that is here is changed or removed. */
  async read(text: string): Promise<Result<Imported, BackupRefusal>> {
    const parsed = parseBackup(text);
    if (!parsed.ok) return parsed;
    const { store, rules } = this.#options;
    const [known, days, channels] = await Promise.all([store.rules(), store.statistics(), store.channels()]);
    if (!known.ok || !days.ok || !channels.ok) return fail('not-stored');

    const keyOf = ({ scope, subject }: Rule): string => `${scope} ${subject}`;
    const here = new Set(known.value.map(keyOf));
    const ids = new Set(known.value.map(({ id }) => id));
    const added: Rule[] = [];
    for (const rule of parsed.value.rules) {
      if (here.has(keyOf(rule))) continue;
      here.add(keyOf(rule));
      added.push(ids.has(rule.id) ? { ...rule, id: crypto.randomUUID() } : rule);
    }
    if (known.value.length + added.length > MAX_RULES_PER_REQUEST) return fail('too-many');
    const knownDays = new Set(days.value.map(({ day }) => day));
    const newDays = parsed.value.statistics.filter(({ day }) => !knownDays.has(day));
    const stored = [await rules.put(added), await store.putStatistics(newDays)];
    if (stored.some((result) => !result.ok)) return fail('not-stored');
    return ok({
      added,
      alreadyThere: parsed.value.rules.length - added.length,
      preferences: await this.#takePreferences(parsed.value.preferences),
      channelTexts: parsed.value.channels
        .filter(({ url }) => !channels.value.some((channel) => channel.url === url))
        .map(({ url, rootKeys }) => [url, ...rootKeys.map((key) => `root-key: ${key}`)].join('\n')),
    });
  }

  async #takePreferences(from: Preferences | null): Promise<boolean> {
    const { preferences } = this.#options;
    const isUntouched = JSON.stringify(await preferences.get()) === JSON.stringify(DEFAULT_PREFERENCES);
    if (from === null || !isUntouched || JSON.stringify(from) === JSON.stringify(DEFAULT_PREFERENCES)) {
      return false;
    }
    await preferences.set(from);
    return true;
  }
}

interface BackupContent {
  readonly rules: readonly Rule[];
  readonly preferences: Preferences | null;
  readonly channels: readonly { readonly url: string; readonly rootKeys: readonly string[] }[];
  readonly statistics: readonly DayStatistics[];
}

/** A part that is damaged refuses the whole: a backup that is read in half would be believed whole. */
export function parseBackup(text: string): Result<BackupContent, BackupRefusal> {
  const file = fieldsOf(parseJson(text));
  if (file === null || file.get('format') !== FORMAT) return fail('not-a-backup');
  const version = file.get('version');
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return fail('not-a-backup');
  if (version > BACKUP_VERSION) return fail('newer-version');

  const rules = listOf(file.get('rules'), ownRule);
  const statistics = listOf(file.get('statistics'), parseDayStatistics);
  const channels = listOf(file.get('channels'), channelOf);
  const preferences = file.get('preferences');
  const chosen = preferences === undefined ? null : parsePreferences(preferences);
  const isWhole =
    rules !== null &&
    statistics !== null &&
    channels !== null &&
    (preferences === undefined || chosen !== null);
  if (!isWhole) return fail('not-a-backup');
  if (rules.length > MAX_RULES_PER_REQUEST) return fail('too-many');
  return ok({ rules, preferences: chosen, channels, statistics });
}

function parseJson(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A rule as this program could have written it: its subject in canonical form, and one that may be decided. */
function ownRule(value: unknown): Rule | null {
  const rule = parseRule(value);
  if (rule === null) return null;
  const subject = subjectFromText(rule.subject, rule.scope, rule.action);
  return typeof subject !== 'string' && subject.subject === rule.subject ? rule : null;
}

function channelOf(value: unknown): { readonly url: string; readonly rootKeys: readonly string[] } | null {
  const fields = fieldsOf(value);
  const url = fields?.get('url');
  const rootKeys = listOf(fields?.get('rootKeys'), (key) => (typeof key === 'string' ? key : null));
  return typeof url !== 'string' || rootKeys === null ? null : { url, rootKeys };
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
