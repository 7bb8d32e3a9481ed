import { fail, ok, type Result } from '../../core/result.ts';
import { browser } from './browser.ts';

export async function readPackagedJson(path: string): Promise<Result<unknown, 'damaged'>> {
  try {
    const response = await fetch(browser.runtime.getURL(path));
    const value: unknown = await response.json();
    return ok(value);
  } catch (error) {
    // TypeError: missing. SyntaxError: not JSON.
    if (error instanceof TypeError || error instanceof SyntaxError) return fail('damaged');
    throw error;
  }
}
