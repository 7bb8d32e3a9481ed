import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { asRecord, count, list, nullOr, orNull, shortText } from '../../../core/fields/read-fields.ts';
import { writeFileWhole } from '../../node/write-file.ts';
import { readTextIfExists } from '../state/state-folder.ts';

/** Kept between runs; times are Unix seconds. */
export interface HealthState {
  /** Ids of problems that the last failing run told of. */
  readonly told: readonly string[];
  readonly toldAt: number | null;
  readonly verifiedAt: number | null;
  /** Null if all is correct online. */
  readonly wrongSince: number | null;
}

const NOTHING_KNOWN: HealthState = { told: [], toldAt: null, verifiedAt: null, wrongSince: null };

const FILE = 'health.json';

/** More than there can be problems: one a feed, and some of the channel. */
const MAX_TOLD = 10_000;

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
  const numberOrNull = (name: Exclude<keyof HealthState, 'told'>): number | null =>
    nullOr(from, name, () => count(from, name));
  return {
    told: list(from, 'told', MAX_TOLD, shortText),
    toldAt: numberOrNull('toldAt'),
    verifiedAt: numberOrNull('verifiedAt'),
    wrongSince: numberOrNull('wrongSince'),
  };
}
