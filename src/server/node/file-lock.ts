import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { anyText, asRecord, BadField, orNull, own } from '../../core/fields/read-fields.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import { systemErrorCode, type ToldFailure } from './told-failure.ts';
import { UNFINISHED_PREFIX } from './write-file.ts';

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

/** What stands at the path of a lock, if no holder: nothing, or a file whose holder cannot be known. */
type NoHolder =
  | 'gone'
  /** Not, or not wholly written, and long enough ago that nobody is about to. */
  | 'left-behind'
  | 'being-written'
  /** A file of something else, which nobody here may delete. */
  | 'foreign';

/**
 * A lock without its text is of a disk that was full, a power cut or a process that was killed at that moment, where
 * it was not made by a link. After this time, milliseconds, it is none of a process that is just writing it: that
 * takes no second, and one that was stopped for so long in between looks once more whether it has the lock.
 */
const LEFT_BEHIND_MS = 5 * 60_000;

/** How every lock begins. */
const BEGINNING = '{"id":"';

/** Under which this process holds a lock, or has asked for one. */
const ownIds = new Set<string>();

/**
 * Keeps a second process from what only one may do, such as two builds into one channel, which would give the same
 * serial to two states. The lock file names its holder; that of a process that is gone is taken over, also where another
 * has its number now, as the only process of a container always has. That of another machine never is, since nobody
 * here can tell.
 *
 * It is written aside and linked into place, so that it is never there without its text; where the file system has no
 * hard links it is written in place, and removed again if that fails.
 *
 * @param whatElse - who else would hold it, as in "Another build is at work on this channel"
 * @returns a failure if somebody else holds it, or may do so
 * @throws the system's error, with `path`, if the lock cannot be made or read, as on a disk that is full or read-only;
 *   nothing of it stays behind then
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
  const folder = dirname(path);
  const aside = join(folder, `${UNFINISHED_PREFIX}${mine.id}-${basename(path)}`);
  // Before the file is there, so that another call here does not take it for that of a process that is gone.
  ownIds.add(mine.id);
  let isHeld = false;
  try {
    await mkdir(folder, { recursive: true });
    const now = await writeHolder(aside, mine);
    const refusal = await takeLock(path, mine, { aside, now, whatElse });
    if (refusal !== null) return fail({ kind: 'locked', message: refusal });
    isHeld = true;
    return ok({ release: () => releaseLock(path, mine) });
  } catch (error) {
    // Of the file beside it nobody knows what it is.
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  } finally {
    if (!isHeld) ownIds.delete(mine.id);
    await rm(aside, { force: true });
  }
}

interface Attempt {
  /** The lock, written beside its place. */
  readonly aside: string;
  /** By the clock of the file system, milliseconds. */
  readonly now: number;
  readonly whatElse: string;
}

/** Null if the lock is ours now; why it cannot be, otherwise. */
async function takeLock(
  path: string,
  mine: Holder,
  { aside, now, whatElse }: Attempt,
): Promise<string | null> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const made = await putInPlace(aside, path, mine);
    if (made === 'linked' && attempt === 0) return null;
    // Two processes may find the same lock of a dead process at once and each remove the other's new one.
    if (made !== 'there-is-one' && attempt > 0) await setTimeout(50);
    const holder = await readHolder(path, now);
    // Also where a server has made the link and its answer was lost, so that it was asked for once more.
    if (typeof holder === 'object' && holder.id === mine.id) return null;
    if (holder === 'gone') continue;
    const isFree = typeof holder === 'object' ? await isGone(holder) : holder === 'left-behind';
    if (!isFree) return refusalOf(holder, path, whatElse);
    await rm(path, { force: true });
  }
  return `${path} changes hands too often; try again.`;
}

async function putInPlace(
  aside: string,
  path: string,
  mine: Holder,
): Promise<'linked' | 'written' | 'there-is-one'> {
  try {
    await link(aside, path);
    return 'linked';
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return 'there-is-one';
    // Each file system without hard links has a code of its own for it; what else is wrong is met again in a moment.
    if (systemErrorCode(error) === null) throw error;
  }
  try {
    await writeHolder(path, mine);
    return 'written';
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return 'there-is-one';
    throw error;
  }
}

/** Writes a file that is not there yet, or leaves none. @returns when, by the clock of its file system; milliseconds */
async function writeHolder(path: string, holder: Holder): Promise<number> {
  const file = await open(path, 'wx', 0o644);
  try {
    try {
      await file.writeFile(`${JSON.stringify(holder)}\n`);
      // So that a power cut leaves it whole or not at all.
      await file.sync();
      return (await file.stat()).mtimeMs;
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function refusalOf(holder: Holder | Exclude<NoHolder, 'gone'>, path: string, whatElse: string): string {
  if (holder === 'foreign')
    return `${path} is there, and is no lock that this version can read: it is of another one, or a file of yours. Nothing was changed. Delete it if it is left over; if it is yours, name another folder, so that the lock beside it has another name.`;
  if (typeof holder === 'string')
    return `${whatElse} (it is just beginning, or was cut off as it began). Nothing was changed. Wait for it to end; if there is none, try again in some minutes.`;
  const { pid, host, since } = holder;
  const isElsewhere = host !== hostname();
  const noMore = isElsewhere
    ? `whether it still is cannot be told from here, on ${hostname()}; if that machine or container is gone`
    : 'if there is none';
  return `${whatElse} (process ${pid} on ${host}, since ${since}). Nothing was changed. Wait for it to end; ${noMore}, delete ${path}.`;
}

/** @param now - by the clock of the file system, milliseconds */
async function readHolder(path: string, now: number): Promise<Holder | NoHolder> {
  let text: string;
  let writtenAt: number;
  try {
    const file = await open(path, 'r');
    try {
      text = await file.readFile('utf8');
      writtenAt = (await file.stat()).mtimeMs;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 'gone';
    throw error;
  }
  // Some file systems have a file's length after a power cut, and nothing of its content.
  const isCutOff = BEGINNING.startsWith(text) || /^\0+$/.test(text);
  const unwritten = now - writtenAt > LEFT_BEHIND_MS ? 'left-behind' : 'being-written';
  if (isCutOff) return unwritten;
  try {
    const value: unknown = JSON.parse(text);
    return parseHolder(value) ?? 'foreign';
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return text.startsWith(BEGINNING) ? unwritten : 'foreign';
  }
}

function parseHolder(value: unknown): Holder | null {
  return orNull(() => {
    const from = asRecord(value, 'holder');
    const pid = own(from, 'pid');
    if (typeof pid !== 'number') throw new BadField('', 'pid');
    return {
      id: anyText(from, 'id'),
      pid,
      host: anyText(from, 'host'),
      since: anyText(from, 'since'),
      // Earlier versions did not write it.
      start: (own(from, 'start') ?? null) === null ? null : anyText(from, 'start'),
    };
  });
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
  const holder = await readHolder(path, 0);
  if (typeof holder === 'object' && holder.id === mine.id) await rm(path, { force: true });
  ownIds.delete(mine.id);
}
