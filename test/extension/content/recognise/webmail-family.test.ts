import { expect, test } from 'vitest';
import { HEADER_KINDS } from '../../../webmail-family/header-kinds.ts';
import { FRAME_KINDS, PAGE_KINDS } from '../../../webmail-family/page-kinds.ts';
import { familyPage } from '../../../webmail-family/webmail-family.ts';

const BASE = 'https://family.webmail.test/0/';
const pages = (seed: number): readonly string[] =>
  Array.from({ length: 200 }, (_, index) => {
    const { kind, files } = familyPage(seed, index, BASE);
    return [kind, ...files.values()].join('\n');
  });

test('200 pages of a seed have the structure of more than ten webmails, every kind of header and frame, text and HTML, early and late', () => {
  const all = pages(1);
  expect(PAGE_KINDS.length).toBeGreaterThanOrEqual(10);
  for (const { like } of PAGE_KINDS) expect(all.some((page) => page.startsWith(like))).toBe(true);
  for (const part of [
    ...HEADER_KINDS,
    'text',
    'HTML',
    'at once',
    'late',
    'second',
    'recycled',
    'query',
    'path',
  ])
    expect(
      all.some((page) => page.split('\n', 1)[0]?.includes(part)),
      part,
    ).toBe(true);
  for (const [kind, sign] of Object.entries({
    address: /<iframe id="f\d"[^>]* {2}src="https/,
    'sandboxed-address': /sandbox="allow-same-origin" src=/,
    srcdoc: /<iframe id="f\d" [^>]* {2}srcdoc="/,
    'sandboxed-srcdoc': /sandbox="allow-same-origin allow-popups" srcdoc=/,
    'opaque-srcdoc': /sandbox="" srcdoc=/,
    written: /contentDocument\.body\.innerHTML = /,
    'script-url': /src="javascript:false"/,
  } satisfies Record<(typeof FRAME_KINDS)[number], RegExp>))
    expect(
      all.some((page) => sign.test(page)),
      kind,
    ).toBe(true);
});

test('a seed gives the same family of pages again, and another one others', () => {
  expect(pages(1)).toEqual(pages(1));
  const [one, other] = [pages(1), pages(2)];
  // The hosts in them carry the seed; what else differs is the page.
  const bare = (page: string): string => page.replaceAll(/-\d+-\d+-\d+\.example/g, '');
  expect(one.filter((page, index) => bare(page) !== bare(other[index] ?? '')).length).toBeGreaterThan(150);
});
