/**
 * A bucket of rows, which hold the changes exactly.
 *
 *     5 bytes  the leading 40 bits of the entry's hash
 *     1        action (2 bits), category (2), level (1), whether it expires (1)
 *     1 to 8   sequence, 7 bits per byte, lowest first; the highest bit: more follow
 *     2        day of receipt, since 1970
 *     4        if it expires: Unix seconds
 *     3        of a removal: the rest of the hash, as a mix-up would clear a bad link
 *
 * 40 bits distinguish the some hundred entries of a bucket: fewer than three of 10⁹ unlisted links match a row.
 */
import type { Hash64 } from '../../../core/hash/hash64.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { CATEGORIES, LEVELS } from '../../../core/verdict/verdict.ts';
import { CHANGE_ACTIONS, type Change } from '../../node/changes/change.ts';

/** `at` is the start of a day. */
export type StoredChange = Pick<Change, 'action' | 'category' | 'level' | 'sequence' | 'expiresAt' | 'at'>;

export interface FoundRow {
  readonly change: StoredChange;
  readonly start: number;
  readonly end: number;
}

const HASH_BYTES = 5;
const REST_BYTES = 3;
const LAST_EXPIRY = 2 ** 32 - 1;
const DAY_SECONDS = 86_400;
const MAX_SEQUENCE_BYTES = 8;
const EXPIRES = 1 << 5;
const REMOVE = CHANGE_ACTIONS.indexOf('remove');

/** Expiries after 2106 become null. */
export function toStoredChange({
  action,
  category,
  level,
  sequence,
  expiresAt,
  at,
}: StoredChange): StoredChange {
  return {
    action,
    category,
    level,
    sequence,
    expiresAt: expiresAt !== null && expiresAt <= LAST_EXPIRY ? expiresAt : null,
    at: Math.min(0xffff, Math.floor(at / DAY_SECONDS)) * DAY_SECONDS,
  };
}

export function toRow({ high, low }: Hash64, change: StoredChange): Uint8Array {
  const { action, category, level, sequence, expiresAt, at } = toStoredChange(change);
  const bytes: number[] = [high >>> 24, (high >>> 16) & 0xff, (high >>> 8) & 0xff, high & 0xff, low >>> 24];
  bytes.push(
    CHANGE_ACTIONS.indexOf(action) |
      (CATEGORIES.indexOf(category) << 2) |
      (LEVELS.indexOf(level) << 4) |
      (expiresAt === null ? 0 : EXPIRES),
  );
  let rest = sequence;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  bytes.push(rest);
  const day = at / DAY_SECONDS;
  bytes.push(day & 0xff, day >>> 8);
  if (expiresAt !== null)
    for (let shift = 0; shift < 32; shift += 8) bytes.push((expiresAt >>> shift) & 0xff);
  if (action === 'remove') bytes.push((low >>> 16) & 0xff, (low >>> 8) & 0xff, low & 0xff);
  return Uint8Array.from(bytes);
}

/** @param rows - untrusted */
export function findRow(rows: Uint8Array, { high, low }: Hash64): Result<FoundRow | null, 'damaged'> {
  for (let start = 0; start < rows.length;) {
    const end = endOfRow(rows, start);
    if (end === null) return fail('damaged');
    if (wordAt(rows, start) === high && rows[start + 4] === low >>> 24) {
      const change = changeAt(rows, start);
      if (change === null) return fail('damaged');
      if (change.action !== 'remove' || restAt(rows, end - REST_BYTES) === (low & 0xff_ffff))
        return ok({ change, start, end });
    }
    start = end;
  }
  return ok(null);
}

export function withRow(rows: Uint8Array, row: Uint8Array, instead: FoundRow | null): Uint8Array {
  const { start, end } = instead ?? { start: rows.length, end: rows.length };
  const all = new Uint8Array(rows.length - (end - start) + row.length);
  all.set(rows.subarray(0, start));
  all.set(row, start);
  all.set(rows.subarray(end), start + row.length);
  return all;
}

/** @returns null if cut short or invalid */
function endOfRow(rows: Uint8Array, start: number): number | null {
  let at = start + HASH_BYTES;
  const flags = rows[at++] ?? 0;
  const action = flags & 3;
  if (action >= CHANGE_ACTIONS.length || flags >>> 6 !== 0) return null;
  const sequenceEnd = at + MAX_SEQUENCE_BYTES;
  while ((rows[at] ?? 0) >= 0x80) at++;
  if (at >= sequenceEnd) return null;
  at += 1 + 2;
  if ((flags & EXPIRES) !== 0) at += 4;
  if (action === REMOVE) at += REST_BYTES;
  return at > rows.length ? null : at;
}

/** Only for rows that `endOfRow` accepted. */
function changeAt(rows: Uint8Array, start: number): StoredChange | null {
  let at = start + HASH_BYTES;
  const flags = rows[at++] ?? 0;
  const action = CHANGE_ACTIONS[flags & 3];
  const category = CATEGORIES[(flags >>> 2) & 3];
  const level = LEVELS[(flags >>> 4) & 1];
  if (action === undefined || category === undefined || level === undefined) return null;
  let sequence = 0;
  for (let place = 0; ; place++) {
    const byte = rows[at++] ?? 0;
    sequence += (byte & 0x7f) * 0x80 ** place;
    if (byte < 0x80) break;
  }
  if (!Number.isSafeInteger(sequence)) return null;
  const day = (rows[at] ?? 0) | ((rows[at + 1] ?? 0) << 8);
  const expiresAt = (flags & EXPIRES) === 0 ? null : wordBackwardsAt(rows, at + 2);
  return { action, category, level, sequence, expiresAt, at: day * DAY_SECONDS };
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0)) >>>
    0
  );
}

function wordBackwardsAt(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at + 3] ?? 0) << 24) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 1] ?? 0) << 8) |
      (bytes[at] ?? 0)) >>>
    0
  );
}

function restAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
}
