import { spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseChannelText } from '../../src/extension/background/lists/channel-text.ts';
import { parseKeyFile } from '../../src/server/node/keys/key-file.ts';
import { parsePublisherFeedsFile } from '../../src/server/publisher/feeds/read-feeds-file.ts';
import { channelServer } from '../../src/server/publisher/serve/channel-server.ts';
import { onLoopback } from '../server/publisher/loopback.ts';
import { isJsonObject } from '../server/publisher/json-object.ts';
import { aFolder, spamlight, succeed } from '../server/publisher/run-command.ts';

const LONG = 60_000;

async function aServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const address = await onLoopback(server);
  return `http://127.0.0.1:${address.port}/`;
}

/** What the job's shell would run, as the workflow file has it. */
function stepsOf(workflow: string): readonly string[] {
  const blocks = workflow.matchAll(/^( *)(?:run:|-) \|\n((?:\1 +.*\n)+)/gm);
  return [...blocks].map(([, , body = '']) =>
    body
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .trim(),
  );
}

function run(command: string, cwd: string, env: Record<string, string>) {
  return new Promise<{ readonly code: number | null; readonly said: string }>((resolve) => {
    const child = spawn('bash', ['-e', '-c', command], { cwd, env: { ...process.env, ...env } });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('close', (code) => resolve({ code, said }));
  });
}

/** The command as `npm run build` leaves it. */
function putCommand(folder: string): void {
  copyFileSync('dist/cli/spamlight.mjs', join(folder, 'spamlight.mjs'));
}

/** `feeds.json` as it was made, with every address on loopback. */
async function feedFromHere(folder: string): Promise<void> {
  const pages = Array.from({ length: 40 }, (_, index) => `https://h${index}.example/login\n`).join('');
  const feedServer = await aServer((_, response) => response.end(pages));
  const path = join(folder, 'feeds.json');
  const file: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!isJsonObject(file) || !Array.isArray(file['feeds'])) throw new Error('no feeds');
  const feeds = file['feeds'].filter(isJsonObject).map(({ name, category, licence, enabled }, index) => ({
    name,
    category,
    licence,
    ...(enabled === false ? { enabled } : {}),
    format: 'url-list',
    url: `${feedServer}${index}`,
    limits: { minEntries: 1 },
  }));
  writeFileSync(path, JSON.stringify({ feeds }));
}

async function madeChannel() {
  const parent = aFolder();
  const folder = join(parent, 'lists');
  const lines = await succeed(['init', folder, '--name', 'My lists']);
  return { parent, folder, lines, rootKeyFile: join(parent, 'lists-root-key.json') };
}

describe('init', () => {
  test('puts the root key beside the folder, the job’s key into it, and both out of the repository', async () => {
    const { folder, rootKeyFile, lines } = await madeChannel();
    const rootKeys = parseKeyFile(readFileSync(rootKeyFile, 'utf8'));
    const jobKeys = parseKeyFile(readFileSync(join(folder, 'snapshot-key.json'), 'utf8'));
    expect(rootKeys).toMatchObject({ channel: 'My lists', snapshot: null, keyList: null });
    expect(jobKeys).toMatchObject({ channel: 'My lists', root: null });
    expect(jobKeys?.keyList).not.toBeNull();
    for (const file of [rootKeyFile, join(folder, 'snapshot-key.json')])
      expect(statSync(file).mode & 0o777).toBe(0o600);
    const ignored = readFileSync(join(folder, '.gitignore'), 'utf8').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['*key*.json', 'public/', '.state/']));
    expect(lines.join('\n')).toContain('not online');
    expect(lines.join('\n')).toContain('SPAMLIGHT_KEY');
  });

  test('uses feeds that may be published by anybody, and keeps the others switched off', async () => {
    const { folder } = await madeChannel();
    const value: unknown = JSON.parse(readFileSync(join(folder, 'feeds.json'), 'utf8'));
    const parsed = parsePublisherFeedsFile(value, folder);
    if (!parsed.ok) throw new Error(parsed.failure.map(({ message }) => message).join());
    expect(parsed.value.feeds.length).toBeGreaterThan(3);
    for (const { licence } of parsed.value.feeds) expect(licence).toMatch(/^(?:CC0-1\.0|MIT|Apache-2\.0)$/);
    expect(JSON.stringify(value)).toContain('OpenPhish');
    expect(parsed.value.feeds.map(({ name }) => name)).not.toContain('OpenPhish community');
  });

  test('writes what a subscriber pastes, as the extension reads it', async () => {
    const { folder, rootKeyFile } = await madeChannel();
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    const text = /^ {4}(https:.*)\n {4}(root-key: .*)$/m.exec(readme);
    const parsed = parseChannelText(`${text?.[1] ?? ''}\n${text?.[2] ?? ''}`);
    const root = parseKeyFile(readFileSync(rootKeyFile, 'utf8'))?.root;
    expect(parsed).toEqual({
      ok: true,
      value: { url: 'https://owner.github.io/REPOSITORY/', rootKeys: [root?.x] },
    });
  });

  test('asks for a name, and for nothing else', async () => {
    const folder = join(aFolder(), 'lists');
    const { code, notes } = await spamlight(['init', folder], { input: 'Neighbours\n' });
    expect([code, notes]).toEqual([0, ['Name of the channel:']]);
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toMatch(/^# Neighbours\n/);
  });

  test.each([[''], ['x'.repeat(65)], ['two\nlines']])('takes no name like %j', async (name) => {
    const folder = join(aFolder(), 'lists');
    expect((await spamlight(['init', folder, '--name', name])).code).toBe(1);
    expect(existsSync(folder)).toBe(false);
  });

  test('leaves a folder alone that has something in it, and a root key that is there', async () => {
    const { folder, rootKeyFile } = await madeChannel();
    const key = readFileSync(rootKeyFile, 'utf8');
    expect((await spamlight(['init', folder, '--name', 'Again'])).notes.join('')).toContain('not empty');
    rmSync(folder, { recursive: true });
    expect((await spamlight(['init', folder, '--name', 'Again'])).code).toBe(1);
    expect(readFileSync(rootKeyFile, 'utf8')).toBe(key);
  });
});

/** Of a job: what is kept for the next run, and what becomes the site, as paths in the checkout. */
interface Carried {
  readonly cached: readonly string[];
  readonly uploaded: string;
}

interface Step {
  readonly uses?: string;
  readonly with?: { readonly path?: string };
}

/** Read from the workflow itself, of either service. */
function carriedBy(workflow: string): Carried {
  const { jobs, pages } = parse(workflow) as {
    readonly jobs?: { readonly publish: { readonly steps: readonly Step[] } };
    readonly pages?: {
      readonly cache: { readonly paths: readonly string[] };
      readonly artifacts: { readonly paths: readonly string[] };
    };
  };
  if (pages !== undefined) return { cached: pages.cache.paths, uploaded: pages.artifacts.paths[0] ?? '' };
  const pathsOf = (action: string): readonly string[] =>
    (jobs?.publish.steps ?? [])
      .filter(({ uses }) => uses?.startsWith(`${action}@`))
      .flatMap((step) => step.with?.path?.trim().split('\n') ?? []);
  return {
    cached: pathsOf('actions/cache'),
    uploaded: pathsOf('actions/upload-pages-artifact')[0] ?? '',
  };
}

/** Makes `to` hold what `from` does, and nothing else; of a path that is not there, nothing. */
function replace(to: string, from: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true });
  if (existsSync(from)) cpSync(from, to, { recursive: true });
}

describe.each(['.github/workflows/publish.yml', '.gitlab-ci.yml'])('every step of %s', (file) => {
  test(
    'runs on this machine, publishes serial 1, and goes on from it, also where what it keeps was lost',
    async () => {
      const { parent, folder } = await madeChannel();
      await feedFromHere(folder);
      putCommand(folder);
      const workflow = readFileSync(join(folder, file), 'utf8');
      const steps = stepsOf(workflow);
      expect(steps).toHaveLength(2);
      const { cached, uploaded } = carriedBy(workflow);

      // What the pages of the channel hold: nothing at first.
      const site = join(parent, 'site');
      mkdirSync(site);
      const pages = channelServer(site);
      const address = await onLoopback(pages);
      const env = {
        SPAMLIGHT_KEY: readFileSync(join(folder, 'snapshot-key.json'), 'utf8'),
        CHANNEL_URL: `http://127.0.0.1:${address.port}/`,
      };
      const cache = join(parent, 'cache');
      const publish = async (serial: number): Promise<void> => {
        const checkout = join(parent, `checkout-${serial}`);
        cpSync(folder, checkout, { recursive: true });
        rmSync(join(checkout, 'snapshot-key.json'));
        for (const path of cached) replace(join(checkout, path), join(cache, path));
        for (const step of steps) {
          const { code, said } = await run(step, checkout, env);
          expect([code, said]).toEqual([0, expect.any(String)]);
        }
        for (const path of cached) replace(join(cache, path), join(checkout, path));
        // Both services put the new site in the place of the old one, whole.
        replace(site, join(checkout, uploaded));
        expect(existsSync(join(site, `base/${serial}.slb`))).toBe(true);
      };
      await publish(1);
      await publish(2);
      // A reader may still have the index of serial 1, and be fetching what that names.
      for (const path of ['base/1.slb', 'delta/1-2.sld', 'report/1.html', 'report/1.json'])
        expect([path, existsSync(join(site, path))]).toEqual([path, true]);
      const links = ['https://h7.example/login', 'https://other.example/'];
      const checked = await succeed(['check', '--channel', site, '--json', ...links]);
      const verdicts = checked.map((line): unknown => JSON.parse(line));
      expect(
        verdicts.map(
          (line) => isJsonObject(line) && isJsonObject(line['verdict']) && line['verdict']['kind'],
        ),
      ).toEqual(['flagged', 'clear']);

      rmSync(cache, { recursive: true });
      await publish(3);
    },
    LONG,
  );
});

test.each([
  ['Somebody/lists', 'https://Somebody.github.io/lists/'],
  ['Somebody/somebody.github.io', 'https://Somebody.github.io/'],
])('the job of GitHub finds the channel of %s at %s, whatever started it', async (repository, url) => {
  const { folder } = await madeChannel();
  const workflow = readFileSync(join(folder, '.github/workflows/publish.yml'), 'utf8');
  // A schedule is no event of a repository, and its payload does not name one.
  expect(workflow).not.toContain('github.event.');
  writeFileSync(join(folder, 'spamlight.mjs'), `console.log(process.argv.slice(2).join(' '));\n`);
  const env = {
    GITHUB_REPOSITORY: repository,
    GITHUB_REPOSITORY_OWNER: 'Somebody',
    CHANNEL_URL: '',
    SPAMLIGHT_KEY: '',
  };
  const { said } = await run(stepsOf(workflow)[0] ?? '', folder, env);
  expect(said).toContain(` --published ${url} --key -`);
});
