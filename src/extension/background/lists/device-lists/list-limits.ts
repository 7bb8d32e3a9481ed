import { fingerprintBitsFor } from '../../../../core/snapshot/snapshot.ts';

/** Per list, duplicates included. */
export const MAX_LIST_ENTRIES = 2_000_000;

/** Per list, after decompression. */
export const MAX_LIST_BYTES = 200_000_000;

/** Each is looked up for every link. */
export const MAX_DEVICE_LISTS = 8;

/** 51 bits at any length, so that a growing list keeps its fingerprints. */
export const LIST_FINGERPRINT_BITS: number = fingerprintBitsFor(MAX_LIST_ENTRIES);

/** Plus jitter. */
export const LIST_REFRESH_SECONDS = 86_400;
