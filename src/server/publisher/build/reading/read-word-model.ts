import { decodeWordModel } from '../../../../core/words/word-model.ts';
import { ok, type Result } from '../../../../core/result.ts';
import { pathOf, type PublisherFeedsFile } from '../../feeds/read-feeds-file.ts';
import { readOpaqueFile, refusedFile, type OpaqueFileFailure } from './read-opaque-file.ts';

export interface PublishedWordModel {
  readonly bytes: Uint8Array;
  readonly words: number;
}

export async function readWordModel(
  feeds: PublisherFeedsFile,
): Promise<Result<PublishedWordModel | null, OpaqueFileFailure>> {
  if (feeds.wordModel === null) return ok(null);
  const path = pathOf(feeds.wordModel, feeds);
  const bytes = await readOpaqueFile(path, 'model/1');
  if (!bytes.ok) return bytes;
  const model = decodeWordModel(bytes.value);
  if (!model.ok) return refusedFile(path, 'model/1', `is no model of words: ${model.failure.kind}`);
  const words = model.value.vocabulary.bins.reduce((sum, { wordCount }) => sum + wordCount, 0);
  return ok({ bytes: bytes.value, words });
}
