import * as fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CanaryKeys } from '../../../../../src/extension/background/lists/device-lists/canary-keys.ts';
import { VerdictPriority } from '../../../../../src/extension/background/lists/device-lists/verdict-priority.ts';
import { compileList } from '../../../../../src/extension/background/lists/device-lists/compile-list.ts';
import { parseListAddress } from '../../../../../src/core/feed/list-address.ts';
import {
  ListIntake,
  type ListLimits,
} from '../../../../../src/extension/background/lists/device-lists/list-intake.ts';
import { Pace } from '../../../../../src/extension/background/lists/device-lists/pace.ts';
import { sortFingerprints } from '../../../../../src/extension/background/lists/device-lists/sort-fingerprints.ts';
import { LayeredFilter } from '../../../../../src/core/filter/layered-filter.ts';
import { EntryHasher } from '../../../../../src/core/hash/entry-hash.ts';
import { decodeSnapshot } from '../../../../../src/core/snapshot/decode-snapshot.ts';
import type { FingerprintList } from '../../../../../src/core/snapshot/snapshot.ts';
import { runSteps } from '../../../../../src/core/steps.ts';
import { readLink } from '../../../../../src/core/url/read-link.ts';
import { lookUpLink } from '../../../../../src/core/lookup/look-up-link.ts';

const KEY = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
const SECRET = new Uint8Array(16).fill(7);
const CANARY_KEYS = runSteps(CanaryKeys.make(KEY));
const NOW = 1_795_132_800;

const listOf = (values: readonly bigint[]): FingerprintList => ({
  high: Uint32Array.from(values, (value) => Number(value >> 32n)),
  low: Uint32Array.from(values, (value) => Number(value & 0xffff_ffffn)),
});
const valuesOf = ({ high, low }: FingerprintList): readonly bigint[] =>
  Array.from(high, (word, index) => (BigInt(word) << 32n) | BigInt(low[index] ?? 0));
const ascending = (values: Iterable<bigint>): readonly bigint[] =>
  [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));

const fingerprints = fc.array(
  fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.bigInt({ min: 0n, max: 40n })),
  { maxLength: 200 },
);

describe('sorting', () => {
  test('sorting fingerprints gives every fingerprint once, in order', () => {
    fc.assert(
      fc.property(fingerprints, (values) => {
        expect(valuesOf(runSteps(sortFingerprints(listOf(values))))).toEqual(ascending(values));
      }),
    );
  });

  test('sorting fingerprints of more than one step gives the same', () => {
    const values = Array.from({ length: 100_000 }, (_, index) =>
      BigInt.asUintN(64, BigInt(index % 70_000) * 0x9e37_79b9_7f4a_7c15n),
    );
    expect(valuesOf(runSteps(sortFingerprints(listOf(values))))).toEqual(ascending(values));
  });
});

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function intakeOf(pieces: readonly (string | Uint8Array<ArrayBuffer>)[], limits?: ListLimits) {
  const intake = new ListIntake(KEY, CANARY_KEYS, new Pace(new VerdictPriority()), limits);
  for (const piece of pieces) {
    const bytes = typeof piece === 'string' ? bytesOf(piece) : piece;
    if ((await intake.pushBytes(bytes)) === 'stop') break;
  }
  return intake.finish();
}

const packed = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(gzipSync(text));

async function compiled(text: string) {
  const read = await intakeOf([text]);
  if (!read.ok) throw new Error(read.failure.kind);
  const options = { key: KEY, secret: SECRET, addedAt: NOW, now: NOW, serial: 1 };
  return runSteps(compileList(read.value, { ...options, category: 'phishing' }));
}

async function expressionsIn(text: string, hrefs: readonly string[]): Promise<readonly string[]> {
  const { header, residentFilter, verificationTable } = (await compiled(text)).device;
  const filter = LayeredFilter.open(header, residentFilter, SECRET);
  if (!filter.ok) throw new Error(filter.failure.kind);
  const found: string[] = [];
  for (const href of hrefs) {
    const matches = await lookUpLink(readLink(href), filter.value, new EntryHasher(KEY), async (start, end) =>
      verificationTable.subarray(start, end),
    );
    found.push(...matches.map(({ expression }) => expression));
  }
  return found;
}

describe('taking a list in', () => {
  const LIST = `# a comment\n${Array.from({ length: 900 }, (_, index) => `bad-${index}.example`).join('\n')}\n`;

  test('a list compiled on the device is the same from plain and gzip bytes, wherever they are cut', async () => {
    const whole = await intakeOf([LIST]);
    if (!whole.ok) throw new Error(whole.failure.kind);
    const wanted = valuesOf(whole.value.urls);
    expect(wanted).toHaveLength(900);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(bytesOf(LIST), packed(LIST)),
        fc.array(fc.nat({ max: 20_000 }), { maxLength: 5 }),
        async (bytes, places) => {
          const cuts = [
            0,
            ...places.filter((place) => place < bytes.length).sort((a, b) => a - b),
            bytes.length,
          ];
          const pieces = cuts.slice(1).map((cut, index) => bytes.slice(cuts[index], cut));
          // gzip is known by its first two bytes, which no network sends apart.
          if ((pieces.find(({ length }) => length > 0)?.length ?? 2) < 2) return;
          const read = await intakeOf(pieces);
          expect(read.ok && valuesOf(read.value.urls)).toEqual(wanted);
        },
      ),
      { numRuns: 25 },
    );
  });

  test.each([
    ['hosts', '127.0.0.1 localhost\n0.0.0.0 bad.example\n0.0.0.0 worse.example\n'],
    ['domain-list', 'bad.example\nworse.example\n'],
    ['url-list', 'https://bad.example/\nhttp://worse.example\n'],
    ['adblock', '[Adblock Plus]\n||bad.example^\n||worse.example^\n'],
    ['csv', 'id,url,threat\n1,"http://bad.example/",x\n2,"http://worse.example/",y\n'],
    ['json', '{"blacklist": ["bad.example", "worse.example"], "whitelist": ["good.example"]}'],
    ['json', '["bad.example", "worse.example"]'],
  ])('a list compiled on the device is read: %s: %#', async (format, text) => {
    const read = await intakeOf([text]);
    expect(read.ok && read.value.format).toBe(format);
    const found = await expressionsIn(text, [
      'https://www.bad.example/x',
      'https://worse.example/',
      'https://good.example/',
    ]);
    expect(found).toEqual(['bad.example/', 'worse.example/']);
  });

  test('a list compiled on the device leaves out what the list itself allows', async () => {
    const text = '{"deny": ["bad.example", "good.example"], "allow": ["good.example"]}';
    expect(await expressionsIn(text, ['https://bad.example/', 'https://good.example/'])).toEqual([
      'bad.example/',
    ]);
  });

  test('a list compiled on the device leaves out popular and shared sites, and counts the well-known ones among them', async () => {
    const text = 'outlook.com\ngmail.com\nweebly.com\ndocs.google.com\nbad.example\nco.uk\n192.168.1.1\n';
    const read = await intakeOf([text]);
    expect(read.ok && read.value.counts).toMatchObject({ dropped: 6, canaries: 2 });
    const hrefs = [
      'https://www.outlook.com/',
      'https://docs.google.com/x',
      'https://a.weebly.com/',
      'https://bad.example/',
    ];
    expect(await expressionsIn(text, hrefs)).toEqual(['bad.example/']);
  });

  test.each([
    ['a web page', ['<!doctype html><title>Sign in</title>'], 'not-an-index'],
    ['an empty file', [''], 'not-an-index'],
    ['prose', ['Nothing here is a list.\nTruly nothing.\n'], 'not-an-index'],
    ['half a gzip file', [packed(LIST).slice(0, 200)], 'unreadable-file'],
    ['a zip', [Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 0, 0)], 'packed-file'],
    ['a zstd file', [Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 4, 0x58)], 'packed-file'],
    ['no gzip after all', [Uint8Array.of(0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)], 'unreadable-file'],
  ] as const)('a list compiled on the device is refused: %s', async (_, pieces, kind) => {
    expect(await intakeOf(pieces)).toMatchObject({ ok: false, failure: { kind } });
  });

  test('the bytes of a list compiled on the device are counted after decompression: a small file may unpack to a huge one', async () => {
    const bomb = packed(`bad.example\n${'# and so on\n'.repeat(1_000_000)}`);
    expect(bomb.length).toBeLessThan(100_000);
    const limits = { bytes: 10_000_000, entries: 10 };
    expect(await intakeOf([bomb], limits)).toMatchObject({ ok: false, failure: { kind: 'too-large' } });
    expect((await intakeOf([bomb])).ok).toBe(true);
  });

  test('compiling a list on the device stops at the entry beyond the limit', async () => {
    const limits = { bytes: 1_000_000, entries: 5_000 };
    expect((await intakeOf(['a.example\n'.repeat(5_000)], limits)).ok).toBe(true);
    expect(await intakeOf(['a.example\n'.repeat(5_001)], limits)).toEqual({
      ok: false,
      failure: { kind: 'too-many-entries', detail: '5000' },
    });
  });
});

test('a compiled list is a snapshot like any other: its state decodes to what both layers hold', async () => {
  const { state, sections } = await compiled('bad.example\nbad.example\nhttps://b.example/x?y=1\n');
  const snapshot = decodeSnapshot(state);
  expect(snapshot.ok && snapshot.value.sections).toMatchObject([
    { kind: 'url', category: 'phishing', action: 'caution', group: 'list' },
  ]);
  expect(sections).toEqual([{ kind: 'url', entries: 2 }]);
});

describe('the address of a list', () => {
  test.each([
    ['https://lists.example/a.txt', 'https://lists.example/a.txt'],
    [' lists.example/a.txt?b=1#c ', 'https://lists.example/a.txt?b=1'],
    ['https://lists.example:8443/', 'https://lists.example:8443/'],
  ])('the address of a list: %s is taken', (text, url) => {
    expect(parseListAddress(text)).toEqual({ ok: true, value: url });
  });

  test.each([
    ['http://lists.example/a.txt', 'not-https'],
    ['ftp://lists.example/a.txt', 'not-https'],
    ['file:///etc/hosts', 'not-https'],
    ['javascript:alert(1)', 'not-https'],
    ['https://user:pass@lists.example/', 'not-a-url'],
    ['not a url', 'not-a-url'],
    ['', 'not-a-url'],
    ['https://localhost/a', 'private-host'],
    ['https://router/a', 'private-host'],
    ['https://printer.local/a', 'private-host'],
    ['https://127.0.0.1/a', 'private-host'],
    ['https://0x7f.1/a', 'private-host'],
    ['https://2130706433/a', 'private-host'],
    ['https://[::1]/a', 'private-host'],
    ['https://[2001:db8::1]/a', 'private-host'],
    ['https://lists.localhost./a', 'private-host'],
  ])('the address of a list: %s is refused as %s', (text, failure) => {
    expect(parseListAddress(text)).toEqual({ ok: false, failure });
  });
});
