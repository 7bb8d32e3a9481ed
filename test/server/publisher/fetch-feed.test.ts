import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { FeedStore } from '../../../src/server/publisher/feeds/feed-store.ts';
import {
  fetchFeed,
  type FetchLimits,
  type FetchOutcome,
} from '../../../src/server/publisher/feeds/fetch-feed.ts';
import { onLoopback } from './loopback.ts';
import { aFolder } from './run-command.ts';

const QUICK: FetchLimits = { answerMs: 300, stallMs: 300, totalMs: 2000, retryMs: [10, 20] };

/** A server on loopback that answers as the test says. @returns its address and the requests it saw */
async function aServer(listener: RequestListener) {
  const seen: Record<string, string | undefined>[] = [];
  const server = createServer((request, response) => {
    seen.push({
      url: request.url,
      etag: request.headers['if-none-match'],
      since: request.headers['if-modified-since'],
    });
    listener(request, response);
  });
  const address = await onLoopback(server);
  return { url: `http://127.0.0.1:${address.port}/feed`, seen, close: () => server.close() };
}

async function aStore(): Promise<FeedStore> {
  return FeedStore.open(aFolder(), 'A feed');
}

function fetchInto(
  url: string,
  store: FeedStore,
  more: { maxBytes?: number; signal?: AbortSignal } = {},
): Promise<FetchOutcome> {
  const { maxBytes = 1e6, signal = new AbortController().signal } = more;
  return fetchFeed(url, store, { maxBytes, signal, now: 1000, onBytes: () => {}, limits: QUICK });
}

async function failureOf(url: string, more?: { maxBytes?: number; signal?: AbortSignal }): Promise<string> {
  const outcome = await fetchInto(url, await aStore(), more);
  return outcome.kind === 'failed' ? outcome.failure.kind : outcome.kind;
}

describe('fetching a feed', () => {
  test('fetching a feed keeps what came as a candidate, with what is needed to ask again', async () => {
    const { url } = await aServer((_, response) => {
      response
        .writeHead(200, { ETag: '"1"', 'Last-Modified': 'Fri, 20 Nov 2026 12:00:00 GMT' })
        .end('a.example\n');
    });
    const store = await aStore();
    const outcome = await fetchInto(url, store);
    if (outcome.kind !== 'fetched') throw new Error(outcome.kind);
    expect(readFileSync(outcome.copy.path, 'utf8')).toBe('a.example\n');
    expect(outcome.copy).toMatchObject({ etag: '"1"', fetchedAt: 1000, bytes: 10 });
    expect(await store.good(url)).toBeNull();
  });

  test('fetching a feed asks with the validators of the good copy, and takes "not modified" for an answer', async () => {
    const { url, seen } = await aServer((request, response) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.writeHead(200, { ETag: '"1"' }).end('a.example\n');
    });
    const store = await aStore();
    const first = await fetchInto(url, store);
    if (first.kind !== 'fetched') throw new Error(first.kind);
    const { path, ...facts } = first.copy;
    await store.keepAsGood(path, { ...facts, entries: 1 });
    const second = await fetchInto(url, store);
    expect(second.kind).toBe('not-modified');
    expect(seen.map(({ etag }) => etag)).toEqual([undefined, '"1"']);
    expect(await store.good(url)).toMatchObject({ entries: 1, fetchedAt: 1000 });
    expect(await store.candidate(url)).toBeNull();
  });

  test('fetching a feed drops a newer copy that the origin has taken back since', async () => {
    let now = 'A';
    const { url } = await aServer((request, response) => {
      if (request.headers['if-none-match'] === `"${now}"`) response.writeHead(304).end();
      else response.writeHead(200, { ETag: `"${now}"` }).end(`${now}\n`);
    });
    const store = await aStore();
    const first = await fetchInto(url, store);
    if (first.kind !== 'fetched') throw new Error(first.kind);
    const { path, ...facts } = first.copy;
    await store.keepAsGood(path, facts);
    now = 'B';
    expect((await fetchInto(url, store)).kind).toBe('fetched');
    expect(await store.candidate(url)).toMatchObject({ etag: '"B"' });
    now = 'A';
    expect((await fetchInto(url, store)).kind).toBe('not-modified');
    expect(await store.candidate(url)).toBeNull();
    expect(await store.good(url)).toMatchObject({ etag: '"A"' });
  });

  test('fetching a feed does not show the validators of another address', async () => {
    const { url, seen } = await aServer((_, response) => response.writeHead(200, { ETag: '"1"' }).end('a'));
    const store = await aStore();
    const first = await fetchInto(url, store);
    if (first.kind !== 'fetched') throw new Error(first.kind);
    const { path, ...facts } = first.copy;
    await store.keepAsGood(path, facts);
    await fetchInto(`${url}2`, store);
    expect(seen.map(({ etag }) => etag)).toEqual([undefined, undefined]);
  });

  test('fetching a feed tries again after failures that pass', async () => {
    let requests = 0;
    const { url } = await aServer((_, response) => {
      requests++;
      if (requests < 3) response.writeHead(503).end();
      else response.end('a.example\n');
    });
    expect((await fetchInto(url, await aStore())).kind).toBe('fetched');
    expect(requests).toBe(3);
  });

  test.each([
    ['a page that is gone', 404, 1],
    ['a server that stays broken', 500, 3],
    ['a server that is asked too often', 429, 3],
  ])('fetching a feed: %s is refused', async (_, status, requests) => {
    const { url, seen } = await aServer((__, response) => response.writeHead(status).end());
    expect(await failureOf(url)).toBe('refused');
    expect(seen).toHaveLength(requests);
  });

  test.each<[string, RequestListener, string]>([
    ['never answers', () => {}, 'unreachable'],
    [
      'stops in the middle',
      (_, response) => void response.writeHead(200, { 'Content-Length': 100 }).write('a'),
      'unreachable',
    ],
    [
      'breaks off',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': 100 });
        response.write('a');
        setTimeout(() => response.destroy(), 20);
      },
      'unreachable',
    ],
    ['sends more than is allowed', (_, response) => response.end('x'.repeat(5000)), 'too-large'],
    [
      'redirects to something else than the web',
      (_, response) => response.writeHead(302, { Location: 'ftp://a.example/' }).end(),
      'unsafe-redirect',
    ],
    [
      'redirects with a name and a password',
      (_, response) => response.writeHead(302, { Location: 'http://user:pw@h.example/' }).end(),
      'unsafe-redirect',
    ],
    [
      'redirects for ever',
      (request, response) => response.writeHead(302, { Location: `${request.url}x` }).end(),
      'unsafe-redirect',
    ],
  ])('fetching a feed from a server that %s gives a failure', async (_, listener, failure) => {
    const { url } = await aServer(listener);
    expect(await failureOf(url, { maxBytes: 1000 })).toBe(failure);
  });

  test('fetching a feed follows a redirect', async () => {
    const { url } = await aServer((request, response) => {
      if (request.url === '/feed') response.writeHead(301, { Location: '/there' }).end();
      else response.end('a.example\n');
    });
    expect((await fetchInto(url, await aStore())).kind).toBe('fetched');
  });

  test('fetching a feed where nothing listens is said in words', async () => {
    const { url, close } = await aServer(() => {});
    close();
    const outcome = await fetchInto(url, await aStore());
    expect(outcome).toEqual({
      kind: 'failed',
      failure: { kind: 'unreachable', message: 'nothing answers there' },
    });
  });

  test('fetching a feed ends at once when it is interrupted', async () => {
    const { url } = await aServer(() => {});
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);
    const startedAt = performance.now();
    expect(await failureOf(url, { signal: controller.signal })).toBe('interrupted');
    expect(performance.now() - startedAt).toBeLessThan(1500);
  });

  test('fetching a feed that fails leaves the good copy and the last candidate alone', async () => {
    let isDown = false;
    const { url } = await aServer((_, response) =>
      isDown ? response.writeHead(404).end() : response.end('a.example\n'),
    );
    const store = await aStore();
    await fetchInto(url, store);
    isDown = true;
    expect((await fetchInto(url, store)).kind).toBe('failed');
    expect(await store.candidate(url)).not.toBeNull();
  });
});
