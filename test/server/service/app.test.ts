import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { fail, ok } from '../../../src/core/result.ts';
import { LinkChecker } from '../../../src/server/service/check/link-checker.ts';
import { DEFAULT_POLICY, parsePolicy } from '../../../src/server/service/check/policy.ts';
import type { AnswerBody } from './answer-body.ts';
import type { ServiceApp } from '../../../src/server/service/http/app.ts';
import { parseTokens, Tokens, type TokenHolder } from '../../../src/server/service/http/tokens.ts';
import { NOW } from './a-change.ts';
import { aService, closeServices, everything, post, TOKEN } from './a-service.ts';

afterEach(closeServices);

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly content?: object } | undefined>>;
}

async function description(): Promise<{
  readonly openapi: string;
  readonly servers: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}> {
  const { app } = await aService();
  return (await app.inject({ url: '/v1/openapi.json', headers: { host: 'localhost' } })).json();
}

describe('POST /v1/check', () => {
  test('POST /v1/check says what to do with each link, and why', async () => {
    const { status, body } = await post(await aService(), '/v1/check', {
      urls: ['http://x.bad.example/', 'http://shop.example/', 'http://good.example/', 'javascript:1'],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      action: 'block',
      engine: null,
      list: { channel: 'test', serial: 7, entries: 2, publishedAt: NOW, age: 0, status: 'fresh' },
      results: [
        {
          action: 'block',
          verdict: {
            kind: 'flagged',
            level: 'danger',
            asks: true,
            reasons: [
              {
                kind: 'listed',
                level: 'danger',
                layer: 0,
                category: 'phishing',
                group: 'test feed',
                expression: 'bad.example/',
                channel: 'test',
                channelName: 'test',
                serial: 7,
                publishedAt: NOW,
              },
            ],
          },
        },
        {
          action: 'review',
          verdict: expect.objectContaining({ kind: 'flagged', level: 'caution' }) as unknown,
        },
        { action: 'allow', verdict: { kind: 'clear' } },
        { action: 'review', verdict: { kind: 'unchecked', because: 'unreadable', asks: false } },
      ],
    });
  });

  test.each([
    ['no JSON', '{"urls":', 400, 'not-json'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400, 'not-utf8'],
    ['something else than an object', '[]', 400, 'not-as-described'],
    ['no links', { urls: [] }, 400, 'not-as-described'],
    ['a number for a link', { urls: [1] }, 400, 'not-as-described'],
    ['a field that nobody reads', { urls: ['a'], follow: true }, 400, 'not-as-described'],
    [
      '1,001 links',
      { urls: Array.from({ length: 1001 }, () => 'http://a.example') },
      400,
      'not-as-described',
    ],
    ['JSON a million levels deep', '['.repeat(1_000_000), 400, 'not-json'],
    ['closed JSON that is deep', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 400, 'not-as-described'],
    ['a link of 10 MB', { urls: [`http://a.example/${'x'.repeat(10 << 20)}`] }, 413, 'too-large'],
  ])('POST /v1/check refuses %s, and goes on with others', async (_, payload, status, code) => {
    const service = await aService();
    const answer = await post(service, '/v1/check', payload);
    expect(answer).toMatchObject({ status, body: { status, code, type: 'about:blank' } });
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect((await post(service, '/v1/check', { urls: ['http://bad.example/'] })).body.action).toBe('block');
  });

  test('POST /v1/check never lets one long link hide the others', async () => {
    const { body } = await post(await aService(), '/v1/check', {
      urls: [`http://a.example/${'x'.repeat(100_000)}`, 'http://bad.example/'],
    });
    expect(body.results.map(({ action }) => action)).toEqual(['review', 'block']);
  });

  test('POST /v1/check does not unpack anything', async () => {
    const bomb = gzipSync(Buffer.alloc(50 << 20));
    const answer = await post(await aService(), '/v1/check', bomb, { 'content-encoding': 'gzip' });
    expect(answer).toMatchObject({ status: 415, body: { code: 'compressed' } });
  });

  test.each([
    ['another Host', { host: 'rebound.example' }, 421],
    ['a Host that only begins right', { host: 'localhost.rebound.example' }, 421],
    ['the origin of a web page', { origin: 'https://page.example' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
  ])('POST /v1/check without a token refuses %s', async (_, headers, status) => {
    expect(await post(await aService(), '/v1/check', { urls: ['a'] }, headers)).toMatchObject({ status });
  });

  test.each(['localhost', 'localhost:8080', '127.0.0.1:1', '[::1]:65535'])(
    'POST /v1/check answers to the Host %s',
    async (host) => {
      expect((await post(await aService(), '/v1/check', { urls: ['a'] }, { host })).status).toBe(200);
    },
  );

  test('POST /v1/check needs a token that may check where it is not open', async () => {
    const reporter: TokenHolder = { name: 'reporter', rights: new Set(['report']) };
    const service = await aService({
      isOpen: false,
      tokens: new Tokens([
        [TOKEN, everything],
        ['x'.repeat(32), reporter],
      ]),
    });
    const status = async (authorization: string) =>
      (await post(service, '/v1/check', { urls: ['a'] }, { authorization, host: 'check.example' })).status;
    expect(await status('')).toBe(401);
    expect(await status(`Bearer ${TOKEN}x`)).toBe(401);
    expect(await status(`Basic ${TOKEN}`)).toBe(401);
    expect(await status(`Bearer ${'x'.repeat(32)}`)).toBe(403);
    expect(await status(`Bearer ${TOKEN}`)).toBe(200);
  });

  test('POST /v1/check answers or refuses whatever is sent, with a problem for each refusal', async () => {
    const service = await aService();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          fc.record({ urls: fc.array(fc.oneof(fc.webUrl(), fc.string())) }).map((x) => JSON.stringify(x)),
        ),
        async (payload) => {
          const { status, body } = await post(service, '/v1/check', payload);
          if (status === 200)
            expect(body.results.length).toBe((JSON.parse(payload) as { urls: unknown[] }).urls.length);
          else expect([status, body.status]).toEqual([400, 400]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('POST /v1/changes', () => {
  const add = { id: '1', action: 'add', entry: 'new.example', sequence: 1 };

  test('POST /v1/changes acknowledges what holds from now on, and says of the rest why it does not', async () => {
    const service = await aService();
    const { body } = await post(service, '/v1/changes', {
      changes: [add, { ...add, id: '2', entry: 'co.uk' }, { ...add, id: '3', sequence: 0, action: 'remove' }],
    });
    expect(body.results).toEqual([
      { id: '1', outcome: 'applied' },
      { id: '2', outcome: 'refused', because: 'never-looked-up' },
      { id: '3', outcome: 'superseded' },
    ]);
    const checked = await post(service, '/v1/check', { urls: ['http://new.example/'] });
    expect(checked.body.results[0]).toMatchObject({
      action: 'block',
      verdict: { reasons: [{ group: 'changes', serial: 1, expression: 'new.example/' }] },
    });
  });

  test('POST /v1/changes takes a sender, and no message, which no check would find', async () => {
    const service = await aService();
    const { status, body } = await post(service, '/v1/changes', {
      changes: [
        { ...add, kind: 'address', entry: 'bad@sender.example' },
        { ...add, id: '2', kind: 'message', entry: '0.0123456789abcdef' },
        { ...add, id: '3', kind: 'url' },
      ],
    });
    expect([status, body.results]).toEqual([
      200,
      [
        { id: '1', outcome: 'applied' },
        { id: '2', outcome: 'refused', because: 'kind-not-checked' },
        { id: '3', outcome: 'applied' },
      ],
    ]);
  });

  test('POST /v1/changes gives each change that is not as described an outcome of its own, and takes the others', async () => {
    const service = await aService();
    const wrong: readonly (readonly [unknown, string, string])[] = [
      [{ ...add, id: 'a', action: 'ad' }, 'a', 'bad-action'],
      [{ ...add, id: 'b', sequence: -1 }, 'b', 'bad-sequence'],
      [{ ...add, id: 'c', entry: 'x'.repeat(5_000) }, 'c', 'bad-entry'],
      [{ ...add, id: 'd', reason: 'seen' }, 'd', 'unknown-field'],
      [{ ...add, id: 7 }, '', 'bad-id'],
      [{}, '', 'bad-id'],
    ];
    const { status, body } = await post(service, '/v1/changes', {
      changes: [...wrong.map(([change]) => change), add],
    });
    expect(status).toBe(200);
    expect(body.results).toEqual([
      ...wrong.map(([, id, because]) => ({ id, outcome: 'refused', because })),
      { id: '1', outcome: 'applied' },
    ]);
    for (const batch of [
      [],
      {},
      { changes: [] },
      { changes: [1] },
      { changes: [add], more: 1 },
      { changes: [null] },
    ])
      expect(await post(service, '/v1/changes', batch)).toMatchObject({
        status: 400,
        body: { code: 'not-as-described' },
      });
  });

  test('POST /v1/changes asks for a token, on loopback too', async () => {
    const answer = await post(await aService(), '/v1/changes', { changes: [add] }, { authorization: '' });
    expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
  });

  test('POST /v1/changes says when to come again if nothing can be taken in', async () => {
    const service = await aService({
      changes: {
        submit: async () => ({
          ok: false,
          failure: { kind: 'not-written', message: 'The disk is full.', retryAfter: 5 },
        }),
      },
    });
    expect(await post(service, '/v1/changes', { changes: [add] })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'not-written' },
    });
  });

  test('POST /v1/changes is not there where nothing is kept', async () => {
    const service = await aService({ changes: null });
    expect((await post(service, '/v1/changes', { changes: [add] })).status).toBe(404);
  });
});

describe('a path', () => {
  test.each([
    ['GET', '/v1/check', 'POST'],
    ['DELETE', '/v1/status?x=1', 'GET, HEAD'],
    ['PUT', '/v1/reports.csv', 'GET, HEAD'],
  ] as const)(
    'a path of the service that is asked by %s %s says what is answered there',
    async (method, url, allowed) => {
      const { app } = await aService();
      const answer = await app.inject({ method, url, headers: { host: 'localhost' } });
      expect([answer.statusCode, answer.headers['allow']]).toEqual([405, allowed]);
      expect(answer.json<AnswerBody>()).toMatchObject({ status: 405, code: 'wrong-method' });
    },
  );

  test('a path of the service that is none says so', async () => {
    const { app } = await aService();
    const answer = await app.inject({ method: 'POST', url: '/v1/none', headers: { host: 'localhost' } });
    expect([answer.statusCode, answer.headers['allow']]).toEqual([404, undefined]);
  });
});

describe('under pressure, the service', () => {
  /** Sends the head of a request and one byte of its body. */
  const slowly = async (port: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(
      'POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    );
    return socket;
  };
  const portOf = async (app: ServiceApp['app']): Promise<number> => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no address');
    return address.port;
  };

  test('under pressure, the service keeps no place of a check for whoever sends slowly', async () => {
    const { app } = await aService({
      pressure: { maxInFlight: 1, maxLateMs: Number.POSITIVE_INFINITY, maxConnections: 100, maxComing: 50 },
    });
    const port = await portOf(app);
    const slow = await Promise.all(Array.from({ length: 20 }, () => slowly(port)));
    for (let turn = 0; turn < 5; turn++) {
      const answer = await fetch(`http://localhost:${port}/v1/check`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ urls: ['http://bad.example/'] }),
      });
      expect(answer.status).toBe(200);
    }
    for (const socket of slow) socket.destroy();
  });

  test('under pressure, the service cuts off the slowest where more send slowly than it may hold', async () => {
    const { app } = await aService({
      pressure: { maxInFlight: 10, maxLateMs: Number.POSITIVE_INFINITY, maxConnections: 100, maxComing: 3 },
    });
    const port = await portOf(app);
    const sockets: Socket[] = [];
    const closed: number[] = [];
    for (let n = 0; n < 5; n++) {
      const socket = await slowly(port);
      socket.once('close', () => closed.push(n));
      sockets.push(socket);
      await expect.poll(() => closed.length).toBe(Math.max(0, n - 2));
    }
    expect(closed).toEqual([0, 1]);
    for (const socket of sockets) socket.destroy();
  });

  test('under pressure, the service turns away what it cannot answer soon, and still says how it is', async () => {
    const service = await aService({
      pressure: { maxInFlight: 0, maxLateMs: 100, maxConnections: 10, maxComing: 10 },
    });
    expect(await post(service, '/v1/check', { urls: ['a'] })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: { code: 'overloaded' },
    });
    for (const url of ['/healthz', '/metrics', '/v1/status']) {
      expect((await service.app.inject({ url, headers: { host: 'localhost' } })).statusCode).toBe(200);
    }
  });

  test('under pressure, the service closes connections beyond those that it may hold, and takes others when some have gone', async () => {
    const { app } = await aService({
      pressure: { maxInFlight: 10, maxLateMs: Number.POSITIVE_INFINITY, maxConnections: 2, maxComing: 10 },
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no address');
    /** Whether it is answered. */
    const ask = async (): Promise<[Socket, boolean]> => {
      const socket = connect(address.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
      const isAnswered = once(socket, 'data').then(() => true);
      return [socket, await Promise.race([isAnswered, once(socket, 'close').then(() => false)])];
    };
    const [first, isFirst] = await ask();
    const [, isSecond] = await ask();
    const [, isThird] = await ask();
    expect([isFirst, isSecond, isThird]).toEqual([true, true, false]);
    // By this limit a worker of a cluster would hand a connection on, and all of them together for ever.
    expect(app.server.maxConnections).toBeUndefined();
    first.destroy();
    await expect.poll(async () => (await ask())[1]).toBe(true);
  });

  test('under pressure, the service answers as many at once as it may, and again when they are done', async () => {
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const service = await aService({
      changes: { submit: async (changes) => (await finished, ok(changes.map(() => 'applied' as const))) },
    });
    const add = { id: '1', action: 'add', entry: 'new.example', sequence: 1 };
    const waiting = Array.from({ length: 10 }, () => post(service, '/v1/changes', { changes: [add] }));
    await expect.poll(async () => (await post(service, '/v1/check', { urls: ['a'] })).status).toBe(503);
    finish();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200));
    await expect.poll(async () => (await post(service, '/v1/check', { urls: ['a'] })).status).toBe(200);
  });
});

describe('POST /v1/report', () => {
  test('POST /v1/report hands on the link without what tells visitors apart, and the vote', async () => {
    const kept: unknown[] = [];
    const service = await aService({
      reports: { keep: async (report) => (kept.push(report), ok('kept')), feed: async () => ok('') },
    });
    const report = { url: 'https://u:p@A.example/x?id=1#f', vote: 'spam', voter: 'u1' };
    expect((await post(service, '/v1/report', report)).body).toEqual({ outcome: 'kept' });
    expect(kept).toEqual([{ url: 'a.example/x', vote: 'spam', voter: 'forum u1' }]);
  });

  test('POST /v1/report turns away a voter in a hurry, for a while and alone', async () => {
    const service = await aService();
    const vote = (voter: string) =>
      post(service, '/v1/report', { url: 'http://a.example/', vote: 'spam', voter });
    for (let count = 0; count < 20; count++) expect((await vote('u1')).status).toBe(200);
    const refused = await vote('u1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await vote('u2')).status).toBe(200);
  });

  test('POST /v1/report changes no verdict', async () => {
    const service = await aService();
    await post(service, '/v1/report', { url: 'http://bad.example/', vote: 'not-spam', voter: 'u' });
    await post(service, '/v1/report', { url: 'http://good.example/', vote: 'spam', voter: 'u' });
    const { body } = await post(service, '/v1/check', {
      urls: ['http://bad.example/', 'http://good.example/'],
    });
    expect(body.results.map(({ action }) => action)).toEqual(['block', 'allow']);
  });
});

describe('the service', () => {
  test('the service is alive and not ready without a list, and while it stops', async () => {
    const service = await aService({ checker: new LinkChecker() });
    const get = async (one: ServiceApp, url: string) =>
      (await one.app.inject({ url, headers: { host: 'localhost' } })).statusCode;
    expect([await get(service, '/healthz'), await get(service, '/readyz')]).toEqual([200, 503]);
    const other = await aService();
    expect(await get(other, '/readyz')).toBe(200);
    void other.drain();
    expect([await get(other, '/healthz'), await get(other, '/readyz')]).toEqual([200, 503]);
    const late = await post(other, '/v1/check', { urls: ['a'] });
    expect([late.status, late.body.code]).toEqual([503, 'stopping']);
    expect([late.headers['retry-after'], late.headers['connection']]).toEqual(['1', 'close']);
  });

  test('the service says that its reports cannot be read', async () => {
    const failure = { kind: 'not-written', message: 'The disk is full.', retryAfter: 60 } as const;
    const reports = { keep: async () => fail(failure), feed: async () => fail(failure) };
    const { app } = await aService({ reports });
    const headers = { host: 'localhost', authorization: `Bearer ${TOKEN}` };
    const answer = await app.inject({ url: '/v1/reports.csv', headers });
    expect([answer.statusCode, answer.json<AnswerBody>().code, answer.headers['retry-after']]).toEqual([
      503,
      'not-written',
      '60',
    ]);
  });

  test('the service describes itself by the schemas that it validates with', async () => {
    const { paths } = await description();
    expect(paths['/v1/check']).toMatchObject({
      post: {
        requestBody: {
          content: { 'application/json': { schema: { properties: { urls: { maxItems: 1000 } } } } },
        },
      },
    });
  });

  test('the service describes every path as a generator of clients needs it', async () => {
    const { openapi, servers, paths } = await description();
    expect(openapi).toBe('3.1.0');
    expect(servers).toHaveLength(1);
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
    );
    expect(operations.map(({ name }) => name).sort()).toEqual([
      'get /healthz',
      'get /metrics',
      'get /readyz',
      'get /v1/reports.csv',
      'get /v1/status',
      'post /v1/changes',
      'post /v1/check',
      'post /v1/check-mail',
      'post /v1/check-message',
      'post /v1/report',
    ]);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { name, operationId, summary, tags, responses } of operations) {
      expect(operationId, name).toMatch(/^[a-z][A-Za-z]+$/);
      expect(summary, name).not.toBe('');
      expect(tags, name).toHaveLength(1);
      for (const status of ['4XX', '5XX'])
        expect(Object.keys(responses[status]?.content ?? {}), `${name}, ${status}`).toEqual([
          'application/problem+json',
        ]);
      const isText = ['/healthz', '/readyz', '/metrics'].some((path) => name.endsWith(path));
      const type = name.endsWith('.csv') ? 'text/csv' : isText ? 'text/plain' : 'application/json';
      expect(Object.keys(responses['200']?.content ?? {}), name).toEqual([type]);
    }
    expect(paths['/v1/check-mail']?.['post']?.requestBody).toMatchObject({
      content: { 'message/rfc822': { schema: { type: 'string', format: 'binary' } } },
    });
  });

  test('the service measures the memory and the lag of its process', async () => {
    const { app } = await aService();
    const { body } = await app.inject({ url: '/metrics', headers: { host: 'localhost' } });
    const valueOf = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
    expect(valueOf('spamlight_process_memory_bytes')).toBeGreaterThan(20e6);
    expect(valueOf('spamlight_event_loop_lag_seconds')).toBeGreaterThanOrEqual(0);
  });

  test('the service counts links by action, and names none', async () => {
    const service = await aService();
    await post(service, '/v1/check', { urls: ['http://bad.example/', 'http://good.example/'] });
    const { body } = await service.app.inject({ url: '/metrics', headers: { host: 'localhost' } });
    expect(body).toContain('spamlight_links_total{action="block"} 1');
    expect(body).not.toContain('example');
  });

  test.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['a flood of headers', `GET / HTTP/1.1\r\nHost: localhost\r\n${'X: y\r\n'.repeat(20_000)}\r\n`, 431],
    ['one enormous header', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`, 431],
  ])('the service answers %s with a problem', async (_, sent, status) => {
    const { app } = await aService();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no address');
    const socket = connect(address.port, '127.0.0.1');
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.write(sent);
    await once(socket, 'close');
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(received).toContain('application/problem+json');
  });
});

describe('a policy file', () => {
  test('a policy file of the check service changes what it names', () => {
    expect(parsePolicy({ caution: 'block', categories: { spam: 'allow' } })).toEqual({
      ok: true,
      value: { ...DEFAULT_POLICY, caution: 'block', categories: { spam: 'allow' } },
    });
  });

  test.each([
    ['evidence blocks', { evidence: 'block' }, 'evidence'],
    ['danger is allowed', { danger: 'allow' }, 'danger'],
    ['phishing is allowed', { categories: { phishing: 'allow' } }, 'categories.phishing'],
    ['a category is unknown', { categories: { rude: 'block' } }, 'categories.rude'],
    ['a word is unknown', { unchecked: 'deny' }, 'unchecked'],
    ['a field is unknown', { dangre: 'block' }, 'dangre'],
    ['a field is of every object', { constructor: 'block' }, 'constructor'],
    ['it is a list', [], ''],
  ])('a policy file is refused if %s', (_, value, path) => {
    expect(parsePolicy(value)).toMatchObject({ ok: false, failure: [{ path }] });
  });

  test('a policy file is read or refused, whatever it is', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void parsePolicy(value)));
  });
});

describe('a token file', () => {
  const token = { name: 'forum', token: TOKEN, may: ['check'] };

  test.each([
    ['no list', {}],
    ['a short token', { tokens: [{ ...token, token: 'short' }] }],
    ['a token with a space', { tokens: [{ ...token, token: `${TOKEN} x` }] }],
    ['one token twice', { tokens: [token, { ...token, name: 'other' }] }],
    ['nothing it may', { tokens: [{ ...token, may: [] }] }],
    ['an unknown right', { tokens: [{ ...token, may: ['publish'] }] }],
    ['no name', { tokens: [{ ...token, name: '' }] }],
  ])('a token file with %s is refused', (_, value) => {
    expect(parseTokens(value).ok).toBe(false);
  });

  test('a token file is read or refused, whatever it is', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void parseTokens(value)));
    expect(parseTokens({ tokens: [token] }).ok).toBe(true);
  });
});
