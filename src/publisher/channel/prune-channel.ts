import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { basePath, deltaPath } from '../../core/snapshot/channel-index.ts';
import { chainPath } from '../../core/snapshot/daily-chain.ts';
import type { DeltaPlan } from '../../core/snapshot/plan-deltas.ts';
import { namesIn, type PublishedSerial } from '../state/state-folder.ts';
import type { Publication } from './publication.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** A client that fetched an index may still be downloading the base it names, on a slow line and through caches. */
const KEEP_BASES_SECONDS = 3 * HOUR;
const KEEP_REPORTS_SECONDS = 30 * DAY;
const KEEP_HISTORY_SECONDS = 40 * DAY;

/** Deletes what no client can still be fetching and no later build needs. */
export async function prune(
  { channelFolder, state, snapshot }: Publication,
  { keep }: DeltaPlan,
  history: readonly PublishedSerial[],
): Promise<void> {
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
      .filter((past) => now - past.publishedAt <= KEEP_REPORTS_SECONDS)
      .map(({ serial }) => String(serial)),
  );
  const kept = new Set([
    ...bases.map(({ serial }) => basePath(serial)),
    ...keep.deltas.map(({ from, to }) => deltaPath(from, to)),
    ...keep.chainDays.map(chainPath),
  ]);
  for (const folder of ['base', 'delta', 'chain', 'report']) {
    for (const name of await namesIn(join(channelFolder, folder))) {
      const isKept =
        folder === 'report' ? reported.has(name.split('.')[0] ?? '') : kept.has(`${folder}/${name}`);
      if (!isKept) await rm(join(channelFolder, folder, name), { force: true });
    }
  }
}
