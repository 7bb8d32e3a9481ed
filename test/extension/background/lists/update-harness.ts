import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { Result } from '../../../../src/core/result.ts';
import { readLink } from '../../../../src/core/url/read-link.ts';
import { lookUpLink } from '../../../../src/core/lookup/look-up-link.ts';
import type { Channel } from '../../../../src/extension/background/realm/channel.ts';
import {
  passCheckpoint,
  type ReachCheckpoint,
} from '../../../../src/extension/background/realm/checkpoint.ts';
import { SnapshotCache } from '../../../../src/extension/background/lists/loaded-snapshots.ts';
import {
  updateChannel,
  type UpdateResult,
  type UpdateOptions,
} from '../../../../src/extension/background/lists/update-channel.ts';
import {
  UpdateRunner,
  type UpdateRunnerOptions,
} from '../../../../src/extension/background/lists/update-runner.ts';
import type { SessionValue } from '../../../../src/extension/background/lists/update-journal.ts';
import type { FailedStep } from '../../../../src/extension/background/lists/update-failure.ts';
import { privateStores } from '../../platform/storage/private-stores.ts';
import { SnapshotStore } from '../../../../src/extension/platform/storage/snapshot-store.ts';

/** Long after anything the tests publish by default is fresh: 2026-11-20. */
export const NOW = 1_795_132_800;

export const SECRET = new Uint8Array(16).fill(7);

/** Enough for a machine that does ten other things. */
const PATIENCE = { stallMs: 10_000, totalMs: 20_000 };

/** Short, so that a test of a hanging server does not hang itself. */
export const SHORT_PATIENCE = { stallMs: 300, totalMs: 1_000 };

/** A browser profile of its own: what one test stores, no other sees. */
export function freshProfile(): void {
  globalThis.indexedDB = new IDBFactory();
}

export interface UpdateWishes {
  readonly store?: SnapshotStore;
  readonly now?: number;
  readonly repair?: boolean;
  readonly checkpoint?: ReachCheckpoint;
  readonly patience?: { readonly stallMs: number; readonly totalMs: number };
  readonly onProgress?: UpdateOptions['onProgress'];
}

export function update(
  channel: Channel,
  {
    store,
    now = NOW,
    repair = false,
    checkpoint = passCheckpoint,
    patience = PATIENCE,
    onProgress = () => undefined,
  }: UpdateWishes = {},
): Promise<Result<UpdateResult, FailedStep>> {
  return updateChannel(channel, {
    store: store ?? new SnapshotStore(),
    secret: SECRET,
    now: () => now,
    patience,
    repair,
    onProgress,
    checkpoint,
  });
}

/** What a realm that has just been started finds listed: the categories, or `'nothing stored'`. */
export async function lookUp(href: string): Promise<readonly string[] | 'nothing stored' | 'damaged'> {
  const { snapshots, damaged } = await new SnapshotCache(new SnapshotStore(), async () => ({
    channels: [],
    isWhole: true,
  })).load();
  if (damaged.length > 0) return 'damaged';
  if (snapshots.length === 0) return 'nothing stored';
  const found: string[] = [];
  for (const { filter, hasher, readSlice } of snapshots) {
    const matches = await lookUpLink(readLink(href), filter, hasher, readSlice);
    found.push(...matches.map(({ section }) => section.category));
  }
  return found;
}

export async function storedSerial(channel: string): Promise<number | null> {
  const stored = await new SnapshotStore().snapshot(channel);
  return stored.ok ? (stored.value?.serial ?? null) : null;
}

/** A session's value in memory, as the browser keeps it: without what JSON cannot say. */
export function aSession(): SessionValue {
  let kept: unknown;
  return {
    read: async () => kept,
    write: async (value) => {
      kept = JSON.parse(JSON.stringify(value));
    },
  };
}

/** Nobody is told anything, and nothing is there to be updated unless the test says so. */
export function aRunner(options: Partial<UpdateRunnerOptions>): UpdateRunner {
  return new UpdateRunner({
    store: new SnapshotStore(),
    channelStore: privateStores().channels,
    values: privateStores().values,
    session: aSession(),
    channels: async () => ({ channels: [], isWhole: true }),
    saveData: async () => false,
    isOnline: () => true,
    now: () => NOW,
    patience: PATIENCE,
    checkpoint: passCheckpoint,
    isWebmailVisible: async () => false,
    deviceLists: { update: () => new Promise<never>(() => undefined) },
    keepAwake: () => undefined,
    wakeAt: async () => undefined,
    onStatus: () => undefined,
    onRun: () => undefined,
    finishRemovals: async () => undefined,
    onActivated: async () => undefined,
    onMissing: async () => undefined,
    ...options,
  });
}
