import { fail, ok, type Result } from '../core/result.ts';

export type DownloadFailure =
  /** No connection, no such host, a bad certificate, or the server lets no extension read it. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'http-status'; readonly status: number }
  | { readonly kind: 'redirected' }
  | { readonly kind: 'timed-out'; readonly seconds: number }
  | { readonly kind: 'too-large'; readonly limitBytes: number }
  /** The connection broke, or fewer bytes came than were asked for. */
  | { readonly kind: 'truncated' };

export interface DownloadOptions {
  /** Counted after decompression, while it streams: a length header promises nothing. */
  readonly maxBytes: number;
  /** The length that the file must have, if it is known. */
  readonly exactBytes?: number;
  readonly patience: Patience;
  readonly onProgress?: (receivedBytes: number) => void;
}

/** How long a server may take, in milliseconds. */
export interface Patience {
  /** Until the headers are there, and then between any two pieces of the body. */
  readonly stallMs: number;
  /** For the whole. */
  readonly totalMs: number;
}

/**
 * Downloads one public file, whole. The request carries nothing of the reader: no cookie, no referrer, no
 * validator that the server chose, no header that would make the browser ask for permission first. Every
 * redirect is refused.
 */
export async function download(
  url: string,
  options: DownloadOptions,
): Promise<Result<Uint8Array<ArrayBuffer>, DownloadFailure>> {
  const { patience } = options;
  const controller = new AbortController();
  const { signal } = controller;
  let waitedMs = patience.stallMs;
  let stall: ReturnType<typeof setTimeout> | undefined;
  const restartStall = (): void => {
    clearTimeout(stall);
    stall = setTimeout(() => controller.abort(), patience.stallMs);
  };
  const total = setTimeout(() => {
    waitedMs = patience.totalMs;
    controller.abort();
  }, patience.totalMs);
  let hasHeaders = false;
  try {
    restartStall();
    const response = await fetch(url, {
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      // A redirect comes back as a response of its own, so that it has a name and is not just "failed".
      redirect: 'manual',
      signal,
    });
    hasHeaders = true;
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      controller.abort();
      return fail({ kind: 'redirected' });
    }
    if (response.status !== 200) {
      controller.abort();
      return fail({ kind: 'http-status', status: response.status });
    }
    return await readBody(response, options, restartStall);
  } catch (error) {
    if (signal.aborted) return fail({ kind: 'timed-out', seconds: Math.round(waitedMs / 1000) });
    // The only error that fetch and its body are specified to end in, besides the abort.
    if (error instanceof TypeError) return fail({ kind: hasHeaders ? 'truncated' : 'unreachable' });
    throw error;
  } finally {
    clearTimeout(stall);
    clearTimeout(total);
    // Whatever has not been read is not wanted: without this an endless body would go on in the background.
    controller.abort();
  }
}

async function readBody(
  response: Response,
  { maxBytes, exactBytes, onProgress }: DownloadOptions,
  onPiece: () => void,
): Promise<Result<Uint8Array<ArrayBuffer>, DownloadFailure>> {
  const limitBytes = exactBytes ?? maxBytes;
  const pieces: Uint8Array[] = [];
  let received = 0;
  // A body of no bytes may be null.
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  for (;;) {
    const piece = await reader.read();
    if (piece.done) break;
    onPiece();
    received += piece.value.length;
    if (received > limitBytes) return fail({ kind: 'too-large', limitBytes });
    pieces.push(piece.value);
    onProgress?.(received);
  }
  if (exactBytes !== undefined && received < exactBytes) return fail({ kind: 'truncated' });
  const bytes = new Uint8Array(received);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return ok(bytes);
}
