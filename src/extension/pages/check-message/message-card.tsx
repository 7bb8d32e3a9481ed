import { isDanger, type EvidenceReason } from '../../../core/verdict/verdict.ts';
import type { MessageKey } from '../../platform/texts/texts.ts';
import type { FirstAidAbout } from '../../protocol/first-aid-messages.ts';
import { aboutOf as aboutLink } from '../../platform/texts/question-keys.ts';
import { el, type Child } from '../element.ts';
import { flaggedGroup } from '../flagged/flagged-group.tsx';
import { flaggedGroups, type ShownFlaggedLink } from '../flagged/flagged-groups.ts';
import { icon } from '../icon.ts';
import { outside } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';
import { evidenceSentence } from '../verdict-sentences.ts';
import { senderFor } from './check-one.ts';
import { filesPart } from './files-part.tsx';
import { linksPart, whereFound } from './links-part.tsx';
import { isFlagged, outcomeOf, type OutcomeLevel } from './outcome.ts';
import { senderPart } from './sender-part.tsx';
import { unreadPart } from './unread-part.tsx';
import type {
  CheckActions,
  CheckedMessage,
  CheckFailure,
  CheckItem,
  CheckProgress,
  CheckState,
  JudgedLink,
} from './check-state.ts';

const FAILURES: Readonly<Record<CheckFailure, MessageKey>> = {
  'too-large': 'check_failed_too_large',
  empty: 'check_failed_empty',
  gone: 'check_failed_gone',
  unreadable: 'check_failed_unreadable',
  'outlook-file': 'check_failed_outlook_file',
  'too-long': 'check_failed_too_long',
  failed: 'check_failed_failed',
  'no-answer': 'check_failed_no_answer',
  stopped: 'check_failed_stopped',
};

const CAN_BE_TRIED: ReadonlySet<CheckFailure> = new Set(['stopped', 'no-answer', 'gone']);

export function messageCard(
  item: CheckItem,
  isOnly: boolean,
  state: CheckState,
  actions: CheckActions,
  context: PageContext,
): HTMLElement {
  const { progress } = item;
  const level =
    progress.kind === 'done' ? outcomeOf(progress.message, state.channels, context).level : 'none';
  return (
    <li
      className={`card checked-message is-${progress.kind === 'failed' ? 'unchecked' : level}`}
      data-key={`message-${item.id}`}
      aria-labelledby={`message-${item.id}`}
    >
      <h2 className="checked-name" id={`message-${item.id}`} tabIndex={-1}>
        {nameOf(item, context)}
      </h2>
      {bodyOf(item, progress, isOnly, state, actions, context)}
    </li>
  );
}

function nameOf({ name, progress }: CheckItem, { texts }: PageContext): Child {
  const subject = progress.kind === 'done' ? progress.message.mail.subject.trim() : '';
  if (name === '' && subject === '') return texts.text('check_pasted');
  return outside(name === '' ? subject : name);
}

function bodyOf(
  item: CheckItem,
  progress: CheckProgress,
  isOnly: boolean,
  state: CheckState,
  actions: CheckActions,
  context: PageContext,
): readonly Child[] {
  const { texts } = context;
  switch (progress.kind) {
    case 'waiting':
      return [<p className="hint">{texts.text('check_waiting')}</p>];
    case 'reading':
      return [<p className="hint">{texts.text('check_reading')}</p>];
    case 'codes':
      return [<p className="hint">{texts.text('check_codes', progress.done + 1, progress.total)}</p>];
    case 'judging':
      return [<p className="hint">{texts.text('check_judging', progress.done, progress.total)}</p>];
    case 'failed':
      return [
        <p className="flag-level is-unchecked">
          {icon('unchecked')}
          {texts.text('check_failed')}
        </p>,
        <p>{texts.text(FAILURES[progress.because])}</p>,
        CAN_BE_TRIED.has(progress.because) && (
          <p className="actions">
            <button type="button" id={`again-${item.id}`} onclick={() => actions.checkAgain(item.id)}>
              {texts.text('check_again')}
            </button>
          </p>
        ),
      ];
    case 'done':
      return checked(item, progress.message, isOnly, state, actions, context);
  }
}

const ICONS = {
  danger: 'danger',
  caution: 'caution',
  unchecked: 'unchecked',
  none: null,
} as const satisfies Record<OutcomeLevel, string | null>;

function checked(
  item: CheckItem,
  message: CheckedMessage,
  isOnly: boolean,
  state: CheckState,
  actions: CheckActions,
  context: PageContext,
): readonly Child[] {
  const { texts } = context;
  const { level, title, todo } = outcomeOf(message, state.channels, context);
  const sign = ICONS[level];
  return [
    <p className={`verdict is-${level}`}>
      {sign !== null && icon(sign)}
      <strong>{title}</strong>
    </p>,
    <p>{texts.text(todo)}</p>,
    (level === 'danger' || level === 'caution') && (
      <p className="actions">
        <button type="button" className="quiet" onclick={() => actions.openFirstAid(aboutOf(message))}>
          {texts.text('guard_first_aid')}
        </button>
      </p>
    ),
    // Reasons below the threshold may fit any good message.
    message.evidence.kind === 'flagged' && evidence(message.evidence.reasons, context),
    flaggedLinks(item, message, state, actions, context),
    <details className="more" open={isOnly} data-key="details">
      <summary>{texts.text('check_details')}</summary>
      <div className="checked-details">
        {senderPart(item.id, message, state.preferences?.mailServer ?? null, actions, context)}
        {filesPart(message, context)}
        {linksPart(item, message, actions, context)}
        {unreadPart(message, context)}
      </div>
    </details>,
  ];
}

function evidence(reasons: readonly EvidenceReason[], context: PageContext): Child {
  if (reasons.length === 0) return null;
  return [
    <h3>{context.texts.text('check_evidence')}</h3>,
    <ul>
      {reasons.map((reason) => (
        <li>{evidenceSentence(reason, context)}</li>
      ))}
    </ul>,
  ];
}

function flaggedLinks(
  item: CheckItem,
  message: CheckedMessage,
  { trusting, preferences }: CheckState,
  actions: CheckActions,
  context: PageContext,
): Child {
  const flagged = message.links.filter(isFlagged);
  if (flagged.length === 0) return null;
  const { isVouchedFor } = senderFor(message.mail, preferences?.mailServer ?? null);
  return [
    <h3>{context.texts.count('check_flagged', flagged.length)}</h3>,
    <ul className="plain">
      {flaggedGroups(flagged.map((link) => shownLink(link, isVouchedFor, context))).map((group, index) =>
        flaggedGroup(
          group,
          // Unique on the page: no message has so many groups.
          item.id * 10_000 + index,
          trusting?.item === item.id && trusting.group === group.key,
          actions.flaggedIn(item.id),
          context,
        ),
      )}
    </ul>,
  ];
}

/** Converts a link for the popup's views. */
function shownLink(link: JudgedLink, isVouchedFor: boolean, { texts }: PageContext): ShownFlaggedLink {
  const { href, text, answer } = link;
  // From can be forged: offer trust only if authenticated.
  const scopes = answer.scopes.filter(({ scope }) => scope !== 'sender' || isVouchedFor);
  return { ...answer, scopes, href, text, messageKey: '', frameId: 0, where: whereFound(link, texts) };
}

function aboutOf({ links }: CheckedMessage): FirstAidAbout {
  const worst = links.find(({ answer }) => isDanger(answer.verdict));
  return worst === undefined ? 'other' : aboutLink(worst.answer);
}
