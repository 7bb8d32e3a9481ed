import type { SectionName } from '../../../core/snapshot/snapshot.ts';
import type { Category } from '../../../core/verdict/verdict.ts';
import type { DropName } from './drop-name.ts';

/** Null if the last epoch continues. */
export type NewEpochReason = 'first-build' | 'old' | 'grown' | 'options' | null;

/** Published as `report/<serial>.json`, so texts from feeds are `defanged`. */
export interface BuildReport {
  readonly format: 1;
  readonly channel: string;
  readonly serial: number;
  /** Unix seconds. */
  readonly publishedAt: number;
  readonly previousSerial: number | null;
  readonly previousEntries: number | null;
  readonly tookSeconds: number;
  readonly entries: number;
  /** Of the base file. */
  readonly bytes: number;
  /** Of these, what is no entry: evidence tables, a word model, names of reviewed groups. */
  readonly addedBytes: number;
  readonly epoch: {
    /** Unix seconds. */
    readonly startedAt: number;
    readonly plannedEntries: number;
    /** Fraction of unlisted expressions that are taken for listed. */
    readonly falsePositiveRate: number;
    readonly newBecause: NewEpochReason;
  };
  readonly feeds: readonly ReportedFeed[];
  /** In the last build, but no longer in `feeds.json`. */
  readonly goneFeeds: readonly { readonly name: string; readonly removedEntries: number }[];
  /** `overlap[a][b]`: entries that both feeds list; indices into `feeds`. */
  readonly overlap: readonly (readonly number[])[];
  readonly sections: readonly ReportedSection[];
  readonly changes: {
    readonly added: number | null;
    readonly removed: number | null;
    readonly addedExamples: readonly string[];
    readonly removedExamples: readonly string[];
  };
  /** Entries first listed at most `upTo` days ago; null: longer ago. */
  readonly ages: readonly { readonly upTo: number | null; readonly entries: number }[];
  /** Different entries after guards, including too weak ones. */
  readonly unique: number;
  readonly tooWeak: number;
  /** Hosts listed only because of their pages: in `entries`, not in `unique`. */
  readonly widenedHosts: number;
  readonly knownGood: {
    readonly lookedUp: number;
    readonly excluded: readonly { readonly expression: string; readonly groups: readonly string[] }[];
  };
  readonly deltas: readonly { readonly from: number; readonly bytes: number }[];
  /** Deltas beyond the index's size limit; fewer groups of feeds would make room. */
  readonly deltasLeftOut: number;
  /** Added to readers' tables. */
  readonly evidenceTables: readonly { readonly brand: string; readonly domains: readonly string[] }[] | null;
  readonly wordModelWords: number | null;
  /** From a check service. */
  readonly ownChanges: ReportedChanges | null;
  readonly warnings: readonly string[];
}

export interface ReportedChanges {
  readonly name: string;
  readonly added: number;
  /** Entries taken off, whatever the feeds say. */
  readonly removed: number;
  readonly dropped: readonly { readonly text: string; readonly because: DropName }[];
}

export interface ReportedSection extends SectionName {
  readonly entries: number;
  readonly fingerprintBits: number;
  /**
   * Fingerprints; null if the last snapshot lacks this section with equally long fingerprints, or has another epoch.
   */
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
  /** URL, or the name of a local file. */
  readonly source: string;
  /** Unix seconds. */
  readonly fetchedAt: number | null;
  /** `last-good` if the new copy is unfit. */
  readonly copy: 'new' | 'last-good' | 'none';
  readonly bytes: number;
  readonly lines: number;
  /** Different entries, after guards and expiry. */
  readonly entries: number;
  readonly onlyHere: number;
  /** Entries, listed or dropped, whose host is outside the public DNS (`.example`, `.corp`). */
  readonly outsideRootZone: number;
  readonly addedEntries: number | null;
  readonly removedEntries: number | null;
  readonly dropped: readonly ReportedDrop[];
  readonly remarks: readonly string[];
}

export interface ReportedDrop {
  readonly because: DropName;
  /** `line`: unreadable. */
  readonly by: 'line' | 'guard';
  readonly count: number;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
}
