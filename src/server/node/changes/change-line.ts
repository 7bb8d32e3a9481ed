import { crc32 } from '../../../core/filter/crc32.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { CATEGORIES, LEVELS } from '../../../core/verdict/verdict.ts';
import { CHANGE_ACTIONS, type Change, type ChangedEntry } from './change.ts';

// A line of the log: CRC-32 of what follows it (8 hexadecimal digits), a space, a JSON list, LF.
//
//     [id, action, kind, host or address, path, sequence, category, level, expiresAt, at]
//
// A list instead of an object: a million of them are read when a process starts.

const SUM_DIGITS = 8;

export function toLine({ id, action, entry, sequence, category, level, expiresAt, at }: Change): string {
  const [name, path] = entry.kind === 'url' ? [entry.host, entry.path] : [entry.address, ''];
  const json = JSON.stringify([
    id,
    CHANGE_ACTIONS.indexOf(action),
    entry.kind,
    name,
    path,
    sequence,
    CATEGORIES.indexOf(category),
    LEVELS.indexOf(level),
    expiresAt,
    at,
  ]);
  return `${sumOf(json)} ${json}\n`;
}

/** @param line - without its LF */
export function fromLine(line: string): Result<Change, 'damaged'> {
  const json = line.slice(SUM_DIGITS + 1);
  if (line[SUM_DIGITS] !== ' ' || line.slice(0, SUM_DIGITS) !== sumOf(json)) return fail('damaged');
  const value = parsed(json);
  if (value === null) return fail('damaged');
  const [id, actionIndex, kind, name, path, sequence, categoryIndex, levelIndex, expiresAt, at] = value;
  const action = wordAt(CHANGE_ACTIONS, actionIndex);
  const category = wordAt(CATEGORIES, categoryIndex);
  const level = wordAt(LEVELS, levelIndex);
  if (typeof id !== 'string' || typeof name !== 'string' || typeof path !== 'string') return fail('damaged');
  if (action === null || category === null || level === null) return fail('damaged');
  if (typeof sequence !== 'number' || typeof at !== 'number') return fail('damaged');
  if (expiresAt !== null && typeof expiresAt !== 'number') return fail('damaged');
  const entry: ChangedEntry | null =
    kind === 'url' ? { kind, host: name, path } : kind === 'address' ? { kind, address: name } : null;
  if (entry === null) return fail('damaged');
  return ok({ id, action, entry, sequence, category, level, expiresAt, at });
}

function wordAt<Word>(words: readonly Word[], index: unknown): Word | null {
  return typeof index === 'number' ? (words[index] ?? null) : null;
}

/** @returns null if it is no list */
function parsed(json: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const encoder = new TextEncoder();

function sumOf(text: string): string {
  return crc32(encoder.encode(text)).toString(16).padStart(SUM_DIGITS, '0');
}
