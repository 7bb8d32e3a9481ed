import type { Hash64 } from '../../core/hash/hash64.ts';
import { ENTRY_KINDS, type EntryKind } from '../../core/hash/entry-kind.ts';

/**
 * One entry of one feed on its way to the snapshot: three 32-bit words, `[high, low, note]`, of which the first
 * two are its keyed hash. Ten million of them are 120 MB; as objects they would be a gigabyte.
 *
 *     note   bits 0–15   slot: number of the feed copy it comes from
 *            bit  16     it lists a whole host
 *            bits 17–18  index into `ENTRY_KINDS`
 *            bit  19     it is no entry but the feed's word that this host is good
 *            bit  20     it is no entry but a page of this host that is listed (see `wideningOf`)
 *            bit  21     one such page is enough
 *            bits 22–31  tells the listed pages of a host apart, but for one pair in 1,024
 */
export const RECORD_WORDS = 3;

const HOST_LEVEL = 1 << 16;
const KIND_SHIFT = 17;
const ALLOW = 1 << 19;
const PAGE = 1 << 20;
const PAGE_IS_ENOUGH = 1 << 21;
const PAGE_SHIFT = 22;

export function noteOf(slot: number, kind: EntryKind, isHostLevel: boolean): number {
  return slot | (isHostLevel ? HOST_LEVEL : 0) | (ENTRY_KINDS.indexOf(kind) << KIND_SHIFT);
}

export function allowNoteOf(slot: number): number {
  return slot | HOST_LEVEL | ALLOW;
}

/** @param page - hash of the listed page, of which ten bits are kept */
export function pageNoteOf(slot: number, isEnough: boolean, page: Hash64): number {
  return (slot | HOST_LEVEL | PAGE | (isEnough ? PAGE_IS_ENOUGH : 0) | (page.low << PAGE_SHIFT)) >>> 0;
}

/** The note of a host that is listed because its pages are. */
export const WIDENED_HOST_NOTE = HOST_LEVEL | PAGE;

export function isPageNote(note: number): boolean {
  return (note & PAGE) !== 0;
}

export function isPageEnough(note: number): boolean {
  return (note & PAGE_IS_ENOUGH) !== 0;
}

/** 0 to 1023. */
export function pageOf(note: number): number {
  return note >>> PAGE_SHIFT;
}

export function slotOf(note: number): number {
  return note & 0xffff;
}

export function isHostLevelNote(note: number): boolean {
  return (note & HOST_LEVEL) !== 0;
}

export function isAllowNote(note: number): boolean {
  return (note & ALLOW) !== 0;
}

export function kindOfNote(note: number): EntryKind {
  return ENTRY_KINDS[(note >>> KIND_SHIFT) & 3] ?? 'url';
}

/** Everything of a note but its slot: what two feeds that list the same entry have in common. */
export function traitsOf(note: number): number {
  return note >>> 16;
}
