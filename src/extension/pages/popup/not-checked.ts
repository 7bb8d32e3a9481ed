import { el } from '../element.ts';
import { icon } from '../icon.ts';

export function notChecked(title: string, means: string): HTMLElement {
  return el(
    'div',
    { className: 'notice is-unchecked' },
    el('p', { className: 'notice-title' }, icon('unchecked'), title),
    el('p', {}, means),
  );
}
