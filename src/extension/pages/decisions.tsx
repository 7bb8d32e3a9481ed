import type { Rule, ScopedSubject } from '../../core/verdict/rules.ts';
import type { MessageKey } from '../platform/texts/texts.ts';
import type { Outcome } from '../protocol/outcome.ts';
import type { RuleAnswer } from '../protocol/rule-messages.ts';
import {
  answerOrNull,
  FAILED_OUTCOME_TEXTS,
  isFinal,
  LOAD_FAILURE_TITLES,
  outcomeOf,
  storedAnswer,
} from './background-answers.ts';
import type { BackgroundLink } from './background-link.ts';
import { el } from './element.ts';
import { focusFirst } from './focus-first.ts';
import { outside } from './outside.tsx';
import type { PageContext } from './page-context.ts';
import { refusalKey } from './rule-refusals.ts';
import type { Sentence } from './status-sentences.ts';

export type Undo =
  /** A rule that was added goes. */
  | { readonly kind: 'take-back'; readonly ruleId: string }
  /** Rules that were removed return. */
  | { readonly kind: 'put-back'; readonly rules: readonly Rule[] }
  /** Many rules that were added go, and those that they replaced return. */
  | { readonly kind: 'take-out'; readonly ids: readonly string[]; readonly replaced: readonly Rule[] }
  | { readonly kind: 'uncorrect'; readonly correctionId: string };

interface DecisionsPage {
  readonly ask: BackgroundLink['ask'];
  readonly context: () => PageContext;
  readonly say: (said: Sentence, undo?: Undo | null) => void;
  /** Closes the form of a rule, now that it is made. */
  readonly closeForm?: () => void;
  /** Shows what a decision has changed. */
  readonly load: () => Promise<void>;
  /** Ids of what takes the focus when the pressed button is gone: the undo button, then what is always there. */
  readonly focus: readonly string[];
}

/** What the popup, *Check a message* and the settings do with the reader's decisions, and how they take them back. */
export class Decisions {
  readonly #page: DecisionsPage;

  constructor(page: DecisionsPage) {
    this.#page = page;
  }

  notDone(outcome: keyof typeof FAILED_OUTCOME_TEXTS): Sentence {
    return [this.#page.context().texts.text(FAILED_OUTCOME_TEXTS[outcome])];
  }

  about(key: MessageKey, subject: string): Sentence {
    return this.#page.context().texts.pieces(key, <strong>{outside(subject)}</strong>);
  }

  async add(
    action: Rule['action'],
    { scope, subject }: ScopedSubject,
    forSeconds: number | null,
  ): Promise<void> {
    const { ask, context } = this.#page;
    const expiresAt = forSeconds === null ? null : context().now + forSeconds;
    const asked = ask({ type: 'add-rule', action, scope, subject, note: '', expiresAt });
    await this.made(asked, action, action === 'trust' ? 'popup_trusted' : 'popup_blocked', subject);
  }

  /** @param said - if it is made, about `what` */
  async made(
    asked: Promise<RuleAnswer>,
    action: Rule['action'],
    said: MessageKey,
    what: string,
  ): Promise<void> {
    const { context, say, closeForm } = this.#page;
    const answer = await answerOrNull(asked);
    if (answer === null) return say(this.notDone('no-answer'));
    if ('refused' in answer)
      return say(context().texts.pieces(refusalKey(answer.refused, action), outside(what)));
    closeForm?.();
    say(this.about(said, what), { kind: 'take-back', ruleId: answer.ruleId });
    await this.#show();
  }

  async unblock(blocked: ScopedSubject): Promise<void> {
    const { ask, context, say } = this.#page;
    const listed = await storedAnswer(ask({ type: 'list-rules', action: 'block' }));
    if (typeof listed === 'string') return say([context().texts.text(LOAD_FAILURE_TITLES[listed])]);
    const rule = listed.rules.find(
      ({ scope, subject, by }) => scope === blocked.scope && subject === blocked.subject && by === 'reader',
    );
    const { outcome, removed } = await this.remove(rule === undefined ? [] : [rule.id]);
    if (outcome === 'done')
      say(this.about('rules_removed', blocked.subject), { kind: 'put-back', rules: removed });
    else say(this.notDone(outcome));
    if (isFinal(outcome)) await this.#show();
  }

  async remove(
    ids: readonly string[],
  ): Promise<{ readonly outcome: Outcome | 'no-answer'; readonly removed: readonly Rule[] }> {
    if (ids.length === 0) return { outcome: 'gone', removed: [] };
    const answer = await answerOrNull(this.#page.ask({ type: 'remove-rules', ids }));
    if (answer === null) return { outcome: 'no-answer', removed: [] };
    if ('refused' in answer) return { outcome: answer.refused, removed: [] };
    return { outcome: answer.removed.length === 0 ? 'gone' : 'done', removed: answer.removed };
  }

  /** What fails can be tried again, unless its subject is gone. */
  async undo(undo: Undo): Promise<void> {
    const { outcome, left } = await this.#undone(undo);
    if (outcome === 'done') this.#page.say([this.#page.context().texts.text('rules_put_back')]);
    else this.#page.say(this.notDone(outcome), isFinal(outcome) ? null : left);
    if (isFinal(outcome) || left !== undo) await this.#show();
  }

  /** @returns `left`: what a retry would undo */
  async #undone(undo: Undo): Promise<{ readonly outcome: Outcome | 'no-answer'; readonly left: Undo }> {
    const { ask } = this.#page;
    switch (undo.kind) {
      case 'put-back':
        return { outcome: await outcomeOf(ask({ type: 'restore-rules', rules: undo.rules })), left: undo };
      case 'take-back':
        return { outcome: await outcomeOf(ask({ type: 'undo-rule', ruleId: undo.ruleId })), left: undo };
      case 'uncorrect': {
        const { correctionId } = undo;
        return { outcome: await outcomeOf(ask({ type: 'undo-correction', correctionId })), left: undo };
      }
      case 'take-out': {
        const { outcome, removed } = await this.remove(undo.ids);
        // Restores a replaced rule only if its replacement was just removed: later decisions on that subject stay.
        const rules = undo.replaced.filter(({ scope, subject }) =>
          removed.some((rule) => rule.scope === scope && rule.subject === subject),
        );
        return rules.length === 0 ? { outcome, left: undo } : this.#undone({ kind: 'put-back', rules });
      }
    }
  }

  async #show(): Promise<void> {
    await this.#page.load();
    focusFirst(...this.#page.focus);
  }
}
