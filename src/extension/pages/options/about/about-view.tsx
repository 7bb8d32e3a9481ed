import type { ThisExtension } from '../../../platform/installation.ts';
import { type Child, el } from '../../element.ts';
import { outside } from '../../outside.tsx';
import type { PageContext } from '../../page-context.ts';
import { LIBRARIES, RELEASE_NOTES, REPORT_TO } from './about-facts.ts';

/** Explains what data leaves the device, as docs/privacy.md does. */
export function aboutView({ version, homepage }: ThisExtension, { texts }: PageContext): Child {
  return [
    <div className="card prose">
      <p>
        <strong>{texts.text('about_1')}</strong>
      </p>
      <p>{texts.text('about_2')}</p>
      <p>{texts.text('about_3')}</p>
      <p>{texts.text('about_4')}</p>
      <p>{texts.text('about_5')}</p>
      <p>
        <a href="/src/extension/pages/welcome/welcome.html">{texts.text('about_welcome')}</a>
      </p>
    </div>,
    <div className="card prose">
      <p>{texts.text('about_version', version)}</p>
      <p id="changes">{link(RELEASE_NOTES, texts.text('changes_title'))}</p>
      {homepage !== '' && <p>{texts.pieces('about_homepage', link(homepage))}</p>}
      <p>
        {texts.pieces(
          'about_report',
          link(REPORT_TO.page),
          link(`mailto:${REPORT_TO.email}`, REPORT_TO.email),
        )}
      </p>
      <details className="more" data-key="libraries">
        <summary>{texts.text('about_libraries', LIBRARIES.length)}</summary>
        <ul className="plain rows">
          {LIBRARIES.map((library) => (
            <li>
              {outside(`${library.name} ${library.version}`)}
              {' — '}
              {outside(library.licence)}
            </li>
          ))}
        </ul>
      </details>
    </div>,
  ];
}

/** Opens in a new tab, to keep the settings open. */
function link(href: string, shown = href): HTMLElement {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {outside(shown)}
    </a>
  );
}
