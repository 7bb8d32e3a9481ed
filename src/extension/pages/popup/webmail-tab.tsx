import { listsThreats, protectionOf } from '../../../core/verdict/protection.ts';
import type { TabReport } from '../../protocol/tab-messages.ts';
import { uncheckedKey } from '../../platform/texts/reason-keys.ts';
import { type Child, el } from '../element.ts';
import { icon } from '../icon.ts';
import { outside } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';
import { missingMarksHelp, recognitionSummary } from './recognition-summary.tsx';
import { selfTestResult } from './self-test-result.tsx';
import { fineSender } from './fine-sender.tsx';
import { flaggedGroup } from '../flagged/flagged-group.tsx';
import { flaggedGroups } from '../flagged/flagged-groups.ts';
import type { Ready, PopupActions } from './popup-state.ts';
import { notChecked } from './not-checked.tsx';
import { unlessLocked } from '../unless-locked.tsx';
import { IS_MAIL_PROGRAM } from '../../platform/mail-program.ts';
import { suspiciousMessage } from './suspicious-message.tsx';

export function webmailTab(tab: TabReport, state: Ready, actions: PopupActions, context: PageContext): Child {
  const { texts } = context;
  if (tab.isPaused) return pausedNodes(state.host, actions, context);
  const flagged = tab.danger + tab.caution;
  const protection = protectionOf(state.channels);
  const isProtected = state.channels.some(listsThreats);
  const parts: Child[] = [];
  if (tab.refusedChanges > 0) {
    parts.push(
      <div className="notice is-caution" id="flood" role="alert">
        <p className="notice-title">{texts.text('popup_flood_title')}</p>
        <p>{texts.count('popup_flood', tab.refusedChanges)}</p>
      </div>,
    );
  }
  if (tab.notes.includes('no-message-found')) {
    parts.push(notChecked(texts.text('popup_note_no_message_title'), texts.text('popup_note_no_message')));
  } else {
    parts.push(recognitionSummary(tab, isProtected, context));
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
      <h2>{texts.count('popup_flagged', flagged)}</h2>,
      <ul className="plain">
        {flaggedGroups(tab.flagged).map((group, index) =>
          flaggedGroup(group, index, group.key === state.trusting, actions, context),
        )}
      </ul>,
    );
    const notShown = flagged - tab.flagged.length;
    if (notShown > 0) parts.push(<p className="hint">{texts.count('popup_not_shown', notShown)}</p>);
  } else if (isProtected && tab.links + tab.elsewhere > tab.unchecked) {
    const found = tab.webmail === null ? 'popup_none_of_found' : 'popup_none_flagged';
    const missing = protection === 'missing' ? 'popup_none_missing' : found;
    parts.push(<p>{texts.text(protection === 'expired' ? 'popup_none_expired' : missing)}</p>);
  }
  const pause = (
    <p className="actions">
      <button type="button" id="pause" className="quiet" onclick={() => actions.pause(true)}>
        {texts.text('popup_pause')}
      </button>
    </p>
  );
  parts.push(
    <div className="tab-foot">
      {missingMarksHelp(tab, actions, context)}
      {/* Mail programs have no sites to pause. */}
      {IS_MAIL_PROGRAM ? null : unlessLocked(['pause'], pause, context)}
    </div>,
  );
  return parts;
}

function pausedNodes(host: string | null, actions: PopupActions, context: PageContext): Child {
  const { texts } = context;
  return [
    <div className="notice is-unchecked" id="paused">
      <p className="notice-title">
        {icon('unchecked')}
        {texts.text('popup_paused_title')}
      </p>
      <p>{texts.pieces('popup_paused', outside(host ?? ''))}</p>
    </div>,
    <p className="actions">
      <button type="button" id="resume" className="primary" onclick={() => actions.pause(false)}>
        {texts.text('popup_resume')}
      </button>
    </p>,
  ];
}
