import type { Hash64 } from '../../../../core/hash/hash64.ts';
import { ENTRY_KINDS, type EntryKind } from '../../../../core/hash/entry-kind.ts';

/**
 * One entry of one feed on its way to the snapshot: three 32-bit words, `[high, low, note]`, of which the first
 * two are its keyed hash. Ten million of them are 120 MB; as objects they would be a gigabyte.
 *
 *     note   bits 0–10   slot: number of the feed copy it comes from
 *            bit  16     it lists a whole host
 *            bits 17–18  index into `ENTRY_KINDS`
 *            bit  19     it is no entry but the feed's word that this host is good; with bit 21, that this entry is none
 *                        of the feed's
 *            bit  20     it is no entry but a page of this host that is listed (see `wideningOf`)
 *
 * Of such a page, which is neither a whole host nor of another kind:
 *
 *            bits 11–19  and 22–31: tell the listed pages of a host apart, but for one pair in 524,288
 *            bit  21     one such page is enough
 */
export const RECORD_WORDS = 3;

/** Two copies of each feed that `feeds.json` may have, and what a check service was told. */
export const MAX_SLOTS = 1 << 11;

const HOST_LEVEL = 1 << 16;
const KIND_SHIFT = 17;
const ALLOW = 1 << 19;
const PAGE = 1 << 20;
const PAGE_IS_ENOUGH = 1 << 21;
/** Of what is no page: it has no use for the bit. */
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

/** The feed has switched this entry of its own off. */
export function withdrawalNoteOf(slot: number): number {
  return slot | ALLOW | WITHDRAWN;
}

/** @param page - hash of the listed page, of which nineteen bits are kept */
export function pageNoteOf(slot: number, isEnough: boolean, page: Hash64): number {
  const rest = (page.high << PAGE_REST_SHIFT) & PAGE_REST;
  return (slot | PAGE | (isEnough ? PAGE_IS_ENOUGH : 0) | rest | (page.low << PAGE_SHIFT)) >>> 0;
}

/** The note of a host that is listed because its pages are. */
export const WIDENED_HOST_NOTE = HOST_LEVEL | PAGE;

export function isPageNote(note: number): boolean {
  return (note & PAGE) !== 0;
}

export function isPageEnough(note: number): boolean {
  return (note & PAGE_IS_ENOUGH) !== 0;
}

/** What tells a page from others of its host. */
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

/** Everything of a note but its slot: what two feeds that list the same entry have in common. */
export function traitsOf(note: number): number {
  return note >>> 16;
}
