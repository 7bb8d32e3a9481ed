import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import packageFile from '../../../package.json' with { type: 'json' };
import { networkMessage } from '../../node/channel/read-channel.ts';
import type { ToldFailure } from '../../node/told-failure.ts';
import type { FeedStore, StoredCopy } from './feed-store.ts';

export type FetchFailure = ToldFailure<
  'unreachable' | 'refused' | 'too-large' | 'unsafe-redirect' | 'interrupted'
>;

export type FetchOutcome =
  | { readonly kind: 'fetched'; readonly copy: StoredCopy }
  /** The origin still has what the good copy is. */
  | { readonly kind: 'not-modified'; readonly copy: StoredCopy }
  | { readonly kind: 'failed'; readonly failure: FetchFailure };

export interface FetchOptions {
  readonly maxBytes: number;
  /** Unix time, seconds. */
  readonly now: number;
  readonly signal: AbortSignal;
  /** Told of all bytes of this feed so far; total is 0 if the server does not say. */
  readonly onBytes: (done: number, total: number) => void;
  readonly limits?: FetchLimits;
}

/** Times in milliseconds. */
export interface FetchLimits {
  /** Until the headers are there. */
  readonly answerMs: number;
  /** Between two pieces of the body: a server that trickles is not waited for. */
  readonly stallMs: number;
  /** For the whole of one attempt. */
  readonly totalMs: number;
  /** Before the second attempt, the third, and so on; there are as many attempts and one more. */
  readonly retryMs: readonly number[];
}

const FETCH_LIMITS: FetchLimits = {
  answerMs: 30_000,
  stallMs: 30_000,
  totalMs: 15 * 60_000,
  retryMs: [2_000, 8_000, 30_000],
};

/** The longest `Retry-After` that a build waits for. */
const MAX_RETRY_AFTER_MS = 60_000;
const MAX_REDIRECTS = 5;
const USER_AGENT = `spamlight/${packageFile.version} (feed publisher)`;

/**
 * Fetches a feed into its store. Asks with the validators of the good copy, so that an unchanged feed costs its
 * maintainer nothing; tries again after passing failures; never takes more than `maxBytes`.
 */
export async function fetchFeed(url: string, store: FeedStore, options: FetchOptions): Promise<FetchOutcome> {
  const { retryMs } = options.limits ?? FETCH_LIMITS;
  for (let attempt = 0; ; attempt++) {
    const outcome = await fetchOnce(url, store, options);
    const pause = retryMs[attempt];
    if (outcome.kind !== 'again') return outcome;
    if (pause === undefined || options.signal.aborted) return { kind: 'failed', failure: outcome.failure };
    // Jitter, so that many publishers who failed together do not come back together.
    const jittered = pause * (0.75 + Math.random() / 2);
    try {
      await wait(Math.max(jittered, outcome.waitMs), undefined, { signal: options.signal });
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError')
        return { kind: 'failed', failure: INTERRUPTED };
      throw error;
    }
  }
}

type Attempt =
  | FetchOutcome
  | { readonly kind: 'again'; readonly failure: FetchFailure; readonly waitMs: number };

const INTERRUPTED: FetchFailure = { kind: 'interrupted', message: 'it was interrupted' };

async function fetchOnce(url: string, store: FeedStore, options: FetchOptions): Promise<Attempt> {
  const limits = options.limits ?? FETCH_LIMITS;
  const good = await store.good(url);
  const timer = new AbortController();
  const signal = AbortSignal.any([options.signal, timer.signal, AbortSignal.timeout(limits.totalMs)]);
  let timeout = setTimeout(() => timer.abort(new DOMException('', 'TimeoutError')), limits.answerMs);
  const rearm = (): void => {
    clearTimeout(timeout);
    timeout = setTimeout(() => timer.abort(new DOMException('', 'TimeoutError')), limits.stallMs);
  };
  try {
    const response = await followed(
      url,
      {
        'User-Agent': USER_AGENT,
        Accept: '*/*',
        ...(good?.etag == null ? {} : { 'If-None-Match': good.etag }),
        ...(good?.lastModified == null ? {} : { 'If-Modified-Since': good.lastModified }),
      },
      signal,
    );
    if ('kind' in response) return { kind: 'failed', failure: response };
    rearm();
    if (response.status === 304 && good !== null) {
      await response.body?.cancel();
      const { path, ...facts } = good;
      await store.confirmGood({ ...facts, fetchedAt: options.now });
      return { kind: 'not-modified', copy: { ...good, fetchedAt: options.now, path } };
    }
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel();
      return refusal(response, options.now);
    }
    return await saved(response, response.body, url, store, options, rearm);
  } catch (error) {
    if (options.signal.aborted) return { kind: 'failed', failure: INTERRUPTED };
    const message = networkMessage(error);
    if (message === null) throw error;
    return { kind: 'again', failure: { kind: 'unreachable', message }, waitMs: 0 };
  } finally {
    clearTimeout(timeout);
  }
}

/** Follows redirects itself: from https none may lead to http, where anybody on the way could answer. */
async function followed(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response | FetchFailure> {
  let current = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetch(current, { headers, signal, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || response.status === 304 || location === null) {
      return response;
    }
    await response.body?.cancel();
    if (!URL.canParse(location, current)) {
      return { kind: 'unsafe-redirect', message: 'it redirects to something that is no address' };
    }
    const next = new URL(location, current);
    const isSafe = next.protocol === 'https:' || (next.protocol === 'http:' && current.startsWith('http:'));
    if (!isSafe)
      return {
        kind: 'unsafe-redirect',
        message: `it redirects to ${next.protocol}//${next.host}, which is not https`,
      };
    current = next.href;
  }
  return { kind: 'unsafe-redirect', message: `it redirects more than ${MAX_REDIRECTS} times` };
}

function refusal(response: Response, now: number): Attempt {
  const failure: FetchFailure = {
    kind: 'refused',
    message: `the server answered with status ${response.status}`,
  };
  const isPassing = response.status === 429 || response.status === 408 || response.status >= 500;
  if (!isPassing) return { kind: 'failed', failure };
  const header = response.headers.get('retry-after');
  const seconds =
    header === null ? 0 : /^\d+$/.test(header) ? Number(header) : Date.parse(header) / 1000 - now;
  const waitMs = Number.isFinite(seconds) ? Math.min(MAX_RETRY_AFTER_MS, Math.max(0, seconds * 1000)) : 0;
  return { kind: 'again', failure, waitMs };
}

async function saved(
  response: Response,
  body: NonNullable<Response['body']>,
  url: string,
  store: FeedStore,
  { maxBytes, now, onBytes }: FetchOptions,
  rearm: () => void,
): Promise<Attempt> {
  const isEncoded = response.headers.get('content-encoding') !== null;
  const announced = Number(response.headers.get('content-length') ?? 0);
  const file = await open(store.newCandidatePath(), 'w', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('fetch gave something else than bytes');
      rearm();
      bytes += chunk.length;
      if (bytes > maxBytes) {
        return {
          kind: 'failed',
          failure: {
            kind: 'too-large',
            message: `it is larger than ${maxBytes} bytes; "limits": {"maxBytes": …} allows more`,
          },
        };
      }
      await file.write(chunk);
      onBytes(bytes, isEncoded ? 0 : announced);
    }
  } finally {
    await file.close();
  }
  // A connection that breaks off in the middle of a body without chunks looks like an end to some servers' clients.
  if (!isEncoded && announced > 0 && bytes !== announced) {
    return {
      kind: 'again',
      failure: { kind: 'unreachable', message: 'the connection broke off' },
      waitMs: 0,
    };
  }
  const copy = await store.keepCandidate({
    origin: url,
    fetchedAt: now,
    bytes,
    etag: response.headers.get('etag'),
    lastModified: response.headers.get('last-modified'),
    entries: null,
  });
  return { kind: 'fetched', copy };
}
