import type { MessageKey } from '../../platform/texts.ts';
import type { ChannelStatus } from '../../protocol/channel-messages.ts';
import { el, withAttributes } from '../element.ts';
import { icon } from '../icon.ts';
import { destination, outside } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { progress } from '../progress.ts';
import { listLine } from '../status-sentences.ts';

/** Reserved for examples (RFC 2606): nobody can ever be behind it. */
const EXAMPLE_DOMAIN = 'parcel-fee.example';
const EXAMPLE_HOST = `redelivery.${EXAMPLE_DOMAIN}`;

export interface WelcomeState {
  /** Null until the background has answered. */
  readonly channels: readonly ChannelStatus[] | null;
}

export function welcomeView(
  { channels }: WelcomeState,
  actions: { readonly openOptions: () => void },
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
      el('p', { className: 'lead' }, texts.text('welcome_lead')),
      example(context),
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
      el(
        'section',
        { className: 'notice is-caution' },
        el('h2', {}, texts.text('welcome_badge_title')),
        el('p', {}, texts.text('welcome_badge_text')),
      ),
      el(
        'section',
        {},
        el('h2', {}, texts.text('welcome_wrong_title')),
        el('p', {}, texts.text('welcome_wrong_text')),
      ),
      channels === null ? null : state(channels, context),
      el(
        'p',
        { className: 'actions' },
        el(
          'button',
          { type: 'button', className: 'primary', onclick: actions.openOptions },
          texts.text('welcome_settings'),
        ),
      ),
    ),
  ];
}

/** A message with one flagged link, drawn as the content script draws it. */
function example({ texts }: PageContext): HTMLElement {
  const link = withAttributes(
    el(
      'a',
      { href: `https://${EXAMPLE_HOST}/date`, onclick: (event) => event.preventDefault() },
      texts.text('welcome_example_link'),
    ),
    { 'aria-describedby': 'example-mark example-why' },
  );
  return el(
    'section',
    {},
    el('h2', {}, texts.text('welcome_example_title')),
    el(
      'div',
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
            el('span', { className: 'marked' }, link, icon('danger')),
          ),
        ),
        el(
          'div',
          { className: 'example-card' },
          el(
            'p',
            { className: 'notice-title is-danger', id: 'example-mark' },
            icon('danger'),
            texts.text('welcome_example_mark'),
          ),
          el('p', { id: 'example-why' }, texts.text('welcome_example_card')),
          el(
            'p',
            {},
            ...texts.pieces<string | Node>(
              'popup_leads_to',
              destination(`${EXAMPLE_HOST}/date`, EXAMPLE_DOMAIN),
            ),
          ),
        ),
      ),
    ),
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

function state(channels: readonly ChannelStatus[], context: PageContext): HTMLElement {
  const { texts } = context;
  return el(
    'section',
    {},
    el('h2', {}, texts.text('welcome_state_title')),
    ...(channels.length === 0 ? [el('p', {}, texts.text('no_channel'))] : []),
    ...channels.flatMap((channel) => [
      el(
        'p',
        {},
        ...(channels.length > 1 ? [el('strong', {}, outside(channel.name)), ' '] : []),
        listLine(channel, context),
      ),
      ...(channel.activity.kind === 'updating' ? [progress(channel.activity, context)] : []),
    ]),
  );
}
