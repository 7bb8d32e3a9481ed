import { browser } from '../../platform/browser.ts';
import type { Checkpoint } from './checkpoint.ts';

/**
 * A test writes `{checkpoint: {stopAt, skip}}` into local storage. After `skip` passes, the update reports the
 * checkpoint and hangs, until the test stops background or browser.
 */
export async function stopAtCheckpoint(checkpoint: Checkpoint): Promise<void> {
  // In Firefox, once databases fail, this storage fails too until the browser restarts. Then don't stop.
  const { checkpoint: wish } = await browser.storage.local
    .get('checkpoint')
    .catch(() => ({ checkpoint: null }));
  if (!isWish(wish) || wish.stopAt !== checkpoint) return;
  if (wish.skip > 0) {
    await browser.storage.local.set({ checkpoint: { ...wish, skip: wish.skip - 1 } });
    return;
  }
  await browser.storage.local.set({ checkpoint: null, reached: checkpoint });
  await new Promise<never>(() => undefined);
}

interface Wish {
  readonly stopAt: string;
  readonly skip: number;
}

function isWish(value: unknown): value is Wish {
  return typeof value === 'object' && value !== null && 'stopAt' in value && 'skip' in value;
}
