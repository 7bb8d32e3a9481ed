import { createHash } from 'node:crypto';

/**
 * SHA-256 of a root key in groups of four hexadecimal digits, as the extension shows it: what two people compare
 * over the phone before a channel is added.
 *
 * @param rootKey - public, 32 bytes in base64url
 */
export function rootFingerprint(rootKey: string): string {
  const hex = createHash('sha256').update(Buffer.from(rootKey, 'base64url')).digest('hex');
  return (hex.match(/.{4}/g) ?? []).join(' ');
}
