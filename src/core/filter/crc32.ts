/**
 * As in zlib, gzip and PNG: reflected polynomial 0xEDB88320, start and final XOR all ones. Detects accidents (any
 * single flipped bit, any burst up to 32 bits), not intent. Source: ISO 3309; RFC 1952, section 8.
 */
export class Crc32 {
  #register = -1;

  update(bytes: Uint8Array): void {
    let register = this.#register;
    for (let index = 0; index < bytes.length; index++) {
      register = (TABLE[(register ^ (bytes[index] ?? 0)) & 0xff] ?? 0) ^ (register >>> 8);
    }
    this.#register = register;
  }

  value(): number {
    return ~this.#register >>> 0;
  }
}

export function crc32(bytes: Uint8Array): number {
  const crc = new Crc32();
  crc.update(bytes);
  return crc.value();
}

const TABLE: Int32Array = Int32Array.from({ length: 256 }, (_, byte) => {
  let register = byte;
  for (let bit = 0; bit < 8; bit++) register = (register >>> 1) ^ ((register & 1) === 0 ? 0 : 0xedb88320);
  return register;
});
