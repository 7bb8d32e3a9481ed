import { fail, ok, type Result } from '../../core/result.ts';
import type { Rule } from '../../core/verdict/rules.ts';
import { subjectFromText } from '../../core/verdict/trust-scopes.ts';
import type { ChannelStore } from '../../platform/channel-store.ts';
import type { ImportStore } from '../../platform/import-store.ts';
import type { RuleStore } from '../../platform/rule-store.ts';
import type { StatisticsStore } from '../../platform/statistics-store.ts';
import { LANGUAGE_TAGS, LANGUAGES } from '../../platform/texts.ts';
import type { BackupPreview, BackupRefusal, ImportedData } from '../../protocol/backup-messages.ts';
import {
  DEFAULT_PREFERENCES,
  parsePreferences,
  type Preferences,
} from '../../protocol/preference-messages.ts';
import { MAX_RULES_PER_REQUEST, parseRule } from '../../protocol/rule-messages.ts';
import {
  type DayStatistics,
  MAX_DAYS_PER_REQUEST,
  parseDayStatistics,
} from '../../protocol/statistics-messages.ts';
import { parseListAddress } from '../../core/feed/list-address.ts';
import type { PreferenceStore } from './preference-store.ts';
import { withoutCounts } from './statistics.ts';

const FORMAT = 'spamlight-backup';

/** Of the file's layout. A file with a higher one is refused; lower ones are read for ever. 2: public lists. */
const BACKUP_VERSION = 2;

export interface BackupOptions {
  readonly rules: RuleStore;
  readonly channels: ChannelStore;
  readonly statistics: StatisticsStore;
  readonly imports: ImportStore;
  readonly preferences: PreferenceStore;
  readonly onChange: (change: 'rules' | 'preferences' | 'language' | 'statistics') => Promise<void>;
}

/** What reading a file does here. */
interface Plan extends Omit<Imported, 'imported'> {
  readonly added: readonly Rule[];
  readonly newDays: readonly DayStatistics[];
  readonly before: Preferences;
  readonly preferences: Preferences | null;
}

export interface Imported {
  readonly imported: ImportedData;
  readonly alreadyThere: number;
  /** Texts of channels in the file that are not here. They are never added unseen: the reader pastes them. */
  readonly channelTexts: readonly string[];
  /**
   * The same for public lists: what one would flag is said before it is added, and the browser asks whether it may
   * be fetched. Files that were compiled here are not in a backup: nothing is kept of them but fingerprints.
   */
  readonly listUrls: readonly string[];
}

/** Everything that is the reader's own as one file, and back. Only ever on the reader's own click. */
export class Backup {
  readonly #options: BackupOptions;

  constructor(options: BackupOptions) {
    this.#options = options;
  }

  async write(): Promise<string> {
    const [rules, channels, lists, days, chosen] = await Promise.all([
      ...this.#stored(),
      this.#options.preferences.chosen(),
    ]);
    return JSON.stringify(
      {
        format: FORMAT,
        version: BACKUP_VERSION,
        rules: rules.ok ? rules.value : [],
        preferences: chosen,
        channels: channels.ok ? channels.value.map(({ url, rootKeys }) => ({ url, rootKeys })) : [],
        lists: lists.ok
          ? lists.value.flatMap(({ name, url, category, licence }) =>
              url === null ? [] : [{ name, url, category, licence }],
            )
          : [],
        statistics: days.ok ? days.value : [],
      },
      null,
      1,
    );
  }

  /** What reading it would change here, and nothing else happens. */
  async preview(text: string): Promise<Result<BackupPreview, BackupRefusal>> {
    const plan = await this.#plan(text);
    if (!plan.ok) return plan;
    const { added, newDays, preferences } = plan.value;
    const count = (action: Rule['action']): number => added.filter((rule) => rule.action === action).length;
    return ok({ trust: count('trust'), block: count('block'), days: newDays.length, preferences });
  }

  /** Merges: nothing that is here is changed or removed. */
  async read(text: string): Promise<Result<Imported, BackupRefusal>> {
    const plan = await this.#plan(text);
    if (!plan.ok) return plan;
    const { added, alreadyThere, newDays, before, preferences, channelTexts, listUrls } = plan.value;
    const stored = await this.#options.imports.put({ rules: added, days: newDays, preferences });
    if (!stored.ok) return fail('not-stored');
    const imported: ImportedData = {
      ruleIds: added.map(({ id }) => id),
      days: newDays,
      preferencesBefore: preferences === null ? null : before,
    };
    await this.#tell(imported);
    return ok({ imported, alreadyThere, channelTexts, listUrls });
  }

  async #plan(text: string): Promise<Result<Plan, BackupRefusal>> {
    const parsed = parseBackup(text);
    if (!parsed.ok) return parsed;
    const [known, channels, lists, days] = await Promise.all(this.#stored());
    if (!known.ok || !days.ok || !channels.ok || !lists.ok) return fail('not-stored');

    const keyOf = ({ scope, subject }: Rule): string => `${scope} ${subject}`;
    const here = new Set(known.value.map(keyOf));
    const ids = new Set(known.value.map(({ id }) => id));
    const added: Rule[] = [];
    for (const rule of parsed.value.rules) {
      if (here.has(keyOf(rule))) continue;
      here.add(keyOf(rule));
      added.push({ ...rule, ...(ids.has(rule.id) ? { id: crypto.randomUUID() } : {}), from: 'file' });
    }
    if (known.value.length + added.length > MAX_RULES_PER_REQUEST) return fail('too-many');
    const knownDays = new Set(days.value.map(({ day }) => day));
    const newDays = parsed.value.statistics.filter(({ day }) => !knownDays.has(day) && knownDays.add(day));
    const before = await this.#options.preferences.chosen();
    const preferences = choicesToTake(parsed.value.preferences, before);
    return ok({
      added,
      newDays,
      before,
      preferences,
      alreadyThere: parsed.value.rules.length - added.length,
      channelTexts: parsed.value.channels
        .filter(({ url }) => !channels.value.some((channel) => channel.url === url))
        .map(({ url, rootKeys }) => [url, ...rootKeys.map((key) => `root-key: ${key}`)].join('\n')),
      listUrls: parsed.value.listUrls.filter((url) => !lists.value.some((list) => list.url === url)),
    });
  }

  /** What was counted since stays counted. @returns false if it could not be stored: then nothing was taken out */
  async undo(imported: ImportedData): Promise<boolean> {
    const done = await this.#options.imports.takeOut(imported, withoutCounts);
    if (done.ok) await this.#tell(imported);
    return done.ok;
  }

  async #tell({ ruleIds, days, preferencesBefore }: ImportedData): Promise<void> {
    const { onChange } = this.#options;
    if (ruleIds.length > 0) await onChange('rules');
    if (days.length > 0) await onChange('statistics');
    if (preferencesBefore === null) return;
    await onChange('language');
  }

  #stored() {
    const { rules, channels, statistics } = this.#options;
    return [rules.all(), channels.channels(), channels.deviceLists(), statistics.days()] as const;
  }
}

/** The file's choices, if the reader has made none here; null if they are to be left as they are. */
function choicesToTake(from: Preferences | null, here: Preferences): Preferences | null {
  const standard = JSON.stringify(DEFAULT_PREFERENCES);
  if (from === null || JSON.stringify(here) !== standard || JSON.stringify(from) === standard) return null;
  return from;
}

interface BackupContent {
  readonly rules: readonly Rule[];
  readonly preferences: Preferences | null;
  readonly channels: readonly { readonly url: string; readonly rootKeys: readonly string[] }[];
  readonly listUrls: readonly string[];
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
  return ok({ rules, preferences: chosen, channels, listUrls, statistics });
}

/** A language that this version has no texts for is none: the browser's own then counts. */
function inPackagedLanguage(chosen: Preferences | null): Preferences | null {
  if (chosen === null) return null;
  const isPackaged = LANGUAGES.some((language) => LANGUAGE_TAGS[language] === chosen.language);
  return isPackaged ? chosen : { ...chosen, language: null };
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

/** Only its address counts: the rest is for people who read the file, and is asked anew when the list is added. */
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
