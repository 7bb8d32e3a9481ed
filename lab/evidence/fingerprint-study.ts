import type { TextListing } from '../../src/core/evidence/message-context.ts';
import { MATCHING_BANDS, messageFingerprint } from '../../src/core/fingerprint/message-fingerprint.ts';
import type { EvidenceRun, JudgedFacts } from '../../src/server/publisher/evaluate/evidence-run.ts';

export interface FingerprintFigures {
  /** Campaigns of at least two unwanted mails. */
  readonly campaigns: number;
  /** Ordered pairs of mails in one campaign; `found` are those that match. */
  readonly pairs: number;
  readonly found: number;
  /** Mean over campaigns of the share of pairs found. */
  readonly foundByCampaign: number;
  /** Mails not labelled `ham`, and those of them with too little text. */
  readonly unwanted: number;
  readonly short: number;
  /** Good mails, and those that match any unwanted one. */
  readonly good: number;
  readonly mistaken: readonly string[];
  /**
   * If every second unwanted mail with links is listed: the others with links, and how many of these are marked without
   * and with that list.
   */
  readonly later: number;
  readonly markedBefore: number;
  readonly markedWith: number;
  /** Good mails marked only because somebody, such as a rival, reported them. */
  readonly markedIfReported: number;
}

interface Seen {
  readonly name: string;
  readonly isGood: boolean;
  readonly campaign: string;
  readonly bands: readonly string[];
  /** Null for a mail without links. */
  readonly isMarked: ((listing: TextListing | null) => boolean) | null;
}

const LISTING: TextListing = { channelName: 'reports', isVouchedFor: true };

/** Characters; shorter names are too vague. */
const MIN_CAMPAIGN_LENGTH = 8;

export class FingerprintStudy {
  readonly #mails: Seen[] = [];

  /** Mails of one campaign are told by `campaignOf`, since fingerprints must not judge themselves. */
  add(run: EvidenceRun, { shown, context, result }: JudgedFacts): void {
    const { source, id, label, campaign, hasLinks } = result;
    const isMarked = (listing: TextListing | null): boolean =>
      run.score(shown, listing === null ? context : { ...context, listing }).isMarked;
    this.#mails.push({
      name: `${source} ${id}`,
      isGood: label === 'ham',
      campaign,
      bands: messageFingerprint(shown.facts.body?.text ?? ''),
      isMarked: hasLinks ? isMarked : null,
    });
  }

  figures(): FingerprintFigures {
    const unwanted = this.#mails.filter(({ isGood }) => !isGood);
    const good = this.#mails.filter(({ isGood }) => isGood);
    const all = bandsOf(unwanted);
    const mistaken = good.filter(({ bands }) => isListed(bands, all));
    const linked = unwanted.filter(({ isMarked }) => isMarked !== null);
    const earlier = bandsOf(linked.filter((_, index) => index % 2 === 0));
    const later = linked.filter((_, index) => index % 2 === 1);
    return {
      ...campaignFigures(unwanted),
      unwanted: unwanted.length,
      short: unwanted.filter(({ bands }) => bands.length === 0).length,
      good: good.length,
      mistaken: mistaken.map(({ name }) => name),
      later: later.length,
      markedBefore: later.filter(({ isMarked }) => isMarked?.(null) === true).length,
      markedWith: later.filter(
        ({ bands, isMarked }) => isMarked?.(isListed(bands, earlier) ? LISTING : null) === true,
      ).length,
      markedIfReported: good.filter(({ isMarked }) => isMarked?.(null) === false && isMarked(LISTING)).length,
    };
  }
}

function campaignFigures(
  mails: readonly Seen[],
): Pick<FingerprintFigures, 'campaigns' | 'pairs' | 'found' | 'foundByCampaign'> {
  const groups = new Map<string, Seen[]>();
  for (const mail of mails) {
    if (mail.campaign.length < MIN_CAMPAIGN_LENGTH) continue;
    const group = groups.get(mail.campaign) ?? [];
    groups.set(mail.campaign, group);
    group.push(mail);
  }
  let campaigns = 0;
  let pairs = 0;
  let found = 0;
  let shares = 0;
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const copies = group.map(({ bands }) => new Set(bands));
    let known = 0;
    copies.forEach((listed, one) => {
      for (const [other, { bands }] of group.entries()) if (other !== one && isListed(bands, listed)) known++;
    });
    const all = group.length * (group.length - 1);
    campaigns++;
    pairs += all;
    found += known;
    shares += known / all;
  }
  return { campaigns, pairs, found, foundByCampaign: campaigns === 0 ? 0 : shares / campaigns };
}

function bandsOf(mails: readonly Seen[]): ReadonlySet<string> {
  return new Set(mails.flatMap(({ bands }) => bands));
}

function isListed(bands: readonly string[], listed: ReadonlySet<string>): boolean {
  return bands.filter((band) => listed.has(band)).length >= MATCHING_BANDS;
}
