import { ok, fail, type Result } from '../../../core/result.ts';
import { INDEX_PATH, MAX_INDEX_BYTES } from '../../../core/snapshot/channel-index.ts';
import { encodeSnapshot } from '../../../core/snapshot/encode-snapshot.ts';
import { entriesOf, type Snapshot } from '../../../core/snapshot/snapshot.ts';
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

/** Time for checking the publisher's own key list: an expired list must pass, so that it can be renewed. */
const BEFORE_ALL_ENDS = 0;

export interface PreviousChannel {
  readonly last: Snapshot | null;
  /** 0 before the first build. */
  readonly keyListNumber: number;
  /** The channel folder has the last publication. */
  readonly isInFolder: boolean;
  readonly warnings: readonly string[];
}

/**
 * Reads the channel's folder or, if that is empty or older, the published channel. Fails if either is another
 * publisher's, or if the folder is empty and the published channel unreachable: readers refuse a new start at serial 1.
 */
export async function previousChannel(
  request: BuildRequest,
  signer: Signer,
): Promise<Result<PreviousChannel, BuildFailure>> {
  const { channelFolder, publishedAt } = request;
  const published = publishedAt === null ? null : channelFiles(publishedAt, request.signal);
  // Read even if not needed, so that a wrong `--published` shows before the folder is lost.
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
  if (index.ok) {
    const here = { files, verified: index.value };
    return published === null ? snapshotOf(here, signer, request) : newerOf(here, published, signer, request);
  }
  if (index.failure.kind !== 'no-channel') {
    return fail({
      kind: index.failure.kind,
      message: `${index.failure.message} It was not changed; build into another folder, or with the keys that signed it.`,
    });
  }
  if (published === null) return ok({ ...NO_CHANNEL, warnings: [] });
  const last = await readIndex(published, signer.rootKey, BEFORE_ALL_ENDS);
  if (last.ok) return snapshotOf({ files: published, verified: last.value }, signer, request);
  if (last.failure.kind !== 'no-channel') return last;
  return ok({
    ...NO_CHANNEL,
    warnings: [
      `There is nothing at ${published.location} yet (no ${INDEX_PATH}), so this build begins the channel. If readers have had one from there, do not publish this: they would refuse it.`,
    ],
  });
}

const NO_CHANNEL = { last: null, keyListNumber: 0, isInFolder: false } as const;

interface FoundChannel {
  readonly files: ChannelFiles;
  readonly verified: VerifiedIndex;
}

/**
 * After a restored backup or a lost job cache, the folder may be older than the published channel. Its next serials
 * would repeat ones that readers have, with other content.
 */
async function newerOf(
  here: FoundChannel,
  published: ChannelFiles,
  signer: Signer,
  request: BuildRequest,
): Promise<Result<PreviousChannel, BuildFailure>> {
  const index = await readIndex(published, signer.rootKey, BEFORE_ALL_ENDS);
  if (!index.ok) {
    const own = await snapshotOf(here, signer, request);
    if (!own.ok || index.failure.kind === 'no-channel') return own;
    const warning = `The published channel could not be compared with the folder, which this build goes on from: ${index.failure.message} If the folder is older than what readers have, as after a backup was restored, they refuse the build.`;
    return ok({ ...own.value, warnings: [...own.value.warnings, warning] });
  }
  const there = { files: published, verified: index.value };
  // Checks the published channel too, so that mistakes show before it is needed.
  const objection = objectionTo(here, signer, request) ?? objectionTo(there, signer, request);
  if (objection !== null) return fail(objection);
  const [ownSerial, serial] = [here.verified.index.serial, index.value.index.serial];
  if (serial <= ownSerial) return snapshotOf(here, signer, request);
  const what = `The published channel is at serial ${serial}, newer than the folder at serial ${ownSerial}`;
  const base = await readBase(published, index.value.index);
  if (base.ok) {
    const { keyListNumber } = index.value;
    const warnings = [`${what}: this build goes on from there.`];
    return ok({ last: base.value, keyListNumber, isInFolder: false, warnings });
  }
  return fail({
    kind: base.failure.kind,
    message: `${what}, and cannot be gone on from: ${base.failure.message} From the older one readers would be given serials again that they have. Nothing was changed.`,
  });
}

async function snapshotOf(
  channel: FoundChannel,
  signer: Signer,
  request: BuildRequest,
): Promise<Result<PreviousChannel, BuildFailure>> {
  const objection = objectionTo(channel, signer, request);
  if (objection !== null) return fail(objection);
  const base = await readBase(channel.files, channel.verified.index);
  if (!base.ok) return base;
  const { keyListNumber } = channel.verified;
  const isInFolder = channel.files.location === channelFiles(request.channelFolder).location;
  return ok({ last: base.value, keyListNumber, isInFolder, warnings: [] });
}

function objectionTo(
  { files, verified: { index, keyListNumber } }: FoundChannel,
  signer: Signer,
  { keyFileName }: BuildRequest,
): BuildFailure | null {
  if (index.channel !== signer.channel) {
    return {
      kind: 'another-channel',
      message: `${files.location} is the channel "${plainText(index.channel)}", and ${keyFileName} is for "${plainText(signer.channel)}": readers would refuse the build. Nothing was changed.`,
    };
  }
  if (keyListNumber > signer.keyListNumber) {
    return {
      kind: 'old-key-list',
      message: `${keyFileName} has an older list of keys (number ${signer.keyListNumber}) than ${files.location} was published with (number ${keyListNumber}): readers would refuse the build. Take the key file with the newest list, or make a new one by "spamlight keygen --role list". Nothing was changed.`,
    };
  }
  return null;
}

/** Adds `last`, if missing, so that the next delta can start from it. */
export async function historyWith(
  last: Snapshot | null,
  history: readonly PublishedSerial[],
  state: StateFolder,
): Promise<readonly PublishedSerial[]> {
  if (last === null || history.some(({ serial }) => serial === last.serial)) return history;
  await state.saveSnapshot(last.serial, encodeSnapshot(last));
  const { serial, publishedAt, epoch, sections } = last;
  const published = { serial, publishedAt, epochStartedAt: epoch.startedAt, entries: entriesOf(sections) };
  return [...history, published].sort((a, b) => a.serial - b.serial);
}
