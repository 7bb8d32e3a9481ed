import { browser } from './browser.ts';

/**
 * Values that live as long as the browser runs: in memory only, never on disk, out of reach of content
 * scripts. They outlast the background realm, which may be stopped at any time.
 *
 * Losing one (the quota is 10 MB) costs a question asked again, so that failing to write is not a failure.
 */
export async function readSession(key: string): Promise<unknown> {
  const found = await browser.storage.session.get(key);
  return found[key];
}

export async function writeSession(key: string, value: unknown): Promise<void> {
  try {
    await browser.storage.session.set({ [key]: value });
  } catch (error) {
    // Both browsers reject with a plain Error, whose text is all there is to tell a full quota by.
    if (!(error instanceof Error) || !/quota/i.test(error.message)) throw error;
  }
}

/** One value of the session, for those who know no keys. */
export function sessionValue(key: string): {
  readonly read: () => Promise<unknown>;
  readonly write: (value: unknown) => Promise<void>;
} {
  return { read: () => readSession(key), write: (value) => writeSession(key, value) };
}

/**
 * Closes what a content script could otherwise read and fill: Chromium lets it use the local storage. Firefox has no such
 * switch, and nothing of ours lies there in either.
 */
export function keepFromContentScripts(): void {
  const local: typeof browser.storage.local & {
    setAccessLevel?: (access: { accessLevel: 'TRUSTED_CONTEXTS' }) => Promise<void>;
  } = browser.storage.local;
  // It lasts for the session; a browser that refuses is as one that does not know it.
  local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' }).catch(() => undefined);
}

/** Keys that begin with one of `prefixes`. */
export async function sessionKeys(prefixes: readonly string[]): Promise<readonly string[]> {
  const keys = await allKeys(browser.storage.session);
  return keys.filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
}

/** Without the values, some of which are long; asked for at every page that loads in any tab. */
async function allKeys(
  area: typeof browser.storage.session & { getKeys?: () => Promise<string[]> },
): Promise<string[]> {
  // Chrome 130 and Firefox 143 have it; the polyfill's types do not know it yet.
  return area.getKeys === undefined ? Object.keys(await area.get(null)) : area.getKeys();
}

export async function removeFromSession(keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await browser.storage.session.remove([...keys]);
}
