import { layerOf, type Reason, type Verdict } from '../../core/verdict/verdict.ts';
import { ageOfList } from '../../core/verdict/list-age.ts';
import type { LinkAnswer, ListState } from '../http/schemas.ts';
import type { ListFacts } from '../list/compiled-list.ts';
import { actionFor, type Policy } from './policy.ts';

/** More reasons say no more: a link with many layers may be listed many times. */
const MAX_REASONS = 8;

type ReasonAnswer = NonNullable<LinkAnswer['reasons']>[number];

/** @param now - Unix time, seconds */
export function answerFor(verdict: Verdict, policy: Policy, now: number): LinkAnswer {
  const action = actionFor(verdict, policy);
  switch (verdict.kind) {
    case 'clear':
      return verdict.hidden === undefined
        ? { action, verdict: 'clear' }
        : { action, verdict: 'clear', hidden: verdict.hidden.by };
    case 'allowed':
      return { action, verdict: 'allowed' };
    case 'unchecked':
      return { action, verdict: 'unchecked', because: verdict.because };
    case 'flagged':
      return {
        action,
        verdict: 'flagged',
        level: verdict.level,
        reasons: verdict.reasons.slice(0, MAX_REASONS).map((reason) => reasonAnswer(reason, now)),
      };
  }
}

function reasonAnswer(reason: Reason, now: number): ReasonAnswer {
  const { kind, level } = reason;
  const common = { reason: kind, level, layer: layerOf(reason) };
  switch (reason.kind) {
    case 'listed': {
      const { category, group, expression, serial, publishedAt } = reason;
      const age = Math.max(0, now - publishedAt);
      return { ...common, category, source: group, entry: expression, serial, age };
    }
    case 'evidence':
      return { ...common, evidence: reason.id, points: reason.points };
    case 'truncated':
      return { ...common, limit: reason.limit };
    case 'blocked':
      return { ...common, entry: reason.subject };
    case 'self-test':
      return common;
  }
}

export function listState(facts: ListFacts | null, now: number): ListState {
  if (facts === null) return null;
  const { channel, serial, entries, publishedAt } = facts;
  return {
    channel,
    serial,
    entries,
    publishedAt,
    age: Math.max(0, now - publishedAt),
    status: ageOfList(facts, now),
  };
}
