import type { Browser, Page } from './browser.ts';

declare global {
  interface Window {
    isHeld?: boolean;
  }
}

/**
 * From now on the background starts, and waits for one of its data bases until `isHeld` is false: the first, without which
 * it answers nothing, or the one that is named.
 */
export async function holdAnswers(browser: Browser, own: Page, name: string | null = null): Promise<void> {
  await own.run(async (_, named) => {
    window.isHeld = true;
    const name = named ?? (await indexedDB.databases())[0]?.name;
    if (name === undefined) throw new Error('no data base');
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error));
    });
    const [first = '', ...others] = Array.from(db.objectStoreNames);
    const store = db.transaction([first, ...others], 'readwrite').objectStore(first);
    await new Promise<void>((resolve) => {
      const turn = (): void => {
        resolve();
        if (window.isHeld === true) store.count().onsuccess = turn;
        else db.close();
      };
      store.count().onsuccess = turn;
    });
  }, name);
  await browser.stopBackground();
}
