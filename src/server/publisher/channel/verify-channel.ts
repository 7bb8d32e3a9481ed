import { parseJson } from '../../../core/fields/parse-json.ts';
import {
  basePath,
  deltaPath,
  type ChainReference,
  type ChannelIndex,
  type DeltaReference,
} from '../../../core/snapshot/channel-index.ts';
import { HEAD_PATH, headDigest, MAX_HEAD_BYTES, verifyHead } from '../../../core/snapshot/channel-head.ts';
import {
  chainPath,
  hourChainPath,
  parseDailyChain,
  type HourHop,
} from '../../../core/snapshot/daily-chain.ts';
import { decodeHourFile, hourPath } from '../../../core/snapshot/hour-file.ts';
import { decodeSnapshot } from '../../../core/snapshot/decode-snapshot.ts';
import { applyDelta } from '../../../core/snapshot/apply-delta.ts';
import { decodeDelta } from '../../../core/snapshot/decode-delta.ts';
import { MAX_SNAPSHOT_BYTES } from '../../../core/snapshot/snapshot-layout.ts';
import { stateDigest } from '../../../core/snapshot/state-digest.ts';
import { ageOfList, endOfList, type ListAge } from '../../../core/verdict/list-age.ts';
import type { Result } from '../../../core/result.ts';
import { timeText } from '../../node/terminal/numbers.ts';
import { keyListEndWarning } from '../keys/key-list-end.ts';
import {
  problemOf,
  readBase,
  readIndex,
  type ChannelFailure,
  type ChannelFiles,
  type VerifiedIndex,
} from '../../node/channel/read-channel.ts';

export interface VerifiedPart {
  readonly part: string;
  readonly problem: string | null;
  readonly note: string | null;
}

export interface VerifiedChannel {
  readonly index: ChannelIndex;
  readonly isPinned: boolean;
  readonly rootKey: string;
  readonly age: ListAge;
  readonly parts: readonly VerifiedPart[];
  /** From the key list; readers may refuse some. */
  readonly mirrors: readonly string[];
  /** Of the index, lower-case hex. */
  readonly sha256: string;
}

/** Checks each file that clients download. A delta to the newest serial is applied if its base is still published. */
export async function verifyChannel(
  files: ChannelFiles,
  rootKey: string | null,
  now: number,
): Promise<Result<VerifiedChannel, ChannelFailure>> {
  const read = await readIndex(files, rootKey, now);
  if (!read.ok) return read;
  const { index, isPinned, rootKey: heldTo, signedBy, keysExpireAt } = read.value;
  const times = { ...index, receivedAt: now };
  const age = ageOfList(times, now);
  const parts: VerifiedPart[] = [
    good('index', `serial ${index.serial}, signed by ${signedBy}`),
    age === 'expired'
      ? bad('age', `it expired on ${timeText(endOfList(times))}: readers see no link cleared by it any more`)
      : good(
          'age',
          age === 'stale' ? `published on ${timeText(index.publishedAt)}: an update is overdue` : null,
        ),
    good('keys', keyListEndWarning(keysExpireAt, index.expiresAt, now)),
  ];
  const base = await readBase(files, index);
  parts.push(
    base.ok ? good(basePath(index.base.serial)) : bad(basePath(index.base.serial), base.failure.message),
  );
  for (const delta of index.deltas) parts.push(await verifyDelta(files, delta, index));
  if (index.head === true) parts.push(await verifyHeadFile(files, read.value));
  if (index.hours !== undefined) {
    const { day, hour } = index.hours;
    parts.push(...(await verifyChain(files, index, index.hours, hourChainPath(day, hour))));
  }
  if (index.chain !== null)
    parts.push(...(await verifyChain(files, index, index.chain, chainPath(index.chain.day))));
  return {
    ok: true,
    value: {
      index,
      isPinned,
      rootKey: heldTo,
      age,
      parts,
      mirrors: read.value.keyList.mirrors ?? [],
      sha256: read.value.sha256,
    },
  };
}

function good(part: string, note: string | null = null): VerifiedPart {
  return { part, problem: null, note };
}

function bad(part: string, problem: string): VerifiedPart {
  return { part, problem, note: null };
}

async function verifyDelta(
  files: ChannelFiles,
  { from, to, bytes, sha256 }: DeltaReference,
  index: ChannelIndex,
): Promise<VerifiedPart> {
  const path = deltaPath(from, to);
  const delta = await files.read(path, bytes);
  if (!delta.ok) return bad(path, delta.failure.message);
  const problem = problemOf(delta.value, bytes, sha256);
  if (problem !== null) return bad(path, `it ${problem}`);
  const decoded = decodeDelta(delta.value);
  if (!decoded.ok) return bad(path, `it cannot be decoded (${decoded.failure.kind})`);
  if (to !== index.serial) return good(path);
  const older = await files.read(basePath(from), MAX_SNAPSHOT_BYTES);
  if (!older.ok) return good(path, 'not applied: the base it starts from is no longer published');
  const snapshot = decodeSnapshot(older.value);
  if (!snapshot.ok) return bad(basePath(from), `it cannot be decoded (${snapshot.failure.kind})`);
  const applied = await applyDelta(snapshot.value, delta.value);
  if (!applied.ok) return bad(path, `it cannot be applied (${applied.failure.kind})`);
  if ((await stateDigest(applied.value)) !== index.digest)
    return bad(path, 'it does not lead to the state of the index');
  return good(path, 'applied');
}

async function verifyHeadFile(
  files: ChannelFiles,
  { index, keyList, sha256 }: VerifiedIndex,
): Promise<VerifiedPart> {
  const file = await files.read(HEAD_PATH, MAX_HEAD_BYTES);
  if (!file.ok) return bad(HEAD_PATH, file.failure.message);
  const head = await verifyHead(new TextDecoder().decode(file.value).trim(), keyList);
  if (!head.ok) return bad(HEAD_PATH, `readers refuse it (${head.failure.kind})`);
  const { serial, index: digest, deltas } = head.value;
  if (serial !== index.serial)
    return bad(
      HEAD_PATH,
      `it is of serial ${serial}, and the index of ${index.serial}: readers learn of it late`,
    );
  if (digest !== headDigest(sha256)) return bad(HEAD_PATH, 'it is of another index with the same serial');
  for (const { from, bytes, sha256: ofDelta } of deltas) {
    const listed = index.deltas.find((delta) => delta.from === from);
    if (listed === undefined || listed.bytes !== bytes || headDigest(listed.sha256) !== ofDelta)
      return bad(HEAD_PATH, `its delta from ${from} is not that of the index`);
  }
  return good(
    HEAD_PATH,
    `${file.value.length} bytes, deltas from ${deltas.map(({ from }) => from).join(', ')}`,
  );
}

async function verifyHourFile(
  files: ChannelFiles,
  { first, last, bytes, sha256 }: HourHop,
  to: number,
): Promise<VerifiedPart> {
  const path = hourPath(last, to);
  const file = await files.read(path, bytes);
  if (!file.ok) return bad(path, file.failure.message);
  const problem = problemOf(file.value, bytes, sha256);
  if (problem !== null) return bad(path, `it ${problem}`);
  const decoded = decodeHourFile(file.value);
  if (!decoded.ok) return bad(path, `it cannot be decoded (${decoded.failure.kind})`);
  if (decoded.value.last !== last || decoded.value.to !== to || decoded.value.deltas[0]?.from !== first)
    return bad(path, 'it leads from or to other serials than the chain says');
  for (const { from, bytes: delta } of decoded.value.deltas) {
    const read = decodeDelta(delta);
    const isRight =
      read.ok && read.value.fromSerial === from && read.value.toSerial === (from === last ? to : last);
    if (!isRight) return bad(path, `its delta from ${from} is not what it must be`);
  }
  return good(path);
}

async function verifyChain(
  files: ChannelFiles,
  index: ChannelIndex,
  chain: ChainReference,
  path: string,
): Promise<readonly VerifiedPart[]> {
  const content = await files.read(path, chain.bytes);
  if (!content.ok) return [bad(path, content.failure.message)];
  const problem = problemOf(content.value, chain.bytes, chain.sha256);
  if (problem !== null) return [bad(path, `it ${problem}`)];
  const value = parseJson(new TextDecoder().decode(content.value));
  if (value === undefined) return [bad(path, 'it is not JSON')];
  const parsed = parseDailyChain(value);
  if (!parsed.ok) return [bad(path, `it is malformed (${parsed.failure.field})`)];
  const parts: VerifiedPart[] = [];
  let hops = 0;
  for (const { serial, onward, serials, hours = [] } of parsed.value.days) {
    const deltas: DeltaReference[] = serials.map(({ from, ...facts }) => ({ from, to: serial, ...facts }));
    if (onward !== null) deltas.push({ from: serial, to: parsed.value.serial, ...onward });
    for (const delta of deltas) {
      hops++;
      const part = await verifyDelta(files, delta, index);
      if (part.problem !== null) parts.push(part);
    }
    for (const hour of hours) {
      hops++;
      const part = await verifyHourFile(files, hour, serial);
      if (part.problem !== null) parts.push(part);
    }
  }
  return [
    good(
      path,
      `${hops} files over ${parsed.value.days.length} ${parsed.value.days.length === 1 ? 'day' : 'days'}`,
    ),
    ...parts,
  ];
}
