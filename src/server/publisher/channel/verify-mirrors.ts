import type { ChannelIndex } from '../../../core/snapshot/channel-index.ts';
import { checkMirrors } from '../../../core/snapshot/mirrors.ts';
import { channelFiles, readIndex } from '../../node/channel/read-channel.ts';
import type { VerifiedPart } from './verify-channel.ts';
import { verifyHeaders } from './verify-headers.ts';

interface Compared {
  readonly index: ChannelIndex;
  /** Of the index, lower-case hex. */
  readonly sha256: string;
  readonly rootKey: string;
  /** Unix seconds. */
  readonly now: number;
}

/** Stands in for a local folder's address, so that mirrors are judged as a public channel's. */
const ANY_PUBLIC_ADDRESS = 'https://channel.invalid/';

/** Checks that readers accept each mirror, and that its index is the channel's. */
export async function verifyMirrors(
  named: readonly string[],
  location: string,
  channel: Compared,
): Promise<readonly VerifiedPart[]> {
  if (named.length === 0) return [{ part: 'mirrors', problem: null, note: 'the list of keys names none' }];
  const address = URL.canParse(location) ? location : ANY_PUBLIC_ADDRESS;
  const parts: VerifiedPart[] = [];
  for (const { url, refusal } of checkMirrors(named, address)) {
    const part = `mirror ${url}`;
    if (refusal === null) parts.push(...(await verifyMirror(part, url, channel)));
    else parts.push({ part, problem: `readers do not ask it (${refusal})`, note: null });
  }
  return parts;
}

async function verifyMirror(
  part: string,
  url: string,
  { index, sha256, rootKey, now }: Compared,
): Promise<readonly VerifiedPart[]> {
  const read = await readIndex(channelFiles(url), rootKey, now);
  if (!read.ok) return [{ part, problem: read.failure.message, note: null }];
  const { serial } = read.value.index;
  const headers = (await verifyHeaders(url, read.value.index)).map((each) => ({
    ...each,
    part: `${part}, ${each.part}`,
  }));
  if (serial !== index.serial) {
    const by = Math.abs(index.serial - serial);
    const which = serial < index.serial ? 'behind' : 'ahead of';
    return [
      { part, problem: `serial ${serial}, ${by} ${which} the ${index.serial} of the channel`, note: null },
      ...headers,
    ];
  }
  if (read.value.sha256 !== sha256)
    return [{ part, problem: `another index with the same serial ${serial}`, note: null }, ...headers];
  return [{ part, problem: null, note: `the same index, serial ${serial}` }, ...headers];
}
