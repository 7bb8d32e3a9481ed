import { type Child, el } from '../element.ts';
import { iconButton } from './icon-button.tsx';
import { lookBack } from '../look-back.tsx';
import { IS_MAIL_PROGRAM } from '../../platform/mail-program.ts';
import type { PageContext } from '../page-context.ts';
import { loadFailureNotice } from '../load-failure-notice.tsx';
import { statusLine, type StatusUndo } from '../status-line.tsx';
import type { PopupState, Ready, PopupActions } from './popup-state.ts';
import { codesButton, foundCodes } from './codes-view.tsx';
import { otherPage } from './other-page.tsx';
import { webmailTab } from './webmail-tab.tsx';
import { listLines } from './list-lines.tsx';
import { mistakes } from './mistakes.tsx';
import { siteAnswer } from './site-answer.ts';

export function popupView(state: PopupState, actions: PopupActions, context: PageContext): Child {
  const { texts } = context;
  const settings = iconButton('settings', 'settings', texts.text('popup_settings'), actions.openOptions);
  const checkName = texts.text('popup_check_message');
  const checkMessage = iconButton('check-message', 'message', checkName, actions.checkMessage);
  const head = (
    <header className="masthead">
      <img src="/icons/icon.svg" alt="" width={28} height={28} />
      <h1>{texts.text('extension_name')}</h1>
      {/* Mail programs provide no screenshots to find codes in. */}
      {state.kind === 'ready' && !IS_MAIL_PROGRAM && codesButton(state, actions, context)}
      {state.kind === 'ready' && checkMessage}
      {settings}
    </header>
  );
  switch (state.kind) {
    case 'loading':
      return [
        head,
        <main ariaBusy="true">
          <p>{texts.text('loading')}</p>
        </main>,
      ];
    case 'no-answer':
      return [head, <main>{loadFailureNotice('no-answer', context)}</main>];
    case 'ready':
      return [
        head,
        <main>
          {lookBack(state.findings, actions.dismissFindings, context)}
          {mistakes(state.mistakes, actions.dismissMistakes, context)}
          {thisTab(state, actions, context)}
          {listLines(state, actions, context)}
        </main>,
      ];
  }
}

function thisTab(state: Ready, actions: PopupActions, context: PageContext): HTMLElement {
  const { tab } = state;
  const parts =
    tab?.isWebmail === true
      ? webmailTab(tab, state, actions, context)
      : otherPage(state.site, tab?.isUnreached === true, actions, context);
  return (
    <section id="tab" aria-label={context.texts.text('popup_this_tab')}>
      {statusLine(state.said, undoOf(state.undo), context)}
      {/* Drawn even if empty, like `foundCodes`. */}
      <p id="probe" className="heard" role="status">
        {siteAnswer(state, context)}
      </p>
      {parts}
      {foundCodes(state, context)}
    </section>
  );

  function undoOf(undo: Ready['undo']): StatusUndo | null {
    return undo === null ? null : { id: 'undo', run: () => actions.undo(undo) };
  }
}
