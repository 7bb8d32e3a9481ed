import type { HeadFacts, MessageFacts } from '../../../core/evidence/message-facts.ts';
import type { MessageVerdict } from '../../../core/verdict/verdict.ts';
import { openOptionsAt } from '../../platform/active-tab.ts';
import type { ContentCaller, FrameHandlersOf, PageHandlersOf } from '../../platform/message-bus.ts';
import type {
  CorrectionAnswer,
  EVIDENCE_REQUESTS,
  SendMessageFacts,
} from '../../protocol/evidence-messages.ts';
import type { Corrections } from '../reader/corrections.ts';
import type { Correspondents } from '../reader/correspondents.ts';
import type { FrameMemories } from './frame-memory.ts';
import { senderOf } from './judge-facts.ts';
import { isSentFolder } from './sent-folder.ts';
import type { MessageService } from './message-service.ts';
import type { SenderMemory } from './sender-memory.ts';

export function frameMessageHandlers({
  service,
  senders,
  onHead,
  frames,
  corrections,
  isPaused,
  mayTrust,
  withHead = (request) => Promise.resolve(request),
}: {
  readonly service: MessageService;
  readonly senders: Pick<SenderMemory, 'follow'>;
  readonly onHead: (tabId: number, messageKey: string, head: HeadFacts) => Promise<void>;
  readonly frames: Pick<FrameMemories, 'frame' | 'rememberCorrection'>;
  readonly corrections: Corrections;
  readonly isPaused: (caller: ContentCaller) => Promise<boolean>;
  /** False if an administrator decides. */
  readonly mayTrust: () => Promise<boolean>;
  /** As in `linkHandlers`. */
  readonly withHead?:
    | ((request: SendMessageFacts, caller: ContentCaller) => Promise<SendMessageFacts>)
    | undefined;
}): FrameHandlersOf<typeof EVIDENCE_REQUESTS> {
  return {
    'message-facts': async (told, caller) => {
      if (await isPaused(caller)) return { verdict: paused(told.revision) };
      const request = await withHead(told, caller);
      const { messageKey, facts } = request;
      const [verdict] = await Promise.all([
        service.judge({ ...request, facts: withFolder(request) }, caller),
        senders.follow({ ...caller, messageKey }, senderOf(facts.head)),
        facts.head === null ? undefined : onHead(caller.tabId, messageKey, facts.head),
      ]);
      return { verdict };
    },
    'correct-message': async (request, { tabId, frameId }) => {
      const { messageKey, correction, scope: wanted } = request;
      const judged = await service.judgedIn(tabId, frameId, messageKey);
      if (judged === null) return { refused: 'unknown-message' };
      if (correction === 'fine' && !(await mayTrust())) return { refused: 'set-by-administrator' };
      const corrected = await corrections.add(correction, wanted, judged);
      if (!corrected.ok) return { refused: corrected.failure };
      const { id, scope, subject, domain } = corrected.value;
      await frames.rememberCorrection(tabId, frameId, id);
      return { correctionId: id, scope, subject, domain } satisfies CorrectionAnswer;
    },
    'open-decisions': async () => {
      await openOptionsAt('decisions');
      return null;
    },
    'undo-correction': async ({ correctionId }, { tabId, frameId }) => {
      const { correctionIds } = await frames.frame(tabId, frameId);
      const isOwn = correctionIds.includes(correctionId);
      return { outcome: isOwn ? await corrections.undo(correctionId) : 'gone' };
    },
  };
}

export function pageMessageHandlers({
  corrections,
  correspondents,
}: {
  readonly corrections: Corrections;
  readonly correspondents: Correspondents;
}): PageHandlersOf<typeof EVIDENCE_REQUESTS> {
  return {
    'undo-correction': async ({ correctionId }) => ({ outcome: await corrections.remove(correctionId) }),
    'list-corrections': async () => {
      const said = await corrections.list();
      return said.ok ? { corrections: said.value } : { refused: 'not-stored' };
    },
    'get-correspondents': async ({ about }) => {
      const kept = await correspondents.describe(about);
      return kept.ok ? kept.value : { refused: kept.failure };
    },
    'clear-correspondents': async () => ({ outcome: await correspondents.clear() }),
  };
}

function withFolder({ facts, pages = [] }: SendMessageFacts): MessageFacts {
  const { head } = facts;
  return head === null || !pages.some(isSentFolder) ? facts : { ...facts, head: { ...head, isSent: true } };
}

function paused(revision: number): MessageVerdict {
  return { revision, kind: 'unchecked', asks: false, reasons: [], linkIndices: [] };
}
