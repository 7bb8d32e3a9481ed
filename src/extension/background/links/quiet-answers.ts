import type { ContentCaller } from '../../platform/message-bus.ts';
import { readSession, writeSession } from '../../platform/session-storage.ts';
import type { UncheckedBecause } from '../../../core/verdict/verdict.ts';
import type { CheckLinks, LinkVerdict } from '../../protocol/link-messages.ts';
import type { ExpiryDismissal } from './expiry-dismissal.ts';
import { localDay } from '../realm/local-day.ts';

/** Tabs remembered; a dropped one shows the sign once more. */
const MAX_TABS = 100;

const KEY = 'expiry-signs';

interface ShownSign {
  readonly tabId: number;
  /** Local date, `2026-11-20`. */
  readonly day: string;
  readonly messageKey: string;
}

/**
 * Without a list, or with an expired one, every message would draw a sign, which people learn to ignore. Toolbar and
 * popup always say so. One message per day and tab shows the sign of an expired list, unless dismissed.
 */
export class QuietAnswers {
  readonly #now: () => number;
  readonly #expiry: Pick<ExpiryDismissal, 'isActive'>;
  /** Serializes: of two concurrent messages only one is first. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(now: () => number, expiry: Pick<ExpiryDismissal, 'isActive'>) {
    this.#now = now;
    this.#expiry = expiry;
  }

  async markQuiet(
    answers: readonly LinkVerdict[],
    { messageKey }: Pick<CheckLinks, 'messageKey'>,
    { tabId }: Pick<ContentCaller, 'tabId'>,
  ): Promise<readonly LinkVerdict[]> {
    const isExpired = answers.some((answer) => isBecause(answer, 'expired'));
    const saysExpired =
      isExpired && !(await this.#expiry.isActive()) && (await this.#maySayExpired(tabId, messageKey));
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
  // Not parsed: written only here, for this session.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const known = (stored ?? []) as readonly ShownSign[];
  const before = known.find(({ tabId, day }) => tabId === sign.tabId && day === sign.day);
  // A message keeps its sign when it asks again.
  if (before !== undefined) return before.messageKey === sign.messageKey;
  const others = known.filter(({ tabId }) => tabId !== sign.tabId);
  await writeSession(KEY, [...others.slice(1 - MAX_TABS), sign]);
  return true;
}
