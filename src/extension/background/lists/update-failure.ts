import type { IndexFailure } from '../../../core/snapshot/channel-index.ts';
import type { KeyListFailure } from '../../../core/snapshot/key-list.ts';
import type { VerifyFailure } from '../../../core/snapshot/verify-index.ts';
import type { StorageFailure } from '../../platform/storage/database.ts';
import type { DownloadFailure } from '../../platform/download.ts';
import type { UpdateFailure } from '../../protocol/update-failure.ts';

export type FailedStep = Pick<UpdateFailure, 'kind' | 'detail'> & {
  /** Storage could not be read; nothing was downloaded. */
  readonly isUnread?: true;
};

export function fromDownload(failure: DownloadFailure, path: string): FailedStep {
  switch (failure.kind) {
    case 'http-status':
      return { kind: 'http-status', detail: String(failure.status) };
    case 'timed-out':
      return { kind: 'timed-out', detail: String(failure.seconds) };
    case 'too-large':
      return { kind: 'too-large', detail: String(failure.limitBytes) };
    case 'redirected':
    case 'truncated':
      return { kind: failure.kind, detail: path };
    case 'unreachable':
      return { kind: failure.kind, detail: '' };
  }
}

export function fromStorage(failure: StorageFailure): FailedStep {
  return { kind: failure === 'full' ? 'storage-full' : 'storage-failed', detail: '' };
}

export function fromReading(failure: StorageFailure): FailedStep {
  return { ...fromStorage(failure), isUnread: true };
}

export function fromVerify(failure: VerifyFailure): FailedStep {
  switch (failure.kind) {
    case 'too-large':
      return { kind: 'too-large', detail: String(failure.byteLength) };
    case 'not-an-index':
      return { kind: 'not-an-index', detail: '' };
    case 'unexpected-header':
      return { kind: 'bad-signature', detail: failure.of };
    case 'unknown-root':
      return { kind: 'wrong-root-key', detail: '' };
    case 'key-list-expired':
      return { kind: 'keys-expired', detail: String(failure.expiresAt) };
    case 'key-list-rollback':
      return { kind: 'keys-older', detail: String(failure.number) };
    case 'unknown-key':
      return { kind: 'bad-signature', detail: failure.kid };
    case 'bad-signature':
      return { kind: 'bad-signature', detail: '' };
    case 'wrong-channel':
      return { kind: 'other-channel', detail: failure.channel };
    case 'malformed-index':
    case 'malformed-key-list':
      return { kind: 'bad-index', detail: fieldOf(failure) };
  }
}

function fieldOf(failure: IndexFailure | KeyListFailure): string {
  return failure.kind === 'malformed-index' ? failure.field : `keys.${failure.field}`;
}
