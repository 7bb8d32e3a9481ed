import { createHmac, randomBytes } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../core/result.ts';
import { utcDayOf } from '../../../core/utc-day.ts';
import { systemErrorCode, expectedMessage } from '../../node/explained-failure.ts';
import { writeFileWhole } from '../../node/write-file.ts';
import type { SubmitFailure } from '../submit-failure.ts';
import type { Report } from './report.ts';
import { feedOf, parseReportLine, reportLine } from './report-feed.ts';

const KEPT_DAYS = 30;

/** Limits memory: voters are remembered for the day, to count each once. */
const MAX_REPORTS_A_DAY = 1_000_000;

const DAY_FILE = /^(\d{4}-\d{2}-\d{2})\.(log|key)$/;

/** One file per day. Voters are hashed with a key that is deleted after the day; then votes cannot be attributed. */
export class ReportStore {
  readonly #folder: string;
  #day = '';
  #key = '';
  #voted = new Set<string>();
  /** Whether the file may end within a line. */
  #isTorn = true;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  keep(report: Report, now: number): Promise<Result<'kept' | 'already-voted', SubmitFailure>> {
    return this.#inTurn(() => this.#keep(report, now));
  }

  feed(now: number): Promise<Result<string, SubmitFailure>> {
    return this.#inTurn(async () => {
      await this.#beginDay(now);
      const days = (await this.#dayFiles()).filter(({ kind }) => kind === 'log');
      const read = await Promise.all(
        days.map(async ({ day, path }) => ({
          day,
          lines: (await readFile(path, 'utf8')).split('\n'),
        })),
      );
      return ok(feedOf(read));
    });
  }

  async #keep(
    { url, vote, voter }: Report,
    now: number,
  ): Promise<Result<'kept' | 'already-voted', SubmitFailure>> {
    await this.#beginDay(now);
    const voted = createHmac('sha256', this.#key).update(`${voter}\n${url}`).digest('base64url').slice(0, 22);
    if (this.#voted.has(voted)) return ok('already-voted');
    if (this.#voted.size >= MAX_REPORTS_A_DAY) {
      return fail({ kind: 'too-many', message: 'No more reports are kept today.', retryAfter: 3600 });
    }
    const line = reportLine({ voted, vote, url });
    await appendFile(join(this.#folder, `${this.#day}.log`), this.#isTorn ? `\n${line}` : line, {
      mode: 0o600,
    });
    this.#isTorn = false;
    this.#voted.add(voted);
    return ok('kept');
  }

  async #beginDay(now: number): Promise<void> {
    const day = utcDayOf(now);
    if (day === this.#day) return;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const oldest = utcDayOf(now - KEPT_DAYS * 86_400);
    for (const file of await this.#dayFiles()) {
      if (file.day < oldest || (file.kind === 'key' && file.day !== day))
        await rm(file.path, { force: true });
    }
    const keyPath = join(this.#folder, `${day}.key`);
    let key = await readIfThere(keyPath);
    if (key === null) {
      key = randomBytes(32).toString('base64url');
      await writeFileWhole(keyPath, key);
    }
    const voted = new Set<string>();
    for (const line of (await readIfThere(join(this.#folder, `${day}.log`)))?.split('\n') ?? []) {
      const kept = parseReportLine(line);
      if (kept !== null) voted.add(kept.voted);
    }
    this.#isTorn = true;
    this.#voted = voted;
    this.#key = key;
    this.#day = day;
  }

  async #dayFiles(): Promise<{ day: string; kind: string; path: string }[]> {
    return (await readdir(this.#folder)).sort().flatMap((name) => {
      const [, day, kind] = DAY_FILE.exec(name) ?? [];
      return day === undefined || kind === undefined ? [] : [{ day, kind, path: join(this.#folder, name) }];
    });
  }

  #inTurn<Value>(work: () => Promise<Result<Value, SubmitFailure>>): Promise<Result<Value, SubmitFailure>> {
    const done = this.#turn.then(work).catch((error: unknown) => {
      const message = expectedMessage(error);
      this.#isTorn = true;
      return fail<SubmitFailure>({
        kind: 'not-written',
        message: `Reports cannot be kept or read: ${message}.`,
        retryAfter: 60,
      });
    });
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
