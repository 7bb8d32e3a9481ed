import type { ScopedSubject } from '../../../../core/verdict/rules.ts';
import { TRUST_SCOPES } from '../../../../core/verdict/verdict.ts';
import { scopeKey } from '../../../platform/texts/reason-keys.ts';
import type { FrameKey } from '../../../platform/texts/texts.ts';
import type { ContentTexts } from '../../texts/content-texts.ts';
import { el } from '../../dom/element.ts';
import type { MarkedLink } from '../../marks/marked-link.ts';
import type { CardActions } from './card-actions.ts';
import { onePerScope, scopesFor } from './scopes-for.ts';
import { outside } from '../views/verdict-view.ts';

const ONCE = 'once';
const WEEK = 7 * 86_400;

export interface ChoiceOptions {
  /** Gets the focus when the choice closes: a card without focus closes. */
  readonly opener: HTMLElement;
  readonly texts: ContentTexts;
  readonly actions: Pick<CardActions, 'trust' | 'trustOnce' | 'block'>;
  readonly button: (key: FrameKey, className: string, run: () => void) => HTMLElement;
  readonly close: () => void;
}

export function toggleChoice(
  choice: HTMLElement,
  action: 'trust' | 'block',
  marked: MarkedLink,
  { opener, texts, actions, button, close }: ChoiceOptions,
): void {
  if (!choice.hidden && choice.dataset['action'] === action) {
    choice.hidden = true;
    return;
  }
  choice.dataset['action'] = action;
  choice.hidden = false;
  const subjects = onePerScope(scopesFor(action, marked));
  // Narrowest scope first. The widest, apart from the sender, is usually meant.
  const preferred = subjects.findLast(({ scope }) => scope !== 'sender') ?? subjects[0];
  const scopes = el(
    'fieldset',
    { className: 'scopes' },
    el('legend', {}, texts.text(action === 'trust' ? 'card_trust_what' : 'card_block_what')),
    ...subjects.map((subject) => scopeChoice(subject, subject === preferred, texts)),
  );
  const chosen = (name: string): string | undefined =>
    choice.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`)?.value;
  const go = button(action === 'trust' ? 'card_trust_do' : 'card_block_do', 'primary', () => {
    const scope = TRUST_SCOPES.find((name) => name === chosen('scope'));
    if (scope === undefined) return;
    const seconds = chosen('duration');
    if (action === 'block') {
      actions.block(marked, scope);
    } else if (seconds === ONCE) {
      actions.trustOnce(marked);
    } else {
      actions.trust(marked, scope, seconds === undefined || seconds === '' ? null : Number(seconds));
    }
    close();
  });
  choice.replaceChildren(
    // Above the scopes, because *once* needs no scope.
    ...(action === 'trust' ? [durationsOf(marked, subjects, texts)] : []),
    scopes,
    ...(action === 'trust' ? [el('p', { className: 'note' }, texts.text('card_trust_only_if'))] : []),
    el(
      'p',
      { className: 'go' },
      go,
      button('card_cancel', 'plain', () => {
        opener.focus();
        choice.hidden = true;
      }),
    ),
  );
  choice.querySelector<HTMLInputElement>('input:checked')?.focus();
}

function durationsOf(
  { level }: MarkedLink,
  subjects: readonly ScopedSubject[],
  texts: ContentTexts,
): HTMLElement {
  const isDanger = level === 'danger';
  const canBeOnce = subjects.some(({ scope }) => scope === 'link');
  const duration = (key: FrameKey, value: string, isChosen: boolean): HTMLElement =>
    el(
      'label',
      {},
      el('input', { type: 'radio', name: 'duration', value, checked: isChosen }),
      el('span', {}, texts.text(key)),
    );
  return el(
    'fieldset',
    { className: 'durations' },
    el('legend', {}, texts.text('card_trust_how_long')),
    // *Once* trusts the link itself, which is no choice if its address could not be read to its end.
    canBeOnce ? duration('card_trust_once', ONCE, isDanger) : null,
    duration('card_trust_week', String(WEEK), isDanger && !canBeOnce),
    duration('card_trust_always', '', !isDanger),
  );
}

function scopeChoice({ scope, subject }: ScopedSubject, isChosen: boolean, texts: ContentTexts): HTMLElement {
  return el(
    'label',
    {},
    el('input', { type: 'radio', name: 'scope', value: scope, checked: isChosen }),
    el('span', {}, texts.text(scopeKey(scope)), ' ', scope === 'link' ? '' : outside(subject)),
  );
}
