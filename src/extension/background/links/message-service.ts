import type { EvidenceTables } from '../../../core/evidence/evidence-tables.ts';
import { judgeMessage } from '../../../core/evidence/judge-message.ts';
import type { SenderContext, SoundsUnwanted, TextListing } from '../../../core/evidence/message-context.ts';
import {
  MAX_SIGHTINGS,
  type BodyFacts,
  type HeadFacts,
  type MessageLink,
} from '../../../core/evidence/message-facts.ts';
import type { EvidenceReason, MessageVerdict } from '../../../core/verdict/verdict.ts';
import { behindWebmail } from '../../../core/url/behind-webmail.ts';
import { addressOf } from '../../../core/verdict/sender-address.ts';
import type { ContentCaller } from '../../platform/message-bus.ts';
import type { MessageAnswer, SendMessageFacts } from '../../protocol/evidence-messages.ts';
import type { LinkDetails } from '../../protocol/link-messages.ts';
import type { ToContent } from '../../protocol/told.ts';
import type { CorrectedMessage } from '../reader/corrections.ts';
import type { LinkWatcher } from '../realm/link-watchers.ts';
import type { OpenMessages, SeenInFrame } from './open-messages.ts';

/** What is known of a sender besides the message. */
export interface SenderKnowledge {
  readonly context: SenderContext;
  /** The reader or the administrator trusts this sender: evidence is silent. */
  readonly isTrusted: boolean;
  /** The reader said *This is spam* of this sender or of a site that the message leads to. */
  readonly isSpam: boolean;
}

export interface MessageServiceOptions {
  readonly messages: OpenMessages;
  readonly knowledgeOf: (
    head: HeadFacts | null,
    links: readonly MessageLink[],
    isPrivate: boolean,
  ) => Promise<SenderKnowledge>;
  /** The packaged ones with what channels add. */
  readonly tables: () => Promise<EvidenceTables>;
  /** What lists say of a message's text. */
  readonly listingOf: (text: string) => Promise<TextListing | null>;
  /** What models of words say of it. @param subject - null where the webmail shows none */
  readonly soundOf: (subject: string | null, text: string) => Promise<SoundsUnwanted | null>;
  /** Whether mail is read at a host: its redirects are none of the sender's. */
  readonly webmails: () => Promise<(host: string) => boolean>;
  /** What there is to show of links, whatever their verdicts. */
  readonly describeLinks: (
    hrefs: readonly string[],
    sender: string | null,
  ) => Promise<readonly LinkDetails[]>;
  /** A message that can be read was judged, and neither it nor a link of it is marked. */
  readonly onUnmarked: (head: HeadFacts, links: readonly MessageLink[], isPrivate: boolean) => void;
  /** A message was judged, and it is marked. */
  readonly onMarked: () => void;
  readonly tell: (message: ToContent, tabId: number, frameId: number) => void;
}

/**
 * A frame is asked to tell everything again no more often than this: one that shows more messages than are remembered
 * would be asked again and again, each time in vain for another one. Milliseconds.
 */
const ASK_AGAIN_MS = 60_000;

/** Frames of which it is remembered when they were asked. */
const MAX_ASKED_AGAIN = 1_000;

const UNCHECKED = { kind: 'unchecked', asks: false, reasons: [], linkIndices: [] } as const;

/** Judges messages by what can be seen in them: head, body and links together, whichever frame each is in. */
export class MessageService {
  readonly #options: MessageServiceOptions;
  /** Rises when rules or corrections change: what was judged before is judged again when it is asked about. */
  #grounds = 0;
  /** When a frame was asked to tell everything again; `performance.now()`. */
  readonly #askedAgain = new Map<string, number>();

  constructor(options: MessageServiceOptions) {
    this.#options = options;
  }

  readonly watcher: LinkWatcher = {
    asked: ({ messageKey, links }, { tabId, frameId }) =>
      this.#options.messages.rememberLinks(tabId, frameId, messageKey, links),
    judged: ({ messageKey }, { tabId, frameId }, verdicts) => {
      if (verdicts.some(({ kind }) => kind === 'flagged'))
        this.#options.messages.rememberFlagged(tabId, frameId, messageKey);
    },
  };

  /** @returns null while no body is known */
  async judge(
    told: SendMessageFacts,
    { tabId, frameId, isPrivate }: ContentCaller,
  ): Promise<MessageAnswer | null> {
    const { messages } = this.#options;
    const { messageKey } = told;
    const { seen, isNewHead } = messages.rememberFacts(tabId, frameId, told);
    if (isNewHead) {
      // A body in another frame was judged without it.
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

  /** For a correction: the message as it was judged last. */
  async judgedIn(tabId: number, frameId: number, messageKey: string): Promise<CorrectedMessage | null> {
    const { messages } = this.#options;
    const frames = messages.framesOf(tabId, messageKey);
    // *Why?* may be shown in the frame of the head.
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
      links: asSent([...shown.values()], await this.#options.webmails()),
      verdict: { ...verdict, linkIndices: verdict.linkIndices.map((number) => numbers.indexOf(number)) },
    };
  }

  /** Rules or corrections have changed; frames are told to ask again. */
  forgetGrounds(): void {
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
    const { messages, knowledgeOf, listingOf, soundOf, onMarked, onUnmarked, tell } = this.#options;
    const { body } = seen;
    if (body === null) return null;
    const shown = shownLinks(body.facts, seen.links);
    if (shown === null) {
      // The realm was stopped since the frame asked about them, or too many others came since.
      if (this.#mayAskAgain(`${tabId} ${frameId}`)) tell({ type: 'recheck' }, tabId, frameId);
      return { ...UNCHECKED, revision: body.revision };
    }
    const head = messages.headOf(tabId, messageKey);
    // The revision alone tells no two messages apart: each document, and each message that is opened again, begins at 1.
    const of = JSON.stringify([this.#grounds, body, head, [...shown]]);
    if (seen.judged?.of === of) return seen.judged.verdict;
    const numbers = [...shown.keys()];
    const links = asSent([...shown.values()], await this.#options.webmails());
    const [{ context, isTrusted, isSpam }, listing, words, tables] = await Promise.all([
      knowledgeOf(head, links, isPrivate),
      listingOf(body.facts.text),
      soundOf(head?.subject ?? null, body.facts.text),
      this.#options.tables(),
    ]);
    const judged = judgeMessage({ head, body: renumbered(body.facts, numbers) }, links, tables, {
      ...context,
      listing,
      words,
    });
    const judgement = { ...judged, linkIndices: judged.linkIndices.flatMap((index) => numbers[index] ?? []) };
    const said: MessageVerdict = {
      ...(isTrusted
        ? { kind: 'clear', asks: false, reasons: [], linkIndices: [] }
        : isSpam
          ? { ...judgement, kind: 'flagged', reasons: [saidSpam(), ...judgement.reasons] }
          : judgement),
      revision: body.revision,
    };
    const verdict: MessageAnswer =
      said.kind === 'flagged' ? { ...said, pointedAt: await this.#pointedAt(said, seen, head) } : said;
    messages.rememberJudged(tabId, frameId, messageKey, seen, { of, verdict });
    if (verdict.kind === 'flagged') onMarked();
    // Of a copy that is hidden, or a body that is not drawn yet, nobody has read anything.
    const isRead = body.facts.text !== '';
    if (verdict.kind === 'clear' && !seen.isFlagged && isRead && head !== null)
      onUnmarked(head, links, isPrivate);
    return verdict;
  }
}

/** The reader's own word. It marks the message and no link, and points to no row of the evidence table. */
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

/**
 * The links that a message shows, by their numbers: those that its body names, then the rest. A body that names fewer than
 * it may has named them all: whatever else was asked about under its key is gone, or was another message's.
 *
 * @returns null if one that the body names is not known
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

/** Who judges a message counts its links without gaps. */
function renumbered(facts: BodyFacts, numbers: readonly number[]): BodyFacts {
  return { ...facts, links: facts.links.map((each) => ({ ...each, href: numbers.indexOf(each.href) })) };
}

/** What the webmail made of them taken back. */
function asSent(links: readonly MessageLink[], isWebmail: (host: string) => boolean): readonly MessageLink[] {
  return links.map((link) => ({ ...link, href: behindWebmail(link.href, isWebmail) }));
}

/** The sender's address, lower case; null if none is named for certain. */
export function senderOf(head: HeadFacts | null): string | null {
  return head?.address == null ? null : addressOf(head.address);
}
