import type { ChannelMatches } from './channel-matches.ts';
import type { LinkMatch } from './look-up-link.ts';
import { type Level, SEVERAL_SOURCES } from '../verdict/verdict.ts';

/**
 * Anybody can forge a sender or get an address onto a crowd-fed list. So a listed sender is caution at most, and an
 * address that only one crowd-fed group names is ignored.
 */
export function limitSenderListings(channels: readonly ChannelMatches[]): readonly ChannelMatches[] {
  return channels.map((channel) => ({
    ...channel,
    matches: channel.matches
      .filter((match) => isVouchedFor(match, channel) || isAgreed(match, channels))
      .map((match) => ({ ...match, section: { ...match.section, action: 'caution' satisfies Level } })),
  }));
}

/**
 * A publisher makes an address danger only after review or if two groups agree. A device list without a preset is
 * believed, because the reader chose it.
 */
function isVouchedFor({ section }: LinkMatch, { kind, voice }: ChannelMatches): boolean {
  if (section.kind !== 'address' || section.group === SEVERAL_SOURCES) return true;
  return kind === 'device-list' ? voice === null || voice.isReviewed : section.action === 'danger';
}

function isAgreed({ layer, expression }: LinkMatch, channels: readonly ChannelMatches[]): boolean {
  const groups = channels.flatMap(({ matches }) =>
    matches
      .filter((match) => match.layer === layer && match.expression === expression)
      .map(({ section }) => section.group),
  );
  return new Set(groups).size > 1;
}
