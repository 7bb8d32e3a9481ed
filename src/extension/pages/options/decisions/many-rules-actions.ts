import { MAX_RULES_PER_REQUEST } from '../../../protocol/rule-messages.ts';
import { answerOrNull, run } from '../../background-answers.ts';
import type { BackgroundLink } from '../../background-link.ts';
import type { Undo } from '../../decisions.tsx';
import { focusFirst } from '../../focus-first.ts';
import type { PageContext } from '../../page-context.ts';
import { refusalKey } from '../../rule-refusals.ts';
import type { Sentence } from '../../status-sentences.ts';
import { type DecisionsActions, type DecisionsReady, rulesIn } from './decisions-state.ts';
import { linesOf, pendingLines } from './pending-rules.ts';

interface ManyRulesOptions {
  readonly ask: BackgroundLink['ask'];
  readonly context: () => PageContext;
  readonly state: () => DecisionsReady;
  readonly change: (next: Partial<DecisionsReady>) => void;
  readonly load: () => Promise<void>;
  readonly say: (said: Sentence, undo?: Undo | null) => void;
}

export function manyRulesActions({
  ask,
  context,
  state,
  change,
  load,
  say,
}: ManyRulesOptions): Pick<DecisionsActions, 'look' | 'takePending' | 'dropPending'> {
  return {
    look: (text) => {
      run(async () => {
        if (linesOf(text).length > MAX_RULES_PER_REQUEST)
          return say([context().texts.text('rules_too_many_lines', MAX_RULES_PER_REQUEST)]);
        // Loaded on demand: its tables would slow the page's start.
        const { subjectByForm } = await import('../../../../core/verdict/subject-by-form.ts');
        const { all, action } = state();
        const known = rulesIn(all, action);
        const read = (line: string): ReturnType<typeof subjectByForm> =>
          subjectByForm(line, action, 'reader');
        change({ pending: await pendingLines(action, text, known, read), said: [], undo: null });
        focusFirst('rule-pending');
      });
    },

    dropPending: () => {
      change({ pending: null });
      focusFirst('rule-subject');
    },

    takePending: () => {
      run(async () => {
        const { pending } = state();
        if (pending === null) return;
        const { action, lines } = pending;
        const { texts } = context();
        const answer = await answerOrNull(ask({ type: 'add-rules', action, lines }));
        if (answer === null) return say([texts.text('unanswered_title')]);
        if ('refused' in answer) return say([texts.text(refusalKey(answer.refused, action))]);
        const { ids, replaced } = answer;
        await load();
        change({ pending: null, form: state().form + 1 });
        say(
          [texts.count('imported', ids.length)],
          ids.length === 0 ? null : { kind: 'take-out', ids, replaced },
        );
        focusFirst('decisions-undo');
      });
    },
  };
}
