import { isPublicSuffix } from './registrable-domain.ts';

/** PLAN: the table is being widened; the functions are settled. */
export interface SharedHosting {
  /** The shared name: `weebly.com`, `docs.google.com`. */
  readonly name: string;
}

const SHARED = new Set(
  'weebly.com docs.google.com sites.google.com google.com linktr.ee blogspot.com'.split(' '),
);

/** The hosting site a host belongs to, or null if it is nobody's but its owner's. */
export function sharedHostingOf(host: string): SharedHosting | null {
  for (let name = host; ;) {
    if (SHARED.has(name) || (name !== host && isPublicSuffix(name) && name.includes('.'))) return { name };
    const dot = name.indexOf('.');
    if (dot === -1) return null;
    name = name.slice(dot + 1);
  }
}

/** True for the name that many users share, `weebly.com` or `github.io`; never for a user's part of it. */
export function isSharedHost(host: string): boolean {
  return SHARED.has(host) || isPublicSuffix(host);
}
