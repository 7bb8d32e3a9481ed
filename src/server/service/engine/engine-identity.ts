import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../../core/fields/is-record.ts';
import { systemErrorCode } from '../../node/explained-failure.ts';
import { writeFileWhole } from '../../node/write-file.ts';

/** Id of the engine's log, and its hash key. 16 hexadecimal digits each. */
export interface EngineIdentity {
  readonly log: string;
  readonly key: string;
}

const DIGITS = /^[0-9a-f]{16}$/;

/** Created if missing or unreadable; the engine is then refilled. */
export async function identityOf(folder: string): Promise<EngineIdentity> {
  const path = join(folder, 'engine.json');
  const known = await readIdentity(path);
  if (known !== null) return known;
  const identity = { log: randomBytes(8).toString('hex'), key: randomBytes(8).toString('hex') };
  await writeFileWhole(path, JSON.stringify(identity));
  return identity;
}

async function readIdentity(path: string): Promise<EngineIdentity | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (!isRecord(value)) return null;
    const { log, key } = value;
    if (typeof log !== 'string' || typeof key !== 'string') return null;
    return DIGITS.test(log) && DIGITS.test(key) ? { log, key } : null;
  } catch (error) {
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
