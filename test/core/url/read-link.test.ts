import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainLink } from '../../../src/core/url/explain-link.ts';
import type { ReadLink } from '../../../src/core/url/link-layer.ts';
import { expressionsOf, MAX_LAYERS, readLink } from '../../../src/core/url/read-link.ts';
import { processorMs } from '../processor-time.ts';
import { sharedData, sharedDataMissing } from '../../shared-data.ts';
import { spelledHref } from './hostile-hrefs.ts';
import { DESTINATION, WRAPPERS } from './wrapper-samples.ts';

/** Everything that holds for every link. */
function expectSound(link: ReadLink, href: string): void {
  for (const { layer } of link.truncated) expect(link.layers[layer]).toBeDefined();
  const limits = link.truncated.map(({ limit }) => limit);
  expect(new Set(limits).size).toBe(limits.length);
  expect(link.layers.some(({ failure }) => failure === 'too-long')).toBe(limits.includes('length'));
  expect(link.layers.length).toBeGreaterThan(0);
  expect(link.layers.length).toBeLessThanOrEqual(MAX_LAYERS);
  expect(link.layers[0]?.url).toBe(href);
  expect(link.failure).toBe(link.layers[0]?.failure);
  link.layers.forEach((layer, index) => {
    expect(layer.parent === null).toBe(index === 0);
    expect(layer.wrapper === null).toBe(index === 0);
    if (layer.parent !== null) expect(layer.parent).toBeLessThan(index);
    // What was found in a layer, and was not inflated, is no longer than it.
    if (index > 0) expect(layer.url.length).toBeLessThanOrEqual(70_000);
    if (index > 0 && layer.host === null) expect(layer.failure).toBe(null);
    if (layer.failure !== null) expect(layer.canonical).toBe(null);
    expect(layer.pairs.length).toBeLessThanOrEqual(30);
    expect(layer.addresses.length).toBeLessThanOrEqual(30);
    if (layer.canonical !== null) expect(layer.canonical).toMatch(/^[!-~]+$/);
  });
}

/** A link with a few of its characters changed, left out, doubled or cut off. */
const mutated = fc
  .tuple(
    fc.oneof(
      spelledHref,
      fc.constantFrom(...WRAPPERS).map(({ wrap }) => wrap(DESTINATION)),
    ),
    fc.array(
      fc.tuple(
        fc.nat(400),
        fc.constantFrom(
          '',
          '%',
          '%25',
          '/',
          '//',
          '&',
          '=',
          '@',
          '\\',
          '\u0000',
          'é',
          '*',
          '__',
          '.',
          ':',
          '\ud800',
        ),
      ),
      { maxLength: 6 },
    ),
  )
  .map(([href, edits]) => {
    let text = href;
    for (const [place, by] of edits) {
      const at = place % (text.length + 1);
      text = text.slice(0, at) + by + text.slice(at + (place % 3));
    }
    return text;
  });

describe('readLink', () => {
  test('never throws and keeps its bounds, whatever it is given', () => {
    fc.assert(
      fc.property(fc.oneof(mutated, fc.string({ unit: 'binary', maxLength: 300 })), (href) => {
        expectSound(readLink(href), href);
      }),
      { numRuns: 8_000 },
    );
  });

  test('gives the same answer twice, whatever was asked in between', () => {
    fc.assert(
      fc.property(mutated, mutated, (one, other) => {
        const first = readLink(one);
        readLink(other);
        expect(readLink(one)).toEqual(first);
      }),
      { numRuns: 3000 },
    );
  });

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
  ])('takes time in proportion to a link of 64 kB of %s', (_, href) => {
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

describe('explainLink', () => {
  test('gives the object that the command prints', () => {
    expect(
      JSON.parse(JSON.stringify(explainLink('https://slack-redir.net/link?url=https%3A%2F%2Fbit.ly%2Fx'))),
    ).toEqual({
      url: 'https://slack-redir.net/link?url=https%3A%2F%2Fbit.ly%2Fx',
      layers: [
        {
          url: 'https://slack-redir.net/link?url=https%3A%2F%2Fbit.ly%2Fx',
          parent: null,
          wrapper: null,
          canonical: 'slack-redir.net/link?url=https://bit.ly/x',
          host: 'slack-redir.net',
          registrableDomain: 'slack-redir.net',
          expressions: ['slack-redir.net/link?url=https://bit.ly/x'],
        },
        {
          url: 'https://bit.ly/x',
          parent: 0,
          wrapper: 'slack',
          canonical: 'bit.ly/x',
          host: 'bit.ly',
          registrableDomain: 'bit.ly',
          expressions: ['bit.ly/x', 'bit.ly/x/'],
        },
      ],
      hidden: { by: 'bit.ly' },
      failure: null,
      truncated: [],
    });
  });

  test('names why a link cannot be read', () => {
    expect(explainLink('javascript:alert(1)')).toMatchObject({ failure: 'not-a-web-address', hidden: null });
  });
});

describe.skipIf(sharedDataMissing)('links of real mail', () => {
  interface Wild {
    readonly kind: string;
    readonly href: string;
  }
  const wild = (name: string): readonly Wild[] =>
    readFileSync(sharedData(`vectors/${name}`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      // Written by the project that gathered them; its shape is in data/README.md.
      .map((line) => JSON.parse(line) as Wild);

  test('that hide what they are have a canonical form or a named reason why not', () => {
    const hrefs = wild('wild_obfuscated_hrefs.jsonl');
    expect(hrefs.length).toBe(539);
    let failed = 0;
    for (const { href } of hrefs) {
      const link = readLink(href);
      expectSound(link, href);
      if (link.failure === null) {
        const [layer] = link.layers;
        expect(layer?.canonical ?? layer?.addresses[0], href).toBeDefined();
      } else {
        failed++;
        expect(['not-a-web-address', 'no-host', 'bad-host', 'bad-port']).toContain(link.failure);
      }
    }
    // Relative references, placeholders and scripts: docs/urls.md lists them.
    expect(failed).toBeLessThan(100);
  });

  test('that are wrapped unwrap, or say who hides where they lead', () => {
    const hrefs = wild('wild_wrapped_links.jsonl');
    expect(hrefs.length).toBe(1788);
    const table = new Map<string, { unwrapped: number; hidden: number; neither: number }>();
    for (const { kind, href } of hrefs) {
      const link = readLink(href);
      expectSound(link, href);
      const row = table.get(kind) ?? { unwrapped: 0, hidden: 0, neither: 0 };
      table.set(kind, row);
      if (link.layers.length > 1) row.unwrapped++;
      else if (link.hidden !== null) row.hidden++;
      else row.neither++;
      for (const layer of link.layers.slice(1).filter(({ canonical }) => canonical?.endsWith('/') !== true))
        expect(expressionsOf(layer).length + layer.addresses.length, layer.url).toBeGreaterThan(0);
    }
    // docs/urls.md explains each of the rest.
    expect(Object.fromEntries(table)).toEqual({
      aws_track: { unwrapped: 220, hidden: 30, neither: 0 },
      bing_ck: { unwrapped: 20, hidden: 0, neither: 0 },
      doubleclick: { unwrapped: 2, hidden: 0, neither: 1 },
      google_amp: { unwrapped: 69, hidden: 0, neither: 0 },
      google_url: { unwrapped: 17, hidden: 0, neither: 0 },
      hcaptcha_etc: { unwrapped: 8, hidden: 0, neither: 0 },
      hubspot: { unwrapped: 0, hidden: 134, neither: 0 },
      linkedin_redir: { unwrapped: 0, hidden: 15, neither: 0 },
      mailchimp: { unwrapped: 2, hidden: 608, neither: 3 },
      mailgun: { unwrapped: 159, hidden: 1, neither: 0 },
      sendgrid: { unwrapped: 0, hidden: 416, neither: 0 },
      symantec_clicktime: { unwrapped: 1, hidden: 0, neither: 0 },
      urldefense: { unwrapped: 2, hidden: 0, neither: 0 },
      yahoo_r: { unwrapped: 80, hidden: 0, neither: 0 },
    });
  });
});
