import type { Category, Level } from '../../../core/verdict/verdict.ts';

/** As text, for programs that do not use fingerprints. */
export type ExportedEntry = ExportedName & { readonly category: Category; readonly level: Level };

export type ExportedName =
  /** `path` is `/` for a whole host. */
  | { readonly kind: 'url'; readonly host: string; readonly path: string; readonly isIp: boolean }
  /** `user@host`, or a sender's whole domain. */
  | { readonly kind: 'address'; readonly address: string };

/**
 * Why an export lacks an entry: its format cannot express it, or a private network may use its name; nothing wider
 * replaces it.
 */
export type LeftOut =
  | 'page'
  | 'sender'
  | 'ip-address'
  | 'name'
  /** Outside the public DNS. */
  | 'ending'
  /** A character has a special meaning in the file. */
  | 'character';

export interface ExportedFile {
  /** Empty if the export is one file. */
  readonly name: string;
  readonly text: string;
}

export interface Exported {
  readonly files: readonly ExportedFile[];
  readonly entries: number;
  readonly leftOut: ReadonlyMap<LeftOut, number>;
}

export class EntrySelection<Kept extends object> {
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
