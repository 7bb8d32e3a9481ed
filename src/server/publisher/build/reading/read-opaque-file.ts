import { readFile } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../../core/result.ts';
import { OPAQUE_LIMITS, type OpaqueName } from '../../../../core/snapshot/opaque-sections.ts';
import { expectedMessage, type ExplainedFailure } from '../../../node/explained-failure.ts';

export type OpaqueFileFailure = ExplainedFailure<'evidence-tables' | 'word-model'>;

/** @returns a failure if unreadable or larger than readers accept */
export async function readOpaqueFile(
  path: string,
  name: OpaqueName,
): Promise<Result<Uint8Array, OpaqueFileFailure>> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const message = expectedMessage(error);
    return refusedFile(path, name, `could not be read: ${message}`);
  }
  const limit = OPAQUE_LIMITS[name];
  if (bytes.length > limit)
    return refusedFile(path, name, `has ${bytes.length} bytes; readers take ${limit}`);
  return ok(bytes);
}

export function refusedFile(path: string, name: OpaqueName, why: string): Result<never, OpaqueFileFailure> {
  const kind = name === 'tables/1' ? 'evidence-tables' : 'word-model';
  return fail({ kind, message: `${path} ${why}. The channel was not changed.` });
}
