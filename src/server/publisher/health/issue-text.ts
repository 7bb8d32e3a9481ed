import { plainText } from '../../node/terminal/plain-text.ts';
import type { HealthProblem } from './health-problem.ts';

export const ISSUE_TITLE = 'This channel needs somebody to look at it';

/** Marks our issues, and holds the ids of their problems. */
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

/** Null if not one of ours. */
export function problemsIn(body: string): ReadonlySet<string> | null {
  const ids = MARKER.exec(body)?.[1];
  return ids === undefined ? null : new Set(ids.split(' ').filter((id) => id !== ''));
}

/** Comment for followers of the issue; null if nothing is new. */
export function changeText(before: ReadonlySet<string>, problems: readonly HealthProblem[]): string | null {
  const come = problems.filter(({ id }) => !before.has(id)).map(({ title }) => title);
  return come.length === 0 ? null : `New: ${come.join('. ')}.`;
}

export const ALL_WELL = 'All is well again.';

function quotation(lines: readonly string[]): string {
  return lines
    .slice(-MAX_QUOTED_LINES)
    .map((line) => `    ${plainText(line, MAX_QUOTED_CHARACTERS)}`)
    .join('\n');
}
