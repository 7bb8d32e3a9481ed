/** First 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const CONSTANTS = Uint32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);

/**
 * Incremental and synchronous. WebCrypto is ten times as fast, but takes the input in one piece and returns a promise.
 * Source: FIPS 180-4, section 6.2. The test's vectors `abc` and `abcdbcde…` are from FIPS 180-2, appendix B.
 */
export class Sha256 {
  readonly #state = Uint32Array.of(
    0x6a09e667,
    0xbb67ae85,
    0x3c6ef372,
    0xa54ff53a,
    0x510e527f,
    0x9b05688c,
    0x1f83d9ab,
    0x5be0cd19,
  );
  readonly #schedule = new Int32Array(64);
  readonly #block = new Uint8Array(64);
  readonly #blockView = new DataView(this.#block.buffer);
  /** Bytes hashed, exact up to 2⁵³. */
  #length = 0;

  update(bytes: Uint8Array): void {
    let offset = 0;
    const pending = this.#length & 63;
    this.#length += bytes.length;
    if (pending > 0) {
      offset = Math.min(64 - pending, bytes.length);
      this.#block.set(bytes.subarray(0, offset), pending);
      if (pending + offset < 64) return;
      this.#compress(this.#blockView, 0);
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (; offset + 64 <= bytes.length; offset += 64) this.#compress(view, offset);
    this.#block.set(bytes.subarray(offset));
  }

  /** Call `update` no more afterwards. */
  digest(): Uint8Array<ArrayBuffer> {
    const length = this.#length;
    const pending = length & 63;
    this.#block.fill(0, pending);
    this.#block[pending] = 0x80;
    if (pending >= 56) {
      this.#compress(this.#blockView, 0);
      this.#block.fill(0);
    }
    this.#blockView.setUint32(56, Math.floor(length / 2 ** 29));
    this.#blockView.setUint32(60, (length << 3) >>> 0);
    this.#compress(this.#blockView, 0);
    const digest = new Uint8Array(32);
    const view = new DataView(digest.buffer);
    for (const [index, word] of this.#state.entries()) view.setUint32(index * 4, word);
    return digest;
  }

  #compress(view: DataView, offset: number): void {
    const w = this.#schedule;
    for (let t = 0; t < 16; t++) w[t] = view.getInt32(offset + t * 4);
    for (let t = 16; t < 64; t++) {
      const x = w[t - 15] ?? 0;
      const y = w[t - 2] ?? 0;
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[t] = ((w[t - 16] ?? 0) + s0 + (w[t - 7] ?? 0) + s1) | 0;
    }
    const state = this.#state;
    let a = (state[0] ?? 0) | 0;
    let b = (state[1] ?? 0) | 0;
    let c = (state[2] ?? 0) | 0;
    let d = (state[3] ?? 0) | 0;
    let e = (state[4] ?? 0) | 0;
    let f = (state[5] ?? 0) | 0;
    let g = (state[6] ?? 0) | 0;
    let h = (state[7] ?? 0) | 0;
    for (let t = 0; t < 64; t++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (CONSTANTS[t] ?? 0) + (w[t] ?? 0)) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    state[0] = (state[0] ?? 0) + a;
    state[1] = (state[1] ?? 0) + b;
    state[2] = (state[2] ?? 0) + c;
    state[3] = (state[3] ?? 0) + d;
    state[4] = (state[4] ?? 0) + e;
    state[5] = (state[5] ?? 0) + f;
    state[6] = (state[6] ?? 0) + g;
    state[7] = (state[7] ?? 0) + h;
  }
}
