import { fail, ok, type Result } from '../result.ts';
import { ENTRY_COLUMNS, headerOfComment, splitRow } from './csv-reader.ts';
import type { FeedLayout } from './feed-description.ts';
import type { FeedFormat, FeedLine } from './feed-line.ts';
import { FeedParser } from './parse-feed.ts';

export interface DetectedFormat extends FeedLayout {
  /** Counted in the sample. */
  readonly entries: number;
  readonly refused: number;
  readonly firstRefused: readonly Extract<FeedLine, { kind: 'refused' }>[];
}

export type DetectFailure =
  | 'empty'
  /** HTML: the address has no feed, or only a page for humans. */
  | 'markup'
  /** A packed archive, for instance. */
  | 'not-text'
  | 'unknown';

export const DETECT_CHARACTERS = 65_536;
const MAX_FIRST_REFUSED = 5;

/** Recognises distinctive formats by their beginning; otherwise the share of lines in each syntax decides. */
export function detectFormat(text: string): Result<DetectedFormat, DetectFailure> {
  const sample = wholeLines(text);
  const start = sample.trimStart();
  if (start === '') return fail('empty');
  if (sample.includes('\u0000') || isMostlyInvalid(sample)) return fail('not-text');
  if (/^<(?:!doctype|html|head|body|\?xml|[a-z]+[\s>])/i.test(start)) return fail('markup');
  const layout = layoutOf(start);
  const tried = tryLayout(layout, sample);
  return tried.entries > 0 ? ok(tried) : fail('unknown');
}

function layoutOf(text: string): FeedLayout {
  const plain: FeedLayout = { format: 'url-list', columns: { entry: null, only: {} } };
  const as = (format: FeedFormat): FeedLayout => ({ ...plain, format });
  if (/^\[adblock/i.test(text)) return as('adblock');
  if (/^(?:\{|\[\s*(?:["{[\]]|$))/.test(text)) return as('json');
  if (/^\$(?:TTL|ORIGIN)\b/im.test(text) || /^\S+\s+(?:\d+\s+)?(?:IN\s+)?SOA\s/im.test(text))
    return as('rpz');

  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const entry = entryColumnOf(lines);
  if (entry !== null) return { format: 'csv', columns: { entry, only: {} } };

  const content = lines.filter((line) => !/^\s*(?:[#;!]|\/\/)/.test(line));
  const share = (pattern: RegExp): number =>
    content.filter((line) => pattern.test(line)).length / Math.max(1, content.length);
  if (share(/^\S+\s+(?:\d+\s+)?(?:IN\s+)?CNAME\s/i) > 0.5) return as('rpz');
  if (share(/^\s*(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+\S/) > 0.5) return as('hosts');
  if (share(/^\s*(?:\|\||@@|\S*##)/) > 0.3) return as('adblock');
  if (share(/^[^/@]*@[^/]*$/) > 0.3) return as('address-list');
  // The URL list format also reads a domain list with a few paths.
  return as(share(/:\/\/|\S\/\S/) > 0.02 ? 'url-list' : 'domain-list');
}

/** Searches the first line and comments for a CSV header: several names, one of them in `ENTRY_COLUMNS`. */
function entryColumnOf(lines: readonly string[]): string | null {
  const isComment = /^\s*#/;
  const first = lines.find((line) => !isComment.test(line));
  const comments = lines.slice(0, 100).filter((line) => isComment.test(line));
  for (const line of first === undefined ? comments : [first, ...comments]) {
    const bare = isComment.test(line) ? headerOfComment(line) : line;
    const delimiter = ['\t', ',', ';', '|'].find((mark) => bare.includes(mark));
    if (delimiter === undefined) continue;
    const names = splitRow(bare, delimiter)?.map((name) => name.toLowerCase()) ?? [];
    const known = ENTRY_COLUMNS.find((name) => names.includes(name));
    if (known !== undefined && names.every((name) => /^[\w .-]{1,40}$/.test(name))) return known;
  }
  return null;
}

function tryLayout(layout: FeedLayout, sample: string): DetectedFormat {
  const parser = new FeedParser(layout);
  // Without `finish`, which would report the line that the sample cuts off.
  const lines = parser.push(sample);
  const refused = lines.filter((line) => line.kind === 'refused');
  return {
    ...layout,
    entries: lines.filter(({ kind }) => kind === 'entry').length,
    refused: refused.length,
    firstRefused: refused.slice(0, MAX_FIRST_REFUSED),
  };
}

function wholeLines(text: string): string {
  if (text.length <= DETECT_CHARACTERS) return text.endsWith('\n') ? text : `${text}\n`;
  const cut = text.lastIndexOf('\n', DETECT_CHARACTERS);
  return text.slice(0, cut === -1 ? DETECT_CHARACTERS : cut + 1);
}

/** Bytes that are not UTF-8 arrive as U+FFFD. */
function isMostlyInvalid(text: string): boolean {
  return (text.match(/\uFFFD/g)?.length ?? 0) > text.length / 20;
}
