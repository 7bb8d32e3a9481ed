import { protectionOf } from '../../../core/verdict/protection.ts';
import { IS_MAIL_PROGRAM } from '../../platform/mail-program.ts';
import type { MessageKey } from '../../platform/texts/texts.ts';
import type { ChannelStatus } from '../../protocol/channel-messages.ts';
import { el, withAttributes } from '../element.ts';
import type { PageContext } from '../page-context.ts';
import { progress } from '../progress.ts';
import { protectionLine, protectionTitle } from '../protection-line.ts';
import { freeLists, type FreeListsActions, type FreeListsState } from './free-lists.ts';
import { webmailLinks, type WebmailLinksActions, type WebmailLinksState } from './webmail-links.ts';

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

export function welcomeView(
  state: WelcomeState,
  actions: WelcomeActions,
  context: PageContext,
): readonly Node[] {
  const { texts } = context;
  return [
    el(
      'header',
      { className: 'masthead' },
      el('img', { src: '/icons/icon.svg', alt: '', width: 64, height: 64 }),
      el('h1', {}, texts.text('welcome_title')),
    ),
    el(
      'main',
      {},
      state.channels === null
        ? el('p', { className: 'lead', ariaBusy: 'true' }, texts.text('loading'))
        : protection(state.channels, state, actions, context),
      example(context),
      state.isUnpinned ? notice('welcome_pin_title', 'welcome_pin_text', '', context) : null,
      IS_MAIL_PROGRAM ? null : webmailLinks(state.webmails, actions.webmails, context),
      el(
        'div',
        { className: 'columns' },
        list(
          'welcome_does_title',
          ['welcome_does_1', 'welcome_does_2', 'welcome_does_3', 'welcome_does_4'],
          context,
        ),
        list('welcome_not_title', ['welcome_not_1', 'welcome_not_2', 'welcome_not_3'], context),
      ),
      notice('welcome_badge_title', 'welcome_badge_text', 'notice is-caution', context),
      notice('welcome_wrong_title', 'welcome_wrong_text', '', context),
      el(
        'p',
        { className: 'actions' },
        el('button', { type: 'button', onclick: actions.openOptions }, texts.text('welcome_settings')),
      ),
    ),
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
  return withAttributes(
    el(
      'section',
      { id: 'protection', className: `card status-card ${isOn ? 'is-on' : 'is-off'}` },
      el('h2', { id: 'protection-title' }, protectionTitle(channels, context)),
      el('p', { className: 'lead' }, ...protectionLine(channels, context)),
      freeLists(free, actions.free, context),
      // Progress stands below the button, which must not move under the pointer.
      ...channels.flatMap(({ origin, activity }) =>
        origin !== 'list' && activity.kind === 'updating' ? [progress(activity, context)] : [],
      ),
      isOn
        ? el('p', { id: 'next' }, context.texts.text(isUnpinned ? 'welcome_next_pin' : 'welcome_next'))
        : null,
    ),
    { 'aria-labelledby': 'protection-title' },
  );
}

/** The content script draws the mark: `content/live-example.ts`. */
function example({ texts }: PageContext): HTMLElement {
  return el(
    'section',
    { id: 'example' },
    el('h2', {}, texts.text('welcome_example_title')),
    el(
      'article',
      { className: 'card mail' },
      el(
        'div',
        { className: 'mail-head' },
        el('strong', {}, texts.text('welcome_example_subject')),
        el('span', { className: 'hint' }, texts.text('welcome_example_from')),
      ),
      el(
        'div',
        { className: 'mail-body' },
        el(
          'p',
          {},
          ...texts.pieces<string | Node>(
            'welcome_example_text',
            el('a', { id: 'example-link', href: EXAMPLE_HREF }, texts.text('welcome_example_link')),
          ),
        ),
      ),
    ),
    el('p', {}, texts.text('welcome_try_text')),
    el('p', { className: 'hint' }, texts.text('welcome_example_note')),
  );
}

function list(title: MessageKey, items: readonly MessageKey[], { texts }: PageContext): HTMLElement {
  return el(
    'section',
    { className: 'prose' },
    el('h2', {}, texts.text(title)),
    el('ul', {}, ...items.map((item) => el('li', {}, texts.text(item)))),
  );
}

function notice(title: MessageKey, text: MessageKey, className: string, { texts }: PageContext): HTMLElement {
  return el('section', { className }, el('h2', {}, texts.text(title)), el('p', {}, texts.text(text)));
}
