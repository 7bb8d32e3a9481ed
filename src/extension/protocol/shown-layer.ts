import { layerOf } from '../../core/verdict/verdict.ts';
import type { LinkVerdict, ShownLayer } from './link-messages.ts';

/** The layer that the verdict is about: the flagged one, or else where the link leads in the end. */
export function shownLayer({ verdict, layers }: LinkVerdict): ShownLayer | null {
  const [worst] = verdict.kind === 'flagged' ? verdict.reasons : [];
  return (worst === undefined ? undefined : layers[layerOf(worst)]) ?? layers.at(-1) ?? null;
}
