// What the guards do: feeds from ../shared/data/feeds against mails and good sites beside them. Prints the table of
// docs/publishing.md ("What the guards do"), and below it that of docs/device-lists.md: the presets as a reader's device
// compiles them. `npm run bench -- guards`, about seven minutes; --json for figures.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseFeedsFile } from '../../src/core/feed/feeds-file.ts';
import type { GuardSettings } from '../../src/core/guard/guard-context.ts';
import { GUARD_NAMES, type GuardName } from '../../src/core/guard/guard-names.ts';
import { parseRankedList, POPULAR_RANKS, popularNames } from '../../src/core/guard/popular-sites.ts';
import type { ChannelIndex } from '../../src/core/snapshot/channel-index.ts';
import { readLink } from '../../src/core/url/read-link.ts';
import type { FeedCopy } from '../../src/server/publisher/build/reading/read-feeds.ts';
import { compileFeeds, sectionsOf } from '../../src/server/publisher/build/compile-feeds.ts';
import { lookUpKnownGood } from '../../src/server/publisher/build/entries/known-good.ts';
import { ChannelLookup } from '../../src/server/publisher/channel/channel-lookup.ts';
import { evaluateMails, type EvaluationRow } from '../../src/server/publisher/evaluate/evaluate-mails.ts';
import type { Mail } from '../../src/server/publisher/evaluate/mail.ts';
import { readMails } from '../../src/server/publisher/evaluate/read-mails.ts';
import { realFeedsFile } from '../server/publisher/real-feeds.ts';
import { needSharedData, sharedData } from '../shared-data.ts';
import type { ListJudge } from '../../src/server/publisher/evaluate/judge-whole-mail.ts';
import { PRESET_COPIES, presetLookup } from './preset-lookup.ts';

needSharedData('feeds', 'mail', 'benign');

const NOW = Date.UTC(2026, 6, 1) / 1000;
const MAILS = [
  'csdmc2010',
  'enron',
  'newsletters',
  'omnivore',
  'phishing_pot',
  'spamassassin',
  'themarkup',
  'transactional',
  'unspy',
];
const MALTRAIL = {
  name: 'Maltrail',
  file: sharedData('feeds/maltrail_static.txt.gz'),
  format: 'url-list',
  category: 'malware',
  confidence: 0.4,
  licence: 'MIT',
};

interface Variant {
  readonly name: string;
  readonly off?: readonly (GuardName | 'widening')[];
  readonly isRanked?: boolean;
  readonly hasKnownGood?: boolean;
  readonly hasSenders?: boolean;
  readonly more?: readonly object[];
}

interface Figures {
  readonly name: string;
  readonly entries: number;
  readonly ham: number;
  readonly hamMessages: number;
  readonly modernHam: number;
  readonly transactional: number;
  readonly phish: number;
  readonly phishMessages: number;
  readonly phishWithLinks: number;
  readonly tranco: number;
  readonly banks: number;
  /** Messages marked as danger, in good mail and in phishing. */
  readonly danger: { readonly ham: number; readonly phish: number };
  readonly seconds: number;
}

/** `--only=TEXT` measures the variants with TEXT in their name. */
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length) ?? '';
const isWanted = ({ name }: { readonly name: string }): boolean => name.includes(only);

const ALL: readonly (GuardName | 'widening')[] = [...GUARD_NAMES, 'widening'];

const VARIANTS: readonly Variant[] = [
  { name: 'no guards', off: ALL, hasKnownGood: false },
  { name: 'all guards', hasSenders: true },
  { name: 'all guards, Tranco’s top 10,000 as `popular`', isRanked: true },
  { name: 'all guards, and Maltrail’s 1.46 million lines', more: [MALTRAIL] },
  { name: 'all guards, senders not looked up', hasSenders: false },
  { name: 'without widening', off: ['widening'] },
  ...GUARD_NAMES.filter((name) => !['excluded', 'allowed-by-feed', 'host-entries-off'].includes(name)).map(
    (name): Variant => ({ name: `without \`${name}\``, off: [name], hasKnownGood: false }),
  ),
];

const ranked = parseRankedList(readFileSync(sharedData('benign/tranco_top50k.txt'), 'utf8')).slice(
  0,
  POPULAR_RANKS,
);
const banks = readFileSync(sharedData('benign/misp_bank-website.txt'), 'utf8')
  .split('\n')
  .flatMap((line) => (line.trim() === '' ? [] : [line.trim().replace(/^\./, '')]));
const mails: Mail[] = [];
for await (const mail of readMails(MAILS.map((name) => sharedData(`mail/${name}.jsonl.gz`))))
  mails.push(mail);

async function measure({
  name,
  off = [],
  isRanked = false,
  hasKnownGood = true,
  hasSenders = true,
  more = [],
}: Variant): Promise<Figures> {
  const startedAt = performance.now();
  const file = parseFeedsFile({ feeds: [...realFeedsFile().feeds, ...more] });
  if (!file.ok) throw new TypeError(JSON.stringify(file.failure));
  const copies = file.value.feeds.map((feed, slot): FeedCopy => ({
    slot,
    feed,
    path: feed.source.kind === 'file' ? feed.source.path : '',
  }));
  const guards: GuardSettings = { popular: isRanked ? ranked : [], exclusions: [], now: NOW, off };
  const { merged } = await compileFeeds({
    feeds: copies.map((copy) => [copy]),
    changes: null,
    epochKey: new Uint8Array(8).fill(7),
    journalBefore: null,
    journalAfter: null,
    rekeying: null,
    samplesBefore: new Map(),
    today: Math.floor(NOW / 86_400),
    guards,
    weights: { publishFrom: 0.1, dangerFrom: 0.4 },
    threads: availableParallelism(),
    totalBytes: 50_000_000,
    isFit: ({ kind }) => kind === 'read',
    onBytes: () => {},
    onStep: () => {},
  });
  const sections = sectionsOf(merged.sections, 4_000_000, 0);
  const key = new Uint8Array(8).fill(7);
  const good = hasKnownGood ? [...popularNames(), ...(isRanked ? ranked : [])] : [];
  const { exclusions } = lookUpKnownGood(good, sections, key);
  const snapshot = {
    serial: 1,
    publishedAt: NOW,
    epoch: { key, startedAt: NOW, plannedEntries: 4_000_000 },
    sections,
    exclusions,
    opaque: [],
  };
  const lookup = new ChannelLookup({ index: indexOf(), snapshot }, NOW);
  return figuresOf({ name, entries: merged.totals.entries, lists: lookup.asJudge(), hasSenders, startedAt });
}

interface ToMeasure {
  readonly name: string;
  readonly entries: number;
  readonly lists: ListJudge;
  readonly hasSenders: boolean;
  readonly startedAt: number;
}

/** What all the mails and good sites come to. */
async function figuresOf({ name, entries, lists, hasSenders, startedAt }: ToMeasure): Promise<Figures> {
  const { rows } = await evaluateMails(
    (async function* () {
      for (const mail of mails) yield hasSenders ? mail : { ...mail, from: '', replyTo: '' };
    })(),
    lists,
    { examples: 0, evidence: null },
  );
  const flagged = async (hosts: readonly string[]): Promise<number> => {
    let count = 0;
    for (const host of hosts) if ((await lists.link(`https://${host}/`)).verdict.kind === 'flagged') count++;
    return count;
  };
  const of = (wanted: (row: EvaluationRow) => boolean): readonly EvaluationRow[] => rows.filter(wanted);
  const marked = (chosen: readonly EvaluationRow[]): number =>
    chosen.reduce((sum, { danger, caution }) => sum + danger + caution, 0);
  const messages = (chosen: readonly EvaluationRow[]): number =>
    chosen.reduce((sum, row) => sum + row.messages, 0);
  const ham = of(({ label }) => label === 'ham');
  const phish = of(({ label }) => label === 'phish');
  return {
    name,
    entries,
    ham: marked(ham),
    hamMessages: messages(ham),
    modernHam: marked(
      ham.filter(({ source }) => /newsletters|omnivore|unspy|themarkup|transactional/.test(source)),
    ),
    transactional: marked(ham.filter(({ source }) => source.startsWith('transactional'))),
    phish: marked(phish),
    phishMessages: messages(phish),
    phishWithLinks: phish.reduce((sum, { withLinks }) => sum + withLinks, 0),
    tranco: await flagged(ranked),
    banks: await flagged(banks),
    danger: {
      ham: ham.reduce((sum, { danger }) => sum + danger, 0),
      phish: phish.reduce((sum, { danger }) => sum + danger, 0),
    },
    seconds: Math.round((performance.now() - startedAt) / 1000),
  };
}

/** Each preset of which a copy is here, alone, and all of them together. */
async function measurePresets(): Promise<readonly Figures[]> {
  const ids = Object.keys(PRESET_COPIES);
  const wanted = [...ids.map((id) => ({ name: `preset ${id}`, ids: [id] })), { name: 'all presets', ids }];
  const figures: Figures[] = [];
  for (const { name, ids: some } of wanted.filter(isWanted)) {
    const startedAt = performance.now();
    const { entries, lists } = await presetLookup(some, NOW);
    figures.push(await figuresOf({ name, entries, lists, hasSenders: true, startedAt }));
  }
  return figures;
}

function indexOf(): ChannelIndex {
  return {
    format: 1,
    channel: 'bench',
    serial: 1,
    publishedAt: NOW,
    expiresAt: NOW + 86_400,
    refreshAfter: 3600,
    base: { serial: 1, bytes: 0, sha256: '' },
    deltas: [],
    chain: null,
    digest: '',
    sections: [],
    sources: [],
    keys: '',
  };
}

/**
 * What exact URLs and hosts that are nobody's but their owner's can find at most: every host of every entry, but for
 * the top 10,000, hosting sites, redirectors and public suffixes; no senders.
 */
async function countFindable(): Promise<number> {
  const { FeedParser } = await import('../../src/core/feed/parse-feed.ts');
  const { entryFacts } = await import('../../src/core/guard/entry-facts.ts');
  const { readFeedBytes } = await import('../../src/server/publisher/feeds/feed-bytes.ts');
  const file = parseFeedsFile(realFeedsFile());
  if (!file.ok) throw new TypeError('feeds');
  const top = new Set(ranked);
  const entries = new Set<string>();
  const hosts = new Set<string>();
  for (const feed of file.value.feeds) {
    const parser = new FeedParser(feed);
    const decoder = new TextDecoder();
    const path = feed.source.kind === 'file' ? feed.source.path : '';
    for await (const chunk of readFeedBytes(path, 2 ** 32)) {
      for (const line of parser.push(decoder.decode(chunk, { stream: true }))) {
        if (line.kind !== 'entry' || line.entry.kind !== 'url') continue;
        if (!line.entry.isHostLevel) entries.add(line.entry.host + line.entry.path);
        const facts = entryFacts(line.entry);
        if (facts.isPublicSuffix || facts.isSharedHost || facts.redirector !== null) continue;
        if (facts.site === null || !top.has(facts.site)) hosts.add(facts.host);
      }
    }
  }
  let found = 0;
  for (const { label, links } of mails) {
    if (label !== 'phish') continue;
    const isFound = links.some(({ href }) =>
      readLink(href).layers.some(({ hosts: names, paths, pairs }) =>
        pairs.some(([host, path]) => {
          const name = names[host] ?? '';
          return hosts.has(name) || entries.has(name + (paths[path] ?? ''));
        }),
      ),
    );
    if (isFound) found++;
  }
  return found;
}

const isJson = process.argv.includes('--json');
const findable = await countFindable();
if (!isJson) {
  console.log(`Exact URLs and unshared hosts can find ${findable} phishing messages, without senders.\n`);
  console.log(
    '| | entries | good messages | of these modern | transactional | phishing messages | Tranco 10k | banks |',
  );
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|');
}
const all: Figures[] = [];
for (const variant of VARIANTS.filter(isWanted)) {
  const figures = await measure(variant);
  all.push(figures);
  if (isJson) continue;
  const {
    name,
    entries,
    ham,
    hamMessages,
    modernHam,
    transactional,
    phish,
    phishMessages,
    phishWithLinks,
    tranco,
    banks,
  } = figures;
  const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)} %`;
  console.log(
    `| ${name} | ${entries.toLocaleString('en')} | ${ham} (${share(ham, hamMessages)}) | ${modernHam} | ${transactional} | ${phish} (${share(phish, phishMessages)}; ${share(phish, phishWithLinks)} of those with links) | ${tranco} | ${banks} |`,
  );
}
const presets = await measurePresets();
if (isJson) console.log(JSON.stringify({ findable, variants: all, presets }));
else {
  console.log(
    '\n| | entries | good messages | of these danger | phishing messages | of these danger | Tranco 10k | banks |',
  );
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|');
  for (const { name, entries, ham, phish, danger, tranco, banks: flaggedBanks } of presets) {
    console.log(
      `| ${name} | ${entries.toLocaleString('en')} | ${ham} | ${danger.ham} | ${phish} | ${danger.phish} | ${tranco} | ${flaggedBanks} |`,
    );
  }
}
