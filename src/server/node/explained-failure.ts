/** An expected failure, for the user: what happened and what they can do. */
export interface ExplainedFailure<Kind extends string = string> {
  readonly kind: Kind;
  readonly message: string;
}

export function systemErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** What users can fix; every other error is a bug. */
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

/** @returns part of a sentence; null if not a file system failure */
export function systemMessage(error: unknown): string | null {
  const code = systemErrorCode(error);
  return code === null ? null : (SYSTEM_MESSAGES.get(code) ?? null);
}

/** As `systemMessage`. @throws `error` if it is not a file system failure */
export function expectedMessage(error: unknown): string {
  const message = systemMessage(error);
  if (message === null) throw error;
  return message;
}

/** Temporary, and not the user's mistake. */
const DISK_TROUBLES: ReadonlySet<string> = new Set(['ENOSPC', 'EFBIG', 'EROFS', 'EIO', 'EDQUOT']);

export function diskFailure(folder: string, error: unknown): ExplainedFailure<'disk-trouble'> | null {
  if (!DISK_TROUBLES.has(systemErrorCode(error) ?? '')) return null;
  return { kind: 'disk-trouble', message: `${folder} cannot be written to: ${systemMessage(error) ?? ''}.` };
}
