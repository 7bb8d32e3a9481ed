import { el } from './element.ts';
import type { PageContext } from './page-context.ts';
import type { Sentence } from './status-sentences.ts';

export interface StatusUndo {
  readonly id: string;
  readonly run: () => void;
  /** Label if *Undo* would be ambiguous. */
  readonly name?: string;
}

/** Focus target when the pressed button disappears. */
export function statusLine(
  said: string | Sentence,
  undo: StatusUndo | null,
  { texts }: PageContext,
): HTMLElement {
  return (
    <p className="said" role="status" tabIndex={-1}>
      {said}
      {undo !== null && ' '}
      {undo !== null && (
        <button type="button" id={undo.id} className="quiet" onclick={undo.run}>
          {undo.name ?? texts.text('undo')}
        </button>
      )}
    </p>
  );
}
