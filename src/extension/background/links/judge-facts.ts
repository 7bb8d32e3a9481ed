import type { EvidenceTables } from '../../../core/evidence/evidence-tables.ts';
import { judgeMessage, type MessageJudgement } from '../../../core/evidence/judge-message.ts';
import type { SenderContext, SoundsUnwanted, TextListing } from '../../../core/evidence/message-context.ts';
import type { BodyFacts, HeadFacts, MessageLink } from '../../../core/evidence/message-facts.ts';
import type { EvidenceReason } from '../../../core/verdict/verdict.ts';
import { addressOf } from '../../../core/verdict/sender-address.ts';

/** What the device knows of a sender. */
export interface SenderKnowledge {
  readonly context: SenderContext;
  /** The reader or the administrator trusts this sender: evidence is silent. */
  readonly isTrusted: boolean;
  /** The reader said *This is spam* of this sender or of a site that the message leads to. */
  readonly isSpam: boolean;
}

/** What a message is judged by, besides what is known of its sender. */
export interface FactGrounds {
  /** Evidence tables: packaged, and what channels add. */
  readonly tables: () => Promise<EvidenceTables>;
  /** What lists say of a message's text. */
  readonly listingOf: (text: string) => Promise<TextListing | null>;
  /** What models of words say of it. @param subject - null where the webmail shows none */
  readonly soundOf: (subject: string | null, text: string) => Promise<SoundsUnwanted | null>;
}

/** Judges a message by evidence: the same wherever it is read. */
export async function judgeFacts(
  facts: { readonly head: HeadFacts | null; readonly body: BodyFacts },
  links: readonly MessageLink[],
  { context, isTrusted, isSpam }: SenderKnowledge,
  { tables, listingOf, soundOf }: FactGrounds,
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
    ? { kind: 'flagged', asks, reasons: [saidSpam(), ...reasons], linkIndices }
    : { kind, asks, reasons, linkIndices };
}

/** The reader's correction: it marks the message, no link, and is no row of the evidence table. */
function saidSpam(): EvidenceReason {
  return {
    kind: 'evidence',
    level: 'caution',
    id: 'H0',
    family: 'H',
    points: 0,
    values: [],
  };
}

/** The sender's address, lower case; null if none is named for certain. */
export function senderOf(head: HeadFacts | null): string | null {
  return head?.address == null ? null : addressOf(head.address);
}
