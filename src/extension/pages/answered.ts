import { BackgroundUnreachable } from '../platform/message-bus.ts';
import type { MessageKey } from '../platform/texts/texts.ts';
import type { Ended, Outcome, Unread } from '../protocol/outcome.ts';
import type { PageContext } from './page-context.ts';

/** The answer of the background realm; null if none came. Anything else that goes wrong is a bug and throws. */
export async function answered<Answer extends object | true>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof BackgroundUnreachable) return null;
    throw error;
  }
}

/** Why what is kept cannot be shown. */
export type NotShown = 'no-answer' | 'unread';

/** The same for what is kept, which the background may be unable to read. */
export async function kept<Answer extends object>(
  asked: Promise<Answer | Unread>,
): Promise<Answer | NotShown> {
  const answer = await answered(asked);
  if (answer === null) return 'no-answer';
  return isUnread(answer) ? 'unread' : answer;
}

function isUnread(answer: object): answer is Unread {
  return 'refused' in answer;
}

/** What is said where it should have been used. */
export const NOT_SHOWN: Readonly<Record<NotShown, MessageKey>> = {
  'no-answer': 'unanswered_title',
  unread: 'unread_title',
};

/** The same for a request whose answer says nothing: whether it was carried out. */
export async function done(asked: Promise<null>): Promise<boolean> {
  return (await answered(asked.then(() => true as const))) === true;
}

/** How a change ended that was asked for. */
export async function outcomeOf(asked: Promise<Ended>): Promise<Outcome | 'no-answer'> {
  return (await answered(asked))?.outcome ?? 'no-answer';
}

/** What is said of a change that was not made. */
export const NOT_DONE: Readonly<Record<Exclude<Outcome | 'no-answer', 'done'>, MessageKey>> = {
  gone: 'rules_gone',
  'not-stored': 'refusal_not_stored',
  'no-answer': 'unanswered_title',
};

/** What to say of a change: `done` if it was made, and otherwise why not. */
export function saidOf(outcome: Outcome | 'no-answer', done: string, { texts }: PageContext): string {
  return outcome === 'done' ? done : texts.text(NOT_DONE[outcome]);
}

/** Whether trying it again would change nothing: it was made, or what it was about is gone. */
export function isOver(outcome: Outcome | 'no-answer'): boolean {
  return outcome === 'done' || outcome === 'gone';
}

/**
 * For what is asked again and again, as what a page shows is: of two answers under way the older may come last, and does
 * not take the place of the newer.
 *
 * @param show - is given each answer but those that came too late
 * @returns asks once; resolves when its answer has been shown, or is not to be
 */
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

/** Runs what an event handler begins; a bug in it reaches the console as an unhandled rejection. */
export function run(work: () => Promise<void>): void {
  void work();
}
