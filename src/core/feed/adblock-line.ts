import { readAdblockRule } from './adblock-rule.ts';
import type { FeedLine } from './feed-line.ts';
import { isHostsLine, readHostsLine } from './hosts-line.ts';

/** `! comment`, `[Adblock Plus 2.0]`, and `# comment` of lists made for several programs. */
const COMMENT = /^(?:!|\[.*\]$|#(?![#@$?%]))/;
/** A rule without a space in it, and what a list's maker wrote behind it. */
const NOTED_RULE = /^(\S+)\s+[#!;]/;

/** A line of an adblock list. Lines that are plain hosts or `0.0.0.0 host` are read as well, and notes behind a rule. */
export function readAdblockLine(text: string, line: number, found: FeedLine[]): void {
  const rule = text.trim();
  if (rule === '' || COMMENT.test(rule)) return;
  if (isHostsLine(rule)) return readHostsLine(rule, line, found);
  readAdblockRule(NOTED_RULE.exec(rule)?.[1] ?? rule, line, found);
}
