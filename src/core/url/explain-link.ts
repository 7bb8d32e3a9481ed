import { withCarried } from './carried-addresses.ts';
import type { Truncated } from './canonical/link-layer.ts';
import { expressionsOf, readLink } from './read-link.ts';

export interface ExplainedLink {
  readonly url: string;
  readonly layers: readonly ExplainedLayer[];
  readonly hidden: { readonly by: string } | null;
  readonly failure: string | null;
  readonly truncated: readonly Truncated[];
}

export interface ExplainedLayer {
  readonly url: string;
  readonly parent: number | null;
  readonly wrapper: string | null;
  readonly canonical: string | null;
  readonly host: string | null;
  readonly registrableDomain: string | null;
  readonly expressions: readonly string[];
}

/** One line of `spamlight explain --json`. */
export function explainLink(href: string): ExplainedLink {
  const link = withCarried(readLink(href));
  return {
    url: href,
    layers: link.layers.map((layer) => ({
      url: layer.url,
      parent: layer.parent,
      wrapper: layer.wrapper,
      canonical: layer.canonical,
      host: layer.host,
      registrableDomain: layer.registrableDomain,
      expressions: [...expressionsOf(layer), ...layer.addresses],
    })),
    hidden: link.hidden,
    failure: link.failure,
    truncated: link.truncated,
  };
}
