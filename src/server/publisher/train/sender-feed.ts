import { FeedParser } from '../../../core/feed/parse-feed.ts';
import { Guards } from '../../../core/guard/guard-context.ts';
import { judgeEntry } from '../../../core/guard/judge-entry.ts';
import { registrableDomain } from '../../../core/url/hosts/registrable-domain.ts';
import { addressOf } from '../../../core/verdict/sender-address.ts';

/** One mail may have a forged sender or a stolen account. */
const LEAST_CAMPAIGNS = 2;

export interface SenderFeed {
  /** `address-list`, sorted: `@bad.example` on a line each. */
  readonly text: string;
  readonly domains: number;
  readonly mails: number;
  /** Domains of unwanted mail left out, by reason. */
  readonly leftOut: {
    /** Their site also sends wanted mail. */
    readonly wanted: number;
    readonly once: number;
    /** Dropped by a build's guards: mail providers, well-known sites, shared hosts. */
    readonly guarded: number;
  };
}

export class SenderCounts {
  readonly #wantedSites = new Set<string>();
  readonly #unwanted = new Map<string, { mails: number; readonly campaigns: Set<string> }>();

  /**
   * @param from - the raw field
   * @param campaign - equal for near-duplicates
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

/** Goes through the parser, to judge the line as a build would. */
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
