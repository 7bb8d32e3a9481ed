import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { asRecord, count, nullOr, orNull } from '../../../core/fields/read-fields.ts';
import { writeFileWhole } from '../../node/write-file.ts';
import { readTextIfThere } from '../state/state-folder.ts';

/** What one look at a channel leaves for the next. Times are Unix time, seconds. */
export interface HealthState {
  /** The open issue; null: there is none. */
  readonly issue: number | null;
  /** When every file that is online was last looked at; null: never. */
  readonly verifiedAt: number | null;
  /** Since when what is online is wrong; null: it is as it must be. */
  readonly wrongSince: number | null;
}

const NOTHING_KNOWN: HealthState = { issue: null, verifiedAt: null, wrongSince: null };

const FILE = 'health.json';

/** Nothing known where the file is missing or damaged: that costs one more look. */
export async function readHealthState(stateFolder: string): Promise<HealthState> {
  const text = await readTextIfThere(join(stateFolder, FILE));
  if (text === null) return NOTHING_KNOWN;
  return orNull(() => parsed(text)) ?? NOTHING_KNOWN;
}

export async function saveHealthState(stateFolder: string, state: HealthState): Promise<void> {
  await mkdir(stateFolder, { recursive: true, mode: 0o700 });
  await writeFileWhole(join(stateFolder, FILE), `${JSON.stringify(state)}\n`);
}

function parsed(text: string): HealthState | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const from = asRecord(value, 'health');
  const numberOrNull = (name: keyof HealthState): number | null =>
    nullOr(from, name, () => count(from, name));
  return {
    issue: numberOrNull('issue'),
    verifiedAt: numberOrNull('verifiedAt'),
    wrongSince: numberOrNull('wrongSince'),
  };
}
