/** 16 unguessable letters. `crypto.randomUUID` is missing without TLS. */
export function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    'abcdefghijklmnop'.charAt(byte % 16),
  ).join('');
}
