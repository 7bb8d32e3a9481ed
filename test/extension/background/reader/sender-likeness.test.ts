import { assert, constantFrom, nat, pre, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Correspondents } from '../../../../src/extension/background/reader/correspondents.ts';
import {
  namedPerson,
  personOf,
  probesOf,
  tracesOf,
} from '../../../../src/extension/background/reader/sender-likeness.ts';
import { ok } from '../../../../src/core/result.ts';
import type { Correspondent } from '../../../../src/extension/platform/storage/private-records.ts';

const DAY = 86_400;

/** A device that has had mail from these people for months. */
async function aDevice(...people: readonly (readonly [name: string, address: string])[]) {
  let now = 1_790_000_000;
  const kept = new Map<string, Correspondent>();
  const memory = new Correspondents({
    store: {
      correspondents: async () => ok([...kept.values()]),
      replaceCorrespondents: async (put) => {
        kept.set(put.key, put);
        return ok(null);
      },
      clearCorrespondents: async () => ok(null),
    },
    secret: async () => ok(new Uint8Array(16).fill(3)),
    isMailboxProvider: (domain) => domain === 'mailbox.example',
    isOn: async () => true,
    now: () => now,
  });
  for (let week = 0; week < 4; week++) {
    for (const [name, address] of people) await memory.remember({ name, address, subject: null }, []);
    now += 7 * DAY;
  }
  const likenessOf = async (name: string | null, address: string) => {
    const known = await memory.memoryOf({ name, address, subject: null });
    return { isNamesake: known?.isNamesake, isAlmostKnown: known?.isAlmostKnown };
  };
  return { memory, kept, likenessOf };
}

const NEITHER = { isNamesake: false, isAlmostKnown: false };

describe('a known person’s name at another address', () => {
  test('a known person’s name at another address is told, however the name is written', async () => {
    const { likenessOf } = await aDevice(['Ana Silva', 'ana.silva@brookfield.example']);
    for (const name of ['Ana Silva', 'Silva, Ana', 'ANA SILVA', 'Àna  Sílva'])
      expect(await likenessOf(name, 'x@elsewhere.example')).toEqual({ ...NEITHER, isNamesake: true });
    expect(await likenessOf('Ana Silva', 'ana.silva@mailbox.example')).toMatchObject({ isNamesake: true });
  });

  test.each([
    ['the same person at the same site', 'Ana Silva', 'silva@brookfield.example'],
    ['another name', 'Ana Costa', 'ana@elsewhere.example'],
    ['one word', 'Ana', 'ana@elsewhere.example'],
    ['no name', null, 'ana@elsewhere.example'],
  ])('a known person’s name at another address is not told of %s', async (_, name, address) => {
    const { likenessOf } = await aDevice(['Ana Silva', 'ana.silva@brookfield.example']);
    expect(await likenessOf(name, address)).toEqual(NEITHER);
  });

  test('a known person’s name at another address is not told where two are known of that name, nor of offices', async () => {
    const two = await aDevice(
      ['Ana Silva', 'ana@brookfield.example'],
      ['Ana Silva', 'asilva@northgate.example'],
    );
    expect(await two.likenessOf('Ana Silva', 'x@elsewhere.example')).toEqual(NEITHER);
    const office = await aDevice(['Customer Service', 'info@brookfield.example']);
    expect(await office.likenessOf('Customer Service', 'info@elsewhere.example')).toEqual(NEITHER);
  });

  test('a known person’s name at another address is told once both addresses are known no more', async () => {
    const { memory, likenessOf } = await aDevice(['Ana Silva', 'ana.silva@brookfield.example']);
    await memory.remember({ name: 'Ana Silva', address: 'ana@new-desk.example', subject: null }, []);
    // She has written from there once: with two addresses, a third is no surprise.
    expect(await likenessOf('Ana Silva', 'x@elsewhere.example')).toEqual(NEITHER);
    expect(await likenessOf('Ana Silva', 'ana@new-desk.example')).toEqual({ ...NEITHER, isNamesake: true });
  });

  test('a known person’s name at another address keeps no name that could be read', async () => {
    const { kept } = await aDevice(['Ana Silva', 'ana.silva@brookfield.example']);
    const text = JSON.stringify([...kept.values()]);
    expect(text).not.toMatch(/silva|brookfield/i);
  });
});

describe('a domain one letter from a known one', () => {
  test.each([
    ['a letter more', 'brookkfield.example'],
    ['a letter less', 'brokfield.example'],
    ['another letter', 'brookfie1d.example'],
    ['another letter', 'braokfield.example'],
    ['two swapped', 'borokfield.example'],
    ['a letter in front', 'xbrookfield.example'],
    ['a letter behind', 'brookfields.example'],
    ['a digit that looks like one', 'br00kfield.example'],
    ['another ending too', 'brookfeld.test'],
  ])('a domain one letter from a known one is told: %s', async (_, domain) => {
    const { likenessOf } = await aDevice(['Desk', 'desk@brookfield.example']);
    expect(await likenessOf('Desk', `desk@${domain}`)).toEqual({ ...NEITHER, isAlmostKnown: true });
  });

  test('a domain one letter from a known one is told of letters that look like one', async () => {
    const { likenessOf } = await aDevice(['Desk', 'desk@firmament.example']);
    expect(await likenessOf('Desk', 'desk@firrnament.example')).toMatchObject({ isAlmostKnown: true });
  });

  test.each([
    ['the same domain', 'brookfield.example'],
    ['the same name under another ending', 'brookfield.test'],
    ['two letters', 'braokfeild.example'],
    ['another word', 'northgate.example'],
  ])('a domain one letter from a known one is not told of %s', async (_, domain) => {
    const { likenessOf } = await aDevice(['Desk', 'desk@brookfield.example']);
    expect(await likenessOf('Desk', `desk@${domain}`)).toEqual(NEITHER);
  });

  test('a domain one letter from a known one is not told of short names, nor of mailboxes at one provider', async () => {
    const { likenessOf } = await aDevice(['A', 'a@usps.example'], ['Bo Hill', 'bo.hill@mailbox.example']);
    expect(await likenessOf('A', 'a@ups.example')).toEqual(NEITHER);
    expect(await likenessOf('B', 'bo.hil@mailbox.example')).toEqual(NEITHER);
  });

  test('a domain one letter from a known one is not told of senders that are not known yet', async () => {
    const { memory, likenessOf } = await aDevice(['Old', 'old@northgate.example']);
    await memory.remember({ name: 'Desk', address: 'desk@brookfield.example', subject: null }, []);
    expect(await likenessOf('Desk', 'desk@brookfeld.example')).toEqual(NEITHER);
  });

  test('records of senders from before look-alikes were compared are gone on with', async () => {
    const { memory, kept, likenessOf } = await aDevice(['Desk', 'desk@brookfield.example']);
    for (const [key, record] of kept) {
      const { person: _person, traces: _traces, ...old } = record;
      kept.set(key, old);
    }
    await memory.clear();
    expect(await likenessOf('Desk', 'desk@brookfeld.example')).toEqual(NEITHER);
    await memory.remember({ name: 'Desk', address: 'desk@brookfield.example', subject: null }, []);
    expect(await likenessOf('Desk', 'desk@brookfeld.example')).toMatchObject({ isAlmostKnown: true });
  });
});

const label = string({ unit: constantFrom(...'abcdegikmo'.split('')), minLength: 7, maxLength: 15 });

test('two labels that differ by one letter meet, and two that differ by none or more do not', () => {
  assert(
    property(
      label,
      nat(14),
      constantFrom(...'stuxyz'.split('')),
      constantFrom(0, 1, 2, 3),
      (word, place, letter, how) => {
        const at = place % word.length;
        const [head, tail] = [word.slice(0, at), word.slice(at)];
        const changed =
          [
            head + letter + tail,
            head + tail.slice(1),
            head + letter + tail.slice(1),
            head + (tail[1] ?? '') + (tail[0] ?? '') + tail.slice(2),
          ][how] ?? word;
        pre(changed !== word);
        const traces = new Set(tracesOf(`${word}.example`));
        const probes = probesOf(`${changed}.example`);
        expect(probes?.alike.some((probe) => traces.has(probe))).toBe(true);
        expect(traces.has(probes?.same ?? '')).toBe(false);
        const own = probesOf(`${word}.example`);
        expect(traces.has(own?.same ?? '')).toBe(true);
      },
    ),
  );
});

test.each([
  ['Ana Silva', 'ana@b.example', 'ana silva'],
  ['Silva, Ana', 'asilva@b.example', 'ana silva'],
  ['Ana Silva', 'office@b.example', null],
  ['Ana', 'ana@b.example', null],
  ['Ana Silva 2', 'ana@b.example', 'ana silva'],
  ['News of the big old firm', 'news@b.example', null],
  [null, 'ana@b.example', null],
])('the name of a person is told from that of an office: of %j at %s it is %j', (name, address, person) => {
  expect(personOf(name, address)).toBe(person);
  if (person !== null) expect(namedPerson(name)).toBe(person);
});
