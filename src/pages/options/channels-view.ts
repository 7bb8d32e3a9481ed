import { protectionOf } from '../../core/verdict/protection.ts';
import { protectionLine } from '../protection-line.ts';
import type { ChannelStatus } from '../../protocol/channel-messages.ts';
import type { LookBackFinding } from '../../protocol/look-back-messages.ts';
import { el, withAttributes } from '../element.ts';
import { lookBack } from '../look-back.ts';
import type { PageContext } from '../page-context.ts';
import type { ChannelActions } from './channel-actions.ts';
import { channelCard } from './channel-card.ts';
import { channelForm, type ChannelFormActions, type ChannelFormState } from './channel-form.ts';
import { noAnswer } from '../no-answer.ts';
import { unlessLocked } from '../unless-locked.ts';

export type ChannelsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'no-answer' }
  | {
      readonly kind: 'ready';
      readonly channels: readonly ChannelStatus[];
      readonly findings: readonly LookBackFinding[];
      readonly form: ChannelFormState;
      /** Microseconds a link, measured when the page opened; null until then. */
      readonly lookup: number | null;
      /** What just happened here, for the eye and for screen readers. */
      readonly said: string;
    };

export interface ChannelsActions extends ChannelActions, ChannelFormActions {
  readonly updateNow: () => void;
  readonly dismissFindings: (ids: readonly string[]) => void;
}

export function channelsView(
  state: ChannelsState,
  actions: ChannelsActions,
  context: PageContext,
): readonly Node[] {
  const { texts } = context;
  switch (state.kind) {
    case 'loading':
      return [el('p', { ariaBusy: 'true' }, texts.text('loading'))];
    case 'no-answer':
      return [noAnswer(context)];
    case 'ready': {
      const isUpdating = state.channels.some(({ activity }) => activity.kind === 'updating');
      const canUpdate = state.channels.some(({ url }) => url !== null);
      return [
        lookBack(state.findings, actions.dismissFindings, context),
        protection(state.channels, context),
        canUpdate
          ? el(
              'p',
              { className: 'actions' },
              withAttributes(
                el(
                  'button',
                  {
                    type: 'button',
                    id: 'update-now',
                    className: 'primary',
                    // Not `disabled`: that would take the focus away from whoever has just pressed it.
                    onclick: () => {
                      if (!isUpdating) actions.updateNow();
                    },
                  },
                  texts.text(isUpdating ? 'updating' : 'update_now'),
                ),
                { 'aria-disabled': String(isUpdating) },
              ),
            )
          : null,
        el('p', { className: 'said', role: 'status' }, state.said),
        // Lists compiled here have a section of their own.
        ...state.channels
          .filter(({ origin }) => origin !== 'list')
          .map((channel) => channelCard(channel, actions, context)),
        state.lookup === null
          ? null
          : el(
              'p',
              { className: 'hint' },
              texts.text('lookup_measured', Math.max(1, Math.round(state.lookup))),
            ),
        unlessLocked(['channels'], channelForm(state.form, actions, context), context),
      ].filter((node) => node !== null);
    }
  }
}

/** The same sentence as in the popup and on the welcome page, and the way to the lists where there are none. */
function protection(channels: readonly ChannelStatus[], context: PageContext): HTMLElement {
  return el(
    'p',
    { id: 'protection' },
    ...protectionLine(channels, context),
    ...(protectionOf(channels) === 'none'
      ? [' ', el('a', { href: '/src/pages/welcome/welcome.html' }, context.texts.text('popup_get_lists'))]
      : []),
  );
}

/**
 * What is said when an update ends, to the eye and to a screen reader; not each step, which would not let it speak
 * of anything else. Null if none has ended.
 */
export function outcome(
  before: readonly ChannelStatus[],
  after: readonly ChannelStatus[],
  { texts }: PageContext,
): string | null {
  const said = after.flatMap((channel) => {
    const earlier = before.find(({ id }) => id === channel.id);
    if (earlier?.activity.kind !== 'updating' || channel.activity.kind === 'updating') return [];
    if (channel.lastFailure !== null) return [texts.text('update_failed_said')];
    const isNew = channel.serial !== earlier.serial || channel.publishedAt !== earlier.publishedAt;
    return [isNew ? texts.count('update_new', channel.entries) : texts.text('update_same')];
  });
  return said.length === 0 ? null : [...new Set(said)].join(texts.gap);
}
