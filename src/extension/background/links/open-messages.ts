import type { BodyFacts, HeadFacts, MessageLink } from '../../../core/evidence/message-facts.ts';
import { MAX_HREF_LENGTH, MAX_LABEL_LENGTH } from '../../../core/evidence/message-facts.ts';
import type { MessageVerdict } from '../../../core/verdict/verdict.ts';
import type { MessageAnswer, SendMessageFacts } from '../../protocol/evidence-messages.ts';
import type { AskedLink } from '../../protocol/link-messages.ts';
import type { ReportFrame, SuspiciousMessage } from '../../protocol/tab-messages.ts';

/** Per tab: enough for a long thread. */
const MAX_MESSAGES = 100;

/** Per message: as many as a tab may check per minute. */
const MAX_LINKS = 5_000;

/** One message in one frame. */
interface Seen {
  head: HeadFacts | null;
  body: { readonly revision: number; readonly facts: BodyFacts } | null;
  /** By number, as in `check-links`. */
  readonly links: Map<number, MessageLink>;
  /** A link is listed or blocked. */
  isFlagged: boolean;
  judged: Judged | null;
}

/** A verdict and its serialized input. */
export interface Judged {
  readonly of: string;
  readonly verdict: MessageAnswer;
}

export interface SeenInFrame extends Readonly<Omit<Seen, 'links'>> {
  readonly links: ReadonlyMap<number, MessageLink>;
}

/**
 * Head and body may be in different frames, in any order. In memory only, because it holds texts: frames send them
 * again after a restart of the realm.
 */
export class OpenMessages {
  readonly #tabs = new Map<number, Map<string, Map<number, Seen>>>();

  rememberFacts(
    tabId: number,
    frameId: number,
    { messageKey, revision, facts }: Pick<SendMessageFacts, 'messageKey' | 'revision' | 'facts'>,
  ): { readonly seen: SeenInFrame; readonly isNewHead: boolean } {
    const seen = this.#seen(tabId, frameId, messageKey);
    const isNewHead = JSON.stringify(seen.head) !== JSON.stringify(facts.head);
    seen.head = facts.head;
    // A revision that does not rise is a new document's. Its links would have come first, so it has none: drop the old
    // ones.
    if (facts.body?.links.length === 0 && seen.body !== null && revision <= seen.body.revision) {
      seen.links.clear();
      seen.isFlagged = false;
    }
    seen.body = facts.body === null ? null : { revision, facts: facts.body };
    return { seen, isNewHead };
  }

  rememberFlagged(tabId: number, frameId: number, messageKey: string): void {
    this.#seen(tabId, frameId, messageKey).isFlagged = true;
  }

  /** @param seen - ignored if the frame shows another message by now */
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
    // Another href under a number means a new document, perhaps another message: some webmails show all messages at one
    // address.
    if (before !== undefined && first !== undefined && before.href !== cutHref(first.href))
      this.#frames(tabId, messageKey).delete(frameId);
    const known = this.#seen(tabId, frameId, messageKey).links;
    for (const { number, href, text, tag } of links) {
      if (number >= MAX_LINKS) continue;
      known.set(number, { href: cutHref(href), text: text.slice(0, MAX_LABEL_LENGTH), tag });
    }
  }

  framesOf(tabId: number, messageKey: string): readonly (readonly [number, SeenInFrame])[] {
    return [...(this.#tabs.get(tabId)?.get(messageKey) ?? [])];
  }

  /** If frames name different senders, none is believed. */
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
   * Most recently reported last.
   *
   * @param isShown - filters messages that webmails closed silently and may reopen
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

  sendersIn(tabId: number, isShown: (frameId: number, messageKey: string) => boolean): readonly string[] {
    const senders = [...(this.#tabs.get(tabId) ?? [])].flatMap(([messageKey, frames]) =>
      [...frames.keys()].some((frameId) => isShown(frameId, messageKey))
        ? (this.headOf(tabId, messageKey)?.address ?? [])
        : [],
    );
    return [...new Set(senders)];
  }

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

  /** Null unless a reason points at the link. */
  evidenceOn(tabId: number, frameId: number, messageKey: string, href: string): MessageVerdict | null {
    const { judged, links } = this.#tabs.get(tabId)?.get(messageKey)?.get(frameId) ?? {};
    if (judged?.verdict.kind !== 'flagged') return null;
    const wanted = cutHref(href);
    return judged.verdict.linkIndices.some((index) => links?.get(index)?.href === wanted)
      ? judged.verdict
      : null;
  }

  /** False after a restart of the realm, until frames report again. */
  knowsTab(tabId: number): boolean {
    return this.#tabs.has(tabId);
  }

  forgetTab(tabId: number): void {
    this.#tabs.delete(tabId);
  }

  /**
   * Call when a frame shows another document or is gone. Frames of a replaced page may never report their end. Messages
   * in `messageKeys` stay: their links are checked before a document announces itself.
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
    // Least recently reported first.
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
