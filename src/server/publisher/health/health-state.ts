import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { asRecord, count, nullOr, orNull } from '../../../core/fields/read-fields.ts';
import { writeFileWhole } from '../../node/write-file.ts';
import { readTextIfExists } from '../state/state-folder.ts';

/** Kept between runs; times are Unix seconds. */
export interface HealthState {
  readonly issue: number | null;
  readonly verifiedAt: number | null;
  /** Null if all is correct online. */
  readonly wrongSince: number | null;
}

const NOTHING_KNOWN: HealthState = { issue: null, verifiedAt: null, wrongSince: null };

const FILE = 'health.json';

/** A missing or damaged file costs one more check. */
export async function readHealthState(stateFolder: string): Promise<HealthState> {
  const text = await readTextIfExists(join(stateFolder, FILE));
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
