import type { MessageVerdict, UncheckedBecause } from '../../../core/verdict/verdict.ts';
import type { LinkVerdict } from '../../protocol/link-messages.ts';
import { NO_SIGN, type MessageSign } from '../marks/message-sign.ts';
import { MAX_MARKS_AT_ONCE } from '../marks/max-marks.ts';
import type { MarkedLink } from '../marks/marked-link.ts';
import type { FoundLink, Look } from '../links/found-link.ts';
import type { OpenMessage } from '../messages/open-messages.ts';

export interface FrameFindings {
  readonly marked: readonly MarkedLink[];
  readonly signs: ReadonlyMap<OpenMessage, MessageSign>;
  /** Links in messages, with any kind of answer. */
  readonly answeredCount: number;
  readonly uncheckedCount: number;
  readonly uncheckedBecause: readonly UncheckedBecause[];
  /** Links outside messages. */
  readonly elsewhereCount: number;
}

export function findingsOf(
  { links, messages }: Look,
  answerFor: (link: FoundLink) => LinkVerdict | undefined,
  verdictOf: (message: OpenMessage) => MessageVerdict | null,
  hasUnreadPictures: (message: OpenMessage) => boolean,
  isPartRead: (message: OpenMessage) => boolean,
): FrameFindings {
  const marked: MarkedLink[] = [];
  const signs = new Map<OpenMessage, MessageSign>();
  const say = (message: OpenMessage, part: Partial<MessageSign>): void => {
    signs.set(message, { ...(signs.get(message) ?? NO_SIGN), ...part });
  };
  for (const message of messages) {
    if (hasUnreadPictures(message)) say(message, { unchecked: 'pictures' });
    const verdict = verdictOf(message);
    if (verdict?.kind === 'flagged') {
      const its = links.filter((link) => link.message === message);
      const hiddenBy = its.flatMap((link) => hiddenOf(answerFor(link)) ?? []);
      say(message, {
        evidence: verdict.reasons,
        hosts: hostsOf(its),
        hiddenBy: [...new Set(hiddenBy)],
        ...(isPartRead(message) ? { isPart: true } : {}),
      });
    }
  }
  const overloaded: MarkedLink[] = [];
  let answeredCount = 0;
  let elsewhereCount = 0;
  let uncheckedCount = 0;
  const because = new Set<UncheckedBecause>();
  for (const link of links) {
    const answer = answerFor(link);
    if (answer === undefined) continue;
    const isPage = link.message.isPage === true;
    if (isPage) elsewhereCount += 1;
    else if (!link.isSender) answeredCount += 1;
    const { verdict } = answer;
    if (verdict.kind === 'flagged') {
      const found: MarkedLink = { link, level: verdict.level, answer };
      marked.push(found);
      if (link.isSender) say(link.message, { sender: found });
      if (verdict.level !== 'danger' || link.isSender || isPage) continue;
      const { count = 0, first = found } = signs.get(link.message)?.danger ?? {};
      say(link.message, { danger: { count: count + 1, first } });
    } else if (verdict.kind === 'unchecked' && !link.isSender && answer.quiet !== true) {
      uncheckedCount += 1;
      because.add(verdict.because);
      if (verdict.because === 'paused') continue;
      // One sign covers all links of the message.
      if (isOfTheList(verdict.because)) {
        if (!isPage) say(link.message, { unchecked: verdict.because });
      } else if (verdict.because === 'overloaded') overloaded.push({ link, level: 'unchecked', answer });
      else marked.push({ link, level: 'unchecked', answer });
    }
  }
  if (overloaded.length <= MAX_MARKS_AT_ONCE) marked.push(...overloaded);
  else {
    // Thousands of marks would keep the page busy.
    for (const message of new Set(overloaded.map(({ link }) => link.message))) {
      if (message.isPage === true) continue;
      const earlier = signs.get(message)?.unchecked ?? 'pictures';
      say(message, { unchecked: earlier === 'pictures' ? 'overloaded' : earlier });
    }
  }
  return { marked, signs, answeredCount, uncheckedCount, uncheckedBecause: [...because], elsewhereCount };
}

/** Limits of a false-alarm report. */
const MAX_HOSTS = 30;
const MAX_HOST_LINKS = 300;

function hostsOf(links: readonly FoundLink[]): readonly string[] {
  const senderFirst = [
    ...links.filter(({ isSender }) => isSender),
    ...links.filter(({ isSender }) => !isSender),
  ];
  const hosts = senderFirst.slice(0, MAX_HOST_LINKS).flatMap(({ href }) => {
    const url = URL.parse(href);
    if (url?.protocol === 'mailto:') return url.pathname.slice(url.pathname.lastIndexOf('@') + 1);
    return url?.host ?? [];
  });
  return [...new Set(hosts)].filter((host) => host !== '').slice(0, MAX_HOSTS);
}

function hiddenOf(answer: LinkVerdict | undefined): string | undefined {
  const { verdict, hiddenBy } = answer ?? {};
  return hiddenBy ?? (verdict?.kind === 'clear' ? verdict.hidden?.by : undefined);
}

/** Whether the cause applies to all links. */
function isOfTheList(because: UncheckedBecause): boolean {
  return because === 'no-snapshot' || because === 'expired' || because === 'storage-failed';
}
