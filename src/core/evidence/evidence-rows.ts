import type { EvidenceRow } from './evidence-row.ts';
import { CODE_ROWS } from './reasons-codes.ts';
import { DISGUISE_ROWS } from './reasons-disguise.ts';
import { FILE_ROWS } from './reasons-files.ts';
import { IDENTITY_ROWS } from './reasons-identity.ts';
import { LINK_ROWS } from './reasons-links.ts';
import { LISTING_ROWS } from './reasons-listing.ts';
import { MEMORY_ROWS } from './reasons-memory.ts';
import { READER_ROWS } from './reasons-reader.ts';
import { SENDER_ROWS } from './reasons-sender.ts';
import { WORD_ROWS } from './reasons-words.ts';

export const EVIDENCE_ROWS: readonly EvidenceRow[] = [
  ...IDENTITY_ROWS,
  ...SENDER_ROWS,
  ...DISGUISE_ROWS,
  ...LINK_ROWS,
  ...CODE_ROWS,
  ...FILE_ROWS,
  ...WORD_ROWS,
  ...READER_ROWS,
  ...MEMORY_ROWS,
  ...LISTING_ROWS,
];
