import { destinationLayer, type Rule, type ScopedSubject, subjectsOf } from '../../core/verdict/rules.ts';
import { subjectFromText } from '../../core/verdict/trust-scopes.ts';
import { isPublicKey } from '../../core/snapshot/key-list.ts';
import { readLink } from '../../core/url/read-link.ts';
import {
  DEFAULT_PREFERENCES,
  parsePreferences,
  type Preferences,
} from '../../protocol/preference-messages.ts';
import { type Channel, MAX_ROOT_KEYS } from '../lists/channel.ts';

/** What an administrator set by the browser's policies. public/managed-schema.json describes it to them. */
export interface ManagedPolicy {
  readonly channels: readonly Channel[];
  /** False: only the administrator's channels, not the default one. */
  readonly useDefaultChannel: boolean;
  readonly rules: readonly Rule[];
  /** In place of the reader's; of what is not there the reader decides. A language is the reader's own affair. */
  readonly preferences: Partial<Omit<Preferences, 'language'>>;
}

export const NO_POLICY: ManagedPolicy = {
  channels: [],
  useDefaultChannel: true,
  rules: [],
  preferences: {},
};

/** Takes what is well formed. An administrator's slip in one line must not switch off all the others. */
export function parseManagedPolicy(stored: unknown): ManagedPolicy {
  if (!isRecord(stored)) return NO_POLICY;
  return {
    channels: items(stored['channels']).flatMap((item) => channelOf(item) ?? []),
    useDefaultChannel: stored['useDefaultChannel'] !== false,
    rules: [...rulesOf(stored['trust'], 'trust'), ...rulesOf(stored['block'], 'block')],
    preferences: preferencesOf(stored['preferences']),
  };
}

function preferencesOf(stored: unknown): ManagedPolicy['preferences'] {
  if (!isRecord(stored)) return {};
  const { onDanger, onCaution, saveData } = stored;
  const read = (name: keyof Preferences, value: unknown): Partial<Preferences> => {
    const whole = parsePreferences({ ...DEFAULT_PREFERENCES, [name]: value });
    return whole === null ? {} : { [name]: whole[name] };
  };
  return { ...read('onDanger', onDanger), ...read('onCaution', onCaution), ...read('saveData', saveData) };
}

function channelOf(item: unknown): Channel | null {
  if (!isRecord(item)) return null;
  const { url, rootKeys, name } = item;
  if (typeof url !== 'string' || !URL.canParse(url)) return null;
  const base = new URL(url.endsWith('/') ? url : `${url}/`);
  const keys = items(rootKeys).filter((key) => typeof key === 'string' && isPublicKey(key));
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

function rulesOf(list: unknown, action: Rule['action']): readonly Rule[] {
  return items(list).flatMap((item) => {
    const subject = typeof item === 'string' ? managedSubject(item, action) : null;
    if (subject === null) return [];
    return [
      {
        id: `managed:${action}:${subject.scope}:${subject.subject}`,
        action,
        ...subject,
        addedAt: 0,
        expiresAt: null,
        note: '',
        by: 'administrator',
      },
    ];
  });
}

/** The widest scope that a line's own form names: a mail address, a domain, a host, a folder, a page. */
function managedSubject(text: string, action: Rule['action']): ScopedSubject | null {
  if (text.includes('@') && !text.includes('/')) return subjectOrNull(text, 'sender', action);
  const link = readLink(text.includes('://') ? text : `http://${text}`);
  const layer = link.layers[destinationLayer(link)];
  if (layer === undefined) return null;
  const isWholeHost = layer.canonical === `${layer.host}/`;
  if (isWholeHost) {
    const isDomain = subjectsOf(layer).some(
      ({ scope, subject }) => scope === 'site' && subject === layer.host,
    );
    return subjectOrNull(text, isDomain ? 'site' : 'host', action);
  }
  return subjectOrNull(text, layer.canonical?.endsWith('/') === true ? 'path' : 'link', action);
}

function subjectOrNull(text: string, scope: Rule['scope'], action: Rule['action']): ScopedSubject | null {
  const subject = subjectFromText(text, scope, action);
  return typeof subject === 'string' ? null : subject;
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, 10_000) : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
