import { protectionOf, type Protection } from '../../../core/verdict/protection.ts';
import type { ChannelStatus } from '../../protocol/channel-messages.ts';
import { protectionLine, protectionSummary, protectionTitle } from '../protection-line.ts';
import { el, withAttributes } from '../element.ts';
import { outside } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { updateButton } from '../update-button.ts';
import { progress } from '../progress.ts';
import { failureSentences, listLine } from '../status-sentences.ts';
import type { Ready, PopupActions } from './popup-state.ts';

function wayToLists(
  protection: Protection,
  { getLists, openOptions }: PopupActions,
  { texts }: PageContext,
): HTMLElement | null {
  if (protection !== 'none' && protection !== 'off') return null;
  const button =
    protection === 'none'
      ? { id: 'get-lists', onclick: getLists, says: texts.text('popup_get_lists') }
      : { id: 'switch-on', onclick: openOptions, says: texts.text('popup_switch_on') };
  return el(
    'p',
    { className: 'actions' },
    el(
      'button',
      { type: 'button', id: button.id, className: 'primary', onclick: button.onclick },
      button.says,
    ),
  );
}

/** A packaged list may share its channel's name, so it is named by its origin. */
function nameOf({ name, origin }: ChannelStatus, { texts }: PageContext): string | Node {
  return origin === 'packaged' ? texts.text('popup_packaged') : outside(name);
}

/** Unfolds to one line per list; problems are always visible. */
export function listLines(
  { channels, tab }: Ready,
  actions: PopupActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  const protection = protectionOf(channels);
  const isOn = protection === 'checks' || protection === 'flags';
  const isUpdating = channels.some(({ activity }) => activity.kind === 'updating');
  const canUpdate = channels.some(({ url }) => url !== null);
  return withAttributes(
    el(
      'section',
      { id: 'lists' },
      // No protection status while paused: nothing is looked up.
      tab?.isPaused === true || isOn
        ? null
        : el(
            'p',
            { id: 'protection', className: 'list-line' },
            el('strong', {}, protectionTitle(channels, context)),
            el('br', {}),
            ...protectionLine(channels, context),
          ),
      wayToLists(protection, actions, context),
      el(
        'details',
        { id: 'list-details', className: 'more', open: !isOn },
        el('summary', {}, isOn ? protectionSummary(channels, context) : texts.text('popup_lists')),
        isOn && tab?.isPaused !== true
          ? el('p', { id: 'protection', className: 'list-line' }, ...protectionLine(channels, context))
          : null,
        ...channels.map((channel) => {
          const failed = failureSentences(channel, context);
          return withAttributes(
            el(
              'div',
              { className: `list-state is-${channel.kind}` },
              el(
                'p',
                { className: 'list-line' },
                ...(channels.length > 1 ? [el('strong', {}, nameOf(channel, context)), ' '] : []),
                listLine(channel, context),
              ),
              channel.activity.kind === 'updating' ? progress(channel.activity, context) : null,
              failed === null ? null : el('p', { className: 'hint' }, ...failed.happened),
            ),
            { 'data-key': channel.id },
          );
        }),
        canUpdate
          ? el(
              'p',
              { className: 'actions' },
              updateButton(
                { id: 'update-now', className: 'quiet', isUpdating, update: actions.updateNow },
                context,
              ),
            )
          : null,
      ),
    ),
    { 'aria-label': texts.text('popup_lists') },
  );
}
