import { type Child, el } from './element.ts';
import type { LoadFailure } from './background-answers.ts';
import { loadFailureNotice } from './load-failure-notice.tsx';
import type { PageContext } from './page-context.ts';

export function unready(kind: 'loading' | LoadFailure, context: PageContext): Child {
  return kind === 'loading' ? (
    <p ariaBusy="true">{context.texts.text('loading')}</p>
  ) : (
    loadFailureNotice(kind, context)
  );
}
