import { BackgroundUnreachable } from '../platform/message-bus.ts';
import type { MessageKey } from '../platform/texts/texts.ts';
import type { OutcomeResponse, Outcome, StorageUnreadable } from '../protocol/outcome.ts';
import type { PageContext } from './page-context.ts';

/** @returns null if the background is unreachable */
export async function answerOrNull<Answer extends object | true>(
  request: Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof BackgroundUnreachable) return null;
    throw error;
  }
}

export type LoadFailure = 'no-answer' | 'unread';

/** For stored data, which the background may fail to read. */
export async function storedAnswer<Answer extends object>(
  request: Promise<Answer | StorageUnreadable>,
): Promise<Answer | LoadFailure> {
  const answer = await answerOrNull(request);
  if (answer === null) return 'no-answer';
  return isUnread(answer) ? 'unread' : answer;
}

function isUnread(answer: object): answer is StorageUnreadable {
  return 'refused' in answer;
}

export const LOAD_FAILURE_TITLES: Readonly<Record<LoadFailure, MessageKey>> = {
  'no-answer': 'unanswered_title',
  unread: 'unread_title',
};

/** For requests without data in the answer. @returns whether it was carried out */
export async function didSucceed(request: Promise<null>): Promise<boolean> {
  return (await answerOrNull(request.then(() => true as const))) === true;
}

export async function outcomeOf(request: Promise<OutcomeResponse>): Promise<Outcome | 'no-answer'> {
  return (await answerOrNull(request))?.outcome ?? 'no-answer';
}

export const FAILED_OUTCOME_TEXTS: Readonly<Record<Exclude<Outcome | 'no-answer', 'done'>, MessageKey>> = {
  gone: 'rules_gone',
  'not-stored': 'refusal_not_stored',
  'no-answer': 'unanswered_title',
};

export function outcomeText(outcome: Outcome | 'no-answer', success: string, { texts }: PageContext): string {
  return outcome === 'done' ? success : texts.text(FAILED_OUTCOME_TEXTS[outcome]);
}

/** Whether a retry is pointless: done, or its subject is gone. */
export function isFinal(outcome: Outcome | 'no-answer'): boolean {
  return outcome === 'done' || outcome === 'gone';
}

/** For repeated requests: drops an answer that arrives after a newer one was shown. */
export function latestOnly<Answer>(
  load: () => Promise<Answer>,
  show: (answer: Answer) => void,
): () => Promise<void> {
  let asked = 0;
  let shown = 0;
  return async () => {
    asked += 1;
    const number = asked;
    const answer = await load();
    if (number < shown) return;
    shown = number;
    show(answer);
  };
}

/** For event handlers; a bug becomes an unhandled rejection. */
export function run(work: () => Promise<void>): void {
  void work();
}
