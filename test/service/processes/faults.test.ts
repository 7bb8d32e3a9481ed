import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnswerBody } from '../answer-body.ts';
import { aFolder } from '../../publisher/run-command.ts';
import { aChannel, buildCommand, startService, type BuiltCommand, type RunningService } from './a-process.ts';

// Real processes, killed and starved. Counts are printed: what was acknowledged, and what became of it.

const TIMEOUT_MS = 120_000;

let built: BuiltCommand;
/** With `bad.example/page` listed. */
let channel: string;
beforeAll(() => {
  built = buildCommand();
  channel = join(built.folder, 'channel');
  aChannel(built, built.folder)(['bad.example']);
}, TIMEOUT_MS);
afterAll(() => built.remove());

/** Runs a service for a test, and ends it in any case. */
async function withService(
  args: readonly string[],
  work: (service: RunningService) => Promise<void>,
  shell?: string,
): Promise<RunningService> {
  const service = await startService(built, args, shell);
  try {
    await work(service);
  } finally {
    await service.end('SIGKILL');
  }
  return service;
}

async function actions(service: RunningService, hosts: readonly string[]): Promise<string[]> {
  const { status, body } = await service.post('/v1/check', {
    urls: hosts.map((host) => `http://${host}/page`),
  });
  if (status !== 200) throw new Error(`check answered with ${status}`);
  return body.results.map(({ action }) => action);
}

const add = (host: string, sequence = 1) => ({
  id: `${host} ${sequence}`,
  action: 'add',
  entry: host,
  sequence,
});

/** Adds hosts until told to stop, and asks for each at once. @returns those that were acknowledged */
async function addUntil(
  service: RunningService,
  prefix: string,
  isOver: () => boolean,
  onAcknowledged: () => void = () => {},
): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let round = 0; !isOver(); round++) {
    const hosts = Array.from({ length: 20 }, (_, index) => `${prefix}${round}-${index}.example`);
    try {
      const { status, body } = await service.post('/v1/changes', { changes: hosts.map((host) => add(host)) });
      if (status !== 200) continue;
      expect(body.results.map(({ outcome }) => outcome)).toEqual(hosts.map(() => 'applied'));
      acknowledged.push(...hosts);
      onAcknowledged();
      // Whichever process answers, it goes by what was acknowledged.
      expect(new Set(await actions(service, hosts))).toEqual(new Set(['block']));
    } catch (error) {
      // Connections break when processes are killed; an expectation that fails does not.
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return acknowledged;
}

test(
  'what was acknowledged survives kill -9 of the whole service under load, four times',
  async () => {
    const folder = aFolder();
    const args = ['--channel', channel, '--data', join(folder, 'data')];
    const acknowledged: string[] = [];
    for (let round = 0; round < 4; round++) {
      await withService(args, async (service) => {
        let over = false;
        let batches = 0;
        const lanes = Array.from({ length: 4 }, (_, lane) =>
          addUntil(
            service,
            `k${round}x${lane}y`,
            () => over,
            () => batches++,
          ),
        );
        // In the middle of whatever the lanes are at by then.
        await expect.poll(() => batches, { timeout: 60_000, interval: 7 }).toBeGreaterThan(round * 2);
        const gone = service.end('SIGKILL');
        over = true;
        for (const lane of await Promise.all(lanes)) acknowledged.push(...lane);
        await gone;
      });
    }
    let wrong = 0;
    await withService(args, async (service) => {
      for (let from = 0; from < acknowledged.length; from += 1000) {
        const found = await actions(service, acknowledged.slice(from, from + 1000));
        wrong += found.filter((action) => action !== 'block').length;
      }
    });
    console.log(`kill -9, 4 times: ${acknowledged.length} additions acknowledged, ${wrong} lost`);
    expect(acknowledged.length).toBeGreaterThan(100);
    expect(wrong).toBe(0);
  },
  TIMEOUT_MS,
);

test(
  'a worker that is killed is replaced, and no check in between gets a wrong answer',
  async () => {
    const folder = aFolder();
    await withService(['--channel', channel, '--data', join(folder, 'data')], async (service) => {
      let over = false;
      const adding = addUntil(service, 'w', () => over);
      let killed = 0;
      for (; killed < 2; killed++) {
        const children = spawnSync('pgrep', ['-P', String(service.child.pid)], { encoding: 'utf8' }).stdout;
        const [victim] = children
          .trim()
          .split('\n')
          .slice(killed % 2);
        process.kill(Number(victim), 'SIGKILL');
        await expect
          .poll(() => service.events.filter(({ event }) => event === 'process-ended').length, {
            timeout: 20_000,
          })
          .toBe(killed + 1);
        await expect
          .poll(async () => (await fetch(`${service.url}/readyz`)).status, { timeout: 20_000 })
          .toBe(200);
      }
      over = true;
      const acknowledged = await adding;
      const found = await actions(service, acknowledged.slice(-1000));
      console.log(
        `${killed} workers killed: ${acknowledged.length} additions acknowledged, none answered wrongly`,
      );
      expect(new Set(found)).toEqual(new Set(['block']));
    });
  },
  TIMEOUT_MS,
);

test(
  'a full disk refuses changes, loses none that was acknowledged, and checks go on',
  async () => {
    const folder = aFolder();
    const args = ['--channel', channel, '--data', join(folder, 'data')];
    const acknowledged: string[] = [];
    let refused = 0;
    // No file may grow beyond 64 kB, which is to a process what a full disk is.
    await withService(
      args,
      async (service) => {
        for (let round = 0; round < 60; round++) {
          const hosts = Array.from({ length: 20 }, (_, index) => `d${round}-${index}.example`);
          const { status, body } = await service.post('/v1/changes', {
            changes: hosts.map((host) => add(host)),
          });
          if (status === 200) acknowledged.push(...hosts);
          else {
            refused++;
            expect([status, body.code]).toEqual([503, 'not-written']);
          }
          expect(await actions(service, ['bad.example', 'good.example'])).toEqual(['block', 'allow']);
        }
      },
      'ulimit -f 64',
    );
    await withService(args, async (service) => {
      const found = await actions(service, acknowledged.slice(0, 1000));
      console.log(`disk full: ${acknowledged.length} acknowledged, ${refused} batches refused, 0 lost`);
      expect(new Set(found)).toEqual(new Set(['block']));
      expect((await service.post('/v1/changes', { changes: [add('after.example')] })).status).toBe(200);
    });
    expect(refused).toBeGreaterThan(0);
    expect(acknowledged.length).toBeGreaterThan(100);
  },
  TIMEOUT_MS,
);

test(
  'lists are swapped under load, and a channel that turns bad changes nothing',
  async () => {
    const folder = aFolder();
    const publish = aChannel(built, folder);
    const own = join(folder, 'channel');
    publish(['always.example', 'first.example']);
    await withService(
      ['--channel', own, '--data', join(folder, 'data'), '--refresh', '1'],
      async (service) => {
        const stop = new AbortController();
        let checks = 0;
        const asking = (async () => {
          while (!stop.signal.aborted) {
            const [always, good] = await actions(service, ['always.example', 'good.example']);
            expect([always, good]).toEqual(['block', 'allow']);
            checks++;
          }
        })();
        const serial = async () =>
          ((await (await fetch(`${service.url}/v1/status`)).json()) as AnswerBody).list.serial;
        publish(['always.example', 'second.example']);
        await expect.poll(serial, { timeout: 20_000 }).toBe(2);
        await expect
          .poll(() => actions(service, ['second.example', 'first.example']))
          .toEqual(['block', 'allow']);

        const failures = () =>
          service.events.filter(({ event }) => event === 'channel-failed').map(({ kind }) => kind);
        const good = join(folder, 'good');
        cpSync(own, good, { recursive: true });
        const latest = join(own, 'latest.jws');
        const whole = readFileSync(latest, 'utf8');
        writeFileSync(latest, `${whole.slice(0, -8)}AAAAAAAA`);
        await expect.poll(failures, { timeout: 20_000 }).toContain('not-verified');
        rmSync(latest);
        await expect.poll(failures, { timeout: 20_000 }).toContain('no-channel');
        writeFileSync(latest, whole);
        publish(['always.example', 'third.example']);
        writeFileSync(join(own, 'base', '3.slb'), 'no list');
        await expect.poll(failures, { timeout: 20_000 }).toContain('damaged');
        expect(await actions(service, ['second.example', 'third.example'])).toEqual(['block', 'allow']);
        cpSync(join(good, 'latest.jws'), latest);
        stop.abort();
        await asking;
        console.log(`${checks} checks during a swap and three bad channels, none answered wrongly`);
        expect(checks).toBeGreaterThan(10);
      },
    );
    // The channel is gone for good: a service that starts now has the last list.
    rmSync(own, { recursive: true });
    await withService(['--channel', own, '--data', join(folder, 'data')], async (service) => {
      expect(await actions(service, ['second.example'])).toEqual(['block']);
    });
  },
  TIMEOUT_MS,
);

test(
  'a request that is being answered when the service stops is answered',
  async () => {
    const folder = aFolder();
    await withService(['--channel', channel, '--data', join(folder, 'data')], async (service) => {
      const urls = Array.from({ length: 1000 }, (_, index) => `http://h${index}.bad.example/page`);
      const asked = Array.from({ length: 8 }, () => service.post('/v1/check', { urls }));
      await expect
        .poll(async () => (await (await fetch(`${service.url}/metrics`)).text()).includes('_in_flight'))
        .toBe(true);
      const [ended, ...answers] = await Promise.all([service.end('SIGTERM'), ...asked]);
      expect(ended).toBe(0);
      // Too much at once may be refused, in words; no connection is dropped.
      expect(answers.filter(({ status, body }) => status !== 503 && body.action !== 'block')).toEqual([]);
      expect(answers.some(({ status }) => status === 200)).toBe(true);
    });
  },
  TIMEOUT_MS,
);

test(
  'a second service on the same folder is refused, and so is a port that is in use',
  async () => {
    const folder = aFolder();
    await withService(['--channel', channel, '--data', join(folder, 'data')], async (service) => {
      await expect(
        startService(built, ['--channel', channel, '--data', join(folder, 'data')]),
      ).rejects.toThrow('Another service is at work');
      const { port } = new URL(service.url);
      await expect(startService(built, ['--channel', channel, '--port', port])).rejects.toThrow(
        'it is in use',
      );
    });
    expect(() => runFails(['service', '--host', '0.0.0.0', '--channel', channel])).toThrow(
      '--tokens is needed there',
    );
  },
  TIMEOUT_MS,
);

function runFails(args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [built.command, ...args], { encoding: 'utf8' });
  if (status === 1) throw new Error(stderr);
}
