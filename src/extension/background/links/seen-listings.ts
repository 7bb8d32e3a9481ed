import { halfSipHash } from '../../../core/hash/half-sip-hash.ts';
import type { Hash64 } from '../../../core/hash/hash64.ts';
import { toHex } from '../../../core/hash/hex.ts';
import { ignoreFailure } from '../../../core/result.ts';
import { withCarried } from '../../../core/url/carried-addresses.ts';
import { includesSection, type SectionName } from '../../../core/snapshot/snapshot.ts';
import { readLink } from '../../../core/url/read-link.ts';
import { ageOfList } from '../../../core/verdict/list-age.ts';
import { candidatesOf } from '../../../core/lookup/look-up-link.ts';
import type { Reason, Verdict } from '../../../core/verdict/verdict.ts';
import type { SeenListing } from '../../platform/storage/private-records.ts';
import type { SeenStore } from '../../platform/storage/seen-store.ts';
import type { MistakenWarning } from '../../protocol/look-back-messages.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import type { KnownChannels } from '../lists/channel-list.ts';
import { localDay } from '../realm/local-day.ts';
import type { LinkWatcher } from '../realm/link-watchers.ts';
import { type LoadedSnapshot, type SnapshotCache, snapshotsInUse } from '../lists/loaded-snapshots.ts';
import { hashesOf, listedIn } from './look-back.ts';

/** How long a listing is remembered after its mark was last shown. */
export const SEEN_SECONDS = 14 * 86_400;

export interface SeenListingsOptions {
  readonly store: SeenStore;
  readonly snapshots: SnapshotCache;
  readonly channels: () => Promise<KnownChannels>;
  readonly sectionsOff: () => Promise<ReadonlyMap<string, readonly SectionName[]>>;
  readonly webmails: () => Promise<(host: string) => boolean>;
  readonly now: () => number;
  readonly onChange: () => Promise<void>;
}

/**
 * Reports warnings that were mistakes. Only an exclusion by the publisher proves one: nearly all entries leave a list
 * within days, because the page is gone.
 */
export class SeenListings {
  readonly #options: SeenListingsOptions;

  constructor(options: SeenListingsOptions) {
    this.#options = options;
  }

  readonly watcher: LinkWatcher = {
    onVerdicts: ({ links }, { isPrivate }, verdicts) => {
      const flagged = links.flatMap(({ href }, index) => {
        const listed = listingsOf(verdicts[index]);
        return listed.length === 0 ? [] : [{ href, listed }];
      });
      if (!isPrivate && flagged.length > 0) void this.#remember(flagged);
    },
  };

  async mistakes(): Promise<readonly MistakenWarning[]> {
    const seen = await this.#options.store.all();
    return (seen.ok ? seen.value : [])
      .filter(({ isWithdrawn }) => isWithdrawn)
      .sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
      .map(({ id, day, category, group, channelName }) => ({ id, day, category, group, channelName }));
  }

  async dismiss(ids: readonly string[]): Promise<Outcome> {
    const removed = await this.#options.store.remove(ids);
    if (!removed.ok) return 'not-stored';
    await this.#options.onChange();
    return 'done';
  }

  /** Call after a list has changed. */
  async check(): Promise<void> {
    const { store, snapshots, channels, sectionsOff, onChange } = this.#options;
    const [seen, loaded, known, off] = await Promise.all([
      store.all(),
      snapshots.load(),
      channels(),
      sectionsOff(),
    ]);
    if (!seen.ok) return;
    const inUse = snapshotsInUse(loaded, known);
    const withdrawn: SeenListing[] = [];
    for (const listing of seen.value) {
      const snapshot = inUse.find(({ stored }) => stored.channel === listing.channel);
      if (snapshot === undefined || listing.isWithdrawn) continue;
      if (isOff(listing, snapshot, off.get(listing.channel) ?? [])) continue;
      if (await this.#isWithdrawn(listing, snapshot)) withdrawn.push({ ...listing, isWithdrawn: true });
    }
    if (withdrawn.length === 0) return;
    const stored = await store.put(withdrawn, this.#oldestDay());
    if (stored.ok) await onChange();
  }

  async #isWithdrawn(listing: SeenListing, snapshot: LoadedSnapshot): Promise<boolean> {
    const { stored, filter } = snapshot;
    if (listing.epochKey !== toHex(filter.epochKey) || listing.day < this.#oldestDay()) return false;
    if (ageOfList(stored, this.#options.now()) === 'expired') return false;
    // Only exclusions of this entry count: a host may be excluded for a hash collision, which says nothing of its
    // pages.
    const isEntry = (hash: Hash64): boolean => idOf(listing.channel, hash, filter.epochKey) === listing.id;
    if (!hashesOf(listing).some((hash) => filter.excludes(hash) && isEntry(hash))) return false;
    const sections = await listedIn(listing, snapshot);
    return sections?.length === 0;
  }

  async #remember(flagged: readonly { href: string; listed: readonly Listed[] }[]): Promise<void> {
    const { store, snapshots, channels, webmails, now } = this.#options;
    const [loaded, known, isWebmail] = await Promise.all([snapshots.load(), channels(), webmails()]);
    const inUse = snapshotsInUse(loaded, known);
    const day = localDay(now());
    const seen = flagged.flatMap(({ href, listed }) => {
      const link = withCarried(readLink(href, isWebmail));
      return listed.flatMap((reason): readonly SeenListing[] => {
        const snapshot = inUse.find(({ stored }) => stored.channel === reason.channel);
        const layer = link.layers[reason.layer];
        if (snapshot === undefined || layer === undefined) return [];
        const { filter, hasher } = snapshot;
        const entry = candidatesOf(link, hasher, filter).find(
          (each) => each.layer === reason.layer && each.expression === reason.expression,
        );
        // A new version of the list was activated meanwhile.
        if (entry === undefined) return [];
        const words: number[] = [];
        hasher.layer(layer, (high, low) => words.push(high, low));
        const { channel, channelName, category, group } = reason;
        return [
          {
            id: idOf(channel, entry.hash, filter.epochKey),
            channel,
            channelName,
            epochKey: toHex(filter.epochKey),
            day,
            category,
            group,
            hashes: Uint32Array.from(words),
            isWithdrawn: false,
          },
        ];
      });
    });
    // If this fails, a later mistake is not reported.
    ignoreFailure(await store.put(seen, this.#oldestDay()));
  }

  #oldestDay(): string {
    return localDay(this.#options.now() - SEEN_SECONDS);
  }
}

/** Whether the reader switched off the sections of this category and source; if there are none, all sections. */
function isOff(
  { category, group }: SeenListing,
  { filter: { sections } }: LoadedSnapshot,
  off: readonly SectionName[],
): boolean {
  const ofIts = sections.filter((section) => section.category === category && section.group === group);
  const asked = ofIts.length > 0 ? ofIts : sections;
  return asked.length > 0 && asked.every((section) => includesSection(off, section));
}

type Listed = Extract<Reason, { kind: 'listed' }>;

function listingsOf(verdict: Verdict | undefined): readonly Listed[] {
  return verdict?.kind === 'flagged' ? verdict.reasons.filter((reason) => reason.kind === 'listed') : [];
}

function idOf(channel: string, { high, low }: Hash64, key: Uint8Array): string {
  const of = halfSipHash(key, new TextEncoder().encode(`${channel} ${high} ${low}`));
  return `${of.high.toString(36)}.${of.low.toString(36)}`;
}
