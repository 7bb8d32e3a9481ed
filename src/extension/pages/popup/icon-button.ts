import { el, withAttributes } from '../element.ts';
import { icon, type IconName } from '../icon.ts';

/** @param name - accessible name and tooltip */
export function iconButton(
  id: string,
  sign: IconName,
  name: string,
  onclick: () => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement {
  return withAttributes(
    el('button', { type: 'button', id, className: 'quiet icon-button', onclick }, icon(sign)),
    { ...attributes, 'aria-label': name, title: name },
  );
}
