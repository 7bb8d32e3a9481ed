import type { PolicyLock } from '../protocol/policy-messages.ts';
import { el } from './element.ts';
import { outside } from './outside.ts';
import type { PageContext } from './page-context.ts';
import type { Sentence } from './status-sentences.ts';

/** Whether an administrator has locked any of these. */
export function isLocked(locks: readonly PolicyLock[], { administered }: PageContext): boolean {
  return locks.some((lock) => administered.locks.includes(lock));
}

/**
 * Controls as they are; where an administrator has locked what they do, disabled, with the reason before them. That is
 * for the reader alone: the background refuses what is locked, whatever a page asks for.
 */
export function unlessLocked(
  locks: readonly PolicyLock[],
  controls: HTMLElement,
  context: PageContext,
): HTMLElement {
  if (!isLocked(locks, context)) return controls;
  return el(
    'fieldset',
    { className: 'locked', disabled: true },
    el('legend', { className: 'hint' }, ...lockedSentence(locks, context)),
    controls,
  );
}

/** That it is locked, by which line of the policy, and what the administrator says to it. */
export function lockedSentence(locks: readonly PolicyLock[], { texts, administered }: PageContext): Sentence {
  const held = locks.filter((lock) => administered.locks.includes(lock));
  const support = supportSentence({ texts, administered });
  return [
    texts.text('refusal_administrator'),
    // As it stands there: whoever asks the help desk can say it.
    ...(held.length === 0 ? [] : [texts.gap, texts.text('locked_setting', `locks: ${held.join(', ')}`)]),
    ...(support.length === 0 ? [] : [texts.gap, ...support]),
  ];
}

/** What the administrator says to whoever is in doubt; empty where they say nothing. */
export function supportSentence({
  texts,
  administered,
}: Pick<PageContext, 'texts' | 'administered'>): readonly (string | Node)[] {
  const { text, contact } = administered.support;
  const says = text === '' ? [] : texts.pieces<string | Node>('card_support', outside(text));
  const reach = contact === '' ? [] : texts.pieces<string | Node>('card_support_contact', outside(contact));
  return [...says, ...(says.length > 0 && reach.length > 0 ? [texts.gap] : []), ...reach];
}
