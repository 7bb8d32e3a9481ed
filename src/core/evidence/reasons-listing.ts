import { LISTING_TABLE } from '../verdict/listing-table.ts';
import type { EvidenceRow, Finding } from './evidence-row.ts';
import type { MessageContext } from './message-context.ts';
import type { MessageView } from './message-view.ts';

function reportedText(_view: MessageView, { listing }: MessageContext): Finding | null {
  if (listing === null) return null;
  const points = LISTING_TABLE.text[listing.isVouchedFor ? 'vouched' : 'crowd'];
  return { values: [listing.channelName], links: [], points };
}

export const LISTING_ROWS: readonly EvidenceRow[] = [
  {
    id: 'L1',
    family: 'L',
    points: LISTING_TABLE.text.vouched,
    isCircumstance: false,
    source: 'fingerprints of reported messages, docs/accuracy.md',
    find: reportedText,
  },
];
