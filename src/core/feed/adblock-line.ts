import { readAdblockRule } from './adblock-rule.ts';
import type { FeedLine } from './feed-line.ts';
import { isHostsLine, readHostsLine } from './hosts-line.ts';

/** `#` begins a comment in lists made for several programs. */
const COMMENT = /^(?:!|\[.*\]$|#(?![#@$?%]))/;
const NOTED_RULE = /^(\S+)\s+[#!;]/;

export function readAdblockLine(text: string, line: number, found: FeedLine[]): void {
  const rule = text.trim();
  if (rule === '' || COMMENT.test(rule)) return;
  if (isHostsLine(rule)) return readHostsLine(rule, line, found);
  readAdblockRule(NOTED_RULE.exec(rule)?.[1] ?? rule, line, found);
}
