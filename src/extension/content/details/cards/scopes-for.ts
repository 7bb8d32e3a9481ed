import type { ScopedSubject } from '../../../../core/verdict/rules.ts';
import type { MarkedLink } from '../../marks/marked-link.ts';

/**
 * What can be decided of a link. An administrator's word stands whatever the reader says, and trusting a sender takes no
 * danger away, as anybody can write any sender.
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
 * What is offered of them: each scope once, as the background is told the scope and works the subject out itself. A
 * folder only where nothing wider can be decided, which is one person's part of a site that many share.
 */
export function onePerScope(subjects: readonly ScopedSubject[]): readonly ScopedSubject[] {
  const hasWider = subjects.some(({ scope }) => scope === 'host' || scope === 'site');
  return subjects.filter(
    ({ scope }, index) =>
      subjects.findLastIndex((other) => other.scope === scope) === index && !(scope === 'path' && hasWider),
  );
}
