import { LOAD_FAILURE_TITLES, type LoadFailure } from './background-answers.ts';
import { el } from './element.ts';
import type { PageContext } from './page-context.ts';

const TODO = { 'no-answer': 'unanswered_todo', unread: 'unread_todo' } as const;

export function loadFailureNotice(why: LoadFailure, { texts }: PageContext): HTMLElement {
  return (
    <div className="notice is-caution" role="alert">
      <p className="notice-title">{texts.text(LOAD_FAILURE_TITLES[why])}</p>
      <p>{texts.text(TODO[why])}</p>
    </div>
  );
}
