import type { TabReport } from '../../protocol/tab-messages.ts';
import { el } from '../element.ts';
import type { PageContext } from '../page-context.ts';
import type { PopupActions } from './popup-state.ts';
import { selfTestMissed } from './self-test-result.ts';

/**
 * How much was found, and how. Only where the webmail is known may it be said that no message is open: elsewhere all
 * that is known is that none was recognised.
 */
export function recognised(tab: TabReport, isProtected: boolean, context: PageContext): readonly Node[] {
  const { texts } = context;
  const { messages, elsewhere, webmail } = tab;
  // Without a list of real threats nothing is looked up that could tell anything; the lines below say so.
  const more = isProtected && elsewhere > 0 ? [elsewhereLine(tab, context)] : [];
  if (messages > 0) {
    const count = texts.count(webmail === null ? 'popup_by_structure' : 'popup_messages', messages);
    return [
      el('p', { className: 'counts' }, count, ...(isProtected ? [' · ', lookedUp(tab, context)] : [])),
      ...more,
    ];
  }
  if (webmail !== null) return [el('p', { className: 'big' }, texts.text('popup_no_message'))];
  return [
    el('p', { className: 'big' }, texts.text('popup_none_recognised')),
    elsewhere > 0 && !isProtected
      ? null
      : el('p', {}, texts.text(elsewhere > 0 ? 'popup_all_links' : 'popup_no_links')),
    ...more,
  ].filter((node) => node !== null);
}

function lookedUp({ links, elsewhere, unchecked }: TabReport, { texts }: PageContext): string {
  // What could not be checked may be of either kind; it is counted once, below.
  return unchecked === 0 || elsewhere > 0
    ? texts.count('popup_links', links)
    : texts.count('popup_links_partly', links, Math.max(0, links - unchecked));
}

function elsewhereLine({ elsewhere, messages }: TabReport, { texts }: PageContext): Node {
  return el(
    'p',
    { id: 'elsewhere' },
    texts.count(messages > 0 ? 'popup_elsewhere' : 'popup_links', elsewhere),
  );
}

/** What the first look at a site that was just added has found. */
export function probed({ messages, elsewhere, webmail }: TabReport, { texts }: PageContext): string {
  const found =
    messages > 0
      ? texts.count('popup_probe_found', messages)
      : texts.text(elsewhere > 0 && webmail === null ? 'popup_probe_links' : 'popup_probe_none');
  const what =
    webmail === null ? texts.text('popup_probe_unknown') : texts.text('popup_probe_known', webmail);
  return `${what} ${found}`;
}

/** For whoever sees a message in which nothing was found: a message of which it is known what must be. */
export function isSomethingMissing(tab: TabReport, actions: PopupActions, context: PageContext): HTMLElement {
  const { texts } = context;
  return el(
    'details',
    { id: 'missing' },
    el('summary', {}, texts.text('popup_missing')),
    el('p', {}, texts.text('popup_missing_hint')),
    selfTestMissed(tab, context),
    el(
      'p',
      { className: 'actions' },
      el(
        'button',
        { type: 'button', id: 'get-self-test', className: 'quiet', onclick: actions.getSelfTest },
        texts.text('popup_get_self_test'),
      ),
      tab.messages > 0
        ? el(
            'button',
            { type: 'button', id: 'report-missed', className: 'quiet', onclick: actions.reportMissed },
            texts.text('popup_report_missed'),
          )
        : null,
    ),
  );
}
