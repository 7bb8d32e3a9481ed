import type { EntryHasher } from '../../../core/hash/entry-hash.ts';
import type { KeySelector } from '../../../core/hash/membership.ts';
import type { LinkLayer, ReadLink } from '../../../core/url/canonical/link-layer.ts';
import { candidatesOf, type LinkCandidate } from '../../../core/lookup/look-up-link.ts';
import type { ChangesTrouble, Decision } from '../check/change-source.ts';
import { CONTENT_HOST } from '../../../core/url/ipfs-content.ts';
import { EVERY_KEY } from './filter-block.ts';
import { placeOf, siteOf, siteOfAddress, type Place } from './shards.ts';

export class Question {
  readonly linkIndex: number;
  readonly place: Place;
  /** `moved`: retry with the new head. */
  state: 'open' | 'answered' | 'moved' | ChangesTrouble = 'open';
  decisions: readonly Decision[] = [];
  readonly #link: ReadLink;
  readonly #layer: LinkLayer;
  readonly #layerIndex: number;
  readonly #hasher: EntryHasher;

  /** @param layer - reduced to keys of `site` */
  constructor(
    linkIndex: number,
    link: ReadLink,
    layerIndex: number,
    { layer, site }: LayerAtSite,
    hasher: EntryHasher,
  ) {
    this.linkIndex = linkIndex;
    this.#link = link;
    this.#layerIndex = layerIndex;
    this.#layer = layer;
    this.#hasher = hasher;
    this.place = placeOf(site, hasher);
  }

  /** Up to 30 keys. */
  keys(among: KeySelector = EVERY_KEY): readonly LinkCandidate[] {
    const found = candidatesOf({ ...this.#link, layers: [this.#layer] }, this.#hasher, among);
    return found.map((candidate) => ({ ...candidate, layer: this.#layerIndex }));
  }
}

interface LayerAtSite {
  readonly site: string;
  readonly layer: LinkLayer;
}

export function questionsOf(links: readonly ReadLink[], hasher: EntryHasher): readonly Question[] {
  return links.flatMap((link, linkIndex) =>
    link.layers.flatMap((layer, index) =>
      bySite(layer).map((part) => new Question(linkIndex, link, index, part, hasher)),
    ),
  );
}

/** All keys are at one site, except that IPFS content adds a host, and mail recipients may differ. */
function bySite(layer: LinkLayer): readonly LayerAtSite[] {
  const { addresses, pairs, hosts } = layer;
  if (addresses.length === 0 && !hosts.includes(CONTENT_HOST))
    return pairs.length === 0 ? [] : [{ site: siteOf(hosts[0] ?? ''), layer }];
  const sites = new Set(addresses.length === 0 ? hosts.map(siteOf) : addresses.map(siteOfAddress));
  return [...sites].map((site) => ({
    site,
    layer: {
      ...layer,
      addresses: addresses.filter((address) => siteOfAddress(address) === site),
      pairs: pairs.filter(([host]) => siteOf(hosts[host] ?? '') === site),
    },
  }));
}
