import type { ChannelStatus } from '../../../protocol/channel-messages.ts';
import { spoken } from '../../outside.tsx';
import type { PageContext } from '../../page-context.ts';
import { updateButton } from '../../update-button.tsx';

/** Null for a list that is never downloaded. */
export function updateOne(
  { id, name, url, activity }: ChannelStatus,
  update: ((channel: string) => void) | null,
  context: PageContext,
): HTMLElement | null {
  if (url === null || update === null) return null;
  return updateButton(
    {
      className: 'quiet',
      isUpdating: activity.kind === 'updating',
      update: () => update(id),
      what: spoken(name),
    },
    context,
  );
}
