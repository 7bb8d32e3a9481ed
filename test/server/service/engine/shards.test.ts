import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EntryHasher } from '../../../../src/core/hash/entry-hash.ts';
import { expressionsOf, readLink } from '../../../../src/core/url/read-link.ts';
import { parseChange } from '../../../../src/server/service/changes/parse-change.ts';
import { questionsOf } from '../../../../src/server/service/engine/link-questions.ts';
import { headText, parseHead } from '../../../../src/server/service/engine/shard-head.ts';
import { placeOf, SHARD_COUNT, siteOf, siteOfEntry } from '../../../../src/server/service/engine/shards.ts';

const HEX = 'abcdef0123456789';
const head = {
  log: HEX,
  key: HEX,
  generation: 3,
  blocks: 64,
  position: 34,
  entries: 12,
  run: 'a'.repeat(40),
};

describe('the place of an entry', () => {
  const LINKS = [
    'http://a.b.c.d.e.example.co.uk/1/2/3/4/5?q=1',
    'https://alice.github.io/x/y',
    'http://192.0.2.1/page',
    'http://[2001:db8::1]/page',
    'http://localhost/x',
    'mailto:someone@mail.shop.example',
    'https://docs.google.com/forms/d/e/abc/viewform',
    'https://www.google.com/url?q=http%3A%2F%2Finner.example%2Fx',
    'https://shop.example/redirect?url=https%3A%2F%2Fother.example',
  ];

  test.each(LINKS)('the place of an entry is one for all that is looked up of a layer: %s', (href) => {
    const { layers } = readLink(href);
    expect(layers.length).toBeGreaterThan(0);
    for (const { hosts, pairs, addresses } of layers) {
      const site = siteOf(hosts[0] ?? '');
      expect(pairs.map(([index]) => siteOf(hosts[index] ?? ''))).toEqual(pairs.map(() => site));
      const entries = addresses.map((address) => siteOfEntry({ kind: 'address', address }));
      expect(entries).toEqual(addresses.map(() => site));
    }
  });

  test('the place of an entry is where every entry that is taken in is looked up', () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
    const host = fc
      .tuple(
        fc.array(label, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('example', 'co.uk', 'github.io', 'com'),
      )
      .map(([labels, suffix]) => [...labels, suffix].join('.'));
    fc.assert(
      fc.property(host, fc.webPath(), (name, path) => {
        const change = parseChange(
          { id: 'a', action: 'add', entry: `http://${name}${path}`, sequence: 1 },
          0,
        );
        if (!change.ok) return;
        const { entry } = change.value;
        const layers = readLink(`http://${name}${path}`).layers;
        expect(layers.map(({ hosts }) => siteOf(hosts[0] ?? ''))).toContain(siteOfEntry(entry));
      }),
    );
  });

  test.each([
    'mailto:bad@gmail.com',
    'mailto:bad@gmail.com,ann@mail.shop.example,bob@co.example?cc=eve@gmail.com',
    'mailto:ann@docs.google.com',
    ...LINKS,
  ])(
    'the place of an entry is asked about for each key of a link, senders at shared hosts too: %s',
    (href) => {
      const hasher = new EntryHasher(Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]));
      const link = readLink(href);
      const keys = questionsOf([link], hasher).flatMap((question) =>
        question.keys().map(({ layer, kind, expression }) => {
          const site =
            kind === 'address'
              ? siteOfEntry({ kind, address: expression })
              : siteOf(expression.split('/')[0] ?? '');
          expect(placeOf(site, hasher)).toEqual(question.place);
          return `${layer} ${kind} ${expression}`;
        }),
      );
      const all = link.layers.flatMap((layer, index) => [
        ...expressionsOf(layer).map((expression) => `${index} url ${expression}`),
        ...layer.addresses.map((address) => `${index} address ${address}`),
      ]);
      expect(keys.toSorted()).toEqual(all.toSorted());
    },
  );

  test('the place of an entry is spread over all shards', () => {
    const hasher = new EntryHasher(Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]));
    const counts = new Map<number, number>();
    for (let index = 0; index < 6400; index++) {
      const { shard } = placeOf(`site-${index}.example`, hasher);
      counts.set(shard, (counts.get(shard) ?? 0) + 1);
    }
    expect(counts.size).toBe(SHARD_COUNT);
    expect(Math.max(...counts.values())).toBeLessThan(160);
  });
});

describe('a head', () => {
  test('the head of a shard is read as it was written', () => {
    expect(parseHead(headText(head))).toEqual(head);
  });

  test('the head of a shard of anything is read without a fault', () => {
    fc.assert(fc.property(fc.string(), (text) => parseHead(text) === null || true));
  });

  test.each([
    ['of another version', headText(head).replace(/^2/, '3')],
    ['without blocks', headText({ ...head, blocks: 0 })],
    ['without a run', headText({ ...head, run: '' })],
    ['with something after it', `${headText(head)} x`],
    ['of nothing', ''],
  ])('the head of a shard: %s is no head', (_, text) => {
    expect(parseHead(text)).toBeNull();
  });
});
