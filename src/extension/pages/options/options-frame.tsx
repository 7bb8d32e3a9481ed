import { IS_MAIL_PROGRAM } from '../../platform/mail-program.ts';
import type { MessageKey } from '../../platform/texts/texts.ts';
import { el } from '../element.ts';
import type { PageContext } from '../page-context.ts';

export const SECTIONS = [
  { id: 'channels', title: 'channels_title', intro: 'channels_intro' },
  { id: 'device-lists', title: 'deviceLists_title', intro: 'deviceLists_intro' },
  { id: 'decisions', title: 'decisions_title', intro: 'decisions_intro' },
  { id: 'levels', title: 'levels_title', intro: 'levels_intro' },
  { id: 'webmails', title: 'webmails_title', intro: 'webmails_intro' },
  { id: 'language-section', title: 'language_title', intro: null },
  { id: 'statistics', title: 'stats_title', intro: 'stats_intro' },
  { id: 'self-test', title: 'selfTest_title', intro: 'selfTest_intro' },
  { id: 'backup', title: 'backup_title', intro: 'backup_intro' },
  { id: 'policy', title: 'policy_title', intro: 'policy_intro' },
  { id: 'about', title: 'about_title', intro: null },
] as const satisfies readonly { id: string; title: MessageKey; intro: MessageKey | null }[];

export type SectionId = (typeof SECTIONS)[number]['id'];

/**
 * Sections shown together, at most two screens of 1280 × 800 without expanded tables. The URL's hash names a section.
 */
export const SETTINGS_PAGES = [
  { title: 'options_page_lists', sections: ['channels'] },
  { title: 'deviceLists_title', sections: ['device-lists'] },
  { title: 'decisions_title', sections: ['decisions'] },
  { title: 'options_page_clicks', sections: ['levels', 'webmails', 'language-section'] },
  { title: 'options_page_statistics', sections: ['statistics', 'self-test'] },
  { title: 'options_page_backup', sections: ['backup', 'policy', 'about'] },
] as const satisfies readonly { title: MessageKey; sections: readonly SectionId[] }[];

const CHECK_MESSAGE = '../check-message/check-message.html';

export function optionsFrame({ texts }: PageContext): {
  readonly nodes: readonly Node[];
  readonly bodies: ReadonlyMap<SectionId, HTMLElement>;
} {
  const bodies = new Map<SectionId, HTMLElement>(
    SECTIONS.map(({ id }) => [id, <div className="section-body" />] as const),
  );
  const nodes = [
    <header className="masthead">
      <img src="/icons/icon.svg" alt="" width={40} height={40} />
      <h1>{texts.text('options_title')}</h1>
    </header>,
    <nav className="side" aria-label={texts.text('options_nav')}>
      <ul className="plain">
        {SETTINGS_PAGES.map(({ title, sections: [first] }) => (
          <li>
            <a href={`#${first}`}>{texts.text(title)}</a>
          </li>
        ))}
        <li>
          <a href={CHECK_MESSAGE}>{texts.text('menu_check_message')}</a>
        </li>
      </ul>
    </nav>,
    <main>
      {SECTIONS.filter(({ id }) => !(IS_MAIL_PROGRAM && id === 'webmails')).map(({ id, title, intro }) => (
        <section id={id} aria-labelledby={`${id}-title`}>
          {/* Focus target of navigation. */}
          <h2 id={`${id}-title`} tabIndex={-1}>
            {texts.text(title)}
          </h2>
          {intro !== null && <p className="intro">{texts.text(intro)}</p>}
          {bodies.get(id)}
        </section>
      ))}
    </main>,
  ];
  return { nodes, bodies };
}

export function followAddress(nav: Element, main: Element): void {
  show();
  addEventListener('hashchange', () => {
    show();
    goToAddress();
  });
  // Find-in-page also finds hidden sections: shows the one found.
  main.addEventListener('beforematch', ({ target }) => {
    const section = target instanceof Element ? target.closest('section') : null;
    if (section === null) return;
    history.replaceState(null, '', `#${section.id}`);
    show();
  });

  function show(): void {
    const { sections } = pageWith(sectionInAddress());
    for (const section of main.querySelectorAll(':scope > section')) {
      if (sections.some((id) => id === section.id)) section.removeAttribute('hidden');
      else section.setAttribute('hidden', 'until-found');
    }
    for (const link of nav.querySelectorAll('a')) {
      if (link.hash === `#${sections[0]}`) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  }
}

/** Keeps a focus that the reader has set. */
export function goToFirstAddress(): void {
  if (location.hash !== '' && document.activeElement === document.body) goToAddress();
}

/** `scroll-margin-block-start` in style.css sets the distance from the top. */
function goToAddress(): void {
  placeInAddress()?.scrollIntoView();
  document.getElementById(`${sectionInAddress()}-title`)?.focus({ preventScroll: true });
}

function placeInAddress(): HTMLElement | null {
  return location.hash === '' ? null : document.getElementById(location.hash.slice(1));
}

function sectionInAddress(): SectionId {
  const section = placeInAddress()?.closest('main > section') ?? null;
  return SECTIONS.find(({ id }) => id === section?.id)?.id ?? SECTIONS[0].id;
}

function pageWith(id: SectionId): (typeof SETTINGS_PAGES)[number] {
  return SETTINGS_PAGES.find(({ sections }) => sections.some((each) => each === id)) ?? SETTINGS_PAGES[0];
}
