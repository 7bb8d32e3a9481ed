/** Sixteen letters that nobody can guess. `crypto.randomUUID` is absent on webmails without TLS. */
export function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    'abcdefghijklmnop'.charAt(byte % 16),
  ).join('');
}
