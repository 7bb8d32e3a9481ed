import type { MessageJudgement } from '../../../core/evidence/judge-message.ts';
import { judgeMail } from '../../../core/mail/judge-mail.ts';
import type { MailFacts } from '../../../core/mail/shown/mail-facts.ts';
import type { LoadedList } from '../list/compiled-list.ts';

/** What a message gives away beside its links. */
export interface MessageEvidence extends MessageJudgement {
  readonly points: number;
}

/**
 * @param hrefs - the links of the answer, which `linkIndices` count
 * @param list - of the channel; null: what is packaged is all there is
 */
export async function evidenceOf(
  mail: MailFacts,
  hrefs: readonly string[],
  list: LoadedList | null,
): Promise<MessageEvidence> {
  const { kind, asks, points, reasons, linkIndices } = await judgeMail(
    mail,
    list === null
      ? null
      : {
          ...list,
          channelName: list.facts.channel,
          readSlice: async (start, end) => list.table.subarray(start, end),
        },
  );
  const numbers = new Map(hrefs.map((href, number) => [href, number]));
  const pointedAt = linkIndices.flatMap((index) => numbers.get(mail.links[index]?.href ?? '') ?? []);
  return { kind, asks, points, reasons, linkIndices: pointedAt };
}
