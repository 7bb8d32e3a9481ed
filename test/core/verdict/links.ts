import type { SectionName } from '../../../src/core/snapshot/snapshot.ts';
import type { ChannelMatches } from '../../../src/core/lookup/channel-matches.ts';
import type { Rule } from '../../../src/core/verdict/rules.ts';

export const PHISHING: SectionName = {
  kind: 'url',
  category: 'phishing',
  action: 'danger',
  group: 'a feed',
};
export const SPAM: SectionName = { kind: 'url', category: 'spam', action: 'caution', group: 'b feed' };

export function aChannel(change: Partial<ChannelMatches> = {}): ChannelMatches {
  return {
    channel: 'default',
    channelName: 'Lists',
    serial: 7,
    publishedAt: 1_795_000_000,
    status: 'fresh',
    kind: 'threats',
    voice: null,
    matches: [],
    ...change,
  };
}

export function aRule(change: Partial<Rule> = {}): Rule {
  return {
    id: 'r1',
    action: 'trust',
    scope: 'site',
    subject: 'b.example',
    addedAt: 1,
    expiresAt: null,
    note: '',
    by: 'reader',
    ...change,
  };
}
