/**
 * A million links of real mail, each with a few characters changed, through `readLink`: no exception, everything
 * bounded, and no link that takes more time than its length explains.
 *
 *     npm run soak -- url              a million
 *     npm run soak -- url --n=10000 --seed=7
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expressionsOf, MAX_LAYERS, readLink } from '../../src/core/url/read-link.ts';
import { needSharedData, sharedData } from '../shared-data.ts';

function option(name: string, otherwise: number): number {
  const word = process.argv.find((one) => one.startsWith(`--${name}=`));
  return word === undefined ? otherwise : Number(word.slice(name.length + 3));
}

needSharedData('vectors', 'mail');

const COUNT = option('n', 1_000_000);
const SEED = option('seed', 20_261_120);

/** Marsaglia's xorshift32: the run can be repeated. */
let state = SEED;
function random(below: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}

interface Link {
  readonly href: string;
}

function wildHrefs(): readonly string[] {
  const hrefs: string[] = [];
  for (const name of ['wild_wrapped_links', 'wild_obfuscated_hrefs']) {
    for (const line of readFileSync(sharedData(`vectors/${name}.jsonl`), 'utf8').split('\n')) {
      // Written by the project that gathered them; their shape is in data/README.md, as that of the mails.
      if (line !== '') hrefs.push((JSON.parse(line) as Link).href);
    }
  }
  for (const corpus of ['phishing_pot', 'newsletters', 'transactional']) {
    const lines = gunzipSync(readFileSync(sharedData(`mail/${corpus}.jsonl.gz`)))
      .toString()
      .split('\n');
    for (const line of lines) {
      if (line === '') continue;
      const { links } = JSON.parse(line) as { readonly links: readonly Link[] };
      for (const { href } of links.slice(0, 3)) hrefs.push(href);
    }
  }
  return hrefs;
}

/** What parsers trip over. */
const PIECES = [
  '%',
  '%25',
  '%2f',
  '%2e',
  '%00',
  '/',
  '//',
  '\\',
  '?',
  '#',
  '&',
  '=',
  '@',
  ':',
  '.',
  '..',
  '*',
  '**_',
  '__',
  '__;',
  '!',
  ';',
  '+',
  '\t',
  '\n',
  '\u0000',
  ' ',
  '"',
  "'",
  '<',
  '[',
  ']',
  'é',
  '。',
  '\u00ad',
  '😀',
  '\ud800',
  'xn--',
  '0x',
  'http://',
  'https%3A%2F%2F',
  'aHR0cHM6Ly9',
  'eyJ1cmwiOiJ',
  'eJw',
  'url=',
  'u=a1',
  '&amp;',
  'javascript:',
  'mailto:',
  '://',
];

function mutated(hrefs: readonly string[]): string {
  let text = hrefs[random(hrefs.length)] ?? '';
  for (let edits = random(6); edits > 0; edits--) {
    const at = random(text.length + 1);
    const piece = PIECES[random(PIECES.length)] ?? '';
    switch (random(6)) {
      case 0:
        text = text.slice(0, at) + piece + text.slice(at);
        break;
      case 1:
        text = text.slice(0, at) + piece + text.slice(at + 1 + random(4));
        break;
      case 2:
        text = text.slice(0, at) + piece.repeat(1 + random(40)) + text.slice(at);
        break;
      case 3:
        text = at % 8 === 0 ? text.slice(at) + text.slice(0, at) : text.slice(0, at);
        break;
      case 4:
        // A part of another link: wrappers in wrappers.
        text =
          text.slice(0, at) +
          encodeURIComponent((hrefs[random(hrefs.length)] ?? '').replace(/\p{Surrogate}/gu, ''));
        break;
      default:
        text = text.slice(0, at) + String.fromCharCode(random(0x10000)) + text.slice(at + 1);
    }
  }
  return text;
}

const hrefs = wildHrefs();
let slowest = { perKilobyte: 0, milliseconds: 0, href: '' };
let layers = 0;
let failures = 0;
let hidden = 0;
const problems: string[] = [];
const started = performance.now();
for (let index = 0; index < COUNT; index++) {
  const href = mutated(hrefs);
  let start = performance.now();
  try {
    const link = readLink(href);
    const [first] = link.layers;
    const isBounded =
      first !== undefined &&
      first.url === href &&
      link.layers.length <= MAX_LAYERS &&
      link.layers.every(
        (layer, place) =>
          expressionsOf(layer).length <= 30 &&
          layer.addresses.length <= 30 &&
          (place === 0 || layer.failure === null) &&
          (layer.canonical === null || /^[!-~]+$/.test(layer.canonical)),
      );
    if (!isBounded) problems.push(`out of bounds: ${JSON.stringify(href)}`);
    layers += link.layers.length;
    if (link.failure !== null) failures++;
    if (link.hidden !== null) hidden++;
    let milliseconds = performance.now() - start;
    const perKilobyte = milliseconds / (1 + href.length / 1024);
    if (perKilobyte > slowest.perKilobyte) {
      // Once more: an interrupted measurement is no slow link.
      for (let again = 0; again < 3; again++) {
        start = performance.now();
        readLink(href);
        milliseconds = Math.min(milliseconds, performance.now() - start);
      }
      const again = milliseconds / (1 + href.length / 1024);
      if (again > slowest.perKilobyte) slowest = { perKilobyte: again, milliseconds, href };
    }
  } catch (error) {
    problems.push(`${String(error)}: ${JSON.stringify(href)}`);
  }
  if (problems.length > 20) break;
}
const seconds = (performance.now() - started) / 1000;

/** Milliseconds for a kilobyte of link. A link that takes time out of proportion takes far more. */
const AIM = 5;
console.log(
  `${COUNT} links in ${seconds.toFixed(1)} s, seed ${SEED}: ${layers} layers, ${hidden} hidden, ${failures} unreadable`,
);
console.log(
  `slowest: ${slowest.perKilobyte.toFixed(2)} ms per kB (${slowest.milliseconds.toFixed(2)} ms for ${slowest.href.length} characters)`,
);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 && slowest.perKilobyte <= AIM ? 0 : 1;
