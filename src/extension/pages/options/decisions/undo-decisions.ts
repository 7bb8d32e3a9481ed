import type { Outcome } from '../../../protocol/outcome.ts';
import { answerOrNull, outcomeOf } from '../../background-answers.ts';
import type { BackgroundLink } from '../../background-link.ts';
import type { Decision, Undo } from './decisions-state.ts';

interface RemovedDecision {
  readonly outcome: Outcome | 'no-answer';
  readonly undo: Undo | null;
}

/** Only the removal of rules can be undone. */
export async function removeDecision(
  decision: Decision,
  ask: BackgroundLink['ask'],
): Promise<RemovedDecision> {
  switch (decision.kind) {
    case 'trust':
    case 'block': {
      const answer = await answerOrNull(ask({ type: 'remove-rules', ids: [decision.rule.id] }));
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

/** @returns the outcome; `left` is what a retry would undo */
export async function undoDecision(
  undo: Undo,
  ask: BackgroundLink['ask'],
): Promise<{ readonly outcome: Outcome | 'no-answer'; readonly left: Undo }> {
  switch (undo.kind) {
    case 'put-back':
      return { outcome: await outcomeOf(ask({ type: 'restore-rules', rules: undo.rules })), left: undo };
    case 'take-back':
      return { outcome: await outcomeOf(ask({ type: 'undo-rule', ruleId: undo.ruleId })), left: undo };
    case 'take-out': {
      const answer = await answerOrNull(ask({ type: 'remove-rules', ids: undo.ids }));
      if (answer === null) return { outcome: 'no-answer', left: undo };
      if ('refused' in answer) return { outcome: answer.refused, left: undo };
      const { removed } = answer;
      if (removed.length === 0) return { outcome: 'gone', left: undo };
      // Restores a replaced rule only if its replacement was just removed: later decisions on that subject stay.
      const replaced = undo.replaced.filter(({ scope, subject }) =>
        removed.some((rule) => rule.scope === scope && rule.subject === subject),
      );
      if (replaced.length === 0) return { outcome: 'done', left: undo };
      return undoDecision({ kind: 'put-back', rules: replaced }, ask);
    }
  }
}
