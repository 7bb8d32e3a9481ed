import type { Channel } from '../realm/channel.ts';

/**
 * Lower places come first. The reader may reorder channels within place 1, and lists compiled on the device within
 * place 2.
 */
const PLACES = { managed: 0, default: 1, added: 1, list: 2, packaged: 3 } as const;

const isMovable = ({ origin }: Channel): boolean => PLACES[origin] === 1 || PLACES[origin] === 2;

/** @param order - ids; other channels follow in the given order */
export function sortChannels(channels: readonly Channel[], order: readonly string[]): readonly Channel[] {
  const placeOf = (channel: Channel): number => {
    const place = isMovable(channel) ? order.indexOf(channel.id) : -1;
    return place === -1 ? order.length : place;
  };
  return [...channels].sort((a, b) => PLACES[a.origin] - PLACES[b.origin] || placeOf(a) - placeOf(b));
}

/** @returns null if the channel cannot be moved */
export function orderAfterMove(
  channels: readonly Channel[],
  id: string,
  by: 'up' | 'down',
): readonly string[] | null {
  const movable = channels.filter(isMovable);
  const at = movable.findIndex((channel) => channel.id === id);
  const to = by === 'up' ? at - 1 : at + 1;
  const [channel, neighbour] = [movable[at], movable[to]];
  if (channel === undefined || neighbour === undefined) return null;
  if (PLACES[channel.origin] !== PLACES[neighbour.origin]) return null;
  return movable
    .with(at, neighbour)
    .with(to, channel)
    .map((each) => each.id);
}
