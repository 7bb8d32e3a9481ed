import type { FeedEntry } from '../feed/feed-line.ts';
import { registrableDomain } from '../url/registrable-domain.ts';
import { isSharedHost, sharedHostingOf } from '../url/shared-hosting.ts';

/** What the guards ask of an entry, worked out once. */
export interface EntryFacts {
  readonly kind: 'url' | 'address';
  /** The host of a link, or of an address behind its `@`. Canonical. */
  readonly host: string;
  /** `/` for a whole host; for addresses too. */
  readonly path: string;
  /** A whole host, or every sender of a domain: what an honest site can be caught by. */
  readonly isWhole: boolean;
  /** The registrable domain; null for IP literals and public suffixes. */
  readonly site: string | null;
  /** The host is one user's part of a hosting site, `alice.weebly.example`: what its parent is says nothing of it. */
  readonly isUsersHost: boolean;
}

export function entryFacts(entry: FeedEntry): EntryFacts {
  if (entry.kind === 'address') {
    const at = entry.address.lastIndexOf('@');
    return factsOf('address', entry.address.slice(at + 1), '/', at === -1);
  }
  return factsOf('url', entry.host, entry.path, entry.isHostLevel);
}

function factsOf(kind: EntryFacts['kind'], host: string, path: string, isWhole: boolean): EntryFacts {
  const isUsersHost = sharedHostingOf(host) !== null && !isSharedHost(host);
  return { kind, host, path, isWhole, site: registrableDomain(host), isUsersHost };
}
