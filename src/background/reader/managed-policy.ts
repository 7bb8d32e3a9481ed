import { isRecord } from '../../core/is-record.ts';
import type { Rule } from '../../core/verdict/rules.ts';
import { subjectByForm } from '../../core/verdict/subject-by-form.ts';
import { isPublicKey } from '../../core/snapshot/key-list.ts';
import {
  DEFAULT_PREFERENCES,
  parsePreferences,
  type Preferences,
} from '../../protocol/preference-messages.ts';
import {
  type Administered,
  MAX_REPORTED_SETTINGS,
  MAX_SETTING_LENGTH,
  NOTHING_ADMINISTERED,
  POLICY_LOCKS,
  type PolicySetting,
} from '../../protocol/policy-messages.ts';
import { type Channel, MAX_ROOT_KEYS } from '../lists/channel.ts';

/** What an administrator set by the browser's policies. public/managed-schema.json describes it to them. */
export interface ManagedPolicy {
  /** False: nobody knows what an administrator has set, if anything. */
  readonly isRead: boolean;
  readonly channels: readonly Channel[];
  /** False: only the administrator's channels, not the default one. */
  readonly useDefaultChannel: boolean;
  readonly rules: readonly Rule[];
  /** In place of the reader's; of what is not there the reader decides. A language is the reader's own affair. */
  readonly preferences: Partial<Omit<Preferences, 'language'>>;
  readonly administered: Administered;
  /** Each line as it was found, for the administrator who looks why one has no effect. */
  readonly settings: readonly PolicySetting[];
}

export const NO_POLICY: ManagedPolicy = {
  isRead: true,
  channels: [],
  useDefaultChannel: true,
  rules: [],
  preferences: {},
  administered: NOTHING_ADMINISTERED,
  settings: [],
};

/**
 * Stands in where it cannot be read whether there is a policy. Its channels and rules are not known, so nothing is clear;
 * what it may lock is locked, and nothing dangerous opens, as it may forbid that. All else is the reader's.
 */
export const UNREAD_POLICY: ManagedPolicy = {
  ...NO_POLICY,
  isRead: false,
  preferences: { onDanger: 'disable' },
  administered: {
    ...NOTHING_ADMINISTERED,
    locks: POLICY_LOCKS,
    canOpenAnyway: false,
    countsStatistics: false,
  },
};

/** Whether an administrator has set anything. */
export function isAnythingSet({ settings }: ManagedPolicy): boolean {
  return settings.length > 0;
}

/** Takes what is well formed. An administrator's slip in one line must not switch off all the others. */
export function parseManagedPolicy(stored: unknown): ManagedPolicy {
  if (!isRecord(stored)) return NO_POLICY;
  const report = new Report();
  const { channels, useDefaultChannel, trust, block, preferences, locks, support, openAnyway, statistics } =
    stored;
  const policy: Omit<ManagedPolicy, 'settings'> = {
    isRead: true,
    channels: report.each('channels', channels, channelOf),
    useDefaultChannel: report.one('useDefaultChannel', useDefaultChannel, flagOf) ?? true,
    rules: [
      ...report.each('trust', trust, (line) => ruleOf(line, 'trust')),
      ...report.each('block', block, (line) => ruleOf(line, 'block')),
    ],
    preferences: preferencesOf(preferences, report),
    administered: {
      locks: report.each('locks', locks, (line) => POLICY_LOCKS.find((lock) => lock === line) ?? null),
      support: supportOf(support, report),
      canOpenAnyway: report.one('openAnyway', openAnyway, flagOf) ?? true,
      countsStatistics: report.one('statistics', statistics, flagOf) ?? true,
    },
  };
  for (const name of Object.keys(stored)) if (!isSetting(name)) report.note(name, stored[name], false);
  return { ...policy, settings: report.settings };
}

const SETTINGS = [
  'channels',
  'useDefaultChannel',
  'trust',
  'block',
  'preferences',
  'locks',
  'support',
  'openAnyway',
  'statistics',
] as const;

function isSetting(name: string): boolean {
  return SETTINGS.some((known) => known === name);
}

/** Lines of one list that are read; more are named as having no effect. */
const MAX_LINES = 10_000;

/** Reads settings, and keeps what became of each. */
class Report {
  readonly settings: PolicySetting[] = [];

  note(name: string, value: unknown, holds: boolean): void {
    // What does not hold is what is looked for, so that it is never crowded out.
    if (this.settings.length >= MAX_REPORTED_SETTINGS && holds) return;
    if (this.settings.length >= 2 * MAX_REPORTED_SETTINGS) return;
    this.settings.push({
      name: name.slice(0, MAX_SETTING_LENGTH),
      value: JSON.stringify(value ?? null).slice(0, MAX_SETTING_LENGTH),
      holds,
    });
  }

  /** Null if it is not there, or not as it must be. */
  one<Value>(name: string, value: unknown, read: (value: unknown) => Value | null): Value | null {
    if (value === undefined) return null;
    const result = read(value);
    this.note(name, value, result !== null);
    return result;
  }

  each<Value>(name: string, value: unknown, read: (line: unknown) => Value | null): readonly Value[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.note(name, value, false);
      return [];
    }
    const lines: readonly unknown[] = value;
    return lines.flatMap((line, index) => {
      const result = index < MAX_LINES ? read(line) : null;
      this.note(`${name}[${index}]`, line, result !== null);
      return result === null ? [] : [result];
    });
  }
}

function flagOf(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** Characters of a text that an administrator shows to readers. */
const MAX_SUPPORT_LENGTH = 300;

function supportOf(stored: unknown, report: Report): Administered['support'] {
  if (stored === undefined) return NOTHING_ADMINISTERED.support;
  if (!isRecord(stored)) {
    report.note('support', stored, false);
    return NOTHING_ADMINISTERED.support;
  }
  const read = (name: 'contact' | 'text'): string =>
    report.one(`support.${name}`, stored[name], (value) =>
      typeof value === 'string' && value.length <= MAX_SUPPORT_LENGTH ? value : null,
    ) ?? '';
  return { contact: read('contact'), text: read('text') };
}

/** The others are the reader's own affair. */
const MANAGED_PREFERENCES = ['onDanger', 'onCaution', 'saveData'] as const;

function preferencesOf(stored: unknown, report: Report): ManagedPolicy['preferences'] {
  if (stored === undefined) return {};
  if (!isRecord(stored)) {
    report.note('preferences', stored, false);
    return {};
  }
  const read = (name: keyof Preferences): Partial<Preferences> =>
    report.one(`preferences.${name}`, stored[name], (value) => {
      const whole = parsePreferences({ ...DEFAULT_PREFERENCES, [name]: value });
      return whole === null ? null : { [name]: whole[name] };
    }) ?? {};
  const managed = { ...read('onDanger'), ...read('onCaution'), ...read('saveData') };
  for (const name of Object.keys(stored))
    if (!MANAGED_PREFERENCES.some((known) => known === name))
      report.note(`preferences.${name}`, stored[name], false);
  return managed;
}

function channelOf(item: unknown): Channel | null {
  if (!isRecord(item)) return null;
  const { url, rootKeys, name } = item;
  if (typeof url !== 'string' || !URL.canParse(url)) return null;
  const base = new URL(url.endsWith('/') ? url : `${url}/`);
  const keys = (Array.isArray(rootKeys) ? rootKeys : []).filter(
    (key: unknown) => typeof key === 'string' && isPublicKey(key),
  );
  if (base.protocol !== 'https:' || keys.length < 1 || keys.length > MAX_ROOT_KEYS) return null;
  return {
    id: `managed:${base.href}`,
    name: typeof name === 'string' && name !== '' ? name : base.hostname,
    url: base.href,
    rootKeys: keys.map(String),
    pinnedName: null,
    origin: 'managed',
  };
}

function ruleOf(line: unknown, action: Rule['action']): Rule | null {
  const subject = typeof line === 'string' ? subjectByForm(line, action, 'administrator') : 'unreadable';
  if (typeof subject === 'string') return null;
  return {
    id: `managed:${action}:${subject.scope}:${subject.subject}`,
    action,
    ...subject,
    addedAt: 0,
    expiresAt: null,
    note: '',
    by: 'administrator',
  };
}
