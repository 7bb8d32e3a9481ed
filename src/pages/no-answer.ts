import { el } from './element.ts';
import type { PageContext } from './page-context.ts';

/** The background realm did not answer: what that means and what helps. */
export function noAnswer({ texts }: PageContext): HTMLElement {
  return el(
    'div',
    { className: 'notice is-caution', role: 'alert' },
    el('p', { className: 'notice-title' }, texts.text('unanswered_title')),
    el('p', {}, texts.text('unanswered_todo')),
  );
}
