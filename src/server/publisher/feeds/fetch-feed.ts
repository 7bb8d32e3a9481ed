import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, fetch, type Dispatcher, type Response } from 'undici';
import packageFile from '../../../../package.json' with { type: 'json' };
import { networkMessage } from '../../node/channel/read-channel.ts';
import type { ExplainedFailure } from '../../node/explained-failure.ts';
import type { FeedStore, StoredCopy } from './feed-store.ts';
import { guardedDispatcher, isPrivateHost, PrivateAddressError } from './guarded-dispatcher.ts';

export type FetchFailure = ExplainedFailure<
  'unreachable' | 'refused' | 'too-large' | 'unsafe-redirect' | 'private-address' | 'interrupted'
>;

export type FetchOutcome =
  | { readonly kind: 'fetched'; readonly copy: StoredCopy }
  | { readonly kind: 'not-modified'; readonly copy: StoredCopy }
  | { readonly kind: 'not-due'; readonly copy: StoredCopy }
  | { readonly kind: 'failed'; readonly failure: FetchFailure };

export interface FetchOptions {
  readonly maxBytes: number;
  /** Whether the feed's own host, and no other, may have a private address. */
  readonly isPrivate?: boolean;
  /** Unix seconds. */
  readonly now: number;
  readonly signal: AbortSignal;
  /** `total` is 0 if unknown. */
  readonly onBytes: (done: number, total: number) => void;
  readonly limits?: FetchLimits;
  readonly connections?: Connections;
}

export interface Connections {
  /** For the feed's own host, if private. */
  readonly anywhere: Dispatcher;
  readonly publicOnly: Dispatcher;
}

export interface FetchLimits {
  readonly answerMs: number;
  /** Between two chunks of the body. */
  readonly stallMs: number;
  /** For one attempt. */
  readonly totalMs: number;
  /** Before each attempt but the first. */
  readonly retryMs: readonly number[];
}

const FETCH_LIMITS: FetchLimits = {
  answerMs: 30_000,
  stallMs: 30_000,
  totalMs: 15 * 60_000,
  retryMs: [2_000, 8_000, 30_000],
};

const MAX_RETRY_AFTER_MS = 60_000;
const MAX_REDIRECTS = 5;
const USER_AGENT = `spamlight/${packageFile.version} (feed publisher)`;

/** Sends the good copy's validators, so that an unchanged feed costs its maintainer nothing. */
export async function fetchFeed(url: string, store: FeedStore, options: FetchOptions): Promise<FetchOutcome> {
  const { retryMs } = options.limits ?? FETCH_LIMITS;
  for (let attempt = 0; ; attempt++) {
    const outcome = await fetchOnce(url, store, options);
    const pause = retryMs[attempt];
    if (outcome.kind !== 'again') return outcome;
    if (pause === undefined || options.signal.aborted) return { kind: 'failed', failure: outcome.failure };
    // Jitter, so that publishers who failed together do not return together.
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
    const followedTo = await followRedirects(
      url,
      {
        'User-Agent': USER_AGENT,
        Accept: '*/*',
        ...(good?.etag == null ? {} : { 'If-None-Match': good.etag }),
        ...(good?.lastModified == null ? {} : { 'If-Modified-Since': good.lastModified }),
      },
      signal,
      options.isPrivate === true || isPrivateHost(new URL(url).hostname) ? new URL(url).host : null,
      options.connections ?? CONNECTIONS,
    );
    if ('kind' in followedTo) return { kind: 'failed', failure: followedTo };
    const { response, lastHost } = followedTo;
    rearm();
    if (response.status === 304 && good !== null) {
      await response.body?.cancel();
      const { path, ...facts } = good;
      // The good copy is current, so an unpublished candidate is outdated.
      await store.dropCandidate();
      await store.confirmGood({ ...facts, fetchedAt: options.now });
      return { kind: 'not-modified', copy: { ...good, fetchedAt: options.now, path } };
    }
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel();
      return refusal(response, options.now);
    }
    return await saved(response, response.body, lastHost, url, store, options, rearm);
  } catch (error) {
    if (options.signal.aborted) return { kind: 'failed', failure: INTERRUPTED };
    if (error instanceof TypeError && error.cause instanceof PrivateAddressError)
      return { kind: 'failed', failure: privateAddress(error.cause.host) };
    const message = networkMessage(error);
    if (message === null) throw error;
    return { kind: 'again', failure: { kind: 'unreachable', message }, waitMs: 0 };
  } finally {
    clearTimeout(timeout);
  }
}

interface FinalResponse {
  readonly response: Response;
  readonly lastHost: string;
}

/**
 * Redirects may not lead from https to http, where others could answer, nor into a private network, whose pages would
 * appear in a public report.
 *
 * @param privateHost - with port; the only host that may be private
 */
async function followRedirects(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  privateHost: string | null,
  { anywhere, publicOnly }: Connections,
): Promise<FinalResponse | FetchFailure> {
  let current = new URL(url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const isOwn = current.host === privateHost;
    if (!isOwn && isPrivateHost(current.hostname)) return privateAddress(current.host);
    const response = await fetch(current.href, {
      headers,
      signal,
      redirect: 'manual',
      dispatcher: isOwn ? anywhere : publicOnly,
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || response.status === 304 || location === null) {
      return { response, lastHost: current.host };
    }
    await response.body?.cancel();
    if (!URL.canParse(location, current.href)) {
      return { kind: 'unsafe-redirect', message: 'it redirects to something that is no address' };
    }
    const next = new URL(location, current);
    const isSafe = next.protocol === 'https:' || (next.protocol === 'http:' && current.protocol === 'http:');
    if (!isSafe)
      return {
        kind: 'unsafe-redirect',
        message: `it redirects to ${next.protocol}//${next.host}, which is not https`,
      };
    // `fetch` throws for a name or password.
    if (next.username !== '' || next.password !== '')
      return { kind: 'unsafe-redirect', message: 'it redirects to an address with a name or password in it' };
    current = next;
  }
  return { kind: 'unsafe-redirect', message: `it redirects more than ${MAX_REDIRECTS} times` };
}

const CONNECTIONS: Connections = { anywhere: new Agent(), publicOnly: guardedDispatcher() };

function privateAddress(host: string): FetchFailure {
  return {
    kind: 'private-address',
    message: `${host} is an address of a private network; "private": true allows it for the feed's own host`,
  };
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
  lastHost: string,
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
  // A body cut off without chunked encoding can look complete.
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
    redirectedTo: lastHost === new URL(url).host ? null : lastHost,
    entries: null,
  });
  return { kind: 'fetched', copy };
}
