import { readFile } from 'node:fs/promises';
import { decodePlainBloom, encodePlainBloom } from '../../../core/filter/plain-bloom-file.ts';
import { buildPlainBloom, PlainBloomFilter } from '../../../core/filter/plain-bloom-filter.ts';
import { decodeSnapshot } from '../../../core/snapshot/decode-snapshot.ts';
import type { Section, Snapshot } from '../../../core/snapshot/snapshot.ts';
import { bytesText, pluralize, countText } from '../../node/terminal/numbers.ts';
import { CommandFailed, writeOrFail, type Terminal } from '../../node/terminal/terminal.ts';
import { channelOf } from '../../node/channel/channel-option.ts';
import { isFile } from '../../node/is-file.ts';

export interface ExportBloomOptions {
  readonly bloom: string;
  readonly p: number;
  readonly kind?: readonly string[];
  readonly category?: readonly string[];
  readonly publicKey?: string;
  readonly json?: true;
}

export async function exportBloom(
  location: string,
  options: ExportBloomOptions,
  terminal: Terminal,
): Promise<void> {
  const snapshot = await snapshotAt(location, options, terminal);
  const sections = snapshot.sections.filter((section) => isWanted(section, options));
  if (sections.every(({ fingerprints }) => fingerprints.high.length === 0)) {
    throw new CommandFailed({
      kind: 'nothing-to-export',
      message: `${location} has no entries of that kind.`,
    });
  }
  const filter = buildPlainBloom({
    hashKey: snapshot.epoch.key,
    lists: sections,
    falsePositiveRate: options.p,
  });
  const bytes = encodePlainBloom(filter);
  if (!holdsAll(bytes, sections)) throw new Error('a filter was encoded that does not hold its entries');
  await writeOrFail(options.bloom, bytes);
  // A Bloom filter has no exceptions, so exclusions cannot be exported.
  const exclusions = snapshot.exclusions.high.length;
  const { shardBits, shard } = filter.parameters;
  const shards = 2 ** shardBits;
  if (options.json === true) {
    await terminal.out(
      JSON.stringify({
        file: options.bloom,
        serial: snapshot.serial,
        entries: filter.entryCount,
        bits: shard.bitCount * shards,
        shards,
        hashCount: shard.hashCount,
        hashBits: filter.hashBits,
        bytes: bytes.length,
        falsePositiveRate: options.p,
        exclusionsLeftOut: exclusions,
      }),
    );
    return;
  }
  await terminal.out(
    `${options.bloom}: serial ${snapshot.serial}, ${pluralize(filter.entryCount, 'entry', 'entries')}, ${bytesText(bytes.length)} (${countText(shard.bitCount * shards)} bits, ${pluralize(shard.hashCount, 'probe')})`,
  );
  if (exclusions > 0) {
    terminal.note(
      `${pluralize(exclusions, 'exclusion')} of the snapshot cannot be told by a Bloom filter: ask the snapshot before you flag.`,
    );
  }
}

/** Verifies the file, since other programs will read it. */
function holdsAll(bytes: Uint8Array, sections: readonly Section[]): boolean {
  const file = decodePlainBloom(bytes);
  if (!file.ok) return false;
  const filter = new PlainBloomFilter(file.value);
  return sections.every(({ fingerprints: { high, low } }) =>
    high.every((word, index) => filter.mayContain(word, low[index] ?? 0)),
  );
}

function isWanted(section: Section, { kind, category }: ExportBloomOptions): boolean {
  return (kind?.includes(section.kind) ?? true) && (category?.includes(section.category) ?? true);
}

async function snapshotAt(
  location: string,
  options: ExportBloomOptions,
  terminal: Terminal,
): Promise<Snapshot> {
  if (!(await isFile(location))) return (await channelOf(location, options.publicKey, terminal)).snapshot;
  const snapshot = decodeSnapshot(new Uint8Array(await readFile(location)));
  if (snapshot.ok) return snapshot.value;
  throw new CommandFailed({
    kind: 'damaged',
    message: `${location} is no base file that can be read (${snapshot.failure.kind}).`,
  });
}
