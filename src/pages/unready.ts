import { el } from './element.ts';
import { noAnswer } from './no-answer.ts';
import type { PageContext } from './page-context.ts';

/** What a page or a section of one shows while it has nothing to show yet, or got no answer. */
export function unready(kind: 'loading' | 'no-answer', context: PageContext): readonly Node[] {
  return [
    kind === 'loading' ? el('p', { ariaBusy: 'true' }, context.texts.text('loading')) : noAnswer(context),
  ];
}
