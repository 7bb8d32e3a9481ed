import { withoutEnd } from '../text/without-ends.ts';
import { refused, type FeedLine } from './feed-line.ts';
import { readPlainEntry } from './plain-entry.ts';

/** `! comment`, `[Adblock Plus 2.0]`, and `# comment` of lists made for several programs. */
const COMMENT = /^(?:!|\[.*\]$|#(?![#@$?%]))/;
const COSMETIC = /#[@$?%]{0,3}#|\$\$/;

/**
 * Options with which a rule still blocks the page itself for everybody. Everything else narrows it to some
 * requests (`$script`, `$third-party`) or pages, as rules against trackers do, and does not call the site bad.
 */
const BLOCKS_THE_PAGE: ReadonlySet<string> = new Set([
  'all',
  'document',
  'doc',
  'popup',
  'important',
  'match-case',
]);

/** A line of an adblock list. Lines that are plain hosts or `0.0.0.0 host` are read as well. */
export function readAdblockLine(text: string, line: number, found: FeedLine[]): void {
  const rule = text.trim();
  if (rule === '' || COMMENT.test(rule)) return;
  readAdblockRule(rule, line, found);
}

/**
 * `||host^`, `||host/path`, `||host^$all`, `|https://host/path|`; the same after `@@` allows. `||host/path` is
 * taken as that one page, although adblockers match every address that begins so: the page is what the feed saw.
 */
export function readAdblockRule(rule: string, line: number, found: FeedLine[]): void {
  if (rule.startsWith('<')) return void found.push(refused(line, rule, 'markup'));
  if (COSMETIC.test(rule)) return void found.push(refused(line, rule, 'cosmetic-rule'));
  const allows = rule.startsWith('@@');
  let pattern = allows ? rule.slice(2) : rule;
  if (pattern.startsWith('/') && /\/(?:\$[^/]*)?$/.test(pattern)) {
    return void found.push(refused(line, rule, 'pattern'));
  }
  const optionsAt = pattern.lastIndexOf('$');
  if (optionsAt > 0 && OPTIONS.test(pattern.slice(optionsAt + 1))) {
    const options = pattern
      .slice(optionsAt + 1)
      .toLowerCase()
      .split(',');
    if (!options.every((option) => BLOCKS_THE_PAGE.has(option))) {
      return void found.push(refused(line, rule, 'restricted-rule'));
    }
    pattern = pattern.slice(0, optionsAt);
  }
  const isAnchored = pattern.startsWith('||');
  if (isAnchored) pattern = pattern.slice(2);
  else if (pattern.startsWith('|')) pattern = pattern.slice(1);
  pattern = withoutEnd(pattern, '|^');
  const withoutWildcard = pattern.startsWith('*.') ? pattern.slice(2) : pattern;
  // `||ads.` matches every host that begins so.
  if (/[*^|]/.test(withoutWildcard) || withoutWildcard === '' || /^[^/]*\.$/.test(withoutWildcard)) {
    return void found.push(refused(line, rule, 'pattern'));
  }
  const entry = readPlainEntry(withoutWildcard);
  if (!entry.ok) found.push(refused(line, rule, entry.failure));
  else if (!allows) found.push({ kind: 'entry', line, entry: entry.value });
  else if (entry.value.isHostLevel) found.push({ kind: 'allow', line, host: entry.value.host });
  else found.push(refused(line, rule, 'allows-one-page'));
}

/** What can follow the last `$` of a rule; a `$` inside a path is followed by something else. */
const OPTIONS = /^~?[a-z0-9_-]+(?:=[^,]*)?(?:,~?[a-z0-9_-]+(?:=[^,]*)?)*$/i;
