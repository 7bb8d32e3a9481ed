import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readWebUrl } from '../../../src/core/url/canonical/canonical-url.ts';
import { expressionsOf, readLink } from '../../../src/core/url/read-link.ts';
import { shortenerOf } from '../../../src/core/url/hosts/known-hosts.ts';
import { isPublicSuffix, registrableDomain } from '../../../src/core/url/hosts/registrable-domain.ts';
import { isSharedHost, sharedHostingOf } from '../../../src/core/url/hosts/shared-hosting.ts';
import { sharedData, sharedDataMissing } from '../../shared-data.ts';
import { spelledHref } from './hostile-hrefs.ts';

function expressions(href: string): string[] {
  const [layer] = readLink(href).layers;
  return layer === undefined ? [] : expressionsOf(layer);
}

describe('expressions', () => {
  test('the expressions of a link are five hosts and six paths at most', () => {
    expect(expressions('https://a.b.c.d.e.evil.example/1/2/3/4/5.html?q')).toEqual(
      [
        'a.b.c.d.e.evil.example',
        'evil.example',
        'e.evil.example',
        'd.e.evil.example',
        'c.d.e.evil.example',
      ].flatMap((host) =>
        ['/1/2/3/4/5.html?q', '/1/2/3/4/5.html', '/', '/1/', '/1/2/', '/1/2/3/'].map((path) => host + path),
      ),
    );
  });

  test.each([
    ['an address', 'http://195.127.0.11/a/', ['195.127.0.11/a/', '195.127.0.11/', '195.127.0.11/a']],
    ['an IPv6 address', 'http://[2001:db8::1]/', ['[2001:db8::1]/']],
    ['an empty query', 'http://evil.example/a?', ['evil.example/a', 'evil.example/', 'evil.example/a/']],
    ['a suffix of two labels', 'http://www.evil.co.uk/', ['www.evil.co.uk/', 'evil.co.uk/']],
    ['an intranet name', 'http://intranet/', ['intranet/']],
  ])('the expressions of a link of %s', (_, href, expected) => {
    expect(expressions(href)).toEqual(expected);
  });

  test('the expressions of a link hold what the browser sends where decoding changes the path', () => {
    const found = expressions('http://evil.example/list/%2e%2e%2fpage?x=%2541');
    expect(found).toEqual([
      'evil.example/page?x=A',
      'evil.example/page',
      'evil.example/',
      'evil.example/list/%2e%2e%2fpage?x=%2541',
      'evil.example/list/%2e%2e%2fpage',
      'evil.example/list/',
      'evil.example/page/?x=A',
      'evil.example/page/',
    ]);
  });

  const at = (host: string, paths: readonly string[]): readonly string[] => paths.map((path) => host + path);

  test.each<[string, string, readonly string[]]>([
    [
      'of what is sent four folders at most',
      `http://evil.example/1/2/3/4/5/${'%2e%2e%2f'.repeat(5)}x`,
      ['/x', '/', `/1/2/3/4/5/${'%2e%2e%2f'.repeat(5)}x`, '/1/', '/1/2/', '/1/2/3/', '/x/'],
    ],
    [
      'a query that alone is sent otherwise',
      'http://evil.example/a?x=%2541',
      ['/a?x=A', '/a', '/', '/a?x=%2541', '/a/?x=A', '/a/'],
    ],
    ['a path that alone is sent otherwise', 'http://evil.example/%2541', ['/A', '/', '/%2541', '/A/']],
    ['and with an empty query', 'http://evil.example/%2541?', ['/A', '/', '/%2541', '/A/']],
    [
      'and with a query',
      'http://evil.example/%2541?x',
      ['/A?x', '/A', '/', '/%2541?x', '/%2541', '/A/?x', '/A/'],
    ],
  ])('the expressions of a link: %s', (_, href, paths) => {
    expect(expressions(href)).toEqual(at('evil.example', paths));
  });

  test('expressions of parent hosts begin with what is widest, and what was sent comes last', () => {
    expect(expressions('http://a.b.evil.example/p/q?x=%2541')).toEqual([
      ...at('a.b.evil.example', ['/p/q?x=A', '/p/q', '/', '/p/', '/p/q?x=%2541']),
      ...['/', '/p/', '/p/q', '/p/q?x=A', '/p/q?x=%2541'].flatMap((path) => [
        `evil.example${path}`,
        `b.evil.example${path}`,
      ]),
      ...at('a.b.evil.example', ['/p/q/?x=A', '/p/q/']),
    ]);
  });

  test('expressions that find no room are those of parent hosts with the very page', () => {
    const found = expressions('http://a.b.c.d.evil.example/1/2/3/4/5?x=%2541');
    expect(found).toHaveLength(30);
    const own = ['/1/2/3/4/5?x=A', '/1/2/3/4/5', '/', '/1/', '/1/2/', '/1/2/3/', '/1/2/3/4/5?x=%2541'];
    const parents = ['evil.example', 'd.evil.example', 'c.d.evil.example', 'b.c.d.evil.example'];
    expect(found).toEqual([
      ...at('a.b.c.d.evil.example', own),
      ...['/', '/1/', '/1/2/', '/1/2/3/', '/1/2/3/4/5'].flatMap((path) => parents.map((host) => host + path)),
      ...parents.slice(0, 3).map((host) => `${host}/1/2/3/4/5?x=A`),
    ]);
  });

  test('expressions of one person’s part of a shared site begin there, and go three folders down', () => {
    expect(expressions('https://sites.google.com/view/alice/b/c/d/e/f?x=1')).toEqual(
      at('sites.google.com', [
        '/view/alice/b/c/d/e/f?x=1',
        '/view/alice/b/c/d/e/f',
        '/view/alice',
        '/view/alice/',
        '/view/alice/b/',
        '/view/alice/b/c/',
        '/view/alice/b/c/d/e/f/?x=1',
        '/view/alice/b/c/d/e/f/',
      ]),
    );
    expect(expressions('https://sites.google.com/view/alice')).toEqual(
      at('sites.google.com', ['/view/alice', '/view/alice/']),
    );
    expect(expressions('https://sites.google.com/view/alice/')).toEqual(
      at('sites.google.com', ['/view/alice/', '/view/alice']),
    );
  });

  test('expressions of a site that many share are its pages, and not its front page', () => {
    const [layer] = readLink('https://docs.google.com/').layers;
    expect(layer).toMatchObject({ hosts: [], paths: [], pairs: [] });
    expect(expressions('https://docs.google.com/?x=1')).toContain('docs.google.com/?x=1');
    expect(expressions('https://docs.google.com/about')).toEqual(
      at('docs.google.com', ['/about', '/about/']),
    );
  });

  test('the expressions of a link are never more than thirty, never twice the same, and hold the host and the whole URL', () => {
    fc.assert(
      fc.property(spelledHref, (href) => {
        for (const layer of readLink(href).layers) {
          const found = expressionsOf(layer);
          expect(found.length).toBeLessThanOrEqual(30);
          expect(new Set(found).size).toBe(found.length);
          for (const [host, path] of layer.pairs) {
            expect(layer.hosts[host]).toBeDefined();
            expect(layer.paths[path]).toMatch(/^\//);
          }
          if (layer.canonical === null || layer.isWrapper) continue;
          const isEmptyQuery = layer.canonical.indexOf('?') === layer.canonical.length - 1;
          const whole = isEmptyQuery ? layer.canonical.slice(0, -1) : layer.canonical;
          if (whole !== `${layer.host ?? ''}/`) expect(found).toContain(whole);
        }
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    ['a page', 'https://evil.example/a/login', ['evil.example/a/login/']],
    ['a folder', 'https://evil.example/a/login/', ['evil.example/a/login']],
    [
      'a page with a query',
      'https://evil.example/login?x=1',
      ['evil.example/login/?x=1', 'evil.example/login/'],
    ],
    [
      'a session',
      'https://www.evil.example/a;JSESSIONID=0A1B.n1/login;jsessionid=2?x=1',
      ['www.evil.example/a/login?x=1', 'evil.example/a/login', 'www.evil.example/a/login/'],
    ],
    [
      'a form of a signed-in reader',
      'https://docs.google.com/forms/u/0/d/e/1FA/viewform?usp=x',
      [
        'docs.google.com/forms/d/e/1FA/viewform?usp=x',
        'docs.google.com/forms/d/e/1FA/viewform',
        'docs.google.com/forms/d/e/1FA',
        'docs.google.com/forms/d/e/1FA/',
      ],
    ],
    [
      'a folder of Drive',
      'https://drive.google.com/drive/u/1/folders/2',
      ['drive.google.com/drive/folders/2'],
    ],
    ['a short link', 'https://bit.ly/3xYz', ['bit.ly/3xYz/']],
  ])('the expressions of a link hold other spellings of %s', (_, href, others) => {
    expect(expressions(href)).toEqual(expect.arrayContaining([...others]));
  });

  test.each([
    ['the front of a site that many share', 'https://docs.google.com/;jsessionid=1', 'docs.google.com/'],
    [
      'a folder that many share',
      'https://docs.google.com/forms/u/0/d/e/1FA/viewform',
      'docs.google.com/forms/',
    ],
    ['a parent host', 'https://a.evil.example/login', 'evil.example/login/'],
    ['an account of other sites', 'https://evil.example/x/u/0/y', 'evil.example/x/y'],
    ['a session in the middle of a name', 'https://evil.example/a;jsessionid', 'evil.example/a'],
  ])('other spellings of a page never hold %s', (_, href, other) => {
    expect(expressions(href)).not.toContain(other);
  });

  test('other spellings of a page cost no other key its place', () => {
    const deep = 'www.a.b.c.d.evil.example';
    const found = expressions(`https://${deep}/1/2/3/4/5;jsessionid=1?q`);
    expect(found.length).toBe(30);
    expect(found).toContain('a.b.c.d.evil.example/1/2/3/4/5;jsessionid=1?q');
    expect(expressions(`https://${deep}/1;jsessionid=1`)).toContain('a.b.c.d.evil.example/1');
  });

  test('the expressions of a link never name a public suffix as a host', () => {
    fc.assert(
      fc.property(spelledHref, (href) => {
        const [layer] = readLink(href).layers;
        for (const [host, path] of layer?.pairs ?? []) {
          const name = layer?.hosts[host] ?? '';
          // Beside names that no list knows (`localhost`), and what is below a shared name (`s3.amazonaws.com/bucket`).
          if (name.includes('.') && isPublicSuffix(name)) expect(layer?.paths[path], href).not.toBe('/');
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('expressions of a link with escapes keep every host at host level, however long it is', () => {
    const found = expressions('http://a.b.c.d.evil.example/%41/b%2fc/d/e/f/g.html?x=%2541');
    expect(found.length).toBe(30);
    for (const host of [
      'a.b.c.d.evil.example',
      'b.c.d.evil.example',
      'c.d.evil.example',
      'd.evil.example',
      'evil.example',
    ]) {
      expect(found).toContain(`${host}/`);
      expect(found).toContain(`${host}/A/`);
    }
    expect(found).toContain('a.b.c.d.evil.example/%41/b%2fc/d/e/f/g.html?x=%2541');
  });
});

describe('shared hosting', () => {
  const cases: readonly (readonly [href: string, matching: readonly string[], others: readonly string[]])[] =
    [
      [
        'https://alice.weebly.com/x',
        ['alice.weebly.com/', 'alice.weebly.com/x'],
        ['weebly.com/', 'bob.weebly.com/'],
      ],
      ['https://www.weebly.com/x', ['www.weebly.com/x', 'weebly.com/x'], ['www.weebly.com/', 'weebly.com/']],
      ['https://a.alice.github.io/', ['a.alice.github.io/', 'alice.github.io/'], ['github.io/']],
      [
        'https://docs.google.com/document/d/1AbC/edit?usp=sharing',
        [
          'docs.google.com/document/d/1AbC/edit?usp=sharing',
          'docs.google.com/document/d/1AbC/edit',
          'docs.google.com/document/d/1AbC',
        ],
        [
          'docs.google.com/',
          'docs.google.com/document/',
          'docs.google.com/document/d/',
          'google.com/',
          'google.com/document/d/1AbC',
        ],
      ],
      [
        'https://docs.google.com/forms/d/e/1FAIpQ/viewform',
        ['docs.google.com/forms/d/e/1FAIpQ/'],
        ['docs.google.com/forms/d/e/'],
      ],
      [
        'https://docs.google.com/unknown/page?id=1',
        ['docs.google.com/unknown/page?id=1'],
        ['docs.google.com/unknown/page', 'docs.google.com/unknown/'],
      ],
      [
        'https://sites.google.com/view/alice/home',
        ['sites.google.com/view/alice', 'sites.google.com/view/alice/'],
        ['sites.google.com/view/', 'sites.google.com/'],
      ],
      [
        'https://drive.google.com/uc?id=1',
        ['drive.google.com/uc?id=1'],
        ['drive.google.com/uc', 'drive.google.com/', 'google.com/'],
      ],
      [
        'https://storage.googleapis.com/bucket/a/b.html#x',
        ['storage.googleapis.com/bucket/', 'storage.googleapis.com/bucket/a/b.html'],
        ['storage.googleapis.com/', 'googleapis.com/'],
      ],
      [
        'https://bucket.storage.googleapis.com/a',
        ['bucket.storage.googleapis.com/'],
        ['storage.googleapis.com/', 'storage.googleapis.com/a'],
      ],
      [
        'https://s3.amazonaws.com/bucket/a.html',
        ['s3.amazonaws.com/bucket/', 's3.amazonaws.com/bucket/a.html'],
        ['s3.amazonaws.com/', 'amazonaws.com/'],
      ],
      [
        'https://bucket.s3.eu-west-1.amazonaws.com/a',
        ['bucket.s3.eu-west-1.amazonaws.com/'],
        ['s3.eu-west-1.amazonaws.com/', 'amazonaws.com/'],
      ],
      [
        'https://s3.us-west-000.backblazeb2.com/bucket/a',
        ['s3.us-west-000.backblazeb2.com/bucket/a'],
        ['s3.us-west-000.backblazeb2.com/', 'backblazeb2.com/'],
      ],
      [
        'https://account.z13.web.core.windows.net/',
        ['account.z13.web.core.windows.net/'],
        ['z13.web.core.windows.net/', 'web.core.windows.net/'],
      ],
      [
        'https://bucket.oss-cn-beijing.aliyuncs.com/',
        ['bucket.oss-cn-beijing.aliyuncs.com/'],
        ['oss-cn-beijing.aliyuncs.com/', 'aliyuncs.com/'],
      ],
      [
        'https://b-1.cos.ap-tokyo.myqcloud.com/',
        ['b-1.cos.ap-tokyo.myqcloud.com/'],
        ['cos.ap-tokyo.myqcloud.com/', 'ap-tokyo.myqcloud.com/', 'myqcloud.com/'],
      ],
      [
        'https://ipfs.io/ipfs/bafyCID/index.html',
        ['ipfs.io/ipfs/bafyCID', 'ipfs.io/ipfs/bafyCID/'],
        ['ipfs.io/', 'ipfs.io/ipfs/'],
      ],
      ['https://bafycid.ipfs.dweb.link/', ['bafycid.ipfs.dweb.link/'], ['ipfs.dweb.link/', 'dweb.link/']],
      [
        'http://ec2-1-2-3-4.compute-1.amazonaws.com/x',
        ['ec2-1-2-3-4.compute-1.amazonaws.com/'],
        ['compute-1.amazonaws.com/', 'amazonaws.com/'],
      ],
      ['https://www.rb.gy/abc', ['www.rb.gy/abc', 'rb.gy/abc'], ['rb.gy/', 'www.rb.gy/']],
      ['https://name.my.canva.site/', ['name.my.canva.site/'], ['my.canva.site/', 'canva.site/']],
      ['https://linktr.ee/alice', ['linktr.ee/alice'], ['linktr.ee/']],
      ['https://forms.gle/AbC', ['forms.gle/AbC'], ['forms.gle/']],
      ['https://bit.ly/AbC?x=1', ['bit.ly/AbC', 'bit.ly/AbC?x=1'], ['bit.ly/']],
      [
        'https://u1.ct.sendgrid.net/ls/click?upn=AbC',
        ['u1.ct.sendgrid.net/ls/click?upn=AbC'],
        ['u1.ct.sendgrid.net/ls/click', 'u1.ct.sendgrid.net/', 'sendgrid.net/'],
      ],
      [
        'https://github.com/alice/repo/blob/x',
        ['github.com/alice/', 'github.com/alice/repo/'],
        ['github.com/'],
      ],
      [
        'https://raw.githubusercontent.com/alice/r/main/x',
        ['raw.githubusercontent.com/alice'],
        ['raw.githubusercontent.com/', 'githubusercontent.com/'],
      ],
      [
        'https://m.facebook.com/alice/posts/1',
        ['m.facebook.com/alice/', 'facebook.com/alice'],
        ['facebook.com/', 'm.facebook.com/'],
      ],
      [
        'https://www.facebook.com/profile.php?id=1',
        ['www.facebook.com/profile.php?id=1'],
        ['www.facebook.com/profile.php', 'facebook.com/profile.php'],
      ],
      ['https://tenant.sharepoint.com/:f:/s/x', ['tenant.sharepoint.com/'], ['sharepoint.com/']],
      [
        'https://www.dropbox.com/scl/fi/AbC/x.pdf?rlkey=1',
        ['www.dropbox.com/scl/fi/AbC', 'dropbox.com/scl/fi/AbC/'],
        ['dropbox.com/', 'dropbox.com/scl/fi/'],
      ],
      ['https://alice.blogspot.co.uk/2026/', ['alice.blogspot.co.uk/'], ['blogspot.co.uk/']],
      ['https://t.me/alice', ['t.me/alice'], ['t.me/']],
      [
        'https://urldefense.com/v3/broken',
        ['urldefense.com/v3/broken'],
        ['urldefense.com/', 'urldefense.com/v3/'],
      ],
    ];

  test.each(cases)(
    'shared hosting: %s is looked up at or below one user’s part',
    (href, matching, others) => {
      const found = expressions(href);
      for (const one of matching) expect(found).toContain(one);
      for (const one of others) expect(found).not.toContain(one);
    },
  );

  test.each([
    ['weebly.com', true],
    ['www.weebly.com', true],
    ['alice.weebly.com', false],
    ['github.io', true],
    ['alice.github.io', false],
    ['docs.google.com', true],
    ['google.com', true],
    ['cos.ap-tokyo.myqcloud.com', true],
    ['bucket.cos.ap-tokyo.myqcloud.com', false],
    ['storage.googleapis.com', true],
    ['linktr.ee', true],
    ['co.uk', true],
    ['evil.example', false],
    ['195.127.0.11', false],
  ])('isSharedHost(%s) is %s', (host, expected) => {
    expect(isSharedHost(host)).toBe(expected);
  });

  test.each([
    ['a.alice.weebly.com', '/x', { name: 'weebly.com', userPart: 'alice.weebly.com' }],
    [
      'docs.google.com',
      '/document/d/1AbC/edit',
      { name: 'docs.google.com', userPart: 'docs.google.com/document/d/1AbC' },
    ],
    ['docs.google.com', '/', { name: 'docs.google.com', userPart: null }],
    ['a.alice.github.io', '/', { name: 'github.io', userPart: 'alice.github.io' }],
    ['s3.amazonaws.com', '/bucket/x', { name: 's3.amazonaws.com', userPart: 's3.amazonaws.com/bucket' }],
    ['b.cos.ap-tokyo.myqcloud.com', '/', { name: 'myqcloud.com', userPart: 'b.cos.ap-tokyo.myqcloud.com' }],
    ['evil.example', '/', null],
    ['195.127.0.11', '/', null],
  ])('sharedHostingOf(%s, %s)', (host, path, expected) => {
    expect(sharedHostingOf(host, path)).toEqual(expected);
  });
});

describe.skipIf(sharedDataMissing)('the public suffix list', () => {
  test.each(['test_psl.txt', 'tests.txt'])('the public suffix list passes %s', (file) => {
    const lines = readFileSync(sharedData(`vectors/psl/${file}`), 'utf8').split('\n');
    let run = 0;
    for (const line of lines) {
      const [, input, expected] =
        /^checkPublicSuffix\('([^']*)', (null|'[^']*')\);/.exec(line) ??
        /^([^\s/(]+) (\S+)$/.exec(line) ??
        [];
      if (input === undefined || expected === undefined || input === 'null') continue;
      run++;
      // A leading dot is no host of a link: it is taken off. The tests want it refused.
      if (input.startsWith('.')) continue;
      const web = readWebUrl(`http://${input}/`);
      const wanted = expected === 'null' ? null : expected.replaceAll("'", '');
      const wantedHost = wanted === null ? null : new URL(`http://${wanted}`).hostname;
      expect(typeof web === 'string' ? null : registrableDomain(web.host), input).toBe(wantedHost);
    }
    expect(run).toBeGreaterThan(60);
  });

  test('the public suffix list with shared hosts beside it, keeps known shared hosting from being flagged as a whole', () => {
    const rows = readFileSync(sharedData('benign/shared_hosting_candidates_not_in_psl.tsv'), 'utf8')
      .split('\n')
      .slice(1);
    const known = rows
      .map((row) => row.split('\t'))
      .filter(([, , rank, isAllowed]) => isAllowed === 'True' && rank !== '');
    const missing = known.filter(([host]) => !isSharedHost(host ?? '')).map(([host]) => host);
    expect(known.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  test('the public suffix list knows link-in-bio sites', () => {
    const sites = readFileSync(sharedData('benign/misp_link-in-bio.txt'), 'utf8').split('\n');
    const hosts = sites.filter((host) => /^[\w.-]+$/.test(host));
    expect(hosts.length).toBeGreaterThan(80);
    // Shorteners in that list are shorteners here.
    expect(hosts.filter((host) => !isSharedHost(host) && shortenerOf(host) === null)).toEqual([]);
  });
});
