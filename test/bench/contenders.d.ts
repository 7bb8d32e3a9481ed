/**
 * What the benchmarks use of packages that come without types. Contenders are development dependencies that ship with
 * nothing, pinned so that a ratio in docs/ can be repeated. A better program for the same question replaces one.
 */
declare module 'bloomfilter' {
  export class BloomFilter {
    constructor(bitCount: number, hashCount: number);
    readonly buckets: Uint32Array;
    add(text: string): void;
    test(text: string): boolean;
  }
}

declare module 'eth-phishing-detect/src/detector.js' {
  export default class PhishingDetector {
    constructor(lists: {
      readonly whitelist: readonly string[];
      readonly blacklist: readonly string[];
      readonly fuzzylist: readonly string[];
      readonly tolerance: number;
    });
    check(host: string): { readonly result: boolean };
  }
}
