import type { EntryHasher } from '../../core/hash/entry-hash.ts';
import type { KeySelector } from '../../core/filter/membership.ts';
import type { ReadLink } from '../../core/url/link-layer.ts';
import { candidatesOf, type LinkCandidate } from '../../core/verdict/look-up-link.ts';
import type { EngineDecision, EngineTrouble } from './engine.ts';
import { EVERY_KEY } from './filter-block.ts';
import { placeOf, siteOf, type Place } from './shards.ts';

/** What one layer of a link asks of the engine, and what has come out. */
export class Question {
  readonly linkIndex: number;
  readonly place: Place;
  /** `moved`: to be asked once more, by another head. */
  state: 'open' | 'answered' | 'moved' | EngineTrouble = 'open';
  decisions: readonly EngineDecision[] = [];
  readonly #link: ReadLink;
  readonly #layer: number;
  readonly #hasher: EntryHasher;

  constructor(linkIndex: number, link: ReadLink, layer: number, hasher: EntryHasher) {
    this.linkIndex = linkIndex;
    this.#link = link;
    this.#layer = layer;
    this.#hasher = hasher;
    this.place = placeOf(siteOf(link.layers[layer]?.hosts[0] ?? ''), hasher);
  }

  /** Its lookup keys, of which there may be 30, or those that a block lets through. */
  keys(among: KeySelector = EVERY_KEY): readonly LinkCandidate[] {
    const layer = this.#link.layers[this.#layer];
    if (layer === undefined) return [];
    const found = candidatesOf({ ...this.#link, layers: [layer] }, this.#hasher, among);
    return found.map((candidate) => ({ ...candidate, layer: this.#layer }));
  }
}

/** Of every layer that has anything to look up. Its hosts are of one site: parents never go beyond it. */
export function questionsOf(links: readonly ReadLink[], hasher: EntryHasher): readonly Question[] {
  return links.flatMap((link, linkIndex) =>
    link.layers.flatMap((layer, index) =>
      layer.pairs.length + layer.addresses.length === 0 || layer.hosts.length === 0
        ? []
        : [new Question(linkIndex, link, index, hasher)],
    ),
  );
}
