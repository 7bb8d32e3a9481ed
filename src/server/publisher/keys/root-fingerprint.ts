import { createHash } from 'node:crypto';

/**
 * SHA-256 in groups of four hexadecimal digits, as the extension shows it.
 *
 * @param rootKey - public, 32 bytes in base64url
 */
export function rootFingerprint(rootKey: string): string {
  const hex = createHash('sha256').update(Buffer.from(rootKey, 'base64url')).digest('hex');
  return (hex.match(/.{4}/g) ?? []).join(' ');
}
