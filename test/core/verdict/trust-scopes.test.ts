import { describe, expect, test } from 'vitest';
import { readLink } from '../../../src/core/url/read-link.ts';
import { subjectsOf } from '../../../src/core/verdict/rules.ts';
import {
  decidableSubjects,
  decidedLayer,
  subjectFromText,
  widestUpTo,
} from '../../../src/core/verdict/trust-scopes.ts';

function layerOf(href: string, index = 0): ReturnType<typeof readLink>['layers'][number] {
  const layer = readLink(href).layers[index];
  if (layer === undefined) throw new Error(`no layer ${index} in ${href}`);
  return layer;
}

const spoken = (href: string, action: 'trust' | 'block' = 'trust'): readonly string[] =>
  decidableSubjects(layerOf(href), action).map(({ scope, subject }) => `${scope} ${subject}`);

describe('subjectsOf', () => {
  test('goes from the page to the registrable domain', () => {
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

  test('has no folder for a page at the root, and none out of the query', () => {
    expect(subjectsOf(layerOf('https://b.example/?u=/a/b/')).map(({ scope }) => scope)).toEqual([
      'link',
      'host',
      'site',
    ]);
  });
});

describe('decidableSubjects', () => {
  test("gives everything of a site that is nobody else's", () => {
    expect(spoken('https://www.b.example/x/y')).toEqual([
      'link www.b.example/x/y',
      'path www.b.example/x/',
      'host www.b.example',
      'site b.example',
    ]);
  });

  test("keeps to the user's part of a hosting site", () => {
    expect(spoken('https://alice.github.io/page/')).toEqual([
      'link alice.github.io/page/',
      'path alice.github.io/page/',
      'host alice.github.io',
      'site alice.github.io',
    ]);
    const form = spoken('https://docs.google.com/forms/d/e/1FAIpQL/viewform');
    expect(form).toContain('link docs.google.com/forms/d/e/1FAIpQL/viewform');
    for (const forbidden of ['path docs.google.com/forms/', 'host docs.google.com', 'site google.com']) {
      expect(form).not.toContain(forbidden);
    }
  });

  test('lets only this very link of a shortener be trusted, and all of it be blocked', () => {
    expect(spoken('https://bit.ly/3xYz')).toEqual(['link bit.ly/3xYz']);
    expect(spoken('https://bit.ly/3xYz', 'block')).toContain('host bit.ly');
  });

  test('never a wrapper, whichever action', () => {
    const href = 'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fb.example%2F&data=05';
    expect(spoken(href)).toEqual([]);
    expect(spoken(href, 'block')).toEqual([]);
  });
});

describe('decidedLayer', () => {
  const link = readLink(
    'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fb.example%2F&data=05',
  );

  test('is the destination of a link that is not flagged', () => {
    expect(link.layers[decidedLayer(link, { kind: 'clear' })]?.host).toBe('b.example');
  });

  test('is the layer of the worst reason of one that is', () => {
    const by = {
      kind: 'blocked',
      level: 'danger',
      by: 'reader',
      scope: 'site',
      subject: 'x',
      layer: 0,
    } as const;
    expect(decidedLayer(link, { kind: 'flagged', level: 'danger', asks: true, reasons: [by] })).toBe(0);
  });
});

describe('widestUpTo', () => {
  test('takes the site, or the widest below it, and never a sender', () => {
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
    ['  Shop <Shop@B.example> ', 'sender', 'shop@b.example'],
    ['https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fb.example%2F', 'site', 'b.example'],
  ] as const)('reads %s as a %s', (text, scope, subject) => {
    expect(subjectFromText(text, scope, 'trust')).toEqual({ scope, subject });
  });

  test.each([
    ['', 'site', 'unreadable'],
    ['two words', 'site', 'unreadable'],
    ['nobody', 'sender', 'unreadable'],
    ['b.example', 'path', 'unreadable'],
    ['*.bank.example', 'site', 'unreadable'],
    ['https://*.bank.example/', 'host', 'unreadable'],
    ['*', 'site', 'unreadable'],
    ['github.io', 'site', 'not-trustable'],
    ['co.uk', 'site', 'not-trustable'],
    ['bit.ly', 'site', 'not-trustable'],
    ['docs.google.com', 'host', 'not-trustable'],
  ] as const)('refuses %s as a %s', (text, scope, failure) => {
    expect(subjectFromText(text, scope, 'trust')).toBe(failure);
  });

  test.each(['site', 'host', 'path', 'link'] as const)('reads what a %s rule holds as itself', (scope) => {
    const href = 'https://www.b.example/a/b.php?to=https://c.example/x';
    const subject = subjectsOf(layerOf(href)).find((each) => each.scope === scope);
    expect(subject).toBeDefined();
    expect(subjectFromText(subject?.subject ?? '', scope, 'trust')).toEqual(subject);
  });
});
