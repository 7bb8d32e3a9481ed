import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandBraces, words } from '../../../src/core/url/hosts/host-table.ts';
import { readLink } from '../../../src/core/url/read-link.ts';
import { PATH_SITES, SUBDOMAIN_SITES } from '../../../src/core/url/tables/shared-hosts-table.ts';
import { canApply, indexRules, NO_RULES, subjectsOf } from '../../../src/core/verdict/rules.ts';
import { layerOf as layerNumberOf } from '../../../src/core/verdict/verdict.ts';
import {
  decidableSubjects,
  decidedLayer,
  narrowerSubject,
  storedSubject,
  subjectFromText,
  widestUpTo,
} from '../../../src/core/verdict/trust-scopes.ts';
import { aRule } from './links.ts';

function layerOf(href: string, index = 0): ReturnType<typeof readLink>['layers'][number] {
  const layer = readLink(href).layers[index];
  if (layer === undefined) throw new Error(`no layer ${index} in ${href}`);
  return layer;
}

const spoken = (href: string): readonly string[] =>
  decidableSubjects(layerOf(href)).map(({ scope, subject }) => `${scope} ${subject}`);

describe('subjectsOf', () => {
  test('the subjects of a rule for a link go from the page to the registrable domain', () => {
    expect(
      subjectsOf(layerOf('https://a.b.example.co.uk/x/y/z.html?q=1')).map(({ subject }) => subject),
    ).toEqual([
      'a.b.example.co.uk/x/y/z.html?q=1',
      'a.b.example.co.uk/x/y/',
      'a.b.example.co.uk/x/',
      'a.b.example.co.uk',
      'example.co.uk',
    ]);
  });

  test('the subjects of a rule for a link have no folder for a page at the root, and none out of the query', () => {
    expect(subjectsOf(layerOf('https://b.example/?u=/a/b/')).map(({ scope }) => scope)).toEqual([
      'link',
      'host',
      'site',
    ]);
  });
});

describe('subjectsOf, of what has less', () => {
  test('a rule cannot be about the page of a link that was too long to be read, nor about what has no host', () => {
    const long = layerOf(`https://www.b.example/${'x'.repeat(66_000)}`);
    expect(subjectsOf(long).map(({ scope, subject }) => `${scope} ${subject}`)).toEqual([
      'host www.b.example',
      'site b.example',
    ]);
    expect(subjectsOf({ ...long, host: null })).toEqual([]);
    expect(subjectsOf(layerOf('http://192.0.2.1/')).map(({ scope }) => scope)).toEqual(['link', 'host']);
  });

  test('a rule may be about pages and folders of up to 4,000 characters', () => {
    const scopesOf = (path: string): readonly string[] =>
      subjectsOf(layerOf(`https://b.example/${path}`)).map(({ scope }) => scope);
    const room = 4_000 - 'b.example/'.length;
    expect(scopesOf('x'.repeat(room))).toEqual(['link', 'host', 'site']);
    expect(scopesOf('x'.repeat(room + 1))).toEqual(['host', 'site']);
    expect(scopesOf(`${'x'.repeat(room - 1)}/page`)).toEqual(['path', 'host', 'site']);
    expect(scopesOf(`${'x'.repeat(room)}/page`)).toEqual(['host', 'site']);
    // One person's part of a site is a folder by its first page, and has a slash more.
    const form = (length: number): string => `docs.google.com/forms/d/${'x'.repeat(length - 24)}`;
    const foldersOf = (page: string): readonly string[] =>
      subjectsOf(layerOf(`https://${page}`)).flatMap(({ scope, subject }) =>
        scope === 'path' ? [subject] : [],
      );
    expect(form(3_999)).toHaveLength(3_999);
    expect(foldersOf(form(3_999))).toContain(`${form(3_999)}/`);
    expect(foldersOf(form(4_000))).not.toContain(`${form(4_000)}/`);
  });
});

describe('decidableSubjects', () => {
  test("a rule about a link can be about everything of a site that is nobody else's", () => {
    expect(spoken('https://www.b.example/x/y')).toEqual([
      'link www.b.example/x/y',
      'path www.b.example/x/',
      'host www.b.example',
      'site b.example',
    ]);
  });

  test("a rule about a link keeps to the user's part of a hosting site", () => {
    expect(spoken('https://alice.github.io/page/')).toEqual([
      'link alice.github.io/page/',
      'path alice.github.io/page/',
      'host alice.github.io',
      'site alice.github.io',
    ]);
    const form = spoken('https://docs.google.com/forms/d/e/1FAIpQL/viewform');
    expect(form).toContain('link docs.google.com/forms/d/e/1FAIpQL/viewform');
    expect(spoken('https://docs.google.com/forms/d/1x/a/b')).toContain('path docs.google.com/forms/d/1x/a/');
    for (const forbidden of ['path docs.google.com/forms/', 'host docs.google.com', 'site google.com']) {
      expect(form).not.toContain(forbidden);
    }
  });

  test.each([
    ['https://docs.google.com/forms/d/1FAIpQL', 'docs.google.com/forms/d/1FAIpQL/'],
    ['https://docs.google.com/forms/d/e/1FAIpQL/viewform?usp=x', 'docs.google.com/forms/d/e/1FAIpQL/'],
    ['https://storage.googleapis.com/bucket/page.html', 'storage.googleapis.com/bucket/'],
  ])("a rule is offered for the user's part of %s by folder, and covers the page", (href, folder) => {
    expect(spoken(href)).toContain(`path ${folder}`);
    expect(widestUpTo(decidableSubjects(layerOf(href)), 'site')).toEqual({ scope: 'path', subject: folder });
    expect(subjectFromText(folder, 'path', 'block')).toEqual({ scope: 'path', subject: folder });
  });

  test.each([
    ['a shortener', 'https://bit.ly/3xYz', ['link bit.ly/3xYz']],
    ['a tracker', 'https://u1.ct.sendgrid.net/ls/x/y', ['link u1.ct.sendgrid.net/ls/x/y']],
    [
      'a wrapper',
      'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fb.example%2F&data=05',
      [],
    ],
    ['a public suffix', 'https://github.io/x/y', ['link github.io/x/y']],
    ['a page of a site that many share', 'https://docs.google.com/about', ['link docs.google.com/about']],
  ])('a rule about %s can be about that very link alone', (_, href, subjects) => {
    expect(spoken(href)).toEqual(subjects);
  });
});

describe('a host that many share', () => {
  test('no rule is made for the whole host or site that many share, whatever page of it', () => {
    let names: readonly string[] = [];
    const pages = new Set<string>();
    for (const cell of words(PATH_SITES)) {
      if (!cell.startsWith('/')) names = expandBraces(cell);
      const page = cell.startsWith('/') ? cell.replaceAll('*', 'x1') : '/';
      for (const name of names) for (const end of [page, `${page}/a/b`]) pages.add(`https://${name}${end}`);
    }
    expect(pages.size).toBeGreaterThan(2_000);
    for (const page of pages) {
      const wide = decidableSubjects(layerOf(page)).filter(
        ({ scope }) => scope === 'host' || scope === 'site',
      );
      expect(wide, page).toEqual([]);
      for (const scope of ['host', 'site'] as const)
        for (const action of ['trust', 'block'] as const)
          expect(subjectFromText(page.slice('https://'.length), scope, action), page).toBe('not-trustable');
    }
  });

  test('a rule about one person’s host does not cover the host that many share above it', () => {
    for (const cell of words(SUBDOMAIN_SITES)) {
      if (cell.startsWith('+')) continue;
      for (const name of expandBraces(cell.replace('!', ''))) {
        for (const { scope, subject } of decidableSubjects(layerOf(`https://a.b.c.${name}/x`))) {
          if (scope === 'host' || scope === 'site') expect(subject.endsWith(`.${name}`), subject).toBe(true);
        }
      }
    }
    expect(spoken('https://alice.app.droplet.io/x')).toEqual([
      'link alice.app.droplet.io/x',
      'host alice.app.droplet.io',
    ]);
  });

  test.each([
    ['https://forms.cloud.microsoft/r/abc', 'path', 'forms.cloud.microsoft/r/abc/'],
    ['https://disk.yandex.ru/d/abc', 'path', 'disk.yandex.ru/d/abc/'],
    ['https://files.slack.com/about', 'link', 'files.slack.com/about'],
  ] as const)(
    'the menu on a site that many share decides about one person’s part, or the page: %s',
    (href, scope, subject) => {
      expect(widestUpTo(decidableSubjects(layerOf(href)), 'site')).toEqual({ scope, subject });
    },
  );

  test('a rule for the whole domain of a site that many share can still be written, and earlier ones stay', () => {
    const site = { scope: 'site', subject: 'cloud.microsoft' } as const;
    expect(subjectFromText('cloud.microsoft', 'site', 'block')).toEqual(site);
    expect(storedSubject(site, 'trust')).toEqual(site);
  });
});

describe('one person’s part of a site that many share', () => {
  test('a rule on a site that many share is at most about one person’s part of it', () => {
    expect(spoken('https://alice.weebly.com/a/b')).toEqual([
      'link alice.weebly.com/a/b',
      'path alice.weebly.com/a/',
      'host alice.weebly.com',
    ]);
    for (const action of ['trust', 'block'] as const)
      expect(subjectFromText('alice.weebly.com/a/b', 'site', action)).toBe('not-trustable');
  });

  test('hosts below one person’s part of a site that many share are the same person’s', () => {
    expect(spoken('https://a.alice.weebly.com/b')).toEqual([
      'link a.alice.weebly.com/b',
      'host a.alice.weebly.com',
    ]);
  });

  test('one person’s part of a shared site is not known of a link that was too long to be read', () => {
    expect(spoken(`https://docs.google.com/document/d/${'x'.repeat(66_000)}`)).toEqual([]);
  });

  test('a URL in the query of what is typed without a scheme is a parameter', () => {
    const typed = 'b.example/x?u=http://c.example/';
    expect(subjectFromText(typed, 'link', 'trust')).toEqual({ scope: 'link', subject: typed });
    expect(subjectFromText(typed, 'site', 'block')).toEqual({ scope: 'site', subject: 'b.example' });
  });
});

describe('decidedLayer', () => {
  const link = readLink(
    'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fb.example%2F&data=05',
  );

  test('decidedLayer is the destination of a link that is not flagged', () => {
    expect(link.layers[decidedLayer(link, { kind: 'clear' }, NO_RULES)]?.host).toBe('b.example');
  });

  test('decidedLayer is the destination of one that is flagged without a reason', () => {
    expect(
      decidedLayer(link, { kind: 'flagged', level: 'caution', asks: false, reasons: [] }, NO_RULES),
    ).toBe(1);
  });

  test('decidedLayer is no wrapper beside the destination, and nothing that cannot be read', () => {
    const [wrapper, destination] = link.layers;
    if (wrapper === undefined || destination === undefined) throw new Error('a wrapped link has two layers');
    const broken = { ...destination, failure: 'not-a-web-address' } as const;
    for (const beside of [wrapper, broken])
      expect(
        decidedLayer({ ...link, layers: [wrapper, destination, beside] }, { kind: 'clear' }, NO_RULES),
      ).toBe(1);
  });

  const hostOf = (href: string, rules = NO_RULES): string | null | undefined => {
    const link = readLink(href);
    return link.layers[decidedLayer(link, { kind: 'clear' }, rules)]?.host;
  };

  test('decidedLayer is what a redirector’s rule names, and nothing that the sender put beside it', () => {
    expect(hostOf('https://www.google.com/url?q=https://newsletter.example/a&x=https://evil.example/')).toBe(
      'newsletter.example',
    );
    expect(hostOf('https://www.google.com/url?x=https://evil.example/&q=https://newsletter.example/a')).toBe(
      'newsletter.example',
    );
    const inner = encodeURIComponent('https://newsletter.example/?u=https://other.example/');
    expect(hostOf(`https://www.avast.com/?u=${inner}`)).toBe('newsletter.example');
  });

  test('decidedLayer is the page itself where only the page says that it leads on', () => {
    const href = 'https://evil.example/CL0/https:%2F%2Fbank.example/1/x';
    expect(hostOf(href)).toBe('evil.example');
    expect(hostOf(`https://www.google.com/url?q=${encodeURIComponent(href)}`)).toBe('evil.example');
    // Trusted already, it is no longer what is asked about.
    expect(hostOf(href, indexRules([aRule({ subject: 'evil.example' })], 100))).toBe('bank.example');
    expect(hostOf(href, indexRules([aRule({ subject: 'evil.example', action: 'block' })], 100))).toBe(
      'evil.example',
    );
    expect(subjectFromText(href, 'site', 'block')).toEqual({ scope: 'site', subject: 'evil.example' });
  });

  test('decidedLayer is the layer of the worst reason', () => {
    const reason = {
      kind: 'blocked',
      level: 'danger',
      by: 'reader',
      scope: 'site',
      subject: 'b.example',
      layer: 1,
    } as const;
    const three = { ...link, layers: [...link.layers, ...link.layers.slice(1)] };
    const verdict = { kind: 'flagged', level: 'danger', asks: true, reasons: [reason] } as const;
    expect(three.layers).toHaveLength(3);
    expect(decidedLayer(three, verdict, NO_RULES)).toBe(1);
  });

  test('decidedLayer of a piece of evidence is the link as written', () => {
    const reason = {
      kind: 'evidence',
      level: 'caution',
      id: 'A1',
      family: 'A',
      points: 9,
      values: [],
    } as const;
    expect(layerNumberOf(reason)).toBe(0);
    expect(
      decidedLayer(link, { kind: 'flagged', level: 'caution', asks: false, reasons: [reason] }, NO_RULES),
    ).toBe(0);
  });

  test('decidedLayer is the layer of the worst reason of one that is', () => {
    const by = {
      kind: 'blocked',
      level: 'danger',
      by: 'reader',
      scope: 'site',
      subject: 'x',
      layer: 0,
    } as const;
    expect(
      decidedLayer(link, { kind: 'flagged', level: 'danger', asks: true, reasons: [by] }, NO_RULES),
    ).toBe(0);
  });
});

describe('widestUpTo', () => {
  test('the widest subject of a rule is the site, or the widest below it, and never a sender', () => {
    const site = { scope: 'site', subject: 'b.example' } as const;
    const link = { scope: 'link', subject: 'b.example/x' } as const;
    const sender = { scope: 'sender', subject: 'a@b.example' } as const;
    expect(widestUpTo([link, site, sender], 'site')).toBe(site);
    expect(widestUpTo([link, sender], 'site')).toBe(link);
    expect(widestUpTo([sender], 'site')).toBeNull();
    expect(widestUpTo([link, site], 'host')).toBe(link);
  });
});

describe('subjectFromText', () => {
  test.each([
    ['b.example', 'site', 'b.example'],
    ['https://www.B.example/login', 'site', 'b.example'],
    ['www.b.example', 'host', 'www.b.example'],
    ['http://b.example/x/y?z', 'link', 'b.example/x/y?z'],
    ['b.example/x/', 'path', 'b.example/x/'],
    ['  b.example ', 'site', 'b.example'],
    ['  Shop <Shop@B.example> ', 'sender', 'shop@b.example'],
    ['https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fb.example%2F', 'site', 'b.example'],
  ] as const)('subjectFromText reads %s as a %s', (text, scope, subject) => {
    expect(subjectFromText(text, scope, 'trust')).toEqual({ scope, subject });
  });

  test.each([
    ['', 'site', 'unreadable'],
    ['two words', 'site', 'unreadable'],
    ['nobody', 'sender', 'unreadable'],
    ['b.example', 'path', 'unreadable'],
    ['co.uk', 'path', 'unreadable'],
    ['192.0.2.1', 'site', 'unreadable'],
    ['see http://*.b.example', 'site', 'unreadable'],
    ['*.bank.example', 'site', 'wildcard'],
    ['https://*.bank.example/', 'host', 'wildcard'],
    ['*', 'site', 'wildcard'],
    ['github.io', 'site', 'not-trustable'],
    ['co.uk', 'site', 'not-trustable'],
    ['bit.ly', 'site', 'not-trustable'],
    ['docs.google.com', 'host', 'not-trustable'],
    ['mail.google.com', 'site', 'not-trustable'],
    ['mail.google.com', 'host', 'not-trustable'],
    ['https://docs.google.com/forms/d/1x/', 'site', 'not-trustable'],
    ['click.list-manage.com', 'site', 'not-trustable'],
    ['urldefense.com', 'host', 'not-trustable'],
    ['https://*.bank.example/x', 'link', 'wildcard'],
    ['bank*.example', 'host', 'wildcard'],
    // Without a scheme it is our own spelling of the wrapper, and what it carries was not meant.
    ['www.google.com/url?q=https://c.example/x', 'site', 'not-trustable'],
    // A folder that is nobody's, spelt like a page that may be decided about.
    ['docs.google.com/about/', 'path', 'not-trustable'],
  ] as const)('subjectFromText refuses %s as a %s, to trust and to block', (text, scope, failure) => {
    expect(subjectFromText(text, scope, 'trust')).toBe(failure);
    expect(subjectFromText(text, scope, 'block')).toBe(failure);
  });

  test('subjectFromText refuses what is too long to be read to its end, also its host', () => {
    for (const start of ['', 'https://'])
      expect(subjectFromText(`${start}b.example/${'x'.repeat(66_000)}`, 'host', 'block')).toBe('unreadable');
  });

  test('subjectFromText takes no folder or page for trust of which a server sees another one', () => {
    const href = 'https://uni.example/~evil/x.php/%252e%252e/%252e%252e/~good/';
    for (const scope of ['path', 'link'] as const) {
      expect(subjectFromText(href, scope, 'trust')).toBe('not-trustable');
      expect(subjectFromText(href, scope, 'block')).toEqual({ scope, subject: 'uni.example/~good/' });
    }
    expect(subjectFromText(href, 'host', 'trust')).toEqual({ scope: 'host', subject: 'uni.example' });
  });

  test('subjectFromText takes blanks for part of an address only behind a scheme', () => {
    const page = { scope: 'link', subject: 'b.example/a%20b' };
    expect(subjectFromText('https://b.example/a b', 'link', 'trust')).toEqual(page);
    expect(subjectFromText('b.example/a b', 'link', 'trust')).toBe('unreadable');
    expect(subjectFromText('b.example or c.example', 'host', 'trust')).toBe('unreadable');
  });

  test('subjectFromText reads a * in a path or query as itself', () => {
    expect(subjectFromText('b.example/*/x?y=*', 'link', 'block')).toEqual({
      scope: 'link',
      subject: 'b.example/*/x?y=*',
    });
  });

  test('subjectFromText lets an administrator block a shortener or a hosting site as a whole, and trust neither', () => {
    for (const host of ['bit.ly', 'weebly.com']) {
      expect(subjectFromText(host, 'site', 'block', 'administrator')).toEqual({
        scope: 'site',
        subject: host,
      });
      expect(subjectFromText(host, 'site', 'trust', 'administrator')).toBe('not-trustable');
    }
    expect(subjectFromText('github.io', 'site', 'block', 'administrator')).toBe('not-trustable');
    const wrapped = 'eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fb.example%2F';
    expect(subjectFromText(wrapped, 'link', 'block', 'administrator')).toBe('not-trustable');
    expect(subjectFromText('urldefense.com/about', 'link', 'block', 'administrator')).toEqual({
      scope: 'link',
      subject: 'urldefense.com/about',
    });
    expect(subjectFromText('github.io/x/', 'path', 'block', 'administrator')).toBe('not-trustable');
    expect(subjectFromText('urldefense.com', 'host', 'block', 'administrator')).toBe('not-trustable');
  });

  test.each(['site', 'host', 'path', 'link'] as const)(
    'subjectFromText reads what a %s rule holds as itself',
    (scope) => {
      const href = 'https://www.b.example/a/b.php?to=https://c.example/x';
      const subject = subjectsOf(layerOf(href)).find((each) => each.scope === scope);
      expect(subject).toBeDefined();
      expect(subjectFromText(subject?.subject ?? '', scope, 'trust')).toEqual(subject);
    },
  );
});

describe('storedSubject', () => {
  const piece = fc.constantFrom(
    'a',
    'b.php',
    '/',
    '//',
    '.',
    '..',
    '%2e',
    '%252e',
    '%2f',
    '\\',
    '%5C',
    '?',
    '%3F',
    '%253f',
    '#',
    '%23',
    '%',
    '%25',
    '%2541',
    '*',
    ' ',
    '%20',
    '%09',
    'ü',
    '%FF',
    '@',
    ':',
    '&u=http://c.example/',
    '[',
    '|',
    '<',
  );
  const host = fc.constantFrom(
    'b.example',
    'www.B.example',
    'a*b.example',
    '*.b.example',
    'b%41.example',
    'b%20x.example',
    'bücher.example',
    'a_b.example',
    'b.example..',
    '192.0.2.1',
    '0x7f.1',
    '[::1]',
    '[::ffff:192.0.2.1]',
    'b%23x.example',
    'alice.github.io',
    'docs.google.com',
    'docs.google.com/forms/d/1x',
    'bit.ly',
    'storage.googleapis.com',
  );
  const href = fc
    .tuple(fc.constantFrom('https://', 'http://', 'https:/', ''), host, fc.array(piece, { maxLength: 8 }))
    .map(([scheme, name, pieces]) => `${scheme}${name}/${pieces.join('')}`);

  test.each(['b.example/a/.?x', 'b.example/a/..?x'])(
    'storedSubject reads dots before an escaped ? as a name: %s',
    (subject) => {
      expect(subjectsOf(layerOf(`https://${subject.replace('?', '%3F')}`))[0]).toEqual({
        scope: 'link',
        subject,
      });
      expect(storedSubject({ scope: 'link', subject }, 'block')).toEqual({ scope: 'link', subject });
    },
  );

  test('storedSubject reads every subject that was made of a link as itself', () => {
    fc.assert(
      fc.property(href, fc.constantFrom('trust' as const, 'block' as const), (link, action) => {
        for (const layer of readLink(link).layers) {
          for (const subject of decidableSubjects(layer)) {
            if (!canApply(layer, action, subject.scope)) continue;
            expect(storedSubject(subject, action)).toEqual(subject);
          }
        }
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ['link', 'evil.example/login\\index.php'],
    ['link', 'b.example/..??x=//y'],
    ['host', 'a*b.example'],
    ['sender', 'a*b@x.example'],
  ] as const)('storedSubject reads a %s %s as itself, to block it', (scope, subject) => {
    expect(storedSubject({ scope, subject }, 'block')).toEqual({ scope, subject });
  });

  test.each([
    ['site', 'github.io', 'not-trustable'],
    ['site', 'B.example', 'unreadable'],
    ['site', 'www.b.example', 'unreadable'],
    ['link', 'https://b.example/', 'unreadable'],
    ['sender', 'Shop <shop@b.example>', 'unreadable'],
    ['host', '', 'unreadable'],
  ] as const)('storedSubject refuses a %s %s', (scope, subject, failure) => {
    expect(storedSubject({ scope, subject }, 'block')).toBe(failure);
  });
});

describe('what is offered instead of a subject that is many people’s', () => {
  const form = 'docs.google.com/forms/d/e/1FAIpQLSabc/';
  test.each([
    [`https://${form}viewform?usp=sf_link`, 'site', { scope: 'path', subject: form }],
    [`${form}viewform`, 'host', { scope: 'path', subject: form }],
    ['https://bit.ly/3abc', 'site', { scope: 'link', subject: 'bit.ly/3abc' }],
    ['alice.weebly.com/a/b', 'site', { scope: 'host', subject: 'alice.weebly.com' }],
    ['https://docs.google.com/', 'site', null],
    ['github.io', 'site', null],
    ['😀', 'site', null],
    ['bank.example', 'site', null],
    ['https://www.google.com/url?q=https://bank.example/x', 'site', null],
    [`https://${form}viewform`, 'path', null],
  ] as const)(
    'what is offered instead of a subject that is many people’s: %s as %s',
    (text, scope, offered) => {
      for (const action of ['trust', 'block'] as const)
        expect(narrowerSubject(text, scope, action)).toEqual(offered);
    },
  );
});
