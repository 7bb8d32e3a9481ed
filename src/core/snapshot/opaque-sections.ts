import type { OpaqueSection } from './snapshot.ts';

/**
 * The opaque sections that this version reads, and how many bytes of each. A section with another name is carried and
 * left alone, so that a newer publisher does not break older readers; one above its limit is not read at all, and
 * whatever it would have added is absent.
 */
export const OPAQUE_LIMITS = {
  /** Brands and domains that the evidence tables lack: the packaged ones are about 60 kB, and these only add. */
  'tables/1': 64 * 1024,
  /** The vocabulary of the statistical stage: 50,000 words in ≤ 100 kB, and as much again to grow. */
  'model/1': 256 * 1024,
} as const;
export type OpaqueName = keyof typeof OPAQUE_LIMITS;

/** @returns null if the snapshot has no such section, or one that is larger than its limit */
export function opaqueBytes(opaque: readonly OpaqueSection[], name: OpaqueName): Uint8Array | null {
  const bytes = opaque.find((section) => section.name === name)?.bytes;
  return bytes === undefined || bytes.length > OPAQUE_LIMITS[name] ? null : bytes;
}
