import type { TextListing } from '../evidence/message-context.ts';
import { MATCHING_BANDS } from '../fingerprint/message-fingerprint.ts';
import type { LayeredFilter } from '../filter/layered-filter.ts';
import type { EntryHasher } from '../hash/entry-hash.ts';
import type { SectionName } from '../snapshot/snapshot.ts';
import type { ReadSlice } from './look-up-link.ts';
import { isVouchedFor } from '../verdict/listing-table.ts';

/** Only what lookups need: a check service may keep the verification table elsewhere. */
export type TextFilter = Pick<LayeredFilter, 'mayContain' | 'confirm' | 'sections'>;

/**
 * Sections that list nearly the same text.
 *
 * @param bands - of `messageFingerprint`
 * @param isOn - whether the reader left the section on
 */
export async function lookUpText(
  bands: readonly string[],
  filter: TextFilter,
  hasher: EntryHasher,
  readSlice: ReadSlice,
  isOn: (section: SectionName) => boolean,
): Promise<readonly SectionName[]> {
  const hashes = bands
    .map((band) => hasher.message(band))
    .filter(({ high, low }) => filter.mayContain(high, low));
  if (hashes.length < MATCHING_BANDS) return [];
  const confirmed = await filter.confirm(hashes, readSlice);
  const listed = confirmed
    .map((indices) => indices.flatMap((index) => filter.sections[index] ?? []))
    .map((sections) => sections.filter((section) => section.kind === 'message' && isOn(section)))
    .filter((sections) => sections.length > 0);
  return listed.length < MATCHING_BANDS ? [] : listed.flat();
}

/** Ask before fingerprinting a message, which costs more than the lookup: few lists contain messages. */
export function listsMessages({ sections }: Pick<LayeredFilter, 'sections'>): boolean {
  return sections.some(({ kind }) => kind === 'message');
}

export function textListing(channelName: string, found: readonly SectionName[]): TextListing | null {
  return found.length === 0 ? null : { channelName, isVouchedFor: found.some(isVouchedFor) };
}
