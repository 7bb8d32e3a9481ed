import { el } from './element.ts';
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
  return (
    <button
      type="button"
      className={className}
      {...(id === undefined ? {} : { id })}
      onclick={() => {
        if (!isUpdating) update();
      }}
      aria-disabled={String(isUpdating)}
      {...(what === undefined
        ? {}
        : { 'aria-label': texts.text(isUpdating ? 'updating_named' : 'update_now_named', what) })}
    >
      {texts.text(isUpdating ? 'updating' : 'update_now')}
    </button>
  );
}
