import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { rootKeyOf } from '../../node/channel/channel-option.ts';
import { CommandFailed, orFail, type Terminal } from '../../node/terminal/terminal.ts';
import { expectedMessage } from '../../node/explained-failure.ts';
import { DEFAULT_POLICY, parsePolicy, type Policy } from '../check/policy.ts';
import { isLoopback } from '../http/same-origin.ts';
import { parseTokens } from '../http/tokens.ts';

interface ServiceCommandOptions {
  readonly channel: readonly string[];
  readonly key: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly data?: string;
  readonly tokens?: string;
  readonly policy?: string;
  readonly workers: number;
  readonly refresh?: number;
  readonly keepQuery?: true;
  readonly engine?: readonly string[];
  readonly list: 'process' | 'engine';
}

/** Interval between reads of a channel in a folder, and on a web server. */
const LOCAL_REFRESH_SECONDS = 10;
const WEB_REFRESH_SECONDS = 300;

const MAX_WORKERS = 256;

export function addService(program: Command, terminal: Terminal, version: string): void {
  program
    .command('service')
    .description('Starts an HTTP service that checks links and messages for platforms.')
    .requiredOption(
      '--channel <folder-or-url>',
      'the channel to follow; repeat it for several channels',
      addTo,
    )
    .option(
      '--key <key>',
      "the channel's public root key, or a key file with it. Required for a web address; one for each channel, in the same order",
      addTo,
      [],
    )
    .option('--host <name>', 'host to listen on; tokens are needed unless it is loopback', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 for any that is free', wholeNumber(0, 65_535), 8090)
    .option('--data <folder>', 'folder for changes, reports and the last list; without it none are kept')
    .option(
      '--tokens <file>',
      'JSON: {"tokens": [{"name", "token", "may": ["check", "report", "changes", "metrics"]}]}',
    )
    .option('--policy <file>', 'a JSON file: what to do about each verdict; see docs/service.md')
    .option(
      '--workers <number>',
      'processes that answer requests',
      wholeNumber(1, MAX_WORKERS),
      availableParallelism(),
    )
    .option('--refresh <seconds>', 'seconds between two looks at the channel', wholeNumber(1, 86_400))
    .option('--keep-query', 'keep the query of reported URLs')
    .addOption(
      new Option(
        '--engine <urls>',
        'Redis or Valkey that holds changes for several machines: redis://…[,…]. With --data this service writes to it',
      )
        .env('SPAMLIGHT_ENGINE')
        .argParser(engineUrls),
    )
    .addOption(
      new Option(
        '--list <where>',
        'engine: the list is kept there too, and a process holds only layer 1. Use the same value for all services of an engine',
      )
        .choices(['process', 'engine'])
        .default('process'),
    )
    .addHelpText(
      'after',
      '\nRuns until it is told to stop (Ctrl-C, SIGTERM). Its log is JSON lines on standard error.',
    )
    .action((options: ServiceCommandOptions) => runCommand(options, terminal, version));
}

async function runCommand(
  options: ServiceCommandOptions,
  terminal: Terminal,
  version: string,
): Promise<void> {
  const { channel: locations, key: keys, host } = options;
  if (keys.length > 0 && keys.length !== locations.length) {
    throw new CommandFailed({
      kind: 'keys-and-channels',
      message: `${locations.length} channels and ${keys.length} keys are given: --key is given once for each --channel, in their order.`,
    });
  }
  const channels = await Promise.all(
    locations.map(async (location, place) => ({
      location,
      rootKey: await rootKeyOf(keys[place], location, '--key'),
    })),
  );
  const policy = options.policy === undefined ? DEFAULT_POLICY : await readPolicy(options.policy);
  const tokens = options.tokens === undefined ? { tokens: [] } : await readJsonFile(options.tokens);
  const parsed = parseTokens(tokens);
  if (!parsed.ok) {
    throw new CommandFailed({ kind: 'bad-tokens', message: `${options.tokens ?? ''} ${parsed.failure}.` });
  }
  if (options.list === 'engine' && options.engine === undefined) {
    throw new CommandFailed({
      kind: 'no-engine',
      message: '--list engine puts the list into the engine that --engine names, and none is named.',
    });
  }
  if (options.list === 'engine' && channels.length > 1) {
    throw new CommandFailed({
      kind: 'one-list-in-engine',
      message: 'With --list engine there can be one channel: an engine holds one list.',
    });
  }
  const isOpen = isLoopback(host);
  if (!isOpen && parsed.value.count() === 0) {
    throw new CommandFailed({
      kind: 'no-tokens',
      message: `At ${host} anyone could ask: --tokens is needed there. Put a proxy with TLS in front.`,
    });
  }
  // Lazy, so that other commands load no HTTP server.
  const { runService } = await import('../processes/service-process.ts');
  const data = options.data ?? (await mkdtemp(join(tmpdir(), 'spamlight-service-')));
  try {
    const ended = await runService(
      {
        channels,
        data,
        keeps: options.data !== undefined,
        workers: options.workers,
        refreshSeconds:
          options.refresh ??
          (locations.some((location) => /^https?:/i.test(location))
            ? WEB_REFRESH_SECONDS
            : LOCAL_REFRESH_SECONDS),
        worker: {
          version,
          host,
          port: options.port,
          policy,
          tokens,
          isOpen,
          keepQuery: options.keepQuery === true,
          engine: options.engine ?? null,
          isListInEngine: options.list === 'engine',
        },
      },
      {
        log: (event, facts = {}) => terminal.note(JSON.stringify({ at: terminal.now(), event, ...facts })),
        now: () => terminal.now(),
        onListening: (port) => {
          const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
          void terminal.out(JSON.stringify({ url, port }));
        },
        signal: terminal.signal,
      },
    );
    orFail(ended);
  } finally {
    if (options.data === undefined) await rm(data, { recursive: true, force: true });
  }
}

async function readPolicy(path: string): Promise<Policy> {
  const policy = parsePolicy(await readJsonFile(path));
  if (policy.ok) return policy.value;
  const problems = policy.failure.map((problem) => `${problem.path || 'the file'} ${problem.message}`);
  throw new CommandFailed({ kind: 'bad-policy', message: `${path}: ${problems.join('; ')}.` });
}

async function readJsonFile(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const message = error instanceof SyntaxError ? 'it is not JSON' : expectedMessage(error);
    throw new CommandFailed({ kind: 'unreadable-file', message: `${path}: ${message}.` });
  }
}

function addTo(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= from && value <= to) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
  };
}

/** URLs may hold passwords, so messages do not repeat them. */
function engineUrls(text: string): readonly string[] {
  const urls = text.split(',').map((url) => url.trim());
  for (const url of urls) {
    const { protocol, pathname } = URL.canParse(url) ? new URL(url) : { protocol: '', pathname: '' };
    // The path is a database number.
    if (!/^rediss?:$/.test(protocol) || !/^(\/\d{0,9})?$/.test(pathname))
      throw new InvalidArgumentError(
        'It must be redis:// or rediss:// addresses, with a comma between them.',
      );
  }
  return urls;
}
