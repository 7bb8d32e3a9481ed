import {
  judgeWholeMail,
  type FlaggedVerdict,
  type JudgeMessage,
  type ListJudge,
} from './judge-whole-mail.ts';
import type { Mail } from './mail.ts';

export interface EvaluationRow {
  readonly source: string;
  readonly label: string;
  readonly messages: number;
  readonly withLinks: number;
  readonly danger: number;
  readonly caution: number;
  /** Marked, and a click asks first. */
  readonly asked: number;
  /** Unmarked, with a link to a hidden destination. */
  readonly hidden: number;
  /** Unmarked, and not fully read or checked. */
  readonly unchecked: number;
}

export interface EvaluationExample {
  readonly source: string;
  readonly label: string;
  readonly id: string;
  readonly verdict: FlaggedVerdict;
}

export interface Evaluation {
  readonly rows: readonly EvaluationRow[];
  readonly examples: readonly EvaluationExample[];
}

/** @param examples - how many marked messages to return at most, per source and label */
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

/** Cache: one in four of our mails has only links of earlier mails. */
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
