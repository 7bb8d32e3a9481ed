export type Protection =
  /** No list of real threats. */
  | 'none'
  /** The reader switched all lists off. */
  | 'off'
  /** Only lists that never clear: device lists or packaged. */
  | 'flags'
  /** Every channel in use is present and can clear links. */
  | 'checks'
  /** Like `checks`, but a channel's first download failed. */
  | 'missing'
  /** A channel, or every list, is too old. */
  | 'expired'
  /** The browser cannot verify signed lists. */
  | 'unverifiable';

export interface ProtectingList {
  readonly origin: 'packaged' | 'default' | 'managed' | 'added' | 'list';
  readonly kind: 'none' | 'fresh' | 'stale' | 'expired';
  readonly sections: readonly { readonly group: string; readonly on: boolean }[];
  readonly lastFailure: { readonly kind: string } | null;
}

/** Groups of feeds/bundled/feeds.json without real threats. */
const TEST_GROUPS: ReadonlySet<string> = new Set(['Test pages', 'Self-test']);

/** Test pages never become untrue, so a list of them never expires. */
export function listsOnlyTestPages(sections: readonly { readonly group: string }[]): boolean {
  return sections.every(({ group }) => TEST_GROUPS.has(group));
}

/** The packaged list counts if it has feeds and is not expired. Nothing renews it, so its expiry is no failure. */
export function listsThreats(list: ProtectingList): boolean {
  return containsThreats(list) && !isSwitchedOff(list.sections);
}

function containsThreats({ origin, kind, sections }: ProtectingList): boolean {
  if (kind === 'none') return false;
  if (origin !== 'packaged') return true;
  return kind !== 'expired' && !listsOnlyTestPages(sections);
}

export function isSwitchedOff(sections: readonly { readonly on: boolean }[]): boolean {
  return sections.length > 0 && sections.every(({ on }) => !on);
}

/** False while the first fetch is in flight. */
export function isMissing({ origin, kind, lastFailure }: ProtectingList): boolean {
  return origin !== 'list' && origin !== 'packaged' && kind === 'none' && lastFailure !== null;
}

function isUnverifiable({ kind, lastFailure }: ProtectingList): boolean {
  return kind === 'none' && lastFailure?.kind === 'cannot-verify';
}

export function protectionOf(lists: readonly ProtectingList[]): Protection {
  if (lists.some(isUnverifiable)) return 'unverifiable';
  const real = lists.filter(listsThreats);
  if (real.length === 0) {
    const isWaiting = lists.some(({ kind }) => kind === 'none');
    return lists.some(containsThreats) && !isWaiting ? 'off' : 'none';
  }
  const channels = real.filter(({ origin }) => origin !== 'list' && origin !== 'packaged');
  if (channels.some(({ kind }) => kind === 'expired')) return 'expired';
  if (channels.length > 0) return lists.some(isMissing) ? 'missing' : 'checks';
  return real.every(({ kind }) => kind === 'expired') ? 'expired' : 'flags';
}
