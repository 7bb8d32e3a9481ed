import { listsThreats, protectionOf } from '../../../core/verdict/protection.ts';
import type { TabReport } from '../../protocol/tab-messages.ts';
import { uncheckedKey } from '../../platform/texts/reason-keys.ts';
import { el } from '../element.ts';
import { icon } from '../icon.ts';
import { outside } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { missingMarksHelp, recognitionSummary } from './recognition-summary.ts';
import { selfTestResult } from './self-test-result.ts';
import { fineSender } from './fine-sender.ts';
import { flaggedGroup } from '../flagged/flagged-group.ts';
import { flaggedGroups } from '../flagged/flagged-groups.ts';
import type { Ready, PopupActions } from './popup-state.ts';
import { notChecked } from './not-checked.ts';
import { unlessLocked } from '../unless-locked.ts';
import { IS_MAIL_PROGRAM } from '../../platform/mail-program.ts';
import { suspiciousMessage } from './suspicious-message.ts';

export function webmailTab(
  tab: TabReport,
  state: Ready,
  actions: PopupActions,
  context: PageContext,
): readonly Node[] {
  const { texts } = context;
  if (tab.isPaused) return pausedNodes(state.host, actions, context);
  const flagged = tab.danger + tab.caution;
  const protection = protectionOf(state.channels);
  const isProtected = state.channels.some(listsThreats);
  const parts: Node[] = [];
  if (tab.refusedChanges > 0) {
    parts.push(
      el(
        'div',
        { className: 'notice is-caution', id: 'flood', role: 'alert' },
        el('p', { className: 'notice-title' }, texts.text('popup_flood_title')),
        el('p', {}, texts.count('popup_flood', tab.refusedChanges)),
      ),
    );
  }
  if (tab.notes.includes('no-message-found')) {
    parts.push(notChecked(texts.text('popup_note_no_message_title'), texts.text('popup_note_no_message')));
  } else {
    parts.push(...recognitionSummary(tab, isProtected, context));
  }
  if (tab.unchecked > 0) {
    parts.push(
      notChecked(
        texts.count('popup_unchecked', tab.unchecked),
        tab.uncheckedBecause.map((because) => texts.text(uncheckedKey(because))).join(texts.gap),
      ),
    );
  }
  const selfTest = selfTestResult(tab, context);
  if (selfTest !== null) parts.push(selfTest);
  parts.push(...tab.suspicious.map((message, index) => suspiciousMessage(message, index, context)));
  parts.push(...tab.fine.map((sender) => fineSender(sender, actions, context)));
  if (flagged > 0) {
    parts.push(
      el('h2', {}, texts.count('popup_flagged', flagged)),
      el(
        'ul',
        { className: 'plain' },
        ...flaggedGroups(tab.flagged).map((group, index) =>
          flaggedGroup(group, index, group.key === state.trusting, actions, context),
        ),
      ),
    );
    const notShown = flagged - tab.flagged.length;
    if (notShown > 0) parts.push(el('p', { className: 'hint' }, texts.count('popup_not_shown', notShown)));
  } else if (isProtected && tab.links + tab.elsewhere > tab.unchecked) {
    const found = tab.webmail === null ? 'popup_none_of_found' : 'popup_none_flagged';
    const missing = protection === 'missing' ? 'popup_none_missing' : found;
    parts.push(el('p', {}, texts.text(protection === 'expired' ? 'popup_none_expired' : missing)));
  }
  const pause = el(
    'p',
    { className: 'actions' },
    el(
      'button',
      { type: 'button', id: 'pause', className: 'quiet', onclick: () => actions.pause(true) },
      texts.text('popup_pause'),
    ),
  );
  parts.push(
    el(
      'div',
      { className: 'tab-foot' },
      missingMarksHelp(tab, actions, context),
      // Mail programs have no sites to pause.
      IS_MAIL_PROGRAM ? null : unlessLocked(['pause'], pause, context),
    ),
  );
  return parts;
}

function pausedNodes(host: string | null, actions: PopupActions, context: PageContext): readonly Node[] {
  const { texts } = context;
  return [
    el(
      'div',
      { className: 'notice is-unchecked', id: 'paused' },
      el('p', { className: 'notice-title' }, icon('unchecked'), texts.text('popup_paused_title')),
      el('p', {}, ...texts.pieces<string | Node>('popup_paused', outside(host ?? ''))),
    ),
    el(
      'p',
      { className: 'actions' },
      el(
        'button',
        { type: 'button', id: 'resume', className: 'primary', onclick: () => actions.pause(false) },
        texts.text('popup_resume'),
      ),
    ),
  ];
}
