import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EntryHasher } from '../../../../src/core/hash/entry-hash.ts';
import {
  basePath,
  type ChannelIndex,
  deltaPath,
  type FileFacts,
  INDEX_PATH,
} from '../../../../src/core/snapshot/channel-index.ts';
import { HEAD_PATH, headDigest } from '../../../../src/core/snapshot/channel-head.ts';
import type { KeyList } from '../../../../src/core/snapshot/key-list.ts';
import { encodeSnapshot } from '../../../../src/core/snapshot/encode-snapshot.ts';
import {
  compareSections,
  type FingerprintList,
  type Section,
  type SectionName,
  type Snapshot,
} from '../../../../src/core/snapshot/snapshot.ts';
import { stateDigest } from '../../../../src/core/snapshot/state-digest.ts';
import { readLink } from '../../../../src/core/url/read-link.ts';
import { type KeyPair, makeKeyPair } from '../../../../src/server/node/keys/key-file.ts';
import { signHead, signIndex, signKeyList } from '../../../../src/server/publisher/keys/sign.ts';
import type { Channel } from '../../../../src/extension/background/realm/channel.ts';
import { deltaOf } from '../../../core/snapshot/deltas.ts';

export const PHISHING: SectionName = {
  kind: 'url',
  category: 'phishing',
  action: 'danger',
  group: 'test feed',
};
export const SPAM: SectionName = { kind: 'url', category: 'spam', action: 'caution', group: 'test feed' };

/** Entries by section: hosts, or addresses with a path, as a feed has them. */
export interface Content {
  readonly section: SectionName;
  readonly entries: readonly string[];
}

export const EPOCH_KEY = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);

const EMPTY: FingerprintList = { high: new Uint32Array(0), low: new Uint32Array(0) };

export function snapshotOf(
  contents: readonly Content[],
  {
    serial = 1,
    publishedAt = 1_790_000_000,
    key = EPOCH_KEY,
    opaque = [],
  }: {
    readonly serial?: number;
    readonly publishedAt?: number;
    readonly key?: Uint8Array;
    readonly opaque?: Snapshot['opaque'];
  } = {},
): Snapshot {
  const sections = contents
    .map(({ section, entries }): Section => ({
      ...section,
      fingerprintBits: 54,
      fingerprints: fingerprintsOf(entries, section.kind, key),
    }))
    .sort(compareSections);
  return {
    serial,
    publishedAt,
    epoch: { key, startedAt: 1_780_000_000, plannedEntries: 10_000_000 },
    sections,
    exclusions: EMPTY,
    opaque,
  };
}

function fingerprintsOf(
  entries: readonly string[],
  kind: SectionName['kind'],
  key: Uint8Array,
): FingerprintList {
  const hasher = new EntryHasher(key);
  const values = new Set<bigint>();
  for (const entry of entries) {
    const hash =
      kind === 'url'
        ? urlHash(hasher, entry)
        : kind === 'address'
          ? hasher.address(entry)
          : hasher.message(entry);
    values.add(((BigInt(hash.high) << 32n) | BigInt(hash.low)) & ~0x3ffn);
  }
  const sorted = [...values].sort((a, b) => (a < b ? -1 : 1));
  return {
    high: Uint32Array.from(sorted, (value) => Number(value >> 32n)),
    low: Uint32Array.from(sorted, (value) => Number(value & 0xffff_ffffn)),
  };
}

function urlHash(hasher: EntryHasher, entry: string): { readonly high: number; readonly low: number } {
  const canonical = readLink(`http://${entry}`).layers[0]?.canonical ?? `${entry}/`;
  const slash = canonical.indexOf('/');
  return hasher.url(canonical.slice(0, slash), canonical.slice(slash));
}

export function factsOf(bytes: Uint8Array): FileFacts {
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

export type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A channel as a publisher has it, served over real HTTP on loopback, with the means to make it do what an
 * attacker or a broken server would.
 */
export class TestChannel {
  readonly files = new Map<string, Uint8Array>();
  /** Answers instead of a file. */
  readonly answers = new Map<string, Respond>();
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = [];
  readonly name: string;
  readonly rootKey: KeyPair;
  snapshotKey: KeyPair;
  keyListNumber = 1;
  keysExpireAt = 4_000_000_000;
  /** Named in the list of keys. */
  mirrors: readonly string[] = [];
  /** Whether a head is published beside each index. */
  hasHead = false;
  readonly #server: Server;
  readonly #published = new Map<number, Snapshot>();
  #port = 0;

  private constructor(name: string, rootKey: KeyPair, snapshotKey: KeyPair) {
    this.name = name;
    this.rootKey = rootKey;
    this.snapshotKey = snapshotKey;
    this.#server = createServer((request, response) => this.#respond(request, response));
  }

  static async start(
    name = 'test channel',
    keys: { root?: KeyPair; snapshot?: KeyPair } = {},
  ): Promise<TestChannel> {
    const channel = new TestChannel(
      name,
      keys.root ?? (await makeKeyPair()),
      keys.snapshot ?? (await makeKeyPair()),
    );
    await channel.listen();
    return channel;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(this.#port, '127.0.0.1', resolve);
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a server that listens on TCP
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  /** As the extension knows it. */
  get channel(): Channel {
    return {
      id: 'default:test',
      name: this.name,
      url: this.url,
      rootKeys: [this.rootKey.x],
      pinnedName: this.name,
      origin: 'default',
    };
  }

  /** Paths that were asked for since the last call. */
  takePaths(): readonly string[] {
    return this.requests.splice(0).map(({ path }) => path);
  }

  keyList(change: Partial<KeyList> = {}): Promise<string> {
    return signKeyList(
      {
        number: this.keyListNumber,
        channel: this.name,
        expiresAt: this.keysExpireAt,
        keys: [{ kid: this.snapshotKey.kid, publicKey: this.snapshotKey.x }],
        ...(this.mirrors.length === 0 ? {} : { mirrors: this.mirrors }),
        ...change,
      },
      this.rootKey,
    );
  }

  /** The index of a snapshot, with deltas from those published before it in the same epoch. */
  async indexOf(snapshot: Snapshot, change: Partial<ChannelIndex> = {}): Promise<ChannelIndex> {
    const base = encodeSnapshot(snapshot);
    this.files.set(basePath(snapshot.serial), base);
    const deltas: ChannelIndex['deltas'][number][] = [];
    for (const [from, before] of this.#published) {
      if (from >= snapshot.serial || !isSameKey(before.epoch.key, snapshot.epoch.key)) continue;
      const delta = deltaOf(before, snapshot);
      this.files.set(deltaPath(from, snapshot.serial), delta);
      deltas.push({ from, to: snapshot.serial, ...factsOf(delta) });
    }
    return {
      format: 1,
      channel: this.name,
      serial: snapshot.serial,
      publishedAt: snapshot.publishedAt,
      expiresAt: snapshot.publishedAt + 14 * 86_400,
      refreshAfter: 3600,
      base: { serial: snapshot.serial, ...factsOf(base) },
      deltas: deltas.slice(-8),
      chain: null,
      digest: await stateDigest(snapshot),
      sections: snapshot.sections.map(({ kind, category, action, group, fingerprintBits, fingerprints }) => ({
        kind,
        category,
        action,
        group,
        entries: fingerprints.high.length,
        fingerprintBits,
      })),
      sources: [{ name: 'test feed', licence: 'CC0-1.0', entries: 3, fetchedAt: snapshot.publishedAt }],
      keys: await this.keyList(),
      ...(this.hasHead ? { head: true, refreshAfter: 300 } : {}),
      ...change,
    };
  }

  async publish(snapshot: Snapshot, change: Partial<ChannelIndex> = {}): Promise<ChannelIndex> {
    const index = await this.indexOf(snapshot, change);
    await this.putIndex(index);
    if (index.head === true) await this.putHead(index);
    this.#published.set(snapshot.serial, snapshot);
    return index;
  }

  async putIndex(index: ChannelIndex, key = this.snapshotKey): Promise<void> {
    this.putText(INDEX_PATH, await signIndex(index, key));
  }

  /** The head of an index, with the newest of its deltas, as a publisher writes it. */
  async putHead(
    { serial, deltas }: Pick<ChannelIndex, 'serial' | 'deltas'>,
    key = this.snapshotKey,
  ): Promise<void> {
    const newest = deltas
      .filter(({ from }) => from < serial)
      .slice(-2)
      .map((delta) => ({ from: delta.from, bytes: delta.bytes, sha256: headDigest(delta.sha256) }));
    const { sha256 } = factsOf(this.files.get(INDEX_PATH) ?? new Uint8Array());
    const head = { serial, index: headDigest(sha256), deltas: newest };
    this.putText(HEAD_PATH, await signHead(head, this.name, key));
  }

  /** Has what another channel has at this moment, as a mirror of it. */
  copyFrom({ files }: TestChannel): void {
    for (const [path, bytes] of files) this.files.set(path, bytes);
  }

  putText(path: string, text: string): void {
    this.files.set(path, new TextEncoder().encode(text));
  }

  text(path: string): string {
    return new TextDecoder().decode(this.files.get(path));
  }

  #respond(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '/').slice(1);
    this.requests.push({ path, headers: request.headers });
    const answer = this.answers.get(path);
    if (answer !== undefined) {
      answer(request, response);
      return;
    }
    const file = this.files.get(path);
    if (file === undefined) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
      return;
    }
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'access-control-allow-origin': '*',
    });
    response.end(file);
  }
}

function isSameKey(a: Uint8Array, b: Uint8Array): boolean {
  return a.every((byte, index) => byte === b[index]);
}
