import { browser } from './browser.ts';

/** `Name <user@host>`, as the program itself reads it. */
export interface Mailbox {
  readonly name?: string;
  readonly email?: string;
}

/** The part of Thunderbird's own API that is used here; the polyfill's types do not know it. */
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

/** What the header of a message says, decoded. Every part can be forged. */
export interface DisplayedHeader {
  /** All that any `From` names: forged mail has several. */
  readonly from: readonly Mailbox[];
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  /** The `Authentication-Results` fields, topmost first. */
  readonly authentication: readonly string[];
}

/** Characters of a field that are read; a sender's name and address are shorter. */
const MAX_FIELD_LENGTH = 2_000;

/**
 * The header of the one message that a tab shows. Of the message's body nothing is read.
 *
 * @returns null where the tab shows none or several, or the header cannot be had (the message is gone, its server does not
 *   answer)
 */
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
    // Thunderbird has its own words for each cause.
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Tabs that show one message or several. */
export async function tabsWithMessages(): Promise<readonly number[]> {
  const tabs = await browser.tabs.query({});
  const shown = await Promise.all(
    tabs.map(async ({ id }) => {
      if (id === undefined) return [];
      // Other kinds of tabs refuse the question.
      const [answer] = await Promise.allSettled([mailProgram().messageDisplay.getDisplayedMessages(id)]);
      return answer.status === 'fulfilled' && answer.value.messages.length > 0 ? [id] : [];
    }),
  );
  return shown.flat();
}

/** Opens a web address in the system's browser. */
export async function openInBrowser(url: string): Promise<void> {
  await mailProgram().windows.openDefaultBrowser(url);
}
