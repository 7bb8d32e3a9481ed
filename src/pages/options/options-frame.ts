import type { MessageKey } from '../../platform/texts.ts';
import { el, withAttributes } from '../element.ts';
import type { PageContext } from '../page-context.ts';

/** The sections of the page, in order; each is drawn into its own element. */
export const SECTIONS = [
  { id: 'channels', title: 'channels_title', intro: 'channels_intro' },
  { id: 'device-lists', title: 'deviceLists_title', intro: 'deviceLists_intro' },
  { id: 'allowlist', title: 'allow_title', intro: 'allow_intro' },
  { id: 'blocklist', title: 'block_title', intro: 'block_intro' },
  { id: 'exceptions', title: 'exceptions_title', intro: 'exceptions_intro' },
  { id: 'levels', title: 'levels_title', intro: 'levels_intro' },
  { id: 'webmails', title: 'webmails_title', intro: 'webmails_intro' },
  { id: 'statistics', title: 'stats_title', intro: 'stats_intro' },
  { id: 'self-test', title: 'selfTest_title', intro: 'selfTest_intro' },
  { id: 'backup', title: 'backup_title', intro: 'backup_intro' },
  { id: 'policy', title: 'policy_title', intro: 'policy_intro' },
  { id: 'language-section', title: 'language_title', intro: null },
  { id: 'about', title: 'about_title', intro: null },
] as const satisfies readonly { id: string; title: MessageKey; intro: MessageKey | null }[];

export type SectionId = (typeof SECTIONS)[number]['id'];

/** Everything that stays while the sections change: heading, way around, and an empty body for each section. */
export function optionsFrame({ texts }: PageContext): {
  readonly nodes: readonly Node[];
  readonly bodies: ReadonlyMap<SectionId, HTMLElement>;
} {
  const bodies = new Map<SectionId, HTMLElement>(
    SECTIONS.map(({ id }) => [id, el('div', { className: 'section-body' })] as const),
  );
  const nodes = [
    el(
      'header',
      { className: 'masthead' },
      el('img', { src: '/icons/icon.svg', alt: '', width: 40, height: 40 }),
      el('h1', {}, texts.text('options_title')),
    ),
    withAttributes(
      el(
        'nav',
        { className: 'side' },
        el(
          'ul',
          { className: 'plain' },
          ...SECTIONS.map(({ id, title }) => el('li', {}, el('a', { href: `#${id}` }, texts.text(title)))),
        ),
      ),
      { 'aria-label': texts.text('options_nav') },
    ),
    el(
      'main',
      {},
      ...SECTIONS.map(({ id, title, intro }) =>
        withAttributes(
          el(
            'section',
            { id },
            el('h2', { id: `${id}-title` }, texts.text(title)),
            intro === null ? null : el('p', { className: 'intro' }, texts.text(intro)),
            bodies.get(id),
          ),
          { 'aria-labelledby': `${id}-title` },
        ),
      ),
    ),
  ];
  return { nodes, bodies };
}

/** Keys that scroll a page, and do nothing else. */
const SCROLLING_KEYS: ReadonlySet<string> = new Set(['PageUp', 'PageDown', 'Home', 'End']);

/** Says in the side bar which section is being read. */
export function followReading(nav: Element, main: Element): void {
  const visible = new Set<string>();
  // The reader went there by a link. It may be too short, or too near the end of the page, to reach the line below.
  let named = namedInAddress();
  function say(): void {
    const current = named ?? SECTIONS.find(({ id }) => visible.has(id))?.id;
    for (const link of nav.querySelectorAll('a')) {
      if (link.hash === `#${current ?? ''}`) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  }
  function goByScrolling(): void {
    if (named === null) return;
    named = null;
    say();
  }
  addEventListener('hashchange', () => {
    named = namedInAddress();
    say();
  });
  addEventListener('wheel', goByScrolling, { passive: true });
  addEventListener('touchmove', goByScrolling, { passive: true });
  addEventListener('keydown', ({ key }) => {
    if (SCROLLING_KEYS.has(key)) goByScrolling();
  });
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        if (isIntersecting) visible.add(target.id);
        else visible.delete(target.id);
      }
      say();
    },
    // A line in the upper third of the window: the section that crosses it is being read.
    { rootMargin: '-30% 0px -69% 0px' },
  );
  for (const section of main.querySelectorAll(':scope > section')) observer.observe(section);
}

function namedInAddress(): SectionId | null {
  return SECTIONS.find(({ id }) => location.hash === `#${id}`)?.id ?? null;
}
