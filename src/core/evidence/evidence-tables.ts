import { MAILING_NAMES, WEBMAIL_NAMES } from '../guard/popular-names.ts';
import { namesOf, PopularSites } from '../guard/popular-sites.ts';
import { withinDns } from '../url/canonical/host-name.ts';
import { words } from '../url/hosts/host-table.ts';
import { spellingsOf, type Brand } from './brand.ts';
import { BRAND_ROWS } from './brand-rows.ts';
import { foldDigits, foldText, wordsOf } from '../text/fold-text.ts';
import {
  AGENTS,
  CARRIERS,
  CHEAP_ENDINGS,
  FORM_HOSTS,
  LINK_ENDINGS,
  MORE_MAILBOXES,
  OPEN_REDIRECTORS,
  PAGE_HOSTS,
  SOCIAL_SITES,
  STORAGE_HOSTS,
} from './host-rows.ts';

interface BrandName {
  readonly brand: Brand;
  readonly words: readonly string[];
  readonly isWholeName: boolean;
}

/** The syntax is that of `brand-rows.ts`. */
export interface BrandRow {
  readonly names: readonly string[];
  readonly domains: readonly string[];
}

/** Words that may stand beside a brand's everyday word in a sender's name. */
const FILLERS = new Set(
  (
    'team support service services security account accounts alert alerts notification notifications info inc llc ltd ' +
    'gmbh ag sa customer care help center centre online the your department dept billing update updates no reply noreply ' +
    'mail email news newsletter club official kundenservice kundendienst sicherheit servicio atencion cliente clientes ' +
    'atendimento de la le der die das com app via system admin message rewards reward delivery express'
  ).split(' '),
);

/** Endings that `acme.*` covers, besides country endings. */
const GENERAL_ENDINGS = new Set(['com', 'net', 'org', 'eu', 'app', 'info']);

/**
 * Country endings sold worldwide, cheap or free: a brand's name below them proves nothing. A brand that mails from such
 * a domain has it in its row.
 */
const SOLD_TO_ANYBODY = new Set(
  (
    'cc ws su tk ml ga cf gq pw me la to tv io ai gg sh ly am fm bz vc nu st cx im ms vg sc gs ac ag lc mn tl cd ki nf pn gd co ' +
    'as bi cm dj fo gl gy hm ht je mg nr pm ps re so sr sx tc tf vu wf yt'
  ).split(' '),
);

export class EvidenceTables {
  readonly brands: readonly Brand[];
  readonly #byFirstWord = new Map<string, BrandName[]>();
  readonly #byDomain = new Map<string, Brand[]>();
  readonly #byLabel = new Map<string, Brand[]>();
  readonly #sites = new PopularSites();
  readonly #mailboxes = new Set([...namesOf(WEBMAIL_NAMES), ...words(MORE_MAILBOXES)]);
  readonly #agents = new Set([...words(AGENTS), ...namesOf(MAILING_NAMES)]);
  readonly #carriers = new Set(words(CARRIERS));
  readonly #social = new Set(words(SOCIAL_SITES));
  readonly #storage = new Set(words(STORAGE_HOSTS));
  readonly #forms = words(FORM_HOSTS);
  readonly #pages = new Set(words(PAGE_HOSTS));
  readonly #redirectors = new Set(words(OPEN_REDIRECTORS));
  readonly #cheap = new Set(words(CHEAP_ENDINGS));
  readonly #link = new Set(words(LINK_ENDINGS));

  /** @param unvouched - brands of channels that may only add reasons */
  constructor(rows: readonly BrandRow[], unvouched: readonly BrandRow[] = []) {
    this.brands = [
      ...rows.map((row) => this.#add(row, true)),
      ...unvouched.map((row) => this.#add(row, false)),
    ];
  }

  #add({ names, domains }: BrandRow, isVouched: boolean): Brand {
    const brand: Brand = {
      name: (names[0] ?? '').replace(/^~/, ''),
      domains: domains.filter((domain) => !domain.endsWith('.*')),
      labels: domains.filter((domain) => domain.endsWith('.*')).map((domain) => domain.slice(0, -2)),
      spellings: spellingsOf(names, domains),
      isVouched,
    };
    if (isVouched) for (const domain of brand.domains) push(this.#byDomain, domain, brand);
    for (const label of brand.labels) push(this.#byLabel, label, brand);
    for (const name of names) this.#addName(name, brand);
    return brand;
  }

  #addName(name: string, brand: Brand): void {
    const isWholeName = name.startsWith('~');
    const parts = wordsOf(foldText(isWholeName ? name.slice(1) : name));
    const [first] = parts;
    if (first === undefined) return;
    push(this.#byFirstWord, first, { brand, words: parts, isWholeName });
    const joined = parts.join('');
    if (parts.length > 1 && joined.length >= 5) {
      push(this.#byFirstWord, joined, { brand, words: [joined], isWholeName });
    }
  }

  /**
   * Brands that a name or title contains as whole words.
   *
   * @param folded - text with look-alike letters folded
   */
  brandsNamedIn(folded: string, { isTitle = false } = {}): readonly Brand[] {
    const parts = wordsOf(folded);
    const found = new Set<Brand>();
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at] ?? '';
      const plain = foldDigits(part);
      for (const name of this.#byFirstWord.get(part) ?? []) this.#match(name, parts, at, isTitle, found);
      if (plain !== part) {
        for (const name of this.#byFirstWord.get(plain) ?? []) {
          if (name.words.length === 1 && plain.length >= 5) this.#match(name, [plain], 0, isTitle, found);
        }
      }
    }
    const vouched = [...found].filter(({ isVouched }) => isVouched);
    // A channel must not take over a known brand's name.
    return vouched.length > 0 ? vouched : [...found];
  }

  #match(
    { brand, words: wanted, isWholeName }: BrandName,
    parts: readonly string[],
    at: number,
    isTitle: boolean,
    found: Set<Brand>,
  ): void {
    if (!wanted.every((word, index) => parts[at + index] === word)) return;
    // In a title, short and everyday words prove nothing.
    if (isTitle && (isWholeName || wanted.join('').length < 5)) return;
    if (isWholeName) {
      const others = [...parts.slice(0, at), ...parts.slice(at + wanted.length)];
      if (!others.every((word) => FILLERS.has(word) || /^\d+$/.test(word))) return;
    }
    found.add(brand);
  }

  brandsOf(host: string, site: string | null): readonly Brand[] {
    const found = new Set<Brand>();
    for (let name = withinDns(host); name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
      for (const brand of this.#byDomain.get(name) ?? []) found.add(brand);
    }
    if (site !== null) {
      const dot = site.indexOf('.');
      const ending = site.slice(dot + 1);
      const last = ending.slice(ending.lastIndexOf('.') + 1);
      if (GENERAL_ENDINGS.has(ending) || (last.length === 2 && !isSoldToAnybody(ending, last))) {
        for (const brand of this.#byLabel.get(site.slice(0, dot)) ?? []) found.add(brand);
      }
    }
    return [...found];
  }

  isPopular(host: string, site: string | null): boolean {
    return this.#sites.coverOf(host, site) !== null;
  }

  isMailboxProvider(host: string): boolean {
    return this.#mailboxes.has(host);
  }

  isAgent(host: string): boolean {
    return isIn(this.#agents, host);
  }

  isCarrier(host: string): boolean {
    return isIn(this.#carriers, host);
  }

  isSocial(host: string): boolean {
    return isIn(this.#social, host);
  }

  isStorage(host: string): boolean {
    return isIn(this.#storage, host);
  }

  isForm(host: string, path: string): boolean {
    return this.#forms.some((form) => {
      const slash = form.indexOf('/');
      if (slash === -1) return host === form || host.endsWith(`.${form}`);
      return host === form.slice(0, slash) && path.startsWith(form.slice(slash));
    });
  }

  isPageHost(host: string): boolean {
    return isIn(this.#pages, host);
  }

  isOpenRedirector(site: string | null): boolean {
    return site !== null && (this.#redirectors.has(site) || site.startsWith('google.'));
  }

  isSoldToAnybody(site: string): boolean {
    const ending = site.slice(site.indexOf('.') + 1);
    return this.hasCheapEnding(site) || isSoldToAnybody(ending, ending.slice(ending.lastIndexOf('.') + 1));
  }

  hasLinkEnding(site: string): boolean {
    return this.#link.has(site.slice(site.lastIndexOf('.') + 1));
  }

  hasCheapEnding(site: string): boolean {
    return (
      this.#cheap.has(site.slice(site.indexOf('.') + 1)) ||
      this.#cheap.has(site.slice(site.lastIndexOf('.') + 1))
    );
  }
}

function push<Key, Item>(map: Map<Key, Item[]>, key: Key, item: Item): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [item]);
  else known.push(item);
}

/** `com.co` does not count: names below it belong to Colombian firms. */
function isSoldToAnybody(ending: string, last: string): boolean {
  return SOLD_TO_ANYBODY.has(last) && (ending === last || last !== 'co');
}

function isIn(names: ReadonlySet<string>, host: string): boolean {
  for (
    let name = withinDns(host);
    name !== '';
    name = name.includes('.') ? name.slice(name.indexOf('.') + 1) : ''
  ) {
    if (names.has(name)) return true;
  }
  return false;
}

export function parseBrandRows(rows: string): readonly BrandRow[] {
  return rows
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => {
      const [names = '', domains = ''] = line.split('|');
      return { names: names.split(',').map((name) => name.trim()), domains: words(domains) };
    });
}

let packaged: EvidenceTables | null = null;

export function packagedRows(): readonly BrandRow[] {
  return BRAND_ROWS.flatMap(({ rows }) => parseBrandRows(rows));
}

export function packagedTables(): EvidenceTables {
  packaged ??= new EvidenceTables(packagedRows());
  return packaged;
}
