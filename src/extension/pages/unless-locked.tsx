import type { PolicyLock } from '../protocol/policy-messages.ts';
import { el } from './element.ts';
import { outside } from './outside.tsx';
import type { PageContext } from './page-context.ts';
import type { Sentence } from './status-sentences.ts';

export function isLocked(locks: readonly PolicyLock[], { administered }: PageContext): boolean {
  return locks.some((lock) => administered.locks.includes(lock));
}

/** Disables controls of locked settings and gives the reason. Display only: the background enforces locks. */
export function unlessLocked(
  locks: readonly PolicyLock[],
  controls: HTMLElement,
  context: PageContext,
): HTMLElement {
  if (!isLocked(locks, context)) return controls;
  return (
    <fieldset className="locked" disabled>
      <legend className="hint">{lockedSentence(locks, context)}</legend>
      {controls}
    </fieldset>
  );
}

export function lockedSentence(locks: readonly PolicyLock[], { texts, administered }: PageContext): Sentence {
  const held = locks.filter((lock) => administered.locks.includes(lock));
  const support = supportSentence({ texts, administered });
  return [
    texts.text('refusal_administrator'),
    // Verbatim policy keys, for the reader to quote to the help desk.
    ...(held.length === 0 ? [] : [texts.gap, texts.text('locked_setting', `locks: ${held.join(', ')}`)]),
    ...(support.length === 0 ? [] : [texts.gap, ...support]),
  ];
}

export function supportSentence({
  texts,
  administered,
}: Pick<PageContext, 'texts' | 'administered'>): readonly (string | Node)[] {
  const { text, contact } = administered.support;
  const says = text === '' ? [] : texts.pieces('card_support', outside(text));
  const reach = contact === '' ? [] : texts.pieces('card_support_contact', outside(contact));
  return [...says, ...(says.length > 0 && reach.length > 0 ? [texts.gap] : []), ...reach];
}
