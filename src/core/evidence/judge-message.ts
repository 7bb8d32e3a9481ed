import { INVISIBLE } from '../text/fold-text.ts';
import type { EvidenceReason, MessageVerdict } from '../verdict/verdict.ts';
import type { EvidenceRow } from './evidence-row.ts';
import { EVIDENCE_ROWS } from './evidence-rows.ts';
import { pointsOf, scoreOf, type Fired } from './evidence-rule.ts';
import type { EvidenceTables } from './evidence-tables.ts';
import type { SenderApproval, MessageContext, SenderMemory } from './message-context.ts';
import type { MessageFacts, MessageLink } from './message-facts.ts';
import { viewOf, type MessageView } from './message-view.ts';

export type MessageJudgement = Omit<MessageVerdict, 'revision'>;

export interface ScoredMessage extends MessageJudgement {
  readonly points: number;
  readonly isMarked: boolean;
  readonly isCarried: boolean;
}

/** Of a quoted value, in UTF-16 units. */
const MAX_VALUE_LENGTH = 120;

/**
 * Never throws; bounded work. Returns the reasons of an unmarked message too,
 * for the button *Why?*.
 *
 * @param facts - head and body joined
 * @param links - sightings and the verdict refer to them by index
 */
export function judgeMessage(
  facts: MessageFacts,
  links: readonly MessageLink[],
  tables: EvidenceTables,
  context: MessageContext,
): MessageJudgement {
  const { kind, asks, reasons, linkIndices } = scoreMessage(facts, links, tables, context);
  return { kind, asks, reasons, linkIndices };
}

/** @param rows - fewer than all only to measure what a row is worth */
export function scoreMessage(
  { head, body }: MessageFacts,
  links: readonly MessageLink[],
  tables: EvidenceTables,
  context: MessageContext,
  rows: readonly EvidenceRow[] = EVIDENCE_ROWS,
): ScoredMessage {
  if (body === null) return { ...NO_REASONS, kind: 'unchecked' };
  // The reader wrote the message. Its links are still looked up in lists.
  if (head?.isSent === true) return { ...NO_REASONS, kind: 'clear' };
  const view = viewOf(head, body, links, tables);
  const fired = firedReasons(view, context, rows);
  const { points, isMarked, isCarried, asks } = scoreOf(fired);
  const strongestFirst = [...fired].sort((a, b) => pointsOf(b) - pointsOf(a));
  return {
    kind: isMarked ? 'flagged' : 'clear',
    asks,
    reasons: strongestFirst.map(reasonOf),
    linkIndices: isMarked ? linksOf(fired) : [],
    points,
    isMarked,
    isCarried,
  };
}

const NO_REASONS = {
  asks: false,
  reasons: [],
  linkIndices: [],
  points: 0,
  isMarked: false,
  isCarried: false,
} as const;

function firedReasons(
  view: MessageView,
  context: MessageContext,
  rows: readonly EvidenceRow[],
): readonly Fired[] {
  const fired: Fired[] = [];
  for (const row of rows) {
    const finding = row.find(view, context);
    if (finding !== null && survivesApproval(context.fine, row.id, finding.links, view, context.memory)) {
      fired.push({ row, finding });
    }
  }
  return fired;
}

/** Rows about a forged From: the approved sender may not have sent the message. */
const NEVER_SILENCED: ReadonlySet<string> = new Set(['A2', 'C1', 'R4']);

/** *This is fine* does not silence signs of forgery, nor reasons about links to sites new to that sender. */
function survivesApproval(
  fine: SenderApproval | null,
  id: string,
  indices: readonly number[],
  { links }: MessageView,
  memory: SenderMemory | null,
): boolean {
  if (fine === null || NEVER_SILENCED.has(id)) return true;
  return links.some(
    ({ index, site, isAligned, kind }) =>
      indices.includes(index) &&
      !isAligned &&
      kind !== 'tracker' &&
      !fine.hasLedTo(site) &&
      memory?.hasLedTo(site) !== true,
  );
}

function reasonOf(one: Fired): EvidenceReason {
  const { row, finding } = one;
  return {
    kind: 'evidence',
    level: 'caution',
    id: row.id,
    family: row.family,
    points: pointsOf(one),
    // A sentence would spell out invisible characters as `\u{…}`.
    values: finding.values.map((value) => value.replaceAll(INVISIBLE, '').slice(0, MAX_VALUE_LENGTH)),
  };
}

function linksOf(fired: readonly Fired[]): readonly number[] {
  const pointed = fired.filter((one) => pointsOf(one) > 0).flatMap(({ finding }) => finding.links);
  return [...new Set(pointed)].sort((a, b) => a - b);
}
