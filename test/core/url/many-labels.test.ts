/** A host of thousands of labels costs a sender nothing, and has thousands of parents of some kB each. */
import { afterEach, expect, test, vi } from 'vitest';
import { packagedTables } from '../../../src/core/evidence/evidence-tables.ts';
import { Exclusions } from '../../../src/core/guard/exclusions.ts';
import { PopularSites } from '../../../src/core/guard/popular-sites.ts';
import { withinDns } from '../../../src/core/url/canonical/host-name.ts';
import { knownHost } from '../../../src/core/url/hosts/known-hosts.ts';
import { readLink } from '../../../src/core/url/read-link.ts';

const LABELS = 8000;
const MANY = 'a.'.repeat(LABELS);
/** The last label alone is longer than a name can be. */
const NO_DOTS = `${MANY}${'x'.repeat(300)}`;

/** How many characters of names are looked up in any table: what has to be hashed, or compared. */
function charactersAsked(work: () => void): number {
  const spies = [vi.spyOn(Map.prototype, 'get'), vi.spyOn(Set.prototype, 'has')];
  work();
  const keys = spies.flatMap(({ mock }) => mock.calls.map(([key]: [unknown]) => key));
  vi.restoreAllMocks();
  return keys.reduce((sum: number, key) => (typeof key === 'string' ? sum + key.length : sum), 0);
}

afterEach(() => {
  vi.restoreAllMocks();
});

const exclusions = new Exclusions([{ entry: 'listed.example', expiresAt: null, reason: '' }], 0);
const popular = new PopularSites([]);
const tables = packagedTables();

test.each<[string, (host: string) => void]>([
  ['a link', (host) => void readLink(`https://${host}/`)],
  ['what is known of hosts', (host) => void knownHost(host)],
  ['exclusions', (host) => void exclusions.covers({ host, path: '/' })],
  ['popular sites', (host) => void popular.coverOf(host, 'b.example')],
  ['brands', (host) => void tables.brandsOf(host, null)],
  ['carriers', (host) => void tables.isCarrier(host)],
])('reading %s asks tables for no more parents of a host than a name can have', (_, ask) => {
  const counts = [`${MANY}b.example`, NO_DOTS].map((host) =>
    charactersAsked(() => {
      ask(host);
    }),
  );
  expect(counts[0]).toBeGreaterThan(0);
  // The whole name some ten times, and 127 parents of at most 253 characters twice. All parents are 64 million.
  expect(Math.max(...counts)).toBeLessThan(10 * NO_DOTS.length + 2 * 127 * 253);
});

test('what the tables know of a name holds for the names below it, however far', () => {
  expect(knownHost(`${MANY}mandrillapp.com`)?.tracker).toBe('Mandrill');
  expect(exclusions.covers({ host: `${MANY}listed.example`, path: '/' })).toBe(true);
  expect(popular.coverOf(`${MANY}roku.com`, 'roku.com')).toBe('popular-site');
});

test.each([
  ['a short host', 'a.b.example', 'a.b.example'],
  ['the longest', `${'a.'.repeat(122)}b.example`, `${'a.'.repeat(122)}b.example`],
  ['one label more', `${'a.'.repeat(123)}b.example`, `${'a.'.repeat(122)}b.example`],
  ['one longer label more', `xx.${'a.'.repeat(122)}b.example`, `${'a.'.repeat(122)}b.example`],
  ['a label as long as that', `a.${'x'.repeat(253)}`, 'x'.repeat(253)],
  ['a longer label', `a.${'x'.repeat(254)}`, 'x'.repeat(254)],
  ['nothing but it', 'x'.repeat(300), 'x'.repeat(300)],
])('a name of many labels is cut to what the DNS has room for: of %s', (_, host, name) => {
  expect(withinDns(host)).toBe(name);
});
