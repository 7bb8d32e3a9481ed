import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  basePath,
  deltaPath,
  INDEX_PATH,
  type ChannelIndex,
} from '../../../src/core/snapshot/channel-index.ts';
import {
  HEAD_PATH,
  headDigest,
  MAX_HEAD_BYTES,
  verifyHead,
} from '../../../src/core/snapshot/channel-head.ts';
import { parseDailyChain } from '../../../src/core/snapshot/daily-chain.ts';
import { decodeHourFile, selectHourDeltas } from '../../../src/core/snapshot/hour-file.ts';
import { decodeSnapshot } from '../../../src/core/snapshot/decode-snapshot.ts';
import {
  planUpdate,
  stepPath,
  type UpdatePlan,
  type UpdateStep,
} from '../../../src/core/snapshot/plan-update.ts';
import { EntryHasher } from '../../../src/core/hash/entry-hash.ts';
import { EPOCH_KEY_BYTES } from '../../../src/core/hash/half-sip-hash.ts';
import { fingerprintBitsFor, type Snapshot } from '../../../src/core/snapshot/snapshot.ts';
import { stateDigest } from '../../../src/core/snapshot/state-digest.ts';
import { toFingerprints } from '../../../src/server/publisher/build/entries/fingerprints.ts';
import { sortedHashes } from './sorted-hashes.ts';
import { publishSnapshot } from '../../../src/server/publisher/channel/publish.ts';
import { channelFiles, readIndex } from '../../../src/server/node/channel/read-channel.ts';
import { makeKeyPair } from '../../../src/server/node/keys/key-file.ts';
import { signKeyList } from '../../../src/server/publisher/keys/sign.ts';
import { StateFolder } from '../../../src/server/publisher/state/state-folder.ts';
import { verifyChannel } from '../../../src/server/publisher/channel/verify-channel.ts';
import { aFolder, NOON } from './run-command.ts';
import { deltaApplied } from '../../core/snapshot/deltas.ts';

const HOUR = 3600;

/** What a client does with the files of a channel folder, counting its requests. */
async function update(channel: string, have: Snapshot, index: ChannelIndex) {
  let requests = 1;
  const read = (path: string): Uint8Array => {
    requests++;
    return new Uint8Array(readFileSync(join(channel, path)));
  };
  let plan: UpdatePlan = planUpdate(have.serial, index);
  if (plan.kind === 'chain') {
    const chain = parseDailyChain(JSON.parse(new TextDecoder().decode(read(plan.path))));
    if (!chain.ok) throw new Error(`the chain is malformed: ${chain.failure.field}`);
    plan = planUpdate(have.serial, index, chain.value);
  }
  let state = have;
  switch (plan.kind) {
    case 'current':
    case 'chain':
      break;
    case 'deltas':
      for (const step of plan.deltas) {
        for (const delta of deltasIn(read(stepPath(step)), step)) {
          const applied = deltaApplied(state, delta);
          if (!applied.ok) throw new Error(`${stepPath(step)}: ${applied.failure.kind}`);
          state = applied.value;
        }
      }
      break;
    case 'base': {
      const decoded = decodeSnapshot(read(basePath(plan.base.serial)));
      if (!decoded.ok) throw new Error('the base cannot be decoded');
      state = decoded.value;
    }
  }
  return { requests, kind: plan.kind, digest: await stateDigest(state) };
}

function deltasIn(file: Uint8Array, { from, hourEnd }: UpdateStep): readonly Uint8Array[] {
  if (hourEnd === undefined) return [file];
  const hour = decodeHourFile(file);
  const deltas = hour.ok ? selectHourDeltas(hour.value, from) : null;
  if (deltas === null) throw new Error(`the file of hour ${hourEnd} does not lead from ${from}`);
  return deltas;
}

/** Publishes snapshots of invented entries, by the code that a build ends with. */
async function aPublisher() {
  const folder = aFolder();
  const channel = join(folder, 'channel');
  const state = await StateFolder.open(join(folder, 'state'));
  const [root, snapshotKey] = [await makeKeyPair(), await makeKeyPair()];
  const keyList = await signKeyList(
    {
      number: 1,
      channel: 'test',
      expiresAt: NOON * 2,
      keys: [{ kid: snapshotKey.kid, publicKey: snapshotKey.x }],
    },
    root,
  );
  const hasher = new EntryHasher(new Uint8Array(EPOCH_KEY_BYTES));
  // Entries enough that a base is worth more than a few requests: clients weigh both.
  const steady = Array.from({ length: 3000 }, (_, number) => hasher.url(`a${number}.example`, '/'));
  return {
    channel,
    async publish(serial: number, publishedAt: number): Promise<Snapshot> {
      const moving = Array.from({ length: 20 }, (_, number) =>
        hasher.url(`b${serial + number}.example`, '/'),
      );
      const fingerprintBits = fingerprintBitsFor(4096);
      const snapshot: Snapshot = {
        serial,
        publishedAt,
        epoch: { key: new Uint8Array(EPOCH_KEY_BYTES), startedAt: NOON, plannedEntries: 4096 },
        sections: [
          {
            kind: 'url',
            category: 'phishing',
            action: 'danger',
            group: 'one',
            fingerprintBits,
            fingerprints: toFingerprints(sortedHashes([...steady, ...moving]), fingerprintBits),
          },
        ],
        exclusions: { high: new Uint32Array(0), low: new Uint32Array(0) },
        opaque: [],
      };
      const published = await publishSnapshot({
        channelFolder: channel,
        state,
        snapshot,
        channel: 'test',
        refreshAfter: HOUR,
        expiresAfter: 14 * 24 * HOUR,
        sources: [{ name: 'one', licence: 'CC0-1.0', entries: 3020, fetchedAt: publishedAt }],
        rootKey: root.x,
        snapshotKey,
        keyList,
        history: await state.history(),
        onStep: () => {},
        isDryRun: false,
        reports: () => new Map(),
      });
      if (!published.ok) throw new Error(published.failure.message);
      return snapshot;
    },
  };
}

test('a client at most 30 days behind gets the newest state by deltas, in at most five requests', async () => {
  const publisher = await aPublisher();
  const { channel } = publisher;
  const snapshots: Snapshot[] = [];
  // On every day one publication or two, and a few on the last day.
  for (let day = 0; day < 33; day++) {
    for (const hour of day % 4 === 0 ? [0, 3] : [0]) {
      snapshots.push(await publisher.publish(snapshots.length + 1, NOON + (day * 24 + hour) * HOUR));
    }
  }
  for (const hour of [24, 25, 26])
    snapshots.push(await publisher.publish(snapshots.length + 1, NOON + (32 * 24 + hour) * HOUR));

  const read = await readIndex(channelFiles(channel), null, NOON + 34 * 24 * HOUR);
  if (!read.ok) throw new Error(read.failure.message);
  const { index } = read.value;
  expect(readFileSync(join(channel, 'latest.jws')).length).toBeLessThanOrEqual(8192);
  let viaChain = 0;
  for (const snapshot of snapshots) {
    const { requests, kind, digest } = await update(channel, snapshot, index);
    expect(digest).toBe(index.digest);
    expect(requests).toBeLessThanOrEqual(5);
    const isWithin = index.publishedAt - snapshot.publishedAt <= 29 * 24 * HOUR;
    if (isWithin && snapshot.serial !== index.serial) {
      expect(kind, `from serial ${snapshot.serial}`).toBe('deltas');
      if (requests > 2) viaChain++;
    }
  }
  expect(viaChain).toBeGreaterThan(25);
  // Pruned: neither every base nor every delta ever made.
  expect(readdirSync(join(channel, 'base')).length).toBeLessThanOrEqual(6);
  expect(existsSync(join(channel, deltaPath(1, 2)))).toBe(false);
});

test('a channel that publishes every ten minutes has a level of hours, and a head that leads on from the last three serials', async () => {
  const publisher = await aPublisher();
  const { channel } = publisher;
  const snapshots: Snapshot[] = [];
  // From six in the evening to four in the morning, two days before, and then to two in the afternoon.
  const start = NOON + 6 * HOUR;
  for (let minute = 0; minute <= 20 * 60; minute += 10)
    snapshots.push(await publisher.publish(snapshots.length + 1, start + minute * 60));

  const now = start + 21 * HOUR;
  const read = await readIndex(channelFiles(channel), null, now);
  if (!read.ok) throw new Error(read.failure.message);
  const { index, keyList, sha256 } = read.value;
  expect(readFileSync(join(channel, INDEX_PATH)).length).toBeLessThanOrEqual(8192);
  expect(index.hours).toMatchObject({ hour: 13 });
  let viaHours = 0;
  for (const snapshot of snapshots) {
    const { requests, kind, digest } = await update(channel, snapshot, index);
    expect(digest).toBe(index.digest);
    expect(requests).toBeLessThanOrEqual(5);
    if (snapshot.serial !== index.serial) expect(kind, `from serial ${snapshot.serial}`).toBe('deltas');
    const plan = planUpdate(snapshot.serial, index);
    if (plan.kind === 'chain' && plan.path.includes('T')) viaHours++;
  }
  // All of today but the last 24.
  expect(viaHours).toBeGreaterThan(50);

  const jws = readFileSync(join(channel, HEAD_PATH), 'utf8');
  expect(jws.length).toBeLessThanOrEqual(MAX_HEAD_BYTES);
  const head = await verifyHead(jws, keyList);
  if (!head.ok) throw new Error(head.failure.kind);
  expect(head.value).toMatchObject({ serial: index.serial, index: headDigest(sha256) });
  expect(head.value.deltas.map(({ from }) => from)).toEqual([1, 2, 3].map((behind) => index.serial - behind));
  for (const { from, bytes } of head.value.deltas)
    expect(readFileSync(join(channel, deltaPath(from, index.serial))).length).toBe(bytes);

  const verified = await verifyChannel(channelFiles(channel), null, now);
  if (!verified.ok) throw new Error(verified.failure.message);
  expect(verified.value.parts.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(verified.value.parts.map(({ part }) => part)).toEqual(
    expect.arrayContaining([HEAD_PATH, expect.stringMatching(/^chain\/.*T13\.json$/)]),
  );
  // Pruned: hour files of the last hours, and of the last day.
  expect(readdirSync(join(channel, 'hour')).length).toBeLessThan(70);
});

test('verify finds a head of another index, or one that was left behind', async () => {
  const publisher = await aPublisher();
  const { channel } = publisher;
  await publisher.publish(1, NOON);
  const old = readFileSync(join(channel, HEAD_PATH));
  await publisher.publish(2, NOON + HOUR);
  const problem = async (): Promise<unknown> => {
    const verified = await verifyChannel(channelFiles(channel), null, NOON + 2 * HOUR);
    return verified.ok ? verified.value.parts.find(({ part }) => part === HEAD_PATH)?.problem : verified;
  };
  expect(await problem()).toBeNull();
  writeFileSync(join(channel, HEAD_PATH), old);
  expect(await problem()).toMatch(/serial 1, and the index of 2/);
  writeFileSync(join(channel, HEAD_PATH), 'nothing');
  expect(await problem()).toMatch(/not-a-head/);
  rmSync(join(channel, HEAD_PATH));
  expect(await problem()).toMatch(/could not be read/);
});
