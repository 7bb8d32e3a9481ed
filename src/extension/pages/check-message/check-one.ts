import {
  isVouchedFor,
  serversOf,
  attributeResults,
  type AttributedResults,
} from '../../../core/mail/head/own-server.ts';
import type { MessageVerdict } from '../../../core/verdict/verdict.ts';
import type { CodeWorker } from '../../platform/code-worker.ts';
import type { MailRead, MailToRead, MailWorker } from '../../platform/mail-worker.ts';
import { MAX_LINKS_PER_REQUEST } from '../../protocol/link-messages.ts';
import { MAX_MAIL_LINKS, type MailSender } from '../../protocol/mail-messages.ts';
import { answerOrNull } from '../background-answers.ts';
import type { BackgroundLink } from '../background-link.ts';
import {
  MAX_PICTURES,
  type CheckedMessage,
  type CheckFailure,
  type CheckProgress,
  type FoundCode,
  type JudgedLink,
} from './check-state.ts';

export interface CheckTools {
  readonly ask: BackgroundLink['ask'];
  readonly mailReader: Pick<MailWorker, 'read'>;
  readonly codeReader: Pick<CodeWorker, 'read'>;
  /** Named by the reader; null if none. */
  readonly mailServer: () => string | null;
}

export async function checkOne(
  mail: MailToRead,
  tools: CheckTools,
  signal: AbortSignal,
  onProgress: (progress: CheckProgress) => void,
): Promise<CheckedMessage | CheckFailure> {
  onProgress({ kind: 'reading' });
  const read = await tools.mailReader.read(mail, signal);
  if (signal.aborted) return 'stopped';
  if (typeof read === 'string') return read;
  const { pictures, ...rest } = read;
  const { codes, unread } = await codesIn(pictures, tools, signal, onProgress);
  if (signal.aborted) return 'stopped';
  const unreadPictures = unread + Math.max(0, pictures.length - MAX_PICTURES) + read.cutPictures;
  const judged = await judge(rest, codes, tools, signal, onProgress);
  return typeof judged === 'string' ? judged : { mail: rest, codes, unreadPictures, ...judged };
}

/** Judges a message already read. */
export async function judge(
  mail: CheckedMessage['mail'],
  codes: readonly FoundCode[],
  { ask, mailServer }: Pick<CheckTools, 'ask' | 'mailServer'>,
  signal: AbortSignal,
  onProgress: (progress: CheckProgress) => void,
): Promise<Pick<CheckedMessage, 'links' | 'evidence'> | 'stopped' | 'no-answer'> {
  const about = senderFor(mail, mailServer());
  const wanted = linksOf(mail, codes);
  const links: JudgedLink[] = [];
  for (let at = 0; at < wanted.length; at += MAX_LINKS_PER_REQUEST) {
    onProgress({ kind: 'judging', done: at, total: wanted.length });
    const some = wanted.slice(at, at + MAX_LINKS_PER_REQUEST);
    const answer = await answerOrNull(
      ask({
        type: 'judge-mail-links',
        ...about,
        links: some.map(({ href, from }) => ({ href, isSender: from === 'sender' })),
      }),
    );
    if (signal.aborted) return 'stopped';
    if (answer === null) return 'no-answer';
    for (const [index, link] of some.entries()) {
      const verdict = answer.verdicts[index];
      if (verdict !== undefined) links.push({ ...link, answer: verdict });
    }
  }
  const evidence = await evidenceOf(mail, about, ask);
  if (signal.aborted) return 'stopped';
  if (evidence === null) return 'no-answer';
  // Invisible links and the sender's address matter only if flagged.
  const isShown = ({ from, answer }: JudgedLink): boolean =>
    from === 'message' || from === 'code' || answer.verdict.kind === 'flagged';
  return { links: links.filter(isShown), evidence };
}

async function evidenceOf(
  mail: CheckedMessage['mail'],
  about: MailSender,
  ask: CheckTools['ask'],
): Promise<MessageVerdict | null> {
  const answer = await answerOrNull(
    ask({ type: 'judge-mail', ...about, facts: mail.facts, links: mail.links.slice(0, MAX_MAIL_LINKS) }),
  );
  return answer?.verdict ?? null;
}

export function senderFor(
  mail: Pick<MailRead, 'senders' | 'authenticationResults'>,
  choice: string | null,
): MailSender {
  const [sender, ...others] = mail.senders;
  return {
    sender: others.length === 0 ? (sender ?? null) : null,
    isVouchedFor: isVouchedFor(serverWords(mail, choice).own, mail.senders),
  };
}

export function serverWords(
  { authenticationResults }: Pick<MailRead, 'authenticationResults'>,
  choice: string | null,
): AttributedResults {
  return attributeResults(authenticationResults, choice === null ? [] : (serversOf(choice) ?? []));
}

async function codesIn(
  pictures: MailRead['pictures'],
  { codeReader }: CheckTools,
  signal: AbortSignal,
  onProgress: (progress: CheckProgress) => void,
): Promise<{ readonly codes: readonly FoundCode[]; readonly unread: number }> {
  const codes = new Map<string, FoundCode>();
  let unread = 0;
  const some = pictures.slice(0, MAX_PICTURES);
  for (const [done, { name, bytes }] of some.entries()) {
    onProgress({ kind: 'codes', done, total: some.length });
    const addresses = await codeReader.read(bytes);
    if (signal.aborted) break;
    if (addresses === null) unread++;
    for (const address of addresses ?? []) codes.set(address, { address, picture: name });
  }
  return { codes: [...codes.values()], unread };
}

type LinkToJudge = Omit<JudgedLink, 'answer'>;

/** Each link once. A place that the message shows takes precedence. */
function linksOf(mail: CheckedMessage['mail'], codes: readonly FoundCode[]): readonly LinkToJudge[] {
  const texts = new Map(mail.links.map(({ href, text }) => [href, text]));
  const found = new Map<string, LinkToJudge>();
  const files = new Map(
    mail.attachments.flatMap(({ name, hrefs }) => hrefs.map((href) => [href, name] as const)),
  );
  const add = (href: string, from: JudgedLink['from'], file = ''): void => {
    if (!found.has(href)) found.set(href, { href, text: texts.get(href) ?? '', from, file });
  };
  for (const { address, picture } of codes) add(address, 'code', picture);
  for (const { href } of mail.links) add(href, 'message');
  for (const href of mail.hrefs) add(href, 'message', files.get(href));
  for (const sender of mail.senders) add(`mailto:${sender}`, 'sender');
  for (const href of mail.beside) add(href, 'beside', files.get(href));
  return [...found.values()];
}
