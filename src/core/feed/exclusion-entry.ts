import type { Result } from '../result.ts';
import { type EntryFailure, type ListedEntry, parseListedEntry } from '../url/listed-entry.ts';

/**
 * Reads a host, a page, or the host of a mail address. An `@` after a slash belongs to a path:
 * `https://social.example/@user`.
 */
export function parseExclusion(entry: string): Result<ListedEntry, EntryFailure> {
  return parseListedEntry(entry.trim().replace(/^[^/?#@:]+@/, ''));
}
