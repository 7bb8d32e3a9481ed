import type { Rule, ScopedSubject } from '../../../../core/verdict/rules.ts';
import type { SubjectFailure } from '../../../../core/verdict/trust-scopes.ts';
import { mapInSteps } from '../../../platform/run-in-steps.ts';
import { spoken } from '../../outside.ts';
import type { PageContext } from '../../page-context.ts';
import { scopeName } from '../../verdict-sentences.ts';
import { linesOf } from './pending-rules.ts';
import { LIST_TITLES } from './rule-form.ts';

/**
 * Writes a rule as a line if `pendingLines` reads it back unchanged, else as a comment. The head counts these comments.
 *
 * @param read - `subjectByForm`, loaded on demand
 */
export async function asLines(
  action: Rule['action'],
  rules: readonly Rule[],
  read: (line: string) => ScopedSubject | SubjectFailure,
  context: PageContext,
): Promise<string> {
  const { texts } = context;
  const entries = await mapInSteps(rules, (rule) => ({ rule, isLine: isSameAgain(rule, read) }));
  const comments = entries.filter(({ isLine }) => !isLine).length;
  // Starts with a comment, since a file that begins with a brace is read as a backup.
  const head = [
    `Spamlight · ${texts.text(LIST_TITLES[action])}`,
    texts.text('rules_text_head', texts.text('rules_export')),
    ...(comments === 0 ? [] : [texts.count('rules_text_comments', comments)]),
  ];
  return [
    ...head.map((line) => `# ${line}`),
    ...entries.map(({ rule, isLine }) => (isLine ? rule.subject : `# ${factsOf(rule, context).join(' · ')}`)),
    '',
  ].join('\n');
}

function isSameAgain(
  { scope, subject, expiresAt, by }: Rule,
  read: (line: string) => ScopedSubject | SubjectFailure,
): boolean {
  if (by !== 'reader' || expiresAt !== null) return false;
  const [line, ...more] = linesOf(subject);
  if (line !== subject || more.length > 0) return false;
  const again = read(line);
  return typeof again !== 'string' && again.scope === scope && again.subject === subject;
}

/** Dates are numeric and include the year, since the file may be kept for long. */
function factsOf(rule: Rule, context: PageContext): readonly string[] {
  const { texts, formats, now } = context;
  const facts = [spoken(rule.subject), scopeName(rule.scope, context)];
  if (rule.expiresAt !== null) {
    const end = `${formats.isoDay(rule.expiresAt)} ${formats.clock(rule.expiresAt)}`;
    facts.push(texts.text(rule.expiresAt > now ? 'rule_until' : 'rule_ended', end));
  }
  if (rule.by === 'administrator') facts.push(texts.text('origin_managed'));
  return facts;
}
