import { el } from './element.ts';
import type { PageContext } from './page-context.ts';
import type { Sentence } from './status-sentences.ts';

export interface SaidUndo {
  readonly id: string;
  readonly run: () => void;
  /** What it is called where *Undo* would not say of what. */
  readonly name?: string;
}

/**
 * What just happened, for the eye and for screen readers, and the button that takes it back where there is one. It takes
 * the focus where what was pressed is gone, and nothing is left to go on with.
 */
export function saidLine(
  said: string | Sentence,
  undo: SaidUndo | null,
  { texts }: PageContext,
): HTMLElement {
  return el(
    'p',
    { className: 'said', role: 'status', tabIndex: -1 },
    ...(typeof said === 'string' ? [said] : said),
    undo === null ? null : ' ',
    undo === null
      ? null
      : el(
          'button',
          { type: 'button', id: undo.id, className: 'quiet', onclick: undo.run },
          undo.name ?? texts.text('undo'),
        ),
  );
}
