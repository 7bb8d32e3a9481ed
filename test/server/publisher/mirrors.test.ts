/** Mirrors: how they come into the list of keys, and how `verify --mirrors` compares them. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished, describe, expect, test } from 'vitest';
import { parseKeyFile } from '../../../src/server/node/keys/key-file.ts';
import { signKeyList } from '../../../src/server/publisher/keys/sign.ts';
import { channelServer } from '../../../src/server/publisher/serve/channel-server.ts';
import { aFolder, aWorkshop, NOON, spamlight, succeed } from './run-command.ts';

const HOUR = 3600;

async function served(folder: string): Promise<string> {
  const server = channelServer(folder);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a server that listens on TCP
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** The mirrors in the list of keys that a key file holds. */
function mirrorsIn(file: string): unknown {
  const { keyList } = parseKeyFile(readFileSync(file, 'utf8')) ?? {};
  const payload = Buffer.from((keyList ?? '').split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(payload) as { mirrors?: unknown }).mirrors;
}

describe('keygen --mirror', () => {
  test('spamlight keygen --mirror puts the addresses into the signed list', async () => {
    const out = join(aFolder(), 'key.json');
    const mirrors = ['https://a.example/lists/', 'https://b.example/'];
    await succeed(['keygen', '--out', out, '--mirror', ...mirrors]);
    expect(mirrorsIn(out)).toEqual(mirrors);
  });

  test.each([
    ['http://a.example/', /must begin with https/],
    ['nowhere', /must be the address of a folder/],
    ['https://me:secret@a.example/', /without a name, password/],
    ['https://192.168.0.1/', /local network/],
  ])('spamlight keygen --mirror makes no list that names %s', async (mirror, words) => {
    const out = join(aFolder(), 'key.json');
    const { code, notes } = await spamlight(['keygen', '--out', out, '--mirror', mirror]);
    expect(code).toBe(2);
    expect(notes.join('\n')).toMatch(words);
  });

  test('keygen --mirror names nine, and the ninth is refused', async () => {
    const out = join(aFolder(), 'key.json');
    const mirrors = Array.from({ length: 9 }, (_, at) => `https://m${at}.example/`);
    const { notes } = await spamlight(['keygen', '--out', out, '--mirror', ...mirrors]);
    expect(notes.join('\n')).toMatch(/m8\.example.*at most 8/);
  });

  test('keygen --mirror says what readers lose with a list that is renewed without mirrors', async () => {
    const folder = aFolder();
    const at = (name: string): string => join(folder, name);
    await succeed(['keygen', '--role', 'root', '--out', at('root.json')]);
    const root = ['--root', at('root.json')];
    const mirror = ['--mirror', 'https://a.example/'];
    await succeed(['keygen', '--role', 'snapshot', ...root, '--out', at('one.json'), ...mirror]);
    const renew = ['keygen', '--role', 'list', ...root, '--snapshot', at('one.json')];
    const without = await spamlight([...renew, '--out', at('two.json')]);
    expect(without).toMatchObject({ code: 0 });
    expect(without.notes.join('\n')).toMatch(
      /names 1 mirror, and the new one none.*--mirror https:\/\/a\.example\//,
    );
    const kept = await spamlight([...renew, '--out', at('three.json'), ...mirror]);
    expect(kept).toMatchObject({ code: 0, notes: [] });
    expect(mirrorsIn(at('three.json'))).toEqual(['https://a.example/']);
  });
});

describe('verify --mirrors', () => {
  /** A channel at serial 2, a mirror with the same, one that is behind, one that is gone, and one that nobody asks. */
  async function aMirroredChannel() {
    const workshop = await aWorkshop();
    const [same, behind] = [join(aFolder(), 'same'), join(aFolder(), 'behind')];
    const keys = parseKeyFile(readFileSync(workshop.key, 'utf8'));
    if (keys?.root === null || keys?.snapshot === null || keys === null) throw new Error('no keys');
    const main = await served(workshop.channel);
    const mirrors = [await served(same), await served(behind), 'http://127.0.0.1:9/', 'http://a.example/'];
    const keyList = await signKeyList(
      {
        number: NOON,
        channel: keys.channel,
        expiresAt: NOON * 2,
        keys: [{ kid: keys.snapshot.kid, publicKey: keys.snapshot.x }],
        mirrors,
      },
      keys.root,
    );
    writeFileSync(workshop.key, JSON.stringify({ ...keys, keyList }));
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
    await workshop.build();
    cpSync(workshop.channel, behind, { recursive: true });
    await workshop.build({ now: NOON + HOUR });
    cpSync(workshop.channel, same, { recursive: true });
    return { main, mirrors, same, rootKey: keys.root.x };
  }

  test('verify --mirrors names each that is behind, away or asked by nobody, and those that are as they must be', async () => {
    const { main, mirrors, rootKey } = await aMirroredChannel();
    const words = ['verify', main, '--public-key', rootKey, '--json'];
    const plain = JSON.parse((await spamlight(words, { now: NOON + HOUR })).lines[0] ?? '') as {
      ok: boolean;
    };
    expect(plain.ok).toBe(true);
    const { code, lines } = await spamlight([...words, '--mirrors'], { now: NOON + HOUR });
    expect(code).toBe(1);
    const { parts } = JSON.parse(lines[0] ?? '') as {
      parts: readonly { part: string; problem: string | null; note: string | null }[];
    };
    const of = (url: string | undefined) => parts.find(({ part }) => part === `mirror ${url}`);
    expect(of(mirrors[0])).toMatchObject({ problem: null, note: 'the same index, serial 2' });
    expect(of(mirrors[1])?.problem).toBe('serial 1, 1 behind the 2 of the channel');
    expect(of(mirrors[2])?.problem).toMatch(/could not be fetched/);
    expect(of(mirrors[3])?.problem).toBe('readers do not ask it (not-https)');
    expect(parts.map(({ part }) => part)).toContain(`mirror ${mirrors[0]}, headers of latest.jws`);
  });

  test('spamlight verify --mirrors says where a channel has none', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
    await workshop.build();
    const lines = await succeed(['verify', workshop.channel, '--mirrors']);
    expect(lines.join('\n')).toMatch(/mirrors: the list of keys names none/);
  });
});
