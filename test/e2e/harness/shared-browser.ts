import { PRIVATE_DATABASE } from '../../../src/extension/platform/storage/private-database.ts';
import { SNAPSHOT_DATABASE } from '../../../src/extension/platform/storage/snapshot-store.ts';
import { PATIENCE, StoodStill, within, type Browser, type Page } from './browser.ts';
import { openWithList } from './own-parts.ts';

/** An installation that has its first list, for several tests one after the other. */
interface Kept {
  readonly channelFolder: string;
  /** The options, which stay open from test to test. */
  readonly own: Page;
  /** As it is handed out. */
  readonly lent: LentPage;
}

/**
 * One browser for the tests of a worker, one after the other. To a test it is as one just started, or, where it only wants
 * the list to be there, as one in which that has just come.
 */
export class SharedBrowser {
  readonly #launch: () => Promise<Browser>;
  #browser: Browser | null = null;
  #isCleared = false;
  #kept: Kept | null = null;
  readonly #sites = new Map<string, readonly string[]>();

  constructor(launch: () => Promise<Browser>) {
    this.#launch = launch;
  }

  /** Match patterns that the reader has added to this installation, by host; for who adds some. */
  get sites(): Map<string, readonly string[]> {
    return this.#sites;
  }

  /** The options of an installation that is kept; null in another. */
  get own(): Page | null {
    return this.#kept?.lent.page ?? null;
  }

  /**
   * With the extension just installed, and nothing else.
   *
   * @param channelFolder - the list that is wanted, of which one installation is kept for several tests; null for a new one
   */
  async take(channelFolder: string | null = null): Promise<Browser> {
    if (this.#browser !== null && this.#kept !== null && this.#kept.channelFolder === channelFolder)
      return this.#browser;
    const browser = await this.#newlyInstalled();
    if (channelFolder !== null) {
      await browser.closeWelcome();
      const own = await openWithList(browser);
      await own.run(REMEMBER);
      this.#kept = { channelFolder, own, lent: lend(own) };
    }
    return browser;
  }

  async #newlyInstalled(): Promise<Browser> {
    this.#kept = null;
    this.#sites.clear();
    if (this.#browser === null) {
      this.#browser = await this.#launch();
    } else {
      if (!this.#isCleared) await this.#orNone(this.#browser.clear());
      await this.#orNone(this.#browser.install());
    }
    this.#isCleared = false;
    return this.#browser;
  }

  /** Clears it at once: what the extension still asks for belongs to the test that is over. */
  async giveBack(): Promise<void> {
    const browser = this.#browser;
    if (browser === null) return;
    if (this.#kept !== null && (await this.#isAsBefore(browser, this.#kept))) return;
    this.#kept = null;
    try {
      await this.#orNone(browser.clear());
      this.#isCleared = true;
    } catch (error) {
      if (!(error instanceof StoodStill)) throw error;
      // No test's doing; but nobody shall wonder at a browser that was started in the middle.
      process.stderr.write(`${error.message}: the next test gets another browser.\n`);
    }
  }

  /**
   * Takes away every site but those that `addSite` has added, puts back what the extension had stored when it had just got its
   * list, and ends its background, which knows more.
   *
   * @returns false where a test has left what cannot be put back
   */
  async #isAsBefore(browser: Browser, kept: Kept): Promise<boolean> {
    try {
      return await within(PATIENCE, 'putting back what was stored', this.#putBack(browser, kept));
    } catch {
      return false;
    }
  }

  async #putBack(browser: Browser, { own, lent }: Kept): Promise<boolean> {
    await browser.closeAllBut(own);
    await own.run(REMOVE_SITES, [...this.#sites.values()].flat());
    // Twice: at the first it still learns that its pages are gone, and the options may ask it something meanwhile.
    await browser.stopBackground();
    await own.run(PUT_BACK);
    await browser.stopBackground();
    if ((await own.run(IS_AS_BEFORE, [...this.#sites.values()].flat())) !== true) return false;
    if (lent.isTouched()) {
      await own.reload();
      await own.run(REMEMBER);
    }
    lent.forget();
    return true;
  }

  async close(): Promise<void> {
    const browser = this.#browser;
    this.#browser = null;
    this.#kept = null;
    await browser?.close();
  }

  /** A browser that cannot be cleared or installed into is no longer handed to anyone. */
  async #orNone(step: Promise<void>): Promise<void> {
    try {
      await within(2 * PATIENCE, 'clearing or installing', step);
    } catch (error) {
      await this.close();
      throw error;
    }
  }
}

interface LentPage {
  readonly page: Page;
  /** Whether anything was done to it but to look. */
  isTouched(): boolean;
  forget(): void;
}

function lend(own: Page): LentPage {
  let isTouched = false;
  const page = new Proxy(own, {
    get(target, name: keyof Page) {
      if (name !== 'until' && name !== 'url') isTouched = true;
      return target[name];
    },
  });
  return { page, isTouched: () => isTouched, forget: () => void (isTouched = false) };
}

/**
 * All that the extension has of its reader, a database and the session, and which lists it has. What is remembered stays in
 * the page, since there are bytes in it.
 */
const STORED = `
  const api = window.browser ?? window.chrome;
  const sessionArea = api.storage.session;
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const db = await done(indexedDB.open('${PRIVATE_DATABASE}'));
  const lists = await done(indexedDB.open('${SNAPSHOT_DATABASE}'));
  const names = [...db.objectStoreNames];
  const read = async () => {
    const tx = db.transaction(names);
    return {
      stores: await Promise.all(names.map(async (name) => [name, await done(tx.objectStore(name).getAll())])),
      session: await sessionArea.get(null),
      lists: (await done(lists.transaction('snapshots').objectStore('snapshots').getAll())).map(({ channel, digest }) => [channel, digest]),
    };
  };
  const close = () => { db.close(); lists.close(); };`;
const REMEMBER = `${STORED}
  window.storedBefore = await read();
  close();
  window.originsBefore = (await api.permissions.getAll()).origins;`;
const REMOVE_SITES = `
  const api = window.browser ?? window.chrome;
  const kept = new Set([...window.originsBefore, ...args]);
  const added = (await api.permissions.getAll()).origins.filter((origin) => !kept.has(origin));
  if (added.length > 0) await api.permissions.remove({ origins: added });
  const isLeft = async () => (await api.scripting.getRegisteredContentScripts()).some(({ matches }) => matches.some((each) => added.includes(each)));
  // Where the background does not hear of it, the installation is given up.
  for (const end = performance.now() + 5_000; added.length > 0 && await isLeft(); ) {
    if (performance.now() > end) throw new Error('still registered: ' + added);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }`;
const PUT_BACK = `${STORED}
  const tx = db.transaction(names, 'readwrite');
  for (const [name, rows] of window.storedBefore.stores) {
    tx.objectStore(name).clear();
    for (const row of rows) tx.objectStore(name).put(row);
  }
  await new Promise((resolve, reject) => { tx.oncomplete = resolve; tx.onabort = () => reject(tx.error); });
  close();
  await sessionArea.clear();
  await sessionArea.set(window.storedBefore.session);`;
const IS_AS_BEFORE = `${STORED}
  const now = await read();
  close();
  const { origins } = await api.permissions.getAll();
  return [...window.originsBefore, ...args].every((each) => origins.includes(each)) && JSON.stringify(now) === JSON.stringify(window.storedBefore);`;
