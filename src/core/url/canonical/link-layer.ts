/** One lookup key. Host and path joined: `b.example/1/`. */
export interface Expression {
  readonly kind: 'url';
  /** As in `HostName`. */
  readonly host: string;
  /** With `?query` if any. */
  readonly path: string;
}

/** `user@host`, or a sender's domain. */
export interface AddressExpression {
  readonly kind: 'address';
  readonly address: string;
}

export interface LinkLayer {
  /** Untrusted. */
  readonly url: string;
  /** Index of the enclosing layer, or null. */
  readonly parent: number | null;
  /** Name of the rule that led from the parent to this layer, or null. */
  readonly wrapper: string | null;
  /** `host/path?query`; null for `mailto:` and failures. */
  readonly canonical: string | null;
  readonly host: string | null;
  /** Private suffixes count as suffixes; null for IP literals and public suffixes. */
  readonly registrableDomain: string | null;
  /** ≤ 30 lookup keys `hosts[i] + paths[j]`, each part hashed once. Most wrappers have only keys of the whole URL. */
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  /** Valid `[hostIndex, pathIndex]`: shared hosting excludes some combinations. */
  readonly pairs: readonly (readonly [number, number])[];
  /**
   * For `mailto:`: `user@host`, `host` and its parents. Pairs then are the hosts' front pages, because most lists know
   * hosts as sites, not senders.
   */
  readonly addresses: readonly string[];
  /** Only wraps another layer, so a link can be allowed without trust in it. */
  readonly isWrapper: boolean;
  /** An address that `withCarried` found in layer `parent`, which may not lead to it. */
  readonly isCarried?: true;
  readonly failure: UrlFailure | null;
}

/** Of failed URLs, only a `too-long` one has a host. It is judged by the host and the path up to `MAX_READ_LENGTH`. */
export type UrlFailure = 'too-long' | 'not-a-web-address' | 'no-host' | 'bad-host' | 'bad-port';

export const TRUNCATIONS = ['depth', 'layers', 'parameters', 'length', 'inflated', 'escapes'] as const;
export type Truncation = (typeof TRUNCATIONS)[number];

export interface Truncated {
  readonly limit: Truncation;
  readonly layer: number;
}

/** Layers are breadth first, ≤ 16, then those that `withCarried` adds. */
export interface ReadLink {
  readonly layers: readonly LinkLayer[];
  /** Only a third party knows the destination: a tracker, shortener or sealed wrapper. */
  readonly hidden: { readonly by: string } | null;
  /** Null if layer 0 has a canonical form or address. */
  readonly failure: UrlFailure | null;
  /** The limits reached, each with the first layer that reached it; empty for honest mail. */
  readonly truncated: readonly Truncated[];
}
