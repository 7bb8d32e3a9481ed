import type { TextListing } from '../evidence/message-context.ts';
import { MATCHING_BANDS } from '../fingerprint/message-fingerprint.ts';
import type { LayeredFilter } from '../filter/layered-filter.ts';
import type { EntryHasher } from '../hash/entry-hash.ts';
import type { SectionName } from '../snapshot/snapshot.ts';
import type { ReadSlice } from './look-up-link.ts';
import { SEVERAL_SOURCES } from '../verdict/verdict.ts';

/** What is asked of a list about a text; a check service may keep layer 2 elsewhere. */
export type TextFilter = Pick<LayeredFilter, 'mayContain' | 'confirm' | 'sections'>;

/**
 * The sections of one snapshot that list a message with nearly this text; none if too few of its bands are listed.
 *
 * @param bands - of `messageFingerprint`
 * @param isOn - whether a section counts: the reader can switch each off
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

/** Whether a list has fingerprints at all: few have, and a message's own costs more than all else here. */
export function listsTexts({ sections }: Pick<LayeredFilter, 'sections'>): boolean {
  return sections.some(({ kind }) => kind === 'message');
}

/** What one list says of a text, by what `lookUpText` found in it; null if it does not know it. */
export function textListing(channelName: string, found: readonly SectionName[]): TextListing | null {
  return found.length === 0 ? null : { channelName, isVouchedFor: isVouchedFor(found) };
}

/** Whether more than one crowd-fed group stands behind what is listed of a text. */
function isVouchedFor(sections: readonly SectionName[]): boolean {
  return sections.some(({ action, group }) => action === 'danger' || group === SEVERAL_SOURCES);
}
