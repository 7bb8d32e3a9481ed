import { fingerprintBitsFor } from '../../../../core/snapshot/snapshot.ts';

/** Entries of one list compiled on the device, those listed twice counted twice. */
export const MAX_LIST_ENTRIES = 2_000_000;

/** Bytes of one list after decompression: what reading it may cost, not what a server announces. */
export const MAX_LIST_BYTES = 200_000_000;

/** Lists of the reader's own, at most: each is asked about every link, and fetched once a day. */
export const MAX_DEVICE_LISTS = 8;

/** The same for every list however short, so that a list that grows keeps its fingerprints: 51. */
export const LIST_FINGERPRINT_BITS: number = fingerprintBitsFor(MAX_LIST_ENTRIES);

/** How often a list is fetched anew, in seconds: once a day. Jitter is added to it. */
export const LIST_REFRESH_SECONDS = 86_400;
