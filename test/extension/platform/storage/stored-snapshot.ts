import type { StoredSnapshot } from '../../../../src/extension/platform/storage/snapshot-store.ts';

/** A list that holds nothing that could be read: for what only looks at its facts. */
export function aStoredSnapshot(channel: string, change: Partial<StoredSnapshot> = {}): StoredSnapshot {
  return {
    channel,
    name: 'test',
    serial: 5,
    publishedAt: 1_795_000_000,
    receivedAt: 1_795_000_000,
    expiresAt: 1_796_000_000,
    keyListNumber: 3,
    digest: '0'.repeat(64),
    sections: [],
    sources: [],
    state: new Blob(['state']),
    header: new Uint8Array([1]),
    secret: new Uint8Array(16),
    residentFilter: new Blob(['filter']),
    verificationTable: new Blob(['table']),
    ...change,
  };
}
