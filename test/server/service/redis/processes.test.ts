import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { storePath } from '../../../../src/server/node/changes/change-store.ts';
import { openDatabase } from '../../../../src/server/node/changes/node-sqlite.ts';
import { aFolder } from '../../publisher/run-command.ts';
import { aChannel, builtCommand, NoAnswer, startService } from '../processes/a-process.ts';
import { actions, addAll } from '../processes/load.ts';
import { aRedis, REDIS } from './a-redis.ts';

describe.skipIf(REDIS === null)('services on one engine', () => {
  test('services on one engine go by what one of them has acknowledged, say so when it is away, and fail as the policy says', async () => {
    const server = await aRedis();
    const built = builtCommand();
    aChannel(built, built.folder)(['bad.example']);
    const policy = join(built.folder, 'policy.json');
    writeFileSync(policy, JSON.stringify({ unchecked: 'allow' }));
    const args = ['--channel', join(built.folder, 'channel'), '--engine', server.url];
    const data = join(aFolder(), 'data');
    const writer = await startService(built, [...args, '--data', data]);
    const reader = await startService(built, args);
    const open = await startService(built, [...args, '--policy', policy]);
    try {
      const hosts = ['added-1.example', 'added-2.example'];
      const added = await addAll(writer, hosts);
      expect([added.status, added.body.results.map(({ outcome }) => outcome)]).toEqual([
        200,
        ['applied', 'applied'],
      ]);
      for (const service of [writer, reader, open])
        expect(await actions(service, [...hosts, 'bad.example', 'good.example'])).toEqual([
          'block',
          'block',
          'block',
          'allow',
        ]);
      const refused = await reader.post('/v1/changes', { changes: [] });
      expect(refused.status).toBeGreaterThanOrEqual(400);

      const urls = [...hosts, 'bad.example', 'good.example'].map((host) => `http://${host}/page`);
      const said = async (service: typeof reader): Promise<readonly unknown[]> => {
        const { body } = await service.post('/v1/check', { urls });
        return [(body as { readonly engine?: string }).engine, ...body.results.map(({ action }) => action)];
      };
      // What was added is in the copy of the filters that each process keeps for when the engine is away.
      await open.until('the copy is there', async () => {
        const metrics = await (await fetch(`${open.url}/metrics`)).text();
        return /^spamlight_engine_copy_entries [2-9]/m.test(metrics);
      });
      await server.kill();
      await reader.until('it is away', async () => (await said(reader))[0] === 'away');
      expect(await said(reader)).toEqual(['away', 'review', 'review', 'block', 'review']);
      await open.until('it is away', async () => (await said(open))[0] === 'away');
      expect(await said(open)).toEqual(['away', 'review', 'review', 'block', 'allow']);
      const { status, body } = await writer.post('/v1/changes', {
        changes: [{ id: 'x', action: 'add', entry: 'late.example', sequence: 1 }],
      });
      expect([status, body.code]).toEqual([503, 'not-confirmed']);

      await server.restart();
      await writer.until('it is filled again', async () => (await said(reader))[0] === 'current');
      // Not acknowledged, and yet on disk: it holds soon.
      await writer.until(
        'what was on disk holds',
        async () => (await actions(reader, ['late.example']))[0] === 'block',
      );
      expect(await actions(reader, [...hosts, 'good.example'])).toEqual(['block', 'block', 'allow']);
      // Changes that cannot be read back, for whatever reason: the service stays, and says so.
      const engineOf = async (): Promise<unknown> =>
        ((await (await fetch(`${writer.url}/v1/status`)).json()) as { readonly engine: string }).engine;
      await writer.until('the writer is at work', async () => (await engineOf()) === 'current');
      const alter = (sql: string): void => {
        const db = openDatabase(storePath(join(data, 'changes')), false, 5000);
        db.exec(sql);
        db.close();
      };
      alter('CREATE TRIGGER harm AFTER INSERT ON changes BEGIN UPDATE changes SET level = level + 9; END');
      const unread = await writer.post('/v1/changes', {
        changes: [{ id: 'y', action: 'add', entry: 'unread.example', sequence: 1 }],
      });
      expect([unread.status, await engineOf()]).toEqual([503, 'stale']);
      expect(writer.events.map(({ event, kind }) => [event, kind])).toContainEqual([
        'engine-failed',
        'changes-damaged',
      ]);
      for (const service of [writer, reader])
        expect(await actions(service, [...hosts, 'bad.example', 'good.example'])).toEqual([
          'block',
          'block',
          'block',
          'allow',
        ]);
      alter('DROP TRIGGER harm; UPDATE changes SET level = level - 9');
      await writer.until(
        'what was on disk holds',
        async () => (await actions(reader, ['unread.example']))[0] === 'block',
      );
      await writer.until('the writer is at work again', async () => (await engineOf()) === 'current');
      expect(await writer.end('SIGTERM')).toBe(0);
      expect(await reader.end('SIGTERM')).toBe(0);
    } finally {
      for (const service of [writer, reader, open]) await service.killAll();
      await server.remove();
      built.remove();
    }
  });

  test('services on one engine keep what was acknowledged when the one that writes is killed with -9 under load', async () => {
    const server = await aRedis();
    const built = builtCommand();
    aChannel(built, built.folder)(['bad.example']);
    const args = ['--channel', join(built.folder, 'channel'), '--engine', server.url];
    const data = ['--data', join(aFolder(), 'data')];
    const reader = await startService(built, args);
    const writers = [await startService(built, [...args, ...data])];
    const acknowledged: string[] = [];
    let [checks, wrong] = [0, 0];
    try {
      for (let kill = 0; kill < 3; kill++) {
        const writer = writers.at(-1);
        if (writer === undefined) throw new RangeError('there is one');
        const enough = acknowledged.length + 200;
        const killing = new AbortController();
        const lane = async (name: string): Promise<void> => {
          for (let round = 0; !killing.signal.aborted; round++) {
            const hosts = Array.from(
              { length: 20 },
              (_, index) => `${name}-${kill}-${round}-${index}.example`,
            );
            try {
              const { status } = await addAll(writer, hosts);
              if (status === 200) acknowledged.push(...hosts);
            } catch (error) {
              if (!(error instanceof NoAnswer)) throw error;
              return;
            }
          }
        };
        const lanes = [lane('a'), lane('b')];
        await reader.until('enough is acknowledged', () => acknowledged.length >= enough);
        const killed = writer.killAll();
        killing.abort();
        await Promise.all([killed, ...lanes]);
        const ask = async (): Promise<void> => {
          const said = await actions(reader, acknowledged);
          checks += said.length;
          wrong += said.filter((action) => action !== 'block').length;
        };
        await ask();
        writers.push(await startService(built, [...args, ...data]));
        await ask();
      }
      console.log(
        `the writer killed ${writers.length - 1} times: ${acknowledged.length} additions acknowledged; ${checks} checks of them elsewhere, ${wrong} wrong`,
      );
      expect(wrong).toBe(0);
    } finally {
      for (const service of [...writers, reader]) await service.killAll();
      await server.remove();
      built.remove();
    }
  });
});
