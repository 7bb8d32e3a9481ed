import type { FeedDescription } from '../../../../core/feed/feed-description.ts';
import type { SectionName } from '../../../../core/snapshot/snapshot.ts';
import type { EntryKind } from '../../../../core/hash/entry-kind.ts';
import { supportOf } from '../../../../core/verdict/listing-support.ts';
import { CATEGORIES, SEVERAL_SOURCES } from '../../../../core/verdict/verdict.ts';
import type { WeightRules } from '../../feeds/read-feeds-file.ts';

/** What weighing needs to know of a feed. */
export type Voice = Pick<FeedDescription, 'category' | 'confidence' | 'group' | 'reviewed'>;

/** One entry, and all feeds that list it. */
export interface Listing {
  readonly kind: EntryKind;
  /** It names a whole host, or a sender's whole domain. */
  readonly isHostLevel: boolean;
  /** A whole host that no feed lists, but pages of it. */
  readonly isWidened?: boolean;
  /** At least one. */
  readonly voices: readonly Voice[];
}

/**
 * The section an entry belongs in; null if what the feeds say is too weak to be published.
 *
 * Feeds of one group are one voice, the most confident of them: two reformattings of one list are no agreement.
 * *Belief* is 1 − Π(1 − confidence) over the groups, the chance that not all of them are wrong if they err
 * independently. The category is the worst that any feed names, in the order of `CATEGORIES`.
 *
 * Danger, which stands in the reader's way, needs a category other than spam, belief of `dangerFrom`, and for a
 * whole host, an address or a message more than one crowd-fed group: getting a competitor's onto one such list is cheap. A host that
 * only its pages speak against makes caution. A further feed can only raise what comes out.
 */
export function weighEntry(
  { kind, isHostLevel, isWidened = false, voices }: Listing,
  rules: WeightRules,
): SectionName | null {
  const groups = new Map<string, number>();
  for (const { group, confidence } of voices) groups.set(group, Math.max(groups.get(group) ?? 0, confidence));
  let doubt = 1;
  for (const confidence of groups.values()) doubt *= 1 - confidence;
  // 1 − (1 − 0.1) is a little less than 0.1, and a feed of just that confidence would be left out.
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
  const needsMoreThanACrowd = isHostLevel || kind !== 'url';
  const isDanger =
    !isWidened &&
    support !== 'none' &&
    belief >= rules.dangerFrom &&
    (!needsMoreThanACrowd || support !== 'one');
  return {
    kind,
    category,
    action: isDanger ? 'danger' : 'caution',
    group: groups.size > 1 ? SEVERAL_SOURCES : onlyGroup,
  };
}

/**
 * How many times worse than usual a wrong flag is in a section, as a power of two; each doubling costs one more bit
 * per entry (see `fingerprintBitsFor`). The usual is a mark at one link. A sender's address marks every mail from
 * there, and a message fingerprint a whole mail.
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
