import type { MessageKey } from '../../../platform/texts/texts.ts';
import { type Child, el } from '../../element.ts';
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

export function holdsSelect(
  id: string,
  chosen: number,
  offered: readonly HoldsDays[],
  texts: PageContext['texts'],
  first: Child = null,
): HTMLElement {
  return (
    <select id={id} name="holds">
      {first}
      {offered.map((days) => (
        <option value={String(days)} selected={days === chosen}>
          {texts.text(HOLDS_NAMES[days])}
        </option>
      ))}
    </select>
  );
}

export function noteField(id: string, value: string, texts: PageContext['texts']): HTMLElement {
  return (
    <div className="field is-wide">
      <label htmlFor={id}>{texts.text('rule_note')}</label>
      <input type="text" id={id} name="note" maxLength={500} value={value} autocomplete="off" />
    </div>
  );
}
