import { el } from '../dom/element.ts';
import { findAll } from '../dom/unclobbered.ts';

/**
 * Shows a popover without buttons that follows an element.
 *
 * Firefox's Tab passes over what is inside the source of an open popover. A second popover takes the source over, and
 * goes.
 */
export function showAt(popover: HTMLElement, source: HTMLElement): void {
  popover.showPopover({ source });
  if (findAll(source, '*').length === 0) return;
  const second = el('div', { popover: 'manual' });
  popover.after(second);
  second.showPopover({ source });
  second.remove();
}
