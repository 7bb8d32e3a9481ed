import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { canonicalEscapes } from '../../../src/core/url/canonical/percent-escapes.ts';
import { readLink } from '../../../src/core/url/read-link.ts';
import { processorMs } from '../processor-time.ts';
import { expectSound } from './sound-link.ts';

const EVIL = 'https://evil.example/login';

describe('readLink', () => {
  test.each([
    ['slashes', 'https://evil.example/' + '/'.repeat(65_000)],
    ['dot segments', `https://evil.example/${'a/../'.repeat(13_000)}`],
    ['escapes of escapes', `https://evil.example/%${'25'.repeat(32_000)}`],
    ['labels', `https://${'a.'.repeat(32_000)}example/`],
    ['dots', `https://${'.'.repeat(65_000)}example/`],
    ['credentials', `https://${'a@'.repeat(32_000)}evil.example/`],
    ['colons', `https://${':'.repeat(65_000)}`],
    ['brackets', `https://[${'['.repeat(65_000)}`],
    ['letters to map', `https://${'ẞ'.repeat(20_000)}.example/`],
    ['parameters', `https://www.google.com/url?${'q=https://e.example/&'.repeat(3000)}`],
    ['equal signs', `https://www.google.com/url?q=${'='.repeat(65_000)}`],
    ['stars', `https://rd.yahoo.com/${'*'.repeat(65_000)}`],
    ['stars to replace', `https://urldefense.com/v3/__https://e.example/${'**_'.repeat(20_000)}__;IyMj!`],
    ['underscores', `https://urldefense.com/v3/${'__;'.repeat(21_000)}!`],
    ['ampersands', `https://links.govdelivery.com/track?${'&&&'.repeat(21_000)}`],
    ['segments of base64', `https://a.mjt.lu/lnk/${'eJyrVkrLz1eyUkpKLFKqBQAdegQ0/'.repeat(2000)}`],
    ['tokens with dots', `https://lnks.gd/l/${'eyJ1cmwiOiJh.'.repeat(5000)}`],
    ['redirectors in Outlook’s path', `https://mail.example/owa/${'a/'.repeat(32_000)}redir`],
    ['adnxs', `https://ib.adnxs.com/${'/cl?'.repeat(16_000)}`],
    ['semicolons', `https://clk.tradedoubler.com/click?${';url=('.repeat(10_000)}`],
    ['recipients', `mailto:${'a@b.example,'.repeat(5000)}`],
    ['white space', `mailto:${' '.repeat(65_000)}`],
    ['office schemes', `ms-word:${'ofe|u|http'.repeat(6000)}`],
  ])('readLink takes time in proportion to a link of 64 kB of %s', (_, href) => {
    const short = href.slice(0, Math.floor(href.length / 8));
    const time = (text: string): number => {
      let best = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 5; run++) {
        best = Math.min(
          best,
          processorMs(() => expectSound(readLink(text), text)),
        );
      }
      return best;
    };
    const small = time(short);
    // Eight times as long may take eight times as long; quadratic time would take sixty-four. The rest is noise.
    expect(time(href)).toBeLessThan(30 * small + 50);
  });
});

describe('time is in proportion to the length, however long', () => {
  const MILLION = 1_000_000;
  test.each([
    ['parameters', (count: number) => `https://www.google.com/url?${'x=1&'.repeat(count)}q=${EVIL}`],
    [
      'URLs',
      (count: number) => `https://www.google.com/url?${'q=https://e.example/&'.repeat(count)}q=${EVIL}`,
    ],
    ['folders', (count: number) => `https://lnks.gd/${'l/'.repeat(count)}`],
    ['dot segments', (count: number) => `https://evil.example/${'a/../'.repeat(count)}`],
    ['credentials', (count: number) => `https://${'a@'.repeat(count)}evil.example/`],
    ['characters that a host drops', (count: number) => `https://evil${'\u00ad'.repeat(count)}.example/`],
    ['recipients', (count: number) => `mailto:${'nobody,'.repeat(count)}`],
    ['schemes', (count: number) => `view-source:${'http://'.repeat(count)}\u2028`],
    ['a fragment', (count: number) => `${EVIL}#${'x=1&'.repeat(count)}`],
  ])('reading a link of a million %s takes time in proportion to its length', (_, href) => {
    const time = (count: number): number => {
      const text = href(count);
      return processorMs(() => readLink(text));
    };
    time(MILLION / 100);
    const small = Math.min(time(MILLION / 10), time(MILLION / 10), time(MILLION / 10));
    // Ten times as much may take ten times as long. Quadratic time takes a minute and more for a million; the rest is
    // noise, and the collection of 20 MB of text.
    expect(Math.min(time(MILLION), time(MILLION))).toBeLessThan(30 * small + 1000);
  });

  test('reading many small tokens that inflate to much takes time in proportion to the length of the link', () => {
    const bomb = deflateSync(Buffer.alloc(60_000)).toString('base64url');
    const href = `https://lnks.gd/l/${`${bomb}/`.repeat(600)}`;
    // Unbounded it would inflate 36 MB.
    expect(processorMs(() => readLink(href))).toBeLessThan(500);
    expect(readLink(href).truncated).toMatchObject([{ limit: 'inflated' }]);
  });
});

describe('canonicalEscapes', () => {
  test('canonicalEscapes takes time in proportion to the text, however deep the escapes are', () => {
    const deep = `%${'25'.repeat(32_000)}41`;
    expect(canonicalEscapes(deep)).toBe('A');
    // Passes would take some seconds; one takes about a millisecond.
    expect(processorMs(() => canonicalEscapes(deep))).toBeLessThan(250);
  });
});
