import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { aFolder } from '../../publisher/run-command.ts';
import { aChannel, builtCommand, startService, type RunningService } from '../processes/a-process.ts';
import { actions } from '../processes/load.ts';
import { aRedis, REDIS } from './a-redis.ts';

/** What is said once, whatever it is. */
async function said(service: RunningService, hosts: readonly string[]): Promise<readonly unknown[]> {
  const urls = hosts.map((host) => `http://${host}/page`);
  const { body } = await service.post('/v1/check', { urls });
  return [(body as { readonly engine?: string }).engine, ...body.results.map(({ action }) => action)];
}

const LISTED_ALL_ALONG: readonly string[] = ['bad.example', 'worse.example'];

/** Waits until both processes say it, to whom connections are given in turn; meanwhile what is listed is never let through. */
async function untilSaid(
  service: RunningService,
  hosts: readonly string[],
  wanted: readonly unknown[],
  listed = LISTED_ALL_ALONG,
): Promise<void> {
  await service.until(`all say ${wanted.join()}`, async () => {
    for (let turn = 0; turn < 4; turn++) {
      const answer = await said(service, hosts);
      const [, ...all] = answer;
      expect(all.filter((_, index) => listed.includes(hosts[index] ?? ''))).not.toContain('allow');
      if (!isDeepStrictEqual(answer, wanted)) return false;
    }
    return true;
  });
}

async function serialOf(service: RunningService): Promise<number> {
  const status: unknown = await (await fetch(`${service.url}/v1/status`)).json();
  return (status as { readonly list: { readonly serial: number } }).list.serial;
}

describe.skipIf(REDIS === null)('services whose list lies in the engine', () => {
  test('services whose list lies in the engine go by it, follow the channel, and clear nothing that may be listed while the engine is away', async () => {
    const server = await aRedis();
    const built = builtCommand();
    const publish = aChannel(built, built.folder);
    publish(['bad.example']);
    const policy = join(built.folder, 'policy.json');
    writeFileSync(policy, JSON.stringify({ unchecked: 'allow' }));
    const channel = ['--channel', join(built.folder, 'channel'), '--refresh', '1'];
    const args = [...channel, '--engine', server.url, '--list', 'engine'];
    const data = ['--data', join(aFolder(), 'data')];
    const writer = await startService(built, [...args, ...data]);
    const reader = await startService(built, [...args, '--policy', policy]);
    const services = [writer, reader];
    try {
      for (const service of services)
        expect(await actions(service, ['bad.example', 'good.example'])).toEqual(['block', 'allow']);
      publish(['bad.example', 'worse.example']);
      for (const service of services)
        await untilSaid(
          service,
          ['bad.example', 'good.example', 'worse.example'],
          ['current', 'block', 'allow', 'block'],
          ['bad.example'],
        );
      expect(writer.events.map(({ event }) => event)).toContain('list-brought-on');

      await server.kill();
      await reader.until('it is away', async () => (await said(reader, ['x.example']))[0] === 'away');
      // What layer 1 lets through is for people to see, even where what is unchecked may pass.
      const fresh = ['bad.example', 'worse.example', 'good.example', 'last.example'];
      publish(fresh.filter((host) => host !== 'good.example'));
      await untilSaid(reader, fresh, ['away', 'review', 'review', 'allow', 'review']);
      expect(await serialOf(reader)).toBe(3);

      await server.restart();
      for (const service of services)
        await untilSaid(service, fresh, ['current', 'block', 'block', 'allow', 'block']);

      await writer.killAll();
      // Nobody brings the fourth list to the engine: the third goes on in use, as all of that is there.
      publish(['bad.example', 'worse.example', 'last.example', 'later.example']);
      await reader.until('it has a newer list', () =>
        reader.events.some(({ event, serial }) => event === 'list-in-use' && serial === 4),
      );
      // An engine that is late for once is not away.
      for (let pause = 0; pause < 2; pause++) {
        server.ask('CLIENT', 'PAUSE', '1100');
        await reader.until('it is late', async () => (await said(reader, ['bad.example']))[0] === 'away');
        await untilSaid(reader, ['bad.example'], ['current', 'block']);
      }
      expect([await serialOf(reader), await serialOf(reader)]).toEqual([3, 3]);
      server.ask('FLUSHALL');
      await reader.until('it is behind', async () => (await said(reader, ['bad.example']))[0] === 'behind');
      // Some are remembered; nothing is clear.
      expect((await said(reader, ['bad.example', 'last.example'])).slice(1)).not.toContain('allow');
      services[0] = await startService(built, [...args, ...data]);
      for (const service of services)
        await untilSaid(service, fresh, ['current', 'block', 'block', 'allow', 'block']);
      for (const service of services) expect(await service.end('SIGTERM')).toBe(0);
    } finally {
      for (const service of [writer, ...services]) await service.killAll();
      await server.remove();
      built.remove();
    }
  });

  test('services whose list lies in the engine begin only with an engine', () => {
    const built = builtCommand();
    try {
      const words = ['service', '--channel', built.folder, '--list', 'engine'];
      const { status, stderr } = spawnSync(process.execPath, [built.command, ...words], { encoding: 'utf8' });
      expect([status === 0, stderr]).toEqual([false, expect.stringContaining('that --engine names')]);
    } finally {
      built.remove();
    }
  });

  test('services whose list lies in the engine are left by a writer that is killed with -9 in the middle of lists, and nothing listed is cleared', async () => {
    const server = await aRedis();
    const built = builtCommand();
    const publish = aChannel(built, built.folder);
    const listed = Array.from({ length: 400 }, (_, index) => `listed-${index}.example`);
    publish(listed);
    const channel = ['--channel', join(built.folder, 'channel'), '--refresh', '1'];
    const args = [...channel, '--engine', server.url, '--list', 'engine'];
    const data = ['--data', join(aFolder(), 'data')];
    const reader = await startService(built, args);
    const writers = [await startService(built, [...args, ...data])];
    let [checks, wrong] = [0, 0];
    try {
      await reader.until('all is there', async () =>
        (await said(reader, listed)).every((one) => one !== 'review'),
      );
      for (let kill = 0; kill < 3; kill++) {
        publish([...listed, ...Array.from({ length: 3000 }, (_, index) => `more-${kill}-${index}.example`)]);
        const writer = writers.at(-1);
        await reader.until('it is at work', async () => {
          const answers = (await said(reader, listed)).slice(1);
          checks += answers.length;
          wrong += answers.filter((action) => action === 'allow').length;
          return (
            writer?.events.some(({ event, serial }) => event === 'list-in-use' && serial === kill + 2) ===
            true
          );
        });
        await writer?.killAll();
        writers.push(await startService(built, [...args, ...data]));
        await reader.until('the new list is there', async () => {
          const answers = (await said(reader, listed)).slice(1);
          checks += answers.length;
          wrong += answers.filter((action) => action === 'allow').length;
          return (await said(reader, [`more-${kill}-0.example`]))[1] === 'block';
        });
      }
      console.log(`the writer killed 3 times: ${checks} checks of what is listed, ${wrong} wrong`);
      expect([wrong, checks > 1000]).toEqual([0, true]);
    } finally {
      for (const service of [...writers, reader]) await service.killAll();
      await server.remove();
      built.remove();
    }
  });
});
