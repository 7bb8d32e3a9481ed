import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runSpamlight } from '../../../src/server/command/program.ts';

export interface CommandResult {
  readonly code: number;
  /** Standard output. */
  readonly lines: readonly string[];
  /** Standard error. */
  readonly notes: readonly string[];
}

export interface CommandSetting {
  /** Standard input. */
  readonly input?: string | Uint8Array;
  /** Unix time, seconds; default 2026-11-20 12:00 UTC. */
  readonly now?: number;
  readonly signal?: AbortSignal;
}

export const NOON = Date.UTC(2026, 10, 20, 12) / 1000;

/** Runs the command in this process, with a clock and a terminal of the test's own. */
export async function spamlight(
  args: readonly string[],
  setting: CommandSetting = {},
): Promise<CommandResult> {
  const lines: string[] = [];
  const notes: string[] = [];
  const { input = '', now = NOON, signal = new AbortController().signal } = setting;
  const code = await runSpamlight(args, {
    input: (async function* () {
      yield typeof input === 'string' ? new TextEncoder().encode(input) : input;
    })(),
    out: async (line) => void lines.push(line),
    note: (line) => void notes.push(line),
    now: () => now,
    signal,
  });
  return { code, lines, notes };
}

/** Like `spamlight`, for steps that a test only builds on. */
export async function succeed(
  args: readonly string[],
  setting: CommandSetting = {},
): Promise<readonly string[]> {
  const { code, lines, notes } = await spamlight(args, setting);
  if (code !== 0) throw new Error(`spamlight ${args.join(' ')} ended with ${code}: ${notes.join('\n')}`);
  return lines;
}

/** A folder that is gone after the test. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Workshop {
  readonly folder: string;
  readonly feeds: string;
  readonly key: string;
  readonly channel: string;
  /** Writes `feeds.json`; each feed's text goes into a file of its own. */
  setFeeds(feeds: readonly AFeed[], rest?: object): void;
  build(setting?: CommandSetting, ...more: readonly string[]): Promise<CommandResult>;
}

export interface AFeed {
  readonly name: string;
  readonly text: string | Uint8Array;
  readonly [property: string]: unknown;
}

/** Keys, feeds and a place for a channel. */
export async function aWorkshop(): Promise<Workshop> {
  const folder = aFolder();
  const feeds = join(folder, 'feeds.json');
  const key = join(folder, 'key.json');
  const channel = join(folder, 'channel');
  await succeed(['keygen', '--out', key]);
  return {
    folder,
    feeds,
    key,
    channel,
    setFeeds(list, rest = {}) {
      const described = list.map(({ text, ...feed }) => {
        const file = `${feed.name.replaceAll(/\W/g, '-')}.txt`;
        writeFileSync(join(folder, file), text);
        return {
          format: 'url-list',
          category: 'phishing',
          confidence: 0.8,
          licence: 'CC0-1.0',
          file,
          ...feed,
        };
      });
      writeFileSync(feeds, JSON.stringify({ feeds: described, ...rest }));
    },
    build: (setting = {}, ...more) =>
      spamlight(['build', '--feeds', feeds, '--out', channel, '--key', key, ...more], setting),
  };
}
