import { el } from '../element.ts';
import type { PageContext } from '../page-context.ts';

/** What just happened, for the eye and for screen readers, and the button that takes it back where there is one. */
export function saidLine(
  said: string,
  undo: { readonly id: string; readonly run: () => void } | null,
  { texts }: PageContext,
): HTMLElement {
  return el(
    'p',
    { className: 'said', role: 'status' },
    said,
    undo === null ? null : ' ',
    undo === null
      ? null
      : el(
          'button',
          { type: 'button', id: undo.id, className: 'quiet', onclick: undo.run },
          texts.text('undo'),
        ),
  );
}
