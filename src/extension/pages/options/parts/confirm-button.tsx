import { el } from '../../element.ts';
import { focusFirst } from '../../focus-first.ts';
import type { PageContext } from '../../page-context.ts';

interface Question {
  /** Id of the button; the answers are `…-yes` and `…-no`. */
  readonly id: string;
  readonly says: string;
  readonly yes: string;
  readonly no: string;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

export function confirmButton(
  name: string,
  isAsked: boolean,
  ask: () => void,
  question: Question,
): HTMLElement {
  if (isAsked) return inlineQuestion(question);
  return (
    <button type="button" className="quiet" id={question.id} onclick={ask}>
      {name}
    </button>
  );
}

export function inlineQuestion({ id, says, yes, no, confirm, cancel }: Question): HTMLElement {
  return (
    <span className="actions">
      <span id={`${id}-question`}>{says}</span>
      <button type="button" id={`${id}-yes`} onclick={confirm} aria-describedby={`${id}-question`}>
        {yes}
      </button>
      <button
        type="button"
        className="quiet"
        id={`${id}-no`}
        onclick={cancel}
        aria-describedby={`${id}-question`}
      >
        {no}
      </button>
    </span>
  );
}

/** Focuses the safe answer while the question is open, else the button. */
export function focusQuestion(id: string): void {
  focusFirst(`${id}-no`, id);
}

export interface ForgetActions {
  readonly askToForget: (asks: boolean) => void;
  readonly forgetSenders: () => void;
}

export function forgetSenders(
  id: string,
  name: 'remember_clear' | 'decisions_forget',
  isAsked: boolean,
  { askToForget, forgetSenders }: ForgetActions,
  { texts }: PageContext,
): HTMLElement {
  return confirmButton(texts.text(name), isAsked, () => askToForget(true), {
    id,
    says: texts.text('remember_clear_question'),
    yes: texts.text('remember_clear_yes'),
    no: texts.text('cancel'),
    confirm: forgetSenders,
    cancel: () => askToForget(false),
  });
}
