/**
 * Something that is expected to go wrong now and then, told for the person at the terminal: what happened and
 * what they can do. `kind` is for code and for `--json`.
 */
export interface ToldFailure<Kind extends string = string> {
  readonly kind: Kind;
  readonly message: string;
}

/** The system's error code (`ENOENT`, `EACCES` …), or null if `error` carries none. */
export function systemErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** Failures of the file system that people can mend; everything else is a bug and is thrown on. */
const SYSTEM_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file or folder'],
  ['EACCES', 'this account may not open it'],
  ['EPERM', 'this account may not change it'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of the path is a file, not a folder'],
  ['EEXIST', 'it exists already'],
  ['ENOSPC', 'the disk is full'],
  ['EFBIG', 'it may not grow any further'],
  ['EROFS', 'the disk is read-only'],
  ['EMFILE', 'too many files are open'],
  ['EIO', 'the disk reports an error'],
  ['EDQUOT', 'the disk quota is used up'],
]);

/** @returns a plain sentence part for a failure of the file system; null if `error` is something else */
export function systemMessage(error: unknown): string | null {
  const code = systemErrorCode(error);
  return code === null ? null : (SYSTEM_MESSAGES.get(code) ?? null);
}

/** What ends when there is room again, or the disk is mended, and is nobody's mistake. */
const DISK_TROUBLES: ReadonlySet<string> = new Set(['ENOSPC', 'EFBIG', 'EROFS', 'EIO', 'EDQUOT']);

/** @returns what to tell of a disk that is full, read-only or broken; null if `error` is something else */
export function diskTrouble(folder: string, error: unknown): ToldFailure<'disk-trouble'> | null {
  if (!DISK_TROUBLES.has(systemErrorCode(error) ?? '')) return null;
  return { kind: 'disk-trouble', message: `${folder} cannot be written to: ${systemMessage(error) ?? ''}.` };
}
