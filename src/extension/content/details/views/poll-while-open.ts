import { NoAnswer, type askBackground } from '../../../platform/frame-bus.ts';

const LOOK_MS = 500;

/** Overlay shown here for another frame. */
export interface OverlayOwner {
  readonly frameId: number;
  readonly id: string;
}

/**
 * Polls whether the frame still exists and wants its overlay.
 *
 * @param onGone - never called while the background is unreachable
 */
export function pollWhileOpen(
  ask: typeof askBackground,
  { frameId, id }: OverlayOwner,
  isShown: () => boolean,
  onGone: () => void,
): void {
  setTimeout(() => {
    if (!isShown()) return;
    void askOrNull(ask, { type: 'still-asking', frameId, id }).then((answer) => {
      if (!isShown()) return;
      if (answer !== null && 'isAsking' in answer && !answer.isAsking) onGone();
      else pollWhileOpen(ask, { frameId, id }, isShown, onGone);
    });
  }, LOOK_MS);
}

export async function askOrNull(
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
