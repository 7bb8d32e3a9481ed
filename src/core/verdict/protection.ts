/** What the lists of an installation amount to: one answer for toolbar, popup, settings and welcome page. */
export type Protection =
  /** No list of real threats. */
  | 'none'
  /** Lists of real threats are there, and the reader has switched off every one of them. */
  | 'off'
  /** Lists that flag and cannot clear: compiled on this device, or packaged. */
  | 'flags'
  /** At least one channel, and each is there and young enough to clear a link. */
  | 'checks'
  /** The same, but for a channel that could not be fetched yet: nobody knows what it lists. */
  | 'missing'
  /** A channel, or every list that there is, is too old. */
  | 'expired';

export interface ProtectingList {
  readonly origin: 'packaged' | 'default' | 'managed' | 'added' | 'list';
  readonly kind: 'none' | 'fresh' | 'stale' | 'expired';
  /** `on` is false for what the reader has switched off. */
  readonly sections: readonly { readonly group: string; readonly on: boolean }[];
  /** Null unless the last try to fetch it failed. */
  readonly lastFailure: object | null;
}

/** Groups of feeds/bundled/feeds.json, in which there is nothing that threatens anybody. */
const TEST_GROUPS: ReadonlySet<string> = new Set(['Test pages', 'Self-test']);

/** Whether a list names test pages alone: nothing of it can become untrue, so that it has no end. */
export function isOfTestPages(sections: readonly { readonly group: string }[]): boolean {
  return sections.every(({ group }) => TEST_GROUPS.has(group));
}

/**
 * Whether a list says anything of real threats. One that was never fetched holds nothing. The packaged one holds what it
 * was made of: the test pages alone, or feeds too, which count until they are too old. Nothing renews it, so that its
 * end is that of a stand-in and no failure.
 */
export function isOfThreats(list: ProtectingList): boolean {
  return holdsThreats(list) && !isSwitchedOff(list.sections);
}

function holdsThreats({ origin, kind, sections }: ProtectingList): boolean {
  if (kind === 'none') return false;
  if (origin !== 'packaged') return true;
  return kind !== 'expired' && !isOfTestPages(sections);
}

/** A list of which the reader has switched off everything is looked up no more. */
export function isSwitchedOff(sections: readonly { readonly on: boolean }[]): boolean {
  return sections.length > 0 && sections.every(({ on }) => !on);
}

/** A channel that could not be fetched yet. While its first try goes on, nothing is said of it. */
export function isMissing({ origin, kind, lastFailure }: ProtectingList): boolean {
  return origin !== 'list' && origin !== 'packaged' && kind === 'none' && lastFailure !== null;
}

export function protectionOf(lists: readonly ProtectingList[]): Protection {
  const real = lists.filter(isOfThreats);
  if (real.length === 0) {
    // One that is on and was never fetched is on its way.
    const isWaiting = lists.some(({ kind }) => kind === 'none');
    return lists.some(holdsThreats) && !isWaiting ? 'off' : 'none';
  }
  const channels = real.filter(({ origin }) => origin !== 'list' && origin !== 'packaged');
  if (channels.some(({ kind }) => kind === 'expired')) return 'expired';
  if (channels.length > 0) return lists.some(isMissing) ? 'missing' : 'checks';
  return real.every(({ kind }) => kind === 'expired') ? 'expired' : 'flags';
}
