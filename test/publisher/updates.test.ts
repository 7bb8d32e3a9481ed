import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { basePath, deltaPath, type ChannelIndex } from '../../src/core/snapshot/channel-index.ts';
import { chainPath, parseDailyChain } from '../../src/core/snapshot/daily-chain.ts';
import { decodeSnapshot } from '../../src/core/snapshot/decode-snapshot.ts';
import { applyDelta } from '../../src/core/snapshot/delta.ts';
import { planUpdate, type UpdatePlan } from '../../src/core/snapshot/plan-update.ts';
import type { Snapshot } from '../../src/core/snapshot/snapshot.ts';
import { stateDigest } from '../../src/core/snapshot/state-digest.ts';
import { channelFiles, readIndex } from '../../src/publisher/channel/read-channel.ts';
import { aWorkshop, NOON } from './run-command.ts';

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
        const applied = applyDelta(state, read(deltaPath(from, to)));
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

test('a client at most 30 days behind gets the newest state by deltas, in at most five requests', async () => {
  const workshop = await aWorkshop();
  const snapshots: { readonly publishedAt: number; readonly snapshot: Snapshot }[] = [];
  // Entries enough that a base is worth more than a few requests: clients weigh both.
  const steady = Array.from({ length: 3000 }, (_, number) => `https://a${number}.example/x`);
  const publish = async (now: number): Promise<void> => {
    const serial = snapshots.length + 1;
    const moving = Array.from({ length: 20 }, (_, number) => `https://b${serial + number}.example/`);
    workshop.setFeeds([{ name: 'one', text: [...steady, ...moving].join('\n') }]);
    const { code, notes } = await workshop.build({ now });
    expect(notes).toEqual([]);
    expect(code).toBe(0);
    const decoded = decodeSnapshot(new Uint8Array(readFileSync(join(workshop.channel, basePath(serial)))));
    if (!decoded.ok) throw new Error('the base cannot be decoded');
    snapshots.push({ publishedAt: now, snapshot: decoded.value });
  };
  // On every day one publication or two, and a few on the last day.
  for (let day = 0; day < 33; day++) {
    for (const hour of day % 4 === 0 ? [0, 3] : [0]) await publish(NOON + day * 24 * HOUR + hour * HOUR);
  }
  for (const hour of [24, 25, 26]) await publish(NOON + 32 * 24 * HOUR + hour * HOUR);

  const files = channelFiles(workshop.channel);
  const now = NOON + 33 * 24 * HOUR + 3 * HOUR;
  const read = await readIndex(files, null, now);
  if (!read.ok) throw new Error(read.failure.message);
  const { index } = read.value;
  expect(readFileSync(join(workshop.channel, 'latest.jws')).length).toBeLessThanOrEqual(8192);
  let viaChain = 0;
  for (const { publishedAt, snapshot } of snapshots) {
    const { requests, kind, digest } = await update(workshop.channel, snapshot, index);
    expect(digest).toBe(index.digest);
    expect(requests).toBeLessThanOrEqual(5);
    const isWithin = index.publishedAt - publishedAt <= 29 * 24 * HOUR;
    if (isWithin && snapshot.serial !== index.serial) {
      expect(kind, `from serial ${snapshot.serial}`).toBe('deltas');
      if (requests > 2) viaChain++;
    }
  }
  expect(viaChain).toBeGreaterThan(25);
  // Pruned: neither every base nor every delta ever made.
  expect(readdirSync(join(workshop.channel, 'base')).length).toBeLessThanOrEqual(6);
  expect(existsSync(join(workshop.channel, deltaPath(1, 2)))).toBe(false);
}, 60_000);
