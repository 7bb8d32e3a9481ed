import { NOT_SHOWN, type NotShown } from './answered.ts';
import { el } from './element.ts';
import type { PageContext } from './page-context.ts';

const TODO = { 'no-answer': 'unanswered_todo', unread: 'unread_todo' } as const;

export function notShown(why: NotShown, { texts }: PageContext): HTMLElement {
  return el(
    'div',
    { className: 'notice is-caution', role: 'alert' },
    el('p', { className: 'notice-title' }, texts.text(NOT_SHOWN[why])),
    el('p', {}, texts.text(TODO[why])),
  );
}
