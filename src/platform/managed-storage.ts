import { browser } from './browser.ts';

/**
 * What the browser's policies hold for us, unparsed. Nothing without a policy: Firefox rejects the question
 * then, Chrome gives an empty object.
 */
export async function readManagedStorage(): Promise<unknown> {
  try {
    return await browser.storage.managed.get();
  } catch {
    // "Managed storage manifest not found": a plain Error with another text in each browser.
    return {};
  }
}
