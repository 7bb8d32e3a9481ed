import { fail, ok, type Result } from '../../core/result.ts';
import { browser } from './browser.ts';

/** Reads a JSON file of the package. Fails if it is missing or no JSON: the package is damaged then. */
export async function readPackagedJson(path: string): Promise<Result<unknown, 'damaged'>> {
  try {
    const response = await fetch(browser.runtime.getURL(path));
    const value: unknown = await response.json();
    return ok(value);
  } catch (error) {
    // Browsers reject for a file that is not there by a TypeError, for one that is no JSON by a SyntaxError.
    if (error instanceof TypeError || error instanceof SyntaxError) return fail('damaged');
    throw error;
  }
}
