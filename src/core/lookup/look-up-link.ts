import type { LayeredFilter } from '../filter/layered-filter.ts';
import type { KeySelector } from '../hash/membership.ts';
import type { EntryHasher } from '../hash/entry-hash.ts';
import type { Hash64 } from '../hash/hash64.ts';
import type { SectionName } from '../snapshot/snapshot.ts';
import type { LinkLayer, ReadLink } from '../url/canonical/link-layer.ts';

export interface LinkMatch {
  /** Index into `ReadLink.layers`. */
  readonly layer: number;
  /** As people read it: `b.example/1/`, or an address. */
  readonly expression: string;
  readonly section: SectionName;
}

/** Reads verification table bytes; `end` is exclusive. */
export type ReadSlice = (start: number, end: number) => Promise<Uint8Array>;

export interface LinkCandidate {
  readonly layer: number;
  readonly kind: 'url' | 'address';
  readonly expression: string;
  readonly hash: Hash64;
}

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
 * Both filter layers are asked: a wrong match has one chance in 2³⁰ per link. Links that the resident filter rejects
 * cause no disk read.
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

/** `EntryHasher.layer` numbers pairs first, then addresses. */
function expressionAt(layer: LinkLayer, index: number): string {
  const pair = layer.pairs[index];
  if (pair === undefined) return layer.addresses[index - layer.pairs.length] ?? '';
  return `${layer.hosts[pair[0]] ?? ''}${layer.paths[pair[1]] ?? ''}`;
}
