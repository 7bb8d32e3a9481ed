/**
 * A sharded filter of 2³³ bits: two shards of almost 2³² each, 6 · 10⁷ entries, written to a file and read back.
 * No entry may be lost where positions need all 32 bits, and the rate must keep to the formula within 10 %.
 *
 *     npm run soak -- sharded-filter        one to four minutes, 2.3 GB of memory
 */
import { falsePositiveRateOf } from '../../src/core/filter/bloom-parameters.ts';
import { decodePlainBloom, encodePlainBloom } from '../../src/core/filter/plain-bloom-file.ts';
import { SeededRandom } from '../../src/server/publisher/tune/seeded-random.ts';
import { ShardedBloomFilter, ShardedBloomFilterBuilder } from '../../src/core/filter/sharded-bloom-filter.ts';

const ENTRIES = 60_000_000;
// Two probes only: with ten, so many bits for so few entries would give no false positive to count.
const PARAMETERS = { shardBits: 1, shard: { bitCount: 2 ** 32 - 8, hashCount: 2 } };

const started = performance.now();
const builder = new ShardedBloomFilterBuilder(PARAMETERS);
const entries = new SeededRandom(1);
for (let entry = 0; entry < ENTRIES; entry++) builder.add(entries.uint32(), entries.uint32());
say(`${ENTRIES} entries in ${2 * PARAMETERS.shard.bitCount} bits`);

const key = new Uint8Array(8);
const file = encodePlainBloom({
  hashBits: 64,
  hashKey: key,
  entryCount: ENTRIES,
  parameters: PARAMETERS,
  bits: builder.bits(),
});
const decoded = decodePlainBloom(file);
if (!decoded.ok) throw new Error(decoded.failure.kind);
const filter = new ShardedBloomFilter(decoded.value.bits, decoded.value.parameters);
say(`written and read: ${file.length} bytes`);

const again = new SeededRandom(1);
for (let entry = 0; entry < ENTRIES; entry++) {
  if (!filter.mayContain(again.uint32(), again.uint32())) throw new Error(`lost entry ${entry}`);
}
say('no entry lost');

const expected = falsePositiveRateOf(PARAMETERS.shard, ENTRIES / 2);
const queries = Math.round(2500 / expected);
const absent = new SeededRandom(2);
let hits = 0;
for (let query = 0; query < queries; query++) {
  if (filter.mayContain(absent.uint32(), absent.uint32())) hits++;
}
const ratio = hits / queries / expected;
say(`${hits} of ${queries} absent keys accepted: ${ratio.toFixed(3)} of what the formula says`);
// 2,500 expected, standard deviation 50: 10 % are five of them.
if (Math.abs(ratio - 1) > 0.1) throw new Error('the rate is off by more than 10 %');

function say(text: string): void {
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}`);
}
