import type { ChannelMatches } from '../../../../core/lookup/channel-matches.ts';
import { startOfDay } from './first-listed.ts';
import { isDeviceList } from '../../../platform/channel-ids.ts';

/** For lists compiled on the device, the first-listed day replaces the time of the fetch; the source is the list. */
export function withFirstDays(matches: ChannelMatches): readonly ChannelMatches[] {
  if (!isDeviceList(matches.channel) || matches.matches.length === 0) return [matches];
  const days = [...new Set(matches.matches.map(({ section }) => section.group))];
  return days.map((day) => ({
    ...matches,
    publishedAt: startOfDay(day),
    matches: matches.matches
      .filter(({ section }) => section.group === day)
      .map((match) => ({ ...match, section: { ...match.section, group: matches.channelName } })),
  }));
}
