import type { LayeredFilter } from '../filter/layered-filter.ts';
import type { KeySelector } from '../hash/membership.ts';
import type { EntryHasher } from '../hash/entry-hash.ts';
import type { Hash64 } from '../hash/hash64.ts';
import type { SectionName } from '../snapshot/snapshot.ts';
import type { LinkLayer, ReadLink } from '../url/canonical/link-layer.ts';

/** One entry of a snapshot that names one layer of a link. */
export interface LinkMatch {
  /** Index into `ReadLink.layers`. */
  readonly layer: number;
  /** What is listed, as people read it: `b.example/1/`, or an address. */
  readonly expression: string;
  readonly section: SectionName;
}

/** Reads bytes `start` (included) to `end` (not included) of the verification table. */
export type ReadSlice = (start: number, end: number) => Promise<Uint8Array>;

/** A lookup key of a link that a filter let through: what may be listed of it. */
export interface LinkCandidate {
  /** Index into `ReadLink.layers`. */
  readonly layer: number;
  readonly kind: 'url' | 'address';
  readonly expression: string;
  readonly hash: Hash64;
}

/** The lookup keys of all layers that `among` lets through. */
export function candidatesOf(
  link: ReadLink,
  hasher: EntryHasher,
  among: KeySelector,
): readonly LinkCandidate[] {
  const candidates: LinkCandidate[] = [];
  link.layers.forEach((from, layer) => {
    hasher.layer(
      from,
      (high, low, index) => {
        const kind = index < from.pairs.length ? 'url' : 'address';
        candidates.push({ layer, kind, expression: expressionAt(from, index), hash: { high, low } });
      },
      among,
    );
  });
  return candidates;
}

/**
 * Everything a snapshot lists of a link. Both layers of the filter are asked, so that a match is an entry
 * (but for one chance in 2³⁰ a link). Nothing is read from disk for a link that the resident filter does not know.
 */
export async function lookUpLink(
  link: ReadLink,
  filter: LayeredFilter,
  hasher: EntryHasher,
  readSlice: ReadSlice,
): Promise<readonly LinkMatch[]> {
  const candidates = candidatesOf(link, hasher, filter);
  if (candidates.length === 0) return [];
  const confirmed = await filter.confirm(
    candidates.map(({ hash }) => hash),
    readSlice,
  );
  return candidates.flatMap((candidate, index) => matchesOf(candidate, confirmed[index] ?? [], filter));
}

/** @param sectionIndices - of the sections that list the candidate, as `LayeredFilter.confirm` gives them */
export function matchesOf(
  { layer, expression }: LinkCandidate,
  sectionIndices: readonly number[],
  { sections }: Pick<LayeredFilter, 'sections'>,
): readonly LinkMatch[] {
  return sectionIndices.map((sectionIndex) => {
    const section = sections[sectionIndex];
    if (section === undefined) throw new RangeError(`section ${sectionIndex}`);
    return { layer, expression, section };
  });
}

/** The lookup key that `EntryHasher.layer` numbers so: the pairs first, then the addresses. */
function expressionAt(layer: LinkLayer, index: number): string {
  const pair = layer.pairs[index];
  if (pair === undefined) return layer.addresses[index - layer.pairs.length] ?? '';
  return `${layer.hosts[pair[0]] ?? ''}${layer.paths[pair[1]] ?? ''}`;
}
