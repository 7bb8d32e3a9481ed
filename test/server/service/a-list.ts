import { compileForDevice } from '../../../src/core/filter/compile-for-device.ts';
import { messageFingerprint } from '../../../src/core/fingerprint/message-fingerprint.ts';
import { LayeredFilter } from '../../../src/core/filter/layered-filter.ts';
import { EntryHasher } from '../../../src/core/hash/entry-hash.ts';
import { fingerprintBitsFor, type Section, type Snapshot } from '../../../src/core/snapshot/snapshot.ts';
import { runSteps } from '../../../src/core/steps.ts';
import { parseListedEntry } from '../../../src/core/url/listed-entry.ts';
import type { Category, Level } from '../../../src/core/verdict/verdict.ts';
import type { Hash64 } from '../../../src/core/hash/hash64.ts';
import { decodeChannelEvidence } from '../../../src/core/lookup/channel-evidence.ts';
import type { LoadedList } from '../../../src/server/service/list/compiled-list.ts';
import { tableInMemory } from '../../../src/server/service/list/list-table.ts';
import { NOW } from './a-change.ts';

export interface AList {
  /** Listed as phishing, danger. */
  readonly danger?: readonly string[];
  /** Listed as spam, caution. */
  readonly caution?: readonly string[];
  /** Listed as phishing: `user@host`, or a sender's domain. */
  readonly senders?: readonly string[];
  /** The same, by one crowd alone. */
  readonly reportedSenders?: readonly string[];
  /** Texts of listed messages. */
  readonly texts?: readonly string[];
  /** The sections `tables/1` and `model/1`. */
  readonly tables?: string;
  readonly model?: Uint8Array;
  readonly serial?: number;
  readonly publishedAt?: number;
  readonly epochKey?: Uint8Array;
  /** Of its epoch; otherwise as many as there are. */
  readonly plannedEntries?: number;
}

const KEY = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
const SECRET = new Uint8Array(16).fill(3);

/** A snapshot of these entries, without tables and model. */
export function aSnapshot({
  danger = [],
  caution = [],
  senders = [],
  reportedSenders = [],
  texts = [],
  serial = 7,
  publishedAt = NOW,
  epochKey = KEY,
  plannedEntries: planned,
}: AList): Snapshot {
  const hasher = new EntryHasher(epochKey);
  const bands = texts.flatMap((text) => messageFingerprint(text));
  const plannedEntries =
    planned ??
    Math.max(1, danger.length + caution.length + senders.length + reportedSenders.length + bands.length);
  const urlHash = (text: string): Hash64 => {
    const entry = parseListedEntry(text);
    if (!entry.ok) throw new Error(`${text}: ${entry.failure}`);
    return hasher.url(entry.value.host, entry.value.path);
  };
  const addressHash = (address: string): Hash64 => hasher.address(address);
  const bandHash = (band: string): Hash64 => hasher.message(band);
  const section = (
    kind: Section['kind'],
    full: readonly Hash64[],
    category: Category,
    action: Level,
  ): Section => {
    const fingerprintBits = fingerprintBitsFor(plannedEntries);
    const low = 64 - fingerprintBits;
    const hashes = full.map((hash) => ({ high: hash.high, low: ((hash.low >>> low) << low) >>> 0 }));
    hashes.sort((a, b) => a.high - b.high || a.low - b.low);
    return {
      kind,
      category,
      action,
      group: 'test feed',
      fingerprintBits,
      fingerprints: {
        high: Uint32Array.from(hashes, (hash) => hash.high),
        low: Uint32Array.from(hashes, (hash) => hash.low),
      },
    };
  };
  return {
    serial,
    publishedAt,
    epoch: { key: epochKey, startedAt: NOW - 86_400, plannedEntries },
    sections: [
      section('url', danger.map(urlHash), 'phishing', 'danger'),
      section('url', caution.map(urlHash), 'spam', 'caution'),
      section('address', senders.map(addressHash), 'phishing', 'danger'),
      section('address', reportedSenders.map(addressHash), 'phishing', 'caution'),
      section('message', bands.map(bandHash), 'phishing', 'danger'),
    ].filter(({ kind, fingerprints }) => kind === 'url' || fingerprints.high.length > 0),
    exclusions: { high: new Uint32Array(), low: new Uint32Array() },
    opaque: [],
  };
}

/** A list as the service holds it, compiled from entries. */
export function aList(list: AList): LoadedList {
  const { danger = [], caution = [], serial = 7, publishedAt = NOW } = list;
  const { tables = '', model = new Uint8Array() } = list;
  const snapshot = aSnapshot(list);
  const { header, residentFilter, verificationTable } = runSteps(compileForDevice(snapshot, SECRET));
  const filter = LayeredFilter.open(header, residentFilter, SECRET);
  if (!filter.ok) throw new Error(filter.failure.kind);
  return {
    facts: {
      channel: 'test',
      serial,
      publishedAt,
      expiresAt: publishedAt + 14 * 86_400,
      entries: danger.length + caution.length,
      receivedAt: publishedAt,
      keyListNumber: 1,
      rootKey: 'k'.repeat(43),
    },
    filter: filter.value,
    hasher: new EntryHasher(snapshot.epoch.key),
    table: tableInMemory(filter.value, verificationTable),
    ...decodeChannelEvidence(new TextEncoder().encode(tables), model),
  };
}
