import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicSuffix } from '../../../src/core/url/hosts/registrable-domain.ts';
import { parseListedEntry } from '../../../src/core/url/listed-entry.ts';
import { isIpLiteral } from '../../../src/core/url/canonical/host-name.ts';
import { CATEGORIES, LEVELS } from '../../../src/core/verdict/verdict.ts';
import type { Exported, ExportedEntry } from '../../../src/server/publisher/export/exported-entry.ts';
import { toAccessTable, toRspamdMaps } from '../../../src/server/publisher/export/mail-files.ts';
import { isDnsName, isHostName } from '../../../src/server/publisher/export/names.ts';
import {
  toHostsFile,
  toPolicyZone,
  toUnboundFile,
} from '../../../src/server/publisher/export/resolver-files.ts';
import { aWorkshop, spamlight, type CommandResult, type Workshop } from './run-command.ts';

function exported(
  { folder, feeds }: Workshop,
  as: string,
  ...more: readonly string[]
): Promise<CommandResult> {
  return spamlight(['export', '--as', as, '--feeds', feeds, '--out', join(folder, as), ...more]);
}

function linesOf({ folder }: Workshop, ...name: readonly string[]): readonly string[] {
  const text = readFileSync(join(folder, ...name), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !/^[#;]/.test(line));
}

/**
 * Resolvers get names of the public DNS alone. `example` under the newer endings is registered to nobody: ICANN's
 * registry agreement withholds it (specification 5, section 1).
 */
const FEED = `https://bad.example/login
https://bad.example/other?id=1
https://bad.example.shop/login
https://bad.example.shop/other?id=1
https://listed.example/
https://example.site/
http://deep.host.example.online/
https://bücher-angebot.example.online/
http://under_score.example.online/
https://one.weebly.com/
`;

async function aWorkshopWithFeeds(): Promise<Workshop> {
  const workshop = await aWorkshop();
  workshop.setFeeds([
    { name: 'pages', text: FEED, reviewed: true },
    { name: 'crowd', text: 'https://perhaps.example/\nhttps://example.click/\n', category: 'spam' },
    {
      name: 'senders',
      format: 'address-list',
      text: 'bad@sender.example\no\'dd*"@sender.example\n@all.example\n',
      reviewed: true,
    },
    // What guards keep out of a build.
    {
      name: 'careless',
      text: 'https://weebly.com/\nco.uk\nhttps://google.com/\nbit.ly\ngithub.io\n10.0.0.1\n',
      reviewed: true,
    },
  ]);
  return workshop;
}

describe('spamlight export --as', () => {
  test('spamlight export --as hosts: content of IPFS, listed as a whole at any gateway, is a host of its own', async () => {
    const workshop = await aWorkshop();
    const identifier = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
    workshop.setFeeds([
      {
        name: 'pages',
        text: `https://ipfs.io/ipfs/QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR\nhttps://bafkreifxdssgscgexv65zjozlxoikipoxethghn6uwmhhsa7xh5thzu674.ipfs.dweb.link/page.html\n`,
        reviewed: true,
      },
    ]);
    const { code, lines } = await exported(workshop, 'hosts');
    expect(code).toBe(0);
    expect(linesOf(workshop, 'hosts')).toContain(`0.0.0.0 ${identifier}.ipfs.dweb.link`);
    expect(lines.join('')).toContain('left out: 2 single pages');
  });

  test('spamlight export --as hosts gives whole hosts with valid names, and the www. of a domain', async () => {
    const workshop = await aWorkshopWithFeeds();
    const { code, lines, notes } = await exported(workshop, 'hosts');
    expect([code, notes]).toEqual([0, []]);
    expect(lines).toEqual([
      `${join(workshop.folder, 'hosts')}: 4 entries; left out: 4 single pages, 1 names whose ending is not in the root zone, 1 names that this format cannot hold, 3 senders`,
    ]);
    expect(linesOf(workshop, 'hosts')).toEqual([
      '0.0.0.0 deep.host.example.online',
      '0.0.0.0 example.site',
      '0.0.0.0 www.example.site',
      '0.0.0.0 one.weebly.com',
      '0.0.0.0 xn--bcher-angebot-wob.example.online',
    ]);
  });

  test('spamlight export --as unbound and rpz gives hosts with what is below', async () => {
    const workshop = await aWorkshopWithFeeds();
    await exported(workshop, 'unbound');
    expect(linesOf(workshop, 'unbound')).toEqual([
      'server:',
      'local-zone: "deep.host.example.online." always_nxdomain',
      'local-zone: "example.site." always_nxdomain',
      'local-zone: "one.weebly.com." always_nxdomain',
      'local-zone: "under_score.example.online." always_nxdomain',
      'local-zone: "xn--bcher-angebot-wob.example.online." always_nxdomain',
    ]);
    await exported(workshop, 'rpz');
    expect(linesOf(workshop, 'rpz').slice(3, 7)).toEqual([
      'deep.host.example.online CNAME .',
      '*.deep.host.example.online CNAME .',
      'example.site CNAME .',
      '*.example.site CNAME .',
    ]);
  });

  test('spamlight export --as postfix gives senders, and hosts as theirs', async () => {
    const workshop = await aWorkshopWithFeeds();
    const { lines } = await exported(workshop, 'postfix', '--caution', '--json');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      entries: 12,
      leftOut: { page: 4, character: 1 },
    });
    expect(linesOf(workshop, 'postfix')).toEqual(
      [
        'all.example REJECT listed for phishing',
        'bad.example PREPEND X-Spamlight: caution (phishing)',
        'bad.example.shop PREPEND X-Spamlight: caution (phishing)',
        'bad@sender.example REJECT listed for phishing',
        'deep.host.example.online REJECT listed for phishing',
        'example.click PREPEND X-Spamlight: caution (spam)',
        'example.site REJECT listed for phishing',
        'listed.example REJECT listed for phishing',
        'one.weebly.com REJECT listed for phishing',
        'perhaps.example PREPEND X-Spamlight: caution (spam)',
        'under_score.example.online REJECT listed for phishing',
        'xn--bcher-angebot-wob.example.online REJECT listed for phishing',
      ].sort(),
    );
  });

  test('spamlight export --as postfix rejects a sender that is listed as danger and as caution', () => {
    const entry = (level: 'danger' | 'caution'): ExportedEntry => ({
      kind: 'address',
      address: 'bad@sender.example',
      category: 'phishing',
      level,
    });
    for (const levels of [['danger', 'caution'] as const, ['caution', 'danger'] as const]) {
      const { files } = toAccessTable(levels.map(entry));
      expect(files[0]?.text).toContain('\nbad@sender.example REJECT listed for phishing\n');
    }
  });

  test('spamlight export --as postfix and rspamd gives no sender that one crowd alone names, as nowhere else', async () => {
    const workshop = await aWorkshop();
    const senders = { format: 'address-list', category: 'spam' };
    workshop.setFeeds([
      { ...senders, name: 'crowd', text: 'a@crowd.example\n@both.example\n' },
      { ...senders, name: 'other crowd', text: '@both.example\n' },
      { ...senders, name: 'desk', reviewed: true, text: '@desk.example\n@mail.desk.example.shop\n' },
    ]);
    await exported(workshop, 'postfix', '--caution');
    expect(linesOf(workshop, 'postfix')).toEqual(
      ['both.example', 'desk.example', 'mail.desk.example.shop'].map(
        (key) => `${key} PREPEND X-Spamlight: caution (spam)`,
      ),
    );
    await exported(workshop, 'rspamd', '--caution');
    expect(linesOf(workshop, 'rspamd', 'caution-sender-domains.map')).toEqual([
      'both.example',
      'desk.example',
    ]);
    expect(linesOf(workshop, 'rspamd', 'caution-sender-hosts.map')).toEqual(['mail.desk.example.shop']);
  });

  test('spamlight export --as rspamd gives pages and addresses too', async () => {
    const workshop = await aWorkshopWithFeeds();
    await exported(workshop, 'rspamd');
    expect(readdirSync(join(workshop.folder, 'rspamd')).sort()).toEqual([
      'caution-domains.map',
      'caution-hosts.map',
      'caution-pages.map',
      'caution-sender-domains.map',
      'caution-sender-hosts.map',
      'caution-senders.map',
      'caution.conf',
      'danger-domains.map',
      'danger-hosts.map',
      'danger-pages.map',
      'danger-sender-domains.map',
      'danger-sender-hosts.map',
      'danger-senders.map',
      'danger.conf',
    ]);
    const map = (name: string): readonly string[] => linesOf(workshop, 'rspamd', `danger-${name}.map`);
    expect(map('domains')).toEqual(['example.site', 'listed.example']);
    expect(map('hosts')).toEqual([
      'deep.host.example.online',
      'one.weebly.com',
      'under_score.example.online',
      'xn--bcher-angebot-wob.example.online',
    ]);
    expect(map('pages')).toEqual([
      'http://bad.example.shop/login',
      'http://bad.example.shop/other?id=1',
      'http://bad.example/login',
      'http://bad.example/other?id=1',
      'http://www.bad.example/login',
      'http://www.bad.example/other?id=1',
      'https://bad.example.shop/login',
      'https://bad.example.shop/other?id=1',
      'https://bad.example/login',
      'https://bad.example/other?id=1',
      'https://www.bad.example/login',
      'https://www.bad.example/other?id=1',
    ]);
    expect(map('senders')).toEqual(['bad@sender.example']);
    expect(map('sender-domains')).toEqual(['all.example']);
    expect(linesOf(workshop, 'rspamd', 'caution-domains.map')).toEqual([]);
  });

  test('spamlight export --as rspamd gives IP addresses for hosts of links; resolvers, which are asked for names, get none', () => {
    const entry = {
      kind: 'url',
      host: '192.0.2.7',
      path: '/',
      isIp: true,
      category: 'malware',
      level: 'danger',
    } as const;
    const page = { ...entry, path: '/x' };
    const six = { ...entry, host: '[2001:db8::1]' };
    const maps = toRspamdMaps([entry, page, six]);
    const textOf = (name: string): string | undefined => maps.files.find((file) => file.name === name)?.text;
    expect(textOf('danger-hosts.map')).toBe('192.0.2.7\n');
    expect(textOf('danger-pages.map')).toBe('http://192.0.2.7/x\nhttps://192.0.2.7/x\n');
    expect(maps.leftOut).toEqual(new Map([['ip-address', 1]]));
    for (const make of [
      toHostsFile,
      toUnboundFile,
      toAccessTable,
      (all: ExportedEntry[]) => toPolicyZone(all, 1),
    ])
      expect(make([entry, six]).leftOut).toEqual(new Map([['ip-address', 2]]));
  });

  test('spamlight export --as leaves out by name what is outside the public DNS, which a resolver obeys or a private network has', () => {
    const hosts = [
      '8.0.0.0.10.rpz-client-ip',
      '1.0.0.0.128.rpz-ip',
      'ns.bad.rpz-nsdname',
      '32.1.2.0.192.rpz-nsip',
      'wiki.corp',
      'wiki.internal',
      'nas.local',
      'box.home.arpa',
      '10.in-addr.arpa',
      'listed.example',
      'listed.test',
      'listed.no-such-ending',
    ];
    const entries = [...hosts, 'example.site', 'xn--80ak6aa92e.xn--p1ai'].map((host): ExportedEntry => ({
      kind: 'url',
      host,
      path: '/',
      isIp: false,
      category: 'phishing',
      level: 'danger',
    }));
    for (const make of [toHostsFile, toUnboundFile, (all: ExportedEntry[]) => toPolicyZone(all, 1)]) {
      const { entries: kept, leftOut, files } = make(entries);
      expect([kept, leftOut]).toEqual([2, new Map([['ending', hosts.length]])]);
      for (const host of hosts) expect(files[0]?.text).not.toContain(host);
    }
  });

  test('spamlight export --as gives a host whose pages speak against it as caution', async () => {
    const workshop = await aWorkshopWithFeeds();
    await exported(workshop, 'hosts');
    expect(linesOf(workshop, 'hosts').join('\n')).not.toContain('bad.example');
    await exported(workshop, 'hosts', '--caution');
    expect(linesOf(workshop, 'hosts')).toEqual(
      expect.arrayContaining(['0.0.0.0 bad.example.shop', '0.0.0.0 example.click']),
    );
    await exported(workshop, 'hosts', '--caution', '--category', 'spam');
    expect(linesOf(workshop, 'hosts')).toEqual(['0.0.0.0 example.click', '0.0.0.0 www.example.click']);
  });

  test('spamlight export --as leaves the old file where there is nothing to export', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/x\n' }]);
    const { code, notes } = await exported(workshop, 'hosts');
    expect([code, notes.join('\n')]).toEqual([
      1,
      expect.stringMatching(/1 single pages\. .* was not changed/),
    ]);
    expect(existsSync(join(workshop.folder, 'hosts'))).toBe(false);
  });

  test.each([
    [['export']],
    [['export', '--as', 'hosts', '--feeds', 'x']],
    [['export', 'channel', '--as', 'hosts', '--feeds', 'x', '--out', 'y']],
    [['export', '--bloom', 'x', '--as', 'hosts', '--feeds', 'x', '--out', 'y']],
    [['export', '--as', 'bind', '--feeds', 'x', '--out', 'y']],
  ])('spamlight export --as: %j is not understood', async (args) => {
    expect((await spamlight(args)).code).toBe(2);
  });
});

// What any text of a feed may come to: entries as the parser gives them, and worse.
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.webUrl(),
  fc.domain(),
  fc.constantFrom(
    'a.example\n0.0.0.0 good.example',
    'a.example" always_nxdomain',
    '*.example',
    'a.example #',
    '$INCLUDE x',
    'com',
    'localhost',
  ),
);
const anyEntry: fc.Arbitrary<ExportedEntry> = fc
  .tuple(anyText, anyText, fc.boolean(), fc.constantFrom(...CATEGORIES), fc.constantFrom(...LEVELS))
  .map(([host, path, isAddress, category, level]) => {
    if (isAddress) return { kind: 'address', address: `${path}@${host}`, category, level };
    const parsed = parseListedEntry(host);
    const name = parsed.ok ? parsed.value : { host, path: `/${path}` };
    return { kind: 'url', host: name.host, path: name.path, isIp: isIpLiteral(name.host), category, level };
  });

describe('no text of a feed breaks out of its line', () => {
  const holds = (make: (entries: readonly ExportedEntry[]) => Exported, line: RegExp): void =>
    fc.assert(
      fc.property(fc.array(anyEntry), (entries) => {
        const { files, leftOut } = make(entries);
        for (const { name, text } of files) {
          if (name.endsWith('.conf')) continue;
          for (const one of text.split('\n')) if (one !== '') expect(one).toMatch(line);
        }
        const left = [...leftOut.values()].reduce((sum, count) => sum + count, 0);
        expect(left).toBeLessThanOrEqual(entries.length);
      }),
      { numRuns: 500 },
    );
  const NAME = '(?:[a-z0-9_-]{1,63}\\.)+[a-z0-9-]{2,63}';

  test('no text of a feed breaks out of its line in a hosts file', () =>
    holds(toHostsFile, new RegExp(`^(?:# Made by spamlight export\\.|0\\.0\\.0\\.0 ${NAME})$`)));
  test('no text of a feed breaks out of its line in a file for unbound', () =>
    holds(
      toUnboundFile,
      new RegExp(`^(?:# Made by spamlight export\\.|server:|local-zone: "${NAME}\\." always_nxdomain)$`),
    ));
  test('no text of a feed breaks out of its line in a zone file for rpz', () =>
    holds(
      (entries) => toPolicyZone(entries, 7),
      new RegExp(
        `^(?:; Made by spamlight export\\.|\\$TTL 300|@ SOA localhost\\. nobody\\.invalid\\. 7 3600 600 86400 300|@ NS localhost\\.|(?:\\*\\.)?${NAME} CNAME \\.)$`,
      ),
    ));
  test('no text of a feed breaks out of its line in a file for postfix', () =>
    holds(
      toAccessTable,
      new RegExp(
        `^(?:# Made by spamlight export\\.|(?:[a-z0-9._+=-]+@)?${NAME} (?:REJECT listed for [a-z]+|PREPEND X-Spamlight: caution \\([a-z]+\\)))$`,
      ),
    ));
  test('no text of a feed breaks out of its line in a file for rspamd', () =>
    holds(
      toRspamdMaps,
      new RegExp(
        `^(?:(?:[a-z0-9._+=-]+@)?${NAME}|[\\d.]+|https?://(?:${NAME}|[\\d.]+)/[a-z0-9._~:/?@!&()*+,;=%-]*)$`,
        'i',
      ),
    ));

  test('no public suffix or name that is none is written to a hosts file', () => {
    fc.assert(
      fc.property(fc.array(anyEntry), (entries) => {
        for (const line of toHostsFile(entries).files[0]?.text.split('\n').slice(1) ?? []) {
          if (line !== '') expect(isHostName(line.slice('0.0.0.0 '.length))).toBe(true);
        }
      }),
    );
  });

  test.each([
    ['a.example', true, true],
    ['a_b.example', true, false],
    ['-a.example', true, false],
    ['example', false, false],
    ['1.2.3.4', false, false],
    ['a.example.', false, false],
    ['a..example', false, false],
    [`${'a'.repeat(64)}.example`, false, false],
    [`${'a.'.repeat(124)}example`, false, false],
    ['xn--bcher-kva.example', true, true],
    ['A.example', false, false],
  ])('no text of a feed breaks out of its line: %s', (name, isDns, isHost) => {
    expect([isDnsName(name), isHostName(name)]).toEqual([isDns, isHost]);
  });
});

test('whatever feeds list, no shared host or public suffix is exported', async () => {
  const shared = [
    'weebly.com',
    'co.uk',
    'github.io',
    'blogspot.com',
    'docs.google.com',
    'bit.ly',
    'gov.uk',
    'google.com',
  ];
  const spellings = fc.constantFrom(
    (host: string) => host,
    (host: string) => `https://${host}/`,
    (host: string) => `||${host}^`,
    (host: string) => `*.${host}`,
    (host: string) => `HTTP://${host.toUpperCase()}./`,
    (host: string) => `//${host}`,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...shared), spellings), { minLength: 1 }),
      async (chosen) => {
        const workshop = await aWorkshop();
        const lines = chosen.map(([host, spell]) => spell(host));
        workshop.setFeeds([
          { name: 'one', text: `https://example.site/\n${lines.join('\n')}\n`, reviewed: true },
          { name: 'two', text: lines.join('\n'), reviewed: true, limits: { minEntries: 0, maxRefused: 1 } },
        ]);
        await exported(workshop, 'hosts', '--caution');
        const hosts = linesOf(workshop, 'hosts').map((line) => line.slice('0.0.0.0 '.length));
        expect(hosts).toEqual(['example.site', 'www.example.site']);
        expect(hosts.some((host) => isPublicSuffix(host))).toBe(false);
      },
    ),
    { numRuns: 8 },
  );
});
