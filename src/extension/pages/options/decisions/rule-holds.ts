import type { MessageKey } from '../../../platform/texts/texts.ts';
import { el, withAttributes } from '../../element.ts';
import type { PageContext } from '../../page-context.ts';

export const DAY_SECONDS = 86_400;

/** Days from now; 0 is forever. */
export const HOLDS_DAYS = [0, 1, 7, 30, 365] as const;

type HoldsDays = (typeof HOLDS_DAYS)[number];

const HOLDS_NAMES: Readonly<Record<HoldsDays, MessageKey>> = {
  0: 'holds_always',
  1: 'holds_1',
  7: 'holds_7',
  30: 'holds_30',
  365: 'holds_365',
};

export function fieldLabel(control: string, text: string): HTMLElement {
  return withAttributes(el('label', {}, text), { for: control });
}

export function holdsSelect(
  id: string,
  chosen: number,
  offered: readonly HoldsDays[],
  texts: PageContext['texts'],
  ...more: readonly HTMLOptionElement[]
): HTMLElement {
  return el(
    'select',
    { id, name: 'holds' },
    ...more,
    ...offered.map((days) =>
      el('option', { value: String(days), selected: days === chosen }, texts.text(HOLDS_NAMES[days])),
    ),
  );
}

export function noteField(id: string, value: string, texts: PageContext['texts']): HTMLElement {
  return el(
    'div',
    { className: 'field is-wide' },
    fieldLabel(id, texts.text('rule_note')),
    el('input', { type: 'text', id, name: 'note', maxLength: 500, value, autocomplete: 'off' }),
  );
}
