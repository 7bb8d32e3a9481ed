import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeSnapshot,
  decodeSnapshotInSteps,
  inspectSnapshot,
} from '../../../src/core/snapshot/decode-snapshot.ts';
import { encodeSnapshot, encodeSnapshotInSteps } from '../../../src/core/snapshot/encode-snapshot.ts';
import { MAX_SNAPSHOT_BYTES } from '../../../src/core/snapshot/snapshot-layout.ts';
import {
  areSameBytes,
  compareSections,
  compareText,
  entriesOf,
  falsePositiveRateOfSections,
  fingerprintBitsFor,
  includesSection,
  isSameEpoch,
  MAX_FALSE_POSITIVE_RATE,
  MAX_OPAQUE_SECTIONS,
  MAX_SECTIONS,
  NO_FINGERPRINTS,
  type Snapshot,
} from '../../../src/core/snapshot/snapshot.ts';
import { stateDigest, stateDigestOfBytes } from '../../../src/core/snapshot/state-digest.ts';
import { runSteps } from '../../../src/core/steps.ts';
import { anySnapshot, aSection, aSnapshot, fingerprintsOf, randomHashes } from './snapshot-builders.ts';

/** Two sections, an exclusion and an opaque section: every part of the layout once. */
const aFullSnapshot = (): Snapshot =>
  aSnapshot({
    sections: [
      aSection({ fingerprints: fingerprintsOf(randomHashes(5, 1), 50) }),
      aSection({
        kind: 'address',
        category: 'spam',
        action: 'caution',
        group: 'é',
        fingerprintBits: 44,
        fingerprints: fingerprintsOf(randomHashes(3, 2), 44),
      }),
    ],
    exclusions: fingerprintsOf(randomHashes(2, 3), 64),
    opaque: [{ name: 'model', bytes: Uint8Array.of(1, 2, 3) }],
  });

// Where things are in its file; the layout is in src/core/snapshot/snapshot-layout.ts.
const SECTION = 44;
const FIRST_GROUP_BYTES = 'example-feed'.length;
const SECOND_SECTION = SECTION + 14 + FIRST_GROUP_BYTES;
const OPAQUE = SECOND_SECTION + 14 + 2;
const CONTENT = OPAQUE + 5 + 'model'.length;

describe('decodeSnapshot', () => {
  test('decodeSnapshot gives back what was encoded', () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        expect(decodeSnapshot(encodeSnapshot(snapshot))).toEqual({ ok: true, value: snapshot });
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['another magic', 0, 0x00, { kind: 'malformed', field: 'magic' }],
    ['a format from the future', 4, 2, { kind: 'unknown-format', formatVersion: 2 }],
    ['a reserved byte in use', 5, 1, { kind: 'malformed', field: 'reserved' }],
    ['the other reserved bytes in use', 7, 1, { kind: 'malformed', field: 'reserved' }],
    ['serial 0', 8, 0, { kind: 'malformed', field: 'serial' }],
    ['a section more than there is', 32, 3, { kind: 'malformed', field: 'kind' }],
    ['too many sections', 33, 5, { kind: 'malformed', field: 'sectionCount' }],
    ['too many opaque sections', 34, 17, { kind: 'malformed', field: 'opaqueCount' }],
    ['more exclusions than their bytes can hold', 36, 9, { kind: 'malformed', field: 'exclusions' }],
    ['one exclusion less than is coded', 36, 1, { kind: 'malformed', field: 'exclusions' }],
    ['an unknown kind', SECTION, 3, { kind: 'malformed', field: 'kind' }],
    ['an unknown category', SECTION + 1, 4, { kind: 'malformed', field: 'category' }],
    ['an unknown action', SECTION + 2, 2, { kind: 'malformed', field: 'action' }],
    ['fingerprints of 39 bits', SECTION + 3, 39, { kind: 'malformed', field: 'fingerprintBits' }],
    ['fingerprints of 65 bits', SECTION + 3, 65, { kind: 'malformed', field: 'fingerprintBits' }],
    ['another Rice parameter', SECTION + 4, 46, { kind: 'malformed', field: 'riceParameter' }],
    ['a group without a name', SECTION + 5, 0, { kind: 'malformed', field: 'group' }],
    ['a group with a long name', SECTION + 5, 65, { kind: 'malformed', field: 'group' }],
    ['one entry less than is coded', SECTION + 6, 4, { kind: 'malformed', field: 'fingerprints' }],
    ['more entries than the bytes can hold', SECTION + 6, 6, { kind: 'malformed', field: 'entryCount' }],
    ['as many entries as there are numbers', SECTION + 9, 255, { kind: 'malformed', field: 'riceParameter' }],
    ['a group that is no UTF-8', SECTION + 14, 0xff, { kind: 'malformed', field: 'group' }],
    ['an opaque section without a name', OPAQUE, 0, { kind: 'malformed', field: 'opaqueName' }],
    ['an opaque section longer than the file', OPAQUE + 1, 4, { kind: 'truncated', offset: 169 }],
    ['an opaque section shorter than the file', OPAQUE + 1, 2, { kind: 'malformed', field: 'byteLength' }],
  ])('decodeSnapshot refuses %s', (_, offset, value, failure) => {
    const bytes = encodeSnapshot(aFullSnapshot());
    bytes[offset] = value;
    const refused = decodeSnapshot(bytes);
    expect(refused.ok).toBe(false);
    if (!refused.ok && 'field' in failure) expect(refused.failure).toEqual(failure);
    else if (!refused.ok) expect(refused.failure.kind).toBe(failure.kind);
  });

  test('decodeSnapshot refuses no planned entries', () => {
    const bytes = encodeSnapshot(aFullSnapshot()).fill(0, 28, 32);
    expect(decodeSnapshot(bytes)).toEqual({
      ok: false,
      failure: { kind: 'malformed', field: 'plannedEntries' },
    });
  });

  test('decodeSnapshot refuses sections that are out of order or there twice', () => {
    const one = encodeSnapshot(aSnapshot({ sections: [aSection({ group: 'a' }), aSection({ group: 'b' })] }));
    for (const [first, second] of [
      ['b', 'a'],
      ['a', 'a'],
    ] as const) {
      const bytes = one.slice();
      bytes[SECTION + 14] = first.charCodeAt(0);
      bytes[SECTION + 15 + 14] = second.charCodeAt(0);
      expect(decodeSnapshot(bytes)).toEqual({
        ok: false,
        failure: { kind: 'malformed', field: 'sectionOrder' },
      });
    }
  });

  test('decodeSnapshot refuses more entries than the fingerprint bits are made for', () => {
    // 1025 entries of 40 bits are above 2⁻³⁰, 1024 are not.
    const hashes = randomHashes(1025, 9);
    const section = (count: number): Snapshot =>
      aSnapshot({
        sections: [
          aSection({ fingerprintBits: 40, fingerprints: fingerprintsOf(hashes.slice(0, count), 40) }),
        ],
      });
    const bytes = encodeSnapshot(section(1024));
    expect(decodeSnapshot(bytes).ok).toBe(true);
    expect(() => encodeSnapshot(section(1025))).toThrow(/begin a new/);
    const forged = new DataView(bytes.buffer);
    forged.setUint32(SECTION + 6, 1025, true);
    expect(decodeSnapshot(bytes)).toEqual({
      ok: false,
      failure: { kind: 'malformed', field: 'falsePositiveRate' },
    });
  });

  test('decodeSnapshot refuses every proper prefix of a valid file, and says where it ends', () => {
    const bytes = encodeSnapshot(aFullSnapshot());
    for (let length = 0; length < bytes.length; length++) {
      const failure = decodeSnapshot(bytes.subarray(0, length));
      expect(failure, `length ${length}`).toMatchObject({ ok: false, failure: { kind: 'truncated' } });
    }
    // What is cut in the layout is named by the field that is missing, content by the end.
    for (const [length, offset] of [
      [0, 0],
      [10, 8],
      [SECTION - 1, 40],
      [CONTENT - 1, OPAQUE + 5],
      [CONTENT, CONTENT],
      [bytes.length - 1, bytes.length - 1],
    ] as const) {
      const failure = { kind: 'truncated', offset };
      expect(decodeSnapshot(bytes.subarray(0, length)), `length ${length}`).toEqual({ ok: false, failure });
    }
  });

  test('decodeSnapshot takes as many sections as a file may have, and as many opaque ones', () => {
    const snapshot = aSnapshot({
      sections: Array.from({ length: MAX_SECTIONS }, (_, at) =>
        aSection({ group: `g${String(at).padStart(4, '0')}`, fingerprints: NO_FINGERPRINTS }),
      ),
      opaque: Array.from({ length: MAX_OPAQUE_SECTIONS }, (_, at) => ({
        name: `part-${String(at).padStart(2, '0')}`,
        bytes: new Uint8Array(0),
      })),
    });
    expect(decodeSnapshot(encodeSnapshot(snapshot))).toEqual({ ok: true, value: snapshot });
  });

  test('decodeSnapshot refuses a group of one byte too many, which is a name otherwise', () => {
    const bytes = encodeSnapshot(aSnapshot({ sections: [aSection({ group: 'g'.repeat(64) })] }));
    const longer = Uint8Array.of(...bytes.subarray(0, SECTION + 14), 0x67, ...bytes.subarray(SECTION + 14));
    longer[SECTION + 5] = 65;
    expect(decodeSnapshot(longer)).toEqual({ ok: false, failure: { kind: 'malformed', field: 'group' } });
  });

  test('decodeSnapshot refuses opaque sections that are out of order or there twice', () => {
    const named = (order: string): Uint8Array => {
      const bytes = encodeSnapshot(
        aSnapshot({
          sections: [],
          opaque: ['a', 'b', 'c'].map((name) => ({ name, bytes: new Uint8Array(0) })),
        }),
      );
      for (let at = 0; at < order.length; at++) bytes[SECTION + at * 6 + 5] = order.charCodeAt(at);
      return bytes;
    };
    expect(decodeSnapshot(named('abc')).ok).toBe(true);
    for (const order of ['bac', 'acb', 'aac', 'abb'])
      expect(decodeSnapshot(named(order)), order).toEqual({
        ok: false,
        failure: { kind: 'malformed', field: 'opaqueOrder' },
      });
  });

  test('decodeSnapshot refuses a byte after the end', () => {
    const bytes = Uint8Array.of(...encodeSnapshot(aFullSnapshot()), 0);
    expect(decodeSnapshot(bytes)).toEqual({ ok: false, failure: { kind: 'malformed', field: 'byteLength' } });
  });

  test('decodeSnapshot refuses what is larger than any snapshot before it looks inside', () => {
    const bytes = new Uint8Array(MAX_SNAPSHOT_BYTES + 1);
    const failure = { kind: 'too-large', byteLength: bytes.length };
    expect(decodeSnapshot(bytes)).toEqual({ ok: false, failure });
    expect(inspectSnapshot(bytes)).toEqual({ ok: false, failure });
  });

  test('decodeSnapshot never throws, and what it accepts encodes to the same bytes', () => {
    const valid = encodeSnapshot(aFullSnapshot());
    const mutated = fc
      .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 4 })
      .map((edits) => {
        const bytes = valid.slice();
        for (const [offset, value] of edits) bytes[offset] = value;
        return bytes;
      });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), mutated), (bytes) => {
        const decoded = decodeSnapshot(bytes);
        if (decoded.ok) expect(encodeSnapshot(decoded.value)).toEqual(bytes);
        expect(inspectSnapshot(bytes).ok || !decoded.ok).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  test('decodeSnapshot notices every flipped bit, by refusal, by the digest, or in serial and time', async () => {
    const original = aFullSnapshot();
    const bytes = encodeSnapshot(original);
    const digest = await stateDigest(original);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = bytes.slice();
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const decoded = decodeSnapshot(flipped);
      const isNoticed =
        !decoded.ok ||
        decoded.value.serial !== original.serial ||
        decoded.value.publishedAt !== original.publishedAt ||
        (await stateDigest(decoded.value)) !== digest;
      expect(isNoticed, `bit ${bit}`).toBe(true);
    }
  });

  test('decodeSnapshot works in steps, and gives views of nothing but the opaque bytes', () => {
    const snapshot = aFullSnapshot();
    const bytes = encodeSnapshot(snapshot);
    const decoded = runSteps(decodeSnapshotInSteps(bytes));
    bytes.fill(0, 0, bytes.length - 3);
    expect(decoded).toEqual({ ok: true, value: snapshot });
  });
});

describe('inspectSnapshot', () => {
  test('inspectSnapshot says what is in a file without decoding it', () => {
    const bytes = encodeSnapshot(aFullSnapshot());
    const layout = inspectSnapshot(bytes);
    if (!layout.ok) throw new Error(layout.failure.kind);
    expect(layout.value).toMatchObject({
      serial: 7,
      publishedAt: 1_790_000_000,
      sections: [
        { kind: 'url', group: 'example-feed', entryCount: 5, fingerprintBits: 50 },
        { kind: 'address', group: 'é', entryCount: 3, fingerprintBits: 44 },
      ],
      exclusionCount: 2,
      opaque: [{ name: 'model', byteLength: 3 }],
    });
    const content = layout.value.sections.reduce((sum, { byteLength }) => sum + byteLength, 0);
    expect(bytes.length).toBe(CONTENT + content + layout.value.exclusionBytes + 3);
  });
});

test('what a file cannot hold is refused before anything of it is decoded', () => {
  const bytes = encodeSnapshot(aFullSnapshot());
  bytes[36] = 9;
  expect(inspectSnapshot(bytes)).toEqual({ ok: false, failure: { kind: 'malformed', field: 'exclusions' } });
});

describe('encodeSnapshot', () => {
  test.each<[string, Partial<Snapshot>]>([
    ['serial 0', { serial: 0 }],
    ['a serial of 33 bits', { serial: 2 ** 32 }],
    ['half a second', { publishedAt: 0.5 }],
    ['a time before 1970', { publishedAt: -1 }],
    ['a short key', { epoch: { key: new Uint8Array(7), startedAt: 0, plannedEntries: 1 } }],
    ['no planned entries', { epoch: { key: new Uint8Array(8), startedAt: 0, plannedEntries: 0 } }],
    ['sections out of order', { sections: [aSection({ category: 'spam' }), aSection({ category: 'scam' })] }],
    ['a section twice', { sections: [aSection(), aSection()] }],
    ['39 fingerprint bits', { sections: [aSection({ fingerprintBits: 39 })] }],
    ['65 fingerprint bits', { sections: [aSection({ fingerprintBits: 65 })] }],
    [
      'more bits than the section has',
      { sections: [aSection({ fingerprintBits: 40, fingerprints: fingerprintsOf(randomHashes(3, 1), 50) })] },
    ],
    ['a group without a name', { sections: [aSection({ group: '' })] }],
    ['a long group', { sections: [aSection({ group: 'é'.repeat(33) })] }],
    ['half a character', { sections: [aSection({ group: '\ud800' })] }],
    [
      'fingerprints that fall',
      { sections: [aSection({ fingerprints: { high: Uint32Array.of(2, 1), low: new Uint32Array(2) } })] },
    ],
    ['an exclusion twice', { exclusions: { high: Uint32Array.of(1, 1), low: new Uint32Array(2) } }],
    [
      'opaque sections out of order',
      {
        opaque: [
          { name: 'b', bytes: new Uint8Array(0) },
          { name: 'a', bytes: new Uint8Array(0) },
        ],
      },
    ],
    [
      'an opaque section twice',
      {
        opaque: [
          { name: 'a', bytes: new Uint8Array(0) },
          { name: 'a', bytes: new Uint8Array(0) },
        ],
      },
    ],
    ['more than a file may have', { opaque: [{ name: 'a', bytes: new Uint8Array(MAX_SNAPSHOT_BYTES) }] }],
  ])('encodeSnapshot throws at %s', (_, parts) => {
    expect(() => encodeSnapshot(aSnapshot(parts))).toThrow(RangeError);
  });

  test('encodeSnapshot writes and reads as much as a file may have, and no byte more', () => {
    const of = (length: number): Uint8Array =>
      encodeSnapshot(aSnapshot({ opaque: [{ name: 'a', bytes: new Uint8Array(length) }] }));
    const room = MAX_SNAPSHOT_BYTES - of(0).length;
    const largest = of(room);
    expect(largest).toHaveLength(MAX_SNAPSHOT_BYTES);
    expect([decodeSnapshot(largest).ok, inspectSnapshot(largest).ok]).toEqual([true, true]);
    expect(() => of(room + 1)).toThrow(RangeError);
  });

  test('encodeSnapshot takes a name that begins with a byte order mark as any other', () => {
    const snapshot = aSnapshot({ sections: [aSection({ group: '\ufeffa' })] });
    expect(decodeSnapshot(encodeSnapshot(snapshot))).toEqual({ ok: true, value: snapshot });
  });

  test('encodeSnapshot gives the same in steps', () => {
    const snapshot = aFullSnapshot();
    expect(runSteps(encodeSnapshotInSteps(snapshot))).toEqual(encodeSnapshot(snapshot));
  });
});

describe('the state digest', () => {
  test('the state digest is SHA-256 of the file without bytes 8 to 15, by both ways', async () => {
    const bytes = encodeSnapshot(aFullSnapshot());
    const expected = createHash('sha256')
      .update(bytes.subarray(0, 8))
      .update(bytes.subarray(16))
      .digest('hex');
    expect(await stateDigest(aFullSnapshot())).toBe(expected);
    expect(await stateDigestOfBytes(bytes)).toBe(expected);
  });

  test('the state digest knows neither serial nor time, and everything else', async () => {
    const snapshot = aFullSnapshot();
    const digest = await stateDigest(snapshot);
    expect(await stateDigest({ ...snapshot, serial: 8, publishedAt: 5 })).toBe(digest);
    for (const other of [
      { ...snapshot, sections: snapshot.sections.slice(1) },
      { ...snapshot, exclusions: fingerprintsOf(randomHashes(2, 4), 64) },
      { ...snapshot, opaque: [] },
      { ...snapshot, epoch: { ...snapshot.epoch, startedAt: 1 } },
      { ...snapshot, epoch: { ...snapshot.epoch, plannedEntries: 20_000 } },
    ]) {
      expect(await stateDigest(other)).not.toBe(digest);
    }
  });
});

describe('the numbers of an epoch', () => {
  test.each([
    [1, 0, 40],
    [1024, 0, 40],
    [1025, 0, 41],
    [1_000_000, 0, 50],
    [1_000_000, 3, 53],
    [1_048_576, 0, 50],
    [1_048_577, 0, 51],
    [2 ** 32 - 1, 0, 62],
    [2 ** 32 - 1, 9, 64],
  ])(
    'the numbers of an epoch: %i planned entries with %i doublings need %i bits',
    (plannedEntries, doublings, bits) => {
      expect(fingerprintBitsFor(plannedEntries, doublings)).toBe(bits);
    },
  );

  test.each([
    [0, 0],
    [2 ** 32, 0],
    [1.5, 0],
    [10, -1],
    [10, 0.5],
  ])('the numbers of an epoch: %f entries with %f doublings are refused', (plannedEntries, doublings) => {
    expect(() => fingerprintBitsFor(plannedEntries, doublings)).toThrow(RangeError);
  });

  test('the numbers of an epoch keep false positives below 2⁻³⁰, however the entries are divided', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 32 - 1 }),
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(6)), {
          minLength: 1,
          maxLength: 30,
        }),
        (plannedEntries, parts) => {
          const whole = parts.reduce((sum, [part]) => sum + part, 0) || 1;
          const sections = parts.map(([part, doublings]) => ({
            entries: Math.floor((part / whole) * plannedEntries),
            fingerprintBits: fingerprintBitsFor(plannedEntries, doublings),
          }));
          expect(falsePositiveRateOfSections(sections)).toBeLessThanOrEqual(MAX_FALSE_POSITIVE_RATE);
        },
      ),
    );
  });
});

describe('what is asked of a snapshot', () => {
  const { epoch, sections } = aFullSnapshot();

  test('the entries of a snapshot are those of all sections', () => {
    expect(entriesOf([])).toBe(0);
    expect(entriesOf(sections)).toBe(8);
  });

  test('a section of a snapshot is found by its name', () => {
    const [first, second] = sections;
    if (first === undefined || second === undefined) throw new Error('no sections');
    const { kind, category, action, group } = second;
    expect(includesSection(sections, { kind, category, action, group })).toBe(true);
    expect(includesSection([first], second)).toBe(false);
    expect(includesSection([], first)).toBe(false);
  });

  test('a list of no fingerprints is empty', () => {
    expect([NO_FINGERPRINTS.high.length, NO_FINGERPRINTS.low.length]).toEqual([0, 0]);
  });

  test('an epoch is the same with the same key, beginning and plan', () => {
    expect(isSameEpoch(epoch, { ...epoch, key: Uint8Array.from(epoch.key) })).toBe(true);
    for (const change of [
      { key: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 9) },
      { startedAt: epoch.startedAt + 1 },
      { plannedEntries: epoch.plannedEntries + 1 },
    ])
      expect(isSameEpoch(epoch, { ...epoch, ...change })).toBe(false);
  });

  test.each<[readonly number[], readonly number[], boolean]>([
    [[], [], true],
    [[1, 2], [1, 2], true],
    [[1, 2], [1, 3], false],
    [[1, 2], [3, 2], false],
    [[1, 2], [1, 2, 3], false],
    [[1, 2, 3], [1, 2], false],
  ])('the bytes %j and %j are compared', (a, b, expected) => {
    expect(areSameBytes(Uint8Array.from(a), Uint8Array.from(b))).toBe(expected);
  });
});

describe('the canonical order', () => {
  test('the canonical order is by kind, category, action and group, worst first', () => {
    const sections = [
      aSection({ kind: 'message' }),
      aSection({ category: 'spam' }),
      aSection({ action: 'caution' }),
      aSection({ group: 'z' }),
      aSection({ group: 'b' }),
    ].sort(compareSections);
    expect(
      sections.map(({ kind, category, action, group }) => `${kind} ${category} ${action} ${group}`),
    ).toEqual([
      'url phishing danger b',
      'url phishing danger z',
      'url phishing caution example-feed',
      'url spam danger example-feed',
      'message phishing danger example-feed',
    ]);
  });

  test('the canonical order of text is that of its UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
    expect(compareText('\uffff', '\u{10000}')).toBeLessThan(0);
  });
});
