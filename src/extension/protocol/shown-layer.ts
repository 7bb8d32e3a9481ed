import { layerOf } from '../../core/verdict/verdict.ts';
import type { LinkVerdict, ShownLayer } from './link-messages.ts';

/** The flagged layer, or the final destination. */
export function shownLayer({ verdict, layers }: LinkVerdict): ShownLayer | null {
  const [worst] = verdict.kind === 'flagged' ? verdict.reasons : [];
  return (worst === undefined ? undefined : layers[layerOf(worst)]) ?? layers.at(-1) ?? null;
}
