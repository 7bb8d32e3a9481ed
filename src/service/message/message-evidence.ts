import { packagedTables } from '../../core/evidence/evidence-tables.ts';
import { scoreMessage, type MessageJudgement } from '../../core/evidence/judge-message.ts';
import { NO_CONTEXT } from '../../core/evidence/message-context.ts';
import { MAX_LABEL_LENGTH } from '../../core/evidence/message-facts.ts';
import type { MailFacts } from '../../node/mail/mail-facts.ts';

/** As much of each link as the extension reads for evidence: nothing says more in a longer one, and all of it is checked. */
const MAX_HREF_LENGTH = 8_000;

/** What a message gives away without any list. */
export interface MessageEvidence extends MessageJudgement {
  readonly points: number;
}

/**
 * The extension's own rule, without what it knows of a reader and whom he writes with.
 *
 * @param hrefs - the links of the answer, which `linkIndices` count
 */
export function evidenceOf({ facts, links }: MailFacts, hrefs: readonly string[]): MessageEvidence {
  const { kind, asks, points, reasons, linkIndices } = scoreMessage(
    facts,
    links.map(({ href, text, tag }) => ({
      href: href.slice(0, MAX_HREF_LENGTH),
      text: text.slice(0, MAX_LABEL_LENGTH),
      tag,
    })),
    packagedTables(),
    NO_CONTEXT,
  );
  const numbers = new Map(hrefs.map((href, number) => [href, number]));
  const pointedAt = linkIndices.flatMap((index) => numbers.get(links[index]?.href ?? '') ?? []);
  return { kind, asks, points, reasons, linkIndices: pointedAt };
}
