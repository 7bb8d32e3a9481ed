import type { ScopedSubject } from '../../../../core/verdict/rules.ts';
import type { MarkedLink } from '../../marks/marked-link.ts';

/**
 * Scopes that the reader may decide on. An administrator's decision stands, and trusting a sender clears no danger,
 * since From can be forged.
 */
export function scopesFor(
  action: 'trust' | 'block',
  { answer: { scopes, cannotTrust }, level }: Pick<MarkedLink, 'answer' | 'level'>,
): readonly ScopedSubject[] {
  if (action === 'block') return scopes;
  if (cannotTrust === true) return [];
  return level === 'danger' ? scopes.filter(({ scope }) => scope !== 'sender') : scopes;
}

/**
 * The scopes to offer, each once: the background gets the scope and computes the subject. A folder is offered only if
 * nothing wider can be decided, which means one person's part of a shared site.
 */
export function onePerScope(subjects: readonly ScopedSubject[]): readonly ScopedSubject[] {
  const hasWider = subjects.some(({ scope }) => scope === 'host' || scope === 'site');
  return subjects.filter(
    ({ scope }, index) =>
      subjects.findLastIndex((other) => other.scope === scope) === index && !(scope === 'path' && hasWider),
  );
}
