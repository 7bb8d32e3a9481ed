import {
  basePath,
  deltaPath,
  type ChannelIndex,
  type DeltaReference,
} from '../../../core/snapshot/channel-index.ts';
import { chainPath, parseDailyChain } from '../../../core/snapshot/daily-chain.ts';
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
} from '../../node/channel/read-channel.ts';

/** One thing that was looked at. */
export interface VerifiedPart {
  readonly part: string;
  /** null: it is as it must be. */
  readonly problem: string | null;
  /** What is worth knowing although nothing is wrong. */
  readonly note: string | null;
}

export interface VerifiedChannel {
  readonly index: ChannelIndex;
  readonly isPinned: boolean;
  readonly rootKey: string;
  readonly age: ListAge;
  readonly parts: readonly VerifiedPart[];
}

/**
 * Checks a published channel as a client would, and all of it: the index, both signatures and its age, the base and its
 * digest, every delta of the index (applied where the older base is still there), the chain file and what it names;
 * of a web server also the headers that clients need.
 */
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
  if (index.chain !== null) parts.push(...(await verifyChain(files, index)));
  return {
    ok: true,
    value: { index, isPinned, rootKey: heldTo, age, parts },
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

async function verifyChain(files: ChannelFiles, index: ChannelIndex): Promise<readonly VerifiedPart[]> {
  const { chain } = index;
  if (chain === null) return [];
  const path = chainPath(chain.day);
  const content = await files.read(path, chain.bytes);
  if (!content.ok) return [bad(path, content.failure.message)];
  const problem = problemOf(content.value, chain.bytes, chain.sha256);
  if (problem !== null) return [bad(path, `it ${problem}`)];
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(content.value));
  } catch (error) {
    if (error instanceof SyntaxError) return [bad(path, 'it is not JSON')];
    throw error;
  }
  const parsed = parseDailyChain(value);
  if (!parsed.ok) return [bad(path, `it is malformed (${parsed.failure.field})`)];
  const parts: VerifiedPart[] = [];
  let hops = 0;
  for (const { serial, onward, serials } of parsed.value.days) {
    const deltas: DeltaReference[] = serials.map(({ from, ...facts }) => ({ from, to: serial, ...facts }));
    if (onward !== null) deltas.push({ from: serial, to: parsed.value.serial, ...onward });
    for (const delta of deltas) {
      hops++;
      const part = await verifyDelta(files, delta, index);
      if (part.problem !== null) parts.push(part);
    }
  }
  return [good(path, `${hops} deltas over ${parsed.value.days.length} days`), ...parts];
}
