import { fail, ok, type Result } from '../../../core/result.ts';
import { parseAddress } from '../../../core/feed/address-line.ts';
import { parseListedEntry } from '../../../core/url/listed-entry.ts';
import { expressionsOf, readLink } from '../../../core/url/read-link.ts';
import { CATEGORIES, LEVELS, type Category, type Level } from '../../../core/verdict/verdict.ts';
import {
  CHANGE_ACTIONS,
  type Change,
  type ChangeAction,
  type ChangedEntry,
} from '../../node/changes/change.ts';

export const MAX_ID_CHARACTERS = 128;
/** Links may be longer; listed entries are not. */
export const MAX_ENTRY_CHARACTERS = 2048;

export type ChangeRefusal =
  | 'not-an-object'
  | 'bad-id'
  | 'bad-action'
  | 'bad-entry'
  | 'bad-sequence'
  | 'bad-category'
  | 'bad-level'
  | 'bad-expiry'
  /** No lookup asks for it: a public suffix, for example, or a shared service's host. */
  | 'never-looked-up'
  /** Lists match a message by two of its three fingerprints; a change holds one. */
  | 'kind-not-checked';

export function parseChange(value: unknown, now: number): Result<Change, ChangeRefusal> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('not-an-object');
  const fields = new Map<string, unknown>(Object.entries(value));
  const id = fields.get('id');
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID_CHARACTERS || /\p{Surrogate}/u.test(id))
    return fail('bad-id');
  const action = oneOf<ChangeAction>(fields.get('action'), CHANGE_ACTIONS, null);
  if (action === null) return fail('bad-action');
  const sequence = fields.get('sequence');
  if (!isCount(sequence)) return fail('bad-sequence');
  const category = oneOf<Category>(fields.get('category'), CATEGORIES, 'phishing');
  if (category === null) return fail('bad-category');
  const level = oneOf<Level>(fields.get('level'), LEVELS, 'danger');
  if (level === null) return fail('bad-level');
  const expiresAt = fields.get('expiresAt') ?? null;
  if (expiresAt !== null && !isCount(expiresAt)) return fail('bad-expiry');
  const entry = parseEntry(fields.get('entry'), fields.get('kind') ?? 'url');
  if (!entry.ok) return entry;
  return ok({ id, action, entry: entry.value, sequence, category, level, expiresAt, at: now });
}

function parseEntry(text: unknown, kind: unknown): Result<ChangedEntry, ChangeRefusal> {
  // Accepting a change that no check can find would promise false protection.
  if (kind === 'message') return fail('kind-not-checked');
  if (typeof text !== 'string' || text.length > MAX_ENTRY_CHARACTERS) return fail('bad-entry');
  if (kind === 'address') {
    const address = parseAddress(text);
    return address.ok ? address : fail('bad-entry');
  }
  if (kind !== 'url') return fail('bad-entry');
  const listed = parseListedEntry(text);
  if (!listed.ok) return fail('bad-entry');
  const { host, path } = listed.value;
  return isLookedUp(host, path) ? ok({ kind, host, path }) : fail('never-looked-up');
}

function isLookedUp(host: string, path: string): boolean {
  return readLink(`http://${host}${path}`).layers.some((layer) => expressionsOf(layer).includes(host + path));
}

/** @param otherwise - default; null: required */
function oneOf<Word extends string>(
  value: unknown,
  words: readonly Word[],
  otherwise: Word | null,
): Word | null {
  if (value === undefined) return otherwise;
  return words.find((word) => word === value) ?? null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
