import { browser } from './browser.ts';

/**
 * Session storage is in memory until the browser closes, inaccessible to content scripts. It outlives the background
 * realm.
 *
 * Values beyond the quota (10 MB) are dropped: callers must do without them.
 */
export async function readSession(key: string): Promise<unknown> {
  const found = await browser.storage.session.get(key);
  return found[key];
}

export async function writeSession(key: string, value: unknown): Promise<void> {
  try {
    await browser.storage.session.set({ [key]: value });
  } catch (error) {
    // Both browsers reject with a plain Error; only its text names the quota.
    if (!(error instanceof Error) || !/quota/i.test(error.message)) throw error;
  }
}

export function sessionValue(key: string): {
  readonly read: () => Promise<unknown>;
  readonly write: (value: unknown) => Promise<void>;
} {
  return { read: () => readSession(key), write: (value) => writeSession(key, value) };
}

/** The polyfill's types lack `setAccessLevel`. */
type Area = typeof browser.storage.managed & {
  setAccessLevel?: (access: { accessLevel: 'TRUSTED_CONTEXTS' }) => Promise<void>;
};

/**
 * Denies content scripts access to storage areas: in Chromium they could read and write local and synchronized storage,
 * and read the policy. Firefox lacks the function; we store nothing in `local` and `sync`.
 */
export function denyContentScripts(): void {
  const { local, sync, managed } = browser.storage;
  const areas: readonly (Area | undefined)[] = [local, sync, managed];
  for (const area of areas)
    // Lasts for the session. A browser that refuses is treated like one without the function.
    area?.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' }).catch(() => undefined);
}

export async function sessionKeys(prefixes: readonly string[]): Promise<readonly string[]> {
  const keys = await allKeys(browser.storage.session);
  return keys.filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
}

/** Reads no values, since some are long and this runs on every page load. */
async function allKeys(
  area: typeof browser.storage.session & { getKeys?: () => Promise<string[]> },
): Promise<string[]> {
  // `getKeys` is in Chrome 130 and Firefox 143, not in the polyfill's types.
  return area.getKeys === undefined ? Object.keys(await area.get(null)) : area.getKeys();
}

export async function removeFromSession(keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await browser.storage.session.remove([...keys]);
}
