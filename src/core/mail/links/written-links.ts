import { publicSuffixOf } from '../../url/hosts/registrable-domain.ts';
import { MAX_READ_LENGTH } from '../../url/canonical/canonical-url.ts';
import { withoutEnd } from '../../text/without-ends.ts';

/** Possible ends tried per link. Addresses of listed pages have fewer characters of `END`. */
const MAX_ENDS = 8;

/** No program includes these in an address. */
const BETWEEN = /[\s<>"'`{}|\\^]/;
const START = /(?:https?|ftp):\/\/|(?<![a-z0-9])www\.(?=[a-z0-9-]+\.[a-z0-9-])/gi;
/** An address after one of these is part of the address before, which is a wrapper. */
const IS_PART_OF_ADDRESS = /[a-z0-9/=&?#@%.+-]/i;
/** A host with a page, which some programs linkify; not in a path or after an @. */
const BARE = /(?<![a-z0-9.@/:=-])(?:[a-z0-9][a-z0-9-]*\.)+[a-z][a-z0-9-]+(?=(?::\d{1,5})?\/)/gi;
const MAX_HOST_LENGTH = 253;

const ENDS_OF_SENTENCES = '.,;:!?)]';
/** Possible ends of a link: brackets, emphasis, other scripts. */
const END = /[[\]()*~,;!]|_(?![a-z0-9])|[^\0-\x7F]+/gi;
const IS_IN_PAGE = /[\p{L}\p{N}/=&#%+$@-]/u;

export interface WrittenLinks {
  /** Addresses up to the next character of `BETWEEN`, without a sentence's end. */
  readonly hrefs: readonly string[];
  /** The same addresses with earlier ends. */
  readonly sooner: readonly string[];
  readonly isWhole: boolean;
}

/**
 * Finds addresses with all ends that forums, Markdown and messengers may give them: the reader's program is unknown,
 * and one link to a listed page is enough.
 *
 * @param max - links
 */
export function linksWrittenIn(text: string, max: number): WrittenLinks {
  const hrefs = new Set<string>();
  const sooner = new Set<string>();
  let count = 0;
  let isWhole = true;
  for (const { written, own } of piecesOf(text)) {
    isWhole = count++ < max;
    if (!isWhole) break;
    // Full stops at the end belong to the sentence, and so do brackets that the address does not open.
    hrefs.add(withoutSentenceEnd(written));
    sooner.add(withoutEnd(written, ENDS_OF_SENTENCES));
    for (const href of soonerEnds(own)) sooner.add(href);
  }
  return { hrefs: [...hrefs], sooner: [...sooner].filter((href) => !hrefs.has(href)), isWhole };
}

interface Piece {
  /** The address up to the next character of `BETWEEN`. */
  readonly written: string;
  /** The same up to where the next address begins. */
  readonly own: string;
}

function* piecesOf(text: string): Generator<Piece> {
  for (const run of runsIn(text)) {
    const starts = startsIn(run);
    for (const [index, start] of starts.entries()) {
      const own = withScheme(run.slice(start, starts[index + 1]));
      // `http://...` only mentions links.
      if (withoutSigns(own.slice(0, MAX_READ_LENGTH)).length <= own.indexOf('//') + 2) continue;
      yield { own, written: index === 0 ? withScheme(run.slice(start)) : own };
    }
  }
}

function* runsIn(text: string): Generator<string> {
  // Every address contains a slash or `www.`.
  const sign = /\/|www\./gi;
  for (let found = sign.exec(text), from = 0; found !== null; found = sign.exec(text)) {
    let start = found.index;
    while (start > from && !BETWEEN.test(text.charAt(start - 1))) start--;
    let end = found.index;
    while (end < text.length && !BETWEEN.test(text.charAt(end))) end++;
    yield text.slice(start, end);
    from = end;
    sign.lastIndex = end;
  }
}

function startsIn(run: string): readonly number[] {
  const starts: number[] = [];
  for (const { index } of run.matchAll(START)) {
    if (starts.length === 0 || !IS_PART_OF_ADDRESS.test(run.charAt(index - 1))) starts.push(index);
  }
  const before = run.slice(0, starts[0]);
  const bare: number[] = [];
  for (const { index, 0: host } of before.matchAll(BARE)) {
    if (host.length <= MAX_HOST_LENGTH && publicSuffixOf(host.toLowerCase()).kind !== 'unlisted')
      bare.push(index);
  }
  return [...bare, ...starts];
}

function withScheme(address: string): string {
  return /^(?:https?|ftp):\/\//i.test(address) ? address : `http://${address}`;
}

function* soonerEnds(address: string): Generator<string> {
  if (address.length <= MAX_READ_LENGTH) yield withoutSigns(address);
  const host = hostStart(address);
  let count = 0;
  for (const { index } of address.slice(0, MAX_READ_LENGTH).matchAll(END)) {
    if (index <= host) continue;
    if (count++ >= MAX_ENDS) return;
    const sooner = address.slice(0, index);
    yield withoutSentenceEnd(sooner);
    yield withoutEnd(sooner, ENDS_OF_SENTENCES);
  }
}

const OPENING = new Map([
  [')', '('],
  [']', '['],
]);

/** A closing bracket stays if its partner is in the address, as in `/e_(f)`. */
function withoutSentenceEnd(address: string): string {
  const cut = withoutEnd(address, ENDS_OF_SENTENCES);
  const open = new Map([...OPENING.values()].map((bracket) => [bracket, countOf(cut, bracket)]));
  for (const [closing, opening] of OPENING)
    open.set(opening, (open.get(opening) ?? 0) - countOf(cut, closing));
  let end = cut.length;
  for (let at = cut.length; at < address.length; at++) {
    const opening = OPENING.get(address.charAt(at));
    if (opening === undefined) continue;
    const left = (open.get(opening) ?? 0) - 1;
    if (left < 0) break;
    open.set(opening, left);
    end = at + 1;
  }
  return address.slice(0, end);
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** Skips user name and password, which may contain anything. */
function hostStart(address: string): number {
  const start = address.indexOf('//') + 2;
  const length = address.slice(start).search(/[/?#]/);
  const end = length === -1 ? address.length : start + length;
  return Math.max(start, address.lastIndexOf('@', end - 1) + 1);
}

function withoutSigns(address: string): string {
  let end = address.length;
  while (end > 0 && !IS_IN_PAGE.test(address.charAt(end - 1))) end--;
  return address.slice(0, end);
}
