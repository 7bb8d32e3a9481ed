import { el } from './element.ts';
import type { NotShown } from './answered.ts';
import { notShown } from './not-shown.ts';
import type { PageContext } from './page-context.ts';

export function unready(kind: 'loading' | NotShown, context: PageContext): readonly Node[] {
  return [
    kind === 'loading'
      ? el('p', { ariaBusy: 'true' }, context.texts.text('loading'))
      : notShown(kind, context),
  ];
}
