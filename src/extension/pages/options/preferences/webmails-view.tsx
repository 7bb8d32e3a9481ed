import { type Child, el } from '../../element.ts';
import { icon } from '../../icon.ts';
import { outside, spoken } from '../../outside.tsx';
import type { PageContext } from '../../page-context.ts';
import { statusLine } from '../../status-line.tsx';
import type { Sentence } from '../../status-sentences.ts';
import { unready } from '../../unready.tsx';
import { withdrawnNotice } from '../../withdrawn-notice.tsx';
import type { FallbackSite } from '../../../protocol/tab-messages.ts';
import { hostsOf } from '../../../protocol/webmail-hosts.ts';

export interface AddedWebmail {
  /** Name of a known webmail, or a host. */
  readonly name: string;
  readonly patterns: readonly string[];
}

export interface WebmailsReady {
  readonly kind: 'ready';
  readonly added: readonly AddedWebmail[];
  readonly withdrawn: readonly AddedWebmail[];
  readonly unrecognised: readonly FallbackSite[];
  readonly said: Sentence;
}

export interface WebmailsUnready {
  readonly kind: 'loading';
}

export type WebmailsState = WebmailsUnready | WebmailsReady;

export interface WebmailsActions {
  readonly remove: (webmail: AddedWebmail) => void;
  readonly allow: (webmail: AddedWebmail) => void;
}

export function webmailsView(
  state: WebmailsState,
  builtIn: readonly AddedWebmail[],
  actions: WebmailsActions,
  context: PageContext,
): Child {
  const { texts } = context;
  if (state.kind !== 'ready') return unready(state.kind, context);
  const { added, withdrawn, unrecognised, said } = state;
  const missing = withdrawn.map((webmail) =>
    withdrawnNotice(
      webmail,
      <button type="button" onclick={() => actions.allow(webmail)}>
        <span>{texts.pieces('popup_add_webmail', outside(webmail.name))}</span>
      </button>,
      context,
    ),
  );
  const own = [
    statusLine(said, null, context),
    ...missing,
    <h3>{texts.text('webmails_built_in')}</h3>,
    <ul className="plain rows card rules">
      {builtIn.map((webmail) => builtInRow(webmail, withdrawn, context))}
    </ul>,
    <h3>{texts.text('webmails_added')}</h3>,
  ];
  if (added.length === 0) return [own, <p className="empty">{texts.text('webmails_empty')}</p>];
  return [
    own,
    <ul className="plain rows card rules added">
      {added.map((webmail) => (
        <li className="rule" data-key={webmail.name}>
          <span className="row-title">{outside(webmail.name)}</span>
          {unrecognised
            .filter(({ host }) => hostsOf(webmail.patterns)(host.replace(/:\d+$/, '')))
            .map((site) => unrecognisedNotice(site, context))}
          <div className="actions">
            <button
              type="button"
              className="quiet"
              onclick={() => actions.remove(webmail)}
              aria-label={texts.text('rule_remove_named', spoken(webmail.name))}
            >
              {texts.text('remove')}
            </button>
          </div>
        </li>
      ))}
    </ul>,
  ];
}

export function webmailsAttention(
  { withdrawn }: Pick<WebmailsReady, 'withdrawn'>,
  { texts }: PageContext,
): Child {
  return withdrawn.map(({ name }) => (
    <div className="notice is-unchecked" data-key={name}>
      <p className="notice-title">
        {icon('unchecked')}
        {texts.text('popup_withdrawn_title', name)}
      </p>
      <p>
        <a href="#webmails">{texts.text('webmails_title')}</a>
      </p>
    </div>
  ));
}

function builtInRow(
  { name }: AddedWebmail,
  withdrawn: readonly AddedWebmail[],
  { texts }: PageContext,
): HTMLElement {
  const isAllowed = !withdrawn.some((other) => other.name === name);
  return (
    <li className="rule" data-key={name}>
      <span className="row-title">{outside(name)}</span>
      <span className="chip">{texts.text(isAllowed ? 'webmail_checked' : 'webmail_not_allowed')}</span>
    </li>
  );
}

/** Suggests reporting a webmail whose messages are not recognized: only its links are checked. */
function unrecognisedNotice(
  { since, days, links }: FallbackSite,
  { texts, formats, now }: PageContext,
): HTMLElement {
  return (
    <div className="notice is-unchecked">
      <p>{texts.text('webmail_unrecognised', formats.day(since, now), days, links)}</p>
      <p>{texts.text('webmail_unrecognised_do')}</p>
      <p>
        <a href="#self-test">{texts.text('selfTest_title')}</a>
      </p>
    </div>
  );
}
