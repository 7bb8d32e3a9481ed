import { fail, ok, type Result } from '../../core/result.ts';

export type DownloadFailure =
  /** No connection, unknown host, bad certificate, or no CORS permission. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'http-status'; readonly status: number }
  | { readonly kind: 'redirected' }
  | { readonly kind: 'timed-out'; readonly seconds: number }
  | { readonly kind: 'too-large'; readonly limitBytes: number }
  /** The connection broke, or the body was too short. */
  | { readonly kind: 'truncated' };

export interface DownloadOptions {
  /** Counted while streaming, after decompression; `Content-Length` is not trusted. */
  readonly maxBytes: number;
  readonly exactBytes?: number;
  readonly patience: Patience;
  readonly onProgress?: (receivedBytes: number) => void;
}

export interface Patience {
  /** Longest wait for the headers, then between chunks. */
  readonly stallMs: number;
  readonly totalMs: number;
}

/**
 * Sends no cookies, referrer or cache validators, which could identify readers, and no header that needs a CORS
 * preflight. Refuses redirects.
 */
export async function download(
  url: string,
  { maxBytes, exactBytes, patience, onProgress }: DownloadOptions,
): Promise<Result<Uint8Array<ArrayBuffer>, DownloadFailure>> {
  const pieces: Uint8Array[] = [];
  let received = 0;
  const done = await downloadInPieces(url, { maxBytes: exactBytes ?? maxBytes, patience }, (piece) => {
    pieces.push(piece);
    received += piece.length;
    onProgress?.(received);
    return Promise.resolve('more');
  });
  if (!done.ok) return done;
  if (exactBytes !== undefined && received < exactBytes) return fail({ kind: 'truncated' });
  const bytes = new Uint8Array(received);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return ok(bytes);
}

export interface PiecesOptions extends Pick<DownloadOptions, 'maxBytes' | 'patience'> {
  /** Stops the download; not a failure. */
  readonly signal?: AbortSignal;
  /** Called once; 0 if unknown or compressed. */
  readonly onLength?: (bytes: number) => void;
}

/**
 * Streams files too large for memory. Time spent in `take` does not count as a stall.
 *
 * @returns `'stopped'` if `take` or the signal ended the download
 */
export async function downloadInPieces(
  url: string,
  { maxBytes, patience, signal: stop, onLength }: PiecesOptions,
  take: (piece: Uint8Array<ArrayBuffer>) => Promise<'more' | 'stop'>,
): Promise<Result<'whole' | 'stopped', DownloadFailure>> {
  const controller = new AbortController();
  const { signal } = controller;
  const onStop = (): void => controller.abort();
  const isStopped = (): boolean => stop?.aborted === true;
  if (isStopped()) return ok('stopped');
  stop?.addEventListener('abort', onStop);
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
      // Distinguishes redirects from network failures.
      redirect: 'manual',
      signal,
    });
    hasHeaders = true;
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
      return fail({ kind: 'redirected' });
    if (response.status !== 200) return fail({ kind: 'http-status', status: response.status });
    onLength?.(announcedLength(response));
    restartStall();

    let received = 0;
    // `body` is null for some empty responses.
    const reader = (response.body ?? new Blob([]).stream()).getReader();
    for (;;) {
      const piece = await reader.read();
      clearTimeout(stall);
      if (piece.done) return ok('whole');
      received += piece.value.length;
      if (received > maxBytes) return fail({ kind: 'too-large', limitBytes: maxBytes });
      if ((await take(piece.value)) === 'stop' || isStopped()) return ok('stopped');
      restartStall();
    }
  } catch (error) {
    if (isStopped()) return ok('stopped');
    if (signal.aborted) return fail({ kind: 'timed-out', seconds: Math.round(waitedMs / 1000) });
    // Besides the abort, fetch and its body only throw TypeError.
    if (error instanceof TypeError) return fail({ kind: hasHeaders ? 'truncated' : 'unreachable' });
    throw error;
  } finally {
    clearTimeout(stall);
    clearTimeout(total);
    stop?.removeEventListener('abort', onStop);
    // Otherwise an endless body would go on downloading.
    controller.abort();
  }
}

/** 0 if compressed: `Content-Length` counts compressed bytes. */
function announcedLength({ headers }: Response): number {
  if (headers.has('content-encoding')) return 0;
  const length = Number(headers.get('content-length') ?? 0);
  return Number.isSafeInteger(length) && length > 0 ? length : 0;
}
