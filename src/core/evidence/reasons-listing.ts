import type { EvidenceRow, Finding } from './evidence-row.ts';
import type { MessageContext } from './message-context.ts';
import type { MessageView } from './message-view.ts';

/** Where one crowd-fed group alone has reported it, which anybody can do with anybody's newsletter. */
const POINTS_OF_A_CROWD = 3;

/**
 * Nearly this text was reported. Five points: one more would mark four times as much good mail if all of it were reported
 * by its rivals (docs/accuracy.md).
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
