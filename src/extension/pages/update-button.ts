import { el, withAttributes } from './element.ts';
import type { PageContext } from './page-context.ts';

export interface UpdateButtonOptions {
  readonly id?: string;
  readonly className: 'primary' | 'quiet';
  readonly isUpdating: boolean;
  readonly update: () => void;
  /** Spoken name of what is updated; omitted for all lists. */
  readonly what?: string;
}

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
        // Not `disabled`, which would drop focus.
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
