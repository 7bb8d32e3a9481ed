import type { EvidenceRow, Finding } from './evidence-row.ts';
import type { MessageContext } from './message-context.ts';
import type { MessageView } from './message-view.ts';

/** For a text that one crowd-fed group of feeds alone reports: anybody can report any newsletter. */
const POINTS_OF_A_CROWD = 3;

/**
 * Five points: six would mark four times as much good mail if its senders' rivals reported all of it
 * (docs/accuracy.md).
 */
function reportedText(_view: MessageView, { listing }: MessageContext): Finding | null {
  if (listing === null) return null;
  return {
    values: [listing.channelName],
    links: [],
    ...(listing.isVouchedFor ? {} : { points: POINTS_OF_A_CROWD }),
  };
}

export const LISTING_ROWS: readonly EvidenceRow[] = [
  {
    id: 'L1',
    family: 'L',
    points: 5,
    isCircumstance: false,
    source: 'fingerprints of reported messages, docs/accuracy.md',
    find: reportedText,
  },
];
