import type { ChannelMatches } from '../../../core/lookup/channel-matches.ts';
import { ageOfList } from '../../../core/verdict/list-age.ts';
import type { ListFacts } from '../list/list-facts.ts';
import type { Decision } from './change-source.ts';

/** The name under which changes appear among the reasons, where a channel's own would be. */
const CHANGES_CHANNEL = 'changes';

/** What the channel is, whatever it lists of a link. @param now - Unix time, seconds */
export function channelOf(facts: ListFacts, now: number): Omit<ChannelMatches, 'matches'> {
  const { channel, serial, publishedAt } = facts;
  return {
    channel,
    channelName: channel,
    serial,
    publishedAt,
    status: ageOfList(facts, now),
    kind: 'threats',
    voice: null,
  };
}

/** A change that adds, as a channel of its own would say it. Only where it matches: it never makes a link clear. */
export function addedBy({
  kind,
  layer,
  expression,
  category,
  level,
  sequence,
  at,
}: Decision): ChannelMatches {
  return {
    channel: CHANGES_CHANNEL,
    channelName: CHANGES_CHANNEL,
    serial: sequence,
    publishedAt: at,
    status: 'fresh',
    kind: 'threats',
    voice: null,
    matches: [
      {
        layer,
        expression,
        section: { kind, category, action: level, group: CHANGES_CHANNEL },
      },
    ],
  };
}
