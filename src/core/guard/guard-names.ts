/** The guards that judge an entry, in the order in which they are asked. */
export const GUARD_NAMES = [
  /** The publisher's own exclusions. */
  'excluded',
  'private-address',
  'public-suffix',
  /** Wrappers of webmail security products. */
  'wrapper',
  'shortener',
  'mailing-service',
  /** Governments, schools, banks by their suffix. */
  'institution',
  'popular-site',
  'shared-hosting',
  /** A URL that is the front door of a popular site. */
  'front-page',
  /** Another feed says that the host is good; known only when all feeds are read. */
  'allowed-by-feed',
  /** The feed may not list whole hosts. */
  'host-entries-off',
] as const;
export type GuardName = (typeof GUARD_NAMES)[number];
