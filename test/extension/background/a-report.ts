import type { ReportFrame } from '../../../src/extension/protocol/tab-messages.ts';

/** What a frame with one message says of itself, in which nothing is marked. */
export function aReport(change: Partial<ReportFrame> = {}): ReportFrame {
  return {
    type: 'report-frame',
    isNewDocument: false,
    adapter: 'gmail',
    messages: 1,
    links: 10,
    elsewhere: 0,
    flagged: { danger: 0, caution: 0 },
    unchecked: 0,
    uncheckedBecause: [],
    shown: [],
    messageKeys: [],
    notes: [],
    ...change,
  };
}
