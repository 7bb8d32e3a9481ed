import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { releaseNotes, releaseProblems } from '../../scripts/release/check.mjs';
import { factsProblem, placeholdersLeft, sourceFiles } from '../../scripts/release/facts.mjs';
import { onLoopback } from '../server/publisher/loopback.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LONG = 240_000;
const FACTS = {
  author: 'Ana’s Lists $& Co',
  homepage: 'https://lists.ana.org/spamlight/',
  email: 'help@lists.ana.org',
  repository: 'ana/lists',
  firefoxId: 'spamlight@lists.ana.org',
};
const INIT = Object.entries(FACTS).flatMap(([name, value]) => [
  `--${name.replace('firefoxId', 'firefox-id')}`,
  value,
]);

const scratch = mkdtempSync(join(tmpdir(), 'spamlight-release-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The sources in a folder of their own, with this one's packages and built command. */
function aTree(name: string): string {
  const tree = join(scratch, name, 'tree');
  for (const file of sourceFiles(ROOT)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    cpSync(join(ROOT, file), join(tree, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}

function run(command: string, cwd: string, env: Record<string, string> = {}) {
  return new Promise<{ readonly code: number | null; readonly said: string }>((resolve) => {
    const child = spawn('bash', ['-e', '-c', command], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('close', (code) => resolve({ code, said }));
  });
}

function release(tree: string, words: readonly string[]) {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  return run(`node ${join(ROOT, 'scripts/release.mjs')} --root ${tree} ${quoted}`, ROOT);
}

const now = Math.floor(Date.now() / 1000);

describe('release init', () => {
  test(
    'release init says who publishes wherever a placeholder stood, and makes the default channel',
    async () => {
      const tree = aTree('init');
      const keys = join(scratch, 'init', 'keys');
      const channel = 'https://lists.ana.org/channel/';
      const mirror = 'https://mirror.ana.org/channel/';
      const words = ['init', ...INIT, '--channel', channel, '--keys', keys];
      const { code, said } = await release(tree, [...words, '--mirror', mirror]);
      expect([code, said]).toEqual([0, expect.stringContaining('not online')]);
      expect(placeholdersLeft(tree)).toEqual([]);
      expect(JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'))).toMatchObject({
        author: FACTS.author,
        homepage: FACTS.homepage,
        bugs: { url: `${FACTS.homepage}support`, email: FACTS.email },
      });
      expect(readFileSync(join(tree, 'scripts/extension-manifest.ts'), 'utf8')).toContain(FACTS.firefoxId);
      expect(readFileSync(join(tree, 'publishing/s3.yml'), 'utf8')).toContain('ana/lists\n');
      // Nobody is behind it, whoever publishes.
      expect(
        readFileSync(join(tree, 'src/extension/pages/options/about/start-self-test.ts'), 'utf8'),
      ).toContain('self-test@spamlight.example');
      const { root } = JSON.parse(readFileSync(join(keys, 'root-key.json'), 'utf8')) as {
        readonly root: { readonly x: string };
      };
      expect(JSON.parse(readFileSync(join(tree, 'public/channel.json'), 'utf8'))).toEqual({
        channel: { url: channel, name: 'Spamlight', rootKeys: [root.x] },
      });
      // The root key has signed where else the channel is.
      const { keyList } = JSON.parse(readFileSync(join(keys, 'snapshot-key.json'), 'utf8')) as {
        readonly keyList: string;
      };
      const payload = Buffer.from(keyList.split('.')[1] ?? '', 'base64url').toString();
      expect(JSON.parse(payload)).toMatchObject({ mirrors: [mirror] });

      const again = await release(tree, ['init', ...INIT, '--channel', channel, '--keys', keys]);
      expect([again.code, again.said]).toEqual([1, expect.stringContaining('never written over')]);
    },
    LONG,
  );

  test.each([
    [['--channel', 'https://a.org/', '--keys', 'KEYS'], 'keys would be committed'],
    [['--channel', 'http://a.org/'], 'is no address of a channel'],
    [['--channel', 'https://user@a.org/'], 'is no address of a channel'],
    [['--mirror', 'https://a.org/'], '--mirror without --channel'],
    [['--homepage', 'https://spamlight.example/'], '--homepage'],
    [['--email', 'nobody'], '--email'],
    [['--repository', 'OWNER/spamlight'], '--repository'],
  ])('release init takes no %j, and changes nothing', async (more, why) => {
    const tree = join(scratch, 'refused');
    mkdirSync(join(tree, 'public'), { recursive: true });
    writeFileSync(join(tree, 'package.json'), '{"author": "The Spamlight authors"}');
    const words = more.map((word) => (word === 'KEYS' ? join(tree, 'keys') : word));
    const { code, said } = await release(tree, ['init', ...INIT, ...words]);
    expect([code, said]).toEqual([1, expect.stringContaining(why)]);
    expect(said).toContain('Nothing was changed.');
    expect(readFileSync(join(tree, 'package.json'), 'utf8')).toContain('The Spamlight authors');
    expect(existsSync(join(tree, 'public/channel.json'))).toBe(false);
  });

  test('release init names what is missing where nobody can be asked', () => {
    for (const name of Object.keys(FACTS)) {
      const rest = Object.fromEntries(Object.entries(FACTS).filter(([other]) => other !== name));
      expect(factsProblem(rest)).toContain('is missing');
    }
    expect(factsProblem(FACTS)).toBeNull();
  });
});

/** Makes a tree one that can be released, and tells how. */
async function releasable(tree: string): Promise<void> {
  await release(tree, ['init', ...INIT]);
  const { version } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as { version: string };
  const changelog = join(tree, 'CHANGELOG.md');
  writeFileSync(changelog, readFileSync(changelog, 'utf8').replace(/^## .*$/m, `## ${version}`));
  writeFileSync(join(scratch, 'no-feeds.json'), '{"feeds":[]}');
  const bundled = await run(
    `node scripts/bundle.mjs --feeds ${join(scratch, 'no-feeds.json')} --out ${join(tree, 'public/bundled')}`,
    ROOT,
  );
  expect([bundled.code, bundled.said]).toEqual([0, expect.any(String)]);
}

describe('release check', () => {
  let tree = '';
  beforeAll(async () => {
    tree = aTree('check');
    await releasable(tree);
  }, LONG);

  test('release check lets a tree through that has all it needs', () => {
    expect(releaseProblems(tree, { now })).toEqual([]);
    expect(releaseProblems(tree, { now, tag: 'v0.1.0' })).toEqual([]);
  });

  /** What is said of the tree while a file of it is otherwise. */
  function withFile(file: string, change: (text: string) => string): readonly string[] {
    const path = join(tree, file);
    const before = existsSync(path) ? readFileSync(path, 'utf8') : null;
    writeFileSync(path, change(before ?? ''));
    try {
      return releaseProblems(tree, { now });
    } finally {
      if (before === null) rmSync(path);
      else writeFileSync(path, before);
    }
  }

  const key = JSON.stringify({ root: { kty: 'OKP', d: 'A'.repeat(43) } });
  test.each([
    ['a placeholder', 'docs/administrators.md', () => 'spamlight@spamlight.example', 'still says'],
    ['a key', 'lists-root-key.json', () => key, 'holds a private key'],
    ['a key in PEM', 'store.pem', () => '-----BEGIN PRIVATE KEY-----', 'holds a private key'],
    [
      'another version',
      'manifest.json',
      (text: string) => text.replace('0.1.0', '0.2.0'),
      'manifest.json says 0.2.0',
    ],
    [
      'another version to run',
      'publishing/s3.yml',
      (text: string) => text.replace('v0.1.0', 'v0.0.9'),
      's3.yml says 0.0.9',
    ],
    [
      'no notes',
      'CHANGELOG.md',
      (text: string) => text.replace('## 0.1.0', '## Unreleased'),
      'nothing under a heading',
    ],
    [
      'a heading alone',
      'CHANGELOG.md',
      () => '# Changelog\n\n## 0.1.0\n\n## 0.0.9\n\n- old\n',
      'nothing under a heading',
    ],
    [
      'a long summary',
      'public/_locales/en/messages.json',
      (text: string) => text.replace(/("extension_description": \{\s*"message": ")/, `$1${'x'.repeat(99)}`),
      'extension_description in en has',
    ],
    [
      'a long listing',
      'docs/store.md',
      (text: string) => `${text}${'x'.repeat(15_000)}`,
      'A listing in docs/store.md has',
    ],
    [
      'one listing',
      'docs/store.md',
      (text: string) => text.replace('## Listing, 简体中文', '## 简体中文'),
      'needs a listing',
    ],
  ])('release check names %s', (_, file, change, why) => {
    expect(withFile(file, change).join('\n')).toContain(why);
  });

  test('release check names a packaged list that ends before people have the next', () => {
    const days = (count: number) => releaseProblems(tree, { now: now + count * 86_400 });
    expect(days(80)).toEqual([]);
    expect(days(100)).toEqual([
      expect.stringMatching(/^The packaged list ends in \d+ days, and 90 are needed/),
    ]);
    expect(days(200)).toEqual([expect.stringContaining('has ended')]);
  });

  test('release check names a tag of another version', () => {
    expect(releaseProblems(tree, { now, tag: 'v1.0.0' })).toEqual([
      expect.stringContaining('the tag says 1.0.0'),
    ]);
  });

  test('release check takes the notes of one version', () => {
    expect(
      releaseNotes('1.0.0', '# Changelog\n\n## 1.1.0\n\n- b\n\n## 1.0.0 (2026)\n\n- a\n\n## 0.9.0\n\n- c\n'),
    ).toBe('- a');
    expect(releaseNotes('1.0.0', '# Changelog\n\n## 1.0.01\n\n- b\n')).toBeNull();
  });
});

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
}

/** All three stores on loopback. `refuse`: the path that answers with a failure. */
async function stores(refuse = '') {
  const asked: Asked[] = [];
  let polls = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url ?? '';
      asked.push({
        method: request.method ?? '',
        path,
        headers: request.headers,
        bytes: Buffer.concat(parts),
      });
      const say = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
        void response
          .writeHead(status, { 'Content-Type': 'application/json', ...headers })
          .end(JSON.stringify(value));
      if (refuse !== '' && path.includes(refuse)) return say({ error: 'no' }, 403);
      if (path === '/token') return say({ access_token: 'access' });
      if (path.endsWith(':upload')) return say({ uploadState: 'IN_PROGRESS' });
      if (path.endsWith(':fetchStatus'))
        return say({ lastAsyncUploadState: polls++ < 2 ? 'IN_PROGRESS' : 'SUCCEEDED' });
      if (path.endsWith(':publish')) return say({ state: 'PENDING_REVIEW' });
      if (path.includes('/operations/'))
        return say({ status: polls++ % 2 === 0 ? 'InProgress' : 'Succeeded' });
      if (path.startsWith('/v1/products/')) return say('', 202, { Location: 'operation' });
      if (path === '/api/v5/addons/upload/') return say({ uuid: 'u1', processed: false });
      if (path === '/api/v5/addons/upload/u1/') return say({ processed: polls++ > 1, valid: true });
      return say({ id: 1 }, 201);
    });
  });
  const { port } = await onLoopback(server);
  return { asked, url: `http://127.0.0.1:${port}` };
}

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

describe('release.yml', () => {
  const { jobs } = parse(readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8')) as {
    readonly jobs: {
      readonly test: { readonly uses: string };
      readonly release: { readonly needs: string; readonly steps: readonly Step[] };
    };
  };
  const steps = jobs.release.steps.filter((step) => step.run !== undefined);
  const SECRET = 'a-secret-of-the-store';

  /** Runs every step that is a command; values of the workflow's expressions are made up. */
  async function runAll(tree: string, url: string, withSecrets: boolean) {
    const bin = join(tree, '..', 'bin');
    mkdirSync(bin, { recursive: true });
    const gh = join(bin, 'gh');
    writeFileSync(gh, `#!/bin/sh\nprintf '%s\\n' "$@" > ${join(bin, 'said.txt')}\n`);
    chmodSync(gh, 0o755);
    const results: { readonly name: string; readonly code: number | null; readonly said: string }[] = [];
    let failed = false;
    for (const step of steps) {
      if (failed && step.if === undefined) continue;
      const env = Object.fromEntries(
        Object.keys(step.env ?? {}).map((name) => [name, withSecrets ? `${SECRET}-${name}` : '']),
      );
      const result = await run(step.run ?? '', tree, {
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
        GITHUB_REF_NAME: 'v0.1.0',
        STORE_URL: url,
        ...env,
      });
      failed ||= result.code !== 0;
      results.push({ name: step.name ?? '', ...result });
    }
    return { results, gh: readFileSync(join(bin, 'said.txt'), 'utf8').split('\n') };
  }

  test('release.yml waits for everything to be tested', () => {
    expect([jobs.release.needs, jobs.test.uses]).toEqual(['test', './.github/workflows/test.yml']);
    const called = readFileSync(join(ROOT, jobs.test.uses), 'utf8');
    expect(called).toMatch(/^ {2}workflow_call:$[^]*^ {6}- run: npm run test:all$/m);
  });

  test(
    'release.yml checks, packages twice, releases, and uploads where there are secrets',
    async () => {
      const tree = aTree('workflow');
      await releasable(tree);
      const { asked, url } = await stores();
      const { results, gh } = await runAll(tree, url, true);
      for (const { name, code, said } of results)
        expect([name, code, said]).toEqual([name, 0, expect.any(String)]);
      expect(results).toHaveLength(6);
      const kinds = ['chrome.zip', 'edge.zip', 'firefox.zip', 'source.zip'];
      expect(gh).toEqual(
        expect.arrayContaining([
          'release',
          'create',
          'v0.1.0',
          ...kinds.map((kind) => `packages/spamlight-0.1.0-${kind}`),
        ]),
      );
      expect(readFileSync(join(tree, 'notes.md'), 'utf8')).toContain('For people who read mail');
      // Each store was given its own archive, whole.
      const given = (path: string): Buffer | undefined => asked.find((one) => one.path.endsWith(path))?.bytes;
      const archive = (kind: string): Buffer => readFileSync(join(tree, `packages/spamlight-0.1.0-${kind}`));
      expect(given(':upload')?.equals(archive('chrome.zip'))).toBe(true);
      expect(given('/submissions/draft/package')?.equals(archive('edge.zip'))).toBe(true);
      expect(given('/api/v5/addons/upload/')?.includes(archive('firefox.zip'))).toBe(true);
      expect(given('/versions/')?.includes(archive('source.zip'))).toBe(true);
      expect(asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
        '/token',
        `/upload/v2/publishers/${SECRET}-CHROME_PUBLISHER_ID/items/${SECRET}-CHROME_ITEM_ID:upload`,
        `/v2/publishers/${SECRET}-CHROME_PUBLISHER_ID/items/${SECRET}-CHROME_ITEM_ID:publish`,
        `/v1/products/${SECRET}-EDGE_PRODUCT_ID/submissions/draft/package`,
        `/v1/products/${SECRET}-EDGE_PRODUCT_ID/submissions`,
        '/api/v5/addons/upload/',
        `/api/v5/addons/addon/${SECRET}-FIREFOX_ID/versions/`,
      ]);
      expect(results.map(({ said }) => said).join('')).not.toContain(SECRET);

      // Without secrets nothing is asked, and the release is made all the same; one store that refuses keeps no other.
      const upload = (store: string, env: Record<string, string>) =>
        run(`npm run --silent release -- upload ${store} packages`, tree, env);
      const none = await upload('chrome', { STORE_URL: url });
      expect([none.code, none.said]).toEqual([0, expect.stringContaining('CHROME_CLIENT_ID')]);
      const edge = { EDGE_CLIENT_ID: SECRET, EDGE_API_KEY: SECRET, EDGE_PRODUCT_ID: 'p' };
      const refusing = await stores('/submissions/draft/package');
      const refused = await upload('edge', { ...edge, STORE_URL: refusing.url });
      expect([refused.code, refused.said]).toEqual([
        1,
        expect.stringContaining('Edge Add-ons answered with status 403'),
      ]);
      expect(refused.said).not.toContain(SECRET);
      const gone = await upload('edge', { ...edge, STORE_URL: 'http://127.0.0.1:1' });
      expect([gone.code, gone.said]).toEqual([1, expect.stringContaining('could not be reached')]);
    },
    LONG * 2,
  );

  test('release.yml asks every store although one has refused', () => {
    // And none where the packages were not the same twice, or the release could not be made.
    const although = "${{ !cancelled() && steps.release.outcome == 'success' }}";
    const uploads = steps.filter(({ name }) => name?.startsWith('Upload'));
    expect(uploads.map((step) => step.if)).toEqual([undefined, although, although]);
  });
});
