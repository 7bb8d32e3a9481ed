import type { ChannelMatches } from '../../../../core/lookup/channel-matches.ts';
import { startOfDay } from './first-listed.ts';
import { isDeviceList } from '../../../platform/channel-ids.ts';

/**
 * What a channel knows of a link, as it is judged and shown. Of a list compiled on the device a reason tells since when
 * the entry is listed, not when the list was last fetched; the source is the list itself.
 */
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
