/** In order of evaluation. */
export const GUARD_NAMES = [
  'excluded',
  'private-address',
  'public-suffix',
  /** Of webmail security products. */
  'wrapper',
  'shortener',
  'mailing-service',
  /** Governments, schools and banks, by suffix. */
  'institution',
  'popular-site',
  'shared-hosting',
  /** Only on popular sites. */
  'front-page',
  /** By another feed; known only when all are read. */
  'allowed-by-feed',
  'host-entries-off',
] as const;
export type GuardName = (typeof GUARD_NAMES)[number];
