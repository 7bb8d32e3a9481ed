import { NO_CONTEXT } from '../../../core/evidence/message-context.ts';
import type { HeadFacts, MessageLink } from '../../../core/evidence/message-facts.ts';
import type { Result } from '../../../core/result.ts';
import type { MessageVerdict } from '../../../core/verdict/verdict.ts';
import type { CorrectionRefusal } from '../../protocol/evidence-messages.ts';
import type { LinkVerdict } from '../../protocol/link-messages.ts';
import type { CorrectMail, JudgeMail, JudgeMailLinks } from '../../protocol/mail-messages.ts';
import type { CorrectedMessage, Corrections } from '../reader/corrections.ts';
import { type FactInputs, judgeFacts, type SenderKnowledge } from './judge-facts.ts';
import type { LinkService } from './link-service.ts';

export interface MailServiceOptions extends FactInputs {
  readonly links: Pick<LinkService, 'judge' | 'describe'>;
  readonly corrections: Pick<Corrections, 'add'>;
  readonly knowledgeOf: (
    head: HeadFacts | null,
    links: readonly MessageLink[],
    isPrivate: boolean,
  ) => Promise<SenderKnowledge>;
  readonly firstList: () => Promise<void>;
}

type Corrected = ReturnType<Corrections['add']> extends Promise<infer Answer> ? Answer : never;

/**
 * Judged mail enters no statistics, correspondents or look-back. A file's sender may be forged: unless a server vouches
 * for it, nothing good known of the sender counts.
 */
export class MailService {
  readonly #options: MailServiceOptions;

  constructor(options: MailServiceOptions) {
    this.#options = options;
  }

  async judgeLinks({
    links: asked,
    sender,
    isVouchedFor,
  }: Omit<JudgeMailLinks, 'type'>): Promise<readonly LinkVerdict[]> {
    const { links, firstList } = this.#options;
    await firstList();
    const hrefs = asked.map(({ href }) => href);
    const isSender = (_href: string, index: number): boolean => asked[index]?.isSender === true;
    const judged = await links.judge(hrefs, sender, null, isSender);
    const isOverruled = ({ verdict }: LinkVerdict): boolean =>
      !isVouchedFor && verdict.kind === 'allowed' && verdict.by.scope === 'sender';
    const verdicts = judged.some(isOverruled)
      ? await withoutTrustInSender(judged, isOverruled, () => links.judge(hrefs, null, null, isSender))
      : judged;
    return this.#withLayers(hrefs, verdicts);
  }

  async judge({ facts, links, isVouchedFor }: Omit<JudgeMail, 'type'>): Promise<MessageVerdict> {
    const { head, body } = facts;
    if (body === null) return NOTHING_SEEN;
    const known = await this.#options.knowledgeOf(head, links, !isVouchedFor);
    const knowledge = isVouchedFor
      ? known
      : {
          context: { memory: NO_CONTEXT.memory, fine: NO_CONTEXT.fine },
          isTrusted: false,
          isSpam: known.isSpam,
        };
    return { revision: 0, ...(await judgeFacts({ head, body }, links, knowledge, this.#options)) };
  }

  async correct({
    correction,
    scope,
    ...mail
  }: Omit<CorrectMail, 'type'>): Promise<Corrected | Result<never, CorrectionRefusal>> {
    const message: CorrectedMessage = {
      head: mail.facts.head,
      links: mail.links,
      verdict: await this.judge(mail),
    };
    return this.#options.corrections.add(correction, scope, message);
  }

  /** Adds the layers of clear links, which `judge` leaves out because webmails draw nothing there. */
  async #withLayers(
    hrefs: readonly string[],
    verdicts: readonly LinkVerdict[],
  ): Promise<readonly LinkVerdict[]> {
    const bare = verdicts.flatMap(({ layers }, index) => (layers.length === 0 ? index : []));
    const described = await this.#options.links.describe(
      bare.map((index) => hrefs[index] ?? ''),
      null,
    );
    const details = new Map(bare.map((index, place) => [index, described[place]]));
    return verdicts.map((verdict, index) => {
      const { layers, scopes, hiddenBy } = details.get(index) ?? verdict;
      return { ...verdict, layers, scopes, ...(hiddenBy === undefined ? {} : { hiddenBy }) };
    });
  }
}

const NOTHING_SEEN: MessageVerdict = {
  revision: 0,
  kind: 'clear',
  asks: false,
  reasons: [],
  linkIndices: [],
};

async function withoutTrustInSender(
  judged: readonly LinkVerdict[],
  isOverruled: (answer: LinkVerdict) => boolean,
  judgeOnce: () => Promise<readonly LinkVerdict[]>,
): Promise<readonly LinkVerdict[]> {
  const plain = await judgeOnce();
  return judged.map((answer, index) => (isOverruled(answer) ? (plain[index] ?? answer) : answer));
}
