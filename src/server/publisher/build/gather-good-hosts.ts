import { ok, type Result } from '../../../core/result.ts';
import { pathOf } from '../feeds/read-feeds-file.ts';
import { gatherHostLists, gatherPopularLists, type HostListSource } from '../guards/host-lists.ts';
import type { BuildFailure } from './build-request.ts';
import type { GatherRequest } from './gather-feeds.ts';

export interface GoodHosts {
  /** Hosts that no feed may list as a whole. */
  readonly popular: readonly string[];
  /** Hosts whose front page is never flagged. */
  readonly knownGood: readonly string[];
}

export async function gatherGoodHosts(
  { feeds: file, fetches, now, signal, progress }: GatherRequest,
  stateFolder: string,
): Promise<Result<GoodHosts, BuildFailure>> {
  const source: HostListSource = {
    stateFolder,
    toPath: (path) => pathOf(path, file),
    fetches,
    now,
    signal,
    onStep: (step) => progress.step(step),
  };
  const popular = await gatherPopularLists(file.popular, source);
  if (!popular.ok) return popular;
  const knownGood = await gatherHostLists(file.knownGood, source);
  if (!knownGood.ok) return knownGood;
  return ok({ popular: popular.value, knownGood: knownGood.value });
}
