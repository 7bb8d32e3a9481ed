import { MARK_POINTS } from '../../../core/evidence/evidence-rule.ts';
import { judgeMail } from '../../../core/mail/judge-mail.ts';
import { withAuthentication } from '../../../core/mail/shown/authenticated.ts';
import type { MailFacts } from '../../../core/mail/shown/mail-facts.ts';
import type { ScoredMessage } from '../../../core/evidence/judge-message.ts';
import { factsOfMail } from '../../node/mail-tools/node-mail.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import type { Terminal } from '../../node/terminal/terminal.ts';
import type { ChannelLookup } from '../channel/channel-lookup.ts';
import { judgeWholeMail, type JudgedMail, type MailMark } from '../evaluate/judge-whole-mail.ts';
import type { Mail } from '../evaluate/mail.ts';
import { readMails } from '../evaluate/read-mails.ts';
import { verdictText } from './check.ts';
import { evidenceSentence } from './evidence-sentence.ts';

interface Asked {
  /** The mailbox's address; null if unknown. */
  readonly reader: string | null;
  /** authserv-ids of the mailbox's own server. */
  readonly servers: readonly string[];
  readonly json: boolean;
  /** Null if no list is asked. */
  readonly lookup: ChannelLookup | null;
}

export async function explainMessages(file: string, asked: Asked, terminal: Terminal): Promise<void> {
  const { reader, servers, json, lookup } = asked;
  const list = lookup?.messages ?? null;
  for await (const mail of readMails([file])) {
    const shown = withAuthentication(factsOfMail(mail, reader), mail.authentication, servers);
    const judged = await judgeWholeMail(mail, lookup?.asJudge() ?? null, () => judgeMail(shown, list));
    const lines = json
      ? [JSON.stringify(answerOf(mail, shown, judged))]
      : linesOf(mail, shown, judged, list?.channelName ?? null);
    for (const line of lines) await terminal.out(line);
  }
}

function answerOf(mail: Mail, { facts, links }: MailFacts, judged: JudgedMail): object {
  const { mark, asks, sender, evidence } = judged;
  const { kind, points, reasons, linkIndices } = evidence ?? NO_EVIDENCE;
  return {
    id: mail.id,
    mark,
    asks,
    facts,
    links,
    unread: mail.unread,
    verdict: { kind, asks: evidence?.asks === true, points, reasons, linkIndices },
    listed: judged.links.map(({ href, verdict }) => ({ href, verdict })),
    sender: sender === null ? null : { address: sender.address, verdict: sender.verdict },
  };
}

const NO_EVIDENCE: Pick<ScoredMessage, 'kind' | 'points' | 'reasons' | 'linkIndices'> = {
  kind: 'unchecked',
  points: 0,
  reasons: [],
  linkIndices: [],
};

const MARK_TEXTS: Readonly<Record<MailMark, string>> = {
  danger: 'danger',
  caution: 'caution',
  unchecked: 'not checked',
  hidden: 'no mark; where a link leads cannot be known',
  none: 'no mark',
};

function* linesOf(
  mail: Mail,
  { facts, links }: MailFacts,
  judged: JudgedMail,
  channel: string | null,
): Generator<string> {
  const { mark, asks, sender, evidence } = judged;
  const { head, body } = facts;
  yield `${plainText(mail.id)}: ${MARK_TEXTS[mark]}${asks ? ', a click asks first' : ''}`;
  yield `  sender ${plainText(head?.name ?? 'unknown')} <${plainText(head?.address ?? 'unknown')}>, answers to ${plainText(head?.replyTo ?? 'the sender')}`;
  yield `  subject ${plainText(head?.subject ?? 'unknown')}`;
  yield `  ${body?.text.length ?? 0} characters of text, ${links.length} links, ${body?.alts.length ?? 0} described pictures`;
  if (mail.unread.length > 0) yield `  not whole: ${mail.unread.join(', ')}`;
  if (sender !== null && sender.verdict.kind === 'flagged')
    yield `  sender ${plainText(sender.address)}: ${verdictText(sender.verdict)}`;
  for (const { href, verdict } of judged.links)
    if (verdict.kind !== 'clear' || verdict.hidden !== undefined)
      yield `  link ${plainText(href)}: ${verdictText(verdict)}`;
  if (evidence === null) return;
  const by = channel === null ? 'without any list' : `by itself, with what ${plainText(channel)} knows`;
  yield `  ${by}: ${evidence.points} points, ${MARK_POINTS} make a mark: ${evidence.kind}${evidence.asks ? ', a click asks first' : ''}`;
  for (const { id, points, values } of evidence.reasons)
    yield `  ${id.padEnd(4)} ${String(points).padStart(3)} ${points > 0 ? 'against' : 'for'} it: ${evidenceSentence(
      id,
      values.map((value) => plainText(value)),
    )}`;
  for (const index of evidence.linkIndices) yield `  points at ${plainText(links[index]?.href ?? '')}`;
}
