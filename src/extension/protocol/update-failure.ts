/** Why an update failed: what is said of each is in the pages' texts (`updateFailure_<kind>`). */
export const UPDATE_FAILURES = [
  /** No connection, no such host, a bad certificate, or the server lets no extension read it. */
  'unreachable',
  /** `detail`: the status, as in `404`. */
  'http-status',
  /** The server sent us elsewhere: to another host, or off https. */
  'redirected',
  /** `detail`: seconds waited. */
  'timed-out',
  /** More bytes than were announced, or than are ever accepted. `detail`: the limit in bytes. */
  'too-large',
  /** Fewer bytes than were announced. */
  'truncated',
  /** Not an index at all: a web page, an empty file, another format. */
  'not-an-index',
  /** Signed by a key that the channel's list does not name, or the signature is wrong. */
  'bad-signature',
  /** The list of keys is not signed by a root key that is pinned here. */
  'wrong-root-key',
  /** The channel's list of keys has run out, by this computer's clock. */
  'keys-expired',
  /** A list of keys older than one seen before. */
  'keys-older',
  /** Well signed, for another channel. */
  'other-channel',
  /** Well signed, yet not by the rules. `detail`: which field. */
  'bad-index',
  /** An older list than the one in use: someone plays back an old file. */
  'older-list',
  /** A file is not the one the index names. `detail`: its path. */
  'wrong-file',
  /** A file cannot be read. `detail`: its path and why. */
  'unreadable-file',
  /** A list of the reader's own is packed in a way that is not unpacked here. `detail`: which, as in `zip`. */
  'packed-file',
  /** All files are the right ones, and yet the list they lead to is not. */
  'wrong-list',
  /** It flags a site that no list may flag. `detail`: the site. */
  'flags-known-site',
  /** A list of the reader's own has more entries than are accepted. `detail`: the limit. */
  'too-many-entries',
  'storage-full',
  'storage-failed',
  /** It gave no sign of life for minutes and was given up. `detail`: where it was last seen. */
  'stuck',
  /** A mistake of ours. `detail`: its name. */
  'internal',
] as const;
export type UpdateFailureKind = (typeof UPDATE_FAILURES)[number];

export interface UpdateFailure {
  readonly kind: UpdateFailureKind;
  /** Unix time, seconds. */
  readonly at: number;
  /** A number, a path or a host, as said at each kind; may come from outside. Empty if there is nothing to tell. */
  readonly detail: string;
  /** In a row. */
  readonly times: number;
}
