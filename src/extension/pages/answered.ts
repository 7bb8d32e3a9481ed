import { BackgroundUnreachable } from '../platform/message-bus.ts';
import type { MessageKey } from '../platform/texts/texts.ts';
import type { OutcomeResponse, Outcome, StorageUnreadable } from '../protocol/outcome.ts';
import type { PageContext } from './page-context.ts';

/** @returns null if the background is unreachable; other errors are bugs and propagate */
export async function answered<Answer extends object | true>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof BackgroundUnreachable) return null;
    throw error;
  }
}

/** Why stored data cannot be shown. */
export type NotShown = 'no-answer' | 'unread';

/** For stored data, which the background may fail to read. */
export async function kept<Answer extends object>(
  asked: Promise<Answer | StorageUnreadable>,
): Promise<Answer | NotShown> {
  const answer = await answered(asked);
  if (answer === null) return 'no-answer';
  return isUnread(answer) ? 'unread' : answer;
}

function isUnread(answer: object): answer is StorageUnreadable {
  return 'refused' in answer;
}

export const NOT_SHOWN: Readonly<Record<NotShown, MessageKey>> = {
  'no-answer': 'unanswered_title',
  unread: 'unread_title',
};

/** For requests without data in the answer. @returns whether it was carried out */
export async function done(asked: Promise<null>): Promise<boolean> {
  return (await answered(asked.then(() => true as const))) === true;
}

export async function outcomeOf(asked: Promise<OutcomeResponse>): Promise<Outcome | 'no-answer'> {
  return (await answered(asked))?.outcome ?? 'no-answer';
}

export const NOT_DONE: Readonly<Record<Exclude<Outcome | 'no-answer', 'done'>, MessageKey>> = {
  gone: 'rules_gone',
  'not-stored': 'refusal_not_stored',
  'no-answer': 'unanswered_title',
};

/** @param done - text for success */
export function saidOf(outcome: Outcome | 'no-answer', done: string, { texts }: PageContext): string {
  return outcome === 'done' ? done : texts.text(NOT_DONE[outcome]);
}

/** Whether a retry is pointless: done, or its subject is gone. */
export function isOver(outcome: Outcome | 'no-answer'): boolean {
  return outcome === 'done' || outcome === 'gone';
}

/** For repeated requests: drops an answer that arrives after a newer one was shown. */
export function shownInOrder<Answer>(
  asks: () => Promise<Answer>,
  show: (answer: Answer) => void,
): () => Promise<void> {
  let asked = 0;
  let shown = 0;
  return async () => {
    asked += 1;
    const number = asked;
    const answer = await asks();
    if (number < shown) return;
    shown = number;
    show(answer);
  };
}

/** For event handlers; a bug becomes an unhandled rejection. */
export function run(work: () => Promise<void>): void {
  void work();
}
