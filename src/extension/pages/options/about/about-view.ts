import type { ThisExtension } from '../../../platform/installation.ts';
import { el, withAttributes } from '../../element.ts';
import { outside } from '../../outside.ts';
import type { PageContext } from '../../page-context.ts';
import { LIBRARIES, RELEASE_NOTES, REPORT_TO } from './about-facts.ts';

/** Explains what data leaves the device, as docs/privacy.md does. */
export function aboutView({ version, homepage }: ThisExtension, { texts }: PageContext): readonly Node[] {
  return [
    el(
      'div',
      { className: 'card prose' },
      el('p', {}, el('strong', {}, texts.text('about_1'))),
      el('p', {}, texts.text('about_2')),
      el('p', {}, texts.text('about_3')),
      el('p', {}, texts.text('about_4')),
      el('p', {}, texts.text('about_5')),
      el(
        'p',
        {},
        el('a', { href: '/src/extension/pages/welcome/welcome.html' }, texts.text('about_welcome')),
      ),
    ),
    el(
      'div',
      { className: 'card prose' },
      el('p', {}, texts.text('about_version', version)),
      el('p', { id: 'changes' }, link(RELEASE_NOTES, texts.text('changes_title'))),
      homepage === '' ? null : el('p', {}, ...texts.pieces<string | Node>('about_homepage', link(homepage))),
      el(
        'p',
        {},
        ...texts.pieces<string | Node>(
          'about_report',
          link(REPORT_TO.page),
          link(`mailto:${REPORT_TO.email}`, REPORT_TO.email),
        ),
      ),
      withAttributes(
        el(
          'details',
          { className: 'more' },
          el('summary', {}, texts.text('about_libraries', LIBRARIES.length)),
          el(
            'ul',
            { className: 'plain rows' },
            ...LIBRARIES.map((library) =>
              el('li', {}, outside(`${library.name} ${library.version}`), ' — ', outside(library.licence)),
            ),
          ),
        ),
        { 'data-key': 'libraries' },
      ),
    ),
  ];
}

/** Opens in a new tab, to keep the settings open. */
function link(href: string, shown = href): HTMLAnchorElement {
  return el('a', { href, target: '_blank', rel: 'noreferrer noopener' }, outside(shown));
}
