import { fail, type Result } from '../result.ts';
import { parseListedEntry, type ListedEntry } from '../url/listed-entry.ts';
import type { RefusalName } from './feed-line.ts';

export function readPlainEntry(text: string): Result<ListedEntry, RefusalName> {
  if (text.startsWith('<')) return fail('markup');
  return parseListedEntry(text);
}
