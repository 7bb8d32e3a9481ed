import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  basePath,
  deltaPath,
  parseChannelIndex,
  toIndexPayload,
  type ChannelIndex,
} from '../../../src/core/snapshot/channel-index.ts';
import { isPublicKey, parseKeyList } from '../../../src/core/snapshot/key-list.ts';
import { chainPath, parseDailyChain } from '../../../src/core/snapshot/daily-chain.ts';
import { aChannelIndex, aKeyList, SHA } from './channel-builders.ts';

/** What JSON makes of a value: an index never comes any other way. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('parseChannelIndex', () => {
  test('parseChannelIndex gives back what was sent', () => {
    const index = aChannelIndex();
    expect(parseChannelIndex(sent(index))).toEqual({ ok: true, value: index });
  });

  test('parseChannelIndex gives back what was signed: rows, with and without a contact, with and without a chain', () => {
    const sources: ChannelIndex['sources'] = [
      ...aChannelIndex().sources,
      { name: 'Feed', licence: 'CC0', entries: 12, fetchedAt: 1_790_000_000 },
    ];
    const index = aChannelIndex({ chain: null, sources });
    const signed = sent(toIndexPayload(index)) as Record<string, unknown>;
    expect(parseChannelIndex(signed)).toEqual({ ok: true, value: index });
    expect(signed).toMatchObject({
      deltas: [[40, 41, 200, SHA]],
      sections: [['url', 'phishing', 'danger', 'feed', 12, 50]],
      sources: [
        ['Feed', 'CC0', 12, 1_790_000_000, 'abuse@feed.example'],
        ['Feed', 'CC0', 12, 1_790_000_000],
      ],
    });
  });

  test.each([
    [true, { head: true }],
    [false, {}],
    [undefined, {}],
  ])('parseChannelIndex has a head where it says so: %s', (head, kept) => {
    const parsed = parseChannelIndex(sent({ ...aChannelIndex(), head }));
    expect(parsed).toEqual({ ok: true, value: { ...aChannelIndex(), ...kept } });
  });

  test('parseChannelIndex ignores fields it does not know, at every level', () => {
    const index = aChannelIndex();
    const value = {
      ...index,
      later: 1,
      base: { ...index.base, later: 2 },
      sources: index.sources.map((source) => ({ ...source, later: 3 })),
    };
    expect(parseChannelIndex(sent(value))).toEqual({ ok: true, value: index });
  });

  const [delta] = aChannelIndex().deltas;
  const [section] = aChannelIndex().sections;
  const [source] = aChannelIndex().sources;
  test.each<[string, unknown, string]>([
    ['a list', [], 'index'],
    ['nothing', null, 'index'],
    ['another format', { format: 2 }, 'format'],
    ['the format as text', { format: '1' }, 'format'],
    ['a head that is no flag', { head: 1 }, 'head'],
    ['a channel without a name', { channel: '' }, 'channel'],
    ['a channel with a long name', { channel: 'x'.repeat(65) }, 'channel'],
    ['serial 0', { serial: 0 }, 'serial'],
    ['a serial with a fraction', { serial: 41.5 }, 'serial'],
    ['a serial as text', { serial: '41' }, 'serial'],
    ['a serial of 33 bits', { serial: 2 ** 32 }, 'serial'],
    ['a time before 1970', { publishedAt: -1 }, 'publishedAt'],
    ['milliseconds', { publishedAt: 1_790_000_000_000 }, 'publishedAt'],
    ['an end before the beginning', { expiresAt: 1_790_000_000 }, 'expiresAt'],
    ['a refresh every minute and less', { refreshAfter: 59 }, 'refreshAfter'],
    ['a refresh every month', { refreshAfter: 30 * 86_400 }, 'refreshAfter'],
    ['a base of another serial', { base: { serial: 40, bytes: 100, sha256: SHA } }, 'base'],
    ['a base of no bytes', { base: { serial: 41, bytes: 0, sha256: SHA } }, 'base'],
    ['a base above the limit', { base: { serial: 41, bytes: 2 ** 26 + 1, sha256: SHA } }, 'base'],
    ['a digest in capitals', { base: { serial: 41, bytes: 100, sha256: SHA.toUpperCase() } }, 'base'],
    ['a short digest', { base: { serial: 41, bytes: 100, sha256: SHA.slice(1) } }, 'base'],
    ['no base', { base: null }, 'base'],
    ['a delta to another serial', { deltas: [{ ...delta, to: 42 }] }, 'deltas'],
    ['a delta from itself', { deltas: [{ ...delta, from: 41 }] }, 'deltas'],
    [
      'a delta to another serial beside a good one',
      { deltas: [delta, { ...delta, from: 39, to: 40 }] },
      'deltas',
    ],
    ['an end at the beginning', { expiresAt: aChannelIndex().publishedAt }, 'expiresAt'],
    ['a delta twice', { deltas: [delta, delta] }, 'deltas'],
    [
      'too many deltas',
      { deltas: Array.from({ length: 33 }, (_, from) => ({ ...delta, from: from + 1 })) },
      'deltas',
    ],
    ['deltas as a record', { deltas: { 0: delta } }, 'deltas'],
    ['a chain of no day', { chain: { bytes: 1, sha256: SHA, day: '2026-11-2' } }, 'chain'],
    ['a chain of a path', { chain: { bytes: 1, sha256: SHA, day: '../2026-11-20' } }, 'chain'],
    ['a chain of a thirteenth month', { chain: { bytes: 1, sha256: SHA, day: '2026-13-20' } }, 'chain'],
    ['a large chain', { chain: { bytes: 2 ** 18 + 1, sha256: SHA, day: '2026-11-20' } }, 'chain'],
    ['no word about a chain', { chain: undefined }, 'chain'],
    ['no digest of the state', { digest: '' }, 'digest'],
    ['an unknown kind', { sections: [{ ...section, kind: 'host' }] }, 'sections'],
    ['an unknown category', { sections: [{ ...section, category: 'constructor' }] }, 'sections'],
    ['an unknown action', { sections: [{ ...section, action: 'warn' }] }, 'sections'],
    ['a section without a group', { sections: [{ ...section, group: '' }] }, 'sections'],
    ['39 fingerprint bits', { sections: [{ ...section, fingerprintBits: 39 }] }, 'sections'],
    ['a section twice', { sections: [section, section] }, 'sections'],
    ['a source without a licence', { sources: [{ ...source, licence: undefined }] }, 'sources'],
    ['a contact that is no text', { sources: [{ ...source, contact: 5 }] }, 'sources'],
    ['no key list', { keys: undefined }, 'keys'],
  ])('parseChannelIndex refuses %s', (_, change, field) => {
    const value =
      typeof change === 'object' && change !== null && !Array.isArray(change)
        ? { ...aChannelIndex(), ...change }
        : change;
    expect(parseChannelIndex(sent(value))).toEqual({
      ok: false,
      failure: { kind: 'malformed-index', field },
    });
  });

  test('parseChannelIndex takes the names of an object’s own machinery for nothing special', () => {
    // As own properties, which only JSON.parse makes of such text.
    const text = JSON.stringify(aChannelIndex()).replace('{', '{"__proto__":{"serial":1},"constructor":{},');
    expect(parseChannelIndex(JSON.parse(text))).toEqual({ ok: true, value: aChannelIndex() });
    const inherited: unknown = JSON.parse('{"__proto__":' + JSON.stringify(aChannelIndex()) + '}');
    expect(parseChannelIndex(inherited)).toMatchObject({ ok: false });
    expect(parseChannelIndex(Object.create(aChannelIndex()))).toMatchObject({ ok: false });
  });

  test('parseChannelIndex never throws, and what it accepts is what was sent', () => {
    const index = aChannelIndex();
    const anyPart = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values<unknown>({ ...index })));
    const anyIndex = fc.oneof(
      fc.jsonValue(),
      fc
        .tuple(fc.constantFrom(...Object.keys(index)), anyPart)
        .map(([key, part]) => ({ ...index, [key]: part })),
    );
    fc.assert(
      fc.property(anyIndex, (value) => {
        const parsed = parseChannelIndex(sent(value));
        if (parsed.ok) expect(sent(value)).toMatchObject(parsed.value);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('parseKeyList', () => {
  test('parseKeyList gives back what was sent', () => {
    expect(parseKeyList(sent(aKeyList()))).toEqual({ ok: true, value: aKeyList() });
  });

  const [key] = aKeyList().keys;
  const other = { kid: 'next', publicKey: `${'D'.repeat(42)}A` };

  test('parseKeyList takes several keys, each by its name', () => {
    const keys = [key, other];
    expect(parseKeyList(sent({ ...aKeyList(), keys }))).toMatchObject({ ok: true, value: { keys } });
  });

  test.each<[string, object, string]>([
    ['number 0', { number: 0 }, 'number'],
    ['no channel', { channel: null }, 'channel'],
    ['no end', { expiresAt: undefined }, 'expiresAt'],
    ['no keys', { keys: [] }, 'keys'],
    ['a key name twice', { keys: [key, key] }, 'keys'],
    ['a key name twice, of two keys', { keys: [key, { ...other, kid: key?.kid }] }, 'keys'],
    ['a key without a name', { keys: [{ publicKey: key?.publicKey }] }, 'keys'],
    ['a name without a key', { keys: [{ kid: 'a' }] }, 'keys'],
    ['a key that is text', { keys: ['a'] }, 'keys'],
    ['a key that is nothing', { keys: [null] }, 'keys'],
    ['a good key and a bad one', { keys: [key, { kid: 'b', publicKey: 'AAAA' }] }, 'keys'],
    ['a key that is too short', { keys: [{ kid: 'a', publicKey: 'AAAA' }] }, 'keys'],
    ['a key with padding', { keys: [{ kid: 'a', publicKey: `${'A'.repeat(43)}=` }] }, 'keys'],
    ['seventeen keys', { keys: Array.from({ length: 17 }, (_, kid) => ({ ...key, kid: `${kid}` })) }, 'keys'],
  ])('parseKeyList refuses %s', (_, change, field) => {
    expect(parseKeyList(sent({ ...aKeyList(), ...change }))).toEqual({
      ok: false,
      failure: { kind: 'malformed-key-list', field },
    });
  });

  test('parseKeyList refuses a list', () => {
    expect(parseKeyList([])).toEqual({ ok: false, failure: { kind: 'malformed-key-list', field: 'list' } });
  });

  test.each([
    ['00'.repeat(32)],
    [`01${'00'.repeat(31)}`],
    ['26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
    ['c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
    [`ec${'ff'.repeat(30)}7f`],
    [`ed${'ff'.repeat(30)}7f`],
    [`ee${'ff'.repeat(30)}7f`],
  ])('parseKeyList refuses the point of small order %s, with either sign', (hex) => {
    const bytes = Buffer.from(hex, 'hex');
    expect(isPublicKey(bytes.toString('base64url'))).toBe(false);
    bytes[31] = (bytes[31] ?? 0) | 0x80;
    expect(isPublicKey(bytes.toString('base64url'))).toBe(false);
    // A neighbour is a key like any other.
    bytes[5] = (bytes[5] ?? 0) ^ 1;
    expect(isPublicKey(bytes.toString('base64url'))).toBe(true);
  });

  test('parseKeyList takes 32 bytes in base64url for a key, in their one spelling', () => {
    expect(isPublicKey(Buffer.alloc(32, 0xfb).toString('base64url'))).toBe(true);
    expect(isPublicKey(Buffer.alloc(33).toString('base64url'))).toBe(false);
    expect(isPublicKey(`${'A'.repeat(42)}B`)).toBe(false);
    expect(isPublicKey(`${'A'.repeat(42)}+`)).toBe(false);
  });
});

describe('parseDailyChain', () => {
  const facts = { bytes: 10, sha256: SHA };
  const aChain = () =>
    ({
      format: 1,
      channel: 'test',
      day: '2026-11-19',
      serial: 90,
      days: [
        {
          day: '2026-11-19',
          serial: 90,
          onward: null,
          serials: [
            { from: 88, ...facts },
            { from: 89, ...facts },
          ],
        },
        { day: '2026-11-18', serial: 80, onward: facts, serials: [{ from: 79, ...facts }] },
        { day: '2026-11-15', serial: 70, onward: facts, serials: [] },
      ],
    }) as const;

  test('parseDailyChain gives back what was sent', () => {
    expect(parseDailyChain(sent(aChain()))).toEqual({ ok: true, value: aChain() });
  });

  const [own, before, last] = aChain().days;
  test.each<[string, object, string]>([
    ['another format', { format: 2 }, 'format'],
    ['no channel', { channel: 5 }, 'channel'],
    ['no day', { day: 'today' }, 'day'],
    ['no serial', { serial: null }, 'serial'],
    ['no days', { days: [] }, 'days'],
    ['a first day that is not its own', { days: [before, last] }, 'days'],
    ['an own day with another serial', { serial: 91 }, 'days'],
    ['an own day that goes on', { days: [{ ...own, onward: facts }, before] }, 'days'],
    ['another day that does not go on', { days: [own, { ...before, onward: null }] }, 'days'],
    ['days that rise', { days: [own, last, before] }, 'days'],
    ['serials that rise', { days: [own, { ...before, serial: 95 }] }, 'days'],
    ['a hop from a later serial', { days: [own, { ...before, serials: [{ from: 81, ...facts }] }] }, 'days'],
    [
      'a hop from the day’s last itself',
      { days: [own, { ...before, serials: [{ from: 80, ...facts }] }] },
      'days',
    ],
    ['a hop twice', { days: [{ ...own, serials: [...own.serials, ...own.serials] }] }, 'days'],
    ['a hop of two days', { days: [own, { ...before, serials: [{ from: 70, ...facts }] }, last] }, 'days'],
    ['a hop without a length', { days: [{ ...own, serials: [{ from: 1, sha256: SHA }] }] }, 'days'],
    ['more days than there are', { days: Array.from({ length: 31 }, () => own) }, 'days'],
  ])('parseDailyChain refuses %s', (_, change, field) => {
    expect(parseDailyChain(sent({ ...aChain(), ...change }))).toEqual({
      ok: false,
      failure: { kind: 'malformed-chain', field },
    });
  });

  test('parseDailyChain never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(aChain())), (value, key) => {
        parseDailyChain(sent(value));
        parseDailyChain(sent({ ...aChain(), [key]: value }));
      }),
    );
  });
});

describe('the files of a channel', () => {
  test('the files of a channel have names that only numbers and days go into', () => {
    expect([basePath(7), deltaPath(6, 7), chainPath('2026-11-20')]).toEqual([
      'base/7.slb',
      'delta/6-7.sld',
      'chain/2026-11-20.json',
    ]);
  });

  test('the index of a channel with a large list fits into its 8 kB', async () => {
    const { signedIndex } = await import('./channel-builders.ts');
    const index: ChannelIndex = {
      ...aChannelIndex(),
      serial: 123_456,
      base: { serial: 123_456, bytes: 4_000_000, sha256: SHA },
      // 24 hours and the day before's last, which is among them.
      deltas: Array.from({ length: 24 }, (_, hour) => ({
        from: 123_455 - hour,
        to: 123_456,
        bytes: 58_000,
        sha256: SHA,
      })),
      sections: Array.from({ length: 10 }, (_, place) => ({
        kind: 'url',
        category: 'phishing',
        action: 'danger',
        group: `source-group-${place}`,
        entries: 100_000,
        fingerprintBits: 50,
      })),
      sources: Array.from({ length: 6 }, (_, place) => ({
        name: `Feed number ${place}`,
        licence: 'CC-BY-4.0',
        entries: 100_000,
        fetchedAt: 1_790_000_000,
        contact: 'abuse@feed.example',
      })),
    };
    expect((await signedIndex(index)).length).toBeLessThanOrEqual(8192);
  });
});
