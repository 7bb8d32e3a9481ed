import { expect, test } from 'vitest';
import { rootKeyOf } from '../../../src/server/node/channel/channel-option.ts';

test.each([
  [undefined, '--public-key'],
  ['--key', '--key'],
])(
  'a channel on the web without a key is refused by the option that the command has: %s',
  async (option, named) => {
    await expect(rootKeyOf(undefined, 'https://lists.example/', option)).rejects.toThrow(
      `${named} is needed for https://lists.example/`,
    );
  },
);

test('without a key, a local folder of a channel is not pinned to one', async () => {
  expect(await rootKeyOf(undefined, './channel')).toBeNull();
});
