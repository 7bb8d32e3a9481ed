import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Steps } from '../../core/steps.ts';

export async function runInSteps<Value>(work: Steps<Value>): Promise<Value> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
