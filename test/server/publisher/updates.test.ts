import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { basePath, deltaPath, type ChannelIndex } from '../../../src/core/snapshot/channel-index.ts';
import { chainPath, parseDailyChain } from '../../../src/core/snapshot/daily-chain.ts';
import { decodeSnapshot } from '../../../src/core/snapshot/decode-snapshot.ts';
import { planUpdate, type UpdatePlan } from '../../../src/core/snapshot/plan-update.ts';
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
    const chain = parseDailyChain(JSON.parse(new TextDecoder().decode(read(chainPath(plan.chain.day)))));
    if (!chain.ok) throw new Error(`the chain is malformed: ${chain.failure.field}`);
    plan = planUpdate(have.serial, index, chain.value);
  }
  let state = have;
  switch (plan.kind) {
    case 'current':
    case 'chain':
      break;
    case 'deltas':
      for (const { from, to } of plan.deltas) {
        const applied = deltaApplied(state, read(deltaPath(from, to)));
        if (!applied.ok) throw new Error(`delta ${from}-${to}: ${applied.failure.kind}`);
        state = applied.value;
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
