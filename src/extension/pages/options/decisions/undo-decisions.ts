import type { Outcome } from '../../../protocol/outcome.ts';
import { answered, outcomeOf } from '../../answered.ts';
import type { BackgroundLink } from '../../background-link.ts';
import type { Decision, Undo } from './decisions-state.ts';

interface TakenBack {
  readonly outcome: Outcome | 'no-answer';
  readonly undo: Undo | null;
}

/** Removed rules come back from the background, for undo. */
export async function takenBack(decision: Decision, ask: BackgroundLink['ask']): Promise<TakenBack> {
  switch (decision.kind) {
    case 'trust':
    case 'block': {
      const answer = await answered(ask({ type: 'remove-rules', ids: [decision.rule.id] }));
      if (answer === null) return { outcome: 'no-answer', undo: null };
      if ('refused' in answer) return { outcome: answer.refused, undo: null };
      const { removed } = answer;
      return removed.length === 0
        ? { outcome: 'gone', undo: null }
        : { outcome: 'done', undo: { kind: 'put-back', rules: removed } };
    }
    case 'fine':
    case 'spam': {
      const asked = ask({ type: 'undo-correction', correctionId: decision.correction.id });
      return { outcome: await outcomeOf(asked), undo: null };
    }
    case 'paused':
      return {
        outcome: await outcomeOf(ask({ type: 'end-pause', origin: decision.subject })),
        undo: null,
      };
  }
}

/** @returns outcome, and what to retry */
export async function undone(
  undo: Undo,
  ask: BackgroundLink['ask'],
): Promise<{ readonly outcome: Outcome | 'no-answer'; readonly left: Undo }> {
  switch (undo.kind) {
    case 'put-back':
      return { outcome: await outcomeOf(ask({ type: 'restore-rules', rules: undo.rules })), left: undo };
    case 'take-back':
      return { outcome: await outcomeOf(ask({ type: 'undo-rule', ruleId: undo.ruleId })), left: undo };
    case 'take-out': {
      const answer = await answered(ask({ type: 'remove-rules', ids: undo.ids }));
      if (answer === null) return { outcome: 'no-answer', left: undo };
      if ('refused' in answer) return { outcome: answer.refused, left: undo };
      const { removed } = answer;
      if (removed.length === 0) return { outcome: 'gone', left: undo };
      // Keeps later decisions about replaced rules.
      const replaced = undo.replaced.filter(({ scope, subject }) =>
        removed.some((rule) => rule.scope === scope && rule.subject === subject),
      );
      if (replaced.length === 0) return { outcome: 'done', left: undo };
      return undone({ kind: 'put-back', rules: replaced }, ask);
    }
  }
}
