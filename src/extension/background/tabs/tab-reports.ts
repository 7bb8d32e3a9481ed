import { canonicalAddress } from '../../../core/url/mail-address.ts';
import { withEvidence } from '../../../core/verdict/with-evidence.ts';
import {
  FRAME_NOTES,
  type FlaggedLink,
  MAX_MISSED_HOSTS,
  MAX_SUSPICIOUS_MESSAGES,
  type ReportFrame,
  type TabReport,
} from '../../protocol/tab-messages.ts';
import { webmailName } from '../../protocol/webmail-hosts.ts';
import type { FrameMemories } from '../links/frame-memory.ts';
import type { LinkService } from '../links/link-service.ts';
import type { OpenMessages } from '../links/open-messages.ts';
import type { Corrections } from '../reader/corrections.ts';

type TabState = 'isPaused' | 'refusedChanges' | 'isUnreached';

export type TabSum = Omit<TabReport, 'flagged' | TabState | 'suspicious' | 'fine'>;

export function sumOfFrames(reports: readonly ReportFrame[]): TabSum {
  const sum = (count: (report: ReportFrame) => number): number =>
    reports.reduce((total, report) => total + count(report), 0);
  const messages = sum((report) => report.messages);
  return {
    messages,
    links: sum((report) => report.links),
    elsewhere: sum((report) => report.elsewhere),
    danger: sum((report) => report.flagged.danger),
    caution: sum((report) => report.flagged.caution),
    unchecked: sum((report) => report.unchecked),
    uncheckedBecause: [...new Set(reports.flatMap(({ uncheckedBecause }) => uncheckedBecause))],
    // No notes if any frame has a message: the webmail's frames around it rightly have none.
    notes: FRAME_NOTES.filter((note) => messages === 0 && reports.some(({ notes }) => notes.includes(note))),
    isWebmail: reports.length > 0,
    webmail: firstOf(reports.map(({ adapter }) => webmailName(adapter))),
  };
}

/** Hosts of the sender and of the open message's links, behind all readable wrappers. */
export async function missedHosts(
  tabId: number,
  frames: FrameMemories,
  links: LinkService,
  messages: OpenMessages,
): Promise<readonly string[]> {
  const message = messages.lastIn(tabId, isShownBy(await frames.reports(tabId)));
  if (message === null) return [];
  const details = await links.describe(message.hrefs, null);
  const sender = canonicalAddress(message.sender ?? '')?.host ?? null;
  const hosts = [sender, ...details.map(({ layers }) => layers.at(-1)?.host ?? null)];
  return [...new Set(hosts.filter((host) => host !== null))].slice(0, MAX_MISSED_HOSTS);
}

function isShownBy(
  reports: Awaited<ReturnType<FrameMemories['reports']>>,
): (frameId: number, messageKey: string) => boolean {
  const shownBy = new Map(reports.map(({ frameId, report }) => [frameId, new Set(report.messageKeys)]));
  return (frameId, messageKey) => shownBy.get(frameId)?.has(messageKey) === true;
}

export async function tabReport(
  tabId: number,
  frames: FrameMemories,
  links: LinkService,
  messages: OpenMessages,
  corrections: Pick<Corrections, 'listFine'>,
  state: Pick<TabReport, TabState>,
): Promise<TabReport> {
  const reports = await frames.reports(tabId);
  const flagged: FlaggedLink[] = [];
  const seen = new Set<string>();
  for (const { frameId, report } of reports) {
    for (const shown of report.shown) {
      const { href, messageKey } = shown;
      // Links that the frame did not request are omitted.
      const judged = await frames.judged(tabId, frameId, href, messageKey);
      if (judged === null || seen.has(href)) continue;
      const [answer] = await links.judge([href], judged.sender, { tabId, frameId, messageKey });
      if (answer === undefined) continue;
      const evidence = messages.evidenceOn(tabId, frameId, messageKey, href);
      const verdict = evidence === null ? answer.verdict : withEvidence(answer.verdict, evidence);
      if (verdict.kind !== 'flagged') continue;
      seen.add(href);
      flagged.push({ ...answer, verdict, ...shown, frameId });
    }
  }
  const isShown = isShownBy(reports);
  const suspicious = messages.suspiciousIn(tabId, isShown);
  const fine = await corrections.listFine(messages.sendersIn(tabId, isShown));
  return {
    ...sumOfFrames(reports.map(({ report }) => report)),
    flagged,
    suspicious: state.isPaused ? [] : suspicious.slice(-MAX_SUSPICIOUS_MESSAGES),
    fine: fine.slice(0, MAX_SUSPICIOUS_MESSAGES).map(({ id, subject }) => ({ correctionId: id, subject })),
    ...state,
  };
}

function firstOf<Value>(values: readonly (Value | null)[]): Value | null {
  return values.find((value) => value !== null) ?? null;
}
