import type { MessageKey } from '../../../platform/texts/texts.ts';
import { MAX_TYPED_LENGTH } from '../../../protocol/schema.ts';
import type { ChannelPreview, ChannelRefusal } from '../../../protocol/channel-messages.ts';
import { el, withAttributes } from '../../element.ts';
import { formValues } from '../../form-values.ts';
import { outside } from '../../outside.ts';
import type { PageContext } from '../../page-context.ts';

/** The form opens only on a click on this page: no URL, page or message can open it. */
export type ChannelFormState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'paste'; readonly refused: ChannelRefusal | null }
  /** `text` is the previewed text: exactly this is added. */
  | {
      readonly kind: 'confirm';
      readonly text: string;
      readonly preview: ChannelPreview;
      readonly refused: ChannelRefusal | null;
    };

export interface ChannelFormActions {
  readonly open: () => void;
  readonly close: () => void;
  readonly preview: (text: string) => void;
  readonly add: (text: string) => void;
}

const REFUSALS: Readonly<Record<ChannelRefusal, MessageKey>> = {
  'not-a-channel': 'channelRefusal_not_a_channel',
  'not-https': 'channelRefusal_not_https',
  'private-host': 'channelRefusal_private_host',
  'already-there': 'channelRefusal_already_there',
  'key-changed': 'channelRefusal_key_changed',
  'too-many': 'channelRefusal_too_many',
  'not-stored': 'refusal_not_stored',
  'set-by-administrator': 'refusal_administrator',
};

export function channelForm(
  state: ChannelFormState,
  actions: ChannelFormActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  switch (state.kind) {
    case 'closed':
      return withAttributes(
        el(
          'p',
          { className: 'actions' },
          el(
            'button',
            { type: 'button', id: 'channel-open', onclick: actions.open },
            texts.text('channel_add'),
          ),
        ),
        { 'data-key': 'closed' },
      );
    case 'paste':
      return pasteForm(state.refused, actions, context);
    case 'confirm':
      return confirmation(state, actions, context);
  }
}

function pasteForm(
  refused: ChannelRefusal | null,
  actions: ChannelFormActions,
  { texts }: PageContext,
): HTMLElement {
  const field = withAttributes(
    el('textarea', {
      id: 'channel-text',
      name: 'text',
      rows: 4,
      required: true,
      spellcheck: false,
      autocomplete: 'off',
      maxLength: MAX_TYPED_LENGTH,
      dir: 'ltr',
    }),
    {
      'aria-describedby': refused === null ? 'channel-hint' : 'channel-refused channel-hint',
      ...(refused === null ? {} : { 'aria-invalid': 'true' }),
    },
  );
  return withAttributes(
    el(
      'form',
      { className: 'card form', onsubmit: (event) => actions.preview(formValues(event).get('text') ?? '') },
      el('h3', {}, texts.text('channel_add_title')),
      withAttributes(el('label', {}, texts.text('channel_text')), { for: 'channel-text' }),
      field,
      refused === null
        ? null
        : el(
            'p',
            { id: 'channel-refused', className: 'refused', role: 'alert' },
            texts.text(REFUSALS[refused]),
          ),
      el('p', { id: 'channel-hint', className: 'hint' }, texts.text('channel_text_hint')),
      el(
        'p',
        { className: 'actions' },
        el('button', { type: 'submit', className: 'primary' }, texts.text('channel_preview')),
        el('button', { type: 'button', onclick: actions.close }, texts.text('cancel')),
      ),
    ),
    { 'data-key': 'paste' },
  );
}

function confirmation(
  { text, preview, refused }: Extract<ChannelFormState, { kind: 'confirm' }>,
  actions: ChannelFormActions,
  { texts }: PageContext,
): HTMLElement {
  return withAttributes(
    el(
      'section',
      { className: 'card form' },
      el('h3', { id: 'channel-confirm', tabIndex: -1 }, texts.text('channel_confirm_title')),
      el(
        'dl',
        { className: 'facts' },
        el(
          'div',
          { className: 'is-wide' },
          el('dt', {}, texts.text('fact_host')),
          el('dd', {}, el('strong', {}, outside(preview.host))),
        ),
        el(
          'div',
          { className: 'is-wide' },
          el('dt', {}, texts.text('fact_address')),
          el('dd', {}, outside(preview.url)),
        ),
        el(
          'div',
          { className: 'is-wide' },
          el('dt', {}, texts.text('fact_fingerprint')),
          el(
            'dd',
            {},
            ...preview.rootKeyFingerprints.map((print) =>
              el('code', { className: 'fingerprint' }, outside(print)),
            ),
          ),
        ),
      ),
      el('p', {}, texts.text('channel_confirm_compare')),
      el('p', { className: 'hint' }, texts.text('channel_confirm_means')),
      refused === null
        ? null
        : el('p', { className: 'refused', role: 'alert' }, texts.text(REFUSALS[refused])),
      el(
        'p',
        { className: 'actions' },
        el(
          'button',
          { type: 'button', className: 'primary', onclick: () => actions.add(text) },
          texts.text('channel_confirm'),
        ),
        el('button', { type: 'button', onclick: actions.close }, texts.text('cancel')),
      ),
    ),
    { 'data-key': 'confirm', 'aria-labelledby': 'channel-confirm' },
  );
}
