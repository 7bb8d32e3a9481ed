import { el } from './element.ts';
import type { NotShown } from './answered.ts';
import { notShown } from './not-shown.ts';
import type { PageContext } from './page-context.ts';

/** What a page or a section of one shows while it has nothing to show yet, or got nothing. */
export function unready(kind: 'loading' | NotShown, context: PageContext): readonly Node[] {
  return [
    kind === 'loading'
      ? el('p', { ariaBusy: 'true' }, context.texts.text('loading'))
      : notShown(kind, context),
  ];
}
