import type { Browser, Page } from './browser.ts';

/**
 * From now on the background starts, and waits for one of its data bases until `isHeld` is false: the first, without which
 * it answers nothing, or the one that is named.
 */
export async function holdAnswers(browser: Browser, own: Page, name: string | null = null): Promise<void> {
  await own.run(
    `window.isHeld = true;
     const name = args ?? (await indexedDB.databases())[0].name;
     const db = await new Promise((resolve, reject) => {
       const opening = indexedDB.open(name);
       opening.onsuccess = () => resolve(opening.result);
       opening.onerror = () => reject(opening.error);
     });
     const transaction = db.transaction([...db.objectStoreNames], 'readwrite');
     const store = transaction.objectStore(db.objectStoreNames[0]);
     await new Promise((resolve) => {
       const turn = () => {
         resolve();
         if (window.isHeld) store.count().onsuccess = turn;
         else db.close();
       };
       store.count().onsuccess = turn;
     });`,
    name,
  );
  await browser.stopBackground();
}
