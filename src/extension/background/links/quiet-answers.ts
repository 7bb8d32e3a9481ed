import type { ContentCaller } from '../../platform/message-bus.ts';
import { readSession, writeSession } from '../../platform/session-storage.ts';
import type { UncheckedBecause } from '../../../core/verdict/verdict.ts';
import type { CheckLinks, LinkVerdict } from '../../protocol/link-messages.ts';
import type { ExpiryDismissal } from './expiry-dismissal.ts';
import { localDay } from '../reader/statistics.ts';

/** Tabs remembered; the oldest go first, and show the sign once more. */
const MAX_TABS = 100;

const KEY = 'expiry-signs';

/** Which message shows the sign of an expired list. */
interface ShownSign {
  readonly tabId: number;
  /** By the local clock, `2026-11-20`. */
  readonly day: string;
  readonly messageKey: string;
}

/**
 * Decides which unchecked links draw no sign. Without a list, or with an expired one, every message would say the same,
 * which teaches people to ignore signs. Toolbar and popup always say it; in each tab one message a day shows that a
 * list has expired, unless the reader dismissed that.
 */
export class QuietAnswers {
  readonly #now: () => number;
  readonly #expiry: Pick<ExpiryDismissal, 'holds'>;
  /** One after the other: two messages that ask at once must not both be the first. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param now - Unix time, seconds */
  constructor(now: () => number, expiry: Pick<ExpiryDismissal, 'holds'>) {
    this.#now = now;
    this.#expiry = expiry;
  }

  async of(
    answers: readonly LinkVerdict[],
    { messageKey }: Pick<CheckLinks, 'messageKey'>,
    { tabId }: Pick<ContentCaller, 'tabId'>,
  ): Promise<readonly LinkVerdict[]> {
    const isExpired = answers.some((answer) => isBecause(answer, 'expired'));
    const saysExpired =
      isExpired && !(await this.#expiry.holds()) && (await this.#maySayExpired(tabId, messageKey));
    return answers.map((answer) => (isQuiet(answer, saysExpired) ? { ...answer, quiet: true } : answer));
  }

  #maySayExpired(tabId: number, messageKey: string): Promise<boolean> {
    const sign: ShownSign = { tabId, messageKey, day: localDay(this.#now()) };
    const asked = this.#last.then(() => decide(sign));
    this.#last = asked.catch(() => undefined);
    return asked;
  }
}

function isQuiet(answer: LinkVerdict, saysExpired: boolean): boolean {
  if (isBecause(answer, 'expired')) return !saysExpired;
  return isBecause(answer, 'no-snapshot') || isBecause(answer, 'no-channel');
}

function isBecause({ verdict }: LinkVerdict, because: UncheckedBecause): boolean {
  return verdict.kind === 'unchecked' && verdict.because === because;
}

async function decide(sign: ShownSign): Promise<boolean> {
  const stored = await readSession(KEY);
  // Only this class writes it, and the session ends with the browser: the shape is its own.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const known = (stored ?? []) as readonly ShownSign[];
  const before = known.find(({ tabId, day }) => tabId === sign.tabId && day === sign.day);
  // A message asks again whenever a list or rule changes: its sign stays.
  if (before !== undefined) return before.messageKey === sign.messageKey;
  const others = known.filter(({ tabId }) => tabId !== sign.tabId);
  await writeSession(KEY, [...others.slice(1 - MAX_TABS), sign]);
  return true;
}
