import { isDanger } from '../../../core/verdict/verdict.ts';
import { protectionOf } from '../../../core/verdict/protection.ts';
import type { ChannelStatus } from '../../protocol/channel-messages.ts';
import type { MessageKey } from '../../platform/texts/texts.ts';
import type { PageContext } from '../page-context.ts';
import { isRisky, type CheckedMessage, type JudgedLink } from './check-state.ts';

export type OutcomeLevel = 'danger' | 'caution' | 'unchecked' | 'none';

/** No outcome is good: at best nothing was found. */
export interface Outcome {
  readonly level: OutcomeLevel;
  readonly title: string;
  readonly todo: MessageKey;
}

export function outcomeOf(
  message: CheckedMessage,
  channels: readonly ChannelStatus[] | null,
  { texts }: Pick<PageContext, 'texts'>,
): Outcome {
  const { mail, evidence } = message;
  const flagged = message.links.filter(isFlagged);
  const dangers = flagged.filter(({ answer }) => isDanger(answer.verdict));
  const links = dangers.filter(({ from }) => from !== 'sender');
  if (links.length > 0)
    return {
      level: 'danger',
      title: texts.count('check_danger', links.length),
      todo: 'check_danger_todo',
    };
  if (dangers.length > 0)
    return { level: 'danger', title: texts.text('check_danger_sender'), todo: 'check_danger_todo' };
  if (mail.attachments.some(isRisky))
    return { level: 'caution', title: texts.text('check_caution_file'), todo: 'check_caution_file_todo' };
  if (evidence.kind === 'flagged')
    return { level: 'caution', title: texts.text('check_caution'), todo: 'check_caution_todo' };
  if (flagged.length > 0)
    return {
      level: 'caution',
      title: texts.count('check_caution_links', flagged.length),
      todo: 'check_caution_todo',
    };
  if (isIncomplete(message, channels))
    return { level: 'unchecked', title: texts.text('check_unchecked'), todo: 'check_unchecked_todo' };
  return { level: 'none', title: texts.text('check_none'), todo: 'check_none_todo' };
}

/** Whether parts are unread, or no list could judge the message. */
export function isIncomplete(message: CheckedMessage, channels: readonly ChannelStatus[] | null): boolean {
  const { mail, unreadPictures, evidence } = message;
  const protection = channels === null ? 'none' : protectionOf(channels);
  return (
    (protection !== 'checks' && protection !== 'flags') ||
    evidence.kind === 'unchecked' ||
    mail.unread.length > 0 ||
    unreadPictures > 0 ||
    mail.attachments.some(({ isLookedInto, kind }) => !isLookedInto && kind !== 'picture') ||
    message.links.some((link) => isUnknown(link))
  );
}

/** Leaves out `no-channel`: with device lists alone no link is clear, and one sentence says so for all. */
function isUnknown({ answer: { verdict } }: JudgedLink): boolean {
  return verdict.kind === 'unchecked' && verdict.because !== 'no-channel';
}

export function isFlagged({ answer }: JudgedLink): boolean {
  return answer.verdict.kind === 'flagged';
}
