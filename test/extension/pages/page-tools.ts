import type { Rule } from '../../../src/core/verdict/rules.ts';
import { pageContext, type PageContext } from '../../../src/extension/pages/page-context.ts';
import type { Language } from '../../../src/extension/platform/texts/texts.ts';
import type { ChannelStatus } from '../../../src/extension/protocol/channel-messages.ts';
import { NOTHING_ADMINISTERED, type Administered } from '../../../src/extension/protocol/policy-messages.ts';
import type { TabReport } from '../../../src/extension/protocol/tab-messages.ts';
import { textsIn } from './page-texts.ts';

/** 20 November 2026, 14:00 UTC. */
export const NOW = Date.UTC(2026, 10, 20, 14) / 1000;
export const DAY = 86_400;

export function contextIn(
  language: Language = 'en',
  now: number = NOW,
  administered: Administered = NOTHING_ADMINISTERED,
): PageContext {
  return pageContext(textsIn(language), now, administered, 'UTC');
}

export function aChannel(change: Partial<ChannelStatus> = {}): ChannelStatus {
  return {
    id: 'default',
    name: 'Community',
    url: 'https://lists.example/v1/',
    origin: 'default',
    rootKeyFingerprints: ['3f2a 99c1'],
    kind: 'fresh',
    serial: 7,
    publishedAt: NOW - 55 * 60,
    endsAt: NOW + 14 * DAY,
    entries: 812_345,
    bytes: 5_200_000,
    memoryBytes: 1_500_000,
    sections: [],
    sources: [],
    mirrors: [],
    usedUrl: null,
    activity: { kind: 'idle', nextAt: NOW + 5 * 60 },
    lastFailure: null,
    ...change,
  };
}

export function aRule(change: Partial<Rule> = {}): Rule {
  return {
    id: 'rule-1',
    action: 'trust',
    scope: 'site',
    subject: 'bank.example',
    addedAt: NOW - 9 * DAY,
    expiresAt: null,
    note: '',
    by: 'reader',
    ...change,
  };
}

export function aTab(change: Partial<TabReport> = {}): TabReport {
  return {
    messages: 1,
    links: 14,
    elsewhere: 0,
    danger: 0,
    caution: 0,
    unchecked: 0,
    uncheckedBecause: [],
    notes: [],
    isWebmail: true,
    webmail: 'Gmail',
    isPaused: false,
    refusedChanges: 0,
    isUnreached: false,
    flagged: [],
    suspicious: [],
    fine: [],
    ...change,
  };
}
