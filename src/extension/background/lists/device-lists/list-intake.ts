import { detectFormat } from '../../../../core/feed/detect-format.ts';
import type { FeedFormat } from '../../../../core/feed/feed-line.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import type { FailedStep } from '../update-failure.ts';
import type { CanaryKeys } from './canary-keys.ts';
import { type ListEntries, ListReader } from './list-entries.ts';
import { MAX_LIST_BYTES, MAX_LIST_ENTRIES } from './list-limits.ts';
import type { Pace } from './pace.ts';

/** About 1 ms of parsing, guarding and hashing. */
const SLICE_CHARACTERS = 4_096;

/** For format detection; read twice without a pause, which takes milliseconds. */
const SAMPLE_CHARACTERS = 16_384;

/** Compressed bytes per step. They unpack to 16 MB at most before the limit is checked. */
const PACKED_BYTES = 16_384;

export interface ReadList extends ListEntries {
  readonly format: FeedFormat;
}

export interface ListLimits {
  /** After decompression. */
  readonly bytes: number;
  readonly entries: number;
}

const LIMITS: ListLimits = { bytes: MAX_LIST_BYTES, entries: MAX_LIST_ENTRIES };

/** First bytes of gzip. With `Content-Encoding` the browser has unpacked it. */
const GZIP = [0x1f, 0x8b] as const;

/** Browsers cannot unpack these; name them instead of reading nonsense. */
const OTHER_ARCHIVES: ReadonlyMap<string, readonly number[]> = new Map([
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf]],
]);

/** Stops at the first exceeded limit. */
export class ListIntake {
  readonly #key: Uint8Array;
  readonly #canaries: CanaryKeys;
  readonly #pace: Pace;
  readonly #limits: ListLimits;
  readonly #decoder = new TextDecoder();
  #sample = '';
  #reader: ListReader | null = null;
  #format: FeedFormat = 'url-list';
  #bytes = 0;
  #failure: FailedStep | null = null;
  #unpacker: Unpacker | 'none' | null = null;

  constructor(key: Uint8Array, canaries: CanaryKeys, pace: Pace, limits: ListLimits = LIMITS) {
    this.#limits = limits;
    this.#key = key;
    this.#canaries = canaries;
    this.#pace = pace;
  }

  count(): number {
    return this.#reader?.count() ?? 0;
  }

  /** After decompression. */
  bytes(): number {
    return this.#bytes;
  }

  /** @returns `'stop'`: nothing more is wanted, `finish` says why */
  async pushBytes(piece: Uint8Array<ArrayBuffer>): Promise<'more' | 'stop'> {
    if (piece.length > 0) {
      this.#unpacker ??= this.#unpackerFor(piece);
      if (this.#failure !== null) return 'stop';
      if (this.#unpacker === 'none') await this.#takeBytes(piece);
      else await this.#unpack(this.#unpacker, piece);
    }
    return this.#failure === null ? 'more' : 'stop';
  }

  async finish(): Promise<Result<ReadList, FailedStep>> {
    if (this.#unpacker instanceof Unpacker && !(await this.#unpacker.finish())) this.#failure ??= DAMAGED;
    await this.#takeText(this.#decoder.decode());
    if (this.#failure === null && this.#reader === null) this.#begin();
    if (this.#failure === null && this.#reader?.finish() === false) this.#failTooMany();
    if (this.#failure !== null) return fail(this.#failure);
    const entries = this.#reader?.entries();
    if (entries === undefined || this.count() + entries.counts.dropped === 0) return fail(NO_LIST);
    return ok({ ...entries, format: this.#format });
  }

  #unpackerFor(first: Uint8Array<ArrayBuffer>): Unpacker | 'none' {
    for (const [name, magic] of OTHER_ARCHIVES) {
      if (startsWith(first, magic)) this.#failure = { kind: 'packed-file', detail: name };
    }
    return startsWith(first, GZIP) ? new Unpacker((bytes) => this.#takeBytes(bytes)) : 'none';
  }

  async #unpack(unpacker: Unpacker, piece: Uint8Array<ArrayBuffer>): Promise<void> {
    for (let at = 0; at < piece.length && this.#failure === null; at += PACKED_BYTES) {
      if (!(await unpacker.push(piece.subarray(at, at + PACKED_BYTES)))) this.#failure ??= DAMAGED;
    }
  }

  async #takeBytes(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#count(bytes.length);
    if (this.#failure === null) await this.#takeText(this.#decoder.decode(bytes, { stream: true }));
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    const limit = this.#limits.bytes;
    if (this.#bytes > limit) this.#failure ??= { kind: 'too-large', detail: String(limit) };
  }

  async #takeText(text: string): Promise<void> {
    let rest = text;
    if (this.#reader === null) {
      this.#sample += text;
      if (this.#sample.length < SAMPLE_CHARACTERS) return;
      rest = this.#begin();
    }
    for (let at = 0; at < rest.length && this.#failure === null; at += SLICE_CHARACTERS) {
      if (this.#reader?.push(rest.slice(at, at + SLICE_CHARACTERS)) === false) this.#failTooMany();
      await this.#pace.yieldIfDue();
    }
  }

  #failTooMany(): void {
    this.#failure ??= { kind: 'too-many-entries', detail: String(this.#limits.entries) };
  }

  /** @returns the unread part of the sample */
  #begin(): string {
    const sample = this.#sample;
    this.#sample = '';
    const detected = detectFormat(sample.slice(0, SAMPLE_CHARACTERS));
    if (!detected.ok) {
      this.#failure ??= NO_LIST;
      return '';
    }
    this.#format = detected.value.format;
    this.#reader = new ListReader(detected.value, this.#key, this.#canaries, this.#limits.entries);
    if (sample.length >= SAMPLE_CHARACTERS) return sample;
    if (!this.#reader.push(sample)) this.#failTooMany();
    return '';
  }
}

const DAMAGED: FailedStep = { kind: 'unreadable-file', detail: 'gzip' };
const NO_LIST: FailedStep = { kind: 'not-an-index', detail: '' };

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}

/** A small file may unpack to a huge one: `take` counts the bytes. */
class Unpacker {
  readonly #writer: WritableStreamDefaultWriter<BufferSource>;
  /** False if not gzip, or truncated. */
  readonly #done: Promise<boolean>;
  #isBroken = false;

  constructor(take: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>) {
    const { readable, writable } = new DecompressionStream('gzip');
    this.#writer = writable.getWriter();
    this.#done = this.#pump(readable.getReader(), take);
  }

  async push(piece: Uint8Array<ArrayBuffer>): Promise<boolean> {
    const broken = (): void => {
      this.#isBroken = true;
    };
    // Only bad data fails here, with errors that differ between engines.
    await this.#writer.ready.catch(broken);
    // Not awaited: writing ends when the bytes are taken, perhaps with the next piece.
    this.#writer.write(piece).catch(broken);
    return !this.#isBroken;
  }

  async finish(): Promise<boolean> {
    this.#writer.close().catch(() => {
      this.#isBroken = true;
    });
    return (await this.#done) && !this.#isBroken;
  }

  async #pump(
    reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
    take: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
  ): Promise<boolean> {
    for (;;) {
      const piece = await reader.read().catch(() => null);
      if (piece === null) {
        this.#isBroken = true;
        return false;
      }
      if (piece.done) return true;
      await take(piece.value);
    }
  }
}
