import type { Rule, ScopedSubject } from '../../../../core/verdict/rules.ts';
import type { SubjectFailure } from '../../../../core/verdict/trust-scopes.ts';
import { mapInSteps } from '../../../platform/run-in-steps.ts';
import { type Contradicted, CONTRADICTED_NAMED } from '../../../protocol/backup-messages.ts';

export interface PendingRules {
  /** Set when the text was read; stays if the reader then selects the other action. */
  readonly action: Rule['action'];
  readonly from:
    | { readonly kind: 'lines'; readonly lines: readonly string[] }
    | { readonly kind: 'file'; readonly text: string };
  readonly added: readonly string[];
  readonly known: number;
  readonly contradicted: Contradicted;
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
  // Lines contradict no rule: adding them replaces rules of the opposite action.
  const contradicted = { count: 0, first: [] };
  return { action, from: { kind: 'lines', lines }, added, known: alreadyThere, contradicted, refused };
}

/**
 * Does not validate entries: the background does on import.
 *
 * @param others - rules of the opposite action, which an import keeps
 */
export function pendingFile(
  action: Rule['action'],
  text: string,
  entries: readonly unknown[],
  rules: readonly Rule[],
  others: readonly Rule[],
): PendingRules {
  const known = keysOfReader(rules);
  const decided = keysOfReader(others);
  const added: string[] = [];
  const contradicted: string[] = [];
  let alreadyThere = 0;
  for (const entry of entries.filter(isNamed)) {
    const key = keyOf(entry);
    if (known.has(key)) alreadyThere++;
    else if (decided.has(key)) contradicted.push(entry.subject);
    else {
      known.add(key);
      added.push(entry.subject);
    }
  }
  return {
    action,
    from: { kind: 'file', text },
    added,
    known: alreadyThere,
    contradicted: { count: contradicted.length, first: contradicted.slice(0, CONTRADICTED_NAMED) },
    refused: [],
  };
}

/** Omits the administrator's rules: an import changes only the reader's. */
function keysOfReader(rules: readonly Rule[]): Set<string> {
  return new Set(rules.filter(({ by }) => by === 'reader').map(keyOf));
}

export function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

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
