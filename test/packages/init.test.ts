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
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseChannelText } from '../../src/extension/background/lists/channel-text.ts';
import { parseKeyFile } from '../../src/server/node/keys/key-file.ts';
import { parsePublisherFeedsFile } from '../../src/server/publisher/feeds/read-feeds-file.ts';
import { channelServer } from '../../src/server/publisher/serve/channel-server.ts';
import { onLoopback } from '../server/publisher/loopback.ts';
import { isJsonObject } from '../server/publisher/json-object.ts';
import { aFolder, spamlight, succeed } from '../server/publisher/run-command.ts';
import { runBash } from './run-bash.ts';

const LONG = 120_000;

async function aServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const address = await onLoopback(server);
  return `http://127.0.0.1:${address.port}/`;
}

/** The command as `npm run build` leaves it. */
function putCommand(folder: string): void {
  copyFileSync('dist/cli/spamlight.mjs', join(folder, 'spamlight.mjs'));
}

/** `feeds.json` as it was made, with every address on loopback, at a host that a test may change. */
async function feedFromHere(folder: string) {
  const feedHost = { pages: 40, fails: false };
  const feedServer = await aServer((_, response) => {
    if (feedHost.fails) return response.writeHead(404).end();
    const lines = Array.from(
      { length: feedHost.pages },
      (_line, index) => `https://h${index}.example/login\n`,
    );
    return response.end(lines.join(''));
  });
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
  return feedHost;
}

async function madeChannel(...more: readonly string[]) {
  const parent = aFolder();
  const folder = join(parent, 'lists');
  const lines = await succeed(['init', folder, '--name', 'My lists', ...more]);
  return { parent, folder, lines, rootKeyFile: join(parent, 'lists-root-key.json') };
}

describe('init', { tags: 'core' }, () => {
  test('spamlight init puts the root key beside the folder, the job’s key into it, and both out of the repository', async () => {
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

  test('spamlight init uses feeds that may be published by anybody, and keeps the others switched off', async () => {
    const { folder } = await madeChannel();
    const value: unknown = JSON.parse(readFileSync(join(folder, 'feeds.json'), 'utf8'));
    const parsed = parsePublisherFeedsFile(value, folder);
    if (!parsed.ok) throw new Error(parsed.failure.map(({ message }) => message).join());
    expect(parsed.value.feeds.length).toBeGreaterThan(3);
    for (const { licence } of parsed.value.feeds) expect(licence).toMatch(/^(?:CC0-1\.0|MIT|Apache-2\.0)$/);
    expect(JSON.stringify(value)).toContain('OpenPhish');
    expect(parsed.value.feeds.map(({ name }) => name)).not.toContain('OpenPhish community');
  });

  test('spamlight init writes what a subscriber pastes, as the extension reads it', async () => {
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

  test('spamlight init asks for a name, and for nothing else', async () => {
    const folder = join(aFolder(), 'lists');
    const { code, notes } = await spamlight(['init', folder], { input: 'Neighbours\n' });
    expect([code, notes]).toEqual([0, ['Name of the channel:']]);
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toMatch(/^# Neighbours\n/);
  });

  test.each([[''], ['x'.repeat(65)], ['two\nlines']])(
    'spamlight init takes no name like %j',
    async (name) => {
      const folder = join(aFolder(), 'lists');
      expect((await spamlight(['init', folder, '--name', name])).code).toBe(1);
      expect(existsSync(folder)).toBe(false);
    },
  );

  test('spamlight init leaves a folder alone that has something in it, and a root key that is there', async () => {
    const { folder, rootKeyFile } = await madeChannel();
    const key = readFileSync(rootKeyFile, 'utf8');
    expect((await spamlight(['init', folder, '--name', 'Again'])).notes.join('')).toContain('not empty');
    rmSync(folder, { recursive: true });
    expect((await spamlight(['init', folder, '--name', 'Again'])).code).toBe(1);
    expect(readFileSync(rootKeyFile, 'utf8')).toBe(key);
  });
});

/** One step of a job. */
interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly 'continue-on-error'?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: { readonly path?: string };
}

/** A job of either service, as its file has it. */
interface Job {
  readonly steps: readonly Step[];
  /** Kept for the next run, as paths in the checkout. */
  readonly cached: readonly string[];
  /** What becomes the site. */
  readonly uploaded: string;
}

function jobOf(workflow: string): Job {
  const { jobs, pages, health } = parse(workflow) as {
    readonly jobs?: { readonly publish: { readonly steps: readonly Step[] } };
    readonly pages?: {
      readonly cache: { readonly paths: readonly string[]; readonly when: string };
      readonly artifacts: { readonly paths: readonly string[] };
      readonly script: readonly string[];
    };
    readonly health?: { readonly script: readonly string[] };
  };
  if (pages !== undefined) {
    expect(pages.cache.when).toBe('always');
    return {
      steps: [
        ...pages.script.map((run) => ({ run })),
        { uses: 'pages', if: 'success()' },
        ...(health?.script ?? []).map((run) => ({ run })),
      ],
      cached: pages.cache.paths,
      uploaded: pages.artifacts.paths[0] ?? '',
    };
  }
  const steps = jobs?.publish.steps ?? [];
  const pathsOf = (action: string): readonly string[] =>
    steps
      .filter(({ uses }) => uses?.startsWith(`${action}@`))
      .flatMap((step) => step.with?.path?.trim().split('\n') ?? []);
  return {
    steps,
    cached: pathsOf('actions/cache/restore'),
    uploaded: pathsOf('actions/upload-pages-artifact')[0] ?? '',
  };
}

/** Makes `to` hold what `from` does, and nothing else; of a path that is not there, nothing. */
function replace(to: string, from: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true });
  if (existsSync(from)) cpSync(from, to, { recursive: true });
}

const DAY = 86_400;

/** So that a test can say what time it is in the processes that a job starts. */
const CLOCK = `const { now } = Date;
const moved = Number(process.env.MOVED_SECONDS ?? 0) * 1000;
Date.now = () => now() + moved;
`;

/** Who commits, without anything that the machine at hand has set up. */
const GIT_ENV = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Maker',
  GIT_AUTHOR_EMAIL: 'maker@lists.example',
  GIT_COMMITTER_NAME: 'Maker',
  GIT_COMMITTER_EMAIL: 'maker@lists.example',
};

/** What a hosting service does with the folder of `init`: it keeps the repository, runs the job and shows the pages. */
async function aService(file: string) {
  const { parent, folder } = await madeChannel('--repository', 'Somebody/lists');
  const feeds = await feedFromHere(folder);
  putCommand(folder);
  const key = readFileSync(join(folder, 'snapshot-key.json'), 'utf8');
  const remote = join(parent, 'remote.git');
  await runWell(`git init --quiet --bare --initial-branch main ${remote}`, parent, GIT_ENV);
  const commands = readFileSync(join(folder, 'README.md'), 'utf8').match(/^ {7}git .*$/gm) ?? [];
  expect(commands).toHaveLength(5);
  const theirs = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: `url.${remote}.insteadOf` };
  await runWell(commands.join('\n'), folder, {
    ...GIT_ENV,
    ...theirs,
    GIT_CONFIG_VALUE_0: 'https://github.com/Somebody/lists.git',
  });

  const site = join(parent, 'site');
  mkdirSync(site);
  const pages = await onLoopback(channelServer(site));
  const url = `http://127.0.0.1:${pages.port}/`;
  writeFileSync(join(parent, 'clock.mjs'), CLOCK);
  const cache = join(parent, 'cache');
  const job = jobOf(readFileSync(join(folder, file), 'utf8'));
  let runs = 0;

  /** @returns what every step came to */
  const runJob = async (movedSeconds = 0, more: Readonly<Record<string, string>> = {}) => {
    const checkout = join(parent, `checkout-${++runs}`);
    await runWell(`git clone --quiet --depth 1 file://${remote} ${checkout}`, parent, GIT_ENV);
    for (const path of job.cached) replace(join(checkout, path), join(cache, path));
    const files = { GITHUB_ENV: join(parent, `env-${runs}`), GITHUB_OUTPUT: join(parent, `output-${runs}`) };
    for (const path of Object.values(files)) writeFileSync(path, '');
    let failed = false;
    let isWell = true;
    let hasDeployed = false;
    let said = '';
    const valueOf = (text: string): string =>
      text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, name: string) => {
        const values: Readonly<Record<string, string>> = {
          'secrets.SPAMLIGHT_KEY': more['SPAMLIGHT_KEY'] ?? key,
          'job.status': failed ? 'failure' : 'success',
        };
        const value = values[name];
        if (value === undefined) throw new Error(`${name} is not known to a job`);
        return value;
      });
    const keep = (): void => {
      for (const path of job.cached) replace(join(cache, path), join(checkout, path));
    };
    for (const step of job.steps) {
      const { run: command, uses, if: condition, env = {}, 'continue-on-error': goesOn = false } = step;
      const isChanged = readFileSync(files.GITHUB_OUTPUT, 'utf8').includes('changed=true\n');
      if (condition === "steps.build.outputs.changed == 'true'" && !isChanged) continue;
      if (failed && condition !== 'always()') continue;
      if (condition === "steps.health.outcome == 'failure'" && isWell) continue;
      if (uses?.startsWith('actions/cache/save@')) keep();
      if (uses?.startsWith('actions/deploy-pages@') || uses === 'pages') {
        // Both services put the new site in the place of the old one, whole.
        replace(site, join(checkout, job.uploaded));
        hasDeployed = true;
      }
      if (command === undefined) continue;
      const known = readFileSync(files.GITHUB_ENV, 'utf8')
        .split('\n')
        .flatMap((line) => {
          const at = line.indexOf('=');
          return at === -1 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const];
        });
      const result = await runBash(command, checkout, {
        ...GIT_ENV,
        ...files,
        ...Object.fromEntries(known),
        CHANNEL_URL: url,
        GITHUB_REPOSITORY: 'Somebody/lists',
        GITHUB_REPOSITORY_OWNER: 'Somebody',
        GITHUB_ACTOR: 'Somebody',
        SPAMLIGHT_KEY: key,
        MOVED_SECONDS: String(movedSeconds),
        NODE_OPTIONS: `--import ${pathToFileURL(join(parent, 'clock.mjs')).href}`,
        ...more,
        ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, valueOf(value)])),
      });
      said += result.said;
      if (result.code === 0) continue;
      if (goesOn) isWell = false;
      else failed = true;
    }
    // GitLab's cache says `when: always`.
    if (file.includes('gitlab')) keep();
    return { failed, hasDeployed, said };
  };
  const history = async (): Promise<readonly string[]> => {
    const { said } = await runBash(`git --git-dir ${remote} log --format=%s main`, parent, GIT_ENV);
    return said.trim().split('\n');
  };
  return { parent, site, cache, runJob, history, feeds, remote };
}

async function runWell(command: string, cwd: string, env: Record<string, string>): Promise<void> {
  const { code, said } = await runBash(command, cwd, env);
  expect([code, said]).toEqual([0, expect.any(String)]);
}

const WELL = { failed: false, hasDeployed: true };

describe.each(['.github/workflows/publish.yml', '.gitlab-ci.yml'])('the job of %s', (file) => {
  const isGithub = file.includes('github');

  test(
    'the job of a hosting service publishes serial 1, what has changed with the next run, and goes on where what it keeps was lost',
    { timeout: LONG, ...(isGithub ? { tags: 'core' } : {}) },
    async () => {
      const { site, runJob, feeds, cache } = await aService(file);
      expect(await runJob()).toMatchObject(WELL);
      expect(existsSync(join(site, 'base/1.slb'))).toBe(true);
      // GitLab's pages are what the job leaves, whether it has changed or not.
      expect(await runJob(600)).toMatchObject({ failed: false, hasDeployed: !isGithub });
      expect(existsSync(join(site, 'base/2.slb'))).toBe(false);
      feeds.pages++;
      expect(await runJob(1200)).toMatchObject(WELL);
      // A reader may still have the index of serial 1, and be fetching what that names.
      for (const path of ['base/1.slb', 'base/2.slb', 'delta/1-2.sld', 'report/1.html', 'report/1.json'])
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
      expect(await runJob(1800)).toMatchObject(WELL);
      expect(existsSync(join(site, 'base/3.slb'))).toBe(true);
    },
  );
});

test(
  'the job of GitHub fails once a day for a feed that is dead for three days and for keys that end, and publishes all the same',
  async () => {
    const { runJob, feeds } = await aService('.github/workflows/publish.yml');
    expect(await runJob()).toMatchObject(WELL);
    expect(await runJob(3600, { SPAMLIGHT_KEY: 'no key' })).toMatchObject({ failed: true });
    feeds.fails = true;
    expect(await runJob(2 * DAY)).toMatchObject({ failed: false });
    const isTold = ({ failed, said }: { failed: boolean; said: string }): boolean =>
      failed && /^The feed .* is dead\.$/m.test(said);
    expect(isTold(await runJob(4 * DAY))).toBe(true);
    expect(await runJob(4 * DAY + 600)).toMatchObject({ failed: false });
    expect(isTold(await runJob(5 * DAY))).toBe(true);
    feeds.fails = false;
    const ending = await runJob(340 * DAY);
    expect(ending).toMatchObject({ failed: true, hasDeployed: true });
    expect(ending.said).toContain('The keys end soon.');
    expect(ending.said).not.toContain('is dead');
  },
  LONG,
);

test('the job of GitLab runs what the job of GitHub runs', async () => {
  const { folder } = await madeChannel();
  const commandsOf = (file: string): readonly string[] =>
    jobOf(readFileSync(join(folder, file), 'utf8'))
      .steps.flatMap(({ run = '' }) => run.split('\n'))
      .filter((line) => line.includes('spamlight.mjs'))
      .map((line) => line.trim().replace('"$PUBLISHED"', '"$CHANNEL_URL"'));
  const atGithub = commandsOf('.github/workflows/publish.yml');
  expect(atGithub.map((line) => /spamlight\.mjs (\S+)/.exec(line)?.[1])).toEqual([
    'build',
    'verify',
    'health',
  ]);
  // GitLab's schedules do not end, and it tells of a failed job by itself.
  const ofScheduleAndLog = / --last-change .*$/;
  expect(commandsOf('.gitlab-ci.yml')).toEqual(atGithub.map((line) => line.replace(ofScheduleAndLog, '')));
});

describe('the schedule of GitHub', () => {
  const file = '.github/workflows/publish.yml';

  test(
    'the schedule of GitHub is kept alive by one commit a month',
    async () => {
      const { runJob, history, parent, remote } = await aService(file);
      await runJob();
      expect(await history()).toEqual(['history: a new month', 'A channel']);
      await runJob(3600);
      expect(await history()).toHaveLength(2);
      await runJob(32 * DAY);
      expect(await history()).toEqual(['history: a new month', 'history: a new month', 'A channel']);
      const page = await runBash(`git --git-dir ${remote} show main:history.md`, parent, GIT_ENV);
      expect(page.said.match(/^\| \d{4}-\d\d \| \d+ \| \d+ \|$/gm)).toHaveLength(2);
    },
    LONG,
  );

  test(
    'the schedule of GitHub that cannot be kept alive is told of before it ends',
    async () => {
      const { runJob, remote, parent } = await aService(file);
      await runWell(
        `printf '#!/bin/sh\nexit 1\n' > hooks/pre-receive && chmod +x hooks/pre-receive`,
        remote,
        GIT_ENV,
      );
      // The commit is refused, and the job says so by failing; readers have their list all the same.
      expect(await runJob()).toMatchObject({ failed: true, hasDeployed: true });
      const late = await runJob(50 * DAY);
      expect(late).toMatchObject({ failed: true, hasDeployed: true });
      expect(late.said).toContain('The schedule will be switched off.');
      expect(existsSync(parent)).toBe(true);
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
  const find = jobOf(workflow).steps.find(({ run: command }) => command?.includes('GITHUB_REPOSITORY#'));
  const env = {
    GITHUB_REPOSITORY: repository,
    GITHUB_REPOSITORY_OWNER: 'Somebody',
    CHANNEL_URL: '',
    GITHUB_ENV: join(folder, 'env'),
  };
  await runWell(find?.run ?? '', folder, env);
  expect(readFileSync(env.GITHUB_ENV, 'utf8')).toBe(`PUBLISHED=${url}\n`);
});

describe('init --repository', () => {
  test.each([
    ['Me/lists', 'https://me.github.io/lists/'],
    ['Me/me.github.io', 'https://me.github.io/'],
  ])(
    'spamlight init --repository: %s leaves nothing of the README to be filled in',
    async (repository, url) => {
      const { folder } = await madeChannel('--repository', repository);
      const readme = readFileSync(join(folder, 'README.md'), 'utf8');
      expect(readme).toContain(`    ${url}\n    root-key: `);
      expect(readme).toContain(`git remote add origin https://github.com/${repository}.git`);
      expect(readme).toContain('lists-root-key.json');
      expect(readme.replaceAll('github.com/OWNER/spamlight', '')).not.toMatch(/OWNER|REPOSITORY\b/);
    },
  );

  test.each(['lists', 'a/b/c', 'https://github.com/a/b', '../x', 'a/b c', ''])(
    'spamlight init --repository takes no %j',
    async (text) => {
      const { code, notes } = await spamlight([
        'init',
        join(aFolder(), 'lists'),
        '--name',
        'A',
        '--repository',
        text,
      ]);
      expect([code, notes.join('')]).toEqual([1, expect.stringContaining('is no repository at GitHub')]);
    },
  );
});
