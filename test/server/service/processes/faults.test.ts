import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { onLoopback } from '../../publisher/loopback.ts';
import { storePath } from '../../../../src/server/node/changes/change-store.ts';
import { openDatabase } from '../../../../src/server/node/changes/node-sqlite.ts';
import { aFolder } from '../../publisher/run-command.ts';
import {
  aChannel,
  builtCommand,
  count,
  LOOK_EVERY_MS,
  NEVER_MS,
  NoAnswer,
  startService,
  type BuiltCommand,
  type RunningService,
} from './a-process.ts';
import { actions, add, addAll, loadOf } from './load.ts';

// Real processes, killed and starved. Everything waits for what happens, never for a time; limits are for what never
// happens. Counts are printed: what was acknowledged, and what became of it.

let built: BuiltCommand;
/** With `bad.example/page` listed. */
let channel: string;
beforeAll(() => {
  built = builtCommand();
  channel = join(built.folder, 'channel');
  aChannel(built, built.folder)(['bad.example']);
}, 300_000);
afterAll(() => built.remove());

/** Runs a service for a test, and ends all of it in any case. */
async function withService<Value>(
  args: readonly string[],
  work: (service: RunningService) => Promise<Value>,
  shell?: string,
): Promise<Value> {
  const service = await startService(built, args, shell);
  try {
    return await work(service);
  } catch (error) {
    console.log(`The service said ${JSON.stringify(service.events.slice(-20))}`);
    throw error;
  } finally {
    await service.killAll();
  }
}

function workersOf({ pid }: RunningService): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

async function isGone(service: RunningService): Promise<boolean> {
  try {
    await service.post('/v1/check', { urls: [] });
    return false;
  } catch (error) {
    if (error instanceof NoAnswer) return true;
    throw error;
  }
}

const hostsOf = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${index}.example`);

test(
  'changes that the service acknowledged survive kill -9 under load, six times',
  { tags: 'core' },
  async () => {
    const args = ['--channel', channel, '--data', join(aFolder(), 'data')];
    const acknowledged: string[] = [];
    const wrong: string[] = [];
    let [checks, broken] = [0, 0];
    for (let round = 0; round < 6; round++) {
      await withService(args, async (service) => {
        const load = loadOf(service, `k${round}`);
        // In the middle of whatever the lanes are at by then, a little later each time.
        const enough = 4 + 3 * round;
        await service.until(`${enough} batches are acknowledged`, () => load.batches() >= enough);
        if (round % 2 === 0) await service.killAll();
        else {
          // The one that writes is killed; those that answer must not go on without it.
          await service.end('SIGKILL');
          await service.until('nobody answers without the writer', () => isGone(service));
        }
        await load.stop();
        acknowledged.push(...load.acknowledged);
        wrong.push(...load.wrong);
        checks += load.checks();
        broken += load.broken();
      });
    }
    const lost = await withService(args, async (service) => {
      const found = await actions(service, acknowledged);
      expect(await actions(service, ['bad.example', 'good.example'])).toEqual(['block', 'allow']);
      return acknowledged.filter((_, index) => found[index] !== 'block');
    });
    console.log(
      `kill -9, 6 times: ${acknowledged.length} additions acknowledged, ${lost.length} lost; ${checks} checks under load, ${wrong.length} wrong; ${broken} requests broken off`,
    );
    expect(acknowledged.length).toBeGreaterThanOrEqual(20 * (4 + 7 + 10 + 13 + 16 + 19));
    expect(broken).toBeGreaterThan(0);
    expect({ lost, wrong }).toEqual({ lost: [], wrong: [] });
  },
);

test('changes survive kill -9 of the service in the middle of them, and the next build has them all', async () => {
  const folder = aFolder();
  const publish = aChannel(built, folder);
  const args = ['--channel', join(folder, 'channel'), '--data', join(folder, 'data')];
  publish(['bad.example']);
  const acknowledged: string[] = [];
  // A build while the service is at work, and one more after it was killed in the middle of its work.
  await withService(args, async (service) => {
    const load = loadOf(service, 'last', 2);
    await service.until('changes are acknowledged', () => load.batches() >= 2);
    publish(['bad.example'], { changes: { folder: 'data/changes' } });
    await service.killAll();
    await load.stop();
    acknowledged.push(...load.acknowledged);
    expect(load.wrong).toEqual([]);
  });
  publish(['bad.example'], { changes: { folder: 'data/changes' } });
  const lost = await withService(['--channel', join(folder, 'channel')], async (service) => {
    const found = await actions(service, acknowledged);
    return acknowledged.filter((_, index) => found[index] !== 'block');
  });
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(lost).toEqual([]);
});

test('a worker of the service that is killed is replaced, and no check in between gets a wrong answer', async () => {
  await withService(['--channel', channel, '--data', join(aFolder(), 'data')], async (service) => {
    const load = loadOf(service, 'w');
    const deaths = (): number => count(service.events, 'process-ended');
    let killed = 0;
    for (; killed < 4; killed++) {
      await service.until('both answer requests', () => service.ready() === 2);
      const before = load.batches();
      await service.until('both have work', () => load.batches() >= before + 8);
      const victim = workersOf(service)[killed % 2];
      if (victim === undefined) throw new Error('a worker has gone by itself');
      process.kill(victim, 'SIGKILL');
      await service.until('its end is noticed', () => deaths() === killed + 1);
    }
    await service.until('both answer requests again', () => service.ready() === 2);
    const before = load.batches();
    await service.until('changes are acknowledged again', () => load.batches() >= before + 8);
    await load.stop();
    const { acknowledged, wrong } = load;
    const found = await actions(service, acknowledged);
    const lost = acknowledged.filter((_, index) => found[index] !== 'block');
    console.log(
      `${killed} workers killed: ${acknowledged.length} additions acknowledged, ${lost.length} lost; ${load.checks()} checks in between, ${wrong.length} wrong; ${load.broken()} requests broken off`,
    );
    expect({ lost, wrong, deaths: deaths() }).toEqual({ lost: [], wrong: [], deaths: killed });
  });
});

test(
  'a full disk refuses changes and lists of the service, loses nothing that was acknowledged, and checks go on',
  { tags: 'core' },
  async () => {
    const folder = aFolder();
    const publish = aChannel(built, folder);
    publish(['bad.example']);
    const args = ['--channel', join(folder, 'channel'), '--data', join(folder, 'data'), '--refresh', '1'];
    const acknowledged: string[] = [];
    let refused = 0;
    const isServing = async (service: RunningService): Promise<void> =>
      expect(await actions(service, ['bad.example', 'good.example'])).toEqual(['block', 'allow']);
    await withService(
      args,
      async (service) => {
        for (let batch = 0; batch < 200 && refused < 10; batch++) {
          const hosts = hostsOf(`d${batch}`, 20);
          const { status, headers, body } = await addAll(service, hosts);
          if (status === 200) acknowledged.push(...hosts);
          else {
            refused++;
            expect([status, body.code, headers['retry-after']]).toEqual([503, 'not-written', '30']);
          }
          await isServing(service);
        }
        publish(hostsOf('new', 30_000));
        await service.until('the list is refused', () =>
          service.events.some(({ event, kind }) => event === 'channel-failed' && kind === 'not-written'),
        );
        await isServing(service);
        expect(count(service.events, 'process-ended')).toBe(0);
        expect(await service.end('SIGTERM')).toBe(0);
      },
      // No file may grow beyond 160 kB, which is to a process what a full disk is.
      'ulimit -f 160',
    );
    const lost = await withService(args, async (service) => {
      const found = await actions(service, acknowledged);
      // There is room again.
      expect((await addAll(service, ['after.example'])).status).toBe(200);
      await service.until('the list is in use', async () => {
        const [action] = await actions(service, ['new-7.example']);
        return action === 'block';
      });
      return acknowledged.filter((_, index) => found[index] !== 'block');
    });
    console.log(
      `disk full: ${acknowledged.length} additions acknowledged, ${lost.length} lost, ${refused} batches refused`,
    );
    expect(acknowledged.length).toBeGreaterThan(100);
    expect({ lost, refused }).toEqual({ lost: [], refused: 10 });
  },
);

test('the service on a disk that is full at the start answers from what can be read, refuses what must be kept, and takes it once there is room', async () => {
  const folder = aFolder();
  const publish = aChannel(built, folder);
  publish(['bad.example']);
  const data = join(folder, 'data');
  const args = ['--channel', join(folder, 'channel'), '--data', data, '--refresh', '1'];
  await withService(args, async (service) => {
    expect((await addAll(service, ['added.example'])).status).toBe(200);
    expect(await service.end('SIGTERM')).toBe(0);
  });
  publish(['newer.example']);

  await withService(
    args,
    async (service) => {
      await service.until('two processes that answer', () => service.ready() === 2);
      const hosts = ['bad.example', 'added.example', 'newer.example', 'good.example'];
      expect(await actions(service, hosts)).toEqual(['block', 'block', 'allow', 'allow']);
      // Not so much as a lock.
      expect(readdirSync(data)).not.toContain('lock');
      const report = { url: 'https://a.example/', vote: 'spam', voter: 'one' };
      for (const { status, headers, body } of [
        await addAll(service, ['refused.example']),
        await service.post('/v1/report', report),
      ]) {
        expect([status, body.code, headers['retry-after']]).toEqual([503, 'not-written', '30']);
      }
      expect(await metric(service, 'spamlight_failures_total{of="disk"}')).toBeGreaterThanOrEqual(3);
      expect(await metric(service, 'spamlight_last_failure_timestamp_seconds{of="disk"}')).toBeGreaterThan(0);

      // There is room.
      const freed = spawnSync('prlimit', ['--pid', String(service.pid), '--fsize=unlimited'], {
        encoding: 'utf8',
      });
      expect(freed).toMatchObject({ status: 0, stderr: '' });
      await service.until('the disk is written to', () => count(service.events, 'disk-back') === 1);
      expect((await addAll(service, ['after.example'])).status).toBe(200);
      expect((await service.post('/v1/report', report)).status).toBe(200);
      await service.until('the newer list is in use', async () => {
        const [action] = await actions(service, ['newer.example']);
        return action === 'block';
      });
      expect(await actions(service, ['added.example', 'after.example', 'refused.example'])).toEqual([
        'block',
        'block',
        'allow',
      ]);
      expect(readdirSync(data)).toContain('lock');
      expect(await service.end('SIGTERM')).toBe(0);
    },
    // No file may have a byte, until the limit is lifted from outside.
    'ulimit -S -f 0',
  );
  expect(readdirSync(data)).not.toContain('lock');
});

test('while changes are locked or damaged none is taken, and none of what they may name is allowed', async () => {
  const data = join(aFolder(), 'data');
  await withService(['--channel', channel, '--data', data], async (service) => {
    const hosts = hostsOf('kept', 20);
    expect((await addAll(service, hosts)).status).toBe(200);
    const other = openDatabase(storePath(join(data, 'changes')), false, 5000);
    other.exec('BEGIN IMMEDIATE');
    const { status, body } = await addAll(service, ['refused.example']);
    expect([status, body.code]).toEqual([503, 'not-written']);
    expect(await actions(service, [...hosts.slice(0, 2), 'good.example'])).toEqual([
      'block',
      'block',
      'allow',
    ]);
    other.exec("ROLLBACK; UPDATE changes SET entry = '!' || entry");
    // Each process by itself.
    for (let times = 0; times < 6; times++) {
      const urls = [...hosts, 'bad.example'].map((host) => `http://${host}/page`);
      const checked = await service.post('/v1/check', { urls });
      expect(checked.body.results.map(({ action }) => action)).toEqual([
        ...hosts.map(() => 'review'),
        'block',
      ]);
    }
    expect((await addAll(service, hosts)).status).toBe(503);
    expect(count(service.events, 'changes-unreadable')).toBeGreaterThan(0);
    other.exec('UPDATE changes SET entry = substr(entry, 2)');
    other.close();
    await service.until(
      'they are known again',
      async () =>
        (await actions(service, [...hosts, 'good.example'])).join() ===
        [...hosts.map(() => 'block'), 'allow'].join(),
    );
    expect((await addAll(service, ['after.example'])).status).toBe(200);
    expect(count(service.events, 'process-ended')).toBe(0);
  });
});

test('metrics of the service say what ended and what failed', async () => {
  const folder = aFolder();
  aChannel(built, folder)(['bad.example']);
  const channel = join(folder, 'channel');
  await withService(['--channel', channel, '--refresh', '1'], async (service) => {
    await service.until('two processes that answer', () => service.ready() === 2);
    const names = ['spamlight_processes_ended_total', 'spamlight_failures_total{of="channel"}'];
    expect(await Promise.all(names.map((name) => metric(service, name)))).toEqual([0, 0]);
    await service.until('a look at the channel', async () => {
      const at = await metric(service, 'spamlight_channel_last_success_timestamp_seconds');
      return at > 1_700_000_000;
    });
    writeFileSync(join(channel, 'latest.jws'), 'broken');
    await service.until('a look that fails', async () => (await metric(service, names[1] ?? '')) > 0);
    expect(await metric(service, 'spamlight_last_failure_timestamp_seconds{of="channel"}')).toBeGreaterThan(
      1_700_000_000,
    );
    const children = readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8')
      .trim()
      .split(' ');
    process.kill(Number(children[0]), 'SIGKILL');
    await service.until('another process', () => count(service.events, 'process-ready') === 3);
    expect(await metric(service, names[0] ?? '')).toBe(1);
    // Of the workers too: the two kinds of numbers lie in one text.
    expect(await metric(service, 'spamlight_list_serial')).toBe(1);
  });
});

/** @param name - with its labels */
async function metric(service: RunningService, name: string): Promise<number> {
  // Over a connection of its own: one that is kept may be of a process that has ended.
  const text = await (await fetch(`${service.url}/metrics`, { headers: { connection: 'close' } })).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `) || each.startsWith(`${name}{`));
  if (line === undefined) throw new Error(`there is no ${name} in\n${text}`);
  return Number(line.split(' ').at(-1));
}

test('lists of the service are swapped under load, and a channel that turns bad changes nothing', async () => {
  const folder = aFolder();
  const publish = aChannel(built, folder);
  const own = join(folder, 'channel');
  const followed = join(folder, 'followed');
  const latest = join(followed, 'latest.jws');
  const announce = (text: string): void => {
    writeFileSync(`${latest}.new`, text);
    renameSync(`${latest}.new`, latest);
  };
  const copyFiles = (): void =>
    cpSync(own, followed, { recursive: true, filter: (path) => basename(path) !== 'latest.jws' });
  const index = (): string => readFileSync(join(own, 'latest.jws'), 'utf8');
  const deliver = (): void => {
    copyFiles();
    announce(index());
  };
  publish(['always.example', 'first.example']);
  deliver();
  const args = ['--channel', followed, '--data', join(folder, 'data'), '--refresh', '1'];
  await withService(args, async (service) => {
    const stop = new AbortController();
    let [checks, wrong] = [0, 0];
    const asking = (async () => {
      for (; !stop.signal.aborted; checks++) {
        const [always, good] = await actions(service, ['always.example', 'good.example']);
        if (always !== 'block' || good !== 'allow') wrong++;
      }
    })();
    /** Several times in a row, so that it is so of each process. */
    const untilBlocked = async (blocked: string, allowed: string): Promise<void> =>
      service.until(`${blocked} is blocked, ${allowed} is not`, async () => {
        for (let times = 0; times < 10; times++)
          if ((await actions(service, [blocked, allowed])).join(' ') !== 'block allow') return false;
        return true;
      });
    const untilFailed = async (kind: string, work: () => void): Promise<void> => {
      const from = service.events.length;
      work();
      await service.until(`the channel is found ${kind}`, () =>
        service.events.slice(from).some((line) => line.event === 'channel-failed' && line['kind'] === kind),
      );
    };
    publish(['always.example', 'second.example']);
    deliver();
    await untilBlocked('second.example', 'first.example');

    await untilFailed('not-verified', () => announce(`${index().slice(0, -8)}AAAAAAAA`));
    await untilFailed('no-channel', () => rmSync(latest));
    publish(['always.example', 'third.example']);
    await untilFailed('damaged', () => {
      copyFiles();
      writeFileSync(join(followed, 'base', '3.slb'), 'no list');
      announce(index());
    });
    for (let times = 0; times < 10; times++)
      expect(await actions(service, ['second.example', 'third.example'])).toEqual(['block', 'allow']);
    deliver();
    await untilBlocked('third.example', 'second.example');
    stop.abort();
    await asking;
    console.log(`two swaps, three bad channels: ${checks} checks meanwhile, ${wrong} wrong`);
    expect(checks).toBeGreaterThan(10);
    expect(wrong).toBe(0);
  });
  // The channel is gone for good: a service that starts now has the last list.
  rmSync(followed, { recursive: true });
  await withService(args, async (service) => {
    expect(await actions(service, ['third.example', 'second.example'])).toEqual(['block', 'allow']);
  });
});

test(
  'a service that stops answers what it has accepted, and refuses what comes then',
  { tags: 'core' },
  async () => {
    const args = ['--channel', channel, '--data', join(aFolder(), 'data')];
    await withService(args, async (service) => {
      const urls = Array.from({ length: 1000 }, (_, index) => `http://h${index}.stopped.example/page`);
      const check = { urls: ['http://bad.example/page', ...urls.slice(1)] };
      const begin = [
        ...Array.from({ length: 6 }, () => () => service.beginPost('/v1/check', check)),
        ...hostsOf('stop', 4).map((host) => () => service.beginPost('/v1/changes', { changes: [add(host)] })),
      ];
      let begun = await Promise.all(begin.map((one) => one()));
      await service.until('all are being answered', async () => {
        // A process that has just started on a busy machine may say "not now".
        begun = await Promise.all(
          begun.map(async (one, index) => (one.isRefused() ? begin[index]?.() : undefined) ?? one),
        );
        const metrics = await (await fetch(`${service.url}/metrics`)).text();
        return metrics.includes(`\nspamlight_requests_in_flight ${begun.length}\n`);
      });
      const gone = service.end('SIGTERM');
      let refused = 0;
      await service.until('what is new is refused', async () => {
        try {
          const { status, body } = await service.post('/v1/check', { urls: [] });
          if (status === 503 && body.code === 'stopping') refused++;
        } catch (error) {
          // One that nobody ever answers is not refused.
          if (!(error instanceof NoAnswer) || error.isLate) throw error;
          refused++;
        }
        return refused > 0;
      });
      const replies = await Promise.all(begun.map((one) => one.finish()));
      const [answers, outcomes] = [replies.slice(0, 6), replies.slice(6)];
      expect(answers.map(({ status, body }) => [status, body.action])).toEqual(
        answers.map(() => [200, 'block']),
      );
      expect(outcomes.map(({ status, body }) => [status, body.results[0]?.outcome])).toEqual(
        outcomes.map(() => [200, 'applied']),
      );
      expect(await gone).toBe(0);
      // None was cut off.
      const ends = service.events.filter(({ event }) => event === 'process-ended').map(({ how }) => how);
      expect(ends).toEqual(['0', '0']);
      console.log(`${answers.length + outcomes.length} requests were answered while the service stopped`);
    });
    await withService(args, async (service) => {
      expect(await actions(service, hostsOf('stop', 4))).toEqual(['block', 'block', 'block', 'block']);
    });
  },
);

test('10,000 idle and 1,000 slow connections keep nobody waiting, and are cut off', async () => {
  await withService(['--channel', channel], async (service) => {
    const port = Number(new URL(service.url).port);
    let [open, closed] = [0, 0];
    const connectAll = async (number: number, words: string): Promise<void> => {
      for (let from = 0; from < number; from += 250) {
        const some = Array.from({ length: 250 }, async () => {
          const socket = connect(port, '127.0.0.1');
          socket.on('error', () => {});
          socket.resume();
          socket.once('close', () => closed++);
          await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
          open++;
          if (words !== '') socket.write(words);
        });
        await Promise.all(some);
      }
    };
    const rightAnswers = async (): Promise<void> =>
      expect(await actions(service, ['bad.example', 'good.example'])).toEqual(['block', 'allow']);
    await connectAll(1000, 'POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Le');
    await connectAll(10_000, '');
    let checks = 0;
    for (; checks < 20; checks++) await rightAnswers();
    await service.until('all of them are cut off', () => closed === 11_000);
    await rightAnswers();
    console.log(
      `${open} idle and slow connections: ${checks + 1} checks meanwhile and after, all right; ${closed} cut off`,
    );
    expect(count(service.events, 'process-ended')).toBe(0);
  });
});

test('the log of the service names nothing of what is asked, changed or reported', async () => {
  await withService(['--channel', channel, '--data', join(aFolder(), 'data')], async (service) => {
    const url = 'https://secret.example/path?person=1';
    const raw = `From: <secret@secret.example>\r\n\r\n${url}`;
    await service.post('/v1/check', { urls: [url, 'http://bad.example/page'] });
    await service.post('/v1/check-message', { raw: Buffer.from(raw).toString('base64') });
    await service.post('/v1/check-message', { html: `<a href="${url}">secret</a>` });
    await service.post('/v1/changes', {
      changes: [add('secret.example'), { ...add('secret.example'), sequence: -1 }],
    });
    await service.post('/v1/report', { url, vote: 'spam', voter: 'secret' });
    await service.post(`/v1/secret?${url}`, {});
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(await service.end('SIGTERM')).toBe(0);
    const said = JSON.stringify(service.events);
    expect(said).toContain('list-in-use');
    expect(said + metrics).not.toMatch(/secret|person|bad\.example/);
  });
});

test('a service that is told to stop while a process of it starts, stops', async () => {
  await withService(['--channel', channel], async (service) => {
    let killed = 0;
    // On a busy machine the new one may be ready before it is seen to be started: then another is killed.
    do {
      await service.until('both answer requests', () => service.ready() === 2);
      const [victim] = workersOf(service);
      if (victim === undefined) throw new Error('there is no worker');
      process.kill(victim, 'SIGKILL');
      killed++;
      await service.until('its end is noticed, and another is started', () => {
        const workers = workersOf(service);
        const isNoticed = count(service.events, 'process-ended') === killed;
        return isNoticed && workers.length === 2 && !workers.includes(victim);
      });
    } while (service.ready() === 2);
    expect(await service.end('SIGTERM')).toBe(0);
  });
});

/** Serves the channel's folder, until `silence()`: from then on every request is accepted and none answered. */
async function aWebHost(): Promise<{
  readonly url: string;
  readonly silence: () => void;
  /** Requests that wait for an answer. */
  readonly open: () => number;
}> {
  let isSilent = false;
  const open = new Set<ServerResponse>();
  const { port } = await onLoopback(
    createServer((request, response) => {
      if (!isSilent) return void response.end(readFileSync(join(channel, request.url ?? '')));
      open.add(response);
      response.on('close', () => open.delete(response));
    }),
  );
  return {
    url: `http://127.0.0.1:${port}`,
    silence: () => void (isSilent = true),
    open: () => open.size,
  };
}

test('a channel whose host accepts and never answers keeps nobody waiting who has a list', async () => {
  const host = await aWebHost();
  const data = join(aFolder(), 'data');
  const args = ['--channel', host.url, '--key', join(built.folder, 'key.json'), '--data', data];
  await withService(args, async (service) => {
    expect(await actions(service, ['bad.example'])).toEqual(['block']);
    expect(await service.end('SIGTERM')).toBe(0);
  });
  host.silence();
  await withService(args, async (service) => {
    await service.until('the channel is asked for', () => host.open() > 0);
    expect(await actions(service, ['bad.example'])).toEqual(['block']);
    // It was not waited for: the request is still open. And the end does not wait for it either.
    expect(host.open()).toBe(1);
    expect(await service.end('SIGTERM')).toBe(0);
    expect([count(service.events, 'stopped'), count(service.events, 'channel-failed')]).toEqual([1, 0]);
  });
  await vi.waitFor(() => expect(host.open()).toBe(0), { timeout: NEVER_MS });
  expect(existsSync(join(data, 'lock'))).toBe(false);
});

test('a service that has no list yet, and gets no answer, can be stopped', async () => {
  const host = await aWebHost();
  host.silence();
  const data = join(aFolder(), 'data');
  const args = ['service', '--channel', host.url, '--key', join(built.folder, 'key.json'), '--data', data];
  const service = spawn(process.execPath, [built.command, ...args, '--port', '0'], { stdio: 'ignore' });
  const ended = once(service, 'exit');
  try {
    await vi.waitFor(() => expect(host.open()).toBe(1), { timeout: NEVER_MS, interval: LOOK_EVERY_MS });
    service.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(existsSync(join(data, 'lock'))).toBe(false);
  } finally {
    service.kill('SIGKILL');
  }
});

test('a service and its processes end with the tests that have started it', async () => {
  const harness = new URL('a-process.ts', import.meta.url).href;
  const source = `
    const { startService } = await import(${JSON.stringify(harness)});
    const service = await startService(${JSON.stringify(built)}, ['--channel', ${JSON.stringify(channel)}]);
    console.log(service.pid);`;
  const runner = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: runner.stdout }), 'line')) as [string];
  const leader = Number(line);
  expect(() => process.kill(-leader, 0)).not.toThrow();
  runner.kill('SIGKILL');
  await vi.waitFor(() => expect(() => process.kill(-leader, 0)).toThrow('ESRCH'), { timeout: NEVER_MS });
});

test('a second service on the same folder is refused, and so is a port that is in use', async () => {
  const args = ['--channel', channel, '--data', join(aFolder(), 'data')];
  await withService(args, async (service) => {
    await expect(startService(built, args)).rejects.toThrow('Another service is at work');
    const { port } = new URL(service.url);
    await expect(startService(built, ['--channel', channel, '--port', port])).rejects.toThrow('it is in use');
    expect(await actions(service, ['bad.example'])).toEqual(['block']);
  });
  const open = ['service', '--host', '0.0.0.0', '--channel', channel];
  const { status, stderr } = spawnSync(process.execPath, [built.command, ...open], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining('--tokens is needed there')]);
});
