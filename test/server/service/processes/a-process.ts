import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AnswerBody } from '../answer-body.ts';
import { keepGroup } from './kept-group.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
export const TOKEN = 'a-token-of-thirty-two-characters';

export interface BuiltCommand {
  readonly folder: string;
  readonly command: string;
  remove(): void;
}

/** The command as `npm run build` leaves it, which is what people run, and a folder for one use of it. */
export function builtCommand(): BuiltCommand {
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-service-test-'));
  const tokens = {
    tokens: [{ name: 'tester', token: TOKEN, may: ['changes', 'report', 'metrics', 'check'] }],
  };
  writeFileSync(join(folder, 'tokens.json'), JSON.stringify(tokens));
  return {
    folder,
    command: join(ROOT, 'dist/cli/spamlight.mjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function runCommand({ command }: BuiltCommand, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`spamlight ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

/** Makes keys, and a channel of these hosts. @returns builds another state of it; `rest` is what `feeds.json` has besides */
export function aChannel(
  built: BuiltCommand,
  folder: string,
): (hosts: readonly string[], rest?: object) => void {
  const key = join(folder, 'key.json');
  runCommand(built, ['keygen', '--out', key]);
  return (hosts, rest = {}) => {
    const feed = { name: 'one', file: 'feed.txt', format: 'url-list', category: 'phishing', confidence: 0.9 };
    writeFileSync(join(folder, 'feed.txt'), hosts.map((host) => `http://${host}/page\n`).join(''));
    const feeds = {
      feeds: [{ ...feed, licence: 'none', reviewed: true, limits: { shrinkTo: 0, growTo: 1000 } }],
      ...rest,
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

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: AnswerBody;
}

/** No answer: the connection was refused, or broke before there was one, or none came in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly isLate: boolean;

  constructor(cause: Error) {
    super(cause.message, { cause });
    this.isLate = cause.name === 'AbortError';
  }
}

export interface BegunPost {
  /** Answered already, without its body. */
  readonly isRefused: () => boolean;
  /** Sends the body. */
  readonly finish: () => Promise<Reply>;
}

export interface RunningService {
  readonly url: string;
  readonly pid: number;
  /** Lines of its log, as they come. */
  readonly events: readonly { readonly event: string; readonly [fact: string]: unknown }[];
  /**
   * Over a connection of its own, so that it may reach any of the processes.
   *
   * @throws NoAnswer
   */
  post(path: string, body: unknown): Promise<Reply>;
  /** Resolves when the service has read the head of a request. */
  beginPost(path: string, body: unknown): Promise<BegunPost>;
  /** How many of its processes answer requests. */
  ready(): number;
  /** Waits until `isSo`, and says what was waited for if it never comes to be. */
  until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void>;
  /** @returns its exit code, or 128 and the number of the signal that ended it */
  end(signal: NodeJS.Signals): Promise<number>;
  /** Kills all of its processes at once. */
  killAll(): Promise<void>;
}

/** Between two looks at something that is waited for. Milliseconds. */
export const LOOK_EVERY_MS = 20;
/** Far beyond what any machine takes: reached only by what will never be. Milliseconds. */
export const NEVER_MS = 240_000;

/**
 * A connection that is being handed to a worker when that is killed may stay open in the primary with nobody to answer
 * it: whoever asks has to have a limit. Milliseconds.
 */
const ANSWER_MS = 10_000;

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
  const events: { event: string; [fact: string]: unknown }[] = [];
  let onFirst: (line: string) => void = () => {};
  const first = new Promise<string>((resolve) => (onFirst = resolve));
  let onNotesEnd = (): void => {};
  const lastWords = new Promise<void>((resolve) => (onNotesEnd = resolve));
  const group = await keepGroup([process.execPath, command, ...words], shell, {
    onOutput: (line) => onFirst(line),
    onNote: (line) =>
      events.push(line.startsWith('{') ? (JSON.parse(line) as { event: string }) : { event: line }),
    onNotesEnd: () => onNotesEnd(),
  });
  const announced = await Promise.race([first, group.ended.then(() => null)]);
  if (announced === null) {
    await group.kill();
    await lastWords;
    throw new Error(`the service did not start: ${JSON.stringify(events)}`);
  }
  const { url } = JSON.parse(announced) as { readonly url: string };
  const beginPost = async (path: string, body: unknown): Promise<BegunPost> => {
    const content = JSON.stringify(body);
    const sent = request(url + path, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(content),
        authorization: `Bearer ${TOKEN}`,
        expect: '100-continue',
      },
    });
    const reply = replyTo(sent);
    let isRefused = false;
    // What went wrong is heard of by whoever finishes it.
    void reply.then(
      () => (isRefused = true),
      () => (isRefused = true),
    );
    await Promise.race([once(sent, 'continue'), reply]);
    return {
      isRefused: () => isRefused,
      finish: () => {
        sent.end(content);
        return reply;
      },
    };
  };
  return {
    url,
    pid: group.pid,
    events,
    beginPost,
    post: (path, body) => {
      const content = JSON.stringify(body);
      const sent = request(url + path, {
        method: 'POST',
        agent: false,
        signal: AbortSignal.timeout(ANSWER_MS),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(content),
          authorization: `Bearer ${TOKEN}`,
        },
      });
      const reply = replyTo(sent);
      sent.end(content);
      return reply;
    },
    ready: () => count(events, 'process-ready') - count(events, 'process-ended'),
    until: async (what, isSo) => {
      for (const over = performance.now() + NEVER_MS; performance.now() < over; await sleep(LOOK_EVERY_MS))
        if (await isSo()) return;
      throw new Error(`${what}: never; the service said ${JSON.stringify(events.slice(-20))}`);
    },
    end: async (signal) => {
      process.kill(group.pid, signal);
      return group.ended;
    },
    killAll: () => group.kill(),
  };
}

export function count(events: RunningService['events'], name: string): number {
  return events.filter(({ event }) => event === name).length;
}

async function replyTo(sent: ClientRequest): Promise<Reply> {
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const body = JSON.parse(await text(response)) as AnswerBody;
    return { status: response.statusCode ?? 0, headers: response.headers, body };
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new NoAnswer(error);
    throw error;
  }
}
