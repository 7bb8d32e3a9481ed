import type { SectionName } from '../../../core/snapshot/snapshot.ts';
import type { Category } from '../../../core/verdict/verdict.ts';
import type { LookBackFinding } from '../../protocol/look-back-messages.ts';
import type { Preferences } from '../../protocol/preference-messages.ts';

export interface AddedChannel {
  readonly id: string;
  /** Ends in a slash. */
  readonly url: string;
  /** Ed25519 public keys, base64url of 32 bytes. */
  readonly rootKeys: readonly string[];
  /** Unix seconds. */
  readonly addedAt: number;
}

/** Public list, compiled on this device. */
export interface DeviceListRecord {
  /** `list:` and a random id. */
  readonly id: string;
  readonly name: string;
  /** Null if an older version read it from a file: never updated. */
  readonly url: string | null;
  readonly category: Category;
  /** Untrusted text; may be empty. */
  readonly licence: string;
  /** Unix seconds, below 2³². */
  readonly addedAt: number;
}

export interface SectionsOff {
  readonly channel: string;
  readonly off: readonly SectionName[];
}

/** A link that was opened, stored only as hashes under one channel's epoch key. */
export interface OpenedLink {
  readonly id: string;
  readonly channel: string;
  /** Hexadecimal. Hashes are comparable only under one key. */
  readonly epochKey: string;
  /** Unix seconds. */
  readonly openedAt: number;
  /** Pairs of 32-bit words: high, low, … */
  readonly hashes: Uint32Array<ArrayBuffer>;
}

/** A listing that marked a shown link, stored only as hashes. */
export interface SeenListing {
  /** Derived from channel, hash and epoch key: one record per listing. */
  readonly id: string;
  readonly channel: string;
  /** Hexadecimal. */
  readonly epochKey: string;
  /** `2026-11-20`; no time of day, for privacy. */
  readonly day: string;
  readonly category: Category;
  /** Name of the publisher's source. */
  readonly group: string;
  readonly channelName: string;
  /** Of the listed part of the link; pairs as in `OpenedLink`. */
  readonly hashes: Uint32Array<ArrayBuffer>;
  /** Withdrawn by its publisher, notice not yet dismissed. */
  readonly isWithdrawn: boolean;
}

export interface FoundIn extends LookBackFinding {
  readonly channel: string;
}

export interface StoredFinding extends FoundIn {
  /** Dismissed by the reader. */
  readonly seen: boolean;
}

/** A sender of opened, unmarked messages. Names are hashes under the installation secret. */
export interface Correspondent {
  readonly key: string;
  /** First day, then the latest ones; Unix days. */
  readonly days: readonly number[];
  /** Link targets in its messages. */
  readonly sites: readonly string[];
  readonly subjects: readonly string[];
  /** Hash of a personal name. Absent if there is none, and in old records. */
  readonly person?: number;
  /** Hashes that a lookalike domain would share. Absent in old records and for senders kept by address. */
  readonly traces?: readonly number[];
}

export interface StoredFallbackSite {
  readonly host: string;
  /** First day, then the latest ones; Unix days. */
  readonly days: readonly number[];
  /** Most links at once, on the latest day. */
  readonly links: number;
}

/** Removed but restorable; unused and hidden meanwhile. */
export interface SetAside {
  readonly id: string;
  /** Unix seconds. */
  readonly since: number;
}

export interface PrivateValues {
  readonly preferences: Preferences;
  /** 16 random bytes, created once. Never leaves the device. */
  readonly secret: Uint8Array<ArrayBuffer>;
  /** 8 random bytes: hash key of lists compiled here. */
  readonly listKey: Uint8Array<ArrayBuffer>;
  /** Origins. */
  readonly paused: readonly string[];
  /** Match patterns of added webmails, and the version that registered them. */
  readonly sites: { readonly version: string; readonly patterns: readonly string[] };
  readonly isWelcomeOwed: boolean;
  /** Dismissal of the notice about expired lists. */
  readonly expiryPutAway: { readonly at: number; readonly lists: string };
  readonly aside: readonly SetAside[];
  readonly statisticsDays: number;
  readonly fallbackSites: readonly StoredFallbackSite[];
}
