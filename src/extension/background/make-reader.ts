import { packagedTables } from '../../core/evidence/evidence-tables.ts';
import { loadTexts } from '../platform/load-texts.ts';
import { broadcast } from '../platform/message-bus.ts';
import { tabAt } from '../platform/active-tab.ts';
import type { Texts } from '../platform/texts/texts.ts';
import type { PolicyLock } from '../protocol/policy-messages.ts';
import { scheduleStorageRetry } from './realm/alarms.ts';
import { Cached } from './realm/cached.ts';
import type { ReportChange } from './realm/consequences.ts';
import { nowSeconds } from './realm/now-seconds.ts';
import type { Stores } from './make-stores.ts';
import { Backup } from './reader/backup.ts';
import { ChangeLimits } from './reader/change-limits.ts';
import { Corrections } from './reader/corrections.ts';
import { Correspondents } from './reader/correspondents.ts';
import { CurrentPolicy } from './reader/current-policy.ts';
import { isAnythingSet } from './reader/managed-policy.ts';
import { PausedSites } from './reader/paused-sites.ts';
import { PreferenceStore } from './reader/preference-store.ts';
import { readerTrustOf, type ReaderTrust } from './reader/reader-trust.ts';
import { RuleBook } from './reader/rule-book.ts';
import { Statistics } from './reader/statistics.ts';

export interface Reader {
  readonly policy: CurrentPolicy;
  readonly isLocked: (lock: PolicyLock) => Promise<boolean>;
  readonly isManaged: () => Promise<boolean>;
  readonly preferences: PreferenceStore;
  readonly texts: Cached<Texts>;
  readonly trust: () => Promise<ReaderTrust>;
  readonly rules: RuleBook;
  readonly corrections: Corrections;
  readonly correspondents: Correspondents;
  readonly paused: PausedSites;
  readonly togglePause: (tabId: number) => Promise<void>;
  readonly limits: ChangeLimits;
  readonly statistics: Statistics;
  readonly backup: Backup;
}

const isMailboxProvider = (domain: string): boolean => packagedTables().isMailboxProvider(domain);

export function makeReader(stores: Stores, changed: ReportChange): Reader {
  const { values } = stores;
  const now = nowSeconds;
  const policy = new CurrentPolicy(() => changed('policy'));
  const preferences = new PreferenceStore(values, () => policy.get(), changed);
  const isLocked = async (lock: PolicyLock): Promise<boolean> => {
    const { isRead, administered } = await policy.get();
    // An unreadable policy locks everything; pages are notified once it is readable.
    if (!isRead) void scheduleStorageRetry();
    return administered.locks.includes(lock);
  };
  const paused = new PausedSites(
    values,
    () => isLocked('pause'),
    () => changed('pause'),
  );
  return {
    policy,
    isLocked,
    isManaged: async () => isAnythingSet(await policy.get()),
    preferences,
    texts: new Cached(async () => loadTexts((await preferences.get()).language)),
    trust: async () => readerTrustOf(await preferences.get()),
    rules: new RuleBook({
      store: stores.rules,
      policy: () => policy.get(),
      now,
      onChange: () => changed('rules'),
    }),
    corrections: new Corrections({
      store: stores.evidence,
      isMailboxProvider,
      now,
      onChange: () => changed('corrections'),
    }),
    correspondents: new Correspondents({
      store: stores.evidence,
      secret: () => values.secret(crypto.getRandomValues(new Uint8Array(16))),
      isMailboxProvider,
      isOn: async () => (await preferences.get()).rememberCorrespondents,
      now,
    }),
    paused,
    async togglePause(tabId) {
      const tab = await tabAt(tabId);
      if (tab === null || (await isLocked('pause'))) return;
      await paused.set(tab, !(await paused.has(tab)));
    },
    limits: new ChangeLimits(now, () => broadcast('tab')),
    statistics: new Statistics(stores.statistics, values, () => changed('statistics')),
    backup: new Backup({
      rules: stores.rules,
      channels: stores.channels,
      statistics: stores.statistics,
      imports: stores.imports,
      preferences,
      now: nowSeconds,
      onChange: changed,
    }),
  };
}
