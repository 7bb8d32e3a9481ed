import {
  MAX_SIGHTINGS,
  type BodyFacts,
  type HeadFacts,
  type MessageLink,
} from '../../../core/evidence/message-facts.ts';
import type { MessageVerdict } from '../../../core/verdict/verdict.ts';
import { undoWebmailRedirect } from '../../../core/url/undo-webmail-redirect.ts';
import type { ContentCaller } from '../../platform/message-bus.ts';
import type { MessageAnswer, SendMessageFacts } from '../../protocol/evidence-messages.ts';
import type { LinkDetails } from '../../protocol/link-messages.ts';
import type { ContentMessage } from '../../protocol/background-messages.ts';
import type { CorrectedMessage } from '../reader/corrections.ts';
import type { LinkWatcher } from '../realm/link-watchers.ts';
import { type FactInputs, judgeFacts, senderOf, type SenderKnowledge } from './judge-facts.ts';
import type { OpenMessages, SeenInFrame } from './open-messages.ts';

export interface MessageServiceOptions extends FactInputs {
  readonly messages: OpenMessages;
  readonly knowledgeOf: (
    head: HeadFacts | null,
    links: readonly MessageLink[],
    isPrivate: boolean,
  ) => Promise<SenderKnowledge>;
  /** To undo webmails' redirects, which are not the sender's. */
  readonly webmails: () => Promise<(host: string) => boolean>;
  readonly describeLinks: (
    hrefs: readonly string[],
    sender: string | null,
  ) => Promise<readonly LinkDetails[]>;
  /** Neither the message nor a link is marked. */
  readonly onUnmarked: (head: HeadFacts, links: readonly MessageLink[], isPrivate: boolean) => void;
  readonly onMarked: () => void;
  readonly tell: (message: ContentMessage, tabId: number, frameId: number) => void;
}

/**
 * Least time between requests to a frame to resend everything. Otherwise a frame with more messages than are remembered
 * would loop.
 */
const ASK_AGAIN_MS = 60_000;

const MAX_ASKED_AGAIN = 1_000;

const UNCHECKED = { kind: 'unchecked', asks: false, reasons: [], linkIndices: [] } as const;

export class MessageService {
  readonly #options: MessageServiceOptions;
  /** Version of rules and corrections. A new one invalidates verdicts. */
  #grounds = 0;
  /** `performance.now()`, by frame. */
  readonly #askedAgain = new Map<string, number>();

  constructor(options: MessageServiceOptions) {
    this.#options = options;
  }

  readonly watcher: LinkWatcher = {
    onRequest: ({ messageKey, links }, { tabId, frameId }) =>
      this.#options.messages.rememberLinks(tabId, frameId, messageKey, links),
    onVerdicts: ({ messageKey }, { tabId, frameId }, verdicts) => {
      if (verdicts.some(({ kind }) => kind === 'flagged'))
        this.#options.messages.rememberFlagged(tabId, frameId, messageKey);
    },
  };

  /** @returns null without a body, or without links if sender or subject is unknown */
  async judge(
    told: SendMessageFacts,
    { tabId, frameId, isPrivate }: ContentCaller,
  ): Promise<MessageAnswer | null> {
    const { messages } = this.#options;
    const { messageKey } = told;
    const { seen, isNewHead } = messages.rememberFacts(tabId, frameId, told);
    if (isNewHead) {
      // A body in another frame was judged without this head.
      for (const [other, its] of messages.framesOf(tabId, messageKey)) {
        if (other === frameId || its.body === null) continue;
        const before = its.judged?.verdict ?? null;
        const verdict = await this.#judged(tabId, messageKey, other, its, isPrivate);
        if (verdict !== null && JSON.stringify(verdict) !== JSON.stringify(before))
          this.#options.tell({ type: 'message-verdict', messageKey, verdict }, tabId, other);
      }
    }
    return this.#judged(tabId, messageKey, frameId, seen, isPrivate);
  }

  async judgedIn(tabId: number, frameId: number, messageKey: string): Promise<CorrectedMessage | null> {
    const { messages } = this.#options;
    const frames = messages.framesOf(tabId, messageKey);
    // A correction may come from the head's frame, which has no verdict.
    const seen =
      frames.find(([id, { judged }]) => id === frameId && judged !== null)?.[1] ??
      frames.find(([, { judged }]) => judged !== null)?.[1];
    if (seen?.judged == null || seen.body === null) return null;
    const shown = shownLinks(seen.body.facts, seen.links);
    if (shown === null) return null;
    const { verdict } = seen.judged;
    const numbers = [...shown.keys()];
    return {
      head: messages.headOf(tabId, messageKey),
      links: withoutWebmailRedirects([...shown.values()], await this.#options.webmails()),
      verdict: { ...verdict, linkIndices: verdict.linkIndices.map((number) => numbers.indexOf(number)) },
    };
  }

  invalidateVerdicts(): void {
    this.#grounds += 1;
  }

  #mayAskAgain(frame: string): boolean {
    const now = performance.now();
    if (now - (this.#askedAgain.get(frame) ?? -Infinity) < ASK_AGAIN_MS) return false;
    if (this.#askedAgain.size >= MAX_ASKED_AGAIN) this.#askedAgain.clear();
    this.#askedAgain.set(frame, now);
    return true;
  }

  #pointedAt(
    { linkIndices }: MessageVerdict,
    { links }: SeenInFrame,
    head: HeadFacts | null,
  ): Promise<readonly LinkDetails[]> {
    const hrefs = linkIndices.map((index) => links.get(index)?.href ?? '');
    return this.#options.describeLinks(hrefs, senderOf(head));
  }

  async #judged(
    tabId: number,
    messageKey: string,
    frameId: number,
    seen: SeenInFrame,
    isPrivate: boolean,
  ): Promise<MessageAnswer | null> {
    const { messages, knowledgeOf, onMarked, onUnmarked, tell } = this.#options;
    const { body } = seen;
    if (body === null) return null;
    const shown = shownLinks(body.facts, seen.links);
    if (shown === null) {
      // The realm was restarted, or has more links or messages than it remembers.
      if (this.#mayAskAgain(`${tabId} ${frameId}`)) tell({ type: 'recheck' }, tabId, frameId);
      return { ...UNCHECKED, revision: body.revision };
    }
    const head = messages.headOf(tabId, messageKey);
    // Without links, only sender and subject can be judged.
    if (shown.size === 0 && !isLetter(head)) return null;
    // Revisions are not unique: each document, and each reopened message, starts at 1.
    const of = JSON.stringify([this.#grounds, body, head, [...shown]]);
    if (seen.judged?.of === of) return seen.judged.verdict;
    const numbers = [...shown.keys()];
    const links = withoutWebmailRedirects([...shown.values()], await this.#options.webmails());
    const knowledge = await knowledgeOf(head, links, isPrivate);
    const facts = { head, body: renumbered(body.facts, numbers) };
    const judged = await judgeFacts(facts, links, knowledge, this.#options);
    const said: MessageVerdict = {
      ...judged,
      linkIndices: judged.linkIndices.flatMap((index) => numbers[index] ?? []),
      revision: body.revision,
    };
    const verdict: MessageAnswer =
      said.kind === 'flagged' ? { ...said, pointedAt: await this.#pointedAt(said, seen, head) } : said;
    messages.rememberJudged(tabId, frameId, messageKey, seen, { of, verdict });
    if (verdict.kind === 'flagged') onMarked();
    // No text: the message is hidden or not drawn yet, so it is unread.
    const isRead = body.facts.text !== '';
    if (verdict.kind === 'clear' && !seen.isFlagged && isRead && head !== null)
      onUnmarked(head, links, isPrivate);
    return verdict;
  }
}

/**
 * The links that the body names; if these reach `MAX_SIGHTINGS`, also all others asked about. If they are fewer, the
 * body names all its links: others under the message's key are gone or another message's.
 *
 * @returns null if the body names an unknown link
 */
function shownLinks(
  { links: sightings }: BodyFacts,
  asked: ReadonlyMap<number, MessageLink>,
): ReadonlyMap<number, MessageLink> | null {
  const named = sightings.map(({ href }) => href).sort((a, b) => a - b);
  const others = named.length < MAX_SIGHTINGS ? [] : [...asked.keys()].sort((a, b) => a - b);
  const shown = new Map<number, MessageLink>();
  for (const number of [...named, ...others]) {
    const link = asked.get(number);
    if (link === undefined) return null;
    shown.set(number, link);
  }
  return shown;
}

function isLetter(head: HeadFacts | null): boolean {
  return head?.subject != null && ((head.address ?? '') !== '' || (head.name ?? '') !== '');
}

/** Numbers the links without gaps, as the judge expects. */
function renumbered(facts: BodyFacts, numbers: readonly number[]): BodyFacts {
  return { ...facts, links: facts.links.map((each) => ({ ...each, href: numbers.indexOf(each.href) })) };
}

function withoutWebmailRedirects(
  links: readonly MessageLink[],
  isWebmail: (host: string) => boolean,
): readonly MessageLink[] {
  return links.map((link) => ({ ...link, href: undoWebmailRedirect(link.href, isWebmail) }));
}
