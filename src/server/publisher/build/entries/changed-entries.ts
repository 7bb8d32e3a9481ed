import { Hash64Set } from '../../../../core/filter/hash64-set.ts';
import { EntryHasher } from '../../../../core/hash/entry-hash.ts';
import type { EpochKey } from '../../../../core/hash/half-sip-hash.ts';
import type { Hash64 } from '../../../../core/hash/hash64.ts';
import {
  entriesOf,
  type FingerprintList,
  type Section,
  type SectionName,
} from '../../../../core/snapshot/snapshot.ts';
import type { Category, Level } from '../../../../core/verdict/verdict.ts';
import { entryText, type ChangedEntry } from '../../../node/changes/change.ts';

export interface Listing {
  readonly category: Category;
  readonly level: Level;
}

/** Names as `entryText` writes them. */
export interface ChangedEntries {
  readonly added: readonly (Listing & { readonly entry: string })[];
  readonly removed: readonly (Listing & { readonly entry: string })[];
  /** Listed before and after, with another category or level. */
  readonly moved: readonly (Listing & { readonly entry: string; readonly before: Listing })[];
  /** Removed entries whose text is in no copy of a feed. */
  readonly removedWithoutName: number;
  readonly unnamed: number;
}

/** Per kind of change; nobody reads more. */
export const MAX_NAMED_CHANGES = 10_000;

interface List {
  readonly key: EpochKey;
  readonly sections: readonly Section[];
  /** Entries that count as unlisted even if a section has them. */
  readonly exclusions: FingerprintList;
}

/**
 * Looks names up in both snapshots, whose keys may differ.
 *
 * @param names - from the last good copies too, since they name the removed entries
 */
export async function changedEntries(
  before: List | null,
  after: List,
  names: AsyncIterable<ChangedEntry>,
): Promise<ChangedEntries> {
  const was = before === null ? null : new Lookup(before);
  const is = new Lookup(after);
  const seen = new Hash64Set();
  const added: ChangedEntries['added'][number][] = [];
  const removed: ChangedEntries['removed'][number][] = [];
  const moved: ChangedEntries['moved'][number][] = [];
  let listedBefore = 0;
  let unnamed = 0;
  const add = <Kind>(list: Kind[], one: Kind): void => {
    if (list.length < MAX_NAMED_CHANGES) list.push(one);
    else unnamed++;
  };
  for await (const name of names) {
    const hash = is.hashOf(name);
    if (!seen.add(hash.high, hash.low)) continue;
    const now = is.listing(name, hash);
    const then = was === null ? null : was.listing(name, was.hashOf(name));
    if (then !== null) listedBefore++;
    if (now === null && then !== null) add(removed, { entry: entryText(name), ...then });
    if (now !== null && then === null) add(added, { entry: entryText(name), ...now });
    if (now !== null && then !== null && !isSame(now, then))
      add(moved, { entry: entryText(name), ...now, before: then });
  }
  // Fingerprints of mails have no readable name.
  const total = entriesOf((before?.sections ?? []).filter(({ kind }) => kind !== 'message'));
  return { added, removed, moved, removedWithoutName: Math.max(0, total - listedBefore), unnamed };
}

function isSame(a: Listing, b: Listing): boolean {
  return a.category === b.category && a.level === b.level;
}

class Lookup {
  readonly #hasher: EntryHasher;
  readonly #sections: readonly {
    readonly name: SectionName;
    /** The low-word bits that fingerprints of the section keep. */
    readonly lowMask: number;
    readonly fingerprints: Hash64Set;
  }[];
  readonly #excluded: Hash64Set;

  constructor({ key, sections, exclusions }: List) {
    this.#hasher = new EntryHasher(key);
    this.#sections = sections.map((name) => ({
      name,
      lowMask: (-1 << (64 - name.fingerprintBits)) >>> 0,
      fingerprints: setOf(name.fingerprints),
    }));
    this.#excluded = setOf(exclusions);
  }

  hashOf(name: ChangedEntry): Hash64 {
    return name.kind === 'address'
      ? this.#hasher.address(name.address)
      : this.#hasher.url(name.host, name.path);
  }

  listing({ kind }: ChangedEntry, { high, low }: Hash64): Listing | null {
    if (this.#excluded.has(high, low)) return null;
    const found = this.#sections.find(
      ({ name, lowMask, fingerprints }) =>
        name.kind === kind && fingerprints.has(high, (low & lowMask) >>> 0),
    );
    return found === undefined ? null : { category: found.name.category, level: found.name.action };
  }
}

function setOf({ high, low }: FingerprintList): Hash64Set {
  const set = new Hash64Set();
  high.forEach((word, index) => set.add(word, low[index] ?? 0));
  return set;
}
