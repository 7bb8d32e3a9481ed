import type { Change } from '../../../src/server/node/changes/change.ts';
import { ChangeStore, storePath, type ChangeOutcome } from '../../../src/server/node/changes/change-store.ts';
import { ChangeLookup } from '../../../src/server/service/changes/change-lookup.ts';
import { aFolder } from '../publisher/run-command.ts';

export interface ATable {
  readonly folder: string;
  readonly store: ChangeStore;
  readonly lookup: ChangeLookup;
  /** Why changes could not be looked up, and null when they could again. */
  readonly troubles: readonly (string | null)[];
  readonly apply: (...changes: readonly Change[]) => readonly ChangeOutcome[];
}

/** A table of changes in a folder of its own, and what looks them up as a worker does. */
export function aTable(...changes: readonly Change[]): ATable {
  const folder = aFolder();
  const store = ChangeStore.open(storePath(folder), 1000);
  const troubles: (string | null)[] = [];
  const apply: ATable['apply'] = (...some) => store.append([some]).outcomes[0] ?? [];
  apply(...changes);
  return {
    folder,
    store,
    lookup: new ChangeLookup(storePath(folder), (message) => troubles.push(message)),
    troubles,
    apply,
  };
}
