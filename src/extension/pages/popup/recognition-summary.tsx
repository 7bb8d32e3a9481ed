import type { TabReport } from '../../protocol/tab-messages.ts';
import { type Child, el } from '../element.ts';
import type { PageContext } from '../page-context.ts';
import type { PopupActions } from './popup-state.ts';
import { selfTestMissed } from './self-test-result.tsx';

/** If there are no messages, says on a known webmail that none is open, elsewhere that none was recognized. */
export function recognitionSummary(tab: TabReport, isProtected: boolean, context: PageContext): Child {
  const { texts } = context;
  const { messages, elsewhere, webmail } = tab;
  // Without lists no link is looked up.
  const more = isProtected && elsewhere > 0 ? [elsewhereLine(tab, context)] : [];
  if (messages > 0) {
    const count = texts.count(webmail === null ? 'popup_by_structure' : 'popup_messages', messages);
    return [
      <p className="counts">
        {count}
        {isProtected && [' · ', lookedUp(tab, context)]}
      </p>,
      more,
    ];
  }
  if (webmail !== null) return <p className="big">{texts.text('popup_no_message')}</p>;
  return [
    <p className="big">{texts.text('popup_none_recognised')}</p>,
    elsewhere > 0 && !isProtected ? null : (
      <p>{texts.text(elsewhere > 0 ? 'popup_all_links' : 'popup_no_links')}</p>
    ),
    ...more,
  ].filter((node) => node !== null);
}

function lookedUp({ links, elsewhere, unchecked }: TabReport, { texts }: PageContext): string {
  // `unchecked` also counts links outside messages, so it is subtracted only if there are no such links.
  return unchecked === 0 || elsewhere > 0
    ? texts.count('popup_links', links)
    : texts.count('popup_links_partly', links, Math.max(0, links - unchecked));
}

function elsewhereLine({ elsewhere, messages }: TabReport, { texts }: PageContext): Node {
  return <p id="elsewhere">{texts.count(messages > 0 ? 'popup_elsewhere' : 'popup_links', elsewhere)}</p>;
}

/** First result on a site just added. */
export function probeResult({ messages, elsewhere, webmail }: TabReport, { texts }: PageContext): string {
  const found =
    messages > 0
      ? texts.count('popup_probe_found', messages)
      : texts.text(elsewhere > 0 && webmail === null ? 'popup_probe_links' : 'popup_probe_none');
  const what =
    webmail === null ? texts.text('popup_probe_unknown') : texts.text('popup_probe_known', webmail);
  return `${what} ${found}`;
}

export function missingMarksHelp(tab: TabReport, actions: PopupActions, context: PageContext): HTMLElement {
  const { texts } = context;
  return (
    <details id="missing">
      <summary>{texts.text('popup_missing')}</summary>
      <p>{texts.text('popup_missing_hint')}</p>
      {selfTestMissed(tab, context)}
      <p className="actions">
        <button type="button" id="get-self-test" className="quiet" onclick={actions.getSelfTest}>
          {texts.text('popup_get_self_test')}
        </button>
        {tab.messages > 0 && (
          <button type="button" id="report-missed" className="quiet" onclick={actions.reportMissed}>
            {texts.text('popup_report_missed')}
          </button>
        )}
      </p>
    </details>
  );
}
