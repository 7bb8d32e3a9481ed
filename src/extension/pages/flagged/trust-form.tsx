import type { ScopedSubject } from '../../../core/verdict/rules.ts';
import { shortened } from '../../../core/text/outside-text.ts';
import type { MessageKey } from '../../platform/texts/texts.ts';
import { el } from '../element.ts';
import { formValues } from '../form-values.ts';
import { outside } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';
import { scopeName } from '../verdict-sentences.ts';
import type { FlaggedGroup } from './flagged-groups.ts';

export interface FlaggedLinkActions {
  readonly askTrust: (group: string | null) => void;
  readonly trust: (subject: ScopedSubject, forSeconds: number | null) => void;
  readonly block: (subject: ScopedSubject) => void;
  /** Scrolls the message to the link; null without a message. */
  readonly show: ((href: string) => void) | null;
  /** Trusts until another message is opened; null if unavailable. */
  readonly trustOnce: ((group: FlaggedGroup) => void) | null;
  readonly unblock: (subject: ScopedSubject) => void;
}

/** Characters at most; the registrable domain is never cut. */
export const SHOWN_ADDRESS = 90;

const ONCE = 'once';

/** Seconds, shortest first; 0 is forever. */
const HOLDS: readonly (readonly [value: string, name: MessageKey])[] = [
  [ONCE, 'holds_once'],
  ['86400', 'holds_1'],
  ['604800', 'holds_7'],
  ['0', 'holds_always'],
];

export function trustForm(
  group: FlaggedGroup,
  scopes: readonly ScopedSubject[],
  actions: FlaggedLinkActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  // Preselected: the last scope that is no sender, as the widest part is usually meant.
  const usual = scopes.findLastIndex(({ scope }) => scope !== 'sender');
  const { trustOnce } = actions;
  const canBeOnce =
    trustOnce !== null && group.links.every((link) => link.scopes.some(({ scope }) => scope === 'link'));
  const holds = HOLDS.filter(([value]) => value !== ONCE || canBeOnce);
  // The first is the default: for dangers the shortest.
  if (group.level !== 'danger') holds.reverse();
  return (
    <form
      className="form trust"
      onsubmit={(event) => {
        const values = formValues(event);
        if (values.get('holds') === ONCE) return trustOnce?.(group);
        const chosen = scopes[Number(values.get('scope') ?? usual)];
        const seconds = Number(values.get('holds') ?? 0);
        if (chosen !== undefined) actions.trust(chosen, seconds > 0 ? seconds : null);
      }}
      onkeydown={(event) => {
        if (event.key !== 'Escape') return;
        // Keeps the browser from closing the popup.
        event.preventDefault();
        actions.askTrust(null);
      }}
    >
      {/* Before the scope, because "once" has none. */}
      <div className="field">
        <label htmlFor="trust-holds">{texts.text('rule_holds')}</label>
        <select name="holds" id="trust-holds">
          {holds.map(([value, name]) => (
            <option value={value}>{texts.text(name)}</option>
          ))}
        </select>
      </div>
      <fieldset>
        <legend>{texts.text('popup_trust_what')}</legend>
        {scopes.map((scoped, place) => {
          const id = `scope-${place}`;
          return (
            <div className="choice">
              <input type="radio" id={id} name="scope" value={String(place)} checked={place === usual} />
              <label htmlFor={id}>
                {scopeName(scoped.scope, context)}{' '}
                <span className="hint">{outside(shortened(scoped.subject, SHOWN_ADDRESS))}</span>
              </label>
            </div>
          );
        })}
      </fieldset>
      <p className="hint">{texts.text('popup_trust_only_if')}</p>
      <p className="actions">
        <button type="submit" className="primary">
          {texts.text('popup_trust_do')}
        </button>
        <button type="button" className="quiet" onclick={() => actions.askTrust(null)}>
          {texts.text('cancel')}
        </button>
      </p>
    </form>
  );
}
