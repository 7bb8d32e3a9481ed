import type { MessageJudgement } from '../../../core/evidence/judge-message.ts';
import { addressOf } from '../../../core/verdict/sender-address.ts';
import type { Level, Verdict } from '../../../core/verdict/verdict.ts';
import type { ReadLink } from '../../../core/url/canonical/link-layer.ts';
import type { Mail } from './mail.ts';

/** What the extension would have said of the mails of one source and label. */
export interface EvaluationRow {
  readonly source: string;
  readonly label: string;
  readonly messages: number;
  /** Messages with at least one link. */
  readonly withLinks: number;
  /** Messages with a link or sender marked as danger. */
  readonly danger: number;
  /** Messages with a link or sender marked as caution, and none as danger. */
  readonly caution: number;
  /** Messages with a mark in which a click asks first. */
  readonly asked: number;
  /** Messages without a mark in which the destination of a link cannot be known. */
  readonly hidden: number;
  /** Messages without a mark in which a link could not be checked, or of which not all could be read. */
  readonly unchecked: number;
}

/** What a mark is made of. */
export type FlaggedVerdict = Extract<Verdict, { kind: 'flagged' }> | MessageJudgement;

/** One marked message, for people. */
export interface EvaluationExample {
  readonly source: string;
  readonly label: string;
  readonly id: string;
  /** Of the link, sender or message that made the mark. */
  readonly verdict: FlaggedVerdict;
}

export interface Evaluation {
  readonly rows: readonly EvaluationRow[];
  readonly examples: readonly EvaluationExample[];
}

/** Judges one href as the extension would. */
export type Judge = (href: string) => Promise<{ readonly link: ReadLink; readonly verdict: Verdict }>;

/** Judges a message by itself, as the extension would beside its lists. */
export type JudgeMessage = (mail: Mail) => MessageJudgement;

/**
 * @param judge - null: no list is asked
 * @param examples - marked messages kept of each source and label
 */
export async function evaluateMails(
  mails: AsyncIterable<Mail>,
  judge: Judge | null,
  { examples: wanted, evidence }: { readonly examples: number; readonly evidence: JudgeMessage | null },
): Promise<Evaluation> {
  const judgeOnce = judge === null ? null : remembering(judge);
  const rows = new Map<string, { -readonly [Field in keyof EvaluationRow]: EvaluationRow[Field] }>();
  const examples = new Map<string, EvaluationExample[]>();
  for await (const mail of mails) {
    const { source, label, links } = mail;
    const key = `${source}\n${label}`;
    const row = rows.get(key) ?? {
      source,
      label,
      messages: 0,
      withLinks: 0,
      danger: 0,
      caution: 0,
      asked: 0,
      hidden: 0,
      unchecked: 0,
    };
    rows.set(key, row);
    row.messages++;
    if (links.length > 0) row.withLinks++;
    const seen = evidence?.(mail) ?? null;
    const listed = judgeOnce === null ? NO_MARK : await markOf(mail, judgeOnce);
    const mark = withUnread(withEvidence(listed, seen), mail);
    if (mark.kind !== 'none') row[mark.kind]++;
    if (mark.kind === 'danger' || seen?.asks === true) row.asked++;
    if (mark.kind !== 'danger' && mark.kind !== 'caution') continue;
    const known = examples.get(key) ?? [];
    examples.set(key, known);
    if (known.length < wanted) known.push({ source, label, id: mail.id, verdict: mark.verdict });
  }
  return {
    rows: [...rows.values()].sort((a, b) => compare(a.label, b.label) || compare(a.source, b.source)),
    examples: [...examples.values()].flat(),
  };
}

type Mark =
  | { readonly kind: Level; readonly verdict: FlaggedVerdict }
  | { readonly kind: 'hidden' | 'unchecked' | 'none' };

const NO_MARK: Mark = { kind: 'none' };

/** Evidence makes caution of what no list marks. */
function withEvidence(mark: Mark, seen: MessageJudgement | null): Mark {
  if (seen?.kind !== 'flagged') return mark;
  if (mark.kind === 'danger' || mark.kind === 'caution') return mark;
  const { kind, asks, reasons, linkIndices } = seen;
  return { kind: 'caution', verdict: { kind, asks, reasons, linkIndices } };
}

/** What could not be read is not checked. */
function withUnread(mark: Mark, { unread }: Mail): Mark {
  const isMarked = mark.kind === 'danger' || mark.kind === 'caution';
  return isMarked || unread.length === 0 ? mark : { kind: 'unchecked' };
}

/** The worst that any link or sender of the message comes to. */
async function markOf(mail: Mail, judge: Judge): Promise<Mark> {
  let caution: FlaggedVerdict | null = null;
  let isUnchecked = false;
  let isHidden = false;
  for (const href of [...new Set(mail.links.map(({ href }) => href)), ...senderHrefs(mail)]) {
    const { link, verdict } = await judge(href);
    if (verdict.kind === 'flagged') {
      if (verdict.level === 'danger') return { kind: 'danger', verdict };
      caution ??= verdict;
    } else if (verdict.kind === 'unchecked') {
      // `tel:`, `cid:`, `#top`: nothing that leads to a web page, and nothing that the extension asks about.
      if (link.failure !== 'not-a-web-address') isUnchecked = true;
    } else if (verdict.kind === 'clear' && verdict.hidden !== undefined) {
      isHidden = true;
    }
  }
  if (caution !== null) return { kind: 'caution', verdict: caution };
  return { kind: isUnchecked ? 'unchecked' : isHidden ? 'hidden' : 'none' };
}

/** The sender of a message, as the extension asks about it. */
function senderHrefs({ from }: Mail): readonly string[] {
  const address = addressOf(from);
  return address === null ? [] : [`mailto:${address}`];
}

/** Newsletters repeat their links; one in four of the mails we measure on has only known ones. */
function remembering(judge: Judge): Judge {
  const known = new Map<string, ReturnType<Judge>>();
  return (href) => {
    const answer = known.get(href) ?? judge(href);
    known.set(href, answer);
    return answer;
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
