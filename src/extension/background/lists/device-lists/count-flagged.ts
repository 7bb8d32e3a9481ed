import { LayeredFilter } from '../../../../core/filter/layered-filter.ts';
import { EntryHasher } from '../../../../core/hash/entry-hash.ts';
import { readLink } from '../../../../core/url/read-link.ts';
import { lookUpLink } from '../../../../core/lookup/look-up-link.ts';
import type { ReadyList } from './import-slot.ts';
import type { Pace } from './pace.ts';

/** Links judged between two checks of the clock. */
const LINKS_PER_SLICE = 20;

export async function countFlagged(
  links: readonly string[],
  { compiled, keys }: ReadyList,
  isWebmail: (host: string) => boolean,
  pace: Pace,
): Promise<number> {
  const { header, residentFilter, verificationTable } = compiled.device;
  const filter = LayeredFilter.open(header, residentFilter, keys.secret);
  if (!filter.ok) throw new RangeError(`a list just built cannot be opened: ${filter.failure.kind}`);
  const hasher = new EntryHasher(keys.list);
  let flagged = 0;
  for (const [index, href] of links.entries()) {
    const matches = await lookUpLink(readLink(href, isWebmail), filter.value, hasher, (start, end) =>
      Promise.resolve(verificationTable.subarray(start, end)),
    );
    if (matches.length > 0) flagged++;
    if (index % LINKS_PER_SLICE === LINKS_PER_SLICE - 1) await pace.yieldIfDue();
  }
  return flagged;
}
