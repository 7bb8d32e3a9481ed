import { protectionOf } from '../../../core/verdict/protection.ts';
import { IS_MAIL_PROGRAM } from '../../platform/mail-program.ts';
import type { MessageKey } from '../../platform/texts/texts.ts';
import type { ChannelStatus } from '../../protocol/channel-messages.ts';
import { type Child, el } from '../element.ts';
import type { PageContext } from '../page-context.ts';
import { progress } from '../progress.tsx';
import { protectionLine, protectionTitle } from '../protection-line.ts';
import { freeLists, type FreeListsActions, type FreeListsState } from './free-lists.tsx';
import { webmailLinks, type WebmailLinksActions, type WebmailLinksState } from './webmail-links.tsx';

/** Reserved for examples (RFC 2606). */
const EXAMPLE_HREF = 'https://redelivery.parcel-fee.example/date';

export interface WelcomeState {
  /** Null until the background answers. */
  readonly channels: readonly ChannelStatus[] | null;
  readonly free: FreeListsState;
  readonly webmails: WebmailLinksState;
  readonly isUnpinned: boolean;
}

export interface WelcomeActions {
  readonly openOptions: () => void;
  readonly free: FreeListsActions;
  readonly webmails: WebmailLinksActions;
}

export function welcomeView(state: WelcomeState, actions: WelcomeActions, context: PageContext): Child {
  const { texts } = context;
  return [
    <header className="masthead">
      <img src="/icons/icon.svg" alt="" width={64} height={64} />
      <h1>{texts.text('welcome_title')}</h1>
    </header>,
    <main>
      {state.channels === null ? (
        <p className="lead" ariaBusy="true">
          {texts.text('loading')}
        </p>
      ) : (
        protection(state.channels, state, actions, context)
      )}
      {example(context)}
      {state.isUnpinned && notice('welcome_pin_title', 'welcome_pin_text', '', context)}
      {IS_MAIL_PROGRAM ? null : webmailLinks(state.webmails, actions.webmails, context)}
      <div className="columns">
        {list(
          'welcome_does_title',
          ['welcome_does_1', 'welcome_does_2', 'welcome_does_3', 'welcome_does_4'],
          context,
        )}
        {list('welcome_not_title', ['welcome_not_1', 'welcome_not_2', 'welcome_not_3'], context)}
      </div>
      {notice('welcome_badge_title', 'welcome_badge_text', 'notice is-caution', context)}
      {notice('welcome_wrong_title', 'welcome_wrong_text', '', context)}
      <p className="actions">
        <button type="button" onclick={actions.openOptions}>
          {texts.text('welcome_settings')}
        </button>
      </p>
    </main>,
  ];
}

function protection(
  channels: readonly ChannelStatus[],
  { free, isUnpinned }: WelcomeState,
  actions: WelcomeActions,
  context: PageContext,
): HTMLElement {
  const protection = protectionOf(channels);
  const isOn = protection === 'checks' || protection === 'flags';
  return (
    <section
      id="protection"
      className={`card status-card ${isOn ? 'is-on' : 'is-off'}`}
      aria-labelledby="protection-title"
    >
      <h2 id="protection-title">{protectionTitle(channels, context)}</h2>
      <p className="lead">{protectionLine(channels, context)}</p>
      {freeLists(free, actions.free, context)}
      {/* Progress stands below the button, which must not move under the pointer. */}
      {channels.flatMap(({ origin, activity }) =>
        origin !== 'list' && activity.kind === 'updating' ? [progress(activity, context)] : [],
      )}
      {isOn && <p id="next">{context.texts.text(isUnpinned ? 'welcome_next_pin' : 'welcome_next')}</p>}
    </section>
  );
}

/** The content script draws the mark: `content/live-example.ts`. */
function example({ texts }: PageContext): HTMLElement {
  return (
    <section id="example">
      <h2>{texts.text('welcome_example_title')}</h2>
      <article className="card mail">
        <div className="mail-head">
          <strong>{texts.text('welcome_example_subject')}</strong>
          <span className="hint">{texts.text('welcome_example_from')}</span>
        </div>
        <div className="mail-body">
          <p>
            {texts.pieces(
              'welcome_example_text',
              <a id="example-link" href={EXAMPLE_HREF}>
                {texts.text('welcome_example_link')}
              </a>,
            )}
          </p>
        </div>
      </article>
      <p>{texts.text('welcome_try_text')}</p>
      <p className="hint">{texts.text('welcome_example_note')}</p>
    </section>
  );
}

function list(title: MessageKey, items: readonly MessageKey[], { texts }: PageContext): HTMLElement {
  return (
    <section className="prose">
      <h2>{texts.text(title)}</h2>
      <ul>
        {items.map((item) => (
          <li>{texts.text(item)}</li>
        ))}
      </ul>
    </section>
  );
}

function notice(title: MessageKey, text: MessageKey, className: string, { texts }: PageContext): HTMLElement {
  return (
    <section className={className}>
      <h2>{texts.text(title)}</h2>
      <p>{texts.text(text)}</p>
    </section>
  );
}
