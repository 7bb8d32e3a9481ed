import type { ScopedSubject } from '../../../../core/verdict/rules.ts';
import type { MarkedLink } from '../../marks/marked-link.ts';

/** An administrator's block is final. Trusting a sender clears no danger: From can be forged. */
export function scopesFor(
  action: 'trust' | 'block',
  { answer: { scopes, cannotTrust }, level }: Pick<MarkedLink, 'answer' | 'level'>,
): readonly ScopedSubject[] {
  if (action === 'block') return scopes;
  if (cannotTrust === true) return [];
  return level === 'danger' ? scopes.filter(({ scope }) => scope !== 'sender') : scopes;
}

/**
 * One subject per scope, because a choice names only the scope. Offers a folder only if nothing wider is possible, as
 * for one person's part of a shared site.
 */
export function onePerScope(subjects: readonly ScopedSubject[]): readonly ScopedSubject[] {
  const hasWider = subjects.some(({ scope }) => scope === 'host' || scope === 'site');
  return subjects.filter(
    ({ scope }, index) =>
      subjects.findLastIndex((other) => other.scope === scope) === index && !(scope === 'path' && hasWider),
  );
}
