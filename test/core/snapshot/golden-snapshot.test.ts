import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { EntryHasher } from '../../../src/core/hash/entry-hash.ts';
import type { EntryKind } from '../../../src/core/hash/entry-kind.ts';
import type { Hash64 } from '../../../src/core/hash/hash64.ts';
import { decodeSnapshot } from '../../../src/core/snapshot/decode-snapshot.ts';
import { encodeSnapshot } from '../../../src/core/snapshot/encode-snapshot.ts';
import type { SectionName, Snapshot } from '../../../src/core/snapshot/snapshot.ts';
import { stateDigest } from '../../../src/core/snapshot/state-digest.ts';
import golden from '../../vectors/golden-snapshot.json' with { type: 'json' };
import { fingerprintsOf } from './snapshot-builders.ts';
import { deltaApplied, deltaOf } from './deltas.ts';

/** A file of hex digits, as docs/snapshot-format.md prints it: spaces, and what follows a `#`, are for people. */
function hexFile(name: string): Uint8Array {
  const text = readFileSync(fileURLToPath(new URL(`../../vectors/${name}`, import.meta.url)), 'utf8');
  return Uint8Array.from(Buffer.from(text.replaceAll(/#.*$/gm, '').replaceAll(/\s/g, ''), 'hex'));
}

const hasher = new EntryHasher(Uint8Array.from(Buffer.from(golden.epoch.key, 'hex')));

function hashOf(kind: EntryKind, [first = '', second = '']: readonly string[]): Hash64 {
  if (kind === 'url') return hasher.url(first, second);
  return kind === 'address' ? hasher.address(first) : hasher.message(first);
}

function hexOf({ high, low }: Hash64): string {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** The snapshot that the JSON file describes in words. */
function described({ serial, publishedAt, sections, exclusions, opaque }: typeof golden.older): Snapshot {
  return {
    serial,
    publishedAt,
    epoch: {
      key: Uint8Array.from(Buffer.from(golden.epoch.key, 'hex')),
      startedAt: golden.epoch.startedAt,
      plannedEntries: golden.epoch.plannedEntries,
    },
    sections: sections.map(({ name, fingerprintBits, entries }) => {
      // The words of the vector file; the encoder refuses any other.
      const section = name as SectionName;
      return {
        ...section,
        fingerprintBits,
        fingerprints: fingerprintsOf(
          entries.map((entry) => hashOf(section.kind, entry)),
          fingerprintBits,
        ),
      };
    }),
    exclusions: fingerprintsOf(
      exclusions.map((entry) => hashOf('url', entry)),
      64,
    ),
    opaque: opaque.map(({ name, hex }) => ({ name, bytes: Uint8Array.from(Buffer.from(hex, 'hex')) })),
  };
}

describe('the golden files', () => {
  test('the golden files hash every entry as the vectors say', () => {
    expect(golden.hashes.length).toBeGreaterThan(10);
    for (const { kind, entry, hash } of golden.hashes) {
      // As above.
      expect(hexOf(hashOf(kind as EntryKind, entry)), entry.join(' ')).toBe(hash);
    }
  });

  test.each(['older', 'newer'] as const)(
    'the golden files hold the %s snapshot byte for byte',
    async (name) => {
      const bytes = hexFile(`golden-snapshot-${golden[name].serial}.slb.hex`);
      const snapshot = described(golden[name]);
      expect(encodeSnapshot(snapshot)).toEqual(bytes);
      expect(decodeSnapshot(bytes)).toEqual({ ok: true, value: snapshot });
      expect(await stateDigest(snapshot)).toBe(golden[name].digest);
    },
  );

  test('the golden files hold the delta between them byte for byte', () => {
    const [from, to] = [described(golden.older), described(golden.newer)];
    const bytes = hexFile(`golden-delta-${from.serial}-${to.serial}.sld.hex`);
    expect(deltaOf(from, to)).toEqual(bytes);
    expect(deltaApplied(from, bytes)).toEqual({ ok: true, value: to });
  });

  test.skipIf(spawnSync('python3', ['--version']).status !== 0)(
    'the golden files are read alike by a reader written from the page',
    () => {
      const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
      const read = spawnSync(
        'python3',
        [fromRoot('docs/examples/read_snapshot.py'), '--check', fromRoot('test/vectors')],
        {
          encoding: 'utf8',
        },
      );
      expect(read.stderr).toBe('');
      expect(read.stdout).toContain('2 snapshots as described');
    },
  );
});
