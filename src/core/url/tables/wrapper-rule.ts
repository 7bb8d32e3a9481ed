/** docs/urls.md has measurements. */
export interface WrapperRule {
  /** Printed by `explain`. */
  readonly name: string;
  /**
   * Subdomains included. Empty: any host, because senders run this tracker under their own name; then `path` alone must
   * identify it, and the host is judged like any other.
   */
  readonly hosts: string;
  /**
   * For rules of any host: possible first letters of the path, for speed. `-`: the path `/` with a query; `*`: any path
   * that ends in `.php`.
   */
  readonly initials?: string;
  /** Path as servers read it, and raw query; absent: any. */
  readonly path?: RegExp;
  readonly query?: RegExp;
  readonly destination: Destination;
  /** Name shown if the destination is unreadable. Without it, the rule applies only if it finds a destination. */
  readonly sealed?: string;
  /** The whole host only redirects, though the rule reads only `path`. Implied without `path`. */
  readonly ownsHost?: true;
  /** An ordinary site that also redirects: judged itself, too. */
  readonly isOrdinarySite?: true;
  /** Finds only the destination's host; the rest stays hidden. */
  readonly isPartial?: true;
  readonly source: string;
}

/** In any usual encoding: see `read-destination.ts`. */
export type Destination =
  /** Parameters of these names (any case). Others that are absolute URLs become `Unwrapped.others`. */
  | { readonly in: 'query'; readonly names: string; readonly isBare?: true; readonly skip?: number }
  | { readonly in: 'whole-query'; readonly isBare?: true }
  /** What `pattern` captures in path and query. */
  | {
      readonly in: 'path';
      /** With flag `g`. Each search begins where the last capture did, so captures may overlap. */
      readonly pattern: RegExp;
      readonly isBare?: true;
    }
  /** Path segments and parameters that read as URLs. */
  | { readonly in: 'anywhere' }
  /** In an encoding of the service's own. */
  | { readonly in: 'url-defense-2' | 'url-defense-3' | 'check-point' | 'translate-host' }
  /** Only the service knows the destination. */
  | { readonly in: 'nowhere' };

/**
 * Reads a template of rules, one a line: `name | hosts ${path} ?${query} | destination, traits | source`. A rule for any
 * host has `any:` and its initials in place of hosts. Lines that begin with `#` are headings.
 *
 * @throws RangeError for a line that is no rule
 */
export function wrapperRules(
  text: TemplateStringsArray,
  ...values: readonly (string | RegExp)[]
): readonly WrapperRule[] {
  // Not by `String.raw`, which takes 4 ms for so many values.
  const parts = text.flatMap((part, index) => {
    const value = values[index];
    return [part, value instanceof RegExp ? `<${index}>` : (value ?? '')];
  });
  const rows = parts.join('').split('\n');
  return rows.filter((row) => row !== '' && !row.startsWith('#')).map((row) => ruleOf(row, values));
}

type Draft = { -readonly [Field in keyof WrapperRule]: WrapperRule[Field] };

function ruleOf(row: string, values: readonly (string | RegExp)[]): WrapperRule {
  const [name = '', where = '', to = '', source, ...more] = row.split(' | ');
  if (source === undefined || more.length > 0) throw new RangeError(`no rule of a wrapper: ${row}`);
  const [hosts = '', path, query] = where.split(/ \??</);
  const [place = '', ...traits] = to.split(', ');
  // Fields are assigned, since spreading them takes twice as long for all rows.
  const rule: Draft = { name, hosts, destination: destinationOf(place, traits, values), source };
  if (hosts.startsWith('any:')) {
    rule.initials = hosts.slice('any:'.length);
    rule.hosts = '';
  }
  if (path !== undefined) rule.path = patternAt(path, values);
  if (query !== undefined) rule.query = patternAt(query, values);
  for (const trait of traits) {
    if (trait === 'owns host') rule.ownsHost = true;
    else if (trait === 'ordinary site') rule.isOrdinarySite = true;
    else if (trait === 'partial') rule.isPartial = true;
    else if (trait.startsWith('sealed ')) rule.sealed = trait.slice('sealed '.length);
    else if (trait !== 'bare' && trait !== 'skip 2') throw new RangeError(`no trait of a wrapper: ${trait}`);
  }
  return rule;
}

function destinationOf(
  place: string,
  traits: readonly string[],
  values: readonly (string | RegExp)[],
): Destination {
  const space = place.indexOf(' ');
  const kind = space === -1 ? place : place.slice(0, space);
  const rest = place.slice(kind.length + 1);
  const bare = traits.includes('bare') ? ({ isBare: true } as const) : {};
  switch (kind) {
    case 'query':
      return { in: kind, names: rest, ...bare, ...(traits.includes('skip 2') ? { skip: 2 } : {}) };
    case 'path':
      return { in: kind, pattern: patternAt(rest.slice(1), values), ...bare };
    case 'whole-query':
      return { in: kind, ...bare };
    case 'anywhere':
    case 'url-defense-2':
    case 'url-defense-3':
    case 'check-point':
    case 'translate-host':
    case 'nowhere':
      return { in: kind };
    default:
      throw new RangeError(`no destination of a wrapper: ${place}`);
  }
}

/** @param word - as in `<12>`, without `<` */
function patternAt(word: string, values: readonly (string | RegExp)[]): RegExp {
  const value = values[Number.parseInt(word, 10)];
  if (value instanceof RegExp) return value;
  throw new RangeError(`no pattern of a wrapper: ${word}`);
}
