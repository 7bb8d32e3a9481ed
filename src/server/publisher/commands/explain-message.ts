import { sentenceKeyOf } from '../../../core/evidence/evidence-row.ts';
import { MARK_POINTS } from '../../../core/evidence/evidence-rule.ts';
import { packagedTables } from '../../../core/evidence/evidence-tables.ts';
import { scoreMessage } from '../../../core/evidence/judge-message.ts';
import { NO_CONTEXT } from '../../../core/evidence/message-context.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import type { Terminal } from '../../node/terminal/terminal.ts';
import { factsOfMail } from '../../node/mail-tools/node-mail.ts';
import { readMails } from '../evaluate/read-mails.ts';

/** Prints the facts of each message of a file and what evidence makes of them. */
export async function explainMessages(
  file: string,
  { reader, json }: { readonly reader: string | null; readonly json: boolean },
  terminal: Terminal,
): Promise<void> {
  for await (const mail of readMails([file])) {
    const { facts, links } = factsOfMail(mail, reader);
    const { kind, asks, points, reasons, linkIndices } = scoreMessage(
      facts,
      links,
      packagedTables(),
      NO_CONTEXT,
    );
    if (json) {
      await terminal.out(
        JSON.stringify({
          id: mail.id,
          facts,
          links,
          unread: mail.unread,
          verdict: { kind, asks, points, reasons, linkIndices },
        }),
      );
      continue;
    }
    const { head, body } = facts;
    await terminal.out(
      `${plainText(mail.id)}: ${points} points, ${MARK_POINTS} make a mark: ${kind}${asks ? ', a click asks first' : ''}`,
    );
    await terminal.out(
      `  sender ${plainText(head?.name ?? 'unknown')} <${plainText(head?.address ?? 'unknown')}>, answers to ${plainText(head?.replyTo ?? 'the sender')}`,
    );
    await terminal.out(`  subject ${plainText(head?.subject ?? 'unknown')}`);
    await terminal.out(
      `  ${body?.text.length ?? 0} characters of text, ${links.length} links, ${body?.alts.length ?? 0} described pictures`,
    );
    if (mail.unread.length > 0) await terminal.out(`  not whole: ${mail.unread.join(', ')}`);
    for (const reason of reasons) {
      const where = reason.points > 0 ? 'against' : 'for';
      await terminal.out(
        `  ${reason.id.padEnd(4)} ${String(reason.points).padStart(3)} ${where} it (${sentenceKeyOf(reason.id)}): ${reason.values.map((value) => plainText(value)).join(', ')}`,
      );
    }
    for (const index of linkIndices) await terminal.out(`  points at ${plainText(links[index]?.href ?? '')}`);
  }
}
