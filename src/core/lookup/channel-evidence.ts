import { type EvidenceTables, packagedTables } from '../evidence/evidence-tables.ts';
import { combineTables } from '../evidence/combine-tables.ts';
import { decodeWordModel, type WordModel } from '../words/word-model.ts';

export interface ChannelEvidence {
  /** Packaged rows plus the channel's. */
  readonly tables: EvidenceTables;
  /** Null if the channel has no readable model. */
  readonly wordModel: WordModel | null;
}

/**
 * For commands and services, which judge mail with one channel. Like the extension's default channel, it may define
 * brands' domains.
 *
 * @param tables - section `tables/1`, may be empty
 * @param model - section `model/1`, may be empty
 */
export function decodeChannelEvidence(tables: Uint8Array, model: Uint8Array): ChannelEvidence {
  const decoded = decodeWordModel(model);
  return {
    tables: tables.length === 0 ? packagedTables() : combineTables([{ bytes: tables, isVouched: true }]),
    wordModel: decoded.ok ? decoded.value : null,
  };
}
