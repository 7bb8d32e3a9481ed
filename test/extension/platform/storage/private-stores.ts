import { ChannelStore } from '../../../../src/extension/platform/storage/channel-store.ts';
import { EvidenceStore } from '../../../../src/extension/platform/storage/evidence-store.ts';
import { ImportStore } from '../../../../src/extension/platform/storage/import-store.ts';
import { LookBackStore } from '../../../../src/extension/platform/storage/look-back-store.ts';
import { privateDatabase } from '../../../../src/extension/platform/storage/private-database.ts';
import { RuleStore } from '../../../../src/extension/platform/storage/rule-store.ts';
import { SeenStore } from '../../../../src/extension/platform/storage/seen-store.ts';
import { StatisticsStore } from '../../../../src/extension/platform/storage/statistics-store.ts';
import { ValueStore } from '../../../../src/extension/platform/storage/value-store.ts';

/** What the background keeps, seen from beside it: a connection of its own to the same database. */
export function privateStores(): {
  readonly rules: RuleStore;
  readonly values: ValueStore;
  readonly channels: ChannelStore;
  readonly statistics: StatisticsStore;
  readonly lookBack: LookBackStore;
  readonly imports: ImportStore;
  readonly evidence: EvidenceStore;
  readonly seen: SeenStore;
} {
  const database = privateDatabase();
  return {
    rules: new RuleStore(database),
    values: new ValueStore(database),
    channels: new ChannelStore(database),
    statistics: new StatisticsStore(database),
    lookBack: new LookBackStore(database),
    imports: new ImportStore(database),
    evidence: new EvidenceStore(database),
    seen: new SeenStore(database),
  };
}
