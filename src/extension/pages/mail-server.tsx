import { MAIL_PROVIDERS } from '../../core/mail/head/own-server.ts';
import { type Child, el } from './element.ts';
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
): Child {
  const isOther = isTyping || (chosen !== null && !MAIL_PROVIDERS.some(({ id }) => id === chosen));
  const value = isOther ? OTHER_SERVER : (chosen ?? '');
  const option = (id: string, name: string): HTMLElement => (
    <option value={id} selected={id === value}>
      {name}
    </option>
  );
  return [
    <div className="field">
      <label htmlFor="mail-server">{texts.text('mailServer_label')}</label>
      <select
        id="mail-server"
        onchange={({ currentTarget }) => {
          if (currentTarget instanceof HTMLSelectElement) actions.choose(currentTarget.value);
        }}
        aria-describedby="mail-server-hint"
      >
        {option('', texts.text('mailServer_none'))}
        {MAIL_PROVIDERS.map(({ id, name }) => option(id, name))}
        {option(OTHER_SERVER, texts.text('mailServer_other'))}
      </select>
    </div>,
    isOther && serverForm(chosen, isRefused, actions, texts),
    <p className="hint" id="mail-server-hint">
      {texts.text('mailServer_hint')}
    </p>,
  ];
}

function serverForm(
  chosen: string | null,
  isRefused: boolean,
  actions: MailServerActions,
  texts: PageContext['texts'],
): HTMLElement {
  const isKnown = MAIL_PROVIDERS.some(({ id }) => id === chosen);
  return (
    <form
      className="fields"
      noValidate
      onsubmit={(event) => actions.type(formValues(event).get('server') ?? '')}
    >
      <div className="field">
        <label htmlFor="mail-server-name">{texts.text('mailServer_name')}</label>
        <input
          type="text"
          id="mail-server-name"
          name="server"
          autocomplete="off"
          spellcheck={false}
          dir="ltr"
          value={isKnown ? '' : (chosen ?? '')}
          placeholder="mx.example.org"
          aria-invalid={isRefused ? 'true' : undefined}
          aria-describedby={isRefused ? 'mail-server-refused' : undefined}
        />
      </div>
      <div className="field is-button">
        <button type="submit">{texts.text('save')}</button>
      </div>
      {isRefused && (
        <p id="mail-server-refused" className="refused" role="alert">
          {texts.text('mailServer_refused')}
        </p>
      )}
    </form>
  );
}
