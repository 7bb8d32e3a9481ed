import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { AnswerBody } from '../answer-body.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const TOKEN = 'a-token-of-thirty-two-characters';

export interface BuiltCommand {
  readonly folder: string;
  readonly command: string;
  remove(): void;
}

/** Builds the command into a folder of its own: the tests run what people run. */
export function buildCommand(): BuiltCommand {
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-service-test-'));
  const built = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--outDir', folder],
    { cwd: ROOT, env: { ...process.env, SPAMLIGHT_TARGET: 'cli' }, encoding: 'utf8' },
  );
  if (built.status !== 0) throw new Error(built.stderr);
  const tokens = {
    tokens: [{ name: 'tester', token: TOKEN, may: ['changes', 'report', 'metrics', 'check'] }],
  };
  writeFileSync(join(folder, 'tokens.json'), JSON.stringify(tokens));
  return {
    folder,
    command: join(folder, 'spamlight.mjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function runCommand({ command }: BuiltCommand, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`spamlight ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

/** Makes keys, and a channel of these hosts. @returns builds another state of it */
export function aChannel(built: BuiltCommand, folder: string): (hosts: readonly string[]) => void {
  const key = join(folder, 'key.json');
  runCommand(built, ['keygen', '--out', key]);
  return (hosts) => {
    const feed = { name: 'one', file: 'feed.txt', format: 'url-list', category: 'phishing', confidence: 0.9 };
    writeFileSync(join(folder, 'feed.txt'), hosts.map((host) => `http://${host}/page\n`).join(''));
    const feeds = {
      feeds: [{ ...feed, licence: 'none', reviewed: true, limits: { shrinkTo: 0, growTo: 1000 } }],
    };
    writeFileSync(join(folder, 'feeds.json'), JSON.stringify(feeds));
    runCommand(built, [
      'build',
      '--feeds',
      join(folder, 'feeds.json'),
      '--out',
      join(folder, 'channel'),
      '--key',
      key,
    ]);
  };
}

export interface RunningService {
  readonly url: string;
  readonly child: ChildProcess;
  /** Lines of its log, as they come. */
  readonly events: readonly { readonly event: string; readonly [fact: string]: unknown }[];
  post(path: string, body: unknown): Promise<{ readonly status: number; readonly body: AnswerBody }>;
  /** @returns its exit code, or the signal that ended it */
  end(signal: NodeJS.Signals): Promise<number | string | null>;
}

/** @param shell - what a shell does before, such as `ulimit -f 8` */
export async function startService(
  { command, folder }: BuiltCommand,
  args: readonly string[],
  shell = 'true',
): Promise<RunningService> {
  const words = [
    'service',
    '--port',
    '0',
    '--tokens',
    join(folder, 'tokens.json'),
    '--workers',
    '2',
    ...args,
  ];
  const child = spawn('bash', ['-c', `${shell} && exec "$@"`, 'bash', process.execPath, command, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const events: { event: string }[] = [];
  const notes = createInterface({ input: child.stderr });
  notes.on('line', (line) =>
    events.push(line.startsWith('{') ? (JSON.parse(line) as { event: string }) : { event: line }),
  );
  const first = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line') as Promise<unknown[]>,
    ended.then(() => null),
  ]);
  if (first === null) throw new Error(`the service did not start: ${JSON.stringify(events)}`);
  const { url } = JSON.parse(String(first[0])) as { readonly url: string };
  return {
    url,
    child,
    events,
    post: async (path, body) => {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as AnswerBody };
    },
    end: async (signal) => {
      child.kill(signal);
      const [code, by] = (await ended) as [number | null, string | null];
      return by ?? code;
    },
  };
}
