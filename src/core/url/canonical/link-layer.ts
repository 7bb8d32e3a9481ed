/** Host and path of one lookup key. Joined they are what people read: `b.example/1/`. */
export interface Expression {
  readonly kind: 'url';
  /** Canonical host: lower case, punycode, IPv4 dotted decimal, IPv6 in brackets. */
  readonly host: string;
  /** Starts with `/`; with `?query` if the expression has one. */
  readonly path: string;
}

/** An address (`user@host`) or a sender's domain (`host`). */
export interface AddressExpression {
  readonly kind: 'address';
  readonly address: string;
}

export interface LinkLayer {
  /** As found: raw, untrusted. */
  readonly url: string;
  /** Index of the layer it was found in; null for the link itself. */
  readonly parent: number | null;
  /** Name of the rule that led here; null for the link itself. */
  readonly wrapper: string | null;
  /** `host/path?query`; null for a `mailto:` layer. Null also when `failure` is set. */
  readonly canonical: string | null;
  readonly host: string | null;
  /** By the public suffix list, private section included; null for IP literals and public suffixes. */
  readonly registrableDomain: string | null;
  /**
   * ≤ 30 lookup keys. Hosts × paths, so that each is hashed once: `hosts[i] + paths[j]`. Of a wrapper there is one,
   * the whole link as listed: never its host, never a part of its path.
   */
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  /** Which pairs count, as `[hostIndex, pathIndex]`: shared hosting rules some out. */
  readonly pairs: readonly (readonly [number, number])[];
  /**
   * Addresses of a `mailto:` layer: `user@host` then `host`. Empty otherwise. Its pairs are the front pages of the
   * hosts: most lists know a host as a site, and not as a sender.
   */
  readonly addresses: readonly string[];
  /** True if this layer is only a wrapper around another one: its own host is never flagged. */
  readonly isWrapper: boolean;
  /** Only of what `withCarried` adds: an address that the layer `parent` has in it. Nobody knows whether it leads there. */
  readonly isCarried?: true;
  readonly failure: UrlFailure | null;
}

/** `too-long` is judged by its host and as much of its path as is read; the others have no host. */
export type UrlFailure = 'too-long' | 'not-a-web-address' | 'no-host' | 'bad-host' | 'bad-port';

/** The limits at which the reading of a link stops. */
export const TRUNCATIONS = ['depth', 'layers', 'parameters', 'length', 'inflated', 'escapes'] as const;
export type Truncation = (typeof TRUNCATIONS)[number];

/** A limit that was reached: what lies behind it was not looked at. */
export interface Truncated {
  readonly limit: Truncation;
  /** Index of the layer in which it was reached. */
  readonly layer: number;
}

/** A link taken apart: layers breadth-first, ≤ 16; behind them what `withCarried` adds. */
export interface ReadLink {
  readonly layers: readonly LinkLayer[];
  /** The destination cannot be known without asking somebody: a tracker, a shortener, a sealed wrapper. */
  readonly hidden: { readonly by: string } | null;
  /** Why the link as a whole could not be read; null if layer 0 has a canonical form or an address. */
  readonly failure: UrlFailure | null;
  /** Empty for all that honest mail holds. The first of each limit, by layers. */
  readonly truncated: readonly Truncated[];
}
