import type { LinkLayer } from '../url/read-link.ts';
import { halfSipHash, keyWords, type EpochKey } from './half-sip-hash.ts';
import type { Hash64 } from './hash64.ts';

/** Last byte of the hashed message of a kind. URL entries have none: their message is 16 bytes long, not 9. */
const ADDRESS_TAG = 1;
const MESSAGE_TAG = 2;

/** Receives one lookup key: the two words of its hash, unsigned. */
export type HashVisitor = (high: number, low: number, index: number) => void;

/**
 * Hashes entries, as the publisher writes them and the device looks them up:
 *
 *     url      H(H(host, last byte first) ‖ H(path))     16 bytes
 *     address  H(H(address) ‖ 0x01)                       9 bytes
 *     message  H(H(text) ‖ 0x02)                          9 bytes
 *
 * H is HalfSipHash-2-4 under the epoch key, ‖ joins the bytes of its output as the reference implementation writes
 * them, and text is hashed as UTF-8 (a lone surrogate as U+FFFD). A kind's own length and tag keep the kinds apart.
 *
 * Host and path are hashed apart because a link is looked up under as many as 5 × 6 pairs of them: 11 strings and
 * 30 short combinations cost less than half of 30 strings. A host's bytes run backwards so that `b.example` is the
 * beginning of `a.b.example`; paths begin alike anyway. So each string resumes where the next shorter one ended.
 *
 * Not reentrant: a visitor must not hash with the same hasher.
 */
export class EntryHasher {
  readonly #key: EpochKey;
  readonly #k0: number;
  readonly #k1: number;
  /** The hash of each host or path of the layer at hand: two words each. */
  #hostWords = new Int32Array(16);
  #pathWords = new Int32Array(16);
  /** The state after a host's hash was absorbed, from which its pairs go on: four words each. */
  #hostStates = new Int32Array(32);
  /** Indices of the texts at hand, shortest first. */
  readonly #order: number[] = [];
  readonly #result = new Int32Array(2);

  /** @throws RangeError if `key` has another length than `EPOCH_KEY_BYTES` */
  constructor(key: EpochKey) {
    [this.#k0, this.#k1] = keyWords(key);
    this.#key = key.slice();
  }

  /** @param path - begins with `/`; with `?query` if the entry has one */
  url(host: string, path: string): Hash64 {
    this.#hashTexts([host], true, this.#hostWords);
    this.#hashTexts([path], false, this.#pathWords);
    this.#absorbHost(0);
    this.#combine(0, this.#pathWords[0] ?? 0, this.#pathWords[1] ?? 0);
    return this.#hash64();
  }

  /** @param address - `user@host` or a sender's domain */
  address(address: string): Hash64 {
    this.#hashTexts([address], false, this.#hostWords);
    this.#tagged(ADDRESS_TAG);
    return this.#hash64();
  }

  /** @param text - the fingerprinted form of a message, whatever feed and device agree on */
  message(text: string): Hash64 {
    this.#hashTexts([text], false, this.#hostWords);
    this.#tagged(MESSAGE_TAG);
    return this.#hash64();
  }

  /** Visits every lookup key of a layer: its pairs in order, then its addresses; `index` counts through both. */
  layer(layer: Pick<LinkLayer, 'hosts' | 'paths' | 'pairs' | 'addresses'>, visit: HashVisitor): void {
    const { hosts, paths, pairs, addresses } = layer;
    const result = this.#result;
    if (pairs.length > 0) {
      if (hosts.length * 4 > this.#hostStates.length) {
        this.#hostStates = new Int32Array(hosts.length * 4);
        this.#hostWords = new Int32Array(hosts.length * 2);
      }
      if (paths.length * 2 > this.#pathWords.length) this.#pathWords = new Int32Array(paths.length * 2);
      this.#hashTexts(hosts, true, this.#hostWords);
      this.#hashTexts(paths, false, this.#pathWords);
      for (let host = 0; host < hosts.length; host++) this.#absorbHost(host);
      const pathWords = this.#pathWords;
      for (let index = 0; index < pairs.length; index++) {
        const pair = pairs[index];
        if (pair === undefined) continue;
        const path = pair[1] * 2;
        this.#combine(pair[0], pathWords[path] ?? 0, pathWords[path + 1] ?? 0);
        visit((result[0] ?? 0) >>> 0, (result[1] ?? 0) >>> 0, index);
      }
    }
    for (let index = 0; index < addresses.length; index++) {
      this.#hashTexts([addresses[index] ?? ''], false, this.#hostWords);
      this.#tagged(ADDRESS_TAG);
      visit((result[0] ?? 0) >>> 0, (result[1] ?? 0) >>> 0, pairs.length + index);
    }
  }

  #hash64(): Hash64 {
    return { high: (this.#result[0] ?? 0) >>> 0, low: (this.#result[1] ?? 0) >>> 0 };
  }

  /**
   * Hashes each text into two words of `words`. The shortest goes first, and a text that goes on from the one
   * before (forwards: begins with it, backwards: ends with it) takes over that one's state.
   */
  #hashTexts(texts: readonly string[], backwards: boolean, words: Int32Array): void {
    const order = this.#order;
    order.length = 0;
    for (let index = 0; index < texts.length; index++) {
      const length = (texts[index] ?? '').length;
      let place = index;
      while (place > 0 && (texts[order[place - 1] ?? 0] ?? '').length > length) {
        order[place] = order[place - 1] ?? 0;
        place--;
      }
      order[place] = index;
    }

    const k0 = this.#k0;
    const k1 = this.#k1;
    let before = '';
    let s0 = k0;
    let s1 = k1 ^ 0xee;
    let s2 = 0x6c796765 ^ k0;
    let s3 = 0x74656462 ^ k1;
    let offset = 0;
    for (let place = 0; place < order.length; place++) {
      const index = order[place] ?? 0;
      const text = texts[index] ?? '';
      if (place > 0 && !(backwards ? text.endsWith(before) : text.startsWith(before))) {
        s0 = k0;
        s1 = k1 ^ 0xee;
        s2 = 0x6c796765 ^ k0;
        s3 = 0x74656462 ^ k1;
        offset = 0;
      }
      before = text;

      const length = text.length;
      const first = backwards ? length - 1 : 0;
      const step = backwards ? -1 : 1;
      let seen = 0;
      // Every whole block of four bytes; the state after them is what a longer text may take over.
      for (; offset + 4 <= length; offset += 4) {
        const at = first + step * offset;
        const a = text.charCodeAt(at);
        const b = text.charCodeAt(at + step);
        const c = text.charCodeAt(at + step + step);
        const d = text.charCodeAt(at + step + step + step);
        seen |= a | b | c | d;
        const block = a | (b << 8) | (c << 16) | (d << 24);
        s3 ^= block;
        for (let round = 0; round < 2; round++) {
          s0 = (s0 + s1) | 0;
          s1 = ((s1 << 5) | (s1 >>> 27)) ^ s0;
          s0 = (s0 << 16) | (s0 >>> 16);
          s2 = (s2 + s3) | 0;
          s3 = ((s3 << 8) | (s3 >>> 24)) ^ s2;
          s0 = (s0 + s3) | 0;
          s3 = ((s3 << 7) | (s3 >>> 25)) ^ s0;
          s2 = (s2 + s1) | 0;
          s1 = ((s1 << 13) | (s1 >>> 19)) ^ s2;
          s2 = (s2 << 16) | (s2 >>> 16);
        }
        s0 ^= block;
      }
      let last = length << 24;
      for (let left = offset; left < length; left++) {
        const code = text.charCodeAt(first + step * left);
        seen |= code;
        last |= code << ((left & 3) * 8);
      }
      if (seen > 0x7f) {
        this.#hashBytes(text, backwards);
        // What was absorbed were code units and no bytes: the next text starts afresh, as every text begins with ''.
        before = '';
        s0 = k0;
        s1 = k1 ^ 0xee;
        s2 = 0x6c796765 ^ k0;
        s3 = 0x74656462 ^ k1;
        offset = 0;
      } else {
        this.#finish(s0, s1, s2, s3, last);
      }
      words[index * 2] = this.#result[0] ?? 0;
      words[index * 2 + 1] = this.#result[1] ?? 0;
    }
  }

  /** The slow way, for text that is not ASCII: as UTF-8 bytes. */
  #hashBytes(text: string, backwards: boolean): void {
    const bytes = new TextEncoder().encode(text);
    if (backwards) bytes.reverse();
    const { high, low } = halfSipHash(this.#key, bytes);
    this.#result[0] = high;
    this.#result[1] = low;
  }

  /** Keeps the state after the hash of host `host`, two blocks, for all the pairs it is in. */
  #absorbHost(host: number): void {
    const k0 = this.#k0;
    const k1 = this.#k1;
    let s0 = k0;
    let s1 = k1 ^ 0xee;
    let s2 = 0x6c796765 ^ k0;
    let s3 = 0x74656462 ^ k1;
    for (let word = 0; word < 2; word++) {
      const block = this.#hostWords[host * 2 + word] ?? 0;
      s3 ^= block;
      for (let round = 0; round < 2; round++) {
        s0 = (s0 + s1) | 0;
        s1 = ((s1 << 5) | (s1 >>> 27)) ^ s0;
        s0 = (s0 << 16) | (s0 >>> 16);
        s2 = (s2 + s3) | 0;
        s3 = ((s3 << 8) | (s3 >>> 24)) ^ s2;
        s0 = (s0 + s3) | 0;
        s3 = ((s3 << 7) | (s3 >>> 25)) ^ s0;
        s2 = (s2 + s1) | 0;
        s1 = ((s1 << 13) | (s1 >>> 19)) ^ s2;
        s2 = (s2 << 16) | (s2 >>> 16);
      }
      s0 ^= block;
    }
    const states = this.#hostStates;
    states[host * 4] = s0;
    states[host * 4 + 1] = s1;
    states[host * 4 + 2] = s2;
    states[host * 4 + 3] = s3;
  }

  /** The hash of a pair, from the host's state and the two words of the path's hash. */
  #combine(host: number, pathWord0: number, pathWord1: number): void {
    const states = this.#hostStates;
    let s0 = states[host * 4] ?? 0;
    let s1 = states[host * 4 + 1] ?? 0;
    let s2 = states[host * 4 + 2] ?? 0;
    let s3 = states[host * 4 + 3] ?? 0;
    for (let word = 0; word < 2; word++) {
      const block = word === 0 ? pathWord0 : pathWord1;
      s3 ^= block;
      for (let round = 0; round < 2; round++) {
        s0 = (s0 + s1) | 0;
        s1 = ((s1 << 5) | (s1 >>> 27)) ^ s0;
        s0 = (s0 << 16) | (s0 >>> 16);
        s2 = (s2 + s3) | 0;
        s3 = ((s3 << 8) | (s3 >>> 24)) ^ s2;
        s0 = (s0 + s3) | 0;
        s3 = ((s3 << 7) | (s3 >>> 25)) ^ s0;
        s2 = (s2 + s1) | 0;
        s1 = ((s1 << 13) | (s1 >>> 19)) ^ s2;
        s2 = (s2 << 16) | (s2 >>> 16);
      }
      s0 ^= block;
    }
    this.#finish(s0, s1, s2, s3, 16 << 24);
  }

  /** The hash of an address or a message, from the hash of its text in the first two host words. */
  #tagged(tag: number): void {
    this.#absorbHost(0);
    const states = this.#hostStates;
    this.#finish(states[0] ?? 0, states[1] ?? 0, states[2] ?? 0, states[3] ?? 0, tag | (9 << 24));
  }

  /** The last block, then the rounds of finalization. The hash is in `#result`. */
  #finish(s0: number, s1: number, s2: number, s3: number, last: number): void {
    s3 ^= last;
    for (let round = 0; round < 2; round++) {
      s0 = (s0 + s1) | 0;
      s1 = ((s1 << 5) | (s1 >>> 27)) ^ s0;
      s0 = (s0 << 16) | (s0 >>> 16);
      s2 = (s2 + s3) | 0;
      s3 = ((s3 << 8) | (s3 >>> 24)) ^ s2;
      s0 = (s0 + s3) | 0;
      s3 = ((s3 << 7) | (s3 >>> 25)) ^ s0;
      s2 = (s2 + s1) | 0;
      s1 = ((s1 << 13) | (s1 >>> 19)) ^ s2;
      s2 = (s2 << 16) | (s2 >>> 16);
    }
    s0 ^= last;
    s2 ^= 0xee;
    for (let round = 0; round < 4; round++) {
      s0 = (s0 + s1) | 0;
      s1 = ((s1 << 5) | (s1 >>> 27)) ^ s0;
      s0 = (s0 << 16) | (s0 >>> 16);
      s2 = (s2 + s3) | 0;
      s3 = ((s3 << 8) | (s3 >>> 24)) ^ s2;
      s0 = (s0 + s3) | 0;
      s3 = ((s3 << 7) | (s3 >>> 25)) ^ s0;
      s2 = (s2 + s1) | 0;
      s1 = ((s1 << 13) | (s1 >>> 19)) ^ s2;
      s2 = (s2 << 16) | (s2 >>> 16);
    }
    this.#result[0] = s1 ^ s3;
    s1 ^= 0xdd;
    for (let round = 0; round < 4; round++) {
      s0 = (s0 + s1) | 0;
      s1 = ((s1 << 5) | (s1 >>> 27)) ^ s0;
      s0 = (s0 << 16) | (s0 >>> 16);
      s2 = (s2 + s3) | 0;
      s3 = ((s3 << 8) | (s3 >>> 24)) ^ s2;
      s0 = (s0 + s3) | 0;
      s3 = ((s3 << 7) | (s3 >>> 25)) ^ s0;
      s2 = (s2 + s1) | 0;
      s1 = ((s1 << 13) | (s1 >>> 19)) ^ s2;
      s2 = (s2 << 16) | (s2 >>> 16);
    }
    this.#result[1] = s1 ^ s3;
  }
}
