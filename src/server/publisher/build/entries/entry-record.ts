import type { Hash64 } from '../../../../core/hash/hash64.ts';
import { ENTRY_KINDS, type EntryKind } from '../../../../core/hash/entry-kind.ts';

/**
 * One entry of one feed, as three 32-bit words `[high, low, note]`; the first two are its keyed hash. Ten million take
 * 120 MB; as objects, a gigabyte.
 *
 *     note   bits 0–10   slot: number of the feed copy
 *            bit  16     a whole host
 *            bits 17–18  index into `ENTRY_KINDS`
 *            bit  19     no entry: the feed says that this host is good; with bit 21, it withdraws this entry
 *            bit  20     no entry: a page of this host is listed (see `wideningOf`)
 *
 * With bit 20, instead of bits 16–19 and 21:
 *
 *            bits 11–19  and 22–31: tell the pages of a host apart, but for one pair in 524,288
 *            bit  21     one such page is enough
 */
export const RECORD_WORDS = 3;

/** Enough for two copies of each feed in `feeds.json`, and a check service's changes. */
export const MAX_SLOTS = 1 << 11;

const HOST_LEVEL = 1 << 16;
const KIND_SHIFT = 17;
const ALLOW = 1 << 19;
const PAGE = 1 << 20;
const PAGE_IS_ENOUGH = 1 << 21;
/** Means this with `ALLOW`, but `PAGE_IS_ENOUGH` with `PAGE`. */
const WITHDRAWN = PAGE_IS_ENOUGH;
const PAGE_SHIFT = 22;
const PAGE_REST_SHIFT = 11;
const PAGE_REST = 0x1ff << PAGE_REST_SHIFT;

export function noteOf(slot: number, kind: EntryKind, isHostLevel: boolean): number {
  return slot | (isHostLevel ? HOST_LEVEL : 0) | (ENTRY_KINDS.indexOf(kind) << KIND_SHIFT);
}

export function allowNoteOf(slot: number): number {
  return slot | HOST_LEVEL | ALLOW;
}

export function withdrawalNoteOf(slot: number): number {
  return slot | ALLOW | WITHDRAWN;
}

/** @param page - hash of the page, of which nineteen bits are kept */
export function pageNoteOf(slot: number, isEnough: boolean, page: Hash64): number {
  const rest = (page.high << PAGE_REST_SHIFT) & PAGE_REST;
  return (slot | PAGE | (isEnough ? PAGE_IS_ENOUGH : 0) | rest | (page.low << PAGE_SHIFT)) >>> 0;
}

/** For a host listed because of its pages. */
export const WIDENED_HOST_NOTE = HOST_LEVEL | PAGE;

export function isPageNote(note: number): boolean {
  return (note & PAGE) !== 0;
}

export function isPageEnough(note: number): boolean {
  return (note & PAGE_IS_ENOUGH) !== 0;
}

export function pageOf(note: number): number {
  return (note >>> PAGE_SHIFT) * 512 + ((note & PAGE_REST) >>> PAGE_REST_SHIFT);
}

export function slotOf(note: number): number {
  return note & (MAX_SLOTS - 1);
}

export function isHostLevelNote(note: number): boolean {
  return (note & HOST_LEVEL) !== 0;
}

export function isAllowNote(note: number): boolean {
  return (note & (PAGE | ALLOW | WITHDRAWN)) === ALLOW;
}

export function isWithdrawalNote(note: number): boolean {
  return (note & (PAGE | ALLOW | WITHDRAWN)) === (ALLOW | WITHDRAWN);
}

export function kindOfNote(note: number): EntryKind {
  return ENTRY_KINDS[(note >>> KIND_SHIFT) & 3] ?? 'url';
}

/** Equal for all feeds that list the same entry. */
export function traitsOf(note: number): number {
  return note >>> 16;
}
