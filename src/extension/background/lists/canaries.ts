import { essentialNames } from '../../../core/guard/essential-names.ts';
import { MONEY_NAMES, PLATFORM_NAMES, WEBMAIL_NAMES } from '../../../core/guard/popular-names.ts';
import { namesOf } from '../../../core/guard/popular-sites.ts';
import { EntryHasher } from '../../../core/hash/entry-hash.ts';
import type { FingerprintList, Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { Steps } from '../../../core/steps.ts';
import { readLink } from '../../../core/url/read-link.ts';

/** Each adds 0.04 ms to every update. */
const CANARIES = 1_000;

const SHARES = [
  { table: WEBMAIL_NAMES, names: 80 },
  { table: MONEY_NAMES, names: 120 },
  { table: PLATFORM_NAMES, names: CANARIES },
] as const;

/** About 2 ms. */
const NAMES_PER_STEP = 50;

/**
 * No honest list flags these at host level: webmails, banks, parcel services, tax offices, top sites. Where strangers
 * publish, host-level entries flag nothing anyway.
 */
export function canaries(): readonly string[] {
  known ??= namesThatStandGuard();
  return known;
}

/** Made on first use: most starts of the realm need none. */
let known: readonly string[] | null = null;

function namesThatStandGuard(): readonly string[] {
  const taken = new Set(essentialNames());
  for (const { table, names } of SHARES) {
    const size = Math.min(CANARIES, taken.size + names);
    for (const name of namesOf(table)) {
      if (taken.size >= size) break;
      taken.add(name);
    }
  }
  return [...taken];
}

/** A stolen publisher key, or a fooled feed, must not flag every link to a bank. */
export function* flaggedCanary(snapshot: Snapshot): Steps<string | null> {
  const hasher = new EntryHasher(snapshot.epoch.key);
  const lists = snapshot.sections
    .filter(({ kind }) => kind === 'url')
    .map(({ fingerprints, fingerprintBits }) => ({ fingerprints, fingerprintBits }));
  const isListed = (high: number, low: number): boolean =>
    lists.some(({ fingerprints, fingerprintBits }) => {
      // Fingerprints have 40 to 64 bits, so only the low word is truncated.
      const rest = 64 - fingerprintBits;
      const cut = rest === 0 ? low : ((low >>> rest) << rest) >>> 0;
      return holds(fingerprints, high, cut);
    }) && !holds(snapshot.exclusions, high, low);

  for (const [index, name] of canaries().entries()) {
    for (const layer of readLink(`https://${name}/`).layers) {
      let isFlagged = false;
      hasher.layer(layer, (high, low) => {
        isFlagged ||= isListed(high, low);
      });
      if (isFlagged) return name;
    }
    if (index % NAMES_PER_STEP === NAMES_PER_STEP - 1) yield;
  }
  return null;
}

function holds({ high, low }: FingerprintList, wantedHigh: number, wantedLow: number): boolean {
  let from = 0;
  let to = high.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const middleHigh = high[middle] ?? 0;
    const isBelow = middleHigh < wantedHigh || (middleHigh === wantedHigh && (low[middle] ?? 0) < wantedLow);
    if (isBelow) from = middle + 1;
    else to = middle;
  }
  return high[from] === wantedHigh && low[from] === wantedLow;
}
