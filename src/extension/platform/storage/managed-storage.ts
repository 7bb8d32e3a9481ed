import { fail, ok, type Result } from '../../../core/result.ts';
import { browser } from '../browser.ts';

/** Firefox's error if there is no policy. Chrome returns an empty object. */
const NO_POLICY = /manifest not found/i;

/** Any error but `NO_POLICY` is a failure: taken for "no policy", an administrator's lists and rules would be lost. */
export async function readManagedStorage(): Promise<Result<unknown, 'unreadable'>> {
  if (!('managed' in browser.storage)) return ok({});
  try {
    return ok(await browser.storage.managed.get());
  } catch (error) {
    return error instanceof Error && NO_POLICY.test(error.message) ? ok({}) : fail('unreadable');
  }
}
