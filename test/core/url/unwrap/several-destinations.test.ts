/** A link with several addresses in it may lead to any of them. */
import { expect, test } from 'vitest';
import { MAX_LAYERS, readLink } from '../../../../src/core/url/read-link.ts';

const EVIL = encodeURIComponent('https://evil.example/x');

const canonical = (href: string): readonly (string | null)[] =>
  readLink(href).layers.map((layer) => layer.canonical);

test.each([
  [
    'by another rule of its host',
    `adclick.g.doubleclick.net/pcs/click?x=;https://good.example/&adurl=${EVIL}`,
  ],
  ['behind the same mark', `adclick.g.doubleclick.net/pcs/click?x=;https://good.example/;${EVIL}`],
  ['in another parameter', `www.anrdoezrs.net/click-1-2?sid=/https://good.example&url=${EVIL}`],
  ['by another name', `x.pxf.io/c/1/2/3?url=https://good.example&u=${EVIL}`],
  ['by any name', `ib.adnxs.com/click?x=https://good.example&clickenc=${EVIL}`],
  ['by the same name', `clk.tradedoubler.com/click?url=https://good.example&x=1&url=${EVIL}`],
  ['behind a star', `rds.yahoo.com/*https://good.example/*${EVIL}`],
  ['where nothing marks it', `ad.atdmt.com/c/go;https://good.example/;${EVIL}`],
  ['in another folder', `x.example/CL0/https:%2F%2Fgood.example/${EVIL}`],
  ['in another folder of the service', `x.awstrack.me/L0/https:%2F%2Fgood.example/${EVIL}`],
])('the second address of a wrapped link is read: %s', (_, address) => {
  const found = canonical(`https://${address}`);
  expect(found.some((layer) => layer?.startsWith('good.example/'))).toBe(true);
  expect(found).toContain('evil.example/x');
});

test('a link with more addresses than are read is said to have more', () => {
  const many = (count: number): string =>
    `https://ad.atdmt.com/c/go;${Array.from({ length: count }, (_, at) => `https://e${at}.example/;`).join('')}`;
  expect(readLink(many(MAX_LAYERS - 1)).truncated).toEqual([]);
  expect(readLink(many(MAX_LAYERS)).truncated).toEqual([{ limit: 'layers', layer: 0 }]);
  expect(readLink(many(2000)).truncated).toEqual([{ limit: 'layers', layer: 0 }]);
});
