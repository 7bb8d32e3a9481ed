/** What the benchmarks use of packages that come without types. */
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
