import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentHost, contentPath } from '../../../src/core/url/ipfs-content.ts';
import { parseListedEntry } from '../../../src/core/url/listed-entry.ts';
import { expressionsOf, readLink } from '../../../src/core/url/read-link.ts';

// The example of https://docs.ipfs.tech/concepts/content-addressing/: one content in each spelling.
const V0 = 'QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR';
const V1 = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
/** The same bytes under each of the letters that say how they are written. */
const OTHERS = {
  'base32 in capitals': `B${V1.slice(1).toUpperCase()}`,
  base36: 'k2jmtxw8rjh1z69c6not3wtdxb0u3urbzhyll1t9jg6ox26dhi5sfi1m',
  base58: 'zdj7Wic6KcJAfWz1c9o4M6kq9Lwd5BfbxkVafnrojaaGiSFxM',
  hexadecimal: 'f01701220c3c4733ec8affd06cf9e9ff50ffc6bcd2ec85a6170004bb709669c31de94391a',
} as const;
const RAW = 'bafkreifxdssgscgexv65zjozlxoikipoxethghn6uwmhhsa7xh5thzu674';
const KEY = 'k51qzi5uqu5dgutdk6i1ynyzgkqngpha5xpgia3a5qqp4jsh0u4csozksxel2r';

const keyOf = (text: string): string => {
  const entry = parseListedEntry(text);
  return entry.ok ? entry.value.host + entry.value.path : entry.failure;
};
const finds = (href: string, entry: string): boolean =>
  readLink(href).layers.some((layer) => expressionsOf(layer).includes(keyOf(entry)));

/** Where one page of a folder is asked for. */
const PAGES: readonly string[] = [
  `https://ipfs.io/ipfs/${V0}/login/index.html`,
  `https://ipfs.io/ipfs/${V1}/login/index.html`,
  `https://${V1}.ipfs.dweb.link/login/index.html`,
  `https://gateway.pinata.cloud/ipfs/${V0}/login/index.html`,
  `https://${V1}.ipfs.nftstorage.link/login/index.html?email=a@b.example`,
  `https://gateway.nobody-knows.example/ipfs/${V1}/login/index.html`,
  `https://${V1}.pages.example/login/index.html`,
  ...Object.values(OTHERS).map((identifier) => `https://ipfs.io/ipfs/${identifier}/login/index.html`),
];

describe('content of IPFS', () => {
  test('content of IPFS is one entry, whichever gateway a feed names, and however the identifier is written', () => {
    for (const page of PAGES) expect(keyOf(page), page).toBe(`ipfs.io/ipfs/${V1}/login/index.html`);
  });

  test('content of IPFS that is listed at one gateway is found at another', () => {
    for (const listed of PAGES)
      for (const page of PAGES) expect(finds(page, listed), `${listed} ${page}`).toBe(true);
  });

  test('content of IPFS that is listed as a whole, or by a folder, is found in every page of it', () => {
    for (const page of PAGES) {
      for (const whole of [
        `${V1}.ipfs.dweb.link`,
        `||${V1}.ipfs.dweb.link^`,
        `https://ipfs.io/ipfs/${V0}`,
        `https://ipfs.io/ipfs/${V0}/?filename=x.html`,
      ]) {
        expect(finds(page, whole), whole).toBe(true);
      }
      expect(finds(page, `https://ipfs.io/ipfs/${V0}/login/`)).toBe(true);
      expect(finds(page, `https://ipfs.io/ipfs/${V0}/other/`)).toBe(false);
    }
  });

  test('content of IPFS is found with and without a slash behind it', () => {
    expect(finds(`https://ipfs.io/ipfs/${V1}/login`, `https://${V1}.ipfs.dweb.link/login/`)).toBe(true);
    expect(finds(`https://ipfs.io/ipfs/${V1}/login/`, `https://${V1}.ipfs.dweb.link/login`)).toBe(true);
    expect(finds(`https://ipfs.io/ipfs/${V1}/`, `https://${V1}.ipfs.dweb.link`)).toBe(true);
  });

  test('content of IPFS keeps what else a link is looked up under, within its bound', () => {
    const [layer] = readLink(`https://a.b.c.d.gateway.example/ipfs/${V0}/a/b/c/d/e.html?x=%2e`).layers;
    expect(layer === undefined ? [] : expressionsOf(layer)).toEqual(
      expect.arrayContaining(['gateway.example/', `ipfs.io/ipfs/${V1}`, `ipfs.io/ipfs/${V1}/a/b/c/d/e.html`]),
    );
    expect(layer?.pairs.length).toBeLessThanOrEqual(30);
  });

  test.each([
    ['other content', `https://ipfs.io/ipfs/${RAW}/login/index.html`],
    ['a name of IPNS', `https://ipfs.io/ipns/${V1}/login/index.html`],
    ['a key of IPNS', `https://${KEY}.ipns.dweb.link/login/index.html`],
    ['an identifier deeper in a path', `https://a.example/x/ipfs/${V1}/login/index.html`],
    ['an identifier one letter short', `https://ipfs.io/ipfs/${V0.slice(0, -1)}/login/index.html`],
    ['a letter that is no digit', `https://ipfs.io/ipfs/${V0.slice(0, -1)}0/login/index.html`],
    ['a long label that is none', `https://${'b'.repeat(59)}.example/login/index.html`],
  ])('content of IPFS is nothing of it: %s', (_, href) => {
    expect(finds(href, PAGES[0] ?? '')).toBe(false);
  });

  test('content of IPFS that is listed as a whole names the subdomain that resolvers can block', () => {
    const path = contentPath({ host: 'ipfs.io', path: `/ipfs/${V0}` });
    expect(contentHost(path ?? '')).toBe(`${V1}.ipfs.dweb.link`);
    expect(contentHost(`/ipfs/${V1}/login`)).toBe(null);
  });

  test('content of IPFS is read or not, and its path is its own path', () => {
    const text = fc.oneof(
      fc.constantFrom(V0, V1, RAW, KEY, ...Object.values(OTHERS)),
      fc.string({ maxLength: 80 }),
      fc.stringMatching(/^[bBfFzkKQ][\da-zA-Z]{45,75}$/),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('', '/', '/a', '/a/b/'), fc.boolean(), (identifier, rest, isHost) => {
        const url = isHost
          ? { host: `${identifier.toLowerCase()}.ipfs.example`, path: rest === '' ? '/' : rest }
          : { host: 'gateway.example', path: `/ipfs/${identifier}${rest}` };
        const path = contentPath(url);
        if (path === null) return;
        expect(path).toMatch(/^\/ipfs\/b[a-z2-7]{58}(?:\/|$)/);
        expect(contentPath({ host: 'ipfs.io', path })).toBe(path);
      }),
    );
  });
});
