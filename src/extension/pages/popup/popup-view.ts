import { el, withAttributes } from '../element.ts';
import { iconButton } from './icon-button.ts';
import { lookBack } from '../look-back.ts';
import { IS_MAIL_PROGRAM } from '../../platform/mail-program.ts';
import type { PageContext } from '../page-context.ts';
import { loadFailureNotice } from '../load-failure-notice.ts';
import { statusLine, type StatusUndo } from '../status-line.ts';
import type { PopupState, Ready, PopupActions } from './popup-state.ts';
import { codesButton, foundCodes } from './codes-view.ts';
import { otherPage } from './other-page.ts';
import { webmailTab } from './webmail-tab.ts';
import { listLines } from './list-lines.ts';
import { mistakes } from './mistakes.ts';
import { siteAnswer } from './site-answer.ts';

export function popupView(state: PopupState, actions: PopupActions, context: PageContext): readonly Node[] {
  const { texts } = context;
  const settings = iconButton('settings', 'settings', texts.text('popup_settings'), actions.openOptions);
  const checkName = texts.text('popup_check_message');
  const checkMessage = iconButton('check-message', 'message', checkName, actions.checkMessage);
  const head = el(
    'header',
    { className: 'masthead' },
    el('img', { src: '/icons/icon.svg', alt: '', width: 28, height: 28 }),
    el('h1', {}, texts.text('extension_name')),
    // Mail programs provide no screenshots to find codes in.
    state.kind === 'ready' && !IS_MAIL_PROGRAM ? codesButton(state, actions, context) : null,
    state.kind === 'ready' ? checkMessage : null,
    settings,
  );
  switch (state.kind) {
    case 'loading':
      return [head, el('main', { ariaBusy: 'true' }, el('p', {}, texts.text('loading')))];
    case 'no-answer':
      return [head, el('main', {}, loadFailureNotice('no-answer', context))];
    case 'ready':
      return [
        head,
        el(
          'main',
          {},
          lookBack(state.findings, actions.dismissFindings, context),
          mistakes(state.mistakes, actions.dismissMistakes, context),
          thisTab(state, actions, context),
          listLines(state, actions, context),
        ),
      ];
  }
}

function thisTab(state: Ready, actions: PopupActions, context: PageContext): HTMLElement {
  const { tab } = state;
  const parts =
    tab?.isWebmail === true
      ? webmailTab(tab, state, actions, context)
      : otherPage(state.site, tab?.isUnreached === true, actions, context);
  return withAttributes(
    el(
      'section',
      { id: 'tab' },
      statusLine(state.said, undoOf(state.undo), context),
      // Drawn even if empty, like `foundCodes`.
      el('p', { id: 'probe', className: 'heard', role: 'status' }, ...siteAnswer(state, context)),
      ...parts,
      foundCodes(state, context),
    ),
    { 'aria-label': context.texts.text('popup_this_tab') },
  );

  function undoOf(undo: Ready['undo']): StatusUndo | null {
    return undo === null ? null : { id: 'undo', run: () => actions.undo(undo) };
  }
}
