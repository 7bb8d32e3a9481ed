import { ageOfList } from '../../core/verdict/list-age.ts';
import type { Verdict } from '../../core/verdict/verdict.ts';
import type { LinkAnswer, ListState } from '../http/schemas.ts';
import type { ListFacts } from '../list/compiled-list.ts';
import { actionFor, type Policy } from './policy.ts';

/** More reasons say no more: a link with many layers may be listed many times. */
const MAX_REASONS = 8;

export function answerFor(verdict: Verdict, policy: Policy): LinkAnswer {
  const action = actionFor(verdict, policy);
  if (verdict.kind !== 'flagged' || verdict.reasons.length <= MAX_REASONS) return { action, verdict };
  return { action, verdict: { ...verdict, reasons: verdict.reasons.slice(0, MAX_REASONS) } };
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
