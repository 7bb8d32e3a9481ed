import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { halfSipHash } from '../../../../src/core/hash/half-sip-hash.ts';
import {
  encodeBucket,
  sectionId,
  sectionsInBucket,
  type BucketPlace,
  type BucketSection,
} from '../../../../src/server/service/engine-list/list-bucket.ts';

const epochKey = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });

interface Hash {
  readonly high: number;
  readonly low: number;
}

/** The leading `bits` of a hash, as a fingerprint has them. */
const cut = ({ high, low }: Hash, bits: number): Hash => ({
  high,
  low: ((low >>> (64 - bits)) << (64 - bits)) >>> 0,
});

const inPlace = ({ prefixBits, prefix }: BucketPlace, { high, low }: Hash): Hash => ({
  high: ((prefix << (32 - prefixBits)) | (high >>> prefixBits)) >>> 0,
  low,
});

function sectionOf(id: number, fingerprintBits: number, hashes: readonly Hash[]): BucketSection {
  const unique = new Map(
    hashes.map((hash) => cut(hash, fingerprintBits)).map((one) => [`${one.high} ${one.low}`, one]),
  );
  const sorted = [...unique.values()].sort((a, b) => a.high - b.high || a.low - b.low);
  return {
    id,
    fingerprintBits,
    fingerprints: {
      high: Uint32Array.from(sorted, ({ high }) => high),
      low: Uint32Array.from(sorted, ({ low }) => low),
    },
  };
}

describe('a bucket', () => {
  test('a bucket of the list in the engine names exactly the sections that have a hash, wherever it lies', () => {
    const hashes = fc.array(fc.record({ high: word, low: word }), { maxLength: 60 });
    const sections = fc.array(fc.record({ bits: fc.integer({ min: 60, max: 64 }), hashes }), {
      maxLength: 4,
    });
    const places = fc.integer({ min: 6, max: 28 }).chain((prefixBits) =>
      fc.record({
        prefixBits: fc.constant(prefixBits),
        prefix: fc.integer({ min: 0, max: 2 ** prefixBits - 1 }),
      }),
    );
    fc.assert(
      fc.property(places, sections, fc.record({ high: word, low: word }), (at, given, absent) => {
        const place = { epochKey, ...at };
        const made = given.map(({ bits, hashes: some }, index) =>
          sectionOf(
            index * 7 + 2 ** 40,
            bits,
            some.map((hash) => inPlace(place, hash)),
          ),
        );
        const bytes = encodeBucket(place, made);
        const asked = [...given.flatMap((one) => one.hashes), absent].map((hash) => inPlace(place, hash));
        for (const hash of asked) {
          const expected = made
            .filter(({ fingerprintBits, fingerprints: { high, low } }) => {
              const wanted = cut(hash, fingerprintBits);
              return high.some((one, index) => one === wanted.high && low[index] === wanted.low);
            })
            .map(({ id }) => id);
          expect(sectionsInBucket(bytes, place, hash)).toEqual({ ok: true, value: expected });
        }
      }),
    );
  });

  test('a bucket of the list in the engine of anything is refused and never throws', () => {
    const place = { epochKey, prefixBits: 8, prefix: 3 };
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.boolean(), (bytes, isTagged) => {
        const found = sectionsInBucket(isTagged ? tagged(place, bytes) : bytes, place, { high: 1, low: 2 });
        if (found.ok) expect(found.value.length).toBeLessThanOrEqual(bytes.length / 9);
        if (!isTagged && bytes.length >= 4) expect(found).toEqual({ ok: false, failure: 'wrong-tag' });
      }),
    );
  });

  const place = { epochKey, prefixBits: 8, prefix: 3 };
  const section = sectionOf(2 ** 47 + 5, 48, [inPlace(place, { high: 7, low: 9 << 24 })]);
  const bytes = encodeBucket(place, [section]);
  const body = bytes.subarray(4);
  const changed = (at: number, value: number): Uint8Array => {
    const copy = body.slice();
    copy[at] = value;
    return tagged(place, copy);
  };

  test.each<[string, string, Uint8Array, BucketPlace]>([
    ['with less than a tag', 'too-short', bytes.subarray(0, 3), place],
    ['of which a bit has turned', 'wrong-tag', bytes.map((byte, at) => (at === 9 ? byte ^ 1 : byte)), place],
    ['that is cut short', 'wrong-tag', bytes.subarray(0, -1), place],
    ['that is another one', 'wrong-tag', bytes, { ...place, prefix: 4 }],
    ['of another layout', 'wrong-tag', bytes, { ...place, prefixBits: 9 }],
    ['of another epoch', 'wrong-tag', bytes, { ...place, epochKey: new Uint8Array(8) }],
    ['whose section is cut short', 'wrong-section', tagged(place, body.subarray(0, 8)), place],
    ['whose section has fingerprints of 39 bits', 'wrong-section', changed(6, 39), place],
    ['whose section has fingerprints of 65 bits', 'wrong-section', changed(6, 65), place],
    ['whose section has no entry', 'wrong-section', changed(7, 0), place],
    ['whose section has more bytes than there are', 'wrong-section', changed(8, 99), place],
    ['whose number goes on for ever', 'wrong-section', tagged(place, new Uint8Array(20).fill(0xff)), place],
    ['whose section has more entries than bytes', 'wrong-entries', changed(7, 100), place],
    [
      'whose entries are followed by something',
      'wrong-entries',
      tagged(place, Uint8Array.of(...body.subarray(0, 8), (body[8] ?? 0) + 1, ...body.subarray(9), 0)),
      place,
    ],
  ])('a bucket of the list in the engine: %s is refused: %s', (_, why, given, at) => {
    expect(sectionsInBucket(given, at, { high: 0, low: 0 })).toEqual({ ok: false, failure: why });
  });
});

test('a section has the same id in the engine for every snapshot, and another than any other section', () => {
  const name = { kind: 'url', category: 'phishing', action: 'danger', group: 'a' } as const;
  const ids = [
    sectionId(name, 50, epochKey),
    sectionId(name, 51, epochKey),
    sectionId({ ...name, group: 'b' }, 50, epochKey),
    sectionId({ ...name, kind: 'address' }, 50, epochKey),
    sectionId({ ...name, category: 'spam' }, 50, epochKey),
    sectionId({ ...name, action: 'caution' }, 50, epochKey),
  ];
  expect(new Set(ids).size).toBe(6);
  expect(sectionId({ ...name }, 50, epochKey.slice())).toBe(ids[0]);
  expect(ids.every((id) => Number.isSafeInteger(id) && id < 2 ** 48)).toBe(true);
});

/** A body under the tag that belongs to it. */
function tagged({ prefixBits, prefix }: BucketPlace, of: Uint8Array): Uint8Array {
  const named = new Uint8Array([...of, prefix & 0xff, prefix >>> 8, 0, 0, prefixBits]);
  const whole = new Uint8Array(4 + of.length);
  new DataView(whole.buffer).setUint32(0, halfSipHash(epochKey, named).high, true);
  whole.set(of, 4);
  return whole;
}
