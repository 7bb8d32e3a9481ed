import { describe, expect, test } from 'vitest';
import {
  encodeReviewedGroups,
  OPAQUE_LIMITS,
  opaqueBytes,
  type OpaqueName,
  reviewedGroups,
} from '../../../src/core/snapshot/opaque-sections.ts';

const NAMES = ['tables/1', 'model/1', 'reviewed/1'] as const satisfies readonly OpaqueName[];

describe('opaqueBytes', () => {
  test.each(NAMES)('opaqueBytes gives %s up to its limit and nothing beyond it', (name) => {
    const full = new Uint8Array(OPAQUE_LIMITS[name]);
    const tooLarge = new Uint8Array(OPAQUE_LIMITS[name] + 1);
    expect(opaqueBytes([{ name, bytes: full }], name)).toBe(full);
    expect(opaqueBytes([{ name, bytes: tooLarge }], name)).toBeNull();
  });

  test('opaqueBytes leaves alone what another version wrote', () => {
    const others = [{ name: 'tables/2', bytes: new Uint8Array(1) }];
    expect(NAMES.map((name) => opaqueBytes(others, name))).toEqual([null, null, null]);
  });
});

describe('the reviewed groups', () => {
  const read = (bytes: Uint8Array): readonly string[] => [...reviewedGroups([{ name: 'reviewed/1', bytes }])];

  test('the reviewed groups of a snapshot are those that were written', () => {
    expect(read(encodeReviewedGroups(['abuse desk', 'ämter']))).toEqual(['abuse desk', 'ämter']);
  });

  test('the reviewed groups of a snapshot are none where a publisher names none, or too many to read', () => {
    expect(reviewedGroups([]).size).toBe(0);
    expect(read(new Uint8Array(OPAQUE_LIMITS['reviewed/1'] + 1).fill(10))).toEqual([]);
  });
});
