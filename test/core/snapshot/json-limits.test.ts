/**
 * Every field of what a channel says in JSON, at both ends of its range, one beyond each, absent, and of another kind.
 */
import { describe, expect, test } from 'vitest';
import { parseChannelIndex, type ChannelIndex } from '../../../src/core/snapshot/channel-index.ts';
import { parseDailyChain, toChainFile } from '../../../src/core/snapshot/daily-chain.ts';
import { parseKeyList } from '../../../src/core/snapshot/key-list.ts';
import { aChannelIndex, aDailyChain, aKeyList, SHA } from './channel-builders.ts';

const UINT32 = 2 ** 32 - 1;
const SNAPSHOT_BYTES = 64 * 2 ** 20;

/** Where a value stands, as in `['deltas', 0, 'bytes']`. */
type Path = readonly (string | number)[];

/** What JSON makes of `object` with another value at `path`; undefined takes the field away. */
function withValue(object: unknown, path: Path, value: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(object)) as Record<string | number, unknown>;
  let at = copy;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  at[last] = value;
  return JSON.parse(JSON.stringify(copy));
}

interface Format {
  readonly example: unknown;
  readonly parse: (value: unknown) => { readonly ok: boolean };
  /** From … to, both taken. */
  readonly integers: readonly (readonly [Path, number, number])[];
  /** The longest, in UTF-16 units. */
  readonly texts: readonly (readonly [Path, number])[];
  readonly digests: readonly Path[];
  readonly days: readonly Path[];
  readonly words: readonly Path[];
  /** The most items, and one that may stand so often. */
  readonly lists: readonly (readonly [Path, number, (index: number) => unknown])[];
}

const index = aChannelIndex();
/** Its deltas, sections and sources are rows, as publishers sign them. */
const rows = {
  ...index,
  deltas: [[40, 41, 200, SHA]],
  sections: [['url', 'phishing', 'danger', 'feed', 12, 50]],
  sources: [['Feed', 'CC0', 12, 1_790_000_000, 'abuse@feed.example']],
};

const withHours = {
  ...index,
  hours: { day: '2026-11-20', hour: 13, first: 38, bytes: 500, sha256: SHA },
};

const KEY = `${'C'.repeat(42)}A`;

const chain = aDailyChain();

/** Of its own day two hours, with serials 86 to 87 and 83 to 85. */
const chainWithHours = {
  ...chain,
  days: chain.days.map((day, at) =>
    at === 0
      ? {
          ...day,
          serials: [],
          hours: [
            [86, 87, 900, SHA],
            [83, 85, 900, SHA],
          ],
        }
      : day,
  ),
};

const FORMATS: Readonly<Record<string, Format>> = {
  'an index of records': {
    example: index,
    parse: parseChannelIndex,
    integers: [
      [['publishedAt'], 0, index.expiresAt - 1],
      [['expiresAt'], index.publishedAt + 1, UINT32],
      [['refreshAfter'], 60, 604_800],
      [['base', 'bytes'], 1, SNAPSHOT_BYTES],
      [['deltas', 0, 'from'], 1, 40],
      [['deltas', 0, 'bytes'], 1, SNAPSHOT_BYTES],
      [['chain', 'bytes'], 1, 256 * 1024],
      [['sections', 0, 'entries'], 0, UINT32],
      [['sections', 0, 'fingerprintBits'], 40, 64],
      [['sources', 0, 'entries'], 0, UINT32],
      [['sources', 0, 'fetchedAt'], 0, UINT32],
    ],
    texts: [
      [['channel'], 64],
      [['sections', 0, 'group'], 64],
      [['sources', 0, 'name'], 64],
      [['sources', 0, 'licence'], 128],
      [['sources', 0, 'contact'], 256],
      [['keys'], 8192],
    ],
    digests: [['base', 'sha256'], ['deltas', 0, 'sha256'], ['chain', 'sha256'], ['digest']],
    days: [['chain', 'day']],
    words: [
      ['sections', 0, 'kind'],
      ['sections', 0, 'category'],
      ['sections', 0, 'action'],
    ],
    lists: [
      [['deltas'], 32, (at) => ({ from: at + 1, to: 41, bytes: 200, sha256: SHA })],
      [['sections'], 1024, (at) => ({ ...index.sections[0], group: `feed ${String(at).padStart(4, '0')}` })],
      [['sources'], 64, () => index.sources[0]],
    ],
  },
  'an index of rows': {
    example: rows,
    parse: parseChannelIndex,
    integers: [
      [['deltas', 0, 0], 1, 40],
      [['deltas', 0, 2], 1, SNAPSHOT_BYTES],
      [['sections', 0, 4], 0, UINT32],
      [['sections', 0, 5], 40, 64],
      [['sources', 0, 2], 0, UINT32],
      [['sources', 0, 3], 0, UINT32],
    ],
    texts: [
      [['sections', 0, 3], 64],
      [['sources', 0, 0], 64],
      [['sources', 0, 1], 128],
      [['sources', 0, 4], 256],
    ],
    digests: [['deltas', 0, 3]],
    days: [],
    words: [
      ['sections', 0, 0],
      ['sections', 0, 1],
      ['sections', 0, 2],
    ],
    lists: [[['deltas'], 32, (at) => [at + 1, 41, 200, SHA]]],
  },
  'an index with a chain of today’s hours': {
    example: withHours,
    parse: parseChannelIndex,
    integers: [
      [['hours', 'bytes'], 1, 256 * 1024],
      [['hours', 'hour'], 0, 23],
      [['hours', 'first'], 1, 41],
    ],
    texts: [],
    digests: [['hours', 'sha256']],
    days: [['hours', 'day']],
    words: [],
    lists: [],
  },
  'a chain with hours': {
    example: chainWithHours,
    parse: parseDailyChain,
    integers: [
      [['days', 0, 'hours', 0, 0], 86, 87],
      [['days', 0, 'hours', 0, 1], 86, 90],
      [['days', 0, 'hours', 0, 2], 1, SNAPSHOT_BYTES],
      [['days', 0, 'hours', 1, 0], 81, 85],
    ],
    texts: [],
    digests: [['days', 0, 'hours', 0, 3]],
    days: [],
    words: [],
    lists: [],
  },
  'a key list': {
    example: aKeyList(),
    parse: parseKeyList,
    integers: [
      [['number'], 1, UINT32],
      [['expiresAt'], 0, UINT32],
    ],
    texts: [
      [['channel'], 64],
      [['keys', 0, 'kid'], 64],
    ],
    digests: [],
    days: [],
    words: [['keys', 0, 'publicKey']],
    lists: [[['keys'], 16, (at) => ({ kid: `key ${at}`, publicKey: KEY })]],
  },
  'a daily chain': {
    example: chain,
    parse: parseDailyChain,
    integers: [
      [['days', 0, 'serials', 0, 'from'], 81, 89],
      [['days', 0, 'serials', 0, 'bytes'], 1, SNAPSHOT_BYTES],
      [['days', 1, 'serial'], 80, 87],
      [['days', 1, 'onward', 'bytes'], 1, SNAPSHOT_BYTES],
      [['days', 1, 'serials', 0, 'from'], 1, 79],
    ],
    texts: [[['channel'], 64]],
    digests: [
      ['days', 0, 'serials', 0, 'sha256'],
      ['days', 1, 'onward', 'sha256'],
    ],
    days: [],
    words: [['day'], ['days', 0, 'day'], ['days', 1, 'day']],
    lists: [[['days', 1, 'serials'], 79, (at) => ({ from: at + 1, bytes: 70, sha256: SHA })]],
  },
};

describe.each(Object.entries(FORMATS))('%s', (_, format) => {
  const { example, parse, integers, texts, digests, days, words, lists } = format;
  const isTaken = (path: Path, value: unknown): boolean => parse(withValue(example, path, value)).ok;
  /** Of those, which are taken. */
  const taken = (path: Path, values: readonly unknown[]): readonly unknown[] =>
    values.filter((value) => isTaken(path, value));
  const NEVER = [undefined, null, true, [], {}];

  test('a signed JSON file is accepted with an unknown field', () => {
    expect(parse(withValue(example, ['later'], 1))).toMatchObject({ ok: true });
  });

  test.each(integers)('a field of signed JSON, %j, is an integer from %d to %d', (path, least, most) => {
    const inside = [least, most];
    expect(taken(path, inside)).toEqual(inside);
    const outside = [least - 1, most + 1, least + 0.5, String(least), -least - 1, 1e300, ...NEVER];
    expect(taken(path, outside)).toEqual([]);
  });

  test.each(texts)('a field of signed JSON, %j, is text of 1 to %d letters', (path, most) => {
    const inside = ['x', 'x'.repeat(most)];
    expect(taken(path, inside)).toEqual(inside);
    // A contact may be missing.
    const never = path.at(-1) === 'contact' ? NEVER.slice(1) : path.at(-1) === 4 ? NEVER.slice(2) : NEVER;
    expect(taken(path, ['', 'x'.repeat(most + 1), 7, ['x'], ...never])).toEqual([]);
  });

  test.each(digests.map((path) => [path] as const))(
    'a field of signed JSON, %j, is a SHA-256 in hexadecimal digits',
    (path) => {
      expect(isTaken(path, '0123456789abcdef'.repeat(4))).toBe(true);
      const outside = [
        SHA.slice(1),
        `${SHA}a`,
        SHA.toUpperCase(),
        `${SHA.slice(1)}g`,
        ` ${SHA}`,
        7,
        ...NEVER,
      ];
      expect(taken(path, outside)).toEqual([]);
    },
  );

  test.each(days.map((path) => [path] as const))('a field of signed JSON, %j, is a day', (path) => {
    expect(taken(path, ['2026-01-01', '2026-12-31'])).toHaveLength(2);
    const outside = [
      '2026-00-10',
      '2026-13-10',
      '2026-01-00',
      '2026-01-32',
      '12026-01-01',
      '2026-01-01T00:00',
    ];
    expect(taken(path, [...outside, 20_260_101, ...NEVER])).toEqual([]);
  });

  test.each(words.map((path) => [path] as const))(
    'a field of signed JSON, %j, is one of the words that there are',
    (path) => {
      expect(taken(path, ['', 'none', 'toString', 7, ...NEVER])).toEqual([]);
    },
  );

  test.each(lists)('a field of signed JSON, %j, is a list of at most %d', (path, most, item) => {
    const items = (length: number): readonly unknown[] => Array.from({ length }, (_, at) => item(at));
    expect(isTaken(path, items(most))).toBe(true);
    expect(taken(path, [items(most + 1), [...items(1), null], items(1)[0], 'x', 7, undefined, null])).toEqual(
      [],
    );
  });
});

describe('a row', () => {
  const of = (change: Partial<Record<keyof ChannelIndex, unknown>>): boolean =>
    parseChannelIndex(withValue({ ...rows, ...change }, ['later'], 1)).ok;

  test('a row of an index may leave out what comes last and may be missing, and nothing else', () => {
    expect(of({ sources: [['Feed', 'CC0', 12, 1_790_000_000]] })).toBe(true);
    expect(of({ sources: [['Feed', 'CC0', 12]] })).toBe(false);
    expect(of({ deltas: [[40, 41, 200]] })).toBe(false);
    expect(of({ sections: [['url', 'phishing', 'danger', 'feed', 12]] })).toBe(false);
  });

  test('a row of an index has no column too many', () => {
    expect(of({ deltas: [[40, 41, 200, SHA, 1]] })).toBe(false);
    expect(of({ sections: [['url', 'phishing', 'danger', 'feed', 12, 50, 1]] })).toBe(false);
    expect(of({ sources: [['Feed', 'CC0', 12, 1_790_000_000, 'a@feed.example', 1]] })).toBe(false);
  });

  test('a row of an index of sections stands in their order', () => {
    const row = (group: string): unknown => ['url', 'phishing', 'danger', group, 12, 50];
    expect(of({ sections: [row('a'), row('b')] })).toBe(true);
    expect(of({ sections: [row('b'), row('a')] })).toBe(false);
    expect(of({ sections: [row('a'), row('a')] })).toBe(false);
  });
});

describe('a serial', () => {
  const ofSerial = (serial: unknown): boolean =>
    parseChannelIndex({ ...index, serial, base: { ...index.base, serial }, deltas: [] }).ok;

  test('a serial is an integer from 1 to 2³² − 1', () => {
    expect([1, UINT32].map(ofSerial)).toEqual([true, true]);
    for (const serial of [0, -1, UINT32 + 1, 1.5, '1', null, undefined])
      expect(ofSerial(serial), String(serial)).toBe(false);
  });

  test('a serial of a chain is that of its first day, from 1 to 2³² − 1', () => {
    const of = (serial: unknown, first: unknown = serial): boolean =>
      parseDailyChain({
        ...chain,
        serial,
        days: [{ day: chain.day, serial: first, onward: null, serials: [] }],
      }).ok;
    expect([of(1), of(UINT32)]).toEqual([true, true]);
    for (const serial of [0, UINT32 + 1, 1.5, '1', null]) expect(of(serial), String(serial)).toBe(false);
    expect([of(2, 1), of(1, 2)]).toEqual([false, false]);
  });
});

test('a chain is written as it is read: hours as rows, and no field where there are none', () => {
  const read = parseDailyChain(chainWithHours);
  if (!read.ok) throw new Error(read.failure.field);
  expect(JSON.parse(JSON.stringify(toChainFile(read.value)))).toEqual(chainWithHours);
  const days = chain.days.map((day) => ({ ...day, hours: [] }));
  expect(toChainFile({ ...chain, days })).toEqual(chain);
});

describe('the days of a chain', () => {
  const [first, second] = chain.days;
  const of = (...days: readonly unknown[]): boolean => parseDailyChain({ ...chain, days }).ok;
  const older = (at: number): unknown => ({
    day: new Date(Date.UTC(2026, 10, 19 - at)).toISOString().slice(0, 10),
    serial: 90 - at,
    onward: at === 0 ? null : { bytes: 1, sha256: SHA },
    serials: [],
  });

  test('the days of a chain are at most thirty, and at least one', () => {
    expect(of(...Array.from({ length: 30 }, (_, at) => older(at)))).toBe(true);
    expect(of(...Array.from({ length: 31 }, (_, at) => older(at)))).toBe(false);
    expect(of()).toBe(false);
  });

  test('the days of a chain fall, each with a serial below that of the day after it', () => {
    expect(of(first, second)).toBe(true);
    expect(of(first, { ...second, day: chain.day })).toBe(false);
    expect(of(first, { ...second, day: '2026-11-20' })).toBe(false);
    expect(of(first, { ...second, serial: 90 })).toBe(false);
    expect(of(first, { ...second, serial: 91 })).toBe(false);
    expect(of(second, first)).toBe(false);
    expect(of(first, { ...second, serial: null })).toBe(false);
    // The first is the chain's own day.
    expect(of({ ...first, day: '2026-11-30' }, second)).toBe(false);
  });

  test('the days of a chain lead on to the chain’s day, which itself leads nowhere', () => {
    expect(of({ ...first, onward: { bytes: 1, sha256: SHA } }, second)).toBe(false);
    expect(of(first, { ...second, onward: null })).toBe(false);
    for (const nowhere of [{}, 'x', 0, undefined])
      expect(of({ ...first, onward: nowhere }, second)).toBe(false);
  });

  test('the days of a chain name no serial twice, and none above their own', () => {
    const hop = (from: number): unknown => ({ from, bytes: 1, sha256: SHA });
    expect(of({ ...first, serials: [hop(88), hop(89)] }, second)).toBe(true);
    expect(of({ ...first, serials: [hop(88), hop(88)] }, second)).toBe(false);
    expect(of({ ...first, serials: [hop(90)] }, second)).toBe(false);
    expect(of({ ...first, serials: [hop(91)] }, second)).toBe(false);
    // That of another day.
    expect(of({ ...first, serials: [hop(79)] }, second)).toBe(false);
    expect(of({ ...first, serials: [hop(80)] }, second)).toBe(false);
  });
});
