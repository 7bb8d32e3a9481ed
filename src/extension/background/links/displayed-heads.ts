import { MAX_NAME_LENGTH, MAX_SUBJECT_LENGTH, type HeadFacts } from '../../../core/evidence/message-facts.ts';
import { authenticationResultsOf } from '../../../core/mail/head/authentication-results.ts';
import { isVouchedFor, serversOf, attributeResults } from '../../../core/mail/head/own-server.ts';
import { canonicalAddress } from '../../../core/url/mail-address.ts';
import { resolveWithin } from '../../platform/delay.ts';
import type { DisplayedHeader, Mailbox } from '../../platform/displayed-message.ts';
import type { ContentCaller } from '../../platform/message-bus.ts';
import type { SendMessageFacts } from '../../protocol/evidence-messages.ts';
import type { CheckLinks } from '../../protocol/link-messages.ts';

/** How long answers wait for a header. Thunderbird has nearly all headers at hand. */
const PATIENCE_MS = 150;

const MAX_MESSAGES = 100;

export interface DisplayedHeadsOptions {
  readonly headerIn: (tabId: number) => Promise<DisplayedHeader | null>;
  /** `Preferences.mailServer`. */
  readonly mailServer: () => Promise<string | null>;
  /** Called if the header arrives after a request was answered without it. */
  readonly onLate: (tabId: number, frameId: number) => void;
}

interface CachedHeader {
  readonly header: Promise<DisplayedHeader | null>;
  isRead: boolean;
  isLate: boolean;
}

/**
 * Adds headers that frames cannot read. They are kept by message key, as the tab may show the next message while the
 * previous document still asks.
 */
export class DisplayedHeads {
  readonly #options: DisplayedHeadsOptions;
  readonly #kept = new Map<string, CachedHeader>();

  constructor(options: DisplayedHeadsOptions) {
    this.#options = options;
  }

  readonly addToLinks = async (request: CheckLinks, caller: ContentCaller): Promise<CheckLinks> => {
    const header = await this.#headerOf(request.messageKey, caller);
    if (header === null) return request;
    // Decisions about a sender must not apply to forgeries.
    const isForged = (await this.#factsOf(header)).dmarc === 'fail';
    return isForged ? request : { ...request, sender: onlyAddress(header.from) };
  };

  readonly addToFacts = async (
    request: SendMessageFacts,
    caller: ContentCaller,
  ): Promise<SendMessageFacts> => {
    const header = await this.#headerOf(request.messageKey, caller);
    if (header === null) return request;
    return { ...request, facts: { ...request.facts, head: await this.#factsOf(header) } };
  };

  async #headerOf(messageKey: string, { tabId, frameId }: ContentCaller): Promise<DisplayedHeader | null> {
    const key = `${tabId} ${messageKey}`;
    const kept = this.#kept.get(key) ?? this.#read(key, tabId, frameId);
    const header = await resolveWithin(kept.header, PATIENCE_MS);
    if (!kept.isRead) kept.isLate = true;
    return header;
  }

  #read(key: string, tabId: number, frameId: number): CachedHeader {
    const { headerIn, onLate } = this.#options;
    const kept: CachedHeader = { header: headerIn(tabId), isRead: false, isLate: false };
    this.#kept.set(key, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_MESSAGES) break;
      this.#kept.delete(oldest);
    }
    void kept.header.then((header) => {
      kept.isRead = true;
      // Retry at the next request.
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
      // With several senders, none is believed.
      name: from.length > 1 ? null : (from[0]?.name ?? '').slice(0, MAX_NAME_LENGTH),
      address,
      replyTo: answersTo === address ? null : answersTo,
      subject: subject.slice(0, MAX_SUBJECT_LENGTH),
      reader: null,
      ...(dmarc === null ? {} : { dmarc }),
      ...(address === null && from.length === 1 ? { lacksAddress: true } : {}),
    };
  }

  /** @returns null if the reader's own server reports nothing, or is not known */
  async #dmarcOf(
    from: readonly Mailbox[],
    authentication: readonly string[],
  ): Promise<'pass' | 'fail' | null> {
    const choice = await this.#options.mailServer();
    const servers = choice === null ? null : serversOf(choice);
    if (servers === null) return null;
    const { own } = attributeResults(
      authenticationResultsOf({ headers: separateFields(authentication) }),
      servers,
    );
    if (own?.dmarc === 'fail') return 'fail';
    return isVouchedFor(own, addressesOf(from)) ? 'pass' : null;
  }
}

/**
 * Separates all fields, so that only the topmost counts: Thunderbird does not tell which fields of a server were
 * adjacent.
 */
function separateFields(values: readonly string[]): { key: string; originalKey: string; value: string }[] {
  return values.flatMap((value) =>
    [
      { key: 'authentication-results', value },
      { key: 'x', value: '' },
    ].map((field) => ({ ...field, originalKey: field.key })),
  );
}

function addressesOf(mailboxes: readonly Mailbox[]): readonly string[] {
  return [...new Set(mailboxes.flatMap(({ email }) => canonicalAddress(email ?? '')?.address ?? []))];
}

function onlyAddress(mailboxes: readonly Mailbox[]): string | null {
  const [address, ...others] = addressesOf(mailboxes);
  return others.length > 0 ? null : (address ?? null);
}
