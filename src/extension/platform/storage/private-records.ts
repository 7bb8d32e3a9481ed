/** What is kept of the reader's own, as it lies in the private database. */
import type { SectionName } from '../../../core/snapshot/snapshot.ts';
import type { Category } from '../../../core/verdict/verdict.ts';
import type { LookBackFinding } from '../../protocol/look-back-messages.ts';
import type { Preferences } from '../../protocol/preference-messages.ts';

/** A channel that the reader added. */
export interface AddedChannel {
  readonly id: string;
  /** Ends in a slash. */
  readonly url: string;
  /** Ed25519 public keys, base64url of 32 bytes. */
  readonly rootKeys: readonly string[];
  /** Unix time, seconds. */
  readonly addedAt: number;
}

/** A public list that the reader subscribed to, or a file of theirs; it is compiled on this device. */
export interface DeviceListRecord {
  /** `list:` and a random id. */
  readonly id: string;
  readonly name: string;
  /** Null for a file, which is never fetched again. */
  readonly url: string | null;
  /** What its entries are listed for. */
  readonly category: Category;
  /** Text from outside; empty if none was stated. */
  readonly licence: string;
  /** Unix time, seconds, below 2³². */
  readonly addedAt: number;
}

/** Sections that the reader switched off, by channel id. */
export interface SectionsOff {
  readonly channel: string;
  readonly off: readonly SectionName[];
}

/** A link the reader opened, as the lookup keys of one channel's epoch and nothing else. */
export interface OpenedLink {
  readonly id: string;
  readonly channel: string;
  /** Hexadecimal; hashes under another key mean nothing. */
  readonly epochKey: string;
  /** Unix time, seconds. */
  readonly openedAt: number;
  /** Pairs of words: high, low, high, low … */
  readonly hashes: Uint32Array<ArrayBuffer>;
}

/** A listing whose mark was shown, as the lookup keys of what it lists and nothing else. */
export interface SeenListing {
  /** Of the channel and the keys: a listing is kept once, however often it is met. */
  readonly id: string;
  readonly channel: string;
  /** Hexadecimal; hashes under another key mean nothing. */
  readonly epochKey: string;
  /** When its mark was last shown, `2026-11-20`: no hour is kept. */
  readonly day: string;
  readonly category: Category;
  /** Whom the publisher named for it. */
  readonly group: string;
  readonly channelName: string;
  /** Pairs of words: high, low, high, low … of the listed part of the link. */
  readonly hashes: Uint32Array<ArrayBuffer>;
  /** Its publisher has withdrawn it, and the reader has not said that they know. */
  readonly isWithdrawn: boolean;
}

/** What a look-back found, and in which channel's list. */
export interface FoundIn extends LookBackFinding {
  /** Id. */
  readonly channel: string;
}

export interface StoredFinding extends FoundIn {
  /** The reader has said so. */
  readonly seen: boolean;
}

/** A sender of which messages were opened and not marked; every name is a hash under the installation's secret. */
export interface Correspondent {
  readonly key: string;
  /** Unix time in days, ascending: the first, and the latest. */
  readonly days: readonly number[];
  /** Where its messages led. */
  readonly sites: readonly string[];
  /** Conversations. */
  readonly subjects: readonly string[];
  /** The person who writes from there. Absent if it is none, and in records from before names were kept. */
  readonly person?: number;
  /** What domains that look like its own have in common with it. Absent as `person`, and for single mailboxes. */
  readonly traces?: readonly number[];
}

/** A site on which links were found and no message recognised. */
export interface KeptFallbackSite {
  readonly host: string;
  /** Unix time in days, ascending: the first, and the latest. */
  readonly days: readonly number[];
  /** At most so many links at once, on the latest day. */
  readonly links: number;
}

/** A channel or list that the reader removed and may still take back: nothing asks or shows it meanwhile. */
export interface SetAside {
  readonly id: string;
  /** Unix time, seconds. */
  readonly since: number;
}

/** Single values, by their key. */
export interface PrivateValues {
  readonly preferences: Preferences;
  /** 16 random bytes, made once. Never leaves the device. */
  readonly secret: Uint8Array<ArrayBuffer>;
  /** 8 random bytes: the hash key of all lists that are compiled on this device. */
  readonly listKey: Uint8Array<ArrayBuffer>;
  /** Origins on which the reader paused checking. */
  readonly paused: readonly string[];
  /** Webmails that the reader added, as match patterns, and the extension's version that registered them. */
  readonly sites: { readonly version: string; readonly patterns: readonly string[] };
  /** The extension was installed, and its welcome page has not opened yet. */
  readonly isWelcomeOwed: boolean;
  /** When the reader put the sign away that lists are too old, and which lists those were. */
  readonly expiryPutAway: { readonly at: number; readonly lists: string };
  /** Ids of channels and lists, as the reader put them. */
  readonly channelOrder: readonly string[];
  readonly aside: readonly SetAside[];
  /** Days for which statistics are kept. */
  readonly statisticsDays: number;
  /** The version whose news the reader has not seen; empty if there is none. */
  readonly newsOf: string;
  readonly fallbackSites: readonly KeptFallbackSite[];
}
