import { fail, ok, type Result } from '../../../core/result.ts';
import { browser } from '../browser.ts';

/** How Firefox says that there is no policy, in a plain Error; Chrome gives an empty object. */
const NO_POLICY = /manifest not found/i;

/**
 * What the browser's policies hold for us, unparsed; nothing in a browser that has no such storage. An error that says anything else than that there is none is no
 * answer: lists and rules of an administrator must not go for it.
 */
export async function readManagedStorage(): Promise<Result<unknown, 'unreadable'>> {
  if (!('managed' in browser.storage)) return ok({});
  try {
    return ok(await browser.storage.managed.get());
  } catch (error) {
    return error instanceof Error && NO_POLICY.test(error.message) ? ok({}) : fail('unreadable');
  }
}
