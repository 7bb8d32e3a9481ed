import { expect, test } from 'vitest';
import type { Channel } from '../../../../src/extension/background/realm/channel.ts';
import { sortChannels, orderAfterMove } from '../../../../src/extension/background/lists/channel-order.ts';

const channel = (id: string, origin: Channel['origin']): Channel => ({
  id,
  origin,
  name: id,
  url: `https://${id}.example/`,
  rootKeys: [],
  pinnedName: null,
});

const ALL = [
  channel('office', 'managed'),
  channel('standard', 'default'),
  channel('mine', 'added'),
  channel('new', 'added'),
  channel('hosts', 'list'),
  channel('pages', 'list'),
  channel('packaged', 'packaged'),
];
const ids = (channels: readonly Channel[]): string => channels.map(({ id }) => id).join(' ');

test('without an order of the reader’s, channels come as they came', () => {
  expect(ids(sortChannels(ALL, []))).toBe('office standard mine new hosts pages packaged');
});

test('what the order does not name comes after what it names; what is gone or may not be moved does not count', () => {
  expect(ids(sortChannels(ALL, ['packaged', 'gone', 'pages', 'mine', 'office']))).toBe(
    'office mine standard new pages hosts packaged',
  );
});

test.each([
  ['mine', 'up', 'mine standard new hosts pages'],
  ['mine', 'down', 'standard new mine hosts pages'],
  ['pages', 'up', 'standard mine new pages hosts'],
] as const)('%s goes %s: %s', (id, by, order) => {
  expect(orderAfterMove(ALL, id, by)?.join(' ')).toBe(order);
});

test.each([
  ['standard', 'up', 'it is first of those that can be moved'],
  ['new', 'down', 'channels and lists have an order each'],
  ['hosts', 'up', 'the same'],
  ['office', 'down', 'an administrator set it'],
  ['packaged', 'up', 'it is a stand-in'],
  ['gone', 'up', 'it is not there'],
] as const)('%s does not go %s: %s', (id, by, _why) => {
  expect(orderAfterMove(ALL, id, by)).toBeNull();
});
