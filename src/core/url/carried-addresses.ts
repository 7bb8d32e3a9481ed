import { readWebUrl, strippedHref, type WebUrl } from './canonical/canonical-url.ts';
import { isCarryingPage } from './carrying-pages.ts';
import type { LinkLayer, ReadLink, Truncated } from './canonical/link-layer.ts';
import { decodeFully, decodeOnce, utf8Text } from './canonical/percent-escapes.ts';
import { base64Bytes, isAbsolute, LEADING_BLANKS, readDestinations } from './unwrap/read-destination.ts';
import { ReadingBudget } from './unwrap/reading-budget.ts';
import { readLink } from './read-link.ts';

export const CARRIED = 'carried';

/** Layers added per link. Good mail needs three (`test/core/url/carried-addresses.test.ts`). */
export const MAX_CARRIED = 16;
/** Candidate texts per link; above `MAX_CARRIED`, as some are no addresses, or duplicates. */
const MAX_TRIED = 48;
/** UTF-16 units. A fragment is not sent, but a page's script may follow an address in it. */
const MAX_FRAGMENT = 4_096;
/** Levels of nested base64. */
const MAX_CODES = 3;

/**
 * Adds a layer for each whole address in a parameter, path or fragment: plain, percent-encoded or base64. The page may
 * not lead to it, so `judgeLink` only cautions.
 */
export function withCarried(link: ReadLink): ReadLink {
  if (!link.layers.some(mayCarryAddress)) return link;
  const layers: LinkLayer[] = [...link.layers];
  const seen = new Set(layers.map(({ canonical }) => canonical));
  const texts = new CandidateTexts(layers.map(({ url }) => url));
  let limit: Truncated | null = null;
  // The loop also visits layers that it adds.
  for (const [index, layer] of layers.entries()) {
    for (const text of texts.of(layer)) {
      const { layers: found, failure } = readLink(text);
      const [first] = found;
      if (failure !== null || first === undefined || first.host === null || seen.has(first.canonical))
        continue;
      if (layers.length + found.length > link.layers.length + MAX_CARRIED) {
        limit ??= { limit: 'layers', layer: index };
        continue;
      }
      const start = layers.length;
      for (const { parent, wrapper, ...facts } of found) {
        seen.add(facts.canonical);
        layers.push({
          ...facts,
          parent: parent === null ? index : start + parent,
          wrapper: wrapper ?? CARRIED,
          isCarried: true,
        });
      }
    }
    if (texts.isCut) limit ??= { limit: 'layers', layer: index };
  }
  if (layers.length === link.layers.length && limit === null) return link;
  const isKnown = limit === null || link.truncated.some(({ limit: other }) => other === 'layers');
  return {
    ...link,
    layers,
    truncated: isKnown || limit === null ? link.truncated : [...link.truncated, limit],
  };
}

/** Base64 of `http` in any case, or that base64 encoded again; at a token's start also base64 of `//`, JSON or zlib. */
const BASE64_OF_ADDRESS = /(?:[aS][HF]R[0U][cU]|YUhSMGN|(?<![\w+/-])(?:Ly9|eyJ|WyJ|W3si|e[JN]))[\w+/-]{9,}/g;
/** The rarest letters of each alternative above. */
const BASE64_LETTERS = /R[0U]|eyJ|WyJ|W3si|Ly9|YUhS|e[JN]/;
/** `h`, `:`, `/` or `\`, escaped once or more. */
const ESCAPED_LETTERS = /%(?:25)*(?:[46]8|3a|2f|5c)/i;
const SCHEME_LETTERS = /http|6874747/i;

/** A cheap test that nearly all links fail. */
function mayCarryAddress({ url, host }: LinkLayer): boolean {
  if (host === null) return false;
  const rest = url.slice(url.indexOf(':') + 3);
  if (rest.includes('//') || rest.includes('\\')) return true;
  if (rest.includes('%') && ESCAPED_LETTERS.test(rest)) return true;
  if (SCHEME_LETTERS.test(rest)) return true;
  return BASE64_LETTERS.test(rest) && rest.search(BASE64_OF_ADDRESS) !== -1;
}

class CandidateTexts {
  isCut = false;
  readonly #budget = new ReadingBudget();
  readonly #tried = new Set<string>();
  #found: string[] = [];
  readonly #known: ReadonlySet<string>;

  constructor(known: readonly string[]) {
    this.#known = new Set(known);
  }

  of(layer: LinkLayer): readonly string[] {
    if (this.isCut || !mayCarryAddress(layer)) return [];
    const { url } = layer;
    const web = readWebUrl(url);
    if (typeof web === 'string' || isCarryingPage(web)) return [];
    this.#found = [];
    this.#readPath(web);
    if (web.sentQuery !== null) this.#readQuery(web.sentQuery);
    const hash = url.indexOf('#');
    if (hash !== -1) this.#readFragment(url.slice(hash + 1, hash + 1 + MAX_FRAGMENT));
    return this.#found;
  }

  #add(text: string): void {
    if (this.#tried.has(text) || this.#known.has(text)) return;
    if (this.#tried.size >= MAX_TRIED) {
      this.isCut = true;
      return;
    }
    this.#tried.add(text);
    this.#found.push(text);
  }

  #readPath({ sentPath, sentQuery }: WebUrl): void {
    const whole = sentQuery === null ? sentPath : `${sentPath}?${sentQuery}`;
    for (const segment of sentPath.split('/')) if (segment.length > 8) this.#readValue(segment);
    for (const { index } of sentPath.matchAll(IN_PATH)) {
      if (this.isCut) return;
      this.#addReadings(whole.slice(index));
    }
    for (const { index, 1: scheme = '' } of sentPath.matchAll(AS_FOLDERS)) {
      if (this.isCut) return;
      this.#add(`${scheme}://${whole.slice(index + scheme.length + 2)}`);
    }
    // Base64 may contain slashes, so the path is also searched whole.
    this.#readTokens(sentPath, 0);
  }

  #readQuery(query: string): void {
    for (let start = 0, end = 0; start <= query.length && !this.isCut; start = end + 1) {
      end = query.indexOf('&', start);
      if (end === -1) end = query.length;
      const field = query.slice(start, end);
      // The fields after an unescaped address with a `?` belong to it.
      const address = field.search(/https?:[\\/]/i);
      if (address !== -1 && field.includes('?', address) && end < query.length)
        this.#readEmbedded(query.slice(start));
      const equals = field.indexOf('=');
      const value = field.slice(equals + 1).replace(LEADING_BLANKS, '');
      if (value.length > 8) this.#readValue(value);
      // The whole field may be an address or base64 that contains `=`.
      if (equals > 8) this.#readValue(field);
    }
  }

  #readFragment(fragment: string): void {
    const start = /^[!/?]*/.exec(fragment)?.[0].length ?? 0;
    this.#readValue(fragment.slice(start));
    this.#readQuery(fragment.slice(start));
  }

  #readValue(value: string): void {
    if (this.isCut || this.#addReadings(value)) return;
    const text = decodeFully(value);
    this.#readEmbedded(text);
    this.#readTokens(text, 0);
    if (HEX.test(value)) this.#addReadings(decodeOnce(value.replace(/../g, '%$&')));
  }

  #addReadings(text: string): boolean {
    const found = readDestinations(text, { isBare: false }, this.#budget);
    for (const address of found) if (isWebAddress(address)) this.#add(address);
    return found.length > 0;
  }

  /** Adds addresses after a separator of a record, query or object, but not in running text. */
  #readEmbedded(text: string): void {
    for (const { 1: address = '' } of text.matchAll(EMBEDDED)) {
      if (this.isCut) return;
      this.#add(address);
    }
  }

  #readTokens(text: string, depth: number): void {
    if (depth === MAX_CODES) return;
    for (const [token] of text.matchAll(BASE64_OF_ADDRESS)) {
      if (this.isCut) return;
      const bytes = base64Bytes(token.length % 4 === 1 ? token.slice(0, -1) : token);
      if (bytes === null) continue;
      const decoded = strippedHref(utf8Text(bytes));
      if (isWebAddress(decoded)) this.#add(/^[!-~]*/.exec(decoded)?.[0] ?? '');
      else {
        this.#addReadings(decoded);
        this.#readEmbedded(decoded);
        this.#readTokens(decoded, depth + 1);
      }
    }
  }
}

function isWebAddress(text: string): boolean {
  return !/^mailto:/i.test(text) && isAbsolute(text);
}

/** `/go/https://…`: one slash or two, escaped or not. */
const IN_PATH = /(?<![a-z])https?(?::|%(?:25)*3a)(?:\/|%(?:25)*2f)/gi;
/** `/go/https/evil.example/…`, as proxies write it. */
const AS_FOLDERS = /\/(https?)\/(?=[\w-]+\.[\w.-]*[a-z])/gi;
const EMBEDDED = /[=|,;"'([{!@*:>~^](https?:[\\/]+[^\s"'<>|`]+)/gi;
const HEX = /^68747470(?:3a|733a)(?:[\da-f]{2})+$/i;
