import type { BodyFacts, HeadFacts, MessageLink } from '../../../core/evidence/message-facts.ts';
import { MAX_HREF_LENGTH, MAX_LABEL_LENGTH } from '../../../core/evidence/message-facts.ts';
import type { MessageVerdict } from '../../../core/verdict/verdict.ts';
import type { MessageAnswer, SendMessageFacts } from '../../protocol/evidence-messages.ts';
import type { AskedLink } from '../../protocol/link-messages.ts';
import type { ReportFrame, SuspiciousMessage } from '../../protocol/tab-messages.ts';

/** Messages remembered per tab: a long thread. */
const MAX_MESSAGES = 100;

/** Links remembered per message; a frame asks about fewer in a minute. */
const MAX_LINKS = 5_000;

/** What one frame has told of a message, and the verdict. */
interface Seen {
  head: HeadFacts | null;
  body: { readonly revision: number; readonly facts: BodyFacts } | null;
  /** By number, as in `check-links`. */
  readonly links: Map<number, MessageLink>;
  /** Whether a link of it is listed or blocked. */
  isFlagged: boolean;
  judged: Judged | null;
}

/** What was judged, and of what. */
export interface Judged {
  readonly of: string;
  readonly verdict: MessageAnswer;
}

/** Read-only view for others. It changes as the frame tells more; only `OpenMessages` changes it. */
export interface SeenInFrame extends Readonly<Omit<Seen, 'links'>> {
  readonly links: ReadonlyMap<number, MessageLink>;
}

/**
 * The open messages, as the frames of each tab tell of them. A webmail may show head and body in different frames, and
 * either may come first. In memory only, since it holds texts: after the realm was stopped, frames are asked to send it
 * again.
 */
export class OpenMessages {
  readonly #tabs = new Map<number, Map<string, Map<number, Seen>>>();

  /** @returns what the frame has told of the message, and whether its head has changed */
  rememberFacts(
    tabId: number,
    frameId: number,
    { messageKey, revision, facts }: Pick<SendMessageFacts, 'messageKey' | 'revision' | 'facts'>,
  ): { readonly seen: SeenInFrame; readonly isNewHead: boolean } {
    const seen = this.#seen(tabId, frameId, messageKey);
    const isNewHead = JSON.stringify(seen.head) !== JSON.stringify(facts.head);
    seen.head = facts.head;
    // A revision that does not rise is a new document's, whose own links would have come before it.
    if (facts.body?.links.length === 0 && seen.body !== null && revision <= seen.body.revision) {
      seen.links.clear();
      seen.isFlagged = false;
    }
    seen.body = facts.body === null ? null : { revision, facts: facts.body };
    return { seen, isNewHead };
  }

  /** A link of the message is on a list, or blocked. */
  rememberFlagged(tabId: number, frameId: number, messageKey: string): void {
    this.#seen(tabId, frameId, messageKey).isFlagged = true;
  }

  /** @param seen - what was judged; nothing is remembered if the frame shows another message since */
  rememberJudged(
    tabId: number,
    frameId: number,
    messageKey: string,
    seen: SeenInFrame,
    judged: Judged,
  ): void {
    const known = this.#tabs.get(tabId)?.get(messageKey)?.get(frameId);
    if (known !== undefined && known === seen) known.judged = judged;
  }

  rememberLinks(tabId: number, frameId: number, messageKey: string, links: readonly AskedLink[]): void {
    const before = this.#seen(tabId, frameId, messageKey).links.get(0);
    const first = links.find(({ number }) => number === 0);
    // Within a document a number belongs to one href. A different href means a new document, and perhaps another
    // message, since some webmails show all messages at one address.
    if (before !== undefined && first !== undefined && before.href !== cutHref(first.href))
      this.#frames(tabId, messageKey).delete(frameId);
    const known = this.#seen(tabId, frameId, messageKey).links;
    for (const { number, href, text, tag } of links) {
      if (number >= MAX_LINKS) continue;
      known.set(number, { href: cutHref(href), text: text.slice(0, MAX_LABEL_LENGTH), tag });
    }
  }

  /** The frames that have told of a message. */
  framesOf(tabId: number, messageKey: string): readonly (readonly [number, SeenInFrame])[] {
    return [...(this.#tabs.get(tabId)?.get(messageKey) ?? [])];
  }

  /**
   * The head of a message, from whichever frame has it. If two frames name different senders, neither is believed: the
   * first subject stays, and the sender is unknown.
   */
  headOf(tabId: number, messageKey: string): HeadFacts | null {
    const heads = this.framesOf(tabId, messageKey).flatMap(([, { head }]) => (head === null ? [] : [head]));
    const [first] = heads;
    if (first === undefined) return null;
    const named = heads.filter(({ address }) => address !== null);
    const addresses = new Set(named.map(({ address }) => address?.toLowerCase()));
    if (addresses.size > 1) return { ...first, name: null, address: null, replyTo: null };
    return {
      ...(named[0] ?? first),
      subject: heads.find(({ subject }) => subject !== null)?.subject ?? null,
      reader: heads.find(({ reader }) => reader !== null)?.reader ?? null,
      ...(heads.some(({ isSent }) => isSent) ? { isSent: true } : {}),
    };
  }

  /**
   * Messages of a tab that evidence marks, most recently told last.
   *
   * @param isShown - whether a frame shows a message now: webmails close messages silently, and may open them again
   */
  suspiciousIn(
    tabId: number,
    isShown: (frameId: number, messageKey: string) => boolean,
  ): readonly SuspiciousMessage[] {
    const found: SuspiciousMessage[] = [];
    for (const [messageKey, frames] of this.#tabs.get(tabId) ?? []) {
      for (const [frameId, { judged }] of frames) {
        if (judged?.verdict.kind !== 'flagged' || !isShown(frameId, messageKey)) continue;
        const head = this.headOf(tabId, messageKey);
        found.push({ sender: head?.address ?? null, reasons: judged.verdict.reasons });
        break;
      }
    }
    return found;
  }

  /** Senders of the messages that a tab shows, each once; `isShown` as in `suspiciousIn`. */
  sendersIn(tabId: number, isShown: (frameId: number, messageKey: string) => boolean): readonly string[] {
    const senders = [...(this.#tabs.get(tabId) ?? [])].flatMap(([messageKey, frames]) =>
      [...frames.keys()].some((frameId) => isShown(frameId, messageKey))
        ? (this.headOf(tabId, messageKey)?.address ?? [])
        : [],
    );
    return [...new Set(senders)];
  }

  /** The most recently told message that is shown: its sender, and where its links lead. */
  lastIn(
    tabId: number,
    isShown: (frameId: number, messageKey: string) => boolean,
  ): { readonly sender: string | null; readonly hrefs: readonly string[] } | null {
    const last = [...(this.#tabs.get(tabId) ?? [])].findLast(([messageKey, frames]) =>
      [...frames].some(([frameId, { body }]) => body !== null && isShown(frameId, messageKey)),
    );
    if (last === undefined) return null;
    const [messageKey, frames] = last;
    const hrefs = [...frames.values()].flatMap(({ links }) => [...links.values()].map(({ href }) => href));
    return { sender: this.headOf(tabId, messageKey)?.address ?? null, hrefs };
  }

  /** The verdict of the link's message, if one of its reasons points at the link. */
  evidenceOn(tabId: number, frameId: number, messageKey: string, href: string): MessageVerdict | null {
    const { judged, links } = this.#tabs.get(tabId)?.get(messageKey)?.get(frameId) ?? {};
    if (judged?.verdict.kind !== 'flagged') return null;
    const wanted = cutHref(href);
    return judged.verdict.linkIndices.some((index) => links?.get(index)?.href === wanted)
      ? judged.verdict
      : null;
  }

  /** False after the realm was stopped, until the tab's frames have told it again. */
  knowsTab(tabId: number): boolean {
    return this.#tabs.has(tabId);
  }

  forgetTab(tabId: number): void {
    this.#tabs.delete(tabId);
  }

  /**
   * Call when a frame shows another document or is gone. If the page goes, so do its frames, which may not say so. What
   * was told of messages shown now stays: links are asked about before a document announces itself.
   */
  forgetDocument(tabId: number, frameId: number, { isNewDocument, messageKeys }: ReportFrame): void {
    const isNewPage = frameId === 0 && isNewDocument;
    const messages = this.#tabs.get(tabId) ?? new Map<string, Map<number, Seen>>();
    for (const [messageKey, frames] of messages) {
      for (const id of frames.keys()) {
        const isOver = id === frameId ? !messageKeys.includes(messageKey) : isNewPage;
        if (isOver) frames.delete(id);
      }
      if (frames.size === 0) messages.delete(messageKey);
    }
  }

  /** Made if the frame has told nothing yet. */
  #seen(tabId: number, frameId: number, messageKey: string): Seen {
    const frames = this.#frames(tabId, messageKey);
    let seen = frames.get(frameId);
    if (seen === undefined) {
      seen = { head: null, body: null, links: new Map(), isFlagged: false, judged: null };
      frames.set(frameId, seen);
    }
    return seen;
  }

  #frames(tabId: number, messageKey: string): Map<number, Seen> {
    let messages = this.#tabs.get(tabId);
    if (messages === undefined) {
      messages = new Map();
      this.#tabs.set(tabId, messages);
    }
    const frames = messages.get(messageKey) ?? new Map<number, Seen>();
    // Least recently told first.
    messages.delete(messageKey);
    messages.set(messageKey, frames);
    for (const oldest of messages.keys()) {
      if (messages.size <= MAX_MESSAGES) break;
      messages.delete(oldest);
    }
    return frames;
  }
}

function cutHref(href: string): string {
  return href.slice(0, MAX_HREF_LENGTH);
}
