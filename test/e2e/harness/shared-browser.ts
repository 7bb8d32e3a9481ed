import { PRIVATE_DATABASE } from '../../../src/extension/platform/storage/private-database.ts';
import {
  SNAPSHOT_DATABASE,
  type StoredSnapshot,
} from '../../../src/extension/platform/storage/snapshot-store.ts';
import { PATIENCE, StoodStill, within, type Browser, type Page } from './browser.ts';
import { openWithList } from './own-parts.ts';
import { type PageScript, script } from './page-script.ts';

interface Stored {
  /** Rows of each part of the reader's database. */
  readonly stores: readonly (readonly [string, readonly unknown[]])[];
  readonly session: Record<string, unknown>;
  /** Channels and the digests of their lists. */
  readonly lists: readonly (readonly [string, string])[];
}

declare global {
  /** As they were when the list had just come. */
  interface Window {
    sharedBrowserStored: Stored;
    sharedBrowserOrigins: readonly string[];
  }
}

/**
 * An installation that has its first list, for several tests one after the other. What people install runs, and no stub
 * of the background: a test of signs costs 2.2 s of processor time in Chromium, and 8.3 s with an installation of its own.
 */
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
    await own.run(removeSites([...this.#sites.values()].flat()));
    // Twice: at the first it still learns that its pages are gone, and the options may ask it something meanwhile.
    await browser.stopBackground();
    await own.run(PUT_BACK);
    await browser.stopBackground();
    if (!(await own.run(isAsBefore([...this.#sites.values()].flat())))) return false;
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
const OPEN_STORED = script(
  async ({ api }, ofReader, ofLists) => {
    const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const db = await done(indexedDB.open(ofReader));
    const lists = await done(indexedDB.open(ofLists));
    const names = Array.from(db.objectStoreNames);
    const read = async (): Promise<Stored> => {
      const tx = db.transaction(names);
      const stores = await Promise.all(
        names.map(async (name) => [name, await done<unknown[]>(tx.objectStore(name).getAll())] as const),
      );
      const session = await api.storage.session.get(null);
      const snapshots = (await done<unknown[]>(
        lists.transaction('snapshots').objectStore('snapshots').getAll(),
      )) as StoredSnapshot[];
      return { stores, session, lists: snapshots.map(({ channel, digest }) => [channel, digest]) };
    };
    const close = (): void => {
      db.close();
      lists.close();
    };
    return { db, names, read, close };
  },
  PRIVATE_DATABASE,
  SNAPSHOT_DATABASE,
);

const REMEMBER = script(async ({ api }, open) => {
  const { read, close } = await open();
  window.sharedBrowserStored = await read();
  close();
  window.sharedBrowserOrigins = (await api.permissions.getAll()).origins ?? [];
}, OPEN_STORED);

const removeSites = (sites: readonly string[]): PageScript<Promise<void>> =>
  script(async ({ api, pause }, left) => {
    const kept = new Set([...window.sharedBrowserOrigins, ...left]);
    const { origins = [] } = await api.permissions.getAll();
    const added = origins.filter((origin) => !kept.has(origin));
    if (added.length > 0) await api.permissions.remove({ origins: added });
    const isLeft = async (): Promise<boolean> =>
      (await api.scripting.getRegisteredContentScripts()).some(
        ({ matches }) => matches?.some((each) => added.includes(each)) === true,
      );
    // Where the background does not hear of it, the installation is given up.
    for (const end = performance.now() + 5_000; added.length > 0 && (await isLeft());) {
      if (performance.now() > end) throw new Error(`still registered: ${added.join()}`);
      await pause(20);
    }
  }, sites);

const PUT_BACK = script(async ({ api }, open) => {
  const { db, names, close } = await open();
  const { stores, session } = window.sharedBrowserStored;
  const tx = db.transaction(names, 'readwrite');
  for (const [name, rows] of stores) {
    tx.objectStore(name).clear();
    for (const row of rows) tx.objectStore(name).put(row);
  }
  await new Promise<void>((resolve, reject) => {
    tx.addEventListener('complete', () => resolve());
    tx.addEventListener('abort', () => reject(tx.error));
  });
  close();
  await api.storage.session.clear();
  await api.storage.session.set(session);
}, OPEN_STORED);

const isAsBefore = (sites: readonly string[]): PageScript<Promise<boolean>> =>
  script(
    async ({ api }, open, left) => {
      const { read, close } = await open();
      const now = await read();
      close();
      const { origins = [] } = await api.permissions.getAll();
      return (
        [...window.sharedBrowserOrigins, ...left].every((each) => origins.includes(each)) &&
        JSON.stringify(now) === JSON.stringify(window.sharedBrowserStored)
      );
    },
    OPEN_STORED,
    sites,
  );
