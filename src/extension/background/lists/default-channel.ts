import { isRecord } from '../../../core/fields/is-record.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { isPublicKey } from '../../../core/snapshot/key-list.ts';
import { BUNDLED_ROOT_KEY } from '../realm/build-settings.ts';
import { type Channel, MAX_ROOT_KEYS } from '../realm/channel.ts';

export type ChannelFileFault = 'not-an-object' | 'no-address' | 'not-https' | 'no-keys' | 'bad-name';

const MAX_NAME_LENGTH = 100;

/**
 * Parses `public/channel.json`:
 *
 *     { "channel": { "url": "https://lists.example/", "name": "lists", "rootKeys": ["base64url"] } }
 *
 * `{ "channel": null }` leaves only the packaged list. If a name is given, the index must carry it. Plain http is for
 * loopback only: the demo.
 */
export function parseChannelFile(value: unknown): Result<Channel | null, ChannelFileFault> {
  if (!isRecord(value) || value['channel'] === undefined) return fail('not-an-object');
  const { channel } = value;
  if (channel === null) return ok(null);
  if (!isRecord(channel)) return fail('not-an-object');
  const { url, name = null, rootKeys } = channel;
  if (typeof url !== 'string' || !URL.canParse(url)) return fail('no-address');
  const base = new URL(url.endsWith('/') ? url : `${url}/`);
  const isLoopback = base.hostname === '127.0.0.1' || base.hostname === 'localhost';
  if (base.protocol !== 'https:' && !(isLoopback && base.protocol === 'http:')) return fail('not-https');
  if (base.username !== '' || base.password !== '' || base.search !== '' || base.hash !== '')
    return fail('no-address');
  if (!Array.isArray(rootKeys) || rootKeys.length < 1 || rootKeys.length > MAX_ROOT_KEYS)
    return fail('no-keys');
  const keys = rootKeys.filter((key) => typeof key === 'string' && isPublicKey(key));
  if (keys.length !== rootKeys.length) return fail('no-keys');
  if (name !== null && (typeof name !== 'string' || name === '' || name.length > MAX_NAME_LENGTH))
    return fail('bad-name');
  return ok({
    id: `default:${base.href}`,
    name: name ?? base.hostname,
    url: base.href,
    rootKeys: keys,
    pinnedName: name,
    origin: 'default',
  });
}

/**
 * Used until the default channel has a list. Its key is made with the package.
 *
 * @param url - ends in a slash
 */
export function packagedChannel(url: string): Channel | null {
  if (!isPublicKey(BUNDLED_ROOT_KEY)) return null;
  return {
    id: 'packaged',
    name: 'Spamlight',
    url,
    rootKeys: [BUNDLED_ROOT_KEY],
    pinnedName: null,
    origin: 'packaged',
  };
}
