import type { TableFile } from '../list/table-file.ts';
import { encodeBucket, sectionId, type BucketSection } from './list-bucket.ts';
import { bucketCount } from './list-places.ts';

export interface Bucket {
  /** Within its shard. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

interface Gathered {
  readonly high: number[];
  readonly low: number[];
}

/** All buckets of one shard of a list, in order: those without entries too, so that one that is missing is seen. */
export async function* bucketsOf(
  table: TableFile,
  shard: number,
  prefixBits: number,
): AsyncGenerator<Bucket, void, void> {
  const { epochKey, sections } = table.header;
  const ids = sections.map((section) => sectionId(section, section.fingerprintBits, epochKey));
  if (new Set(ids).size < ids.length) throw new RangeError('two sections have the same id');
  const count = bucketCount(prefixBits);
  const firstPrefix = shard * count;
  const shift = 32 - prefixBits;
  const gathered = new Map<number, Gathered>();
  const bucketAt = (number: number): Bucket => {
    const inIt = [...gathered].sort(([a], [b]) => a - b);
    gathered.clear();
    const encoded = inIt.map(([index, { high, low }]): BucketSection => ({
      id: ids[index] ?? 0,
      fingerprintBits: sections[index]?.fingerprintBits ?? 0,
      fingerprints: { high: Uint32Array.from(high), low: Uint32Array.from(low) },
    }));
    return { number, bytes: encodeBucket({ epochKey, prefixBits, prefix: firstPrefix + number }, encoded) };
  };
  const firstHigh = (firstPrefix << shift) >>> 0;
  let number = 0;
  for await (const part of table.parts(firstHigh, firstHigh + count * 2 ** shift - 1)) {
    for (let row = 0; row < part.rowCount; row++) {
      const high = part.high(row);
      const own = (high >>> shift) - firstPrefix;
      if (own < 0) continue;
      if (own >= count) break;
      while (number < own) yield bucketAt(number++);
      const section = part.section(row);
      const rows = gathered.get(section) ?? { high: [], low: [] };
      gathered.set(section, rows);
      rows.high.push(high);
      rows.low.push(part.low(row));
    }
  }
  while (number < count) yield bucketAt(number++);
}
