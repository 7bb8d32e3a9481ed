import { fail, type Result } from '../result.ts';
import { parseListedEntry, type ListedEntry } from '../url/listed-entry.ts';
import type { RefusalName } from './feed-line.ts';

/** Ways in which people write an address so that it cannot be clicked. */
const DEFANGED = /^h(?:xx|\*\*|__)ps?\b|\[(?:\.|dot|:|:\/\/)\]|\((?:\.|dot)\)|\{\.\}/i;

/**
 * One URL or host as a feed writes it: with or without scheme, wildcard (`*.a.example`, `.a.example`) or
 * defanging (`hxxps://a[.]example`).
 */
export function readPlainEntry(text: string): Result<ListedEntry, RefusalName> {
  if (text.startsWith('<')) return fail('markup');
  if (text.endsWith('…')) return fail('cut-short');
  return parseListedEntry(DEFANGED.test(text) ? refanged(text) : text);
}

function refanged(text: string): string {
  return text
    .replace(/^h(?:xx|\*\*|__)p(s?)/i, 'http$1')
    .replaceAll(/\[(?:\.|dot)\]|\((?:\.|dot)\)|\{\.\}/gi, '.')
    .replaceAll(/\[(:|:\/\/)\]/g, '$1');
}
