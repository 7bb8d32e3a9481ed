import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { channelFiles } from '../../../../src/server/node/channel/read-channel.ts';
import { ListFollower } from '../../../../src/server/service/list/list-follower.ts';
import { aWorkshop, NOON } from '../../publisher/run-command.ts';

test('the folder of compiled lists keeps the previous one, which a starting process may still read, and deletes older ones', async () => {
  const workshop = await aWorkshop();
  const lists = join(workshop.folder, 'lists');
  const follower = new ListFollower(channelFiles(workshop.channel), null, lists);
  const followed: string[] = [];
  for (const hour of [0, 1, 2]) {
    const now = NOON + hour * 3600;
    workshop.setFeeds([{ name: 'feed', text: `https://bad-${hour}.example/\n` }]);
    expect(await workshop.build({ now })).toMatchObject({ code: 0 });
    expect(await follower.look(now)).toMatchObject({ ok: true, value: { entries: 1 } });
    followed.push(basename(follower.folder() ?? ''));
  }
  expect(new Set(followed).size).toBe(3);
  expect(readdirSync(lists).sort()).toEqual(followed.slice(1).sort());
});
