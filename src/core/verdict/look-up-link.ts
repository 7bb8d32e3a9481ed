import type { LayeredFilter } from '../filter/layered-filter.ts';
import type { EntryHasher } from '../hash/entry-hash.ts';
import type { Hash64 } from '../hash/hash64.ts';
import type { SectionName } from '../snapshot/snapshot.ts';
import type { LinkLayer, ReadLink } from '../url/link-layer.ts';

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

/**
 * Everything a snapshot lists of a link. Both layers of the filter are asked, so that a match is an entry
 * (but for one chance in 2³⁰ a link). Nothing is read from disk for a link that layer 1 does not know.
 */
export async function lookUpLink(
  link: ReadLink,
  filter: LayeredFilter,
  hasher: EntryHasher,
  readSlice: ReadSlice,
): Promise<readonly LinkMatch[]> {
  const hashes: Hash64[] = [];
  const origins: { readonly layer: number; readonly index: number }[] = [];
  link.layers.forEach((layer, layerIndex) => {
    hasher.layer(
      layer,
      (high, low, index) => {
        hashes.push({ high, low });
        origins.push({ layer: layerIndex, index });
      },
      filter,
    );
  });
  if (hashes.length === 0) return [];

  const confirmed = await filter.confirm(hashes, readSlice);
  return origins.flatMap(({ layer, index }, candidate) =>
    (confirmed[candidate] ?? []).flatMap((sectionIndex) => {
      const section = filter.sections[sectionIndex];
      const from = link.layers[layer];
      if (section === undefined || from === undefined) throw new RangeError(`section ${sectionIndex}`);
      return [{ layer, expression: expressionAt(from, index), section }];
    }),
  );
}

/** The lookup key that `EntryHasher.layer` numbers so: the pairs first, then the addresses. */
function expressionAt(layer: LinkLayer, index: number): string {
  const pair = layer.pairs[index];
  if (pair === undefined) return layer.addresses[index - layer.pairs.length] ?? '';
  return `${layer.hosts[pair[0]] ?? ''}${layer.paths[pair[1]] ?? ''}`;
}
