import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { aChannel, builtCommand, startService, TOKEN, type RunningService } from './a-process.ts';

const built = builtCommand();
const services: RunningService[] = [];
afterAll(async () => {
  for (const service of services) await service.killAll();
  built.remove();
});

/** @returns its options, and what publishes another state */
function channelOf(name: string, host: string) {
  const folder = join(built.folder, name);
  mkdirSync(folder);
  const publish = aChannel(built, folder);
  publish([host]);
  return {
    channel: ['--channel', join(folder, 'channel')],
    key: ['--key', join(folder, 'key.json')],
    publish,
    folder: join(folder, 'channel'),
  };
}

async function got(service: RunningService, path: string): Promise<string> {
  return await (await fetch(service.url + path, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
}

test('the service follows several channels, each with its age, and the worst answer counts', async () => {
  const [one, two] = [channelOf('one', 'one.example'), channelOf('two', 'two.example')];
  const data = ['--data', join(built.folder, 'data')];
  const args = [...one.channel, ...two.channel, ...one.key, ...two.key, ...data, '--refresh', '1'];
  let service = await startService(built, args);
  services.push(service);
  await service.until('two processes that answer', () => service.ready() === 2);
  const actionOf = async (host: string): Promise<string> =>
    (await service.post('/v1/check', { urls: [`http://${host}/page`] })).body.action;
  expect(await Promise.all(['one.example', 'two.example', 'good.example'].map(actionOf))).toEqual([
    'block',
    'block',
    'allow',
  ]);

  two.publish(['two.example', 'three.example']);
  await service.until('the second list in use', () =>
    service.events.some(({ event, serial }) => event === 'list-in-use' && serial === 2),
  );
  await expect.poll(() => actionOf('three.example'), { timeout: 20_000 }).toBe('block');
  expect(JSON.parse(await got(service, '/v1/status'))).toMatchObject({
    ready: true,
    list: { serial: 1 },
    lists: [{ serial: 1 }, { serial: 2 }],
  });
  const metrics = await got(service, '/metrics');
  for (const [number, serial] of [
    [1, 1],
    [2, 2],
  ] as const) {
    expect(metrics).toMatch(new RegExp(`spamlight_list_serial\\{number="${number}",[^}]*\\} ${serial}\\n`));
    expect(metrics).toMatch(new RegExp(`spamlight_list_age_seconds\\{number="${number}",[^}]*\\} \\d+\\n`));
  }

  // Both lists are kept, also where a channel is gone.
  await service.killAll();
  rmSync(two.folder, { recursive: true });
  service = await startService(built, args);
  services.push(service);
  await service.until('two processes that answer', () => service.ready() === 2);
  expect(await Promise.all(['one.example', 'three.example'].map(actionOf))).toEqual(['block', 'block']);
});

test.each([
  ['a key for one of them', ['--key', 'x'], '2 channels and 1 keys are given'],
  [
    'a list in the engine',
    ['--engine', 'redis://127.0.0.1:1', '--list', 'engine'],
    'With --list engine there can be one channel',
  ],
])('the service refuses two channels by name with %s', async (_, more, said) => {
  const channels = ['--channel', built.folder, '--channel', join(built.folder, 'b')];
  await expect(startService(built, [...channels, ...more])).rejects.toThrow(said);
});
