/**
 * One reader and one channel on a virtual clock: the command that builds, the server that serves and the code that
 * updates are those that ship; the feed, the lateness of the job and the caches are made up.
 */
import 'fake-indexeddb/auto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HEAD_PATH } from '../../src/core/snapshot/channel-head.ts';
import { INDEX_PATH } from '../../src/core/snapshot/channel-index.ts';
import { SnapshotStore } from '../../src/extension/platform/storage/snapshot-store.ts';
import { runSpamlight } from '../../src/server/command/program.ts';
import { parseKeyFile } from '../../src/server/node/keys/key-file.ts';
import { channelServer } from '../../src/server/publisher/serve/channel-server.ts';
import { aRunner, freshProfile } from '../extension/background/lists/update-harness.ts';
import { type Build, type Publishing, buildsOf, mulberry32, type Spread } from './freshness-simulation.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** A midnight; Unix time, seconds. */
const MIDNIGHT = Date.UTC(2026, 10, 20) / 1000;

export interface FreshnessRun {
  readonly publishing: Publishing;
  readonly entries: number;
  /** Entries that come, and as many that go, in a day. */
  readonly churn: number;
  /** Hours from midnight. The reader installs at the first, comes back at the second, and stays for `openHours`. */
  readonly installedAt: number;
  readonly opensAt: number;
  readonly openHours: number;
  readonly seed: number;
  readonly onBuild?: (text: string) => void;
}

export interface FreshnessOutcome {
  /** Minutes from an entry appearing in its feed to a list with it being in use. */
  readonly delays: readonly number[];
  /** While the reader is there; the first list, of the installation, is not among them. */
  readonly bytes: number;
  readonly requests: ReadonlyMap<string, { readonly count: number; readonly bytes: number }>;
  readonly builds: number;
  readonly headBytes: number;
  readonly indexBytes: number;
}

/** Everything of it is gone afterwards: files and servers. */
export async function runFreshness(run: FreshnessRun): Promise<FreshnessOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-freshness-'));
  const channel = join(folder, 'channel');
  mkdirSync(channel);
  const origin = channelServer(channel);
  const originUrl = await listen(origin);
  const cache = new Cache(originUrl, run.publishing.cache);
  try {
    return await new Day(run, folder, channel, cache, await cache.listen()).run();
  } finally {
    await Promise.all([stop(origin), cache.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

class Day {
  readonly #run: FreshnessRun;
  readonly #folder: string;
  readonly #channel: string;
  readonly #cache: Cache;
  readonly #url: string;
  #now = 0;

  constructor(run: FreshnessRun, folder: string, channel: string, cache: Cache, url: string) {
    this.#run = run;
    this.#folder = folder;
    this.#channel = channel;
    this.#cache = cache;
    this.#url = url;
  }

  async run(): Promise<FreshnessOutcome> {
    const { publishing, installedAt, opensAt, openHours, seed } = this.#run;
    const random = mulberry32(seed);
    const within = ({ from, to }: Spread): number => from + random() * (to - from);
    const [opens, closes] = [MIDNIGHT + opensAt * HOUR, MIDNIGHT + (opensAt + openHours) * HOUR];
    const begin = MIDNIGHT + installedAt * HOUR;
    // From an hour before the installation.
    const builds = buildsOf(publishing, closes - begin + 3 * HOUR, within).map(({ started, online }) => ({
      started: Math.round(begin + started + HOUR),
      online: Math.round(begin + online + HOUR),
    }));
    await this.#command(['keygen', '--out', join(this.#folder, 'key.json')]);
    const rootKey = parseKeyFile(readFileSync(join(this.#folder, 'key.json'), 'utf8'))?.root?.x ?? '';

    freshProfile();
    let wakeAt = begin;
    let isOpen = true;
    const id = 'default:freshness';
    const runner = aRunner({
      channels: async () => ({
        channels: [
          { id, name: 'freshness', url: this.#url, rootKeys: [rootKey], pinnedName: null, origin: 'default' },
        ],
        isWhole: true,
      }),
      now: () => this.#now,
      isWebmailVisible: async () => isOpen,
      wakeAt: async (when) => void (wakeAt = when),
    });
    /** When each serial came into use. */
    const inUse = new Map<number, number>();
    let have = 0;
    const done: Build[] = [];
    const look = async (): Promise<void> => {
      await runner.run('due');
      const stored = await new SnapshotStore().snapshot(id);
      const serial = stored.ok ? (stored.value?.serial ?? 0) : 0;
      for (let each = have + 1; each <= serial; each++) inUse.set(each, this.#now);
      have = serial;
    };
    for (const build of builds) {
      if (build.started > closes) break;
      // The reader's looks until this build is online: with the browser closed there are none.
      while (Math.max(wakeAt, isOpen ? 0 : opens) < build.online && done.length > 0) {
        this.#now = Math.max(wakeAt, isOpen ? 0 : opens);
        if (this.#now >= opens && !isOpen) {
          isOpen = true;
          this.#cache.forget();
        }
        if (this.#now >= closes) break;
        this.#cache.now = this.#now;
        await look();
        if (this.#now < opens) isOpen = false;
      }
      await this.#build(build, done.length + 1);
      done.push(build);
    }
    const delays: number[] = [];
    // Entries of the time that the reader is there, but for the last hour: what came then may be in use later.
    for (let sample = 0; sample < 2_000; sample++) {
      const cameAt = opens + random() * (closes - HOUR - opens);
      const build = done.findIndex(({ started }) => started >= cameAt);
      const usedAt = build === -1 ? undefined : inUse.get(build + 1);
      if (usedAt !== undefined) delays.push((usedAt - cameAt) / 60);
      else delays.push((closes - cameAt) / 60);
    }
    delays.sort((a, b) => a - b);
    return {
      delays,
      bytes: [...this.#cache.requests.values()].reduce((sum, { bytes }) => sum + bytes, 0),
      requests: this.#cache.requests,
      builds: done.length,
      headBytes: readFileSync(join(this.#channel, HEAD_PATH)).length,
      indexBytes: readFileSync(join(this.#channel, INDEX_PATH)).length,
    };
  }

  async #build({ started, online }: Build, serial: number): Promise<void> {
    const { entries, churn, onBuild } = this.#run;
    this.#now = started;
    const first = Math.floor(((started - MIDNIGHT + DAY) / DAY) * churn);
    const lines: string[] = [];
    // Of four makers, as lists are: each is a section and a source of its own.
    const feeds = [0, 1, 2, 3].map((maker) => ({
      name: `Maker ${maker}`,
      file: `feed-${maker}.txt`,
      format: 'url-list',
      category: maker % 2 === 0 ? 'phishing' : 'malware',
      confidence: 0.9,
      reviewed: true,
      licence: 'CC0-1.0',
    }));
    for (const [maker, { file }] of feeds.entries()) {
      lines.length = 0;
      for (let entry = first; entry < first + entries; entry++)
        if (entry % 4 === maker) lines.push(`https://h${entry}.example/login`);
      writeFileSync(join(this.#folder, file), `${lines.join('\n')}\n`);
    }
    writeFileSync(join(this.#folder, 'feeds.json'), JSON.stringify({ feeds }));
    const at = performance.now();
    await this.#command([
      'build',
      '--feeds',
      join(this.#folder, 'feeds.json'),
      '--out',
      this.#channel,
      '--key',
      join(this.#folder, 'key.json'),
    ]);
    onBuild?.(`build ${serial}: ${((performance.now() - at) / 1000).toFixed(1)} s`);
    this.#cache.publish(online, this.#channel);
  }

  async #command(words: readonly string[]): Promise<void> {
    const said: string[] = [];
    const code = await runSpamlight(words, {
      // oxlint-disable-next-line eslint/require-yield -- there is no input
      input: (async function* () {})(),
      out: async (line) => void said.push(line),
      note: (line) => void said.push(line),
      now: () => (this.#now === 0 ? MIDNIGHT - DAY : this.#now),
      signal: new AbortController().signal,
    });
    if (code !== 0) throw new Error(`spamlight ${words.join(' ')}:\n${said.join('\n')}`);
  }
}

/** What stands between: it answers with an index and a head as they were when it was last filled, and others fill it. */
class Cache {
  now = 0;
  readonly requests = new Map<string, { count: number; bytes: number }>();
  readonly #versions: { readonly online: number; readonly files: ReadonlyMap<string, Buffer> }[] = [];
  readonly #seconds: number;
  readonly #server: Server;

  constructor(originUrl: string, seconds: number) {
    this.#seconds = seconds;
    this.#server = createServer((request, response) => {
      const path = (request.url ?? '/').slice(1);
      void this.#answer(path, originUrl).then((body) => {
        this.#count(path, body?.length ?? 0);
        response.writeHead(body === null ? 404 : 200, { 'access-control-allow-origin': '*' }).end(body);
      });
    });
  }

  listen(): Promise<string> {
    return listen(this.#server);
  }

  stop(): Promise<void> {
    return stop(this.#server);
  }

  publish(online: number, channel: string): void {
    const files = new Map([INDEX_PATH, HEAD_PATH].map((path) => [path, readFileSync(join(channel, path))]));
    this.#versions.push({ online, files });
  }

  forget(): void {
    this.requests.clear();
  }

  async #answer(path: string, originUrl: string): Promise<Buffer | null> {
    if (path !== INDEX_PATH && path !== HEAD_PATH) {
      const response = await fetch(originUrl + path);
      return response.ok ? Buffer.from(await response.arrayBuffer()) : null;
    }
    // Head and index are filled at times of their own.
    const phase = path === HEAD_PATH ? this.#seconds / 3 : 0;
    const filledAt = this.#seconds === 0 ? this.now : this.now - ((this.now + phase) % this.#seconds);
    const seen = this.#versions.findLast(({ online }) => online <= filledAt) ?? this.#versions[0];
    return seen?.files.get(path) ?? null;
  }

  #count(path: string, bytes: number): void {
    const kind = path.includes('/') ? path.slice(0, path.indexOf('/')) : path;
    const before = this.requests.get(kind) ?? { count: 0, bytes: 0 };
    this.requests.set(kind, { count: before.count + 1, bytes: before.bytes + bytes });
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a server that listens on TCP
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
}
