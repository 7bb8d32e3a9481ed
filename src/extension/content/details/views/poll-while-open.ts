import { NoAnswer, type askBackground } from '../../../platform/frame-bus.ts';

/** Between looks whether the frame is still there. Milliseconds. */
const LOOK_MS = 500;

/** Something that is shown here for a frame of this tab. */
export interface Guest {
  readonly frameId: number;
  readonly id: string;
}

/**
 * While something is shown for a frame, asks every half second whether the frame still exists and still wants it shown.
 *
 * @param onGone - it does not; not called while the background cannot be reached
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

/** @returns null if the background is away */
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
