import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fail, ok, type Result } from '../core/result.ts';
import { systemErrorCode, type ToldFailure } from './told-failure.ts';

export interface FileLock {
  release(): Promise<void>;
}

interface Holder {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  /** ISO 8601. */
  readonly since: string;
}

/**
 * Keeps a second process from what only one may do, such as two builds into one channel, which would give the same
 * serial to two states. The lock file names its holder; that of a process that is gone is taken over, and that of
 * another machine never is, since nobody here can tell.
 *
 * @param whatElse - who else would hold it, as in "Another build is at work on this channel"
 */
export async function lockFile(
  path: string,
  whatElse: string,
): Promise<Result<FileLock, ToldFailure<'locked'>>> {
  const mine: Holder = {
    id: randomUUID(),
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
  };
  await mkdir(dirname(path), { recursive: true });
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const file = await open(path, 'wx', 0o644);
      try {
        await file.writeFile(`${JSON.stringify(mine)}\n`);
      } finally {
        await file.close();
      }
      // Two processes may find the same lock of a dead process at once and each remove the other's new one.
      if (attempt > 0) await setTimeout(50);
      const holder = attempt > 0 ? await readHolder(path) : mine;
      if (typeof holder === 'object' && holder.id === mine.id)
        return ok({ release: () => releaseLock(path, mine) });
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
    }
    const holder = await readHolder(path);
    if (holder === 'gone') continue;
    if (holder === 'unreadable' || !isGone(holder)) {
      const who =
        holder === 'unreadable'
          ? 'another program'
          : `process ${holder.pid} on ${holder.host}, since ${holder.since}`;
      return fail({
        kind: 'locked',
        message: `${whatElse} (${who}). Nothing was changed. Wait for it to end; if there is none, delete ${path}.`,
      });
    }
    await rm(path, { force: true });
  }
  return fail({ kind: 'locked', message: `${path} changes hands too often; try again.` });
}

async function readHolder(path: string): Promise<Holder | 'gone' | 'unreadable'> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 'gone';
    throw error;
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return 'unreadable';
    const { id, pid, host, since } = { id: '', pid: 0, host: '', since: '', ...value };
    if (typeof pid !== 'number' || typeof host !== 'string' || typeof since !== 'string') return 'unreadable';
    return { id, pid, host, since };
  } catch (error) {
    // Just created and not yet written, or cut off by a crash: its holder cannot be known.
    if (error instanceof SyntaxError) return 'unreadable';
    throw error;
  }
}

function isGone({ pid, host }: Holder): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return systemErrorCode(error) === 'ESRCH';
  }
}

async function releaseLock(path: string, mine: Holder): Promise<void> {
  const holder = await readHolder(path);
  if (typeof holder === 'object' && holder.id === mine.id) await rm(path, { force: true });
}
