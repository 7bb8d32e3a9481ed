import { HEAD_PATH, MAX_HEAD_BYTES, verifyHead } from '../../../core/snapshot/channel-head.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { download, type DownloadFailure } from '../../platform/download.ts';
import type { SnapshotStore, StoredSnapshot } from '../../platform/storage/snapshot-store.ts';
import type { Channel } from '../realm/channel.ts';
import { buildSnapshot, type BuildOptions } from './build-snapshot.ts';
import { hostsInOrder, storedKeyList, mirrorsOf } from './channel-hosts.ts';
import { reachByDelta } from './reach-state.ts';
import { fromStorage, type FailedStep } from './update-failure.ts';

const HEAD_TOTAL_MS = 30_000;

export type HeadOutcome =
  /** Only the head was requested. */
  | 'nothing-new'
  | 'activated'
  /** The head does not suffice: request the index. */
  | 'ask-index'
  | 'unreachable'
  /** Missing, too large, or badly signed: ignored until the next index. */
  | 'unusable';

export interface HeadOptions extends BuildOptions {
  readonly store: SnapshotStore;
  readonly now: () => number;
}

/**
 * A channel head can only bring a newer list: it extends no expiry and changes no key. Withholding it delays clients
 * only until the next index.
 */
export async function followHead(channel: Channel, options: HeadOptions): Promise<HeadOutcome> {
  const { store, secret, patience, now } = options;
  const [journal, read] = await Promise.all([store.journal(channel.id), store.snapshot(channel.id)]);
  if (!journal.ok || !read.ok || read.value === undefined) return 'ask-index';
  const stored = read.value;
  const keyList = await storedKeyList(channel, journal.value, stored.name, now());
  // Another key list may restart serials: they cannot be compared.
  if (keyList === null || keyList.number !== stored.keyListNumber) return 'ask-index';
  const mirrors = mirrorsOf(channel, keyList);
  const [url] = hostsInOrder(channel.url, mirrors, journal.value.goodUrl ?? null, secret);
  if (url === undefined) return 'ask-index';

  const fetched = await download(url + HEAD_PATH, {
    maxBytes: MAX_HEAD_BYTES,
    patience: { ...patience, totalMs: Math.min(patience.totalMs, HEAD_TOTAL_MS) },
  });
  if (!fetched.ok) {
    if (!isAway(fetched.failure)) return 'unusable';
    // With mirrors, another host may have the index.
    return mirrors.some(({ refusal }) => refusal === null) ? 'ask-index' : 'unreachable';
  }
  const head = await verifyHead(new TextDecoder('utf-8', { ignoreBOM: true }).decode(fetched.value), keyList);
  if (!head.ok) return 'unusable';
  const { serial, deltas } = head.value;
  if (serial <= stored.serial) return 'nothing-new';
  const delta = deltas.find(({ from }) => from === stored.serial);
  if (delta === undefined) return 'ask-index';
  const step = { ...delta, to: serial };
  const reached = await reachByDelta({ ...channel, url }, stored, step, options);
  if (reached === null) return 'ask-index';
  const { digest, ...state } = reached;
  const facts = {
    ...factsOf(stored),
    serial,
    publishedAt: state.snapshot.publishedAt,
    receivedAt: now(),
    digest,
    sections: state.snapshot.sections.map(({ kind, category, action, group, fingerprints }) => ({
      kind,
      category,
      action,
      group,
      entries: fingerprints.high.length,
    })),
  };
  const activated = await activate(await buildSnapshot(state, facts, options), store);
  // The index update reports the failure and schedules the retry.
  return activated.ok ? 'activated' : 'ask-index';
}

/** Whether the host is away, not only the file. */
function isAway(failure: DownloadFailure): boolean {
  return (
    failure.kind === 'unreachable' ||
    failure.kind === 'timed-out' ||
    (failure.kind === 'http-status' && failure.status >= 500)
  );
}

/** Facts that only an index changes. */
function factsOf({
  channel,
  name,
  expiresAt,
  keyListNumber,
  rootKeys,
  sources,
}: StoredSnapshot): Pick<
  StoredSnapshot,
  'channel' | 'name' | 'expiresAt' | 'keyListNumber' | 'rootKeys' | 'sources'
> {
  return {
    channel,
    name,
    expiresAt,
    keyListNumber,
    ...(rootKeys === undefined ? {} : { rootKeys }),
    sources,
  };
}

async function activate(
  next: Result<StoredSnapshot, FailedStep>,
  store: SnapshotStore,
): Promise<Result<null, FailedStep>> {
  if (!next.ok) return next;
  const activated = await store.activate(next.value, 'newer');
  return activated.ok ? ok(null) : fail(fromStorage(activated.failure));
}
