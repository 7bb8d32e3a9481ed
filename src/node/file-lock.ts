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
  /** Which of all processes that have had its number; null where the system does not tell, as outside of Linux. */
  readonly start: string | null;
}

/** Under which this process holds a lock, or has asked for one. */
const ownIds = new Set<string>();

/**
 * Keeps a second process from what only one may do, such as two builds into one channel, which would give the same
 * serial to two states. The lock file names its holder; that of a process that is gone is taken over, also where another
 * has its number now, as the only process of a container always has. That of another machine never is, since nobody
 * here can tell.
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
    start: await startOf(process.pid),
  };
  // Before the file is there, so that another call here does not take it for that of a process that is gone.
  ownIds.add(mine.id);
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
    if (holder === 'unreadable' || !(await isGone(holder))) {
      return fail({ kind: 'locked', message: `${whatElse} ${lockedBy(holder, path)}` });
    }
    await rm(path, { force: true });
  }
  return fail({ kind: 'locked', message: `${path} changes hands too often; try again.` });
}

function lockedBy(holder: Holder | 'unreadable', path: string): string {
  if (holder === 'unreadable')
    return `(another program). Nothing was changed. Wait for it to end; if there is none, delete ${path}.`;
  const { pid, host, since } = holder;
  const isElsewhere = host !== hostname();
  const noMore = isElsewhere
    ? `whether it still is cannot be told from here, on ${hostname()}; if that machine or container is gone`
    : 'if there is none';
  return `(process ${pid} on ${host}, since ${since}). Nothing was changed. Wait for it to end; ${noMore}, delete ${path}.`;
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
    const { id, pid, host, since, start } = { id: '', pid: 0, host: '', since: '', start: null, ...value };
    if (typeof pid !== 'number' || typeof host !== 'string' || typeof since !== 'string') return 'unreadable';
    return { id, pid, host, since, start: typeof start === 'string' ? start : null };
  } catch (error) {
    // Just created and not yet written, or cut off by a crash: its holder cannot be known.
    if (error instanceof SyntaxError) return 'unreadable';
    throw error;
  }
}

async function isGone({ id, pid, host, start }: Holder): Promise<boolean> {
  if (host !== hostname()) return false;
  if (pid === process.pid) return !ownIds.has(id);
  const now = await startOf(pid);
  if (start !== null && now !== null && start !== now) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return systemErrorCode(error) === 'ESRCH';
  }
}

/** When the process with this number started, and since which start of the machine that is counted. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // Its name, in brackets, may hold spaces and brackets; the 22nd field of all is the 20th behind it (proc(5)).
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined ? null : `${boot.trim()} ${ticks}`;
  } catch (error) {
    // Not Linux, or no such process any more: told by its number alone.
    if (systemErrorCode(error) !== null) return null;
    throw error;
  }
}

async function releaseLock(path: string, mine: Holder): Promise<void> {
  const holder = await readHolder(path);
  if (typeof holder === 'object' && holder.id === mine.id) await rm(path, { force: true });
  ownIds.delete(mine.id);
}
