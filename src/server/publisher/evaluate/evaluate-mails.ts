import {
  judgeWholeMail,
  type FlaggedVerdict,
  type JudgeMessage,
  type ListJudge,
} from './judge-whole-mail.ts';
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

/**
 * @param lists - null: no list is asked
 * @param examples - marked messages kept of each source and label
 * @param evidence - null: evidence is not asked
 */
export async function evaluateMails(
  mails: AsyncIterable<Mail>,
  lists: ListJudge | null,
  { examples: wanted, evidence }: { readonly examples: number; readonly evidence: JudgeMessage | null },
): Promise<Evaluation> {
  const judge = lists === null ? null : { link: remembering(lists.link), sender: remembering(lists.sender) };
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
    const { mark, asks, verdict } = await judgeWholeMail(mail, judge, evidence);
    if (mark !== 'none') row[mark]++;
    if (mark === 'danger' || (verdict !== null && asks)) row.asked++;
    if (verdict === null) continue;
    const known = examples.get(key) ?? [];
    examples.set(key, known);
    if (known.length < wanted) known.push({ source, label, id: mail.id, verdict });
  }
  return {
    rows: [...rows.values()].sort((a, b) => compare(a.label, b.label) || compare(a.source, b.source)),
    examples: [...examples.values()].flat(),
  };
}

/** Newsletters repeat their links; one in four of the mails we measure on has only known ones. */
function remembering(judge: ListJudge['link']): ListJudge['link'] {
  const known = new Map<string, ReturnType<ListJudge['link']>>();
  return (href) => {
    const answer = known.get(href) ?? judge(href);
    known.set(href, answer);
    return answer;
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
