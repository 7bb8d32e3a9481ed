import type { Rule, ScopedSubject } from '../../../../core/verdict/rules.ts';
import type { SubjectFailure } from '../../../../core/verdict/trust-scopes.ts';
import { mapInSteps } from '../../../platform/run-in-steps.ts';

export interface PendingRules {
  /** Set when the text was read; stays if the reader then selects the other action. */
  readonly action: Rule['action'];
  /** Of `added`, as typed. */
  readonly lines: readonly string[];
  readonly added: readonly string[];
  readonly known: number;
  readonly refused: readonly RefusedLine[];
}

export interface RefusedLine {
  readonly line: string;
  readonly because: SubjectFailure;
}

/**
 * Ignores empty lines and comments (`#`).
 *
 * @param read - `subjectByForm`, loaded on demand
 */
export async function pendingLines(
  action: Rule['action'],
  text: string,
  rules: readonly Rule[],
  read: (line: string) => ScopedSubject | SubjectFailure,
): Promise<PendingRules> {
  const known = new Set(rules.map(keyOf));
  const seen = new Set<string>();
  const lines: string[] = [];
  const added: string[] = [];
  const refused: RefusedLine[] = [];
  let alreadyThere = 0;
  // Each line takes tenths of a millisecond: yields to keep the page responsive.
  const subjects = await mapInSteps(linesOf(text), (line) => ({ line, subject: read(line) }));
  for (const { line, subject } of subjects) {
    if (typeof subject === 'string') refused.push({ line, because: subject });
    else if (known.has(keyOf(subject)) || seen.has(keyOf(subject))) alreadyThere++;
    else {
      seen.add(keyOf(subject));
      lines.push(line);
      added.push(subject.subject);
    }
  }
  return { action, lines, added, known: alreadyThere, refused };
}

export function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

const keyOf = ({ scope, subject }: ScopedSubject): string => `${scope} ${subject}`;
