import { fail, ok, type Result } from '../../../core/result.ts';
import { readChangesInForce } from '../../node/changes/read-changes.ts';
import { pathOf, type PublisherFeedsFile } from '../feeds/read-feeds-file.ts';
import type { BuildFailure } from './build-request.ts';
import type { PublishedChanges } from './entries/change-records.ts';

export async function gatherChanges(
  file: PublisherFeedsFile,
  now: number,
): Promise<Result<PublishedChanges | null, BuildFailure>> {
  if (file.changes === null) return ok(null);
  const { folder, name } = file.changes;
  const decisive = readChangesInForce(pathOf(folder, file), now);
  if (decisive.ok) return ok({ name, decisive: decisive.value });
  const { kind, message } = decisive.failure;
  return fail({ kind, message: `Changes: ${message} The channel was not changed.` });
}
