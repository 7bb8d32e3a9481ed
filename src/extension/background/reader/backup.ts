import { DAY_SECONDS } from '../../../core/utc-day.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { Rule } from '../../../core/verdict/rules.ts';
import type { ChannelStore } from '../../platform/storage/channel-store.ts';
import type { ImportStore } from '../../platform/storage/import-store.ts';
import type { RuleStore } from '../../platform/storage/rule-store.ts';
import type { StatisticsStore } from '../../platform/storage/statistics-store.ts';
import {
  type BackupPreview,
  type BackupRefusal,
  CONTRADICTED_NAMED,
  type Contradicted,
  type ContradictedRules,
  type ImportedData,
} from '../../protocol/backup-messages.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../../protocol/preference-messages.ts';
import { MAX_RULES_PER_REQUEST } from '../../protocol/rule-messages.ts';
import type { DayStatistics } from '../../protocol/statistics-messages.ts';
import { BACKUP_FORMAT, BACKUP_VERSION, parseBackup } from './parse-backup.ts';
import { localDay } from '../realm/local-day.ts';
import type { PreferenceStore } from './preference-store.ts';

export interface BackupOptions {
  readonly rules: RuleStore;
  readonly channels: ChannelStore;
  readonly statistics: StatisticsStore;
  readonly imports: ImportStore;
  readonly preferences: PreferenceStore;
  readonly now: () => number;
  readonly onChange: (change: 'rules' | 'preferences' | 'language' | 'statistics') => Promise<void>;
}

interface Plan extends Omit<Imported, 'imported'> {
  readonly added: readonly Rule[];
  readonly newDays: readonly DayStatistics[];
  readonly before: Preferences;
  readonly preferences: Preferences | null;
}

export interface Imported {
  readonly imported: ImportedData;
  readonly alreadyThere: number;
  /** Rules left out because this device decides otherwise. */
  readonly contradicted: ContradictedRules;
  /** Rules that this version does not allow. */
  readonly impossible: number;
  /** Channels missing here. Never added automatically: the reader pastes them. */
  readonly channelTexts: readonly string[];
  /**
   * Public lists missing here. The reader first sees what each would flag, and the browser asks for permission.
   * Compiled files are in no backup: only their fingerprints are stored.
   */
  readonly listUrls: readonly string[];
}

export class Backup {
  readonly #options: BackupOptions;

  constructor(options: BackupOptions) {
    this.#options = options;
  }

  /** All or nothing: nobody would notice a missing part. */
  async exportText(): Promise<Result<string, 'not-stored'>> {
    const [rules, channels, lists, days, chosen] = await Promise.all(this.#stored());
    if (!rules.ok || !channels.ok || !lists.ok || !days.ok || !chosen.ok) return fail('not-stored');
    const backup = {
      format: BACKUP_FORMAT,
      version: BACKUP_VERSION,
      rules: rules.value,
      preferences: chosen.value,
      channels: channels.value.map(({ url, rootKeys }) => ({ url, rootKeys })),
      lists: lists.value.flatMap(({ name, url, category, licence }) =>
        url === null ? [] : [{ name, url, category, licence }],
      ),
      statistics: days.value,
    };
    return ok(JSON.stringify(backup, null, 1));
  }

  async preview(text: string): Promise<Result<BackupPreview, BackupRefusal>> {
    const plan = await this.#plan(text);
    if (!plan.ok) return plan;
    const { added, contradicted, impossible, newDays, preferences } = plan.value;
    const count = (action: Rule['action']): number => added.filter((rule) => rule.action === action).length;
    return ok({
      trust: count('trust'),
      block: count('block'),
      contradicted,
      impossible,
      days: newDays.length,
      preferences,
    });
  }

  /** Adds what is missing; changes no rule, day or choice of this device. */
  async importText(text: string): Promise<Result<Imported, BackupRefusal>> {
    const plan = await this.#plan(text);
    if (!plan.ok) return plan;
    const { added, newDays, before, preferences, ...rest } = plan.value;
    const stored = await this.#options.imports.put({ rules: added, days: newDays, preferences });
    if (!stored.ok) return fail('not-stored');
    const imported: ImportedData = {
      ruleIds: added.map(({ id }) => id),
      days: newDays,
      preferencesBefore: preferences === null ? null : before,
    };
    await this.#reportChanges(imported);
    return ok({ imported, ...rest });
  }

  async #plan(text: string): Promise<Result<Plan, BackupRefusal>> {
    const parsed = parseBackup(text);
    if (!parsed.ok) return parsed;
    const [known, channels, lists, days, chosen] = await Promise.all(this.#stored());
    if (!known.ok || !channels.ok || !lists.ok || !days.ok || !chosen.ok) return fail('not-stored');

    const keyOf = ({ scope, subject }: Rule, action: Rule['action']): string =>
      `${action} ${scope} ${subject}`;
    const here = new Set(known.value.map((rule) => keyOf(rule, rule.action)));
    const ids = new Set(known.value.map(({ id }) => id));
    const added: Rule[] = [];
    const contradicted: Record<Rule['action'], string[]> = { trust: [], block: [] };
    let alreadyThere = 0;
    for (const rule of parsed.value.rules) {
      const key = keyOf(rule, rule.action);
      const other = rule.action === 'trust' ? 'block' : 'trust';
      if (here.has(key)) alreadyThere++;
      else if (here.has(keyOf(rule, other))) contradicted[other].push(rule.subject);
      else {
        here.add(key);
        added.push({ ...rule, ...(ids.has(rule.id) ? { id: crypto.randomUUID() } : {}), from: 'file' });
      }
    }
    if (known.value.length + added.length > MAX_RULES_PER_REQUEST) return fail('too-many');
    const knownDays = new Set(days.value.map(({ day }) => day));
    // Another time zone may be a day ahead. Later days are left out, or they would stay for ever.
    const last = localDay(this.#options.now() + DAY_SECONDS);
    const newDays = parsed.value.statistics.filter(
      ({ day }) => day <= last && !knownDays.has(day) && knownDays.add(day),
    );
    const before = chosen.value;
    const preferences = choicesToTake(parsed.value.preferences, before);
    return ok({
      added,
      newDays,
      before,
      preferences,
      alreadyThere,
      contradicted: { trust: firstOf(contradicted.trust), block: firstOf(contradicted.block) },
      impossible: parsed.value.impossible,
      channelTexts: parsed.value.channels
        .filter(({ url }) => !channels.value.some((channel) => channel.url === url))
        .map(({ url, rootKeys }) => [url, ...rootKeys.map((key) => `root-key: ${key}`)].join('\n')),
      listUrls: parsed.value.listUrls.filter((url) => !lists.value.some((list) => list.url === url)),
    });
  }

  /**
   * Links counted since the import stay.
   *
   * @returns false if nothing was removed
   */
  async undo(imported: ImportedData): Promise<boolean> {
    const done = await this.#options.imports.undoPut(imported);
    if (done.ok) await this.#reportChanges(imported);
    return done.ok;
  }

  async #reportChanges({ ruleIds, days, preferencesBefore }: ImportedData): Promise<void> {
    const { onChange } = this.#options;
    if (ruleIds.length > 0) await onChange('rules');
    if (days.length > 0) await onChange('statistics');
    if (preferencesBefore === null) return;
    await onChange('language');
  }

  #stored() {
    const { rules, channels, statistics, preferences } = this.#options;
    return [
      rules.all(),
      channels.channels(),
      channels.deviceLists(),
      statistics.days(),
      preferences.chosen(),
    ] as const;
  }
}

function firstOf(subjects: readonly string[]): Contradicted {
  return { count: subjects.length, first: subjects.slice(0, CONTRADICTED_NAMED) };
}

/** Null: keep the reader's choices. */
function choicesToTake(from: Preferences | null, here: Preferences): Preferences | null {
  const standard = JSON.stringify(DEFAULT_PREFERENCES);
  if (from === null || JSON.stringify(here) !== standard || JSON.stringify(from) === standard) return null;
  return from;
}
