import { readLink } from '../../../core/url/read-link.ts';

export type Vote = 'spam' | 'not-spam';

export interface Report {
  /** As from `reportedUrl`. */
  readonly url: string;
  readonly vote: Vote;
  /** Id of the platform, and its own id of the user. */
  readonly voter: string;
}

export interface KeptReport {
  /** Hash of voter and link. */
  readonly voted: string;
  readonly vote: Vote;
  readonly url: string;
}

const MAX_URL_CHARACTERS = 2048;

/**
 * Canonical, without scheme and what identifies a visitor: user name, fragment and, unless `keepQuery`, query. Null if
 * not a web address, or too long.
 */
export function reportedUrl(href: string, keepQuery: boolean): string | null {
  const [layer] = readLink(href).layers;
  const canonical = layer?.canonical ?? null;
  if (canonical === null) return null;
  const queryAt = canonical.indexOf('?');
  const url = keepQuery || queryAt < 0 ? canonical : canonical.slice(0, queryAt);
  return url.length <= MAX_URL_CHARACTERS ? url : null;
}
