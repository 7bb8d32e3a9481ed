import type { ChannelMatches } from '../../../core/lookup/channel-matches.ts';
import { ageOfList } from '../../../core/verdict/list-age.ts';
import type { ListFacts } from '../list/list-facts.ts';
import type { Decision } from './change-source.ts';

const CHANGES_CHANNEL = 'changes';

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

/** A matching `add`. Never makes a link clear. */
export function channelOfAddition({
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
        section: { kind, category, action: level, group: CHANGES_CHANNEL, isReviewed: true },
      },
    ],
  };
}
