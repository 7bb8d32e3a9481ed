import { MAIL_PROVIDERS } from '../../core/mail/head/own-server.ts';
import { el, withAttributes } from './element.ts';
import { formValues } from './form-values.ts';
import type { PageContext } from './page-context.ts';

export const OTHER_SERVER = 'other';

export interface MailServerChoice {
  readonly chosen: string | null;
  readonly isTyping: boolean;
  /** The last input was no server name. */
  readonly isRefused: boolean;
}

export interface MailServerActions {
  /** Id of a provider, `OTHER_SERVER`, or empty for none. */
  readonly choose: (choice: string) => void;
  readonly type: (typed: string) => void;
}

/** Chooses whose sender authentication counts: the provider's, or a named server's. */
export function mailServer(
  { chosen, isTyping, isRefused }: MailServerChoice,
  actions: MailServerActions,
  { texts }: PageContext,
): readonly Node[] {
  const isOther = isTyping || (chosen !== null && !MAIL_PROVIDERS.some(({ id }) => id === chosen));
  const value = isOther ? OTHER_SERVER : (chosen ?? '');
  const option = (id: string, name: string): HTMLElement =>
    el('option', { value: id, selected: id === value }, name);
  return [
    el(
      'div',
      { className: 'field' },
      withAttributes(el('label', {}, texts.text('mailServer_label')), { for: 'mail-server' }),
      withAttributes(
        el(
          'select',
          {
            id: 'mail-server',
            onchange: ({ currentTarget }) => {
              if (currentTarget instanceof HTMLSelectElement) actions.choose(currentTarget.value);
            },
          },
          option('', texts.text('mailServer_none')),
          ...MAIL_PROVIDERS.map(({ id, name }) => option(id, name)),
          option(OTHER_SERVER, texts.text('mailServer_other')),
        ),
        { 'aria-describedby': 'mail-server-hint' },
      ),
    ),
    isOther ? serverForm(chosen, isRefused, actions, texts) : null,
    el('p', { className: 'hint', id: 'mail-server-hint' }, texts.text('mailServer_hint')),
  ].filter((node) => node !== null);
}

function serverForm(
  chosen: string | null,
  isRefused: boolean,
  actions: MailServerActions,
  texts: PageContext['texts'],
): HTMLElement {
  const isKnown = MAIL_PROVIDERS.some(({ id }) => id === chosen);
  return el(
    'form',
    {
      className: 'fields',
      noValidate: true,
      onsubmit: (event) => actions.type(formValues(event).get('server') ?? ''),
    },
    el(
      'div',
      { className: 'field' },
      withAttributes(el('label', {}, texts.text('mailServer_name')), { for: 'mail-server-name' }),
      withAttributes(
        el('input', {
          type: 'text',
          id: 'mail-server-name',
          name: 'server',
          autocomplete: 'off',
          spellcheck: false,
          dir: 'ltr',
          value: isKnown ? '' : (chosen ?? ''),
          placeholder: 'mx.example.org',
        }),
        isRefused ? { 'aria-invalid': 'true', 'aria-describedby': 'mail-server-refused' } : {},
      ),
    ),
    el('div', { className: 'field is-button' }, el('button', { type: 'submit' }, texts.text('save'))),
    isRefused
      ? el(
          'p',
          { id: 'mail-server-refused', className: 'refused', role: 'alert' },
          texts.text('mailServer_refused'),
        )
      : null,
  );
}
