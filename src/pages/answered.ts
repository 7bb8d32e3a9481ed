import { BackgroundUnreachable } from '../platform/message-bus.ts';

/** The answer of the background realm; null if none came. Anything else that goes wrong is a bug and throws. */
export async function answered<Answer extends object | true>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof BackgroundUnreachable) return null;
    throw error;
  }
}

/** The same for a request whose answer says nothing: whether it was carried out. */
export async function done(asked: Promise<null>): Promise<boolean> {
  return (await answered(asked.then(() => true as const))) === true;
}

/** Runs what an event handler begins; a bug in it reaches the console as an unhandled rejection. */
export function run(work: () => Promise<void>): void {
  void work();
}
