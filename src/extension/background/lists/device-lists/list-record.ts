import { stateDigestOfBytes } from '../../../../core/snapshot/state-digest.ts';
import { EXPIRED_AFTER_SECONDS } from '../../../../core/verdict/list-age.ts';
import type { DeviceListRecord } from '../../../platform/storage/private-records.ts';
import type { StoredSnapshot } from '../../../platform/storage/snapshot-store.ts';
import type { ListCounts } from '../../../protocol/device-list-messages.ts';
import type { CompiledList } from './compile-list.ts';

export async function makeListRecord(
  list: DeviceListRecord,
  { state, device, sections }: CompiledList,
  counts: ListCounts,
  made: { readonly serial: number; readonly now: number; readonly secret: Uint8Array<ArrayBuffer> },
): Promise<StoredSnapshot> {
  const { serial, now, secret } = made;
  return {
    channel: list.id,
    name: list.name,
    serial,
    publishedAt: now,
    receivedAt: now,
    expiresAt: now + EXPIRED_AFTER_SECONDS,
    keyListNumber: 0,
    digest: await stateDigestOfBytes(state),
    // To readers the list is the source.
    sections: sections.map(({ kind, entries }) => ({
      kind,
      category: list.category,
      action: 'caution',
      group: list.name,
      entries,
    })),
    sources: [
      {
        name: list.name,
        licence: list.licence,
        entries: counts.entries,
        fetchedAt: now,
        contact: null,
      },
    ],
    state: new Blob([state]),
    header: device.header,
    secret,
    residentFilter: new Blob([device.residentFilter]),
    verificationTable: new Blob([device.verificationTable]),
    listCounts: counts,
  };
}
