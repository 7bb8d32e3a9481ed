import { FeedParser } from '../../../core/feed/parse-feed.ts';
import { Guards } from '../../../core/guard/guard-context.ts';
import { judgeEntry } from '../../../core/guard/judge-entry.ts';
import { registrableDomain } from '../../../core/url/hosts/registrable-domain.ts';
import { addressOf } from '../../../core/verdict/sender-address.ts';

/** Campaigns in which a domain has to be seen: one mail may have a forged sender, or a stolen account. */
const LEAST_CAMPAIGNS = 2;

/** Domains that send unwanted mail and nothing else, as a feed. */
export interface SenderFeed {
  /** In the format `address-list`: a line each, as in `@bad.example`, sorted. */
  readonly text: string;
  readonly domains: number;
  /** Unwanted mails that come from them. */
  readonly mails: number;
  /** Domains that were seen in unwanted mail and are not listed, by why. */
  readonly leftOut: {
    /** Wanted mail comes from there too, or from another host of that site. */
    readonly wanted: number;
    /** Seen in one campaign alone. */
    readonly once: number;
    /** A build's guards would drop it: a mail provider, a well-known site, a host that many share. */
    readonly guarded: number;
  };
}

/** Gathers whom mails of known kind come from. */
export class SenderCounts {
  readonly #wantedSites = new Set<string>();
  readonly #unwanted = new Map<string, { mails: number; readonly campaigns: Set<string> }>();

  /**
   * @param from - the field, as it was written; without one address in it the mail is passed over
   * @param campaign - the same of mails that are nearly the same
   */
  add(from: string, isUnwanted: boolean, campaign: string): void {
    const address = addressOf(from);
    if (address === null) return;
    const domain = address.slice(address.lastIndexOf('@') + 1);
    if (!isUnwanted) {
      this.#wantedSites.add(siteOf(domain));
      return;
    }
    const seen = this.#unwanted.get(domain) ?? { mails: 0, campaigns: new Set<string>() };
    seen.mails++;
    seen.campaigns.add(campaign);
    this.#unwanted.set(domain, seen);
  }

  feed(): SenderFeed {
    const guards = new Guards().contextFor({ hostEntries: true });
    const listed: string[] = [];
    const leftOut = { wanted: 0, once: 0, guarded: 0 };
    let mails = 0;
    for (const [domain, seen] of this.#unwanted) {
      if (this.#wantedSites.has(siteOf(domain))) leftOut.wanted++;
      else if (seen.campaigns.size < LEAST_CAMPAIGNS) leftOut.once++;
      else if (!isKept(domain, guards)) leftOut.guarded++;
      else {
        listed.push(`@${domain}\n`);
        mails += seen.mails;
      }
    }
    return { text: listed.sort().join(''), domains: listed.length, mails, leftOut };
  }
}

function siteOf(domain: string): string {
  return registrableDomain(domain) ?? domain;
}

/** Whether a build would list the senders of a domain, as it would read the line. */
function isKept(domain: string, guards: ReturnType<Guards['contextFor']>): boolean {
  const parser = new FeedParser({ format: 'address-list', columns: { entry: null, only: {} } });
  const lines = [...parser.push(`@${domain}\n`), ...parser.finish()];
  return lines.some(
    (line) =>
      line.kind === 'entry' &&
      line.entry.kind !== 'message' &&
      judgeEntry(line.entry, guards).kind === 'keep',
  );
}
