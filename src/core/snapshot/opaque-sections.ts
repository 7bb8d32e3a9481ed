import { MAX_GROUP_BYTES, MAX_SECTIONS, type OpaqueSection } from './snapshot.ts';

/**
 * Limits in bytes. A section above its limit counts as absent; unknown names are ignored, so that newer publishers do
 * not break older clients.
 */
export const OPAQUE_LIMITS = {
  /** The packaged tables are about 60 kB, and the section only adds to them. */
  'tables/1': 64 * 1024,
  /** 50,000 words take ≤ 100 kB; the rest is room to grow. */
  'model/1': 256 * 1024,
  /** A name for each section, and a line feed. */
  'reviewed/1': MAX_SECTIONS * (MAX_GROUP_BYTES + 1),
} as const;
export type OpaqueName = keyof typeof OPAQUE_LIMITS;

export function opaqueBytes(opaque: readonly OpaqueSection[], name: OpaqueName): Uint8Array | null {
  const bytes = opaque.find((section) => section.name === name)?.bytes;
  return bytes === undefined || bytes.length > OPAQUE_LIMITS[name] ? null : bytes;
}

/** Groups whose every entry was reviewed: docs/snapshot-format.md, section 4. */
export function reviewedGroups(opaque: readonly OpaqueSection[]): ReadonlySet<string> {
  const bytes = opaqueBytes(opaque, 'reviewed/1');
  return new Set(bytes === null ? [] : new TextDecoder().decode(bytes).split('\n'));
}

export function encodeReviewedGroups(groups: readonly string[]): Uint8Array {
  return new TextEncoder().encode(groups.join('\n'));
}
