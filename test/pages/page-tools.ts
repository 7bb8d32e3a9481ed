import type { Rule } from '../../src/core/verdict/rules.ts';
import type { BackgroundLink } from '../../src/pages/background-link.ts';
import { pageContext, type PageContext } from '../../src/pages/page-context.ts';
import { BackgroundUnreachable } from '../../src/platform/message-bus.ts';
import type { Language } from '../../src/platform/texts.ts';
import type {
  ChangedWhat,
  ChannelStatus,
  PageRequest,
  Responses,
  TabReport,
} from '../../src/protocol/messages.ts';
import { textsIn } from './page-texts.ts';

/** 20 November 2026, 14:00 UTC. */
export const NOW = Date.UTC(2026, 10, 20, 14) / 1000;
export const DAY = 86_400;

export function contextIn(language: Language = 'en', now: number = NOW): PageContext {
  return pageContext(textsIn(language), now, 'UTC');
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
    sections: [],
    sources: [],
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
    danger: 0,
    caution: 0,
    unchecked: 0,
    notes: [],
    isWebmail: true,
    flagged: [],
    ...change,
  };
}

type Answers = {
  readonly [Type in PageRequest['type']]?: (request: Extract<PageRequest, { type: Type }>) => Responses[Type];
};

export interface FakeBackground extends BackgroundLink {
  readonly asked: PageRequest[];
  readonly broadcast: (what: ChangedWhat) => void;
}

/** Answers what a test names; everything else goes without an answer, as when the background realm is gone. */
export function backgroundThat(answers: Answers): FakeBackground {
  const asked: PageRequest[] = [];
  const listeners: ((what: ChangedWhat) => void)[] = [];
  // The pairing of request and answer is in `Answers`; it cannot be followed through a computed key.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const ask = ((request: PageRequest) => {
    asked.push(request);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const answer = answers[request.type] as ((request: PageRequest) => unknown) | undefined;
    return answer === undefined
      ? Promise.reject(new BackgroundUnreachable('no answer'))
      : Promise.resolve(answer(request));
  }) as BackgroundLink['ask'];
  return {
    asked,
    ask,
    onBroadcast: (listener) => listeners.push(listener),
    broadcast: (what) => listeners.forEach((listener) => listener(what)),
  };
}

/** Lets everything that is already answered arrive. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve, 0));
}
