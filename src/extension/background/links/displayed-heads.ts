import { MAX_NAME_LENGTH, MAX_SUBJECT_LENGTH, type HeadFacts } from '../../../core/evidence/message-facts.ts';
import { authenticationResultsOf } from '../../../core/mail/head/authentication-results.ts';
import { isVouchedFor, serversOf, whoSaysWhat } from '../../../core/mail/head/own-server.ts';
import { canonicalAddress } from '../../../core/url/mail-address.ts';
import { within } from '../../platform/after.ts';
import type { DisplayedHeader, Mailbox } from '../../platform/displayed-message.ts';
import type { ContentCaller } from '../../platform/message-bus.ts';
import type { SendMessageFacts } from '../../protocol/evidence-messages.ts';
import type { CheckLinks, MessageHead } from '../../protocol/link-messages.ts';

/** How long a check of links waits for the header, which the program has at hand for all messages but few. Milliseconds. */
const PATIENCE_MS = 150;

/** Messages whose headers are kept. */
const MAX_MESSAGES = 100;

export interface DisplayedHeadsOptions {
  /** The header of the message that a tab shows; null if it cannot be had. */
  readonly headerIn: (tabId: number) => Promise<DisplayedHeader | null>;
  /** Whose word on senders counts: `Preferences.mailServer`. */
  readonly mailServer: () => Promise<string | null>;
  /** A header came after links of its message had been judged without it. */
  readonly onLate: (tabId: number, frameId: number) => void;
}

interface Kept {
  readonly header: Promise<DisplayedHeader | null>;
  isRead: boolean;
  /** Somebody was answered without it. */
  isLate: boolean;
}

/**
 * The headers of messages that Thunderbird displays. They are in no document, so that frames ask and tell without one, and
 * it is added here.
 *
 * A header is read once for each message key: a document has keys of its own, and the tab may show the next message
 * already while the last document still asks. In memory only, as all that is told of a message.
 */
export class DisplayedHeads {
  readonly #options: DisplayedHeadsOptions;
  readonly #kept = new Map<string, Kept>();

  constructor(options: DisplayedHeadsOptions) {
    this.#options = options;
  }

  readonly ofLinks = async (request: CheckLinks, caller: ContentCaller): Promise<CheckLinks> => {
    const header = await this.#headerOf(request.messageKey, caller);
    if (header === null) return request;
    // Nothing that the reader has decided about a sender counts for a message that is not theirs.
    const isForged = (await this.#factsOf(header)).dmarc === 'fail';
    return isForged ? request : { ...request, head: messageHead(header) };
  };

  readonly ofFacts = async (request: SendMessageFacts, caller: ContentCaller): Promise<SendMessageFacts> => {
    const header = await this.#headerOf(request.messageKey, caller);
    if (header === null) return request;
    return { ...request, facts: { ...request.facts, head: await this.#factsOf(header) } };
  };

  /** Within `PATIENCE_MS`; null if it is not there by then. */
  async #headerOf(messageKey: string, { tabId, frameId }: ContentCaller): Promise<DisplayedHeader | null> {
    const key = `${tabId} ${messageKey}`;
    const kept = this.#kept.get(key) ?? this.#read(key, tabId, frameId);
    const header = await within(kept.header, PATIENCE_MS);
    if (!kept.isRead) kept.isLate = true;
    return header;
  }

  #read(key: string, tabId: number, frameId: number): Kept {
    const { headerIn, onLate } = this.#options;
    const kept: Kept = { header: headerIn(tabId), isRead: false, isLate: false };
    this.#kept.set(key, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_MESSAGES) break;
      this.#kept.delete(oldest);
    }
    void kept.header.then((header) => {
      kept.isRead = true;
      // The next question tries again.
      if (header === null) this.#kept.delete(key);
      else if (kept.isLate) onLate(tabId, frameId);
    });
    return kept;
  }

  async #factsOf({ from, replyTo, subject, authentication }: DisplayedHeader): Promise<HeadFacts> {
    const address = onlyAddress(from);
    const answersTo = onlyAddress(replyTo);
    const dmarc = await this.#dmarcOf(from, authentication);
    return {
      // Of several senders none is believed.
      name: from.length > 1 ? null : (from[0]?.name ?? '').slice(0, MAX_NAME_LENGTH),
      address,
      replyTo: answersTo === address ? null : answersTo,
      subject: subject.slice(0, MAX_SUBJECT_LENGTH),
      reader: null,
      ...(dmarc === null ? {} : { dmarc }),
      ...(address === null && from.length === 1 ? { lacksAddress: true } : {}),
    };
  }

  /** What the reader's own server says; null where it says nothing, or the reader has not said which it is. */
  async #dmarcOf(
    from: readonly Mailbox[],
    authentication: readonly string[],
  ): Promise<'pass' | 'fail' | null> {
    const choice = await this.#options.mailServer();
    const servers = choice === null ? null : serversOf(choice);
    if (servers === null) return null;
    const { own } = whoSaysWhat(authenticationResultsOf({ headers: apart(authentication) }), servers);
    if (own?.dmarc === 'fail') return 'fail';
    return isVouchedFor(own, addressesOf(from)) ? 'pass' : null;
  }
}

/**
 * The program does not say which fields stood directly below each other, and only those are one server's word: with
 * another field between them, the topmost one counts alone.
 */
function apart(values: readonly string[]): { key: string; originalKey: string; value: string }[] {
  return values.flatMap((value) =>
    [
      { key: 'authentication-results', value },
      { key: 'x', value: '' },
    ].map((field) => ({ ...field, originalKey: field.key })),
  );
}

function messageHead({ from, replyTo, subject }: DisplayedHeader): MessageHead {
  return { from: textOf(from), replyTo: textOf(replyTo), subject };
}

function textOf(mailboxes: readonly Mailbox[]): string {
  return mailboxes.map(({ name = '', email = '' }) => `${name} <${email}>`).join(', ');
}

function addressesOf(mailboxes: readonly Mailbox[]): readonly string[] {
  return [...new Set(mailboxes.flatMap(({ email }) => canonicalAddress(email ?? '')?.address ?? []))];
}

function onlyAddress(mailboxes: readonly Mailbox[]): string | null {
  const [address, ...others] = addressesOf(mailboxes);
  return others.length > 0 ? null : (address ?? null);
}
