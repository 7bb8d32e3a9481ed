import type { SectionName } from '../../../core/snapshot/snapshot.ts';
import type { Category } from '../../../core/verdict/verdict.ts';
import type { DropName } from './drop-name.ts';

/** Why an epoch begins with a build; null if the last one goes on. */
export type NewEpochReason = 'first-build' | 'old' | 'grown' | 'options' | null;

/**
 * What came in, went out, was refused, and why: `report/<serial>.json`. Public, so that every text from a feed is
 * written so that nobody can click it (`defanged`).
 */
export interface BuildReport {
  readonly format: 1;
  readonly channel: string;
  readonly serial: number;
  /** Unix time, seconds. */
  readonly publishedAt: number;
  /** null: the first build. */
  readonly previousSerial: number | null;
  readonly previousEntries: number | null;
  readonly tookSeconds: number;
  /** Published entries of all sections. */
  readonly entries: number;
  /** Of the base file. */
  readonly bytes: number;
  readonly epoch: {
    /** Unix time, seconds. */
    readonly startedAt: number;
    readonly plannedEntries: number;
    /** Share of absent expressions that some section takes for listed; a fraction. */
    readonly falsePositiveRate: number;
    readonly newBecause: NewEpochReason;
  };
  readonly feeds: readonly ReportedFeed[];
  /** Feeds of the last build that are no longer in `feeds.json`. */
  readonly goneFeeds: readonly { readonly name: string; readonly removedEntries: number }[];
  /** Entries that each pair of feeds both list, in the order of `feeds`; on the diagonal, all of a feed. */
  readonly overlap: readonly (readonly number[])[];
  readonly sections: readonly ReportedSection[];
  readonly changes: {
    /** Entries that no feed listed at the last build; null at the first. */
    readonly added: number | null;
    readonly removed: number | null;
    readonly addedExamples: readonly string[];
    readonly removedExamples: readonly string[];
  };
  /** Entries by days since the first feed listed them; `upTo` null: older than all others. */
  readonly ages: readonly { readonly upTo: number | null; readonly entries: number }[];
  /** Different entries in all feeds after guards; more than `entries` if some weigh too little. */
  readonly unique: number;
  readonly tooWeak: number;
  /** Whole hosts that no feed lists, but pages of them: part of `entries`, not of `unique`. */
  readonly widenedHosts: number;
  readonly knownGood: {
    /** Host expressions of known good sites that were looked up through the finished snapshot. */
    readonly lookedUp: number;
    /** What was found, and is excluded. */
    readonly excluded: readonly { readonly expression: string; readonly groups: readonly string[] }[];
  };
  /** Deltas by the serial they start from. */
  readonly deltas: readonly { readonly from: number; readonly bytes: number }[];
  /** Deltas for which the index, which has a fixed size, had no room: fewer groups make fewer sections and more room. */
  readonly deltasLeftOut: number;
  /** What the channel adds to the readers' evidence tables; null: nothing. */
  readonly evidenceTables: readonly { readonly brand: string; readonly domains: readonly string[] }[] | null;
  /** Words of the model that the channel carries; null: it carries none. */
  readonly wordModelWords: number | null;
  /** What a check service was told between two builds; null: this publisher has none. */
  readonly ownChanges: ReportedChanges | null;
  readonly warnings: readonly string[];
}

export interface ReportedChanges {
  readonly name: string;
  /** Entries that are listed by it. */
  readonly added: number;
  /** Entries that are taken off, whatever the feeds say. */
  readonly removed: number;
  readonly dropped: readonly { readonly text: string; readonly because: DropName }[];
}

export interface ReportedSection extends SectionName {
  readonly entries: number;
  readonly fingerprintBits: number;
  /** Fingerprints that were not in this section of the last snapshot; null if there is no such section, or another epoch. */
  readonly added: number | null;
  readonly removed: number | null;
}

export interface ReportedFeed {
  readonly name: string;
  readonly group: string;
  readonly category: Category;
  readonly confidence: number;
  readonly reviewed: boolean;
  readonly licence: string;
  readonly terms: string | null;
  readonly contact: string | null;
  /** Address of the feed; of a local file only its name. */
  readonly source: string;
  /** Unix time, seconds. */
  readonly fetchedAt: number | null;
  /** Which copy was used: what is there now, what was there before because the new one is unfit, or none. */
  readonly copy: 'new' | 'last-good' | 'none';
  readonly bytes: number;
  readonly lines: number;
  /** Different entries, after guards and expiry. */
  readonly entries: number;
  /** Of these, entries that no other feed has. */
  readonly onlyHere: number;
  /**
   * Entries of the file whose host is outside the public DNS (`.example`, `.corp`), whether they are listed or a guard has
   * dropped them. Resolvers are not given them.
   */
  readonly outsideRootZone: number;
  readonly addedEntries: number | null;
  readonly removedEntries: number | null;
  readonly dropped: readonly ReportedDrop[];
  /** What the guards that judge a whole feed said. */
  readonly remarks: readonly string[];
}

/** Lines of one feed that came to nothing for one reason. */
export interface ReportedDrop {
  readonly because: DropName;
  /** `line`: it could not be read. `guard`: it could, and may not be listed. */
  readonly by: 'line' | 'guard';
  readonly count: number;
  /** The first of them. */
  readonly lines: readonly { readonly line: number; readonly text: string }[];
}
