import type { Result } from '../result.ts';
import { type EntryFailure, type ListedEntry, parseListedEntry } from '../url/listed-entry.ts';

/**
 * What an exclusion names: a host, a page, or behind the `@` of an address its host. An `@` behind the first slash is a
 * part of a path, as in `https://social.example/@user`.
 */
export function parseExclusion(entry: string): Result<ListedEntry, EntryFailure> {
  return parseListedEntry(entry.trim().replace(/^[^/?#@:]+@/, ''));
}
