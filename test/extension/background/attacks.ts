import { gzipSync } from 'node:zlib';
import { CompactSign, importJWK } from 'jose';
import type { ServerResponse } from 'node:http';
import { basePath, INDEX_PATH } from '../../../src/core/snapshot/channel-index.ts';
import { encodeSnapshot } from '../../../src/core/snapshot/encode-snapshot.ts';
import type { Channel } from '../../../src/extension/background/realm/channel.ts';
import { canaries } from '../../../src/extension/background/lists/canaries.ts';
import { makeKeyPair } from '../../../src/server/node/keys/key-file.ts';
import { factsOf, PHISHING, snapshotOf, SPAM, TestChannel } from './lists/test-channel.ts';
import { NOW } from './lists/update-harness.ts';

/** What the reader has before each attack: serial 5, which lists `bank-check.example`. */
export const OLD = snapshotOf(
  [
    { section: PHISHING, entries: ['bank-check.example', 'old.example'] },
    { section: SPAM, entries: manyHosts(400) },
  ],
  { serial: 5, publishedAt: NOW - 7200 },
);

/** What the publisher would have given next: serial 6. */
export const NEW = snapshotOf(
  [
    { section: PHISHING, entries: ['bank-check.example', 'new.example'] },
    { section: SPAM, entries: manyHosts(400) },
  ],
  { serial: 6, publishedAt: NOW - 3600 },
);

/** Enough that a delta is cheaper than the base. */
function manyHosts(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `pills-${index}.example`);
}

export interface Attack {
  /** As the row in docs/threat-model.md is called. */
  readonly name: string;
  /** Makes the channel hostile. May give another channel to update from: what the reader has pinned. */
  readonly perform: (channel: TestChannel) => Promise<Channel | void>;
  /** How the update must end. */
  readonly ends: string;
  readonly now?: number;
}

/** Ways in which an update ends without one. */
export const ATTACKS: readonly Attack[] = [
  {
    name: 'arbitrary file: a web page in place of the index',
    perform: (channel) =>
      put(channel, INDEX_PATH, '<!doctype html><title>Sign in to the hotel network</title>'),
    ends: 'not-an-index',
  },
  {
    name: 'arbitrary file: another base under the right name',
    perform: async (channel) => {
      await channel.publish(NEW);
      channel.files.set(basePath(6), encodeSnapshot(emptied(6)));
      dropDeltas(channel);
    },
    ends: 'wrong-file or truncated or too-large',
  },
  {
    name: 'arbitrary file: one bit of the base flipped',
    perform: async (channel) => {
      await channel.publish(NEW);
      flipBit(channel, basePath(6));
      dropDeltas(channel);
    },
    ends: 'wrong-file',
  },
  {
    name: 'arbitrary file: one bit of the index flipped',
    perform: async (channel) => {
      await channel.publish(NEW);
      const text = channel.text(INDEX_PATH);
      const middle = Math.floor(text.length / 2);
      const letter = text[middle] === 'A' ? 'B' : 'A';
      channel.putText(INDEX_PATH, text.slice(0, middle) + letter + text.slice(middle + 1));
    },
    ends: 'bad-signature or not-an-index or wrong-root-key or bad-index',
  },
  {
    name: 'arbitrary file: a signed index that says what no snapshot is',
    perform: async (channel) => {
      await channel.publish(NEW, { digest: '0'.repeat(64) });
    },
    ends: 'wrong-list',
  },
  {
    name: 'arbitrary file: bytes that are no snapshot, rightly announced',
    perform: async (channel) => {
      const junk = new Uint8Array(500).fill(0x41);
      await channel.publish(NEW, { base: { serial: 6, ...factsOf(junk) }, deltas: [] });
      channel.files.set(basePath(6), junk);
    },
    ends: 'unreadable-file',
  },
  {
    name: 'wrong key: signed by a stranger',
    perform: async (channel) => {
      await channel.putIndex(await channel.indexOf(NEW), await makeKeyPair());
    },
    ends: 'bad-signature',
  },
  {
    name: 'wrong key: a stranger with the name of the right key',
    perform: async (channel) => {
      const stranger = { ...(await makeKeyPair()), kid: channel.snapshotKey.kid };
      await channel.putIndex(await channel.indexOf(NEW), stranger);
    },
    ends: 'bad-signature',
  },
  {
    name: 'wrong key: a whole channel of a stranger, root key and all',
    perform: async (channel) => {
      const stranger = await TestChannel.start(channel.name);
      await stranger.publish(NEW);
      for (const [path, bytes] of stranger.files) channel.files.set(path, bytes);
      await stranger.stop();
    },
    ends: 'wrong-root-key',
  },
  {
    name: 'wrong key: the algorithm "none"',
    perform: async (channel) => {
      await channel.publish(NEW);
      const [, payload = ''] = channel.text(INDEX_PATH).split('.');
      const header = Buffer.from(JSON.stringify({ alg: 'none', kid: channel.snapshotKey.kid })).toString(
        'base64url',
      );
      channel.putText(INDEX_PATH, `${header}.${payload}.`);
    },
    ends: 'bad-signature or not-an-index',
  },
  {
    name: 'rollback to an older signed index',
    perform: async (channel) => {
      await channel.publish(snapshotOf([], { serial: 4, publishedAt: NOW - 9000 }));
    },
    ends: 'older-list',
  },
  {
    name: 'wrong key: a point of small order, for which anybody can sign',
    perform: async (channel) => {
      const weak = Buffer.concat([Buffer.of(1), Buffer.alloc(31)]).toString('base64url');
      const keys = [{ kid: channel.snapshotKey.kid, publicKey: weak }];
      await channel.publish(NEW, { keys: await channel.keyList({ keys }) });
    },
    ends: 'bad-index',
  },
  {
    name: 'a byte order mark before the index',
    perform: async (channel) => {
      await channel.publish(NEW);
      channel.putText(INDEX_PATH, `\ufeff${channel.text(INDEX_PATH)}`);
    },
    ends: 'not-an-index',
  },
  {
    name: 'a line break after the index',
    perform: async (channel) => {
      await channel.publish(NEW);
      channel.putText(INDEX_PATH, `${channel.text(INDEX_PATH)}\n`);
    },
    ends: 'not-an-index',
  },
  {
    name: 'a byte order mark before the JSON in it',
    perform: (channel) => signed(channel, (json) => `\ufeff${json}`),
    ends: 'not-an-index',
  },
  {
    name: 'endless data: an index without end',
    perform: async (channel) => {
      channel.answers.set(INDEX_PATH, (_request, response) => pour(response, 'A'.repeat(1024)));
    },
    ends: 'too-large',
  },
  {
    name: 'endless data: a base without end or length',
    perform: async (channel) => {
      await channel.publish(NEW);
      dropDeltas(channel);
      channel.answers.set(basePath(6), (_request, response) => pour(response, 'A'.repeat(65_536)));
    },
    ends: 'too-large',
  },
  {
    name: 'endless data: a trickle of one byte now and then',
    perform: async (channel) => {
      channel.answers.set(INDEX_PATH, (_request, response) => trickle(response));
    },
    ends: 'timed-out',
  },
  {
    name: 'endless data: a server that accepts and says nothing',
    perform: async (channel) => {
      channel.answers.set(INDEX_PATH, () => undefined);
    },
    ends: 'timed-out',
  },
  {
    name: 'endless data: a server that stops in the middle',
    perform: async (channel) => {
      await channel.publish(NEW);
      dropDeltas(channel);
      channel.answers.set(basePath(6), (_request, response) => {
        response.writeHead(200, { 'content-length': '5000' });
        response.write('SPLS');
      });
    },
    ends: 'timed-out',
  },
  {
    name: 'endless data: a decompression bomb as index',
    perform: async (channel) => {
      const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));
      channel.answers.set(INDEX_PATH, (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.end(bomb);
      });
    },
    ends: 'too-large',
  },
  {
    name: 'endless data: a decompression bomb as base',
    perform: async (channel) => {
      await channel.publish(NEW);
      dropDeltas(channel);
      const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024));
      channel.answers.set(basePath(6), (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.end(bomb);
      });
    },
    ends: 'too-large',
  },
  {
    name: 'a truncated body',
    perform: async (channel) => {
      await channel.publish(NEW);
      dropDeltas(channel);
      const base = channel.files.get(basePath(6)) ?? new Uint8Array();
      channel.files.set(basePath(6), base.slice(0, -3));
    },
    ends: 'truncated',
  },
  {
    name: 'a connection that breaks in the middle',
    perform: async (channel) => {
      await channel.publish(NEW);
      dropDeltas(channel);
      channel.answers.set(basePath(6), (_request, response) => {
        response.writeHead(200, { 'content-length': '5000' });
        response.write('SPLS', () => response.destroy());
      });
    },
    ends: 'truncated',
  },
  {
    name: 'an empty index',
    perform: (channel) => put(channel, INDEX_PATH, ''),
    ends: 'not-an-index',
  },
  {
    name: 'a 404',
    perform: async (channel) => {
      channel.files.delete(INDEX_PATH);
    },
    ends: 'http-status',
  },
  {
    name: 'a base that is not there',
    perform: async (channel) => {
      await channel.publish(NEW);
      dropDeltas(channel);
      channel.files.delete(basePath(6));
    },
    ends: 'http-status',
  },
  {
    name: 'a server that is not there',
    perform: (channel) => channel.stop(),
    ends: 'unreachable',
  },
  {
    name: 'redirect to another host',
    perform: async (channel) => {
      channel.answers.set(INDEX_PATH, (_request, response) => {
        response.writeHead(302, { location: 'http://localhost:9/latest.jws' }).end();
      });
    },
    ends: 'redirected',
  },
  {
    name: 'redirect to plain http, or anywhere on the same host',
    perform: async (channel) => {
      await channel.publish(NEW);
      channel.answers.set(INDEX_PATH, (_request, response) => {
        response.writeHead(307, { location: '/moved/latest.jws' }).end();
      });
      channel.files.set('moved/latest.jws', channel.files.get(INDEX_PATH) ?? new Uint8Array());
    },
    ends: 'redirected',
  },
  {
    name: 'index of another channel of the same publisher',
    perform: async (channel) => {
      const other = await TestChannel.start('adult sites', {
        root: channel.rootKey,
        snapshot: channel.snapshotKey,
      });
      await other.publish(NEW);
      for (const [path, bytes] of other.files) channel.files.set(path, bytes);
      await other.stop();
    },
    ends: 'other-channel',
  },
  {
    name: 'an index and a key list of two channels',
    perform: async (channel) => {
      const list = await channel.keyList({ channel: 'adult sites' });
      await channel.publish(NEW, { keys: list });
    },
    ends: 'other-channel',
  },
  {
    name: 'theft of the snapshot key: the thief changes the keys',
    perform: async (channel) => {
      // A list that names the thief's next key can be signed only by the root key, which the thief has not.
      const next = await makeKeyPair();
      const forged = await TestChannel.start(channel.name, { root: channel.snapshotKey, snapshot: next });
      await forged.publish(NEW);
      for (const [path, bytes] of forged.files) channel.files.set(path, bytes);
      await forged.stop();
    },
    ends: 'wrong-root-key',
  },
  {
    name: 'theft of the snapshot key: used after it was revoked',
    perform: async (channel) => {
      const stolen = channel.snapshotKey;
      channel.keyListNumber = 2;
      channel.snapshotKey = await makeKeyPair();
      // The new list is out; the thief signs with the revoked key.
      await channel.putIndex(await channel.indexOf(NEW), stolen);
    },
    ends: 'bad-signature',
  },
  {
    name: 'key list of two entries under one name',
    perform: async (channel) => {
      const { kid, x } = channel.snapshotKey;
      const thief = await makeKeyPair();
      const list = await channel.keyList({
        keys: [
          { kid, publicKey: x },
          { kid, publicKey: thief.x },
        ],
      });
      await channel.putIndex(await channel.indexOf(NEW, { keys: list }), { ...thief, kid });
    },
    ends: 'bad-index',
  },
  {
    name: 'expired key list',
    perform: async (channel) => {
      channel.keysExpireAt = NOW - 1;
      await channel.publish(NEW);
    },
    ends: 'keys-expired',
  },
  {
    name: '10,000 deltas in an index',
    perform: async (channel) => {
      const index = await channel.indexOf(NEW);
      const deltas = Array.from({ length: 10_000 }, (_, from) => ({
        from: from + 7,
        to: 6,
        bytes: 1,
        sha256: '0'.repeat(64),
      }));
      await channel.putIndex({ ...index, deltas });
    },
    ends: 'too-large',
  },
  {
    name: 'more deltas than an index may have',
    perform: async (channel) => {
      const index = await channel.indexOf(NEW);
      const deltas = Array.from({ length: 33 }, (_, from) => ({
        from: from + 7,
        to: 6,
        bytes: 1,
        sha256: '0'.repeat(64),
      }));
      await channel.putIndex({ ...index, deltas });
    },
    ends: 'bad-index or too-large',
  },
  {
    name: 'huge numbers in the index',
    perform: (channel) =>
      signed(channel, (json) => json.replace('"serial":6,"publishedAt"', '"serial":1e308,"publishedAt"')),
    ends: 'bad-index',
  },
  {
    name: 'a base announced larger than any may be',
    perform: async (channel) => {
      const index = await channel.indexOf(NEW);
      await channel.putIndex({ ...index, base: { ...index.base, bytes: 2 ** 31 } });
    },
    ends: 'bad-index',
  },
  {
    name: 'negative numbers, fractions and text for numbers in the index',
    perform: (channel) =>
      signed(channel, (json) => json.replace('"refreshAfter":3600', '"refreshAfter":"3600"')),
    ends: 'bad-index',
  },
  {
    name: '`__proto__` in JSON',
    perform: (channel) =>
      signed(
        channel,
        (json) =>
          `{"__proto__":{"serial":6,"format":1},${json.slice(1).replace('"serial":6,"publishedAt"', '"publishedAt"')}`,
      ),
    ends: 'bad-index',
  },
  {
    name: 'a path for a day',
    perform: async (channel) => {
      const index = await channel.indexOf(NEW);
      await channel.putIndex({
        ...index,
        chain: { day: '../../../other', bytes: 100, sha256: '0'.repeat(64) },
      });
    },
    ends: 'bad-index',
  },
  {
    name: 'a list that flags a site no list may flag',
    perform: async (channel) => {
      await channel.publish(
        snapshotOf([{ section: PHISHING, entries: ['bank-check.example', canaries()[400] ?? ''] }], {
          serial: 6,
          publishedAt: NOW,
        }),
      );
    },
    ends: 'flags-known-site',
  },
];

async function put(channel: TestChannel, path: string, text: string): Promise<void> {
  channel.putText(path, text);
}

/** An index whose JSON was changed before it was signed: by a publisher gone wrong, or a thief. */
async function signed(channel: TestChannel, change: (json: string) => string): Promise<void> {
  const index = await channel.indexOf(NEW);
  const json = change(JSON.stringify(index));
  if (json === JSON.stringify(index)) throw new Error('nothing was changed');
  const { kid, ...jwk } = channel.snapshotKey;
  const jws = await new CompactSign(new TextEncoder().encode(json))
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .sign(await importJWK(jwk, 'EdDSA'));
  channel.putText(INDEX_PATH, jws);
}

function emptied(serial: number): ReturnType<typeof snapshotOf> {
  return snapshotOf([], { serial, publishedAt: NOW });
}

/** Leaves only the base to download. */
function dropDeltas(channel: TestChannel): void {
  for (const path of channel.files.keys()) if (path.startsWith('delta/')) channel.files.delete(path);
}

function flipBit(channel: TestChannel, path: string): void {
  const bytes = (channel.files.get(path) ?? new Uint8Array()).slice();
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  channel.files.set(path, bytes);
}

function pour(response: ServerResponse, piece: string): void {
  response.writeHead(200);
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
}

function trickle(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('A'), 100);
  response.on('close', () => clearInterval(timer));
}
