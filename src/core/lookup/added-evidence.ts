import { type EvidenceTables, packagedTables } from '../evidence/evidence-tables.ts';
import { tablesWith } from '../evidence/tables-with.ts';
import { decodeWordModel, type WordModel } from '../words/word-model.ts';

/** What a channel adds to what is seen in messages. */
export interface AddedEvidence {
  /** The packaged ones with what the channel adds. */
  readonly tables: EvidenceTables;
  /** The channel's model of words; null if it has none that can be read. */
  readonly wordModel: WordModel | null;
}

/**
 * For the one channel that somebody names who judges mail outside the extension: it stands where the package's own does
 * there, and may say whose a domain is.
 *
 * @param tables - the section `tables/1`, empty if there is none
 * @param model - the section `model/1`, empty if there is none
 */
export function addedEvidence(tables: Uint8Array, model: Uint8Array): AddedEvidence {
  const decoded = decodeWordModel(model);
  return {
    tables: tables.length === 0 ? packagedTables() : tablesWith([{ bytes: tables, isVouched: true }]),
    wordModel: decoded.ok ? decoded.value : null,
  };
}
