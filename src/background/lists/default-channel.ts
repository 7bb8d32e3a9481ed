import { isPublicKey } from '../../core/snapshot/key-list.ts';
import { BUNDLED_ROOT_KEY, CHANNEL_NAME, CHANNEL_ROOT_KEYS, CHANNEL_URL } from '../build-settings.ts';
import { type Channel, MAX_ROOT_KEYS } from './channel.ts';

/**
 * The one place that says where lists come from when nobody chose otherwise. A build may name another
 * channel by `VITE_CHANNEL_URL`, `VITE_CHANNEL_ROOT_KEYS` (public keys, base64url, separated by commas) and
 * `VITE_CHANNEL_NAME`. Plain http is accepted only here, and only for loopback: the demo and the tests.
 *
 * No public channel runs yet, so the store build has none and lives on the packaged list.
 */
export const defaultChannel: Channel | null = channelFromBuild(CHANNEL_URL, CHANNEL_ROOT_KEYS, CHANNEL_NAME);

/**
 * @returns null if no channel is named
 * @throws RangeError if one is named that cannot work: a mistake in the build, to be seen at once
 */
export function channelFromBuild(url: string, rootKeys: string, name: string): Channel | null {
  if (url === '') return null;
  const base = new URL(url.endsWith('/') ? url : `${url}/`);
  const isLoopback = base.hostname === '127.0.0.1' || base.hostname === 'localhost';
  if (base.protocol !== 'https:' && !isLoopback) throw new RangeError(`VITE_CHANNEL_URL ${url}`);
  const keys = rootKeys.split(',').filter((key) => key !== '');
  if (keys.length < 1 || keys.length > MAX_ROOT_KEYS || !keys.every(isPublicKey)) {
    throw new RangeError(`VITE_CHANNEL_ROOT_KEYS ${rootKeys}`);
  }
  return {
    id: `default:${base.href}`,
    name: name === '' ? base.hostname : name,
    url: base.href,
    rootKeys: keys,
    pinnedName: name === '' ? null : name,
    origin: 'default',
  };
}

/**
 * The list inside the package: it protects the first minute, and is used until the default channel has
 * given a list. Its key is made with the package and pinned by it.
 *
 * @param url - of the packaged files, ends in a slash
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
