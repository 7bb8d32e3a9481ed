import { halfSipHash } from '../../../core/hash/half-sip-hash.ts';
import { checkMirrors } from '../../../core/snapshot/mirrors.ts';
import { type VerifiedKeyList, verifyKeyList } from '../../../core/snapshot/verify-index.ts';
import type { ChannelJournal } from '../../platform/storage/snapshot-store.ts';
import type { ShownMirror } from '../../protocol/channel-messages.ts';
import type { Channel } from '../realm/channel.ts';

/**
 * Verified again: storage is not trusted with keys.
 *
 * @returns null if none is stored or valid
 */
export async function storedKeyList(
  { rootKeys, pinnedName }: Channel,
  { keyList, keyListNumber }: ChannelJournal,
  storedName: string | null,
  now: number,
): Promise<VerifiedKeyList | null> {
  if (keyList === undefined) return null;
  const pinned = { rootKeys, channel: pinnedName ?? storedName, minKeyListNumber: keyListNumber };
  const verified = await verifyKeyList(keyList, pinned, now);
  return verified.ok ? verified.value : null;
}

export function mirrorsOf(channel: Channel, keyList: VerifiedKeyList | null): readonly ShownMirror[] {
  if (keyList === null || channel.origin === 'packaged') return [];
  const mirrors = checkMirrors(keyList.mirrors ?? [], channel.url);
  if (channel.usesMirrors !== false) return mirrors;
  return mirrors.map(({ url, refusal }) => ({ url, refusal: refusal ?? 'set-by-administrator' }));
}

/**
 * The last good host, then the others in this installation's own order, so that clients leaving one host spread over
 * the others.
 *
 * @param goodUrl - ignored if the channel no longer has this host
 * @param secret - at least 8 bytes
 */
export function hostsInOrder(
  channelUrl: string,
  mirrors: readonly ShownMirror[],
  goodUrl: string | null,
  secret: Uint8Array,
): readonly string[] {
  const key = secret.subarray(0, 8);
  const asked = mirrors.filter(({ refusal }) => refusal === null).map(({ url }) => url);
  const weights = new Map(
    [channelUrl, ...asked].map((url) => [url, halfSipHash(key, new TextEncoder().encode(url)).high]),
  );
  const first = goodUrl !== null && weights.has(goodUrl) ? goodUrl : channelUrl;
  const others = [...weights].filter(([url]) => url !== first).sort(([, a], [, b]) => a - b);
  return [first, ...others.map(([url]) => url)];
}
