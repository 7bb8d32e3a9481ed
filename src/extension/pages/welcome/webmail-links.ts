import type { Webmail } from '../../protocol/webmail-hosts.ts';
import { el, withAttributes } from '../element.ts';
import { outside } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { statusLine } from '../status-line.ts';
import type { Sentence } from '../status-sentences.ts';
import { withdrawnNotice } from '../withdrawn-notice.ts';

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
  return el(
    'section',
    { id: 'webmail-links' },
    el('h2', {}, texts.text('welcome_webmail_title')),
    statusLine(said, null, context),
    ...withdrawn.map((webmail) =>
      withdrawnNotice(
        webmail,
        button(webmail, () => actions.allow(webmail)),
        context,
      ),
    ),
    el('p', {}, texts.text('welcome_webmail_text')),
    el(
      'p',
      { className: 'actions' },
      ...required
        .filter((webmail) => !withdrawn.includes(webmail))
        .map((webmail) => button(webmail, () => actions.open(webmail))),
    ),
    el(
      'details',
      { className: 'more' },
      el('summary', {}, texts.text('welcome_webmail_more')),
      el(
        'p',
        { className: 'actions' },
        ...optional.map((webmail) => button(webmail, () => actions.allow(webmail))),
      ),
    ),
  );

  function button({ name }: Webmail, onclick: () => void): HTMLElement {
    return withAttributes(el('button', { type: 'button', onclick }, outside(name)), { 'data-key': name });
  }
}
