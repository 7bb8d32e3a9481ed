import { ok, fail, type Result } from '../../core/result.ts';
import { INDEX_PATH, MAX_INDEX_BYTES } from '../../core/snapshot/channel-index.ts';
import { encodeSnapshot } from '../../core/snapshot/encode-snapshot.ts';
import { entriesOf, type Snapshot } from '../../core/snapshot/snapshot.ts';
import {
  channelFiles,
  readBase,
  readIndex,
  type ChannelFiles,
  type VerifiedIndex,
} from '../../node/channel/read-channel.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import type { Signer } from '../keys/signer.ts';
import type { PublishedSerial, StateFolder } from '../state/state-folder.ts';
import type { BuildFailure, BuildRequest } from './build-request.ts';

/**
 * Key lists are read as of this time: of one's own channel it counts that a key of the list has signed it, and not that
 * the list has run out since. The renewed one could otherwise never take its place.
 */
const BEFORE_ALL_ENDS = 0;

export interface PreviousChannel {
  /** Null: this build is the first. */
  readonly last: Snapshot | null;
  readonly warnings: readonly string[];
}

/**
 * The channel as it is: in its folder or, where that is empty, as it is published. A folder with somebody else's
 * channel is not written to; and a channel that is published but cannot be reached must not begin again at serial 1,
 * which its readers would refuse.
 */
export async function previousChannel(
  request: BuildRequest,
  signer: Signer,
): Promise<Result<PreviousChannel, BuildFailure>> {
  const { channelFolder, publishedAt } = request;
  const published = publishedAt === null ? null : channelFiles(publishedAt);
  // Looked at although it may not be needed: a slip of the pen should not wait for the day when the folder is lost.
  if (published?.isLocal === true) {
    const found = await published.read(INDEX_PATH, MAX_INDEX_BYTES);
    if (!found.ok) {
      return fail({
        kind: 'no-published-channel',
        message: `--published is neither the address of a channel (https://…) nor the folder of one: ${found.failure.message} Nothing was changed.`,
      });
    }
  }
  const files = channelFiles(channelFolder);
  const index = await readIndex(files, signer.rootKey, BEFORE_ALL_ENDS);
  if (index.ok) return ownSnapshot(files, index.value, signer, request);
  if (index.failure.kind !== 'no-channel') {
    return fail({
      kind: index.failure.kind,
      message: `${index.failure.message} It was not changed; build into another folder, or with the keys that signed it.`,
    });
  }
  if (published === null) return ok({ last: null, warnings: [] });
  const last = await readIndex(published, signer.rootKey, BEFORE_ALL_ENDS);
  if (last.ok) return ownSnapshot(published, last.value, signer, request);
  if (last.failure.kind !== 'no-channel') return last;
  return ok({
    last: null,
    warnings: [
      `There is nothing at ${published.location} yet (no ${INDEX_PATH}), so this build begins the channel. If readers have had one from there, do not publish this: they would refuse it.`,
    ],
  });
}

/** The snapshot of a channel, if its readers would take from this signer what comes after it. */
async function ownSnapshot(
  files: ChannelFiles,
  { index, keyListNumber }: VerifiedIndex,
  signer: Signer,
  { keyFileName }: BuildRequest,
): Promise<Result<PreviousChannel, BuildFailure>> {
  if (index.channel !== signer.channel) {
    return fail({
      kind: 'another-channel',
      message: `${files.location} is the channel "${plainText(index.channel)}", and ${keyFileName} is for "${plainText(signer.channel)}": readers would refuse the build. Nothing was changed.`,
    });
  }
  if (keyListNumber > signer.keyListNumber) {
    return fail({
      kind: 'old-key-list',
      message: `${keyFileName} has an older list of keys (number ${signer.keyListNumber}) than ${files.location} was published with (number ${keyListNumber}): readers would refuse the build. Take the key file with the newest list, or make a new one by "spamlight keygen --role list". Nothing was changed.`,
    });
  }
  const base = await readBase(files, index);
  return base.ok ? ok({ last: base.value, warnings: [] }) : base;
}

/** The history, and the last snapshot for the next delta, even where the state folder was lost. */
export async function historyWith(
  last: Snapshot | null,
  state: StateFolder,
): Promise<readonly PublishedSerial[]> {
  const history = await state.history();
  if (last === null || history.some(({ serial }) => serial === last.serial)) return history;
  await state.saveSnapshot(last.serial, encodeSnapshot(last));
  const { serial, publishedAt, epoch, sections } = last;
  const published = { serial, publishedAt, epochStartedAt: epoch.startedAt, entries: entriesOf(sections) };
  return [...history, published].sort((a, b) => a.serial - b.serial);
}
