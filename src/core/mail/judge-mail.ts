import { packagedTables } from '../evidence/evidence-tables.ts';
import { scoreMessage, type ScoredMessage } from '../evidence/judge-message.ts';
import {
  NO_CONTEXT,
  type MessageContext,
  type SoundsUnwanted,
  type TextListing,
} from '../evidence/message-context.ts';
import {
  MAX_HREF_LENGTH,
  MAX_LABEL_LENGTH,
  type MessageFacts,
  type MessageLink,
} from '../evidence/message-facts.ts';
import { messageFingerprint } from '../fingerprint/message-fingerprint.ts';
import type { EntryHasher } from '../hash/entry-hash.ts';
import type { ChannelEvidence } from '../lookup/channel-evidence.ts';
import type { ReadSlice } from '../lookup/look-up-link.ts';
import { listsMessages, lookUpText, textListing, type TextFilter } from '../lookup/look-up-text.ts';
import { messageWords } from '../words/message-words.ts';
import { scoreWords, soundsUnwanted } from '../words/word-model.ts';
import type { MailFacts } from './shown/mail-facts.ts';

export interface MessageList extends ChannelEvidence {
  readonly channelName: string;
  readonly filter: TextFilter;
  readonly hasher: EntryHasher;
  readonly readSlice: ReadSlice;
}

/**
 * Judges as the extension does, but without knowledge of a reader's correspondents.
 *
 * @param list - null to use only the packaged tables
 */
export async function judgeMail(
  { facts, links }: MailFacts,
  list: MessageList | null,
): Promise<ScoredMessage> {
  const context = await contextOfMail(facts, list);
  return scoreMessage(facts, truncateLinks(links), list?.tables ?? packagedTables(), context);
}

export function truncateLinks(links: readonly MessageLink[]): readonly MessageLink[] {
  return links.map(({ href, text, tag }) => ({
    href: href.slice(0, MAX_HREF_LENGTH),
    text: text.slice(0, MAX_LABEL_LENGTH),
    tag,
  }));
}

export async function contextOfMail(facts: MessageFacts, list: MessageList | null): Promise<MessageContext> {
  if (list === null) return NO_CONTEXT;
  const text = facts.body?.text ?? '';
  const listing = await listingOf(text, list);
  return { ...NO_CONTEXT, listing, words: soundOf(facts.head?.subject ?? null, text, list) };
}

async function listingOf(
  text: string,
  { channelName, filter, hasher, readSlice }: MessageList,
): Promise<TextListing | null> {
  const bands = listsMessages(filter) ? messageFingerprint(text) : [];
  if (bands.length === 0) return null;
  return textListing(channelName, await lookUpText(bands, filter, hasher, readSlice, () => true));
}

function soundOf(
  subject: string | null,
  text: string,
  { wordModel, channelName }: MessageList,
): SoundsUnwanted | null {
  if (wordModel === null) return null;
  const score = scoreWords(wordModel, messageWords(subject, text));
  return soundsUnwanted(score, wordModel.rule) ? { channelName } : null;
}
