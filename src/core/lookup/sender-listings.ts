import { isVouchedFor, LISTING_TABLE } from '../verdict/listing-table.ts';
import type { ChannelMatches } from './channel-matches.ts';
import type { LinkMatch } from './look-up-link.ts';

/**
 * Anybody can forge a sender or get an address onto a crowd-fed list. So a listed sender is caution at most, and an
 * address that only one crowd-fed group names is ignored.
 */
export function limitSenderListings(channels: readonly ChannelMatches[]): readonly ChannelMatches[] {
  return channels.map((channel) => ({
    ...channel,
    matches: channel.matches.flatMap((match) => {
      const isVouchedFor = isVouchedForIn(match, channel) || isAgreed(match, channels);
      const action = LISTING_TABLE.sender[isVouchedFor ? 'vouched' : 'crowd'];
      return action === null ? [] : [{ ...match, section: { ...match.section, action } }];
    }),
  }));
}

/** A listed site is its publisher's word. A device list without a preset is believed, because the reader chose it. */
function isVouchedForIn({ section }: LinkMatch, { kind, voice }: ChannelMatches): boolean {
  if (section.kind !== 'address') return true;
  return kind === 'device-list' ? voice === null || voice.isReviewed : isVouchedFor(section);
}

function isAgreed({ layer, expression }: LinkMatch, channels: readonly ChannelMatches[]): boolean {
  const groups = channels.flatMap(({ matches }) =>
    matches
      .filter((match) => match.layer === layer && match.expression === expression)
      .map(({ section }) => section.group),
  );
  return new Set(groups).size > 1;
}
