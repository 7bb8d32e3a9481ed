import { isMissing, listsThreats, protectionOf } from '../../core/verdict/protection.ts';
import type { MessageKey } from '../platform/texts/texts.ts';
import type { ChannelStatus } from '../protocol/channel-messages.ts';
import { outside } from './outside.tsx';
import type { PageContext } from './page-context.ts';
import type { Sentence } from './status-sentences.ts';

const TITLES = {
  none: 'protection_title_none',
  off: 'protection_title_off',
  missing: 'protection_title_partly',
  expired: 'protection_title_partly',
  checks: 'protection_title_on',
  flags: 'protection_title_on',
  unverifiable: 'protection_title_unverifiable',
} as const satisfies Record<ReturnType<typeof protectionOf>, MessageKey>;

export function protectionTitle(channels: readonly ChannelStatus[], { texts }: PageContext): string {
  return texts.text(TITLES[protectionOf(channels)]);
}

/** "Protection on · 3 lists · updated today". */
export function protectionSummary(channels: readonly ChannelStatus[], context: PageContext): string {
  const { texts } = context;
  const protection = protectionOf(channels);
  if (protection !== 'checks' && protection !== 'flags') return protectionTitle(channels, context);
  const real = channels.filter(listsThreats);
  return texts.count(
    'protection_summary',
    real.length,
    context.formats.listDay(oldestOf(real)?.publishedAt ?? context.now, context.now),
  );
}

export function protectionLine(channels: readonly ChannelStatus[], context: PageContext): Sentence {
  const { texts } = context;
  const real = channels.filter(listsThreats);
  const signed = real.filter(({ origin }) => origin !== 'list' && origin !== 'packaged');
  switch (protectionOf(channels)) {
    case 'none':
      return [texts.text('protection_none')];
    case 'off':
      return [texts.text('protection_off')];
    case 'unverifiable':
      return [texts.text('protection_unverifiable')];
    case 'checks': {
      const oldest = oldestOf(signed);
      return real.length === 1
        ? texts.pieces('protection_checks', outside(oldest?.name ?? ''), dateOf(oldest, context))
        : [texts.text('protection_checks_several', real.length, dateOf(oldestOf(real), context))];
    }
    case 'missing':
      return texts.pieces(
        'protection_missing',
        outside(channels.find((channel) => isMissing(channel))?.name ?? ''),
      );
    case 'flags':
      return [texts.count('protection_flags', real.length, dateOf(oldestOf(real), context))];
    case 'expired': {
      const isExpired = ({ kind }: ChannelStatus): boolean => kind === 'expired';
      const expired = oldestOf(signed.some(isExpired) ? signed.filter(isExpired) : real);
      return texts.pieces('protection_expired', outside(expired?.name ?? ''), dateOf(expired, context));
    }
  }
}

function oldestOf(some: readonly ChannelStatus[]): ChannelStatus | undefined {
  return some.toSorted((a, b) => a.publishedAt - b.publishedAt)[0];
}

function dateOf(list: ChannelStatus | undefined, { formats, now }: PageContext): string {
  return formats.listDate(list?.publishedAt ?? now, now);
}
