import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { count, fields, list, text } from '../../../core/fields/schema.ts';
import { writeFileWhole } from '../../node/write-file.ts';
import { readJsonIfExists } from '../state/state-folder.ts';

/** More than there can be problems: one a feed, and some of the channel. */
const MAX_TOLD = 10_000;

/** Kept between runs; times are Unix seconds. */
const HEALTH = fields({
  /** Ids of problems that the last failing run told of. */
  told: list(text(100), MAX_TOLD),
  toldAt: v.nullable(count()),
  verifiedAt: v.nullable(count()),
  /** Null if all is correct online. */
  wrongSince: v.nullable(count()),
});
export type HealthState = Readonly<v.InferOutput<typeof HEALTH>>;

const NOTHING_KNOWN: HealthState = { told: [], toldAt: null, verifiedAt: null, wrongSince: null };

const FILE = 'health.json';

/** A missing or damaged file costs one more check. */
export async function readHealthState(stateFolder: string): Promise<HealthState> {
  return (await readJsonIfExists(join(stateFolder, FILE), HEALTH)) ?? NOTHING_KNOWN;
}

export async function saveHealthState(stateFolder: string, state: HealthState): Promise<void> {
  await mkdir(stateFolder, { recursive: true, mode: 0o700 });
  await writeFileWhole(join(stateFolder, FILE), `${JSON.stringify(state)}\n`);
}
