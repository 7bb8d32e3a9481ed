import { browser } from './browser.ts';

/** `Name <user@host>`, as parsed by Thunderbird. */
export interface Mailbox {
  readonly name?: string;
  readonly email?: string;
}

/** Thunderbird's API; the polyfill has no types for it. */
interface MailProgram {
  readonly messageDisplay: {
    getDisplayedMessages(tabId: number): Promise<{ readonly messages: readonly { readonly id: number }[] }>;
  };
  readonly messages: {
    getHeaders(id: number): Promise<Readonly<Record<string, readonly string[]>>>;
  };
  readonly messengerUtilities: {
    parseMailboxString(text: string): Promise<readonly Mailbox[]>;
  };
  readonly windows: { openDefaultBrowser(url: string): Promise<void> };
}

function mailProgram(): MailProgram {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no library declares it
  return browser as unknown as MailProgram;
}

/** Decoded header fields. All can be forged. */
export interface DisplayedHeader {
  /** Forged mail can have several `From` fields. */
  readonly from: readonly Mailbox[];
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  /** `Authentication-Results`, topmost first. */
  readonly authentication: readonly string[];
}

/** Characters per field. */
const MAX_FIELD_LENGTH = 2_000;

/** @returns null if the tab shows no or several messages, the message is gone, or its server does not respond */
export async function displayedHeader(tabId: number): Promise<DisplayedHeader | null> {
  const { messageDisplay, messages, messengerUtilities } = mailProgram();
  try {
    const { messages: shown } = await messageDisplay.getDisplayedMessages(tabId);
    const [message, ...others] = shown;
    if (message === undefined || others.length > 0) return null;
    const fields = await messages.getHeaders(message.id);
    const mailboxesIn = async (name: string): Promise<readonly Mailbox[]> =>
      (
        await Promise.all(
          (fields[name] ?? []).map((value) =>
            messengerUtilities.parseMailboxString(value.slice(0, MAX_FIELD_LENGTH)),
          ),
        )
      ).flat();
    const [from, replyTo] = await Promise.all([mailboxesIn('from'), mailboxesIn('reply-to')]);
    return {
      from,
      replyTo,
      subject: fields['subject']?.[0] ?? '',
      authentication: fields['authentication-results'] ?? [],
    };
  } catch (error) {
    // All errors are treated alike, as their texts vary.
    if (error instanceof Error) return null;
    throw error;
  }
}

export async function tabsWithMessages(): Promise<readonly number[]> {
  const tabs = await browser.tabs.query({});
  const shown = await Promise.all(
    tabs.map(async ({ id }) => {
      if (id === undefined) return [];
      // Rejects for tabs that cannot show messages.
      const [answer] = await Promise.allSettled([mailProgram().messageDisplay.getDisplayedMessages(id)]);
      return answer.status === 'fulfilled' && answer.value.messages.length > 0 ? [id] : [];
    }),
  );
  return shown.flat();
}

export async function openInBrowser(url: string): Promise<void> {
  await mailProgram().windows.openDefaultBrowser(url);
}
