import type { Webmail } from '../../protocol/webmail-hosts.ts';
import { el } from '../element.ts';
import { outside } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';
import { statusLine } from '../status-line.tsx';
import type { Sentence } from '../status-sentences.ts';
import { withdrawnNotice } from '../withdrawn-notice.tsx';

export interface WebmailLinksState {
  /** Permission granted at install. */
  readonly required: readonly Webmail[];
  /** Required webmails whose permission was revoked. */
  readonly withdrawn: readonly Webmail[];
  readonly optional: readonly Webmail[];
  readonly said: Sentence;
}

export interface WebmailLinksActions {
  readonly open: (webmail: Webmail) => void;
  /** Call within the click. */
  readonly allow: (webmail: Webmail) => void;
}

export function webmailLinks(
  { required, withdrawn, optional, said }: WebmailLinksState,
  actions: WebmailLinksActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  return (
    <section id="webmail-links">
      <h2>{texts.text('welcome_webmail_title')}</h2>
      {statusLine(said, null, context)}
      {withdrawn.map((webmail) =>
        withdrawnNotice(
          webmail,
          button(webmail, () => actions.allow(webmail)),
          context,
        ),
      )}
      <p>{texts.text('welcome_webmail_text')}</p>
      <p className="actions">
        {required
          .filter((webmail) => !withdrawn.includes(webmail))
          .map((webmail) => button(webmail, () => actions.open(webmail)))}
      </p>
      <details className="more">
        <summary>{texts.text('welcome_webmail_more')}</summary>
        <p className="actions">{optional.map((webmail) => button(webmail, () => actions.allow(webmail)))}</p>
      </details>
    </section>
  );

  function button({ name }: Webmail, onclick: () => void): HTMLElement {
    return (
      <button type="button" onclick={onclick} data-key={name}>
        {outside(name)}
      </button>
    );
  }
}
