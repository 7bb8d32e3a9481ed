/**
 * Looking up the links of a page, by this filter and by others, in whatever engine runs this module. It imports
 * nothing of Node and of no browser: `lookup.bench.ts` bundles it and runs it in Node, Chromium and Firefox.
 */
import { FiltersEngine, Request } from '@ghostery/adblocker';
import { BloomFilter as LibraryBloom } from 'bloom-filters';
import { BloomFilter as ReferenceBloom } from 'bloomfilter';
import PhishingDetector from 'eth-phishing-detect/src/detector.js';
import { bloomParametersFor } from '../../src/core/filter/bloom-parameters.ts';
import { type DeviceSnapshot } from '../../src/core/filter/compile-for-device.ts';
import { LayeredFilter } from '../../src/core/filter/layered-filter.ts';
import { EntryHasher } from '../../src/core/hash/entry-hash.ts';
import { deviceSnapshotOf, SECRET } from './bench-device.ts';
import { listedHosts, medianOf, pageOf, type BenchLayer } from './bench-pages.ts';

const LINKS_PER_PAGE = 200;

export interface LookupOptions {
  /** Listed hosts, 10⁶ unless told otherwise. */
  readonly entries?: number;
  /** Pages that each contender is shown, interleaved. */
  readonly rounds?: number;
}

/** ms, of several runs. */
export interface Timing {
  readonly median: number;
  readonly least: number;
}

export interface Contender extends Timing {
  readonly name: string;
  /** How many times as long as Spamlight takes for the same page: the median over the rounds. */
  readonly ratio: number;
  /** Over all rounds. Nothing that is asked for is listed, so these are false positives. */
  readonly hits: number;
}

export interface LookupReport {
  readonly entries: number;
  readonly linksPerPage: number;
  /** Spamlight alone, a page of 200 links × 30 expressions: the same one again and again, and another one each time. */
  readonly samePage: Timing;
  readonly otherPages: Timing;
  /** 200 links × 30 expressions, from hosts and paths to answers, all contenders interleaved. */
  readonly expressions: readonly Contender[];
  /** 200 links, is the host or one of its parents listed? */
  readonly hosts: readonly Contender[];
  /** For `coldStart`, in a realm that has run nothing yet. */
  readonly device: DeviceSnapshot;
}

export async function lookupBench({
  entries = 1_000_000,
  rounds = 60,
}: LookupOptions = {}): Promise<LookupReport> {
  const hosts = listedHosts(entries);
  const device = deviceSnapshotOf(hosts);
  // First, while nothing but Spamlight is in memory.
  const { samePage, otherPages } = warmPages(device, rounds * 5);
  return {
    entries,
    linksPerPage: LINKS_PER_PAGE,
    samePage,
    otherPages,
    expressions: await race(expressionCompetitors(hosts, device), rounds),
    hosts: await race(hostCompetitors(hosts, device), rounds),
    device,
  };
}

function openFilter({ header, residentFilter }: DeviceSnapshot): LayeredFilter {
  const opened = LayeredFilter.open(header, residentFilter, SECRET);
  if (!opened.ok) throw new Error(opened.failure.kind);
  return opened.value;
}

/** As `lookUpLink` does it, up to the point where a slice of the verification table would be read. */
function countHits(filter: LayeredFilter, hasher: EntryHasher, layers: readonly BenchLayer[]): number {
  let hits = 0;
  const visit = (): void => {
    hits++;
  };
  for (const layer of layers) hasher.layer(layer, visit, filter);
  return hits;
}

function warmPages(
  device: DeviceSnapshot,
  rounds: number,
): { readonly samePage: Timing; readonly otherPages: Timing } {
  const filter = openFilter(device);
  const hasher = new EntryHasher(filter.epochKey);
  const pages = Array.from({ length: 40 }, (_, seed) => pageOf(LINKS_PER_PAGE, seed));
  const timed = (pageAt: (round: number) => readonly BenchLayer[]): Timing => {
    const times: number[] = [];
    for (let round = -40; round < rounds; round++) {
      const page = pageAt(round + 40);
      const start = performance.now();
      countHits(filter, hasher, page);
      const time = performance.now() - start;
      if (round >= 0) times.push(time);
    }
    return timingOf(times);
  };
  const [first = []] = pages;
  return { samePage: timed(() => first), otherPages: timed((round) => pages[round % pages.length] ?? first) };
}

/** What a fresh realm needs for its first pages, ms. */
export interface ColdStart {
  /** Opening the filter, once its bytes are there. */
  readonly open: number;
  /** The first page of 200 links, and the ones after it. */
  readonly pages: readonly number[];
}

/**
 * What the background realm does for the first page after it was started: open the filter and look 200 links up, with
 * code that the engine has not run before. To be called once in a fresh realm.
 */
export function coldStart(device: DeviceSnapshot, seed: number): ColdStart {
  const pages = [0, 1, 2, 3].map((index) => pageOf(LINKS_PER_PAGE, seed + index));
  const start = performance.now();
  const filter = openFilter(device);
  const hasher = new EntryHasher(filter.epochKey);
  const open = performance.now() - start;
  const times = pages.map((layers) => {
    const before = performance.now();
    countHits(filter, hasher, layers);
    return performance.now() - before;
  });
  return { open, pages: times };
}

interface Competitor {
  readonly name: string;
  /** Number of hits on a page. */
  readonly page: (layers: readonly BenchLayer[]) => number | Promise<number>;
  /** Work that is not measured, done with the page's links before each round. */
  readonly prepare?: (layers: readonly BenchLayer[]) => void;
  /** Takes part in every n-th round only. */
  readonly every?: number;
  /** Is shown so many links of a page, and its time is multiplied up: for what would take minutes. */
  readonly links?: number;
}

function expressionCompetitors(hosts: readonly string[], device: DeviceSnapshot): readonly Competitor[] {
  const filter = openFilter(device);
  const hasher = new EntryHasher(filter.epochKey);
  const texts = hosts.map((host) => `${host}/`);
  // The others are given the size that Spamlight's resident filter has.
  const { bitCount, hashCount } = bloomParametersFor(texts.length, 1e-3);
  const reference = new ReferenceBloom(bitCount, hashCount);
  for (const text of texts) reference.add(text);
  const library = new LibraryBloom(bitCount, hashCount);
  for (const text of texts) library.add(text);
  const set = new Set(texts);
  const prefixes = sortedPrefixes(texts.length);
  const countTexts = (layers: readonly BenchLayer[], has: (text: string) => boolean): number => {
    let hits = 0;
    for (const { hosts: hostTexts, paths, pairs } of layers) {
      for (const [host, path] of pairs) {
        if (has((hostTexts[host] ?? '') + (paths[path] ?? ''))) hits++;
      }
    }
    return hits;
  };
  return [
    { name: 'spamlight', page: (layers) => countHits(filter, hasher, layers) },
    { name: 'bloomfilter 1.1.0', page: (layers) => countTexts(layers, (text) => reference.test(text)) },
    {
      name: 'bloom-filters 3.0.4',
      page: (layers) => countTexts(layers, (text) => library.has(text)),
      every: 6,
    },
    { name: 'Set of strings', page: (layers) => countTexts(layers, (text) => set.has(text)) },
    { name: 'sorted SHA-256 prefixes', page: (layers) => searchPrefixes(prefixes, layers), every: 6 },
  ];
}

/** Sorted 32-bit words, as many as there are entries: which ones makes no difference to a search for absent ones. */
function sortedPrefixes(count: number): Uint32Array {
  const words = new Uint32Array(count);
  let state = 1;
  for (let index = 0; index < count; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    words[index] = state;
  }
  return words.sort();
}

/** In Safe Browsing's manner: SHA-256 of each expression, its first four bytes searched in a sorted list. */
async function searchPrefixes(prefixes: Uint32Array, layers: readonly BenchLayer[]): Promise<number> {
  const encoder = new TextEncoder();
  const digests: Promise<ArrayBuffer>[] = [];
  for (const { hosts, paths, pairs } of layers) {
    for (const [host, path] of pairs) {
      const bytes = encoder.encode((hosts[host] ?? '') + (paths[path] ?? ''));
      digests.push(crypto.subtle.digest('SHA-256', bytes));
    }
  }
  let hits = 0;
  for (const digest of await Promise.all(digests)) {
    const word = new DataView(digest).getUint32(0);
    let from = 0;
    let to = prefixes.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((prefixes[middle] ?? 0) < word) from = middle + 1;
      else to = middle;
    }
    if (prefixes[from] === word) hits++;
  }
  return hits;
}

function hostCompetitors(hosts: readonly string[], device: DeviceSnapshot): readonly Competitor[] {
  const filter = openFilter(device);
  const hasher = new EntryHasher(filter.epochKey);
  const engine = FiltersEngine.parse(hosts.map((host) => `||${host}^`).join('\n'), {
    loadCosmeticFilters: false,
  });
  const detector = new PhishingDetector({ whitelist: [], blacklist: hosts, fuzzylist: [], tolerance: 0 });
  let hostLayers: readonly BenchLayer[] = [];
  let requests: readonly Request[] = [];
  return [
    {
      name: 'spamlight',
      prepare(layers) {
        hostLayers = layers.map(({ hosts: hostTexts }) => ({
          hosts: hostTexts,
          paths: ['/'],
          pairs: hostTexts.map((_, host) => [host, 0] as const),
          addresses: [],
        }));
      },
      page: () => countHits(filter, hasher, hostLayers),
    },
    {
      name: '@ghostery/adblocker 2.18.2',
      // Taken apart beforehand, as Spamlight's layers are; new ones each round, because a request remembers.
      prepare(layers) {
        requests = layers.map(({ hosts: hostTexts, paths }) =>
          Request.fromRawDetails({ type: 'document', url: `https://${hostTexts[0] ?? ''}${paths[0] ?? ''}` }),
        );
      },
      page() {
        let hits = 0;
        for (const request of requests) if (engine.match(request).match) hits++;
        return hits;
      },
    },
    {
      name: 'eth-phishing-detect 1.2.0',
      page(layers) {
        let hits = 0;
        for (const { hosts: hostTexts } of layers) if (detector.check(hostTexts[0] ?? '').result) hits++;
        return hits;
      },
      every: 30,
      links: 2,
    },
  ];
}

/** Shows pages to all, each page to one after the other, beginning with another one each time. */
async function race(competitors: readonly Competitor[], rounds: number): Promise<readonly Contender[]> {
  const warmUpRounds = 10;
  const times = competitors.map((): number[] => []);
  const ratios = competitors.map((): number[] => []);
  const hits = competitors.map(() => 0);
  for (let round = -warmUpRounds; round < rounds; round++) {
    const measured = competitors.map(() => Number.NaN);
    for (let turn = 0; turn < competitors.length; turn++) {
      const place = (turn + round + warmUpRounds) % competitors.length;
      const competitor = competitors[place];
      if (competitor === undefined || Math.abs(round) % (competitor.every ?? 1) !== 0) continue;
      const links = competitor.links ?? LINKS_PER_PAGE;
      // The same links for all, but as new strings for each.
      const layers = pageOf(links, 1000 + round);
      competitor.prepare?.(layers);
      const start = performance.now();
      const found = competitor.page(layers);
      const count = typeof found === 'number' ? found : await found;
      const time = ((performance.now() - start) * LINKS_PER_PAGE) / links;
      if (round < 0) continue;
      measured[place] = time;
      times[place]?.push(time);
      hits[place] = (hits[place] ?? 0) + count;
    }
    const own = measured[0] ?? Number.NaN;
    for (const [place, time] of measured.entries()) {
      if (Number.isFinite(time) && own > 0) ratios[place]?.push(time / own);
    }
  }
  return competitors.map(({ name }, place) => ({
    name,
    ...timingOf(times[place] ?? []),
    ratio: medianOf(ratios[place] ?? []),
    hits: hits[place] ?? 0,
  }));
}

function timingOf(times: readonly number[]): Timing {
  return { median: medianOf(times), least: Math.min(...times) };
}
