import { INVISIBLE } from '../text/fold-text.ts';
import type { EvidenceReason, MessageVerdict } from '../verdict/verdict.ts';
import { EVIDENCE_ROWS } from './evidence-rows.ts';
import { pointsOf, scoreOf, type Fired } from './evidence-rule.ts';
import type { EvidenceTables } from './evidence-tables.ts';
import type { FineWord, MessageContext, SenderMemory } from './message-context.ts';
import type { MessageFacts, MessageLink } from './message-facts.ts';
import { viewOf, type MessageView } from './message-view.ts';

/** What a message comes to by itself, without any list. Whoever asked knows of which revision. */
export type MessageJudgement = Omit<MessageVerdict, 'revision'>;

/** The same with the numbers behind it, for the `spamlight` command and its figures. */
export interface ScoredMessage extends MessageJudgement {
  readonly points: number;
  readonly isMarked: boolean;
  /** False where one family or circumstance alone has all the points, which makes no mark. */
  readonly isCarried: boolean;
}

/** Of a text from the message that a sentence names. */
const MAX_VALUE_LENGTH = 120;

/**
 * Judges a message by what can be seen in it. Never throws; bounded by the facts' own bounds and the number of links.
 * The reasons of a message that is not marked are given too: *Why?* shows them.
 *
 * @param facts - as parsed, head and body joined
 * @param links - those of the message; sightings of the body and the verdict name them by their place here
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

export function scoreMessage(
  { head, body }: MessageFacts,
  links: readonly MessageLink[],
  tables: EvidenceTables,
  context: MessageContext,
): ScoredMessage {
  if (body === null) return { ...NOTHING_SAID, kind: 'unchecked' };
  // Of their own words nobody needs to be warned; what they link to is looked up all the same.
  if (head?.isSent === true) return { ...NOTHING_SAID, kind: 'clear' };
  const view = viewOf(head, body, links, tables);
  const fired = firedReasons(view, context);
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

const NOTHING_SAID = {
  asks: false,
  reasons: [],
  linkIndices: [],
  points: 0,
  isMarked: false,
  isCarried: false,
} as const;

function firedReasons(view: MessageView, context: MessageContext): readonly Fired[] {
  const fired: Fired[] = [];
  for (const row of EVIDENCE_ROWS) {
    const finding = row.find(view, context);
    if (finding !== null && staysAfter(context.fine, row.id, finding.links, view, context.memory)) {
      fired.push({ row, finding });
    }
  }
  return fired;
}

/** Of a forged From *This is fine* says nothing: it may not be the one that the reader meant. */
const NEVER_FINE: ReadonlySet<string> = new Set(['A2', 'C1', 'R4']);

/** What *This is fine* does not silence: signs of forgery, and what points at a link to a site new to that sender. */
function staysAfter(
  fine: FineWord | null,
  id: string,
  indices: readonly number[],
  { links }: MessageView,
  memory: SenderMemory | null,
): boolean {
  if (fine === null || NEVER_FINE.has(id)) return true;
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
    // Without what is drawn as nothing, which a sentence would otherwise name by its number.
    values: finding.values.map((value) => value.replaceAll(INVISIBLE, '').slice(0, MAX_VALUE_LENGTH)),
  };
}

/** Of the links that reasons point at; of a message that nothing points into, none. */
function linksOf(fired: readonly Fired[]): readonly number[] {
  const pointed = fired.filter((one) => pointsOf(one) > 0).flatMap(({ finding }) => finding.links);
  return [...new Set(pointed)].sort((a, b) => a - b);
}
