import { toHex } from '../../../core/hash/hex.ts';

export interface Channel {
  /** `packaged`, or origin and URL: a channel at another URL is another channel. */
  readonly id: string;
  /** Shown until the first index names the channel. */
  readonly name: string;
  /** Ends in a slash. */
  readonly url: string;
  /** Ed25519 public keys that may sign the key list: base64url of 32 bytes, 1 to 4. */
  readonly rootKeys: readonly string[];
  /** The name that every index must carry. Null: the first index decides. */
  readonly pinnedName: string | null;
  /** False: an administrator allows `url` only, without mirrors that the key list names. */
  readonly usesMirrors?: false;
  /** `list`: compiled on this device; has no keys, and no `url` if it is a file. */
  readonly origin: 'packaged' | 'default' | 'managed' | 'added' | 'list';
}

export const MAX_ROOT_KEYS = 4;

/**
 * @returns SHA-256 of the key in groups of four hexadecimal digits, as the publisher prints it; two people compare it
 *   by phone
 */
export async function rootKeyFingerprint(rootKey: string): Promise<string> {
  const bytes = Uint8Array.from(atob(rootKey.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return (toHex(digest).match(/.{4}/g) ?? []).join(' ');
}
