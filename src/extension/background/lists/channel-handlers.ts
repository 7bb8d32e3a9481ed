import type { PageHandlersOf } from '../../platform/message-bus.ts';
import type { CHANNEL_REQUESTS, ChannelStatus } from '../../protocol/channel-messages.ts';
import { assertFromOptions } from '../realm/assert-from-options.ts';
import type { ChannelList } from './channel-list.ts';
import type { Removals } from './removals.ts';
import type { SectionsOff } from './sections-off.ts';
import type { UpdateRunner } from './update-runner.ts';

export function channelHandlers({
  channelList,
  sectionsOff,
  removals,
  updates,
  statuses,
  isFileDamaged,
}: {
  readonly channelList: ChannelList;
  readonly sectionsOff: SectionsOff;
  readonly removals: Removals;
  readonly updates: UpdateRunner;
  readonly statuses: () => Promise<readonly ChannelStatus[]>;
  /** Whether the packaged channel file is unreadable. */
  readonly isFileDamaged: () => Promise<boolean>;
}): PageHandlersOf<typeof CHANNEL_REQUESTS> {
  return {
    'get-status': async () => ({
      channels: await statuses(),
      ...((await isFileDamaged()) ? { isChannelFileDamaged: true } : {}),
    }),
    'update-now': ({ channel }) => {
      void (channel === undefined ? updates.run('all') : updates.runOne(channel));
      return Promise.resolve(null);
    },
    'preview-channel': async ({ text }, caller) => {
      assertFromOptions(caller);
      const preview = await channelList.preview(text);
      return preview.ok ? preview.value : { refused: preview.failure };
    },
    'add-channel': async ({ text }, caller) => {
      assertFromOptions(caller);
      const added = await channelList.add(text);
      return added.ok ? { channel: added.value.id } : { refused: added.failure };
    },
    'remove-channel': async ({ channel, isUndoable }, caller) => {
      assertFromOptions(caller);
      return { removed: await channelList.remove(channel, isUndoable) };
    },
    'take-back-list': async ({ list }, caller) => {
      assertFromOptions(caller);
      return { outcome: await removals.undo(list) };
    },
    'set-sections': async ({ channel, off }) => ({ outcome: await sectionsOff.set(channel, off) }),
  };
}
