import { el } from '../element.ts';
import { icon, type IconName } from '../icon.ts';

/** @param name - accessible name and tooltip */
export function iconButton(
  id: string,
  sign: IconName,
  name: string,
  onclick: () => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement {
  return (
    <button
      type="button"
      id={id}
      className="quiet icon-button"
      onclick={onclick}
      {...attributes}
      aria-label={name}
      title={name}
    >
      {icon(sign)}
    </button>
  );
}
