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
import type { AddedEvidence } from '../lookup/added-evidence.ts';
import type { ReadSlice } from '../lookup/look-up-link.ts';
import { listsTexts, lookUpText, textListing, type TextFilter } from '../lookup/look-up-text.ts';
import { messageWords } from '../words/message-words.ts';
import { scoreWords, soundsUnwanted } from '../words/word-model.ts';
import type { MailFacts } from './shown/mail-facts.ts';

/** What a channel says of messages beside their links. */
export interface MessageList extends AddedEvidence {
  readonly channelName: string;
  readonly filter: TextFilter;
  readonly hasher: EntryHasher;
  /** Of the verification table. */
  readonly readSlice: ReadSlice;
}

/**
 * What a message gives away beside its links, by the extension's own rule: with what the channel knows of the text, and
 * without what an extension knows of a reader and whom he writes with.
 *
 * @param list - null: what is packaged is all there is
 */
export async function judgeMail(
  { facts, links }: MailFacts,
  list: MessageList | null,
): Promise<ScoredMessage> {
  const context = await contextOfMail(facts, list);
  return scoreMessage(facts, asRead(links), list?.tables ?? packagedTables(), context);
}

/** Links as evidence reads them. */
export function asRead(links: readonly MessageLink[]): readonly MessageLink[] {
  return links.map(({ href, text, tag }) => ({
    href: href.slice(0, MAX_HREF_LENGTH),
    text: text.slice(0, MAX_LABEL_LENGTH),
    tag,
  }));
}

/** What a channel knows of a message's text. */
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
  const bands = listsTexts(filter) ? messageFingerprint(text) : [];
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
