import { readLink } from '../../../core/url/read-link.ts';

export type Vote = 'spam' | 'not-spam';

/** What a user of the platform says of a link. */
export interface Report {
  /** Canonical, without scheme; without its query unless the platform has opted in. */
  readonly url: string;
  readonly vote: Vote;
  /** Who votes: a name of the platform's own, together with the platform's. */
  readonly voter: string;
}

/** A vote as it is kept. */
export interface KeptReport {
  /** Voter and link, as a hash. */
  readonly voted: string;
  readonly vote: Vote;
  readonly url: string;
}

const MAX_URL_CHARACTERS = 2048;

/**
 * The spelling in which a reported link is kept; null if it is no web address. What tells one visitor from another
 * (query, fragment, user name) goes.
 */
export function reportedUrl(href: string, keepQuery: boolean): string | null {
  const [layer] = readLink(href).layers;
  const canonical = layer?.canonical ?? null;
  if (canonical === null) return null;
  const queryAt = canonical.indexOf('?');
  const url = keepQuery || queryAt < 0 ? canonical : canonical.slice(0, queryAt);
  return url.length <= MAX_URL_CHARACTERS ? url : null;
}
