import { isMissing, isOfThreats, protectionOf } from '../core/verdict/protection.ts';
import type { ChannelStatus } from '../protocol/channel-messages.ts';
import { outside } from './outside.ts';
import type { PageContext } from './page-context.ts';
import type { Sentence } from './status-sentences.ts';

/** The truth about this installation in one sentence: the same in welcome page, popup and settings. */
export function protectionLine(
  channels: readonly ChannelStatus[],
  { texts, formats, now }: PageContext,
): Sentence {
  const real = channels.filter(isOfThreats);
  const signed = real.filter(({ origin }) => origin !== 'list' && origin !== 'packaged');
  const oldestOf = (some: readonly ChannelStatus[]): ChannelStatus | undefined =>
    some.toSorted((a, b) => a.publishedAt - b.publishedAt)[0];
  const dateOf = (list: ChannelStatus | undefined): string => formats.listDate(list?.publishedAt ?? now, now);
  switch (protectionOf(channels)) {
    case 'none':
      return [texts.text('protection_none')];
    case 'off':
      return [texts.text('protection_off')];
    case 'checks': {
      const oldest = oldestOf(signed);
      return real.length === 1
        ? texts.pieces<string | Node>('protection_checks', outside(oldest?.name ?? ''), dateOf(oldest))
        : [texts.text('protection_checks_several', real.length, dateOf(oldestOf(real)))];
    }
    case 'missing':
      return texts.pieces<string | Node>(
        'protection_missing',
        outside(channels.find((channel) => isMissing(channel))?.name ?? ''),
      );
    case 'flags':
      return [texts.count('protection_flags', real.length, dateOf(oldestOf(real)))];
    case 'expired': {
      const isExpired = ({ kind }: ChannelStatus): boolean => kind === 'expired';
      const expired = oldestOf(signed.some(isExpired) ? signed.filter(isExpired) : real);
      return texts.pieces<string | Node>('protection_expired', outside(expired?.name ?? ''), dateOf(expired));
    }
  }
}
