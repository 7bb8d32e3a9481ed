import { protectionOf } from '../../../../core/verdict/protection.ts';
import { protectionLine, protectionTitle } from '../../protection-line.ts';
import type { ChannelStatus } from '../../../protocol/channel-messages.ts';
import type { LookBackFinding } from '../../../protocol/look-back-messages.ts';
import { type Child, el } from '../../element.ts';
import { lookBack } from '../../look-back.tsx';
import type { PageContext } from '../../page-context.ts';
import { updateButton } from '../../update-button.tsx';
import type { ChannelActions } from './channel-actions.ts';
import { channelCard } from './channel-card.tsx';
import { channelForm, type ChannelFormActions, type ChannelFormState } from './channel-form.tsx';
import { unlessLocked } from '../../unless-locked.tsx';
import { statusLine, type StatusUndo } from '../../status-line.tsx';
import { unready } from '../../unready.tsx';

export interface ChannelsReady {
  readonly kind: 'ready';
  readonly channels: readonly ChannelStatus[];
  /** The packaged default channel file is missing or damaged. */
  readonly isFileDamaged: boolean;
  readonly findings: readonly LookBackFinding[];
  readonly form: ChannelFormState;
  readonly said: string;
  /** Id of the channel just removed, for undo. */
  readonly removed: string | null;
}

export interface ChannelsUnready {
  readonly kind: 'loading' | 'no-answer';
}

export type ChannelsState = ChannelsUnready | ChannelsReady;

export interface ChannelsActions extends ChannelActions, ChannelFormActions {
  readonly updateNow: () => void;
  readonly dismissFindings: (ids: readonly string[]) => void;
}

export function channelsView(state: ChannelsState, actions: ChannelsActions, context: PageContext): Child {
  const { texts } = context;
  if (state.kind !== 'ready') return unready(state.kind, context);
  const isUpdating = state.channels.some(({ activity }) => activity.kind === 'updating');
  const updatable = state.channels.filter(({ url }) => url !== null).length;
  return [
    lookBack(state.findings, actions.dismissFindings, context),
    protection(state.channels, context),
    state.isFileDamaged && <p className="notice">{texts.text('channel_file_damaged')}</p>,
    updatable > 0 && (
      <p className="actions">
        {updateButton(
          { id: 'update-now', className: 'primary', isUpdating, update: actions.updateNow },
          context,
        )}
      </p>
    ),
    statusLine(state.said, undoOf(state.removed, actions), context),
    // Device lists have their own section.
    ...state.channels
      .filter(({ origin }) => origin !== 'list')
      .map((channel) =>
        channelCard(channel, updatable > 1 ? actions : { ...actions, update: null }, context),
      ),
    unlessLocked(['channels'], channelForm(state.form, actions, context), context),
  ].filter((node) => node !== null);
}

function undoOf(removed: string | null, { takeBack }: ChannelsActions): StatusUndo | null {
  return removed === null ? null : { id: 'channel-undo', run: () => takeBack(removed) };
}

function protection(channels: readonly ChannelStatus[], context: PageContext): HTMLElement {
  return (
    <p id="protection">
      <strong>{protectionTitle(channels, context)}</strong>
      <br />
      {protectionLine(channels, context)}
      {protectionOf(channels) === 'none' && [
        ' ',
        <a href="/src/extension/pages/welcome/welcome.html">{context.texts.text('popup_get_lists')}</a>,
      ]}
    </p>
  );
}

/**
 * Announces finished updates; announcing each step would drown out other announcements.
 *
 * @returns null if none finished
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
