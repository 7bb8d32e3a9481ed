/** In order of evaluation. */
export const GUARD_NAMES = [
  'excluded',
  'private-address',
  'public-suffix',
  /** Redirectors of mail security products. */
  'wrapper',
  'shortener',
  'mailing-service',
  /** Governments, schools and banks, by suffix. */
  'institution',
  'popular-site',
  'shared-hosting',
  /** Applies only on popular sites. */
  'front-page',
  /** Another feed calls the host good; known only when all feeds are read. */
  'allowed-by-feed',
  'host-entries-off',
] as const;
export type GuardName = (typeof GUARD_NAMES)[number];
