import { el } from '../../dom/element.ts';
import { showAt } from '../../marks/show-at.ts';

let count = 0;

/**
 * Shows a popover with buttons, placed by `anchor()`: it follows an empty popover, which follows the anchor.
 *
 * @param source - Tab comes to the popover after it; must contain nothing that can be focused
 */
export function showPinned(
  root: ShadowRoot,
  popover: HTMLElement,
  anchor: HTMLElement,
  source?: HTMLElement,
): void {
  popover.remove();
  for (const pin of root.querySelectorAll('.pin'))
    if (pin.nextElementSibling?.matches('.sign, .card') !== true) pin.remove();
  const pin = el('div', { className: 'pin', popover: 'manual' });
  root.append(pin, popover);
  showAt(pin, anchor);
  const name = `--pin-${++count}`;
  pin.style.setProperty('anchor-name', name);
  popover.style.setProperty('position-anchor', name);
  popover.showPopover(source && { source });
}
