import type { ChannelMatches } from './channel-matches.ts';
import type { LinkMatch } from './look-up-link.ts';
import { type Level, SEVERAL_SOURCES } from '../verdict/verdict.ts';

/**
 * What lists say of the address that a message names as its sender. Anybody can write any sender, and get anybody's
 * address onto a list that a crowd feeds: so it is caution, never danger, and an address that one such group alone names
 * does not count.
 */
export function asSenderListings(channels: readonly ChannelMatches[]): readonly ChannelMatches[] {
  return channels.map((channel) => ({
    ...channel,
    matches: channel.matches
      .filter((match) => isVouchedFor(match, channel) || isAgreed(match, channels))
      .map((match) => ({ ...match, section: { ...match.section, action: 'caution' satisfies Level } })),
  }));
}

/**
 * Whether a list answers for what it says of an address. A publisher makes danger of an address only if people looked at
 * it or two groups agree; a list that is not one of ours the reader chose knowingly.
 */
function isVouchedFor({ section }: LinkMatch, { kind, voice }: ChannelMatches): boolean {
  if (section.kind !== 'address' || section.group === SEVERAL_SOURCES) return true;
  return kind === 'device-list' ? voice === null || voice.isReviewed : section.action === 'danger';
}

/** Whether two groups name one address. */
function isAgreed({ layer, expression }: LinkMatch, channels: readonly ChannelMatches[]): boolean {
  const groups = channels.flatMap(({ matches }) =>
    matches
      .filter((match) => match.layer === layer && match.expression === expression)
      .map(({ section }) => section.group),
  );
  return new Set(groups).size > 1;
}
