import { el } from '../element.ts';
import type { PageContext } from '../page-context.ts';

/** What leaves the machine, in full: docs/privacy.md says the same at length. */
export function aboutView({ texts }: PageContext): readonly Node[] {
  return [
    el(
      'div',
      { className: 'card prose' },
      el('p', {}, el('strong', {}, texts.text('about_1'))),
      el('p', {}, texts.text('about_2')),
      el('p', {}, texts.text('about_3')),
      el('p', {}, texts.text('about_4')),
      el('p', {}, texts.text('about_5')),
      el('p', {}, el('a', { href: '/src/pages/welcome/welcome.html' }, texts.text('about_welcome'))),
    ),
  ];
}
