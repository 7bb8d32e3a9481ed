import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isResolvedAddress } from '../../../../src/extension/content/hrefs/resolved-address.ts';
import { sharedData, sharedDataMissing } from '../../../shared-data.ts';

test.each([
  ['https://www.example.org/', true],
  ['http://a-b.example.org/x/y%20z.html?q=1&r=a@b.example,c', true],
  ['https://example.org', false],
  ['HTTPS://example.org/', false],
  ['https://Example.org/', false],
  ['https://example.org:443/', false],
  ['https://u@example.org/', false],
  ['https://1.2.3.4/', false],
  ['https://example.0x7f/', false],
  ['https://example.org/a/../b', false],
  ['https://example.org/a/%2E%2e/b', false],
  ["https://example.org/?it's", false],
  ['https://example.org/#top', false],
  ['https:\\\\example.org\\', false],
  ['https://example.org/a b', false],
  [' https://example.org/', false],
  ['https://example.org/\n', false],
  ['/path', false],
] as const)(
  'an address of a link is resolved or left to the browser’s parser: %j: %j',
  (written, expected) => {
    expect(isResolvedAddress(written)).toBe(expected);
    if (expected) expect(new URL(written).href).toBe(written);
  },
);

test('an address that is resolved without the browser’s parser is what the parser gives, or what it refuses', () => {
  const label = fc.constantFrom('a', 'b-c', '-', 'xn--', 'xn--80ak6aa92e', '0x7f', '1', 'example', 'A');
  const top = fc.constantFrom('org', 'xn--p1ai', 'b', '1', '0x7f', '');
  const segment = fc.oneof(
    fc.constantFrom('', 'a', '.', '..', '%', '%2e', '.%2E', '%2f'),
    fc.string({ minLength: 1, maxLength: 1 }),
  );
  const text = fc
    .tuple(
      fc.constantFrom('https://', 'http://', 'https:/'),
      fc.array(label, { minLength: 1, maxLength: 3 }),
      top,
      fc.array(segment, { maxLength: 6 }),
      fc.constantFrom('', '/', '?'),
      fc.string({ maxLength: 2 }),
    )
    .map(([scheme, labels, last, segments, separator, end]) => {
      const host = [...labels, last].join('.');
      return `${scheme}${host}/${segments.join(separator)}${end}`;
    });
  let passed = 0;
  fc.assert(
    fc.property(text, (written) => {
      if (!isResolvedAddress(written)) return;
      passed++;
      const parsed = URL.parse(written, 'https://mail.example/inbox');
      expect(parsed?.href ?? written).toBe(written);
    }),
    { numRuns: 20_000 },
  );
  expect(passed).toBeGreaterThan(100);
});

test.skipIf(sharedDataMissing)(
  'most links of real mail are resolved without the browser’s parser, and rightly',
  () => {
    const mails = gunzipSync(readFileSync(sharedData('mail/newsletters.jsonl.gz')))
      .toString()
      .trim()
      .split('\n');
    const hrefs = mails.flatMap((line) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own data, in a known form
      const { links } = JSON.parse(line) as { links: readonly { href: string }[] };
      return links.map(({ href }) => href);
    });
    const plain = hrefs.filter(isResolvedAddress);
    expect(plain.filter((href) => URL.parse(href)?.href !== href)).toEqual([]);
    expect(plain.length / hrefs.length).toBeGreaterThan(0.6);
  },
);
