import type { EvidenceTables } from '../../../core/evidence/evidence-tables.ts';
import { judgeMessage, type MessageJudgement } from '../../../core/evidence/judge-message.ts';
import type { SenderContext, SoundsUnwanted, TextListing } from '../../../core/evidence/message-context.ts';
import type { BodyFacts, HeadFacts, MessageLink } from '../../../core/evidence/message-facts.ts';
import type { EvidenceReason } from '../../../core/verdict/verdict.ts';
import { addressOf } from '../../../core/verdict/sender-address.ts';

export interface SenderKnowledge {
  readonly context: SenderContext;
  /** Trust in the sender silences evidence. */
  readonly isTrusted: boolean;
  /** The reader called the sender or a linked site spam. */
  readonly isSpam: boolean;
}

export interface FactInputs {
  /** Packaged tables and the channels' additions. */
  readonly tables: () => Promise<EvidenceTables>;
  readonly listingOf: (text: string) => Promise<TextListing | null>;
  readonly soundOf: (subject: string | null, text: string) => Promise<SoundsUnwanted | null>;
}

export async function judgeFacts(
  facts: { readonly head: HeadFacts | null; readonly body: BodyFacts },
  links: readonly MessageLink[],
  { context, isTrusted, isSpam }: SenderKnowledge,
  { tables, listingOf, soundOf }: FactInputs,
): Promise<MessageJudgement> {
  const { head, body } = facts;
  const [listing, words, inUse] = await Promise.all([
    listingOf(body.text),
    soundOf(head?.subject ?? null, body.text),
    tables(),
  ]);
  const { kind, asks, reasons, linkIndices } = judgeMessage(facts, links, inUse, {
    ...context,
    listing,
    words,
  });
  if (isTrusted) return { kind: 'clear', asks: false, reasons: [], linkIndices: [] };
  return isSpam
    ? { kind: 'flagged', asks, reasons: [spamReason(), ...reasons], linkIndices }
    : { kind, asks, reasons, linkIndices };
}

/** Marks the message, no link. It is no row of the evidence table. */
function spamReason(): EvidenceReason {
  return {
    kind: 'evidence',
    level: 'caution',
    id: 'H0',
    family: 'H',
    points: 0,
    values: [],
  };
}

/** @returns lower case; null unless the head has exactly one address */
export function senderOf(head: HeadFacts | null): string | null {
  return head?.address == null ? null : addressOf(head.address);
}
