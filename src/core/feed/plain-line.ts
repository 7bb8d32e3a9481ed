import { readAdblockRule } from './adblock-rule.ts';
import { isCosmeticRule } from '../url/listed-entry.ts';
import { refused, type FeedLine } from './feed-line.ts';
import { readPlainEntry } from './plain-entry.ts';

const COMMENT = /^(?:[#;!]|\/\/)/;
/** `a.example # taken down`. A `#` without a space before it belongs to a URL. */
const TRAILING_COMMENT = /\s(?:[#;!]|\/\/)[^]*/;
const ADBLOCK_RULE = /^(?:\|\||@@)/;

/** Keeps blanks in a path, as browsers do. Also reads adblock rules, which many lists mix in (`||host/path^$all`). */
export function readUrlListLine(text: string, line: number, found: FeedLine[]): void {
  const entry = withoutComment(text);
  if (entry !== '') addPlainEntry(entry, line, found);
}

export function readDomainListLine(text: string, line: number, found: FeedLine[]): void {
  const entry = withoutComment(text);
  if (entry === '') return;
  if (entry.startsWith('<')) found.push(refused(line, entry, 'markup'));
  else if (/\s/.test(entry) && !ADBLOCK_RULE.test(entry) && !isCosmeticRule(entry))
    found.push(refused(line, entry, 'extra-words'));
  else addPlainEntry(entry, line, found);
}

export function addPlainEntry(entry: string, line: number, found: FeedLine[]): void {
  if (ADBLOCK_RULE.test(entry)) return readAdblockRule(entry, line, found);
  const read = readPlainEntry(entry);
  found.push(read.ok ? { kind: 'entry', line, entry: read.value } : refused(line, entry, read.failure));
}

function withoutComment(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || COMMENT.test(trimmed)) return '';
  return trimmed.replace(TRAILING_COMMENT, '').trimEnd();
}
