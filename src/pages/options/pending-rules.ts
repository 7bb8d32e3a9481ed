import type { Rule, ScopedSubject } from '../../core/verdict/rules.ts';
import type { SubjectFailure } from '../../core/verdict/trust-scopes.ts';

/** What would change, before it does. */
export interface PendingRules {
  readonly from:
    | { readonly kind: 'lines'; readonly lines: readonly string[] }
    | { readonly kind: 'file'; readonly text: string };
  /** Subjects that are not in the list yet. */
  readonly added: readonly string[];
  readonly known: number;
  readonly refused: readonly RefusedLine[];
}

export interface RefusedLine {
  readonly line: string;
  readonly because: SubjectFailure;
}

/**
 * What pasted lines would add. Empty lines and comments (`#`) count for nothing.
 *
 * @param read - `subjectByForm`, which is loaded when it is first needed
 */
export function pendingLines(
  text: string,
  rules: readonly Rule[],
  read: (line: string) => ScopedSubject | SubjectFailure,
): PendingRules {
  const known = new Set(rules.map(keyOf));
  const seen = new Set<string>();
  const lines: string[] = [];
  const added: string[] = [];
  const refused: RefusedLine[] = [];
  let alreadyThere = 0;
  for (const line of linesOf(text)) {
    const subject = read(line);
    if (typeof subject === 'string') refused.push({ line, because: subject });
    else if (known.has(keyOf(subject)) || seen.has(keyOf(subject))) alreadyThere++;
    else {
      seen.add(keyOf(subject));
      lines.push(line);
      added.push(subject.subject);
    }
  }
  return { from: { kind: 'lines', lines }, added, known: alreadyThere, refused };
}

/** What a saved list would add. The background reads each entry again when it comes to that. */
export function pendingFile(text: string, entries: readonly unknown[], rules: readonly Rule[]): PendingRules {
  const known = new Set(rules.map(keyOf));
  const subjects = entries.filter(isNamed);
  const added = subjects.filter((subject) => !known.has(keyOf(subject)));
  return {
    from: { kind: 'file', text },
    added: added.map(({ subject }) => subject),
    known: subjects.length - added.length,
    refused: [],
  };
}

/** One subject a line, as `pendingLines` reads it. */
export function asLines(rules: readonly Rule[]): string {
  return `${rules.map(({ subject }) => subject).join('\n')}\n`;
}

export function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** As far as a file is read here. */
interface Named {
  readonly scope: string;
  readonly subject: string;
}

const keyOf = ({ scope, subject }: Named): string => `${scope} ${subject}`;

function isNamed(entry: unknown): entry is Named {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'scope' in entry &&
    'subject' in entry &&
    typeof entry.scope === 'string' &&
    typeof entry.subject === 'string'
  );
}
