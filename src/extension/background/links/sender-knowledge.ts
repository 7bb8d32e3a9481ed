import { NO_CONTEXT } from '../../../core/evidence/message-context.ts';
import type { HeadFacts, MessageLink } from '../../../core/evidence/message-facts.ts';
import type { Corrections } from '../reader/corrections.ts';
import type { Correspondents } from '../reader/correspondents.ts';
import type { RuleBook } from '../reader/rule-book.ts';
import { ruleFor } from '../../../core/verdict/rules.ts';
import { type SenderKnowledge, senderOf } from './judge-facts.ts';

export async function knowledgeOf(
  { head, links, isPrivate }: { head: HeadFacts | null; links: readonly MessageLink[]; isPrivate: boolean },
  {
    rules,
    corrections,
    correspondents,
  }: { readonly rules: RuleBook; readonly corrections: Corrections; readonly correspondents: Correspondents },
): Promise<SenderKnowledge> {
  const sender = senderOf(head);
  const [book, fine, isSpam, memory] = await Promise.all([
    rules.current(),
    corrections.fineWordOn(sender),
    corrections.isSpam(sender, links),
    isPrivate || head === null ? null : correspondents.memoryOf({ ...head, address: sender }),
  ]);
  // The mailbox's own server calls the sender forged: nothing speaks for it.
  if (head?.dmarc === 'fail')
    return { context: { memory: NO_CONTEXT.memory, fine: NO_CONTEXT.fine }, isTrusted: false, isSpam };
  const rule = sender === null ? null : ruleFor(book.rules, [{ scope: 'sender', subject: sender }]);
  return { context: { memory, fine }, isTrusted: rule?.action === 'trust', isSpam };
}
