import { type Channel, MAX_ROOT_KEYS, ROOT_KEY } from './channel.ts';

/**
 * The one place that says where lists come from when nobody chose otherwise. A build may name another
 * channel by `VITE_CHANNEL_URL`, `VITE_CHANNEL_ROOT_KEYS` (public keys, base64url, separated by commas) and
 * `VITE_CHANNEL_NAME`. Plain http is accepted only here, and only for loopback: the demo and the tests.
 *
 * TODO: no public channel runs yet, so the store build has none and lives on the packaged list.
 */
const URL_BASE: string = import.meta.env['VITE_CHANNEL_URL'] ?? '';
const ROOT_KEYS: string = import.meta.env['VITE_CHANNEL_ROOT_KEYS'] ?? '';
const NAME: string = import.meta.env['VITE_CHANNEL_NAME'] ?? '';

export const defaultChannel: Channel | null = channelFromBuild(URL_BASE, ROOT_KEYS, NAME);

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
  if (keys.length < 1 || keys.length > MAX_ROOT_KEYS || !keys.every((key) => ROOT_KEY.test(key))) {
    throw new RangeError(`VITE_CHANNEL_ROOT_KEYS ${rootKeys}`);
  }
  return {
    id: 'default',
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
  const rootKey: string = import.meta.env['VITE_BUNDLED_ROOT_KEY'] ?? '';
  if (!ROOT_KEY.test(rootKey)) return null;
  return { id: 'packaged', name: 'Spamlight', url, rootKeys: [rootKey], pinnedName: null, origin: 'packaged' };
}
