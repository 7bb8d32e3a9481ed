import { el } from './element.ts';
import { icon } from './icon.ts';
import type { PageContext } from './page-context.ts';

/** For a webmail whose permission was revoked: readers believe it is checked. */
export function withdrawnNotice(
  { name }: { readonly name: string },
  allowing: HTMLElement,
  { texts }: PageContext,
): HTMLElement {
  return el(
    'div',
    { className: 'notice is-unchecked' },
    el('p', { className: 'notice-title' }, icon('unchecked'), texts.text('popup_withdrawn_title', name)),
    el('p', {}, texts.text('popup_withdrawn')),
    el('p', { className: 'actions' }, allowing),
  );
}
