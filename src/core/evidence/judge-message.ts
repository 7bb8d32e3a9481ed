import type { MessageVerdict } from '../verdict/verdict.ts';
import type { EvidenceTables } from './evidence-tables.ts';
import type { MessageContext } from './message-context.ts';
import type { MessageFacts, MessageLink } from './message-facts.ts';

/** What a message comes to by itself, without any list. Whoever asked knows of which revision. */
export type MessageJudgement = Omit<MessageVerdict, 'revision'>;

/**
 * Judges a message by what can be seen in it. Never throws; bounded by the facts' own bounds and the number of links.
 *
 * @param facts - as parsed, head and body joined
 * @param links - all links of the body's frame in the order in which they were asked about
 */
export function judgeMessage(
  facts: MessageFacts,
  _links: readonly MessageLink[],
  _tables: EvidenceTables,
  _context: MessageContext,
): MessageJudgement {
  const kind = facts.body === null ? 'unchecked' : 'clear';
  return { kind, asks: false, reasons: [], linkIndices: [] };
}
