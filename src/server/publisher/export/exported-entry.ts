import type { Category, Level } from '../../../core/verdict/verdict.ts';

/** An entry that a build would publish, with its text: what goes to programs that know no fingerprints. */
export type ExportedEntry = ExportedName & { readonly category: Category; readonly level: Level };

export type ExportedName =
  /** `path` is `/` for a whole host and everything below it. */
  | { readonly kind: 'url'; readonly host: string; readonly path: string; readonly isIp: boolean }
  /** `user@host`, or a sender's whole domain. */
  | { readonly kind: 'address'; readonly address: string };

/** Why an entry is not in a file: the format cannot say it, and nothing wider is said instead. */
export type LeftOut =
  /** One page of a host. */
  | 'page'
  /** A sender. */
  | 'sender'
  | 'ip-address'
  /** No name that this format can hold. */
  | 'name'
  /** A name outside the public DNS: a resolver would give an answer of its own for a private network, or obey it. */
  | 'ending'
  /** A character that could mean something else to whoever reads the file. */
  | 'character';

export interface ExportedFile {
  /** Within the folder; empty where the export is one file. */
  readonly name: string;
  readonly text: string;
}

export interface Exported {
  readonly files: readonly ExportedFile[];
  /** Entries that are in the files. */
  readonly entries: number;
  readonly leftOut: ReadonlyMap<LeftOut, number>;
}

/** Sorts entries into those that a format can hold and those that it leaves out. */
export class Sorting<Kept extends object> {
  readonly kept: Kept[] = [];
  readonly leftOut = new Map<LeftOut, number>();

  constructor(entries: Iterable<ExportedEntry>, keep: (entry: ExportedEntry) => Kept | LeftOut) {
    for (const entry of entries) {
      const kept = keep(entry);
      if (typeof kept === 'string') this.leftOut.set(kept, (this.leftOut.get(kept) ?? 0) + 1);
      else this.kept.push(kept);
    }
  }
}
