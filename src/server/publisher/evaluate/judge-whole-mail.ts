import type { MessageJudgement, ScoredMessage } from '../../../core/evidence/judge-message.ts';
import type { ReadLink } from '../../../core/url/canonical/link-layer.ts';
import { writesTo } from '../../../core/url/mail-address.ts';
import { addressOf } from '../../../core/verdict/sender-address.ts';
import type { Level, Verdict } from '../../../core/verdict/verdict.ts';
import type { Mail } from './mail.ts';

export interface JudgedHref {
  readonly link: ReadLink;
  readonly verdict: Verdict;
}

/** Judges by one channel, as the extension would. */
export interface ListJudge {
  readonly link: (href: string) => Promise<JudgedHref>;
  /** @param address - `user@host`, named as the sender */
  readonly sender: (address: string) => Promise<JudgedHref>;
}

export type JudgeMessage = (mail: Mail) => Promise<ScoredMessage>;

export type FlaggedVerdict = Extract<Verdict, { kind: 'flagged' }> | MessageJudgement;

/** The worst in a message; `none`: unmarked, nothing unchecked or hidden. */
export type MailMark = Level | 'unchecked' | 'hidden' | 'none';

export interface JudgedMail {
  readonly mark: MailMark;
  /** Whether a click on some link asks first. */
  readonly asks: boolean;
  readonly verdict: FlaggedVerdict | null;
  /** Each href once; empty without a list. */
  readonly links: readonly (JudgedHref & { readonly href: string })[];
  readonly sender: (JudgedHref & { readonly address: string }) | null;
  readonly evidence: ScoredMessage | null;
}

export async function judgeWholeMail(
  mail: Mail,
  lists: ListJudge | null,
  judgeMessage: JudgeMessage | null,
): Promise<JudgedMail> {
  const links: (JudgedHref & { readonly href: string })[] = [];
  const address = lists === null ? null : addressOf(mail.from);
  const judgedSender = address === null ? undefined : await lists?.sender(address);
  const sender = address === null || judgedSender === undefined ? null : { address, ...judgedSender };
  for (const href of lists === null ? [] : new Set(mail.links.map((link) => link.href))) {
    // A `mailto:` link to the sender alone has the sender's verdict.
    const judged = writesTo(href, address) ? judgedSender : await lists?.link(href);
    if (judged !== undefined) links.push({ href, ...judged });
  }
  const evidence = (await judgeMessage?.(mail)) ?? null;
  const listed = worstOf(sender === null ? links : [...links, sender]);
  const asks = listed.asks || evidence?.asks === true;
  return { ...withUnread(withEvidence(listed, evidence), mail), asks, links, sender, evidence };
}

type Mark = Pick<JudgedMail, 'mark' | 'verdict'>;

function worstOf(judged: readonly JudgedHref[]): Mark & Pick<JudgedMail, 'asks'> {
  let caution: FlaggedVerdict | null = null;
  let isUnchecked = false;
  let isHidden = false;
  const asks = judged.some(({ verdict }) => 'asks' in verdict && verdict.asks);
  for (const { link, verdict } of judged) {
    if (verdict.kind === 'flagged') {
      if (verdict.level === 'danger') return { mark: 'danger', verdict, asks };
      caution ??= verdict;
    } else if (verdict.kind === 'unchecked') {
      // `tel:`, `cid:`, `#top`: not web links, so the extension does not check them.
      if (link.failure !== 'not-a-web-address') isUnchecked = true;
    } else if (verdict.kind === 'clear' && verdict.hidden !== undefined) {
      isHidden = true;
    }
  }
  if (caution !== null) return { mark: 'caution', verdict: caution, asks };
  return { mark: isUnchecked ? 'unchecked' : isHidden ? 'hidden' : 'none', verdict: null, asks };
}

/** Evidence alone gives a caution, and only if the lists gave no mark. */
function withEvidence(listed: Mark, seen: ScoredMessage | null): Mark {
  if (seen?.kind !== 'flagged' || listed.mark === 'danger' || listed.mark === 'caution') return listed;
  const { kind, asks, reasons, linkIndices } = seen;
  return { mark: 'caution', verdict: { kind, asks, reasons, linkIndices } };
}

function withUnread({ mark, verdict }: Mark, { unread }: Mail): Mark {
  const isMarked = mark === 'danger' || mark === 'caution';
  return { mark: isMarked || unread.length === 0 ? mark : 'unchecked', verdict };
}
