import { canonicalPath, type WebUrl } from './canonical/canonical-url.ts';
import { withoutWww, type HostFacts } from './hosts/host-facts.ts';
import { CONTENT_HOST, contentPath } from './ipfs-content.ts';
import { addOtherPaths } from './hosts/other-spellings.ts';
import { canonicalEscapes } from './canonical/percent-escapes.ts';
import { userPartEnd } from './hosts/shared-hosting.ts';

/** Safe Browsing's limit of path prefixes, including `/`. */
const MAX_PREFIXES = 4;
/** Five hosts × six paths. */
export const MAX_EXPRESSIONS = 30;

export interface UrlExpressions {
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  readonly pairs: Pairs;
}

const NOTHING: UrlExpressions = { hosts: [], paths: [], pairs: [] };

export function urlExpressions(url: WebUrl, facts: HostFacts): UrlExpressions {
  const paths = facts.scope === 'any-path' ? anyPaths(url) : ownersPaths(url, facts);
  if (paths.length === 0) return NOTHING;
  const hosts = facts.hosts;
  const ownCount = paths.length;
  if (url.sentPath !== url.path || url.sentQuery !== url.query) {
    addSentPaths(paths, url, facts);
  }
  const sentCount = paths.length;
  addOtherPaths(paths, url.path, url.query, facts);
  return { hosts, paths, pairs: pairsOf(hosts.length, ownCount, sentCount, paths.length, bareHost(hosts)) };
}

/** Adds IPFS content by its identifier, and its folders. */
export function withIpfsContent(found: UrlExpressions, url: WebUrl): UrlExpressions {
  const content = contentPath(url);
  if (content === null) return found;
  const start = content.indexOf('/', '/ipfs/'.length);
  const own = [content, ...(content.endsWith('/') ? [content.slice(0, -1)] : [`${content}/`])];
  if (start !== -1) own.push(...ownersPrefixes(content, start));
  const hosts = [...found.hosts, CONTENT_HOST];
  const paths = [...found.paths];
  const pairs: (readonly [number, number])[] = [];
  for (const path of new Set(own)) {
    const index = paths.indexOf(path);
    pairs.push([hosts.length - 1, index === -1 ? paths.push(path) - 1 : index]);
  }
  return { hosts, paths, pairs: [...found.pairs.slice(0, MAX_EXPRESSIONS - pairs.length), ...pairs] };
}

/** Index of the first host without `www.`, or 0. */
function bareHost(hosts: readonly string[]): number {
  const [host = ''] = hosts;
  return host.startsWith('www.') ? Math.max(0, hosts.indexOf(host.slice(4))) : 0;
}

/** For wrappers without an owner, which can be listed only as whole links. */
export function wholeUrl(url: WebUrl): UrlExpressions {
  const hosts = withoutWww(url.host);
  return { hosts, paths: [fullPath(url)], pairs: ALL_PAIRS[hosts.length]?.[1] ?? [] };
}

function fullPath({ path, query }: WebUrl): string {
  return query === null || query === '' ? path : `${path}?${query}`;
}

function anyPaths(url: WebUrl): string[] {
  const { path, query } = url;
  const paths = query === null || query === '' ? [path] : [`${path}?${query}`, path];
  let end = 1;
  for (let count = 0; count < MAX_PREFIXES && end !== 0 && end < path.length; count++) {
    paths.push(path.slice(0, end));
    end = path.indexOf('/', end) + 1;
  }
  return paths;
}

/** On a shared host: the URL, and prefixes from a user's part on. */
function ownersPaths(url: WebUrl, { scope, userPaths }: HostFacts): string[] {
  const { path, query } = url;
  const hasQuery = query !== null && query !== '';
  const end = scope === 'whole-url' ? -1 : userPartEnd(path, userPaths);
  if (end === -1) return hasQuery || path !== '/' ? [fullPath(url)] : [];
  const paths = hasQuery ? [`${path}?${query}`, path] : [path];
  paths.push(...ownersPrefixes(path, end));
  return paths;
}

/** A user's part without and with a slash, then folders below. */
function ownersPrefixes(path: string, end: number): string[] {
  if (end >= path.length) return [];
  const prefixes = [path.slice(0, end)];
  let next = end + 1;
  for (let count = 1; count < MAX_PREFIXES && next !== 0 && next < path.length; count++) {
    prefixes.push(path.slice(0, next));
    next = path.indexOf('/', next) + 1;
  }
  return prefixes;
}

/**
 * If decoding changed the URL, also adds it as sent, and its folders: `/list/%2e%2e%2fpage` is in `/list/` to many
 * servers. On shared hosts, only in a user's part.
 */
function addSentPaths(
  paths: string[],
  { sentPath, sentQuery }: WebUrl,
  { scope, userPaths }: HostFacts,
): void {
  if (sentQuery !== null && sentQuery !== '') add(paths, `${sentPath}?${sentQuery}`);
  if (scope === 'whole-url' || !sentPath.includes('%')) return;
  if (scope === 'user-path') {
    const unresolved = canonicalEscapes(sentPath);
    const end = userPartEnd(unresolved, userPaths);
    if (end === -1) return;
    // Dots in the user's part may lead up to everybody's pages.
    for (const prefix of ownersPrefixes(unresolved, end))
      if (canonicalPath(prefix) === prefix) add(paths, prefix);
    return;
  }
  add(paths, sentPath);
  let end = 1;
  for (let count = 0; count < MAX_PREFIXES && end !== 0 && end < sentPath.length; count++) {
    add(paths, canonicalPath(sentPath.slice(0, end)));
    end = sentPath.indexOf('/', end) + 1;
  }
}

function add(paths: string[], path: string): void {
  if (!paths.includes(path)) paths.push(path);
}

const ALL_PAIRS: readonly (readonly Pairs[])[] = Array.from({ length: 6 }, (_, hosts) =>
  Array.from({ length: 7 }, (_, paths) =>
    Array.from({ length: hosts * paths }, (_, index): [number, number] => [
      Math.floor(index / paths),
      index % paths,
    ]),
  ),
);

type Pairs = readonly (readonly [number, number])[];

/** Few combinations of counts occur, each often. The key packs five numbers below 32. */
const remembered = new Map<number, Pairs>();

function pairsOf(hosts: number, own: number, sent: number, all: number, bareHost: number): Pairs {
  const key = (((((((hosts << 5) | own) << 5) | sent) << 5) | all) << 5) | bareHost;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const usual = own === sent ? (ALL_PAIRS[hosts]?.[own] ?? []) : bestPairs(hosts, sent, own);
  const pairs = all === sent ? usual : withOthers(usual, sent, all, bareHost);
  remembered.set(key, pairs);
  return pairs;
}

/** Adds other spellings of paths for the link's own host, also without `www.`. */
function withOthers(usual: Pairs, from: number, to: number, bareHost: number): Pairs {
  const pairs = [...usual];
  for (const host of new Set([0, bareHost])) {
    for (let path = from; path < to && pairs.length < MAX_EXPRESSIONS; path++) pairs.push([host, path]);
  }
  return pairs;
}

/** The host's pairs, then its parents' in the order of `rank`. */
function bestPairs(hosts: number, paths: number, ownPaths: number): Pairs {
  const pairs: [number, number][] = [];
  for (let path = 0; path < paths; path++) pairs.push([0, path]);
  const parentsPaths = [...Array(paths).keys()].sort((a, b) => rank(a, ownPaths) - rank(b, ownPaths));
  for (const path of parentsPaths) {
    for (let host = 1; host < hosts && pairs.length < MAX_EXPRESSIONS; host++) pairs.push([host, path]);
  }
  return pairs;
}

/** Lowest first: own paths from index 2 on, then 1 and 0 (with a query: path, path with query), then paths as sent. */
function rank(path: number, ownPaths: number): number {
  return path >= ownPaths ? 100 + path : path < 2 ? 50 - path : path;
}
