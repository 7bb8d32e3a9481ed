import { toHex } from '../../../core/hash/hex.ts';

/** Where snapshots come from: a base URL and pinned keys. */
export interface Channel {
  /** `packaged`, or origin and URL: a channel at another URL is another channel. */
  readonly id: string;
  /** Shown until the first index names the channel. */
  readonly name: string;
  /** Ends in a slash. */
  readonly url: string;
  /** Ed25519 public keys that may sign the channel's list of keys: base64url of 32 bytes, 1 to 4. */
  readonly rootKeys: readonly string[];
  /** The name that every index must carry; null: whatever the first one carries. */
  readonly pinnedName: string | null;
  /** `list`: no channel, but a list compiled on this device; it has no keys, and no `url` if it is a file. */
  /** False: an administrator has it asked at `url` alone, whatever mirrors its keys name. */
  readonly usesMirrors?: false;
  readonly origin: 'packaged' | 'default' | 'managed' | 'added' | 'list';
}

export const MAX_ROOT_KEYS = 4;

/**
 * The SHA-256 of a root key in groups of four hexadecimal digits, as the publisher prints it too: what two
 * people compare over the phone.
 */
export async function rootKeyFingerprint(rootKey: string): Promise<string> {
  const bytes = Uint8Array.from(atob(rootKey.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return (toHex(digest).match(/.{4}/g) ?? []).join(' ');
}
