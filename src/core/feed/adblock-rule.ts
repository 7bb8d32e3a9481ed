import { withoutEnd } from '../text/without-ends.ts';
import { isCosmeticRule } from '../url/listed-entry.ts';
import { refused, type FeedLine } from './feed-line.ts';
import { readPlainEntry } from './plain-entry.ts';

/**
 * Options with which a rule blocks the page itself for everybody. Other options narrow the rule to some requests
 * (`$script`) or pages.
 */
const BLOCKS_THE_PAGE: ReadonlySet<string> = new Set([
  'all',
  'document',
  'doc',
  'popup',
  'important',
  'match-case',
  /** uBlock Origin shows the text of this option to the reader. */
  'reason',
  'badfilter',
]);

/**
 * `||host^`, `||host/path`, `||host^$all`, `|https://host/path|`; `@@` before it allows. `||host/path` counts as one
 * page, the one that the feed saw, although adblockers match every address that begins so. `$badfilter` withdraws the
 * rule that it repeats, but the withdrawn page still counts towards listing its whole host (`wideningOf`).
 */
export function readAdblockRule(rule: string, line: number, found: FeedLine[]): void {
  if (rule.startsWith('<')) return void found.push(refused(line, rule, 'markup'));
  if (isCosmeticRule(rule)) return void found.push(refused(line, rule, 'cosmetic-rule'));
  const allows = rule.startsWith('@@');
  let pattern = allows ? rule.slice(2) : rule;
  if (pattern.startsWith('/') && /\/(?:\$[^/]*)?$/.test(pattern)) {
    return void found.push(refused(line, rule, 'pattern'));
  }
  const unquoted = pattern.replace(QUOTED, (value) => '='.padEnd(value.length, '_'));
  const optionsAt = unquoted.lastIndexOf('$');
  let isSwitchedOff = false;
  if (optionsAt > 0 && OPTIONS.test(unquoted.slice(optionsAt + 1))) {
    const options = unquoted
      .slice(optionsAt + 1)
      .toLowerCase()
      .split(',')
      .map((option) => option.replace(/=[^]*/, ''));
    if (!options.every((option) => BLOCKS_THE_PAGE.has(option) || NO_OPTION.test(option))) {
      return void found.push(refused(line, rule, 'restricted-rule'));
    }
    isSwitchedOff = options.includes('badfilter');
    pattern = pattern.slice(0, optionsAt);
  }
  const isAnchored = pattern.startsWith('||');
  if (isAnchored) pattern = pattern.slice(2);
  else if (pattern.startsWith('|')) pattern = pattern.slice(1);
  pattern = withoutEnd(withoutEnd(withoutEnd(pattern, '|'), '*'), '^');
  const withoutWildcard = pattern.startsWith('*.') ? pattern.slice(2) : pattern;
  // `||ads.` matches every host that begins so.
  if (/[*^|]/.test(withoutWildcard) || withoutWildcard === '' || /^[^/]*\.$/.test(withoutWildcard)) {
    return void found.push(refused(line, rule, 'pattern'));
  }
  const entry = readPlainEntry(withoutWildcard);
  if (!entry.ok) found.push(refused(line, rule, entry.failure));
  else if (isSwitchedOff && !allows) found.push({ kind: 'withdrawn', line, entry: entry.value });
  else if (isSwitchedOff) found.push(refused(line, rule, 'switched-off'));
  else if (!allows) found.push({ kind: 'entry', line, entry: entry.value });
  else if (entry.value.isHostLevel) found.push({ kind: 'allow', line, host: entry.value.host });
  else found.push(refused(line, rule, 'allows-one-page'));
}

/** A run of `_` is filler in uBlock Origin and AdGuard. */
const NO_OPTION = /^_+$/;
/** Quotes may hold any character: `reason="Not the site, but a copy"`. */
const QUOTED = /="[^"]*"|='[^']*'/g;
/** Keeps a `$` inside a path from counting as the start of options. */
const OPTIONS = /^~?[a-z0-9_-]+(?:=[^,]*)?(?:,~?[a-z0-9_-]+(?:=[^,]*)?)*$/i;
