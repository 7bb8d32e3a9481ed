/** The pages' texts explain each (`updateFailure_<kind>`). */
export const UPDATE_FAILURES = [
  /** No connection, unknown host, bad certificate, or CORS refusal. */
  'unreachable',
  /** `detail`: the status, `404`. */
  'http-status',
  'redirected',
  /** `detail`: seconds. */
  'timed-out',
  /** More bytes than announced or allowed. `detail`: the limit in bytes. */
  'too-large',
  'truncated',
  /** A web page, an empty file, another format. */
  'not-an-index',
  /** Wrong signature, or a key that the channel's list does not name. */
  'bad-signature',
  /** The key list is not signed by a pinned root key. */
  'wrong-root-key',
  /** This browser has no Ed25519. */
  'cannot-verify',
  /** The keys have expired by the local clock. */
  'keys-expired',
  /** A key list older than one seen before. */
  'keys-older',
  /** Well signed, but for another channel. */
  'other-channel',
  /** Well signed, but malformed. `detail`: the field. */
  'bad-index',
  /** Older than the active list: a replay. */
  'older-list',
  /** Not the file that the index names. `detail`: its path. */
  'wrong-file',
  /** A file cannot be decoded. `detail`: its path, or `gzip`. */
  'unreadable-file',
  /** The reader's list is in an unsupported archive. `detail`: which, `zip`. */
  'packed-file',
  /** Each file is right, but the resulting list differs from the index. */
  'wrong-list',
  /** `detail`: the site, which no list may flag. */
  'flags-known-site',
  /** The reader's own list is too long. `detail`: the limit. */
  'too-many-entries',
  'storage-full',
  'storage-failed',
  /** Abandoned after minutes without progress. `detail`: the last step. */
  'stuck',
  /** A bug. `detail`: its name. */
  'internal',
] as const;
export type UpdateFailureKind = (typeof UPDATE_FAILURES)[number];

export interface UpdateFailure {
  readonly kind: UpdateFailureKind;
  /** Unix seconds. */
  readonly at: number;
  /** As each kind says; may come from outside. Empty if there is none. */
  readonly detail: string;
  /** Failures in a row. */
  readonly times: number;
}
