import type { MessageJudgement } from '../../../core/evidence/judge-message.ts';
import { judgeMail } from '../../../core/mail/judge-mail.ts';
import type { MailFacts } from '../../../core/mail/shown/mail-facts.ts';
import type { LoadedList } from '../list/compiled-list.ts';
import type { TableTrouble } from '../list/list-table.ts';

/** Evidence in the message itself, besides its listed links. */
export interface MessageEvidence extends MessageJudgement {
  readonly points: number;
}

export interface LookedAtEvidence {
  readonly evidence: MessageEvidence;
  /** Not null: the text could not be looked up. */
  readonly trouble: TableTrouble | null;
}

/**
 * @param hrefs - links of the answer, to which `linkIndices` refer
 * @param list - null: packaged evidence only
 */
export async function evidenceOf(
  mail: MailFacts,
  hrefs: readonly string[],
  list: LoadedList | null,
): Promise<LookedAtEvidence> {
  let trouble: TableTrouble | null = null;
  const { kind, asks, points, reasons, linkIndices } = await judgeMail(
    mail,
    list === null
      ? null
      : {
          ...list,
          channelName: list.facts.channel,
          filter: {
            sections: list.filter.sections,
            mayContain: (high, low) => list.filter.mayContain(high, low),
            confirm: async (hashes) =>
              (await list.table.confirm(hashes)).map((found) => {
                if (typeof found !== 'string') return found;
                trouble = found;
                return [];
              }),
          },
          readSlice: neverRead,
        },
  );
  const numbers = new Map(hrefs.map((href, number) => [href, number]));
  const pointedAt = linkIndices.flatMap((index) => numbers.get(mail.links[index]?.href ?? '') ?? []);
  return { evidence: { kind, asks, points, reasons, linkIndices: pointedAt }, trouble };
}

/** `table.confirm` reads slices itself. */
function neverRead(): never {
  throw new RangeError('no slice is read here');
}
