import { fail, ok, type Result } from '../../../core/result.ts';
import { isRecord } from '../../../core/fields/is-record.ts';
import type { Rule } from '../../../core/verdict/rules.ts';
import { subjectByForm } from '../../../core/verdict/subject-by-form.ts';
import type { SubjectFailure } from '../../../core/verdict/trust-scopes.ts';
import { isPublicKey } from '../../../core/snapshot/key-list.ts';
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
  type PolicyFault,
  type PolicyLock,
  type PolicySetting,
} from '../../protocol/policy-messages.ts';
import { type Channel, MAX_ROOT_KEYS } from '../realm/channel.ts';

/** Documented in public/managed-schema.json. */
export interface ManagedPolicy {
  /** False: the policy was unreadable, and there may be one. */
  readonly isRead: boolean;
  readonly channels: readonly Channel[];
  /** False: managed channels only. */
  readonly useDefaultChannel: boolean;
  /** False: no mirrors. */
  readonly usesMirrors: boolean;
  readonly rules: readonly Rule[];
  /** Override the reader's preferences. Language is always the reader's. */
  readonly preferences: Partial<Omit<Preferences, 'language'>>;
  readonly administered: Administered;
  /**
   * Lines read, so that administrators find those without effect: at most `MAX_REPORTED_SETTINGS`, with faulty ones
   * twice as many.
   */
  readonly settings: readonly PolicySetting[];
}

export const NO_POLICY: ManagedPolicy = {
  isRead: true,
  channels: [],
  useDefaultChannel: true,
  usesMirrors: true,
  rules: [],
  preferences: {},
  administered: NOTHING_ADMINISTERED,
  settings: [],
};

/**
 * Channels and rules may be missing, so nothing is clear. Whatever a policy can lock is locked, and dangerous links are
 * disabled; other preferences are the reader's.
 */
export const UNREAD_POLICY: ManagedPolicy = {
  ...NO_POLICY,
  isRead: false,
  usesMirrors: false,
  preferences: { onDanger: 'disable' },
  administered: {
    ...NOTHING_ADMINISTERED,
    locks: POLICY_LOCKS,
    canOpenAnyway: false,
    countsStatistics: false,
  },
};

export function isAnythingSet({ settings }: ManagedPolicy): boolean {
  return settings.length > 0;
}

/** A mistake in one line must not disable others. */
export function parseManagedPolicy(stored: unknown): ManagedPolicy {
  if (!isRecord(stored)) return NO_POLICY;
  const report = new Report();
  const { channels, useDefaultChannel, mirrors, trust, block, preferences, locks, support } = stored;
  const { openAnyway, statistics } = stored;
  const policy: Omit<ManagedPolicy, 'settings'> = {
    isRead: true,
    channels: report.each('channels', channels, channelOf),
    useDefaultChannel: report.one('useDefaultChannel', useDefaultChannel, flagOf) ?? true,
    usesMirrors: report.one('mirrors', mirrors, flagOf) ?? true,
    rules: [
      ...report.each('trust', trust, (line) => ruleOf(line, 'trust')),
      ...report.each('block', block, (line) => ruleOf(line, 'block')),
    ],
    preferences: preferencesOf(preferences, report),
    administered: {
      locks: report.each('locks', locks, lockOf),
      support: supportOf(support, report),
      canOpenAnyway: report.one('openAnyway', openAnyway, flagOf) ?? true,
      countsStatistics: report.one('statistics', statistics, flagOf) ?? true,
    },
  };
  for (const name of Object.keys(stored)) if (!isSetting(name)) report.note(name, stored[name], 'unknown');
  return { ...policy, settings: report.settings };
}

const SETTINGS = [
  'channels',
  'useDefaultChannel',
  'mirrors',
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

/** Lines per setting. Further ones are reported. */
const MAX_LINES = 10_000;

class Report {
  readonly settings: PolicySetting[] = [];

  note(name: string, value: unknown, fault: PolicyFault | null): void {
    // Faulty lines, which administrators look for, may take the list to twice the limit.
    if (this.settings.length >= MAX_REPORTED_SETTINGS && fault === null) return;
    if (this.settings.length >= 2 * MAX_REPORTED_SETTINGS) return;
    this.settings.push({
      name: name.slice(0, MAX_SETTING_LENGTH),
      value: JSON.stringify(value ?? null).slice(0, MAX_SETTING_LENGTH),
      fault,
    });
  }

  one<Value>(name: string, value: unknown, read: Reader<Value>): Value | null {
    if (value === undefined) return null;
    const result = read(value);
    this.note(name, value, result.ok ? null : result.failure);
    return result.ok ? result.value : null;
  }

  each<Value>(name: string, value: unknown, read: Reader<Value>): readonly Value[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.note(name, value, 'not-list');
      return [];
    }
    const lines: readonly unknown[] = value;
    return lines.flatMap((line, index) => {
      const result = index < MAX_LINES ? read(line) : fail('too-many' as const);
      this.note(`${name}[${index}]`, line, result.ok ? null : result.failure);
      return result.ok ? [result.value] : [];
    });
  }
}

type Reader<Value> = (value: unknown) => Result<Value, PolicyFault>;

function flagOf(value: unknown): Result<boolean, PolicyFault> {
  return typeof value === 'boolean' ? ok(value) : fail('not-flag');
}

function lockOf(value: unknown): Result<PolicyLock, PolicyFault> {
  const lock = POLICY_LOCKS.find((each) => each === value);
  return lock === undefined ? fail('not-choice') : ok(lock);
}

const MAX_SUPPORT_LENGTH = 300;

function supportOf(stored: unknown, report: Report): Administered['support'] {
  if (stored === undefined) return NOTHING_ADMINISTERED.support;
  if (!isRecord(stored)) {
    report.note('support', stored, 'not-group');
    return NOTHING_ADMINISTERED.support;
  }
  const read = (name: 'contact' | 'text'): string =>
    report.one(`support.${name}`, stored[name], (value) =>
      typeof value === 'string' && value.length <= MAX_SUPPORT_LENGTH ? ok(value) : fail('not-text'),
    ) ?? '';
  return { contact: read('contact'), text: read('text') };
}

const MANAGED_PREFERENCES = ['onDanger', 'onCaution', 'saveData'] as const;

function preferencesOf(stored: unknown, report: Report): ManagedPolicy['preferences'] {
  if (stored === undefined) return {};
  if (!isRecord(stored)) {
    report.note('preferences', stored, 'not-group');
    return {};
  }
  const read = (name: keyof Preferences): Partial<Preferences> =>
    report.one(`preferences.${name}`, stored[name], (value) => {
      const whole = parsePreferences({ ...DEFAULT_PREFERENCES, [name]: value });
      if (whole !== null) return ok({ [name]: whole[name] });
      return fail(typeof DEFAULT_PREFERENCES[name] === 'boolean' ? 'not-flag' : 'not-choice');
    }) ?? {};
  const managed = { ...read('onDanger'), ...read('onCaution'), ...read('saveData') };
  for (const name of Object.keys(stored))
    if (!MANAGED_PREFERENCES.some((known) => known === name))
      report.note(
        `preferences.${name}`,
        stored[name],
        name in DEFAULT_PREFERENCES ? 'readers-own' : 'unknown',
      );
  return managed;
}

function channelOf(item: unknown): Result<Channel, PolicyFault> {
  if (!isRecord(item)) return fail('not-group');
  const { url, rootKeys, name } = item;
  const base = typeof url === 'string' ? URL.parse(url.endsWith('/') ? url : `${url}/`) : null;
  if (base?.protocol !== 'https:') return fail('not-https');
  const keys = (Array.isArray(rootKeys) ? rootKeys : []).filter(
    (key: unknown) => typeof key === 'string' && isPublicKey(key),
  );
  if (keys.length < 1 || keys.length > MAX_ROOT_KEYS) return fail('no-root-key');
  return ok({
    id: `managed:${base.href}`,
    name: typeof name === 'string' && name !== '' ? name : base.hostname,
    url: base.href,
    rootKeys: keys.map(String),
    pinnedName: null,
    origin: 'managed',
  });
}

const RULE_FAULTS = {
  unreadable: 'no-address',
  wildcard: 'wildcard',
  'not-trustable': 'shared',
} as const satisfies Record<SubjectFailure, PolicyFault>;

function ruleOf(line: unknown, action: Rule['action']): Result<Rule, PolicyFault> {
  const subject = typeof line === 'string' ? subjectByForm(line, action, 'administrator') : 'unreadable';
  if (typeof subject === 'string') return fail(RULE_FAULTS[subject]);
  return ok({
    id: `managed:${action}:${subject.scope}:${subject.subject}`,
    action,
    ...subject,
    addedAt: 0,
    expiresAt: null,
    note: '',
    by: 'administrator',
  });
}
