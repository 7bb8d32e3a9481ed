/** How the tables of hosts are read: their small notation, and what a name has from its parents. */
import { describe, expect, test } from 'vitest';
import {
  coversHost,
  type HostTables,
  type KnownHost,
  shortenerOf,
  tableOf,
  trackerOf,
  wrapperOf,
} from '../../../../src/core/url/hosts/known-hosts.ts';
import type { WrapperRule } from '../../../../src/core/url/tables/wrapper-rule.ts';

const NONE: HostTables = { subdomainSites: [], pathSites: [], shorteners: [], trackers: [], rules: [] };

const rule = (name: string, hosts: string): WrapperRule => ({
  name,
  hosts,
  destination: { in: 'whole-query' },
  source: 'a test',
});

const table = (tables: Partial<HostTables>): Readonly<Record<string, KnownHost>> =>
  Object.fromEntries(tableOf({ ...NONE, ...tables }));

const EMPTY = { site: null, shortener: null, tracker: null, rules: [] };

describe('sites whose users have hosts', () => {
  const site = (name: string, change = {}): object => ({
    ...EMPTY,
    site: { name, hasUserHosts: true, sharedLabels: 0, overridesSuffixes: false, userPaths: [], ...change },
  });

  test('sites whose users have hosts are names, some of them with labels that are shared too, or in spite of the public suffix list', () => {
    expect(table({ subdomainSites: ['a.example +2 b.{c,d}.example e.example', '!f.example'] })).toEqual({
      'a.example': site('a.example'),
      'b.c.example': site('b.c.example', { sharedLabels: 2 }),
      'b.d.example': site('b.d.example', { sharedLabels: 2 }),
      'e.example': site('e.example'),
      'f.example': site('f.example', { overridesSuffixes: true }),
    });
  });

  test('sites whose users have hosts may have users with paths as well', () => {
    expect(table({ subdomainSites: ['a.example'], pathSites: ['a.example /u/*'] })).toEqual({
      'a.example': site('a.example', { userPaths: [['u', '*']] }),
    });
  });
});

test('sites whose users have paths are in the table by name, each with its paths', () => {
  const site = (name: string, ...userPaths: readonly (readonly string[])[]): object => ({
    ...EMPTY,
    site: { name, hasUserHosts: false, sharedLabels: 0, overridesSuffixes: false, userPaths },
  });
  expect(table({ pathSites: ['a.example /u/* /v/w/* {b,c}.example /* d.example'] })).toEqual({
    'a.example': site('a.example', ['u', '*'], ['v', 'w', '*']),
    'b.example': site('b.example', ['*']),
    'c.example': site('c.example', ['*']),
    'd.example': site('d.example'),
  });
});

test('redirectors are called by their name, or by their host; what a shortener holds are its users’ links', () => {
  const found = table({
    pathSites: ['s.example /u/*'],
    shorteners: [{ name: '', hosts: 's.example t.example' }],
    trackers: [
      { name: 'Tracker', hosts: 'u.example' },
      { name: '', hosts: 'v.example' },
    ],
  });
  expect(found).toMatchObject({
    's.example': { shortener: 's.example', tracker: null, site: { userPaths: [['u', '*']] } },
    't.example': { shortener: 't.example', tracker: null },
    'u.example': { ...EMPTY, tracker: 'Tracker' },
    'v.example': { ...EMPTY, tracker: 'v.example' },
  });
  expect(found['t.example']?.site).toEqual({
    name: 't.example',
    hasUserHosts: false,
    sharedLabels: 0,
    overridesSuffixes: false,
    userPaths: [['*']],
  });
});

test('a host of the tables has what its parents have, in whatever order they are written down, its own first', () => {
  const [own, parents, grandparents] = [
    rule('own', 'x.b.a.example'),
    rule('parents', 'b.a.example'),
    rule('grandparents', 'a.example'),
  ];
  const found = table({
    rules: [own, parents, grandparents, rule('any host', '')],
    shorteners: [{ name: 'short', hosts: 'a.example' }],
    trackers: [
      { name: 'near', hosts: 'b.a.example' },
      { name: 'far', hosts: 'a.example' },
    ],
    subdomainSites: ['b.a.example'],
  });
  expect(Object.keys(found).toSorted()).toEqual(['a.example', 'b.a.example', 'x.b.a.example']);
  expect(found['x.b.a.example']).toMatchObject({
    site: { name: 'b.a.example' },
    shortener: 'short',
    tracker: 'near',
    rules: [own, parents, grandparents],
  });
  expect(found['a.example']).toMatchObject({
    site: { name: 'a.example' },
    tracker: 'far',
    rules: [grandparents],
  });
});

test('a host of the tables has what its grandparents have, where it is written down first', () => {
  const rules = [
    rule('own', 'x.b.a.example'),
    rule('parents', 'b.a.example'),
    rule('grandparents', 'a.example'),
  ];
  expect(table({ rules })['x.b.a.example']).toMatchObject({ rules });
});

test('a host whose name merely ends like another’s is not below it in the tables', () => {
  const found = table({
    trackers: [{ name: 'Tracker', hosts: 'a.example' }],
    rules: [rule('r', 'ba.example')],
  });
  expect(found['ba.example']).toMatchObject({ tracker: null });
});

test.each<[string, Partial<WrapperRule>, boolean]>([
  ['all paths of a host', {}, true],
  ['one path of it', { path: /^\/url$/ }, false],
  ['one path of a host that has no other', { path: /^\/url$/, ownsHost: true }, true],
  ['all paths of a site that people visit too', { isOrdinarySite: true }, false],
])('a wrapper’s rule covers a host or not: a rule for %s', (_, change, expected) => {
  expect(coversHost({ ...rule('r', 'r.example'), ...change })).toBe(expected);
});

test.each([
  ['nam02.safelinks.protection.outlook.com', 'safe-links'],
  ['www.google.com', null],
  ['b.example', null],
])('the host %s is the wrapper %s', (host, name) => {
  expect(wrapperOf(host)).toBe(name);
});

test.each([
  ['bit.ly', 'bit.ly', null],
  ['u1.ct.sendgrid.net', null, 'SendGrid'],
  ['www.google.com', null, null],
  ['b.example', null, null],
])('the host %s is the shortener %s and the tracker %s', (host, shortener, tracker) => {
  expect([shortenerOf(host), trackerOf(host)]).toEqual([shortener, tracker]);
});
