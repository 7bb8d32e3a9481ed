import type { ChannelStatus, LookBackFinding } from '../../protocol/messages.ts';
import { el, withAttributes } from '../element.ts';
import { lookBack } from '../look-back.ts';
import type { PageContext } from '../page-context.ts';
import { listLine } from '../status-sentences.ts';
import { channelCard, type ChannelActions } from './channel-card.ts';
import { channelForm, type ChannelFormActions, type ChannelFormState } from './channel-form.ts';
import { unanswered } from '../unanswered.ts';

export type ListsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unanswered' }
  | {
      readonly kind: 'ready';
      readonly channels: readonly ChannelStatus[];
      readonly findings: readonly LookBackFinding[];
      readonly form: ChannelFormState;
      /** What just happened here, for the eye and for screen readers. */
      readonly said: string;
    };

export interface ListsActions extends ChannelActions, ChannelFormActions {
  readonly updateNow: () => void;
  readonly dismissFindings: (ids: readonly string[]) => void;
}

export function listsView(state: ListsState, actions: ListsActions, context: PageContext): readonly Node[] {
  const { texts } = context;
  switch (state.kind) {
    case 'loading':
      return [el('p', { ariaBusy: 'true' }, texts.text('loading'))];
    case 'unanswered':
      return [unanswered(context)];
    case 'ready': {
      const isUpdating = state.channels.some(({ activity }) => activity.kind === 'updating');
      const canUpdate = state.channels.some(({ url }) => url !== null);
      return [
        lookBack(state.findings, actions.dismissFindings, context),
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
        ...(state.channels.length === 0 ? [el('p', {}, texts.text('no_channel'))] : []),
        ...state.channels.map((channel) => channelCard(channel, actions, context)),
        channelForm(state.form, actions, context),
      ].filter((node) => node !== null);
    }
  }
}

/** What a screen reader hears when an update ends: not each step, which would not let it speak of anything else. */
export function spokenOutcome(
  before: readonly ChannelStatus[],
  after: readonly ChannelStatus[],
  context: PageContext,
): string | null {
  const ended = after.filter(
    ({ id, activity }) =>
      activity.kind === 'idle' && before.find((other) => other.id === id)?.activity.kind === 'updating',
  );
  if (ended.length === 0) return null;
  return ended
    .map((channel) =>
      channel.lastFailure === null ? listLine(channel, context) : context.texts.text('update_failed_said'),
    )
    .join(context.texts.gap);
}
