import type { Rule } from '../../../../core/verdict/rules.ts';
import { MAX_BACKUP_LENGTH } from '../../../protocol/backup-messages.ts';
import { MAX_RULES_PER_REQUEST } from '../../../protocol/rule-messages.ts';
import { answerOrNull, run } from '../../background-answers.ts';
import type { BackgroundLink } from '../../background-link.ts';
import type { PageContext } from '../../page-context.ts';
import { refusalKey } from '../../rule-refusals.ts';
import type { Sentence } from '../../status-sentences.ts';
import { BACKUP_REFUSALS } from '../backup/backup-view.ts';
import { importedSentence } from '../parts/imported-sentence.ts';
import { linesOf, pendingFile, pendingLines, type PendingRules } from './pending-rules.ts';
import { entriesOf, listIn } from './rules-file.ts';
import { type DecisionsActions, type DecisionsReady, rulesIn, type Undo } from './decisions-state.ts';

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
}: ManyRulesOptions): Pick<DecisionsActions, 'look' | 'takePending' | 'dropPending' | 'importFile'> {
  return {
    look: lookAt,

    importFile: (file) => {
      run(async () => {
        const whole = file.size > MAX_BACKUP_LENGTH ? null : await file.text();
        // A file holds lines, or is a backup, of which only one action's rules are imported.
        if (whole?.trimStart().startsWith('{') === false) return lookAt(whole);
        const found = whole === null ? null : listIn(whole, state().action);
        if (found === null) return say([context().texts.text('backupRefusal_not_a_backup')]);
        const { action, text } = found;
        const { all } = state();
        const others = rulesIn(all, action === 'trust' ? 'block' : 'trust');
        change({ action });
        show(pendingFile(action, text, entriesOf(text), rulesIn(all, action), others));
      });
    },

    dropPending: () => {
      change({ pending: null });
      focus('rule-subject');
    },

    takePending: () => {
      run(async () => {
        const { pending } = state();
        if (pending === null) return;
        const { action, from } = pending;
        const refused = from.kind === 'lines' ? await addLines(action, from.lines) : await readIn(from.text);
        if (refused !== null) say(refused);
        else focus('decisions-undo');
      });
    },
  };

  function lookAt(text: string): void {
    run(async () => {
      if (linesOf(text).length > MAX_RULES_PER_REQUEST)
        return say([context().texts.text('rules_too_many_lines', MAX_RULES_PER_REQUEST)]);
      // Loaded on demand: its tables would slow the page's start.
      const { subjectByForm } = await import('../../../../core/verdict/subject-by-form.ts');
      const { all, action } = state();
      const known = rulesIn(all, action);
      show(await pendingLines(action, text, known, (line) => subjectByForm(line, action, 'reader')));
    });
  }

  function show(pending: PendingRules): void {
    change({ pending, said: [], undo: null });
    focus('rule-pending');
  }

  /** @returns the refusal; null if added */
  async function addLines(action: Rule['action'], lines: readonly string[]): Promise<Sentence | null> {
    const { texts } = context();
    const answer = await answerOrNull(ask({ type: 'add-rules', action, lines }));
    if (answer === null) return [texts.text('unanswered_title')];
    if ('refused' in answer) return [texts.text(refusalKey(answer.refused, action))];
    await taken([texts.count('imported', answer.ids.length)], answer.ids, answer.replaced);
    return null;
  }

  /** @returns the refusal; null if imported */
  async function readIn(text: string): Promise<Sentence | null> {
    const answer = await answerOrNull(ask({ type: 'import-private-data', text }));
    if (answer === null) return [context().texts.text('unanswered_title')];
    if ('refused' in answer) return [context().texts.text(BACKUP_REFUSALS[answer.refused])];
    await taken(importedSentence(answer, context()), answer.imported.ruleIds, []);
    return null;
  }

  async function taken(said: Sentence, ids: readonly string[], replaced: readonly Rule[]): Promise<void> {
    await load();
    change({ pending: null, form: state().form + 1 });
    say(said, ids.length === 0 ? null : { kind: 'take-out', ids, replaced });
  }

  function focus(id: string): void {
    document.getElementById(id)?.focus();
  }
}
