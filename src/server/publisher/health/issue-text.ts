import { plainText } from '../../node/terminal/plain-text.ts';
import type { HealthProblem } from './health-problem.ts';

export const ISSUE_TITLE = 'This channel needs somebody to look at it';

/** In every issue of ours, and in no other: it holds the ids of the problems that the issue tells. */
const MARKER = /<!-- spamlight-health: ([a-z0-9 -]*) -->/;

const MAX_QUOTED_LINES = 20;
const MAX_QUOTED_CHARACTERS = 300;

export function issueBody(problems: readonly HealthProblem[]): string {
  const parts = problems.map(({ title, happened, means, todo, quoted }) =>
    [
      `### ${title}`,
      `- **What happened**: ${happened}\n- **What it means**: ${means}\n- **What to do**: ${todo}`,
      ...(quoted.length === 0 ? [] : [quotation(quoted)]),
    ].join('\n\n'),
  );
  return [
    'The job that builds this channel writes this, keeps it up to date, and closes it when all is well again.',
    ...parts,
    `<!-- spamlight-health: ${problems.map(({ id }) => id).join(' ')} -->`,
  ].join('\n\n');
}

/** The ids of the problems that a text of ours tells; null if it is no text of ours. */
export function problemsIn(body: string): ReadonlySet<string> | null {
  const ids = MARKER.exec(body)?.[1];
  return ids === undefined ? null : new Set(ids.split(' ').filter((id) => id !== ''));
}

/** What those who follow the issue are told; null: nothing that they do not know. */
export function changeText(before: ReadonlySet<string>, problems: readonly HealthProblem[]): string | null {
  const come = problems.filter(({ id }) => !before.has(id)).map(({ title }) => title);
  return come.length === 0 ? null : `New: ${come.join('. ')}.`;
}

export const ALL_WELL = 'All is well again.';

/** The end of it, as a block that formats nothing. */
function quotation(lines: readonly string[]): string {
  return lines
    .slice(-MAX_QUOTED_LINES)
    .map((line) => `    ${plainText(line, MAX_QUOTED_CHARACTERS)}`)
    .join('\n');
}
