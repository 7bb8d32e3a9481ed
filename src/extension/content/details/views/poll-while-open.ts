import { NoAnswer, type askBackground } from '../../../platform/frame-bus.ts';

/** Poll interval. Milliseconds. */
const LOOK_MS = 500;

/** Something shown here for a frame of this tab. */
export interface Guest {
  readonly frameId: number;
  readonly id: string;
}

/**
 * While something is shown for a frame, polls whether the frame still exists and wants it.
 *
 * @param onGone - called if not; never while the background cannot be reached
 */
export function pollWhileOpen(
  ask: typeof askBackground,
  { frameId, id }: Guest,
  isShown: () => boolean,
  onGone: () => void,
): void {
  setTimeout(() => {
    if (!isShown()) return;
    void saidTo(ask, { type: 'still-asking', frameId, id }).then((answer) => {
      if (!isShown()) return;
      if (answer !== null && 'isAsking' in answer && !answer.isAsking) onGone();
      else pollWhileOpen(ask, { frameId, id }, isShown, onGone);
    });
  }, LOOK_MS);
}

/** @returns null if the background does not answer */
export async function saidTo(
  ask: typeof askBackground,
  request: Parameters<typeof askBackground>[0],
): Promise<object | null> {
  try {
    return await ask(request);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return null;
  }
}
