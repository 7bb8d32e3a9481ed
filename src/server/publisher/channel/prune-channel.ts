import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { basePath, deltaPath } from '../../../core/snapshot/channel-index.ts';
import { hourPath } from '../../../core/snapshot/hour-file.ts';
import type { DeltaPlan } from '../../../core/snapshot/plan-deltas.ts';
import { systemErrorCode, systemMessage } from '../../node/explained-failure.ts';
import type { PublishedSerial } from '../state/state-folder.ts';
import { plainChannelPath } from './channel-files.ts';
import type { Publication } from './publication.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Clients with an older index may still be downloading its base. */
const KEEP_BASES_SECONDS = 3 * HOUR;
const KEEP_REPORTS_SECONDS = 30 * DAY;
const KEEP_HISTORY_SECONDS = 40 * DAY;

/**
 * Deletes files that a publisher wrote and that no reader or later build needs.
 *
 * @returns warnings about files that could not be deleted
 */
export async function prune(
  { channelFolder, state, snapshot }: Publication,
  { keep }: DeltaPlan,
  history: readonly PublishedSerial[],
): Promise<readonly string[]> {
  const now = snapshot.publishedAt;
  const newest = history.slice(-2);
  await state.saveHistory(
    history.filter((past) => now - past.publishedAt <= KEEP_HISTORY_SECONDS || newest.includes(past)),
  );
  await state.removeSnapshotsExcept(new Set([...keep.bases, ...newest.map(({ serial }) => serial)]));
  const bases = history.filter(
    (past) => now - past.publishedAt <= KEEP_BASES_SECONDS || newest.includes(past),
  );
  const reported = new Set(
    history
      .filter((past, index) => {
        const age = now - past.publishedAt;
        return age <= DAY || (age <= KEEP_REPORTS_SECONDS && isLastOfHour(past, history[index + 1]));
      })
      .map(({ serial }) => String(serial)),
  );
  const kept = new Set([
    ...bases.map(({ serial }) => basePath(serial)),
    ...keep.deltas.map(({ from, to }) => deltaPath(from, to)),
    ...keep.hourFiles.map(({ last, to }) => hourPath(last, to)),
    ...keep.chains,
  ]);
  const warnings: string[] = [];
  for (const folder of ['base', 'delta', 'hour', 'chain', 'report']) {
    for (const name of await fileNamesIn(join(channelFolder, folder))) {
      const path = plainChannelPath(`${folder}/${name}`);
      if (path === null) continue;
      const isKept = folder === 'report' ? reported.has(name.split('.')[0] ?? '') : kept.has(path);
      if (isKept) continue;
      const file = join(channelFolder, folder, name);
      try {
        await rm(file, { force: true });
      } catch (error) {
        const message = systemMessage(error) ?? systemErrorCode(error);
        if (message === null) throw error;
        warnings.push(`${file} is needed no longer and could not be deleted: ${message}.`);
      }
    }
  }
  return warnings;
}

/** Reports are the largest files, so those older than a day are thinned to one an hour. */
function isLastOfHour(past: PublishedSerial, next: PublishedSerial | undefined): boolean {
  return next === undefined || Math.floor(next.publishedAt / HOUR) > Math.floor(past.publishedAt / HOUR);
}

/** A publisher writes only regular files, so anything else is not ours to delete. */
async function fileNamesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
