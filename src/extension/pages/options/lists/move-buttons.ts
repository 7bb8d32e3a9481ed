import type { ChannelStatus } from '../../../protocol/channel-messages.ts';
import { el, withAttributes } from '../../element.ts';
import { icon } from '../../icon.ts';
import { spoken } from '../../outside.ts';
import type { PageContext } from '../../page-context.ts';
import { isLocked } from '../../unless-locked.ts';

export type Move = (channel: string, by: 'up' | 'down') => void;

export function moveButtons(
  { id, name }: ChannelStatus,
  all: readonly ChannelStatus[],
  move: Move,
  context: PageContext,
): HTMLElement | null {
  const { texts } = context;
  const movable = movableOf(all, context);
  const place = movable.findIndex((channel) => channel.id === id);
  if (place === -1 || movable.length < 2) return null;
  const buttons = (['up', 'down'] as const).map((by) => {
    const isEnd = place === (by === 'up' ? 0 : movable.length - 1);
    const label = texts.text(by === 'up' ? 'channel_up' : 'channel_down', spoken(name));
    return withAttributes(
      el(
        'button',
        {
          type: 'button',
          className: 'quiet icon-button',
          // Not `disabled`, which would drop focus.
          onclick: () => {
            if (!isEnd) move(id, by);
          },
        },
        icon(by),
      ),
      { 'aria-disabled': String(isEnd), 'aria-label': label, title: label, 'data-move': by },
    );
  });
  return el('span', { className: 'moves' }, ...buttons);
}

export function placeSaid(channel: string, all: readonly ChannelStatus[], context: PageContext): string {
  const { texts, formats } = context;
  const movable = movableOf(all, context);
  const place = movable.findIndex(({ id }) => id === channel);
  return texts.text(
    'channel_moved',
    spoken(movable[place]?.name ?? ''),
    formats.number(place + 1),
    formats.number(movable.length),
  );
}

export function orderHint(all: readonly ChannelStatus[], context: PageContext): HTMLElement | null {
  if (movableOf(all, context).length < 2) return null;
  return el('p', { className: 'hint' }, context.texts.text('channel_order'));
}

function movableOf(all: readonly ChannelStatus[], context: PageContext): readonly ChannelStatus[] {
  return all.filter(
    ({ origin }) =>
      origin !== 'managed' &&
      origin !== 'packaged' &&
      !isLocked([origin === 'list' ? 'lists' : 'channels'], context),
  );
}
