import { ChannelStore } from '../platform/storage/channel-store.ts';
import { EvidenceStore } from '../platform/storage/evidence-store.ts';
import { ImportStore } from '../platform/storage/import-store.ts';
import { LookBackStore } from '../platform/storage/look-back-store.ts';
import { privateDatabase } from '../platform/storage/private-database.ts';
import { RuleStore } from '../platform/storage/rule-store.ts';
import { SeenStore } from '../platform/storage/seen-store.ts';
import { SnapshotStore } from '../platform/storage/snapshot-store.ts';
import { StatisticsStore } from '../platform/storage/statistics-store.ts';
import { ValueStore } from '../platform/storage/value-store.ts';

export interface Stores {
  readonly snapshots: SnapshotStore;
  readonly channels: ChannelStore;
  readonly rules: RuleStore;
  readonly values: ValueStore;
  readonly statistics: StatisticsStore;
  readonly evidence: EvidenceStore;
  readonly lookBack: LookBackStore;
  readonly seen: SeenStore;
  readonly imports: ImportStore;
}

export function makeStores(): Stores {
  const database = privateDatabase();
  return {
    snapshots: new SnapshotStore(),
    channels: new ChannelStore(database),
    rules: new RuleStore(database),
    values: new ValueStore(database),
    statistics: new StatisticsStore(database),
    evidence: new EvidenceStore(database),
    lookBack: new LookBackStore(database),
    seen: new SeenStore(database),
    imports: new ImportStore(database),
  };
}
