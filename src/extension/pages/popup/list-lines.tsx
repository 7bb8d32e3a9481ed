import { protectionOf, type Protection } from '../../../core/verdict/protection.ts';
import type { ChannelStatus } from '../../protocol/channel-messages.ts';
import { protectionLine, protectionSummary, protectionTitle } from '../protection-line.ts';
import { el } from '../element.ts';
import { outside } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';
import { updateButton } from '../update-button.tsx';
import { progress } from '../progress.tsx';
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
  return (
    <p className="actions">
      <button type="button" id={button.id} className="primary" onclick={button.onclick}>
        {button.says}
      </button>
    </p>
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
  return (
    <section id="lists" aria-label={texts.text('popup_lists')}>
      {/* No protection status while paused: nothing is looked up. */}
      {!(tab?.isPaused === true || isOn) && (
        <p id="protection" className="list-line">
          <strong>{protectionTitle(channels, context)}</strong>
          <br />
          {protectionLine(channels, context)}
        </p>
      )}
      {wayToLists(protection, actions, context)}
      <details id="list-details" className="more" open={!isOn}>
        <summary>{isOn ? protectionSummary(channels, context) : texts.text('popup_lists')}</summary>
        {isOn && tab?.isPaused !== true && (
          <p id="protection" className="list-line">
            {protectionLine(channels, context)}
          </p>
        )}
        {channels.map((channel) => {
          const failed = failureSentences(channel, context);
          return (
            <div className={`list-state is-${channel.kind}`} data-key={channel.id}>
              <p className="list-line">
                {channels.length > 1 && [<strong>{nameOf(channel, context)}</strong>, ' ']}
                {listLine(channel, context)}
              </p>
              {channel.activity.kind === 'updating' && progress(channel.activity, context)}
              {failed !== null && <p className="hint">{failed.happened}</p>}
            </div>
          );
        })}
        {canUpdate && (
          <p className="actions">
            {updateButton(
              { id: 'update-now', className: 'quiet', isUpdating, update: actions.updateNow },
              context,
            )}
          </p>
        )}
      </details>
    </section>
  );
}
