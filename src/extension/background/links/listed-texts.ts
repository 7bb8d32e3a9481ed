import type { TextListing } from '../../../core/evidence/message-context.ts';
import { messageFingerprint } from '../../../core/fingerprint/message-fingerprint.ts';
import { includesSection, type SectionName } from '../../../core/snapshot/snapshot.ts';
import { listsMessages, lookUpText, textListing } from '../../../core/lookup/look-up-text.ts';
import { type KnownChannels, usedChannelIds } from '../lists/channel-list.ts';
import { isUnreadable, type SnapshotCache } from '../lists/loaded-snapshots.ts';

export interface ListedTextsOptions {
  readonly snapshots: SnapshotCache;
  readonly channels: () => Promise<KnownChannels>;
  readonly sectionsOff: () => Promise<ReadonlyMap<string, readonly SectionName[]>>;
  readonly onDamaged: (channels: readonly string[]) => void;
}

/** Finds listed messages whose text is nearly a received message's. */
export class ListedTexts {
  readonly #options: ListedTextsOptions;

  constructor(options: ListedTextsOptions) {
    this.#options = options;
  }

  /** @returns null also if no list is readable; the links are then unchecked anyway */
  async find(text: string): Promise<TextListing | null> {
    const { snapshots, channels, sectionsOff, onDamaged } = this.#options;
    const [loaded, known, off] = await Promise.all([snapshots.load(), channels(), sectionsOff()]);
    const stored = new Set([...loaded.snapshots.map((each) => each.stored.channel), ...loaded.damaged]);
    const ids = usedChannelIds(known.channels, stored);
    const asked = loaded.snapshots.filter(
      ({ stored: { channel }, filter }) => ids.has(channel) && listsMessages(filter),
    );
    const bands = asked.length === 0 ? [] : messageFingerprint(text);
    if (bands.length === 0) return null;
    let found: TextListing | null = null;
    for (const { stored: list, filter, hasher, readSlice } of asked) {
      const switchedOff = off.get(list.channel) ?? [];
      const isOn = (section: SectionName): boolean => !includesSection(switchedOff, section);
      try {
        const sections = await lookUpText(bands, filter, hasher, readSlice, isOn);
        const listing = textListing(list.name, sections);
        if (listing !== null && (found === null || (!found.isVouchedFor && listing.isVouchedFor)))
          found = listing;
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        snapshots.forget();
        onDamaged([list.channel]);
      }
    }
    return found;
  }
}
