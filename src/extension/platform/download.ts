import { fail, ok, type Result } from '../../core/result.ts';

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
  /** Ends the download at once; that is not a failure. */
  readonly signal?: AbortSignal;
  /** Called once, with the length that the server announced; 0 if it announced none or sends the file compressed. */
  readonly onLength?: (bytes: number) => void;
}

/**
 * The same piece by piece, for a file that need not be in memory as a whole. The next piece is asked for when `take`
 * is done with the last; the time it takes does not count as the server's.
 *
 * @returns `'whole'`, or `'stopped'` if `take` or the signal said so
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
      // A redirect comes back as a response of its own, so that it has a name and is not just "failed".
      redirect: 'manual',
      signal,
    });
    hasHeaders = true;
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
      return fail({ kind: 'redirected' });
    if (response.status !== 200) return fail({ kind: 'http-status', status: response.status });
    onLength?.(announcedLength(response));
    // From here on the body may pause as long as the headers could.
    restartStall();

    let received = 0;
    // A body of no bytes may be null.
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
    // The only error that fetch and its body are specified to end in, besides the abort.
    if (error instanceof TypeError) return fail({ kind: hasHeaders ? 'truncated' : 'unreachable' });
    throw error;
  } finally {
    clearTimeout(stall);
    clearTimeout(total);
    stop?.removeEventListener('abort', onStop);
    // Whatever has not been read is not wanted: without this an endless body would go on in the background.
    controller.abort();
  }
}

/** The header counts bytes on the wire; the body comes decompressed. */
function announcedLength({ headers }: Response): number {
  if (headers.has('content-encoding')) return 0;
  const length = Number(headers.get('content-length') ?? 0);
  return Number.isSafeInteger(length) && length > 0 ? length : 0;
}
