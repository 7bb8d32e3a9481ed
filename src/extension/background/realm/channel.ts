import { toHex } from '../../../core/hash/hex.ts';

export interface Channel {
  /** `packaged`; for device lists `list:` and a random id; else made from origin and URL. */
  readonly id: string;
  /** Shown until the first index names the channel. */
  readonly name: string;
  /** Ends in a slash, except a device list's own address. */
  readonly url: string;
  /** Ed25519 public keys that may sign key lists: 1 to 4, none for device lists, base64url of 32 bytes. */
  readonly rootKeys: readonly string[];
  /** Every index must carry this name. Null: the first index decides. */
  readonly pinnedName: string | null;
  /** False: an administrator forbids mirrors, so only `url` is used. */
  readonly usesMirrors?: false;
  /** `list`: a device list, compiled on this device. One made from a file has no `url`. */
  readonly origin: 'packaged' | 'default' | 'managed' | 'added' | 'list';
}

export const MAX_ROOT_KEYS = 4;

/** @returns SHA-256 in groups of four hexadecimal digits, as the publisher prints it, to compare by phone */
export async function rootKeyFingerprint(rootKey: string): Promise<string> {
  const bytes = Uint8Array.from(atob(rootKey.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return (toHex(digest).match(/.{4}/g) ?? []).join(' ');
}
