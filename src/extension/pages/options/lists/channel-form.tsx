import type { MessageKey } from '../../../platform/texts/texts.ts';
import { MAX_TYPED_LENGTH } from '../../../../core/fields/schema.ts';
import type { ChannelPreview, ChannelRefusal } from '../../../protocol/channel-messages.ts';
import { el } from '../../element.ts';
import { formValues } from '../../form-values.ts';
import { outside } from '../../outside.tsx';
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
      return (
        <p className="actions" data-key="closed">
          <button type="button" id="channel-open" onclick={actions.open}>
            {texts.text('channel_add')}
          </button>
        </p>
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
  const field = (
    <textarea
      id="channel-text"
      name="text"
      rows={4}
      required
      spellcheck={false}
      autocomplete="off"
      maxLength={MAX_TYPED_LENGTH}
      dir="ltr"
      aria-describedby={refused === null ? 'channel-hint' : 'channel-refused channel-hint'}
      aria-invalid={refused === null ? undefined : 'true'}
    />
  );
  return (
    <form
      className="card form"
      onsubmit={(event) => actions.preview(formValues(event).get('text') ?? '')}
      data-key="paste"
    >
      <h3>{texts.text('channel_add_title')}</h3>
      <label htmlFor="channel-text">{texts.text('channel_text')}</label>
      {field}
      {refused !== null && (
        <p id="channel-refused" className="refused" role="alert">
          {texts.text(REFUSALS[refused])}
        </p>
      )}
      <p id="channel-hint" className="hint">
        {texts.text('channel_text_hint')}
      </p>
      <p className="actions">
        <button type="submit" className="primary">
          {texts.text('channel_preview')}
        </button>
        <button type="button" onclick={actions.close}>
          {texts.text('cancel')}
        </button>
      </p>
    </form>
  );
}

function confirmation(
  { text, preview, refused }: Extract<ChannelFormState, { kind: 'confirm' }>,
  actions: ChannelFormActions,
  { texts }: PageContext,
): HTMLElement {
  return (
    <section className="card form" data-key="confirm" aria-labelledby="channel-confirm">
      <h3 id="channel-confirm" tabIndex={-1}>
        {texts.text('channel_confirm_title')}
      </h3>
      <dl className="facts">
        <div className="is-wide">
          <dt>{texts.text('fact_host')}</dt>
          <dd>
            <strong>{outside(preview.host)}</strong>
          </dd>
        </div>
        <div className="is-wide">
          <dt>{texts.text('fact_address')}</dt>
          <dd>{outside(preview.url)}</dd>
        </div>
        <div className="is-wide">
          <dt>{texts.text('fact_fingerprint')}</dt>
          <dd>
            {preview.rootKeyFingerprints.map((print) => (
              <code className="fingerprint">{outside(print)}</code>
            ))}
          </dd>
        </div>
      </dl>
      <p>{texts.text('channel_confirm_compare')}</p>
      <p className="hint">{texts.text('channel_confirm_means')}</p>
      {refused !== null && (
        <p className="refused" role="alert">
          {texts.text(REFUSALS[refused])}
        </p>
      )}
      <p className="actions">
        <button type="button" className="primary" onclick={() => actions.add(text)}>
          {texts.text('channel_confirm')}
        </button>
        <button type="button" onclick={actions.close}>
          {texts.text('cancel')}
        </button>
      </p>
    </section>
  );
}
