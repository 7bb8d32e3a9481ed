import packagedProviders from 'email-providers/all.json' with { type: 'json' };
import { FeedParser } from '../../../core/feed/parse-feed.ts';
import { Guards } from '../../../core/guard/guard-context.ts';
import { judgeEntry } from '../../../core/guard/judge-entry.ts';
import { registrableDomain } from '../../../core/url/hosts/registrable-domain.ts';
import { addressOf } from '../../../core/verdict/sender-address.ts';
import { isHostName } from '../export/names.ts';

/** Lacking in the package: 263.net, and of Sublime Security's free email providers those that are popular or send spam. */
const FURTHER_PROVIDERS =
  '263.net 2980.com a1.net address.com aussiemail.com.au bigmir.net china.com citiz.net flash.net fsnet.co.uk ' +
  'hinet.net kimo.com.tw km.ru mopera.net mynet.com ocn.ad.jp online.nl plus.com qq.com.cn quicknet.nl renren.com ' +
  'republika.pl solcon.nl tiki.ne.jp truthmail.com uk2.net vivaldi.net zeelandnet.nl';
const PROVIDERS = new Set([...packagedProviders, ...FURTHER_PROVIDERS.split(' ')]);

/** In every country: `yandex.kz`, `hotmail.com.tr`. */
const PROVIDERS_ANYWHERE =
  /^(?:aol|fastmail|freenet|gmx|hotmail|live|msn|outlook|tele2|tiscali|versatel|wanadoo|yahoo|yandex)\./;

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
      else if (!isHostName(domain) || isProvider(domain) || !isKept(domain, guards)) leftOut.guarded++;
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

function isProvider(domain: string): boolean {
  const site = siteOf(domain);
  return PROVIDERS.has(domain) || PROVIDERS.has(site) || PROVIDERS_ANYWHERE.test(site);
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
