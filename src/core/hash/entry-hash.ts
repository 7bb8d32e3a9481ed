/**
 * Hashes of a link's expressions. Rounds are written out where a loop over them costs more than 3 %:
 * docs/decisions/0042-rounds-written-out.md.
 */
import type { KeySelector } from './membership.ts';
import type { LinkLayer } from '../url/canonical/link-layer.ts';
import { halfSipHash, keyWords, type EpochKey } from './half-sip-hash.ts';
import type { Hash64 } from './hash64.ts';

/** Last byte of the hashed text. URL entries need no tag: they hash 16 bytes, not 9. */
const ADDRESS_TAG = 1;
const MESSAGE_TAG = 2;

/** Two hashes of 8 bytes. The top byte of HalfSipHash's last block is the length. */
const PAIR_BYTES = 16;

export type HashVisitor = (high: number, low: number, index: number) => void;

/**
 * Hashes entries for publisher and device:
 *
 *     url      H(H(host, last byte first) ‖ H(path))     16 bytes
 *     address  H(H(address) ‖ 0x01)                       9 bytes
 *     message  H(H(text) ‖ 0x02)                          9 bytes
 *
 * H is HalfSipHash-2-4 under the epoch key, ‖ joins output bytes as in the reference implementation, and text is UTF-8
 * (a lone surrogate as U+FFFD).
 *
 * Host and path are hashed apart: for up to 5 × 6 pairs, hashing 11 strings and 30 short combinations costs less than
 * half of hashing 30 strings. Hosts are hashed backwards, so that `b.example` begins `a.b.example`.
 *
 * Not reentrant: a visitor must not use the same hasher.
 */
export class EntryHasher {
  readonly #key: EpochKey;
  readonly #k0: number;
  readonly #k1: number;
  /** Two words per host or path. */
  #hostWords = new Int32Array(16);
  #pathWords = new Int32Array(16);
  /** State of the hash function after each host's hash, four words each. */
  #hostStates = new Int32Array(32);
  #keyWords = new Uint32Array(64);
  #passing = new Uint32Array(32);
  /** The hosts of `#hostStates`: links of a mail often have the same ones. */
  #hosts: readonly string[] = [];

  constructor(key: EpochKey) {
    [this.#k0, this.#k1] = keyWords(key);
    this.#key = key.slice();
  }

  /** @param path - begins with `/`; includes `?query` if any */
  url(host: string, path: string): Hash64 {
    this.#hashPairs([host], [path], ONE_PAIR);
    return { high: this.#keyWords[0] ?? 0, low: this.#keyWords[1] ?? 0 };
  }

  /** @param address - `user@host` or a sender's domain */
  address(address: string): Hash64 {
    return this.#tagged(address, ADDRESS_TAG);
  }

  /** @param text - a band of a message, or a word */
  message(text: string): Hash64 {
    return this.#tagged(text, MESSAGE_TAG);
  }

  /**
   * Visits the keys of a layer's pairs, then of its addresses; `index` counts through both.
   *
   * @param among - limits the visit to keys that it selects in one call, at least a fifth quicker than a check in the
   *   visitor
   */
  layer(
    { hosts, paths, pairs, addresses }: Pick<LinkLayer, 'hosts' | 'paths' | 'pairs' | 'addresses'>,
    visit: HashVisitor,
    among?: KeySelector,
  ): void {
    const keyCount = pairs.length + addresses.length;
    if (keyCount * 2 > this.#keyWords.length) {
      this.#keyWords = new Uint32Array(keyCount * 2);
      this.#passing = new Uint32Array(keyCount);
    }
    const words = this.#keyWords;
    if (pairs.length > 0) this.#hashPairs(hosts, paths, pairs);
    for (let index = 0; index < addresses.length; index++) {
      const { high, low } = this.#tagged(addresses[index] ?? '', ADDRESS_TAG);
      words[(pairs.length + index) * 2] = high;
      words[(pairs.length + index) * 2 + 1] = low;
    }
    if (among === undefined) {
      for (let index = 0; index < keyCount; index++)
        visit(words[index * 2] ?? 0, words[index * 2 + 1] ?? 0, index);
      return;
    }
    const passing = this.#passing;
    const passed = among.select(words, keyCount, passing);
    for (let place = 0; place < passed; place++) {
      const index = passing[place] ?? 0;
      visit(words[index * 2] ?? 0, words[index * 2 + 1] ?? 0, index);
    }
  }

  #tagged(text: string, tag: number): Hash64 {
    this.#hashTexts([text], false, this.#pathWords);
    const bytes = new Uint8Array(9);
    const view = new DataView(bytes.buffer);
    view.setInt32(0, this.#pathWords[0] ?? 0, true);
    view.setInt32(4, this.#pathWords[1] ?? 0, true);
    view.setUint8(8, tag);
    return halfSipHash(this.#key, bytes);
  }

  #hashPairs(
    hosts: readonly string[],
    paths: readonly string[],
    pairs: readonly (readonly [number, number])[],
  ): void {
    if (hosts !== this.#hosts) {
      if (hosts.length * 4 > this.#hostStates.length) {
        this.#hostStates = new Int32Array(hosts.length * 4);
        this.#hostWords = new Int32Array(hosts.length * 2);
      }
      this.#hashTexts(hosts, true, this.#hostWords);
      this.#absorbHosts(hosts.length);
      this.#hosts = hosts;
    }
    if (paths.length * 2 > this.#pathWords.length) this.#pathWords = new Int32Array(paths.length * 2);
    this.#hashTexts(paths, false, this.#pathWords);

    const states = this.#hostStates;
    const pathWords = this.#pathWords;
    const words = this.#keyWords;
    for (let index = 0; index < pairs.length; index++) {
      const pair = pairs[index];
      if (pair === undefined) continue;
      const host = pair[0] * 4;
      const path = pair[1] * 2;
      let s0 = states[host] ?? 0;
      let s1 = states[host + 1] ?? 0;
      let s2 = states[host + 2] ?? 0;
      let s3 = states[host + 3] ?? 0;
      const first = pathWords[path] ?? 0;
      const second = pathWords[path + 1] ?? 0;
      for (let place = 0; place < 3; place++) {
        const block = place === 0 ? first : place === 1 ? second : PAIR_BYTES << 24;
        s3 ^= block;
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
        s0 ^= block;
      }
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
      words[index * 2] = s1 ^ s3;
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
      words[index * 2 + 1] = s1 ^ s3;
    }
  }

  #absorbHosts(count: number): void {
    const k0 = this.#k0;
    const k1 = this.#k1;
    const words = this.#hostWords;
    const states = this.#hostStates;
    for (let host = 0; host < count; host++) {
      let s0 = k0;
      let s1 = k1 ^ 0xee;
      let s2 = 0x6c796765 ^ k0;
      let s3 = 0x74656462 ^ k1;
      for (let place = 0; place < 2; place++) {
        const block = words[host * 2 + place] ?? 0;
        s3 ^= block;
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
        s0 ^= block;
      }
      states[host * 4] = s0;
      states[host * 4 + 1] = s1;
      states[host * 4 + 2] = s2;
      states[host * 4 + 3] = s3;
    }
  }

  /**
   * Hashes each text from its start, even if the text before is its prefix: the check costs V8 more than reusing the
   * state saves (decision 0042).
   */
  #hashTexts(texts: readonly string[], backwards: boolean, words: Int32Array): void {
    const step = backwards ? -1 : 1;
    for (let index = 0; index < texts.length; index++) {
      const text = texts[index] ?? '';
      const length = text.length;
      let s0 = this.#k0;
      let s1 = this.#k1 ^ 0xee;
      let s2 = 0x6c796765 ^ s0;
      let s3 = 0x74656462 ^ this.#k1;
      let at = backwards ? length - 1 : 0;
      let seen = 0;
      let offset = 0;
      for (; offset + 4 <= length; offset += 4) {
        const a = text.charCodeAt(at);
        const b = text.charCodeAt(at + step);
        const c = text.charCodeAt(at + step * 2);
        const d = text.charCodeAt(at + step * 3);
        at += step * 4;
        seen |= a | b | c | d;
        const block = a | (b << 8) | (c << 16) | (d << 24);
        s3 ^= block;
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
        s0 ^= block;
      }
      let last = length << 24;
      for (let shift = 0; offset < length; offset++, shift += 8) {
        const code = text.charCodeAt(at);
        at += step;
        seen |= code;
        last |= code << shift;
      }
      if (seen > 0x7f) {
        this.#hashBytes(text, backwards, words, index * 2);
        continue;
      }
      s3 ^= last;
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
      words[index * 2] = s1 ^ s3;
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
      words[index * 2 + 1] = s1 ^ s3;
    }
  }

  /** For text that is not ASCII, as UTF-8. */
  #hashBytes(text: string, backwards: boolean, words: Int32Array, place: number): void {
    const bytes = new TextEncoder().encode(text);
    if (backwards) bytes.reverse();
    const { high, low } = halfSipHash(this.#key, bytes);
    words[place] = high;
    words[place + 1] = low;
  }
}

const ONE_PAIR = [[0, 0]] as const;
