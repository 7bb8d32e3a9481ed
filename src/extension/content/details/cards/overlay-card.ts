import type { OverlayAction, OverlayContent } from '../../../protocol/overlay-messages.ts';
import type { Point } from '../../../protocol/question-messages.ts';
import type { MarkedLink } from '../../marks/marked-link.ts';
import type { Rectangle } from '../../dom/visible-viewport.ts';
import type { CardActions } from './card-actions.ts';

export function toOverlayCard(
  { answer, level, link: { href, isSender } }: MarkedLink,
  { left, top, right, bottom }: Rectangle,
  pointer: Point | null,
  mayOpen: boolean,
): OverlayContent {
  const [size, from, to] = [
    { x: innerWidth, y: innerHeight },
    { x: left, y: top },
    { x: right, y: bottom },
  ];
  return { kind: 'card', href, answer, level, isSender, mayOpen, size, from, to, pointer };
}

/** Opens the link only if the card offered that. */
export function performAction(
  done: OverlayAction,
  id: string,
  marked: MarkedLink,
  actions: CardActions,
  mayOpen: (marked: MarkedLink) => boolean,
): void {
  if (done.kind === 'trust') actions.trust(marked, done.scope, done.forSeconds);
  else if (done.kind === 'trust-once') actions.trustOnce(marked);
  else if (done.kind === 'block') actions.block(marked, done.scope);
  else if (done.kind === 'open' && mayOpen(marked)) actions.open(marked, id);
}
