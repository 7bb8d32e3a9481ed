import { crc32 } from '../../../core/filter/crc32.ts';
import { changeOf, type Change, type ChangedEntry } from '../../node/changes/change.ts';

// A log line of earlier versions: CRC-32 of the rest (8 hexadecimal digits), a space, a JSON list.
//
//     [id, action, kind, host or address, path, sequence, category, level, expiresAt, at]

const SUM_DIGITS = 8;
const utf8 = new TextDecoder('utf-8', { fatal: true });

export function changeOfOldLine(bytes: Uint8Array): Change | null {
  const json = bytes.subarray(SUM_DIGITS + 1);
  const sum = `${crc32(json).toString(16).padStart(SUM_DIGITS, '0')} `;
  if (Buffer.from(bytes.subarray(0, SUM_DIGITS + 1)).toString('latin1') !== sum) return null;
  const [id, action, kind, name, path, ...rest] = listIn(json);
  const entry = entryOf(kind, String(name), String(path));
  return entry === null ? null : changeOf(entry, [id, action, ...rest]);
}

function entryOf(kind: unknown, name: string, path: string): ChangedEntry | null {
  if (kind === 'address') return { kind, address: name };
  return kind === 'url' && path.startsWith('/') && !name.includes('/') ? { kind, host: name, path } : null;
}

function listIn(json: Uint8Array): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(utf8.decode(json));
    return Array.isArray(value) ? value : [];
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return [];
    throw error;
  }
}
