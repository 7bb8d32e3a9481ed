import { packagedTables } from '../../../core/evidence/evidence-tables.ts';
import { scoreMessage, type MessageJudgement } from '../../../core/evidence/judge-message.ts';
import { NO_CONTEXT, type SoundsUnwanted, type TextListing } from '../../../core/evidence/message-context.ts';
import { MAX_LABEL_LENGTH } from '../../../core/evidence/message-facts.ts';
import { messageFingerprint } from '../../../core/fingerprint/message-fingerprint.ts';
import { listsTexts, lookUpText, textListing } from '../../../core/lookup/look-up-text.ts';
import { messageWords } from '../../../core/words/message-words.ts';
import { scoreWords, soundsUnwanted } from '../../../core/words/word-model.ts';
import type { MailFacts } from '../../../core/mail/shown/mail-facts.ts';
import type { LoadedList } from '../list/compiled-list.ts';

/** As much of each link as the extension reads for evidence: nothing says more in a longer one, and all of it is checked. */
const MAX_HREF_LENGTH = 8_000;

/** What a message gives away beside its links. */
export interface MessageEvidence extends MessageJudgement {
  readonly points: number;
}

/**
 * The extension's own rule, with what the channel knows of the text, and without what an extension knows of a reader
 * and whom he writes with.
 *
 * @param hrefs - the links of the answer, which `linkIndices` count
 * @param list - of the channel; null: what is packaged is all there is
 */
export async function evidenceOf(
  { facts, links }: MailFacts,
  hrefs: readonly string[],
  list: LoadedList | null,
): Promise<MessageEvidence> {
  const text = facts.body?.text ?? '';
  const listing = list === null ? null : await listingOf(text, list);
  const { kind, asks, points, reasons, linkIndices } = scoreMessage(
    facts,
    links.map(({ href, text, tag }) => ({
      href: href.slice(0, MAX_HREF_LENGTH),
      text: text.slice(0, MAX_LABEL_LENGTH),
      tag,
    })),
    list?.tables ?? packagedTables(),
    { ...NO_CONTEXT, listing, words: soundOf(facts.head?.subject ?? null, text, list) },
  );
  const numbers = new Map(hrefs.map((href, number) => [href, number]));
  const pointedAt = linkIndices.flatMap((index) => numbers.get(links[index]?.href ?? '') ?? []);
  return { kind, asks, points, reasons, linkIndices: pointedAt };
}

async function listingOf(
  text: string,
  { facts, filter, hasher, table }: LoadedList,
): Promise<TextListing | null> {
  const bands = listsTexts(filter) ? messageFingerprint(text) : [];
  if (bands.length === 0) return null;
  const found = await lookUpText(
    bands,
    filter,
    hasher,
    async (start, end) => table.subarray(start, end),
    () => true,
  );
  return textListing(facts.channel, found);
}

function soundOf(subject: string | null, text: string, list: LoadedList | null): SoundsUnwanted | null {
  if (list?.wordModel == null) return null;
  const { wordModel, facts } = list;
  const score = scoreWords(wordModel, messageWords(subject, text));
  return soundsUnwanted(score, wordModel.rule) ? { channelName: facts.channel } : null;
}
