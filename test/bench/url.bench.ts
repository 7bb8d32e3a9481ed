/**
 * What it costs to read one link of a mail: unwrap, canonicalize and list its expressions, beside `new URL` and
 * the public suffix list alone, in turns in the same run.
 *
 *     npx tsx test/bench/url.bench.ts [--json]
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { getDomain } from 'tldts';
import { readLink } from '../../src/core/url/read-link.ts';
import { needSharedData, sharedData } from '../shared-data.ts';

needSharedData('mail');

const LINKS = 10_000;
const ROUNDS = 41;
const CORPORA = ['phishing_pot', 'newsletters', 'omnivore', 'unspy', 'themarkup', 'transactional'];

function realLinks(): readonly string[] {
  const all: string[] = [];
  for (const corpus of CORPORA) {
    const lines = gunzipSync(readFileSync(sharedData(`mail/${corpus}.jsonl.gz`)))
      .toString()
      .split('\n');
    for (const line of lines) {
      if (line === '') continue;
      // Written by the same project that wrote the corpus; its shape is in data/README.md.
      const { links } = JSON.parse(line) as { readonly links: readonly { readonly href: string }[] };
      for (const { href } of links) if (/^https?:/i.test(href) && URL.canParse(href)) all.push(href);
    }
  }
  const step = all.length / LINKS;
  return Array.from({ length: LINKS }, (_, index) => all[Math.floor(index * step)] ?? '');
}

/** The same links with a label of its own in front of every host, so that nothing is ever seen twice. */
function withStrangeHosts(links: readonly string[], round: number): readonly string[] {
  return links.map((href, index) => {
    const strange = href.replace(/^(https?:\/\/)/i, `$1x${round}-${index}.`);
    return URL.canParse(strange) ? strange : href;
  });
}

let sink = 0;
const CONTENDERS = {
  'new URL()': (href: string) => {
    sink += new URL(href).href.length;
  },
  tldts: (href: string) => {
    sink += getDomain(href, { allowPrivateDomains: true })?.length ?? 0;
  },
  readLink: (href: string) => {
    for (const layer of readLink(href).layers) sink += layer.pairs.length;
  },
} as const;

type Contender = keyof typeof CONTENDERS;
const NAMES: readonly Contender[] = ['new URL()', 'tldts', 'readLink'];

/** Links that are timed together: long enough for the clock, too short to be interrupted often. */
const BATCH = 50;

interface Times {
  /** Nanoseconds a link: of the middle batch, and of all. */
  readonly median: number;
  readonly mean: number;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function timeOf(name: Contender, links: readonly string[]): number {
  const work = CONTENDERS[name];
  const start = process.hrtime.bigint();
  for (const href of links) work(href);
  return Number(process.hrtime.bigint() - start) / links.length;
}

/** Every batch is timed in every round, by all in turns; of each batch the median over the rounds counts. */
function measure(linksOf: (round: number) => readonly string[]): Record<Contender, Times> {
  const batches = Math.ceil(LINKS / BATCH);
  const times = new Map(NAMES.map((name) => [name, Array.from({ length: batches }, (): number[] => [])]));
  for (let round = 0; round < ROUNDS; round++) {
    const links = linksOf(round);
    for (let batch = 0; batch < batches; batch++) {
      const some = links.slice(batch * BATCH, (batch + 1) * BATCH);
      for (let turn = 0; turn < NAMES.length; turn++) {
        const name = NAMES[(round + batch + turn) % NAMES.length] ?? 'readLink';
        const time = timeOf(name, some);
        // The first rounds still compile.
        if (round >= 5) times.get(name)?.[batch]?.push(time);
      }
    }
  }
  const steady = (name: Contender): Times => {
    const medians = (times.get(name) ?? []).map(median);
    return { median: median(medians), mean: medians.reduce((sum, time) => sum + time, 0) / medians.length };
  };
  return { 'new URL()': steady('new URL()'), tldts: steady('tldts'), readLink: steady('readLink') };
}

const links = realLinks();
const known = measure(() => links);
const strange = measure((round) => withStrangeHosts(links, round));
const ratio = (times: Record<Contender, Times>, of: keyof Times): number =>
  times.readLink[of] / (times['new URL()'][of] + times.tldts[of]);
const report = {
  links: links.length,
  averageLength: Math.round(links.reduce((sum, href) => sum + href.length, 0) / links.length),
  nanosecondsPerLink: known,
  timesUrlAndTldts: { median: ratio(known, 'median'), mean: ratio(known, 'mean') },
  everyHostNew: strange,
  everyHostNewTimesUrlAndTldts: { median: ratio(strange, 'median'), mean: ratio(strange, 'mean') },
};

if (process.argv.includes('--json')) {
  console.log(JSON.stringify(report));
} else {
  console.log(
    `${report.links} links of real mail, ${report.averageLength} characters on average; ns per link`,
  );
  for (const [title, times] of [
    ['as in the mails', known],
    ['every host new', strange],
  ] as const) {
    for (const of of ['median', 'mean'] as const) {
      const cells = NAMES.map((name) => `${name} ${Math.round(times[name][of])}`.padEnd(15));
      console.log(
        `${title.padEnd(16)} ${of.padEnd(7)} ${cells.join(' ')} readLink ÷ (new URL() + tldts) = ${ratio(times, of).toFixed(2)}`,
      );
    }
  }
}
if (sink === 0) throw new Error('nothing was measured');
