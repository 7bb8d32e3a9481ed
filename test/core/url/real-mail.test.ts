import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Truncation } from '../../../src/core/url/canonical/link-layer.ts';
import { expressionsOf, readLink } from '../../../src/core/url/read-link.ts';
import { sharedData, sharedDataMissing } from '../../shared-data.ts';
import { expectSound } from './sound-link.ts';

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

  test('links of real mail that hide what they are have a canonical form or a named reason why not', () => {
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
    // Relative references, placeholders and scripts: lab/figures.md lists them.
    expect(failed).toBeLessThan(100);
  });

  test('links of real mail that are wrapped unwrap, or say who hides where they lead', () => {
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
    // lab/figures.md explains each of the rest.
    expect(Object.fromEntries(table)).toEqual({
      aws_track: { unwrapped: 220, hidden: 30, neither: 0 },
      bing_ck: { unwrapped: 20, hidden: 0, neither: 0 },
      doubleclick: { unwrapped: 2, hidden: 1, neither: 0 },
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

describe.skipIf(sharedDataMissing)('good mail', () => {
  const FILES = [
    'csdmc2010',
    'enron',
    'foff_milter_ham',
    'homeassistant_new_ham',
    'lists_html_ham',
    'lists_plain_ham',
    'misc_ham',
    'newsletters',
    'omnivore',
    'spamassassin',
    'themarkup',
    'transactional',
    'unspy',
  ];
  interface Mail {
    readonly label: string;
    readonly links?: readonly { readonly href: string }[];
  }

  test('good mail reaches no limit', () => {
    let links = 0;
    const cut: Truncation[] = [];
    for (const file of FILES) {
      const lines = gunzipSync(readFileSync(sharedData(`mail/${file}.jsonl.gz`)))
        .toString()
        .split('\n');
      for (const line of lines) {
        if (line === '') continue;
        // Written by the project that gathered them; its shape is in data/README.md.
        const mail = JSON.parse(line) as Mail;
        if (mail.label !== 'ham') continue;
        for (const { href } of mail.links ?? []) {
          links++;
          cut.push(...readLink(href).truncated.map(({ limit }) => limit));
        }
      }
    }
    expect(links).toBeGreaterThan(48_000);
    expect(cut).toEqual([]);
  });
});
