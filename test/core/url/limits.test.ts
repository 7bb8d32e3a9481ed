import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { MAX_READ_LENGTH } from '../../../src/core/url/canonical/canonical-url.ts';
import type { ReadLink, Truncation } from '../../../src/core/url/canonical/link-layer.ts';
import { MAX_RECIPIENTS } from '../../../src/core/url/mail-address.ts';
import { MAX_DECODINGS } from '../../../src/core/url/unwrap/read-destination.ts';
import {
  expressionsOf,
  MAX_DEPTH,
  MAX_LAYERS,
  MAX_MAIL_HOSTS,
  readLink,
} from '../../../src/core/url/read-link.ts';
import { MAX_INFLATED_BYTES } from '../../../src/core/url/unwrap/reading-budget.ts';

const EVIL = 'https://evil.example/login';

const encoded = encodeURIComponent;
const safeLink = (url: string): string =>
  `https://eur01.safelinks.protection.outlook.com/?url=${encoded(url)}&data=05`;
const times = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join('');

function nested(depth: number, inner = EVIL): string {
  let href = inner;
  for (let count = 0; count < depth; count++) href = safeLink(href);
  return href;
}

function limitsOf(link: ReadLink): readonly Truncation[] {
  return link.truncated.map(({ limit }) => limit);
}

function found(link: ReadLink, expression = 'evil.example/login'): boolean {
  return link.layers.some((layer) => expressionsOf(layer).includes(expression));
}

/** A token that inflates to `length` bytes, a URL at its beginning. */
function token(length: number): string {
  return deflateSync(Buffer.from(`${EVIL} `.padEnd(length, 'x'))).toString('base64url');
}

/** Each percent sign encoded once more. */
function encodedTimes(text: string, count: number): string {
  let value = text.replaceAll('/', '%2F').replaceAll(':', '%3A');
  for (let round = 1; round < count; round++) value = value.replaceAll('%', '%25');
  return value;
}

describe('a limit that is kept leaves nothing unread; one step more is said', () => {
  const many = (count: number): string =>
    `https://www.google.com/url?${times(count, (index) => `a${index}=https://e${index}.example/&`)}`;
  const named = (count: number): string =>
    `https://www.google.com/url?${times(count, (index) => `q=https://e${index}.example/&`)}`;
  const recipients = (count: number, host = ''): string =>
    `mailto:${times(count, (index) => `a@${host}e${index}.example,`)}`;
  const path = (length: number): string => `https://evil.example/${'a'.repeat(length - 1)}`;

  test.each<readonly [string, Truncation, string, string]>([
    ['wrappers in wrappers', 'depth', nested(MAX_DEPTH), nested(MAX_DEPTH + 1)],
    ['URLs beside the destination', 'layers', many(MAX_LAYERS - 1), many(MAX_LAYERS)],
    ['URLs that a rule names', 'layers', named(MAX_LAYERS - 1), named(MAX_LAYERS)],
    [
      'URLs of either kind',
      'layers',
      `${many(MAX_LAYERS - 2)}q=${EVIL}`,
      `${many(MAX_LAYERS - 2)}q=${EVIL}&url=https://f.example/`,
    ],
    ['recipients', 'parameters', recipients(MAX_RECIPIENTS), recipients(MAX_RECIPIENTS + 1)],
    [
      'hosts of recipients',
      'parameters',
      recipients(MAX_MAIL_HOSTS / 5, 'a.b.c.d.'),
      recipients(MAX_MAIL_HOSTS / 5 + 1, 'a.b.c.d.'),
    ],
    ['path', 'length', path(MAX_READ_LENGTH), path(MAX_READ_LENGTH + 1)],
    [
      'query',
      'length',
      `https://evil.example/?${'a'.repeat(MAX_READ_LENGTH - 1)}`,
      `https://evil.example/?${'a'.repeat(MAX_READ_LENGTH)}`,
    ],
    [
      'bytes that a token inflates to',
      'inflated',
      `https://lnks.gd/l/${token(MAX_INFLATED_BYTES)}`,
      `https://lnks.gd/l/${token(MAX_INFLATED_BYTES + 1)}`,
    ],
    [
      'bytes that all tokens inflate to',
      'inflated',
      `https://lnks.gd/l/${token(MAX_INFLATED_BYTES / 2)}/${token(MAX_INFLATED_BYTES / 2)}`,
      `https://lnks.gd/l/${token(MAX_INFLATED_BYTES / 2)}/${token(MAX_INFLATED_BYTES / 2 + 1)}`,
    ],
    [
      'encodings',
      'escapes',
      `https://www.google.com/url?q=${encodedTimes(EVIL, MAX_DECODINGS + 1)}`,
      `https://www.google.com/url?q=${encodedTimes(EVIL, MAX_DECODINGS + 2)}`,
    ],
  ])('a limit that is kept leaves nothing unread; one step more is said: %s', (_, limit, kept, beyond) => {
    expect(limitsOf(readLink(kept))).toEqual([]);
    expect(limitsOf(readLink(beyond))).toEqual([limit]);
    expect(readLink(kept).layers.length).toBeLessThanOrEqual(MAX_LAYERS);
    expect(readLink(beyond).layers.length).toBeLessThanOrEqual(MAX_LAYERS);
  });

  test('the limits of reading a link are those that the design names', () => {
    expect([MAX_DEPTH, MAX_LAYERS, MAX_RECIPIENTS, MAX_READ_LENGTH]).toEqual([5, 16, 15, 65_536]);
    expect(readLink(nested(MAX_DEPTH)).layers.length).toBe(MAX_DEPTH + 1);
    expect(readLink(many(40)).layers.length).toBe(MAX_LAYERS);
  });

  test('a limit of reading a link names the layer in which it was reached', () => {
    expect(readLink(nested(MAX_DEPTH + 1)).truncated).toEqual([{ limit: 'depth', layer: MAX_DEPTH }]);
    expect(readLink(safeLink(many(MAX_LAYERS))).truncated).toEqual([{ limit: 'layers', layer: 1 }]);
  });

  test('a destination that cannot be read, or was read already, is no part of a link left unread', () => {
    expect(limitsOf(readLink(nested(MAX_DEPTH, safeLink('javascript:alert(1)'))))).toEqual([]);
    const again = `${many(MAX_LAYERS - 1)}z=https://e0.example/`;
    expect(limitsOf(readLink(again))).toEqual([]);
  });
});

describe('what a rule names is found, whatever is put in front of it', () => {
  const WRAPPERS: readonly (readonly [string, (decoys: string) => string])[] = [
    [
      'Safe Links',
      (decoys) => `https://eur01.safelinks.protection.outlook.com/?${decoys}url=${encoded(EVIL)}`,
    ],
    ['google.com/url', (decoys) => `https://www.google.com/url?${decoys}q=${encoded(EVIL)}`],
    ['l.php', (decoys) => `https://l.facebook.com/l.php?${decoys}u=${encoded(EVIL)}`],
  ];

  test.each(WRAPPERS)(
    'the destination that a wrapper’s rule names is found, whatever is put in front of it: %s, behind 64 and 2,000 parameters',
    (_, wrap) => {
      for (const count of [64, 2000]) {
        const link = readLink(wrap(times(count, (index) => `x${index}=1&`)));
        expect(found(link)).toBe(true);
        expect(limitsOf(link)).toEqual([]);
      }
    },
  );

  test.each(WRAPPERS)(
    'the destination that a wrapper’s rule names is found, whatever is put in front of it: %s, behind 64 URLs, which is more than is read',
    (_, wrap) => {
      const link = readLink(wrap(times(64, (index) => `x${index}=https://good${index}.example/&`)));
      expect(found(link)).toBe(true);
      expect(limitsOf(link)).toEqual(['layers']);
    },
  );

  test('a wrapper in a wrapper is found beside 15 URLs in front of it', () => {
    const decoys = times(15, (index) => `&x${index}=https://good${index}.example/`);
    const link = readLink(`https://www.google.com/url?q=${encoded(safeLink(safeLink(EVIL)))}${decoys}`);
    expect(found(link)).toBe(true);
    expect(limitsOf(link)).toEqual(['layers']);
    // Still numbered breadth first.
    const parents = link.layers.map(({ parent }) => parent ?? -1);
    expect(parents).toEqual([...parents].sort((a, b) => a - b));
  });

  test('a destination that is encoded more often than is read is looked up all the same', () => {
    const link = readLink(`https://www.google.com/url?q=${encodedTimes(EVIL, 40)}`);
    expect(found(link)).toBe(true);
    expect(limitsOf(link)).toEqual(['escapes']);
  });

  test('a destination in a token is found in the ninth of its dotted parts', () => {
    const link = readLink(`https://lnks.gd/l/${'a.'.repeat(8)}${Buffer.from(EVIL).toString('base64url')}`);
    expect(found(link)).toBe(true);
  });
});

describe('what costs a sender nothing is not measured', () => {
  const LONG = 66_000;
  test.each([
    ['a fragment', `${EVIL}#${'a'.repeat(LONG)}`],
    ['a fragment behind an odd spelling', ` HTTPS:\\\\evil.example/login#${'#'.repeat(LONG)}`],
    ['credentials', `https://${'a'.repeat(LONG)}@evil.example/login`],
    ['credentials with signs', `https://${'a:b@'.repeat(LONG / 4)}@evil.example/login`],
    ['spaces around', `${' '.repeat(LONG)}${EVIL}${' '.repeat(LONG)}`],
    ['line ends within', `https://evil.ex${'\n'.repeat(LONG)}ample/login`],
    ['slashes before the host', `https:${'/'.repeat(LONG)}evil.example/login`],
    ['dot segments', `https://evil.example/${'a/../'.repeat(LONG / 5)}login`],
    ['characters that a host drops', `https://evil${'\u00ad'.repeat(LONG)}.example/login`],
    ['the same, escaped', `https://evil${'%C2%AD'.repeat(LONG / 6)}.example/login`],
  ])('what costs a sender nothing is not measured: %s', (_, href) => {
    const link = readLink(href);
    expect(found(link)).toBe(true);
    expect(limitsOf(link)).toEqual([]);
    expect(link.failure).toBe(null);
  });

  test('the host of a link is judged, whatever the length, and so is as much of the path as is read', () => {
    const link = readLink(`https://www.evil.example/login/a?${'a'.repeat(LONG)}`);
    for (const expression of ['evil.example/', 'www.evil.example/login/', 'www.evil.example/login/a'])
      expect(found(link, expression), expression).toBe(true);
    expect(link.failure).toBe('too-long');
    expect(link.layers[0]).toMatchObject({ host: 'www.evil.example', canonical: null });
    expect(link.truncated).toEqual([{ limit: 'length', layer: 0 }]);
  });

  test('a wrapper that is too long is unwrapped as far as it is read', () => {
    const link = readLink(`${safeLink(EVIL)}&x=${'a'.repeat(LONG)}`);
    expect(found(link)).toBe(true);
    expect(limitsOf(link)).toEqual(['length']);
  });
});
