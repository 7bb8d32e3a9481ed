import { el } from './element.ts';
import type { LoadFailure } from './background-answers.ts';
import { loadFailureNotice } from './load-failure-notice.ts';
import type { PageContext } from './page-context.ts';

export function unready(kind: 'loading' | LoadFailure, context: PageContext): readonly Node[] {
  return [
    kind === 'loading'
      ? el('p', { ariaBusy: 'true' }, context.texts.text('loading'))
      : loadFailureNotice(kind, context),
  ];
}
