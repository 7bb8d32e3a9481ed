/** What the lists of an installation amount to: one answer for toolbar, popup, settings and welcome page. */
export type Protection =
  /** No list of real threats. */
  | 'none'
  /** Lists that flag and cannot clear: compiled on this device, or packaged. */
  | 'flags'
  /** At least one channel, and each is young enough to clear a link. */
  | 'checks'
  /** A channel, or every list that there is, is too old. */
  | 'expired';

export interface ProtectingList {
  readonly origin: 'packaged' | 'default' | 'managed' | 'added' | 'list';
  readonly kind: 'none' | 'fresh' | 'stale' | 'expired';
  readonly sections: readonly { readonly group: string }[];
}

/** Groups of feeds/bundled/feeds.json, in which there is nothing that threatens anybody. */
const TEST_GROUPS: ReadonlySet<string> = new Set(['Test pages', 'Self-test']);

/**
 * Whether a list says anything of real threats. One that was never fetched holds nothing. The packaged one holds what it
 * was made of: the test pages alone, or feeds too, which count until they are too old. Nothing renews it, so that its
 * end is that of a stand-in and no failure.
 */
export function isOfThreats({ origin, kind, sections }: ProtectingList): boolean {
  if (kind === 'none') return false;
  if (origin !== 'packaged') return true;
  return kind !== 'expired' && sections.some(({ group }) => !TEST_GROUPS.has(group));
}

export function protectionOf(lists: readonly ProtectingList[]): Protection {
  const real = lists.filter(isOfThreats);
  if (real.length === 0) return 'none';
  const channels = real.filter(({ origin }) => origin !== 'list' && origin !== 'packaged');
  if (channels.some(({ kind }) => kind === 'expired')) return 'expired';
  if (channels.length > 0) return 'checks';
  return real.every(({ kind }) => kind === 'expired') ? 'expired' : 'flags';
}
