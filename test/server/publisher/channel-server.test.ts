import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { channelServer, rangeOf } from '../../../src/server/publisher/serve/channel-server.ts';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';

const BASE = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
const folder = mkdtempSync(join(tmpdir(), 'spamlight-serve-'));

beforeAll(() => {
  for (const name of ['base', 'report', 'state']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'latest.jws'), 'a.b.c');
  writeFileSync(join(folder, 'base/7.slb'), BASE);
  writeFileSync(join(folder, 'base/.unfinished-8.slb-x'), 'x');
  writeFileSync(join(folder, 'report/7.html'), '<p>report');
  writeFileSync(join(folder, 'report/7.html.br'), brotliCompressSync('<p>report'));
  writeFileSync(join(folder, 'key.json'), 'secret');
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const server = channelServer(folder);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return new Promise((resolve, reject) => {
    // Not `fetch`: it would tidy the path before it is sent.
    const asked = request(
      { host: '127.0.0.1', port: address.port, path, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

describe('serving a channel', () => {
  test('serving a channel gives the index to every origin, for a minute', async () => {
    const { status, headers, body } = await ask('/latest.jws');
    expect([status, body.toString()]).toEqual([200, 'a.b.c']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['cache-control']).toContain('max-age=60');
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('serving a channel gives a base for ever, since it never changes', async () => {
    const { headers, body } = await ask('/base/7.slb');
    expect(body.equals(BASE)).toBe(true);
    expect(headers['cache-control']).toContain('immutable');
  });

  test('serving a channel gives a part of a file', async () => {
    const { status, headers, body } = await ask('/base/7.slb', { Range: 'bytes=10-19' });
    expect([status, headers['content-range'], body.length, body[0]]).toEqual([
      206,
      'bytes 10-19/1000',
      10,
      10,
    ]);
  });

  test('serving a channel gives the whole file when it has changed since the first part', async () => {
    const { status, body } = await ask('/base/7.slb', { Range: 'bytes=10-19', 'If-Range': '"other"' });
    expect([status, body.length]).toEqual([200, 1000]);
  });

  test('serving a channel says that nothing has changed', async () => {
    const { headers } = await ask('/base/7.slb');
    const { status, body } = await ask('/base/7.slb', { 'If-None-Match': String(headers['etag']) });
    expect([status, body.length]).toEqual([304, 0]);
  });

  test('serving a channel gives a compressed form that lies beside a file to those who take it', async () => {
    const compressed = await ask('/report/7.html', { 'Accept-Encoding': 'gzip, br' });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(compressed.body).toString()).toBe('<p>report');
    expect((await ask('/report/7.html', { 'Accept-Encoding': 'br;q=0' })).body.toString()).toBe('<p>report');
    expect((await ask('/report/7.html')).body.toString()).toBe('<p>report');
  });

  test('serving a channel answers HEAD with the headers alone', async () => {
    const { status, headers, body } = await ask('/base/7.slb', {}, 'HEAD');
    expect([status, headers['content-length'], body.length]).toEqual([200, '1000', 0]);
  });

  test.each([
    '/key.json',
    '/',
    '/base',
    '/base/',
    '/base/8.slb',
    '/base/.unfinished-8.slb-x',
    '/base/../key.json',
    '/base/%2e%2e/key.json',
    '/..%2fkey.json',
    '//etc/passwd',
    '/report/7.html.br',
    '/latest.jws/',
    '/latest.jws%00',
  ])('serving a channel: %s is not there', async (path) => {
    const { status, headers, body } = await ask(path);
    expect(status).toBe(404);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(body.toString()).not.toContain('secret');
  });

  test('serving a channel lets nothing be written', async () => {
    for (const method of ['PUT', 'POST', 'DELETE'])
      expect((await ask('/latest.jws', {}, method)).status).toBe(405);
    expect((await ask('/latest.jws', {}, 'OPTIONS')).status).toBe(204);
  });
});

test.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-200', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['lines=0-1', null],
  [undefined, null],
] as const)('serving a channel gives a range of 100 bytes: %s', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range);
});
