/** What a feed, a redirect, a folder or a text can do to a publisher; the rows of docs/threat-model.md by name. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { Agent, fetch } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FeedStore } from '../../../src/server/publisher/feeds/feed-store.ts';
import {
  fetchFeed,
  type Connections,
  type FetchLimits,
  type FetchOutcome,
} from '../../../src/server/publisher/feeds/fetch-feed.ts';
import { guardedDispatcher, isPrivateHost } from '../../../src/server/publisher/feeds/guarded-dispatcher.ts';
import { channelServer } from '../../../src/server/publisher/serve/channel-server.ts';
import { isHeaderAddress, selfTestMail } from '../../../src/core/self-test/self-test-mail.ts';
import { LETTER } from '../../core/fingerprint/a-letter.ts';
import { onLoopback } from './loopback.ts';
import { aFolder, aWorkshop, spamlight, succeed } from './run-command.ts';

/** A server on loopback. @returns its address, without a slash */
async function aServer(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await portOf(createServer(listener))}`;
}

async function portOf(server: Server): Promise<number> {
  const address = await onLoopback(server);
  return address.port;
}

type LookUp = NonNullable<Parameters<typeof guardedDispatcher>[0]>;

/** Every name is this machine's. */
const toLoopback: LookUp = (_hostname, _options, answer) =>
  answer(null, [{ address: '127.0.0.1', family: 4 }]);

/** The same, for what stands for a public address here. */
const unguarded: LookupFunction = (_hostname, _options, answer) =>
  answer(null, [{ address: '127.0.0.1', family: 4 }]);

/** Connections for feeds of this machine, which has a certificate of its own making. */
function connectionsTo(publicOnly: Agent): Connections {
  const connections = {
    anywhere: new Agent({ connect: { rejectUnauthorized: false, lookup: unguarded } }),
    publicOnly,
  };
  onTestFinished(() => Promise.all([connections.anywhere.close(), publicOnly.close()]).then(() => undefined));
  return connections;
}

const ONCE: FetchLimits = { answerMs: 5_000, stallMs: 5_000, totalMs: 5_000, retryMs: [] };

function fetchInto(store: FeedStore, url: string, connections: Connections): Promise<FetchOutcome> {
  const { signal } = new AbortController();
  return fetchFeed(url, store, {
    maxBytes: 1e6,
    now: 1000,
    signal,
    onBytes: () => undefined,
    limits: ONCE,
    connections,
  });
}

/** Fetches one feed, unless the options say not to, and builds from it. */
async function buildFrom(url: string, more: object = {}, folder = aFolder(), ...options: string[]) {
  const key = join(folder, 'key.json');
  const feeds = join(folder, 'feeds.json');
  const channel = join(folder, 'channel');
  await succeed(['keygen', '--out', key]);
  const feed = { name: 'far', url, format: 'url-list', category: 'phishing', licence: 'x', ...more };
  writeFileSync(feeds, JSON.stringify({ feeds: [feed] }));
  const result = await spamlight([
    'build',
    '--feeds',
    feeds,
    '--out',
    channel,
    '--key',
    key,
    '--state',
    join(folder, 'state'),
    ...options,
  ]);
  const said = [...result.lines, ...result.notes].join('\n');
  const report = result.code === 0 ? readFileSync(join(channel, 'report/1.json'), 'utf8') : '';
  return { ...result, said, report };
}

const ENTRIES = 'https://a.example/login\nhttps://b.example/login\nthis line is none: secret of the router\n';

describe('a feed', () => {
  test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:7f00:1]', '0x7f.1'])(
    'that redirects into a private network is not followed (%s)',
    async (host) => {
      let asked = 0;
      const inner = new URL(await aServer((_, response) => (asked++, response.end(ENTRIES))));
      const outer = await aServer((_, response) => {
        response.writeHead(302, { Location: `http://${host}:${inner.port}/admin` }).end();
      });
      const { code, said } = await buildFrom(`${outer}/feed`);
      expect(code).toBe(1);
      expect(said).toContain('is an address of a private network');
      expect(said).not.toContain('secret of the router');
      expect(asked).toBe(0);
    },
  );

  test('whose public name resolves to a private address is not fetched', async () => {
    let asked = 0;
    const inner = new URL(await aServer((_, response) => (asked++, response.end(ENTRIES))));
    for (const [address, family] of [
      ['127.0.0.1', 4],
      ['10.1.2.3', 4],
      ['169.254.169.254', 4],
      ['::1', 6],
      ['::ffff:192.168.1.1', 6],
      ['fd00::1', 6],
      ['fe80::1', 6],
    ] as const) {
      const dispatcher = guardedDispatcher((_hostname, _options, answer) =>
        answer(null, [
          { address: '93.184.215.14', family: 4 },
          { address, family },
        ]),
      );
      const url = `http://feed.public.example:${inner.port}/`;
      await expect(fetch(url, { dispatcher })).rejects.toMatchObject({
        cause: { name: 'PrivateAddressError', host: 'feed.public.example' },
      });
      await dispatcher.close();
    }
    expect(asked).toBe(0);
  });

  test('that redirects to a public name which resolves to a private address is not followed, at whatever hop', async () => {
    const asked: string[] = [];
    const inner = new URL(
      await aServer((request, response) => {
        asked.push(`${request.headers.host}${request.url}`);
        response.end(ENTRIES);
      }),
    );
    const connections = connectionsTo(guardedDispatcher(toLoopback));
    for (const hops of [1, 2, 3]) {
      const outer = await aServer((request, response) => {
        const hop = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 1);
        const name = `http://router.public.example:${inner.port}/admin`;
        response.writeHead(302, { Location: hop === hops ? name : `/feed?${hop + 1}` }).end();
      });
      const store = await FeedStore.open(aFolder(), 'far');
      const outcome = await fetchInto(store, `${outer}/feed`, connections);
      expect(outcome).toMatchObject({ kind: 'failed', failure: { kind: 'private-address' } });
      expect(JSON.stringify(outcome)).toContain('router.public.example is an address of a private network');
      expect(await store.candidate(`${outer}/feed`)).toBeNull();
    }
    expect(asked).toEqual([]);
  });

  test('that is fetched by https is followed to https, and never to http', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'a feed' }]);
    const asked: string[] = [];
    const plain = await aServer((_, response) => {
      asked.push('http');
      response.end(ENTRIES);
    });
    let leadsTo = '/there';
    const port = await portOf(
      createSecureServer({ key, cert }, (request, response) => {
        if (request.url === '/there') response.end(ENTRIES);
        else response.writeHead(302, { Location: leadsTo }).end();
      }),
    );
    const connections = connectionsTo(guardedDispatcher());
    const store = await FeedStore.open(aFolder(), 'far');
    const url = `https://127.0.0.1:${port}/feed`;
    expect(await fetchInto(store, url, connections)).toMatchObject({ kind: 'fetched' });
    // To its own host too, where nothing but the scheme is another one.
    for (leadsTo of [`${plain}/feed`, `http://127.0.0.1:${port}/there`])
      expect(await fetchInto(store, url, connections)).toMatchObject({
        kind: 'failed',
        failure: { kind: 'unsafe-redirect' },
      });
    expect(asked).toEqual([]);
  });

  test('of this network is fetched from its own host, where the publisher says so', async () => {
    expect(isPrivateHost('feeds.public.example')).toBe(false);
    expect(isPrivateHost('nas.local')).toBe(true);
    const url = await aServer((_, response) => response.end(ENTRIES));
    const { code, report } = await buildFrom(`${url}/feed`, { private: true });
    expect(code).toBe(0);
    expect(report).toContain('secret of the router');
    expect((await buildFrom(`${url}/feed`, { private: 'yes' })).said).toContain('private');
  });

  test('that came from another host in the end is not quoted in the report', async () => {
    const far = new URL(await aServer((_, response) => response.end(ENTRIES)));
    let leadsTo = '';
    const url = await aServer((request, response) => {
      if (request.url === '/moved') response.end(ENTRIES);
      else response.writeHead(302, { Location: leadsTo }).end();
    });
    // What the name leads to is reached here as a public address would be.
    const connections = connectionsTo(new Agent({ connect: { lookup: unguarded } }));
    const reportAfter = async (location: string): Promise<string> => {
      leadsTo = location;
      const folder = aFolder();
      const store = await FeedStore.open(join(folder, 'state'), 'far');
      expect(await fetchInto(store, `${url}/feed`, connections)).toMatchObject({ kind: 'fetched' });
      return (await buildFrom(`${url}/feed`, {}, folder, '--no-fetch')).report;
    };
    const moved = await reportAfter(`${url}/moved`);
    expect(moved).toContain('secret of the router');
    const strange = await reportAfter(`http://lists.elsewhere.example:${far.port}/admin`);
    expect(strange).not.toContain('secret');
    expect(strange).toContain(`It came from lists.elsewhere.example:${far.port}: its lines are not quoted.`);
    // They are counted all the same.
    expect(JSON.parse(strange)).toMatchObject({
      feeds: [{ dropped: [{ count: 1, lines: [{ line: 3, text: '' }] }] }],
    });
  });

  test('that is a pipe is refused, and not waited for', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'pipe', text: '' }]);
    const pipe = join(workshop.folder, 'a-pipe');
    execFileSync('mkfifo', [pipe]);
    writeFileSync(
      workshop.feeds,
      JSON.stringify({
        feeds: [{ name: 'pipe', file: pipe, format: 'url-list', category: 'phishing', licence: 'x' }],
      }),
    );
    const { code, notes } = await workshop.build();
    expect(code).toBe(1);
    expect(notes.join('\n')).toContain('a pipe or a device');
  });
});

describe('serve', () => {
  async function status(folder: string, path: string): Promise<number> {
    const server = channelServer(folder);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return (await fetch(`http://127.0.0.1:${address.port}/${path}`)).status;
  }

  test('follows no link out of the channel, of a file or a folder, and waits at no pipe', async () => {
    const folder = aFolder();
    const outside = aFolder();
    writeFileSync(join(outside, '7.slb'), 'secret');
    mkdirSync(join(folder, 'base'));
    symlinkSync(join(outside, '7.slb'), join(folder, 'base/7.slb'));
    symlinkSync(outside, join(folder, 'delta'));
    writeFileSync(join(outside, '1-2.sld'), 'secret');
    execFileSync('mkfifo', [join(folder, 'base/9.slb')]);
    writeFileSync(join(folder, 'base/8.slb'), 'a base');
    expect(await status(folder, 'base/8.slb')).toBe(200);
    expect(await status(folder, 'base/7.slb')).toBe(404);
    expect(await status(folder, 'delta/1-2.sld')).toBe(404);
    expect(await status(folder, 'base/9.slb')).toBe(404);
    // The channel itself may be reached by a link: that is how deployments switch.
    const current = join(outside, 'current');
    symlinkSync(folder, current);
    expect(await status(current, 'base/8.slb')).toBe(200);
  });

  test('of a folder that is not there ends with a sentence', async () => {
    for (const folder of [join(aFolder(), 'nowhere'), '/dev/null']) {
      const { code, notes } = await spamlight(['serve', folder, '--port', '0']);
      expect(code).toBe(1);
      expect(notes.join('')).toContain('is no folder');
    }
  });
});

describe('a key', () => {
  test('in a folder that is served, or that others can read, is warned of', async () => {
    const folder = aFolder();
    mkdirSync(join(folder, 'public'));
    const served = await spamlight(['keygen', '--out', join(folder, 'public/key.json')]);
    expect(served.code).toBe(0);
    expect(served.notes.join('')).toContain('looks like a folder that is served');

    mkdirSync(join(folder, 'lists'));
    writeFileSync(join(folder, 'lists/latest.jws'), 'a.b.c');
    const inChannel = await spamlight(['keygen', '--out', join(folder, 'lists/key.json')]);
    expect(inChannel.notes.join('')).toContain('looks like a folder that is served');

    const key = join(folder, 'key.json');
    expect((await spamlight(['keygen', '--out', key])).notes).toEqual([]);
    chmodSync(key, 0o644);
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: ENTRIES }]);
    chmodSync(workshop.key, 0o640);
    expect((await workshop.build()).notes.join('')).toContain('can be read by others');
    const list = ['keygen', '--role', 'snapshot', '--root', key, '--out', join(folder, 'next.json')];
    expect((await spamlight(list)).notes.join('')).toContain('can be read by others');
  });
});

describe('a text', () => {
  test('with a line break or another address in it is no recipient of the test mail', async () => {
    for (const to of [
      'a@b.example\r\nBcc: all@victims.example',
      'a@b.example\nSubject: hello',
      'a@b.example, c@d.example',
      'Anna <a@b.example>',
      'a b@c.example',
      'a@b\u2028c.example',
      'nobody',
      `${'a'.repeat(300)}@b.example`,
      '',
    ]) {
      const { code, lines } = await spamlight(['test-mail', '--to', to]);
      expect([to, code, lines]).toEqual([to, 2, []]);
      expect(isHeaderAddress(to)).toBe(false);
      const words = { subject: 's', intro: 'i', names: { plain: 'p', wrapped: 'w', image: 'i', form: 'f' } };
      expect(() => selfTestMail(words, { address: to, date: '' })).toThrow(RangeError);
    }
    expect((await spamlight(['test-mail', '--to', 'anna+x@b.example'])).code).toBe(0);
  });
});

describe('reports', () => {
  const mails = (label: string, text: string): string => {
    const file = join(aFolder(), 'mails.jsonl');
    const mail = { source: 'box', label, id: '1', from: '', subject: '', links: [], html: '', text };
    writeFileSync(file, JSON.stringify(mail));
    return file;
  };

  test('of a text that good mail has too are no fingerprint', async () => {
    const reported = mails('spam', LETTER);
    expect(await succeed(['fingerprint', reported])).toHaveLength(3);
    expect(await succeed(['fingerprint', reported, '--good', mails('ham', LETTER)])).toEqual([]);
  });

  test('of a newsletter by one crowd are one crowd’s word', async () => {
    const workshop = await aWorkshop();
    const text = (await succeed(['fingerprint', mails('spam', LETTER)])).join('\n');
    workshop.setFeeds([{ name: 'Crowd', text, format: 'fingerprint-list', confidence: 1 }]);
    expect(await workshop.build()).toMatchObject({ code: 0 });
    const [inspected = ''] = await succeed(['inspect', '--json', workshop.channel]);
    expect(inspected).toContain('"action":"caution"');
    expect(inspected).not.toContain('"action":"danger"');
  });
});
