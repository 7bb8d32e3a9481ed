import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_FEEDS } from '../../../src/core/feed/feeds-file.ts';
import { ENTRY_KINDS } from '../../../src/core/hash/entry-kind.ts';
import { CHANGE_SLOTS } from '../../../src/server/publisher/build/entries/change-records.ts';
import {
  allowNoteOf,
  isAllowNote,
  isHostLevelNote,
  isPageEnough,
  isPageNote,
  kindOfNote,
  MAX_SLOTS,
  noteOf,
  pageNoteOf,
  pageOf,
  slotOf,
} from '../../../src/server/publisher/build/entries/entry-record.ts';

const slot = fc.oneof(fc.nat({ max: MAX_SLOTS - 1 }), fc.constantFrom(0, MAX_SLOTS - 1));
const word = fc.oneof(fc.nat({ max: 0xffff_ffff }), fc.constantFrom(0, 0xffff_ffff));

test('there are slots in a record of the sort for both copies of every feed, and for what a check service was told', () => {
  expect(2 * MAX_FEEDS + CHANGE_SLOTS).toBeLessThanOrEqual(MAX_SLOTS);
});

test('while entries are sorted, the record of an entry is told from other kinds of record, whatever its feed', () => {
  fc.assert(
    fc.property(slot, fc.constantFrom(...ENTRY_KINDS), fc.boolean(), (from, kind, isHost) => {
      const note = noteOf(from, kind, isHost);
      expect([
        slotOf(note),
        kindOfNote(note),
        isHostLevelNote(note),
        isAllowNote(note),
        isPageNote(note),
      ]).toEqual([from, kind, isHost, false, false]);
      const allowed = allowNoteOf(from);
      expect([slotOf(allowed), isAllowNote(allowed), isPageNote(allowed)]).toEqual([from, true, false]);
    }),
  );
});

test('while entries are sorted, the record of a page of a host is told from that of the host, whatever its hash', () => {
  fc.assert(
    fc.property(slot, fc.boolean(), word, word, (from, isEnough, high, low) => {
      const note = pageNoteOf(from, isEnough, { high, low });
      expect([slotOf(note), isPageNote(note), isPageEnough(note), isAllowNote(note)]).toEqual([
        from,
        true,
        isEnough,
        false,
      ]);
      expect(note).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('two pages of a host are told apart by any of nineteen bits, and are the same page in every feed', () => {
  const pages = new Set<number>();
  for (let page = 0; page < 2 ** 19; page++)
    pages.add(pageOf(pageNoteOf(0, false, { high: page & 0x1ff, low: page >>> 9 })));
  expect(pages.size).toBe(2 ** 19);
  fc.assert(
    fc.property(slot, fc.boolean(), word, word, (from, isEnough, high, low) => {
      expect(pageOf(pageNoteOf(from, isEnough, { high, low }))).toBe(
        pageOf(pageNoteOf(0, false, { high, low })),
      );
    }),
  );
});
