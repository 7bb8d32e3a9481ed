import { CountingBloomFilterBuilder } from '../../../core/filter/counting-bloom-filter-builder.ts';
import { Hash64Set } from '../../../core/filter/hash64-set.ts';
import { popularNames } from '../../../core/guard/popular-sites.ts';
import { EntryHasher } from '../../../core/hash/entry-hash.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { isIpLiteral } from '../../../core/url/canonical/host-name.ts';
import { CONTENT_HOST, contentHost } from '../../../core/url/ipfs-content.ts';
import { isVouchedFor } from '../../../core/verdict/listing-table.ts';
import type { Category, Level } from '../../../core/verdict/verdict.ts';
import { compileEpoch, type CompiledEpoch, type EpochRequest } from '../build/compile-epoch.ts';
import type { BuildFailure, BuildRequest } from '../build/build-request.ts';
import type { PublishedChanges } from '../build/entries/change-records.ts';
import { entryNames } from '../build/reading/entry-names.ts';
import { gatherChanges } from '../build/gather-changes.ts';
import { gatherFeeds } from '../build/gather-feeds.ts';
import { gatherGoodHosts } from '../build/gather-good-hosts.ts';
import { lookUpKnownGood } from '../build/entries/known-good.ts';
import { lockBuild } from '../state/build-lock.ts';
import { StateFolder } from '../state/state-folder.ts';
import type { ExportedEntry, ExportedName } from './exported-entry.ts';

export type ExportRequest = EpochRequest & Pick<BuildRequest, 'fetches'> & { readonly stateFolder: string };

/**
 * Compiles entries as a build does, then reads the feeds again for their texts. Publishes nothing; in the state folder,
 * only fetched copies change.
 */
export async function publishedEntries(
  request: ExportRequest,
): Promise<Result<readonly ExportedEntry[], BuildFailure>> {
  const lock = await lockBuild(`${request.stateFolder}.lock`);
  if (!lock.ok) return lock;
  try {
    const state = await StateFolder.open(request.stateFolder);
    const good = await gatherGoodHosts(request, state.path);
    if (!good.ok) return good;
    const gathered = await gatherFeeds(request, state.path);
    if (!gathered.ok) return gathered;
    const changes = await gatherChanges(request.feeds, request.now);
    if (!changes.ok) return changes;
    const { popular, knownGood } = good.value;
    const compiled = await compileEpoch({
      request,
      state,
      gathered: gathered.value,
      changes: changes.value,
      popular,
      last: null,
      isForSnapshot: false,
    });
    if (!compiled.ok) return compiled;
    compiled.value.journalAfter.discard();
    const names = [...popularNames(), ...popular, ...knownGood];
    return await textsOf(compiled.value, names, changes.value);
  } finally {
    await lock.value.release();
  }
}

async function textsOf(
  { compiled, sections, epoch }: CompiledEpoch,
  good: readonly string[],
  changes: PublishedChanges | null,
): Promise<Result<readonly ExportedEntry[], BuildFailure>> {
  const found = new FoundEntries(compiled.merged, lookUpKnownGood(good, sections, epoch.key).exclusions);
  const hasher = new EntryHasher(epoch.key);
  for await (const name of entryNames(compiled.used, changes?.decisive ?? [])) {
    if (name.kind === 'address') found.add(hasher.address(name.address), name);
    else found.add(hasher.url(name.host, name.path), { ...name, isIp: isIpLiteral(name.host) });
  }
  if (found.entries.length > 0) return ok(found.entries.flatMap(withContentHost));
  return fail({ kind: 'empty', message: 'Nothing is left to be exported.' });
}

/** A resolver can block IPFS content by its host at public gateways. */
function withContentHost(entry: ExportedEntry): readonly ExportedEntry[] {
  const host = entry.kind === 'url' && entry.host === CONTENT_HOST ? contentHost(entry.path) : null;
  return host === null ? [entry] : [entry, { ...entry, kind: 'url', host, path: '/', isIp: false }];
}

type Merged = CompiledEpoch['compiled']['merged'];

/** Share of unwanted entries that the filter lets pass to an exact lookup. */
const FALSE_POSITIVE_RATE = 1e-3;

/** Keeps each published entry once: an entry found leaves the counting filter, since feeds repeat each other. */
class FoundEntries {
  readonly entries: ExportedEntry[] = [];
  /** Hashes that still lack a text. */
  readonly #wanted: CountingBloomFilterBuilder;
  readonly #sections: readonly {
    readonly category: Category;
    readonly level: Level;
    readonly hashes: Hash64Set;
    readonly isVouchedFor: boolean;
  }[];

  constructor(
    { sections, reviewedGroups }: Merged,
    excluded: { readonly high: Uint32Array; readonly low: Uint32Array },
  ) {
    const count = sections.reduce((sum, { hashes }) => sum + hashes.high.length, 0);
    const wanted = CountingBloomFilterBuilder.for(Math.max(1, count), FALSE_POSITIVE_RATE);
    this.#sections = sections.map(({ name, hashes: { high, low } }) => {
      const hashes = new Hash64Set();
      high.forEach((word, index) => {
        hashes.add(word, low[index] ?? 0);
        wanted.add(word, low[index] ?? 0);
      });
      const isReviewed = reviewedGroups.includes(name.group);
      return {
        category: name.category,
        level: name.action,
        hashes,
        isVouchedFor: isVouchedFor({ ...name, isReviewed }),
      };
    });
    excluded.high.forEach((word, index) => wanted.remove(word, excluded.low[index] ?? 0));
    this.#wanted = wanted;
  }

  add({ high, low }: { readonly high: number; readonly low: number }, name: ExportedName): void {
    if (!this.#wanted.filter.mayContain(high, low) || this.#wanted.remove(high, low) === 'not-in') return;
    const section = this.#sections.find(({ hashes }) => hashes.has(high, low));
    if (section === undefined) throw new Error('what is wanted is of a section');
    // Readers ignore such a sender too.
    if (name.kind === 'address' && !section.isVouchedFor) return;
    this.entries.push({ ...name, category: section.category, level: section.level });
  }
}
