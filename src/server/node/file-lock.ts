import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { parseJson } from '../../core/fields/parse-json.ts';
import { fields, readOrNull } from '../../core/fields/schema.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import { systemErrorCode, type ExplainedFailure } from './explained-failure.ts';
import { UNFINISHED_PREFIX } from './write-file.ts';

export interface FileLock {
  release(): Promise<void>;
}

const HOLDER = fields({
  id: v.string(),
  pid: v.number(),
  host: v.string(),
  since: v.string(),
  /** Start time of the process, because process ids are reused. Null outside Linux; absent in earlier versions. */
  start: v.nullish(v.string(), null),
});
type Holder = Readonly<v.InferOutput<typeof HOLDER>>;

type NoHolder =
  | 'gone'
  | 'left-behind'
  | 'being-written'
  /** Not a lock file: never deleted. */
  | 'foreign';

/**
 * Age at which an incomplete lock counts as abandoned (full disk, power cut, kill). Writing takes under a second; a
 * process suspended for longer rechecks its lock.
 */
const LEFT_BEHIND_MS = 5 * 60_000;

const BEGINNING = '{"id":"';

/** Locks that this process holds or is acquiring. */
const ownIds = new Set<string>();

/**
 * Excludes other processes, such as a second build that would give two states one serial. A dead process's lock is
 * taken over, even if its process id was reused, as in containers; one from another machine is not, since its process
 * cannot be checked.
 *
 * The lock is hard-linked into place, so that it always has content; without hard links it is written in place.
 *
 * @param whatElse - the other holder: "Another build is at work on this channel"
 * @returns a failure if another process may hold the lock
 * @throws the system's error, with `path`; no file stays behind
 */
export async function lockFile(
  path: string,
  whatElse: string,
): Promise<Result<FileLock, ExplainedFailure<'locked'>>> {
  const mine: Holder = {
    id: randomUUID(),
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    start: await startOf(process.pid),
  };
  const folder = dirname(path);
  const aside = join(folder, `${UNFINISHED_PREFIX}${mine.id}-${basename(path)}`);
  // Added before the file exists, or a concurrent call would think this process dead.
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
    // The error names the lock's path, not the temporary file's.
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  } finally {
    if (!isHeld) ownIds.delete(mine.id);
    await rm(aside, { force: true });
  }
}

interface Attempt {
  readonly aside: string;
  /** File system time, milliseconds. */
  readonly now: number;
  readonly whatElse: string;
}

/** @returns null if acquired, else the refusal */
async function takeLock(
  path: string,
  mine: Holder,
  { aside, now, whatElse }: Attempt,
): Promise<string | null> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const made = await putInPlace(aside, path, mine);
    if (made === 'linked' && attempt === 0) return null;
    // Two processes that find one dead lock may remove each other's new one: wait and recheck.
    if (made !== 'there-is-one' && attempt > 0) await setTimeout(50);
    const holder = await readHolder(path, now);
    // True too if a file server lost its reply and the request was repeated.
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
    // The code for missing hard links varies by file system; other failures recur below.
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

/** Leaves no partial file. @returns its file system time, milliseconds */
async function writeHolder(path: string, holder: Holder): Promise<number> {
  const file = await open(path, 'wx', 0o644);
  try {
    try {
      await file.writeFile(`${JSON.stringify(holder)}\n`);
      // After a power cut, the file is whole or absent.
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

/** @param now - file system time, milliseconds */
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
  // Some file systems keep the length but not the content after a power cut.
  const isCutOff = BEGINNING.startsWith(text) || /^\0+$/.test(text);
  const unwritten = now - writtenAt > LEFT_BEHIND_MS ? 'left-behind' : 'being-written';
  if (isCutOff) return unwritten;
  const value = parseJson(text);
  if (value === undefined && text.startsWith(BEGINNING)) return unwritten;
  return readOrNull(HOLDER, value) ?? 'foreign';
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

/** Boot id, and start time in clock ticks since boot. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The bracketed name may hold spaces and brackets. Start time is field 22, the 20th after it (proc(5)).
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined ? null : `${boot.trim()} ${ticks}`;
  } catch (error) {
    // Not Linux, or no such process: the process id alone decides.
    if (systemErrorCode(error) !== null) return null;
    throw error;
  }
}

async function releaseLock(path: string, mine: Holder): Promise<void> {
  const holder = await readHolder(path, 0);
  if (typeof holder === 'object' && holder.id === mine.id) await rm(path, { force: true });
  ownIds.delete(mine.id);
}
