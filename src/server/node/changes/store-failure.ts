import { isRecord } from '../../../core/fields/is-record.ts';
import { systemMessage, type ExplainedFailure } from '../explained-failure.ts';

export class DamagedStore extends Error {
  override readonly name = 'DamagedStore';
}

export class OtherStore extends Error {
  override readonly name = 'OtherStore';
}

/** `changes-locked` and `disk-trouble` may be temporary. */
export type StoreFailure = ExplainedFailure<
  'changes-damaged' | 'changes-of-another-version' | 'changes-locked' | 'disk-trouble' | 'changes-unreadable'
>;

// Primary result codes: https://www.sqlite.org/rescode.html
const [BUSY, LOCKED, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB] = [5, 6, 8, 10, 11, 13, 14, 26];

/** @returns null if `error` is a bug */
export function storeFailure(path: string, error: unknown): StoreFailure | null {
  if (error instanceof OtherStore)
    return {
      kind: 'changes-of-another-version',
      message: `${path} is a database of another version or another program, and was left as it is.`,
    };
  const code = sqliteCode(error);
  if (error instanceof DamagedStore || code === CORRUPT || code === NOTADB)
    return {
      kind: 'changes-damaged',
      message: `${path} is damaged${error instanceof DamagedStore ? ` (${error.message})` : ''}: acknowledged changes may be lost. Restore it from a backup, or remove it and send the changes again.`,
    };
  if (code === BUSY || code === LOCKED)
    return { kind: 'changes-locked', message: `${path} is locked by another program.` };
  if (code === FULL || code === IOERR || code === READONLY)
    return { kind: 'disk-trouble', message: `${path}: the disk is full, read-only or broken.` };
  if (code === CANTOPEN)
    return {
      kind: 'changes-unreadable',
      message: `${path} cannot be opened: it is not there, or this account may not open it.`,
    };
  const message = systemMessage(error);
  return message === null ? null : { kind: 'changes-unreadable', message: `${path}: ${message}.` };
}

function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !isRecord(error)) return null;
  const { code, errcode } = error;
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode & 0xff : null;
}
