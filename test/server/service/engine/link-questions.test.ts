import { expect, test } from 'vitest';
import { EntryHasher } from '../../../../src/core/hash/entry-hash.ts';
import { readLink } from '../../../../src/core/url/read-link.ts';
import { questionsOf } from '../../../../src/server/service/engine/link-questions.ts';
import { placeOf, siteOf } from '../../../../src/server/service/engine/shards.ts';

const HASHER = new EntryHasher(new Uint8Array(8).fill(7));

function asked(href: string): readonly (readonly string[])[] {
  return questionsOf([readLink(href)], HASHER).map((question) =>
    question.keys().map(({ expression }) => expression),
  );
}

test('a page is one question to the engine, wherever its parents are', () => {
  expect(asked('https://a.b.example/x')).toHaveLength(1);
});

test('content of IPFS is asked of the engine where its entries lie, and its gateway where that lies', () => {
  const identifier = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
  const [gateway, content, ...more] = asked(`https://gateway.example/ipfs/${identifier}/login`);
  expect(more).toEqual([]);
  expect(gateway).toContain('gateway.example/');
  expect(gateway?.every((key) => key.startsWith('gateway.example/'))).toBe(true);
  expect(content).toEqual(
    expect.arrayContaining([`ipfs.io/ipfs/${identifier}/login`, `ipfs.io/ipfs/${identifier}`]),
  );
  const places = questionsOf([readLink(`https://gateway.example/ipfs/${identifier}`)], HASHER);
  expect(places.map(({ place }) => place)).toEqual(
    ['gateway.example', 'ipfs.io'].map((host) => placeOf(siteOf(host), HASHER)),
  );
});
