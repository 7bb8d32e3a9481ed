import { protectionOf } from '../../core/verdict/protection.ts';
import { protectionLine } from '../protection-line.ts';
import { el, withAttributes } from '../element.ts';
import { outside } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { progress } from '../progress.ts';
import { failureSentences, listLine } from '../status-sentences.ts';
import type { Ready, PopupActions } from './popup-state.ts';

/** Each list in one line; the whole story is in the settings. */
export function listLines(
  { channels, tab }: Ready,
  actions: PopupActions,
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  const isUpdating = channels.some(({ activity }) => activity.kind === 'updating');
  const canUpdate = channels.some(({ url }) => url !== null);
  return withAttributes(
    el(
      'section',
      { id: 'lists' },
      // While checking is paused here, nothing here is looked up anywhere.
      tab?.isPaused === true
        ? null
        : el('p', { id: 'protection', className: 'list-line' }, ...protectionLine(channels, context)),
      protectionOf(channels) === 'none'
        ? el(
            'p',
            { className: 'actions' },
            el(
              'button',
              { type: 'button', id: 'get-lists', className: 'primary', onclick: actions.getLists },
              texts.text('popup_get_lists'),
            ),
          )
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
              ...(channels.length > 1 ? [el('strong', {}, outside(channel.name)), ' '] : []),
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
            withAttributes(
              el(
                'button',
                {
                  type: 'button',
                  id: 'update-now',
                  className: 'quiet',
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
    ),
    { 'aria-label': texts.text('popup_lists') },
  );
}
