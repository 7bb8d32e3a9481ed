import { el, withAttributes } from './element.ts';
import type { PageContext } from './page-context.ts';

export interface UpdateButtonOptions {
  readonly id?: string;
  readonly className: 'primary' | 'quiet';
  readonly isUpdating: boolean;
  readonly update: () => void;
  /** What is updated, where not everything is. Text as it is spoken. */
  readonly what?: string;
}

/** Fetches lists now; while it does, it says so and does nothing. */
export function updateButton(
  { id, className, isUpdating, update, what }: UpdateButtonOptions,
  { texts }: PageContext,
): HTMLElement {
  return withAttributes(
    el(
      'button',
      {
        type: 'button',
        className,
        ...(id === undefined ? {} : { id }),
        // Not `disabled`: that would take the focus away from whoever has just pressed it.
        onclick: () => {
          if (!isUpdating) update();
        },
      },
      texts.text(isUpdating ? 'updating' : 'update_now'),
    ),
    {
      'aria-disabled': String(isUpdating),
      ...(what === undefined
        ? {}
        : { 'aria-label': texts.text(isUpdating ? 'updating_named' : 'update_now_named', what) }),
    },
  );
}
