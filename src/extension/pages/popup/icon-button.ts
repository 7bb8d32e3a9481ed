import { el, withAttributes } from '../element.ts';
import { icon, type IconName } from '../icon.ts';

/** A button of the popup's head, which has no line to spare. @param name - what it does, for the ear and the pointer */
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
