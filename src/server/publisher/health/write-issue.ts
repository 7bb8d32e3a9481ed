import { ok, type Result } from '../../../core/result.ts';
import type { HealthProblem } from './health-problem.ts';
import { ALL_WELL, changeText, issueBody, ISSUE_TITLE, problemsIn } from './issue-text.ts';
import type { IssueTracker, OpenIssue, TrackerFailure } from './issue-tracker.ts';

/**
 * Keeps one issue open while there are problems, with a comment on each new one.
 *
 * @param known - from the last run; if null or closed, an open one is searched for, since a failed job may lose its
 *   number
 * @returns null if none is open
 */
export async function writeIssue(
  tracker: IssueTracker,
  problems: readonly HealthProblem[],
  known: number | null,
): Promise<Result<number | null, TrackerFailure>> {
  const found = await currentIssue(tracker, known);
  if (!found.ok) return found;
  const issue = found.value;
  if (issue === null)
    return problems.length === 0 ? ok(null) : tracker.open(ISSUE_TITLE, issueBody(problems));
  return problems.length === 0 ? closed(tracker, issue) : changed(tracker, issue, problems);
}

async function currentIssue(
  tracker: IssueTracker,
  known: number | null,
): Promise<Result<OpenIssue | null, TrackerFailure>> {
  const read = known === null ? ok(null) : await tracker.read(known);
  if (!read.ok || read.value !== null) return read;
  const own = await tracker.own();
  return own.ok ? ok(own.value.find(({ body }) => problemsIn(body) !== null) ?? null) : own;
}

async function closed(tracker: IssueTracker, { number }: OpenIssue): Promise<Result<null, TrackerFailure>> {
  const said = await tracker.comment(number, ALL_WELL);
  return said.ok ? tracker.close(number) : said;
}

async function changed(
  tracker: IssueTracker,
  { number, body }: OpenIssue,
  problems: readonly HealthProblem[],
): Promise<Result<number, TrackerFailure>> {
  const next = issueBody(problems);
  if (next !== body.replaceAll('\r\n', '\n')) {
    const done = await tracker.change(number, next);
    if (!done.ok) return done;
  }
  const news = changeText(problemsIn(body) ?? new Set(), problems);
  const said = news === null ? ok(null) : await tracker.comment(number, news);
  return said.ok ? ok(number) : said;
}
