import type { FeedDescription } from '../../../../core/feed/feed-description.ts';
import type { SectionName } from '../../../../core/snapshot/snapshot.ts';
import type { EntryKind } from '../../../../core/hash/entry-kind.ts';
import { LISTING_TABLE } from '../../../../core/verdict/listing-table.ts';
import { supportOf } from '../../../../core/verdict/listing-support.ts';
import { CATEGORIES, SEVERAL_SOURCES } from '../../../../core/verdict/verdict.ts';
import type { WeightRules } from '../../feeds/read-feeds-file.ts';

export type Voice = Pick<FeedDescription, 'category' | 'confidence' | 'group' | 'reviewed'>;

export interface Listing {
  readonly kind: EntryKind;
  /** A whole host, or a sender's whole domain. */
  readonly isHostLevel: boolean;
  /** The host is listed only because of its pages. */
  readonly isWidened?: boolean;
  readonly voices: readonly Voice[];
}

/**
 * The section of an entry; null if too weak to publish.
 *
 * Feeds of one group are copies of one list and count once, with the highest confidence. *Belief* is 1 − Π(1 −
 * confidence) over the groups: the chance that at least one is right, if independent. The category is the worst named,
 * in the order of `CATEGORIES`.
 *
 * Danger needs a belief of `dangerFrom` and a category other than spam. A whole host, an address or a message also
 * needs a reviewed feed or a second group: anybody can report a competitor to one crowd-fed list. A widened host is
 * only a caution.
 */
export function weighEntry(
  { kind, isHostLevel, isWidened = false, voices }: Listing,
  rules: WeightRules,
): SectionName | null {
  const groups = new Map<string, number>();
  for (const { group, confidence } of voices) groups.set(group, Math.max(groups.get(group) ?? 0, confidence));
  let doubt = 1;
  for (const confidence of groups.values()) doubt *= 1 - confidence;
  // Rounded, since 1 − (1 − 0.1) is a little less than 0.1.
  const belief = Math.round((1 - doubt) * 1e12) / 1e12;
  if (belief < rules.publishFrom) return null;

  const category = CATEGORIES.find((name) => voices.some((voice) => voice.category === name));
  const [onlyGroup] = groups.keys();
  if (category === undefined || onlyGroup === undefined) throw new RangeError('an entry that no feed lists');
  const support = supportOf(
    voices.map(({ category: of, group, reviewed }) => ({
      category: of,
      origins: [group],
      isReviewed: reviewed,
    })),
  );
  const listed = isHostLevel || kind !== 'url' ? 'host' : 'page';
  const isDanger =
    !isWidened &&
    support !== 'none' &&
    belief >= rules.dangerFrom &&
    LISTING_TABLE[listed][support === 'one' ? 'crowd' : 'vouched'] === 'danger';
  return {
    kind,
    category,
    action: isDanger ? 'danger' : 'caution',
    group: groups.size > 1 ? SEVERAL_SOURCES : onlyGroup,
  };
}

/**
 * Log₂ of a wrong flag's cost, relative to one marked link: an address marks all mail of a sender. Each doubling adds
 * one bit per entry (`fingerprintBitsFor`).
 */
export function costDoublingsOf({ kind }: SectionName): number {
  switch (kind) {
    case 'url':
      return 0;
    case 'address':
      return 2;
    case 'message':
      return 2;
  }
}
