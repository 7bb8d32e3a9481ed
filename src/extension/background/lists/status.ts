import { ageOfList, endOfList } from '../../../core/verdict/list-age.ts';
import { listsOnlyTestPages } from '../../../core/verdict/protection.ts';
import { includesSection, type SectionName } from '../../../core/snapshot/snapshot.ts';
import type { ChannelJournal, SnapshotStore, StoredSnapshot } from '../../platform/storage/snapshot-store.ts';
import type { ChannelActivity, ChannelStatus } from '../../protocol/channel-messages.ts';
import type { UpdateFailure } from '../../protocol/update-failure.ts';
import { storedKeyList, mirrorsOf } from './channel-hosts.ts';
import { usedChannelIds, underPinnedKeys } from './channel-list.ts';
import { type Channel, rootKeyFingerprint } from '../realm/channel.ts';

export interface StatusOptions {
  readonly store: SnapshotStore;
  readonly channels: () => Promise<readonly Channel[]>;
  readonly sectionsOff: () => Promise<ReadonlyMap<string, readonly SectionName[]>>;
  readonly unwrittenFailure: (channel: string) => UpdateFailure | null;
  readonly activity: (journal: ChannelJournal, channel: Channel) => ChannelActivity;
  readonly now: () => number;
}

export async function channelStatuses(options: StatusOptions): Promise<readonly ChannelStatus[]> {
  const { store, channels, sectionsOff, unwrittenFailure, activity, now } = options;
  const [all, snapshots, journals, off] = await Promise.all([
    channels(),
    store.snapshots(),
    store.journals(),
    sectionsOff(),
  ]);
  const records = underPinnedKeys(all, snapshots.ok ? snapshots.value : []);
  const stored = new Map(records.map((record) => [record.channel, record]));
  const known = new Map((journals.ok ? journals.value : []).map((journal) => [journal.channel, journal]));
  const ids = usedChannelIds(all, new Set(stored.keys()));
  const storageFailed: UpdateFailure | null =
    snapshots.ok && journals.ok ? null : { kind: 'storage-failed', at: now(), detail: '', times: 1 };
  return Promise.all(
    all
      .filter(({ id }) => ids.has(id))
      .map(async (channel): Promise<ChannelStatus> => {
        const journal: ChannelJournal = known.get(channel.id) ?? {
          channel: channel.id,
          keyListNumber: 0,
          checkedAt: 0,
          nextAt: 0,
          lastFailure: null,
        };
        const record = stored.get(channel.id);
        const keyList = await storedKeyList(channel, journal, record?.name ?? null, now());
        const mirrors = mirrorsOf(channel, keyList);
        return {
          id: channel.id,
          url: channel.origin === 'packaged' || channel.url === '' ? null : channel.url,
          origin: channel.origin,
          rootKeyFingerprints:
            channel.origin === 'packaged' ? [] : await Promise.all(channel.rootKeys.map(rootKeyFingerprint)),
          ...listFacts(record, channel, off.get(channel.id) ?? [], now()),
          mirrors,
          usedUrl:
            mirrors.length === 0 ? null : (journal.goodUrl ?? (record === undefined ? null : channel.url)),
          activity: activity(journal, channel),
          lastFailure: storageFailed ?? unwrittenFailure(channel.id) ?? journal.lastFailure,
        };
      }),
  );
}

type ListFacts = Pick<
  ChannelStatus,
  | 'name'
  | 'kind'
  | 'serial'
  | 'publishedAt'
  | 'endsAt'
  | 'entries'
  | 'bytes'
  | 'memoryBytes'
  | 'sections'
  | 'sources'
>;

function listFacts(
  stored: StoredSnapshot | undefined,
  channel: Channel,
  off: readonly SectionName[],
  now: number,
): ListFacts {
  if (stored === undefined) {
    return {
      name: channel.name,
      kind: 'none',
      serial: 0,
      publishedAt: 0,
      endsAt: 0,
      entries: 0,
      bytes: 0,
      memoryBytes: 0,
      sections: [],
      sources: [],
    };
  }
  const { state, header, residentFilter, verificationTable } = stored;
  return {
    name: stored.name,
    ...ageOf(stored, channel, now),
    serial: stored.serial,
    publishedAt: stored.publishedAt,
    entries: stored.sections.reduce((sum, { entries }) => sum + entries, 0),
    bytes: state.size + header.length + residentFilter.size + verificationTable.size,
    memoryBytes: header.length + residentFilter.size,
    sections: stored.sections.map((section) => ({
      ...section,
      on: !includesSection(off, section),
    })),
    sources: stored.sources,
  };
}

/**
 * The packaged list never clears links, so the 14-day limit is ignored: it ends at `expiresAt`, set at build. Lists of
 * test pages never end.
 */
function ageOf(
  stored: StoredSnapshot,
  { origin }: Channel,
  now: number,
): Pick<ChannelStatus, 'kind' | 'endsAt'> {
  const kind = ageOfList(stored, now);
  if (origin !== 'packaged') return { kind, endsAt: endOfList(stored) };
  if (listsOnlyTestPages(stored.sections)) return { kind: 'fresh', endsAt: null };
  if (now >= stored.expiresAt) return { kind: 'expired', endsAt: stored.expiresAt };
  return { kind: kind === 'fresh' ? 'fresh' : 'stale', endsAt: stored.expiresAt };
}
