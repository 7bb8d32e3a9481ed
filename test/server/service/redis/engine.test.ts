import { describe, expect, onTestFinished, test } from 'vitest';
import { isInForce, type Change } from '../../../../src/server/node/changes/change.ts';
import { ChangesModel } from '../changes-model.ts';
import { NOW, aChange } from '../a-change.ts';
import { aSlowWay } from './a-slow-way.ts';
import { aCluster, aRedis, REDIS, until, type RedisServer } from './a-redis.ts';
import {
  aDataFolder,
  aReader,
  aWriter,
  hostsOf,
  sayAll,
  untilCurrent,
  type AReader,
  type AWriter,
} from './an-engine.ts';

// Real servers, killed, stopped and filled. Counts are printed: what was acknowledged, and what became of it.

const add = (host: string, sequence = 1): Change => aChange({ id: host, host, sequence });

async function anEngine(
  settings: readonly string[] = [],
  mostHeldBytes?: number,
): Promise<{
  readonly server: RedisServer;
  readonly writer: AWriter;
  readonly reader: AReader;
  readonly folder: string;
}> {
  const server = await aRedis(settings);
  const folder = aDataFolder();
  const writer = await aWriter(
    [server.url],
    folder.path,
    2000,
    mostHeldBytes === undefined ? {} : { mostHeldBytes },
  );
  const reader = await aReader([server.url]);
  onTestFinished(async () => {
    reader.stop();
    await writer.stop();
    await server.remove();
    folder.remove();
  });
  await untilCurrent(reader);
  return { server, writer, reader, folder: folder.path };
}

describe.skipIf(REDIS === null)('an engine', () => {
  test(
    'an engine says of changes what the exact table says, whatever order they come in',
    { tags: 'core' },
    async () => {
      const { writer, reader } = await anEngine();
      const model = new ChangesModel();
      let seed = 7;
      const random = (below: number): number => {
        seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
        return Math.floor((seed / 2 ** 32) * below);
      };
      const actions = ['add', 'remove', 'expire'] as const;
      for (let batch = 0; batch < 10; batch++) {
        const changes = Array.from({ length: 200 }, () =>
          aChange({
            id: 'x',
            host: random(3) === 0 ? `p${random(90)}.wide.example` : `h${random(150)}.example`,
            path: random(2) === 0 ? '/' : '/page',
            action: actions[random(3)] ?? 'add',
            sequence: random(40),
            expiresAt: random(4) === 0 ? NOW + random(2) * 1000 - 500 : null,
          }),
        );
        const expected = changes.map((change) => model.apply(change));
        expect(await writer.take(changes)).toEqual(expected);
      }
      const hosts = [...hostsOf('none', 50), 'listed.example'];
      for (let index = 0; index < 150; index++) hosts.push(`h${index}.example`, `p${index}.wide.example`);
      const isAdded = (host: string): boolean =>
        ['/', '/page'].some((path) => {
          const change = model.find(aChange({ host, path }));
          return change !== null && isInForce(change, NOW) && change.action === 'add';
        });
      expect(await reader.say(hosts)).toEqual(
        hosts.map((host) => (isAdded(host) || host === 'listed.example' ? 'danger' : 'clear')),
      );
      expect(await writer.take([aChange({ host: 'listed.example', action: 'remove' })])).toEqual(['applied']);
      expect(await reader.say(['listed.example'])).toEqual(['clear']);
    },
  );

  test('an engine that is too slow for all that has come is brought on by smaller pieces', async () => {
    const server = await aRedis();
    const folder = aDataFolder();
    const way = await aSlowWay(server.port);
    const writer = await aWriter([`redis://127.0.0.1:${way.port}`], folder.path, 1000);
    onTestFinished(async () => {
      await writer.stop();
      way.close();
      await server.remove();
      folder.remove();
    });
    await until('the engine is in use', () => writer.events.includes('engine-in-use'));
    way.bytesPerSecond = 200_000;
    const hosts = Array.from({ length: 8 }, (_, lane) => hostsOf(`lane-${lane}`, 1000));
    const outcomes = await Promise.all(hosts.map(async (some) => writer.take(some.map((host) => add(host)))));
    expect(outcomes.flat().every((outcome) => outcome === 'applied' || outcome === 'repeated')).toBe(true);
    expect(writer.events.join()).toContain('engine-failed away');
    way.bytesPerSecond = Number.POSITIVE_INFINITY;
    const reader = await aReader([server.url]);
    onTestFinished(() => reader.stop());
    expect(new Set(await sayAll(reader, hosts.flat()))).toEqual(new Set(['danger']));
  });

  test('an engine holds a site with thousands of entries, and its filter grows under load', async () => {
    const { writer, reader } = await anEngine();
    const sites = hostsOf('page', 6000).map((page) => page.replace('.example', '.wide.example'));
    let wrong = 0;
    for (let from = 0; from < sites.length; from += 500) {
      const some = sites.slice(from, from + 500);
      await writer.take(some.map((host) => add(host)));
      wrong += (await reader.say(some)).filter((said) => said === 'clear').length;
    }
    await until('it has grown', () => writer.events.some((event) => event.startsWith('engine-grown')));
    const said = await sayAll(reader, sites);
    expect([wrong, said.filter((one) => one !== 'danger')]).toEqual([0, []]);
    const others = await sayAll(
      reader,
      hostsOf('other', 300).map((host) => host.replace('.example', '.wide.example')),
    );
    expect(others.filter((one) => one !== 'clear')).toEqual([]);
  });

  test('an engine holds many sites that each have more entries than a block', async () => {
    const { writer, reader } = await anEngine();
    const hosts = Array.from({ length: 6000 }, (_, index) => `e${index}.site-${index % 100}.example`);
    for (let from = 0; from < hosts.length; from += 2000)
      await writer.take(hosts.slice(from, from + 2000).map((host) => add(host)));
    expect(new Set(await sayAll(reader, hosts))).toEqual(new Set(['danger']));
  });

  test('an engine is filled a group of shards after the other where all of them are more than is held', async () => {
    // A shard of one of these sites takes some 20 kB, so that there are several groups.
    const { server, writer, reader } = await anEngine([], 40_000);
    const hosts = Array.from({ length: 6000 }, (_, index) => `page-${index}.site-${index % 4}.example`);
    for (let from = 0; from < hosts.length; from += 3000)
      await writer.take(hosts.slice(from, from + 3000).map((host) => add(host)));
    // While filters grow: of what is in groups that are done, and of what is not.
    const withdrawn = hosts.filter((_, index) => index % 3 === 0);
    for (let from = 0; from < withdrawn.length; from += 250) {
      const some = withdrawn.slice(from, from + 250);
      await writer.take(some.map((host) => aChange({ id: `-${host}`, host, action: 'remove', sequence: 2 })));
    }
    const expected = hosts.map((_, index) => (index % 3 === 0 ? 'clear' : 'danger'));
    await until('it has grown', () => writer.events.some((event) => event.startsWith('engine-grown')));
    expect(await sayAll(reader, hosts)).toEqual(expected);
    server.ask('FLUSHALL');
    // A shard that grows just then is made by itself, and is not among the others.
    const filled = /engine-filling 6\d 2,engine-filling 6\d 1,engine-filled 6\d [56]\d{3}$/;
    await until('it is filled again', () =>
      writer.events.some((_, at) => filled.test(writer.events.slice(0, at + 1).join())),
    );
    await untilCurrent(reader);
    expect(await sayAll(reader, hosts)).toEqual(expected);
  });

  test(
    'an engine that has lost everything clears nothing until it is filled again from the log',
    { tags: 'core' },
    async () => {
      const { server, writer, reader } = await anEngine();
      const hosts = hostsOf('kept', 200);
      await writer.take(hosts.map((host) => add(host)));
      server.ask('FLUSHALL');
      const said = await reader.say(hosts);
      expect(said.filter((one) => one === 'clear')).toEqual([]);
      await untilCurrent(reader);
      expect(new Set(await reader.say(hosts))).toEqual(new Set(['danger']));
      expect(new Set(await reader.say(hostsOf('new', 200)))).toEqual(new Set(['clear']));
    },
  );

  test('an engine that comes back with what it had before clears nothing until it has been brought on', async () => {
    const { server, writer, reader } = await anEngine();
    await writer.take([add('early.example')]);
    server.ask('SAVE');
    const late = hostsOf('late', 500);
    await writer.take(late.map((host) => add(host)));
    await reader.engine.look();
    await server.kill();
    const away = await reader.check([...late.slice(0, 50), ...hostsOf('good', 50)]);
    expect(new Set(away.map(({ verdict, trouble }) => [verdict.kind, trouble].join(' ')))).toEqual(
      new Set(['unchecked away']),
    );
    // What was known before is not forgotten: these are for people to see.
    expect(away.map(({ isSuspect }) => isSuspect)).toEqual([
      ...late.slice(0, 50).map(() => true),
      ...hostsOf('good', 50).map(() => false),
    ]);
    await server.restart();
    let wrong = 0;
    let checks = 0;
    await until('it is current again', async () => {
      const said = await reader.say(late);
      checks += said.length;
      wrong += said.filter((one) => one === 'clear').length;
      return said.every((one) => one === 'danger');
    });
    console.log(
      `killed and restarted with old data: ${checks} checks of acknowledged additions, ${wrong} wrong`,
    );
    expect(wrong).toBe(0);
  });

  test('an engine that is slow is not waited for, and the channel goes on answering', async () => {
    const { server, writer, reader } = await anEngine();
    await writer.take([add('slow.example')]);
    server.ask('CLIENT', 'PAUSE', '2000', 'ALL');
    const before = performance.now();
    expect(await reader.say(['slow.example', 'listed.example', 'good.example'])).toEqual([
      'away',
      'danger',
      'away',
    ]);
    expect(performance.now() - before).toBeLessThan(1500);
    await until('it answers again', async () => (await reader.say(['slow.example']))[0] === 'danger');
  });

  test('an engine that is full takes nothing more, loses nothing, and answers', async () => {
    const { server, writer, reader } = await anEngine();
    const hosts = hostsOf('before', 100);
    await writer.take(hosts.map((host) => add(host)));
    server.ask('CONFIG', 'SET', 'maxmemory', '1mb');
    let isHeld = false;
    const taken = writer.take([add('after.example')]).then(() => (isHeld = true));
    await until('it is said', () => writer.events.includes('engine-failed full'));
    expect([isHeld, new Set(await reader.say(hosts))]).toEqual([false, new Set(['danger'])]);
    server.ask('CONFIG', 'SET', 'maxmemory', '0');
    await taken;
    expect(await reader.say(['after.example'])).toEqual(['danger']);
  });

  test.each([
    ['evicts-keys', ['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'], []],
    ['of-another-version', [], ['SET', 'spamlight:{0}:head', '9 something else']],
    [
      'of-another-log',
      [],
      ['SET', 'spamlight:{0}:head', `2 ${'a'.repeat(16)} ${'b'.repeat(16)} 1 64 1 0 ${'c'.repeat(40)}`],
    ],
  ])('an engine is refused by its writer where it %s', async (because, settings, words) => {
    const server = await aRedis(settings);
    if (words.length > 0) server.ask(...words);
    const folder = aDataFolder();
    const writer = await aWriter([server.url], folder.path);
    await until('it is refused', () => writer.events.includes(`engine-failed ${because}`));
    const reader = await aReader([server.url]);
    expect((await reader.say(['good.example']))[0]).not.toBe('clear');
    reader.stop();
    await writer.stop();
    await server.remove();
    folder.remove();
  });
});

describe.skipIf(REDIS === null)('its writer', () => {
  test('the writer of an engine outlives a fault of its own: it is told, and tried again until it holds', async () => {
    const server = await aRedis();
    const folder = aDataFolder();
    let faults = 2;
    let hasFault = false;
    const writer = await aWriter([server.url], folder.path, 2000, {
      onReached: () => {
        if (!hasFault || faults-- <= 0) return;
        throw new TypeError('an entry that must not be in any log');
      },
    });
    const reader = await aReader([server.url]);
    onTestFinished(async () => {
      reader.stop();
      await writer.stop();
      await server.remove();
      folder.remove();
    });
    await untilCurrent(reader);
    hasFault = true;
    expect(await writer.take([add('one.example'), add('two.example')])).toHaveLength(2);
    expect(faults).toBeLessThan(0);
    expect(await sayAll(reader, ['one.example', 'two.example', 'good.example'])).toEqual([
      'danger',
      'danger',
      'clear',
    ]);
    const failures = writer.events.filter((event) => event.startsWith('engine-failed fault TypeError'));
    expect(failures).toHaveLength(1);
    expect(failures[0]).not.toContain('must not be');
    expect(writer.events.at(-1)).toBe('engine-in-use');
  });
});

describe.skipIf(REDIS === null)('a cluster of three masters', () => {
  test('a cluster of three masters loses one under load: nothing acknowledged is lost, nothing acknowledged is cleared', async () => {
    const { masters, replicas } = await aCluster(1);
    const folder = aDataFolder();
    const urls = masters.slice(1).map(({ url }) => url);
    const writer = await aWriter(urls, folder.path);
    const reader = await aReader(urls);
    onTestFinished(async () => {
      reader.stop();
      await writer.stop();
      for (const server of [...masters, ...replicas]) await server.remove();
      folder.remove();
    });
    await untilCurrent(reader);
    const acknowledged: string[] = [];
    let [checks, wrong, unknown] = [0, 0, 0];
    const stop = new AbortController();
    const lane = async (name: string): Promise<void> => {
      for (let round = 0; !stop.signal.aborted; round++) {
        const hosts = hostsOf(`${name}-${round}`, 50);
        await writer.take(hosts.map((host) => add(host)));
        acknowledged.push(...hosts);
        const asked = [...hosts, ...acknowledged.slice(round * 7).slice(0, 50)];
        const said = await reader.say(asked);
        checks += said.length;
        wrong += said.filter((one) => one === 'clear').length;
        unknown += said.filter((one) => one === 'away' || one === 'behind').length;
      }
    };
    const watching = (async () => {
      for (let round = 0; !stop.signal.aborted; round++) {
        const asked = acknowledged.slice(round % (acknowledged.length + 1)).slice(0, 100);
        const said = await reader.say(asked.length > 0 ? asked : ['good.example']);
        checks += asked.length;
        wrong += said.filter((one, index) => one === 'clear' && asked[index] !== undefined).length;
        unknown += said.filter((one) => one === 'away' || one === 'behind').length;
      }
    })();
    const lanes = [lane('a'), lane('b')];
    await until('changes are acknowledged', () => acknowledged.length > 2000);
    const before = acknowledged.length;
    await masters[0]?.kill();
    await until('the replica has taken over', () => replicas[0]?.ask('ROLE').startsWith('master') === true);
    await until('changes are acknowledged again', () => acknowledged.length > before + 2000);
    stop.abort();
    await Promise.all([...lanes, watching]);
    await untilCurrent(reader);
    const found = await sayAll(reader, acknowledged);
    const lost = found.filter((said) => said !== 'danger').length;
    console.log(
      `one of three masters killed: ${acknowledged.length} additions acknowledged, ${lost} lost; ${checks} checks of them, ${wrong} wrong, ${unknown} not answered by the engine`,
    );
    expect({ lost, wrong }).toEqual({ lost: 0, wrong: 0 });
    expect(unknown).toBeGreaterThan(0);
  });
});
