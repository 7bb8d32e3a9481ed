import type { ChannelStatus } from '../../protocol/channel-messages.ts';
import { el, withAttributes } from '../element.ts';
import { spoken } from '../outside.ts';
import type { PageContext } from '../page-context.ts';

/** Fetches one list now. Null for what is never fetched. */
export function updateOne(
  { id, name, url, activity }: ChannelStatus,
  update: (channel: string) => void,
  { texts }: PageContext,
): HTMLElement | null {
  if (url === null) return null;
  const isUpdating = activity.kind === 'updating';
  return withAttributes(
    el(
      'button',
      {
        type: 'button',
        className: 'quiet',
        // Not `disabled`: that would take the focus away from whoever has just pressed it.
        onclick: () => {
          if (!isUpdating) update(id);
        },
      },
      texts.text(isUpdating ? 'updating' : 'update_now'),
    ),
    { 'aria-disabled': String(isUpdating), 'aria-label': texts.text('update_now_named', spoken(name)) },
  );
}
