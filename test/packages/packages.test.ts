import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { chromiumId, companyBuild } from '../../scripts/company-build.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'spamlight-packages-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function packageIn(
  folder: string,
  out: string,
  env: Record<string, string>,
  options: readonly string[] = [],
) {
  execFileSync(process.execPath, ['scripts/package.mjs', '--out', out, ...options], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function filesIn(zip: string): Record<string, Uint8Array> {
  return unzipSync(new Uint8Array(readFileSync(zip)));
}

function manifestIn(zip: string): Record<string, unknown> {
  const bytes = filesIn(zip)['manifest.json'];
  if (bytes === undefined) throw new Error(`${zip} has no manifest`);
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
}

const { version, author } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
  'version' | 'author',
  string
>;

describe('the packages', () => {
  const here = join(scratch, 'here');
  const there = join(scratch, 'there');

  test('the packages are the same bytes when they are made of the source archive, elsewhere, in another time zone', () => {
    packageIn(ROOT, here, { TZ: 'Pacific/Kiritimati', LANG: 'C' });
    const source = join(scratch, 'a', 'deeper folder');
    for (const [path, bytes] of Object.entries(filesIn(join(here, `spamlight-${version}-source.zip`)))) {
      mkdirSync(dirname(join(source, path)), { recursive: true });
      writeFileSync(join(source, path), bytes);
    }
    symlinkSync(join(ROOT, 'node_modules'), join(source, 'node_modules'));
    packageIn(source, there, { TZ: 'America/Los_Angeles', LANG: 'de_DE.UTF-8' });
    const sums = readFileSync(join(here, 'SHA256SUMS'), 'utf8');
    expect(sums.trim().split('\n')).toHaveLength(5);
    expect(readFileSync(join(there, 'SHA256SUMS'), 'utf8')).toBe(sums);
  });

  test('the packages hold the extension alone, with its homepage, and no path of the machine that made them', () => {
    for (const target of ['chrome', 'firefox', 'thunderbird']) {
      const files = filesIn(join(here, `spamlight-${version}-${target}.zip`));
      expect(Object.keys(files)).toContain('_locales/zh_CN/messages.json');
      expect(Object.keys(files).filter((name) => /\.(?:ts|map|mjs)$|node_modules/.test(name))).toEqual([]);
      const naming = Object.entries(files).filter(([, bytes]) => Buffer.from(bytes).includes(ROOT));
      expect(naming.map(([name]) => name)).toEqual([]);
    }
    const manifest = manifestIn(join(here, `spamlight-${version}-firefox.zip`));
    expect(manifest['author']).toBe(author);
    expect(manifest['homepage_url']).toMatch(/^https:/);
  });

  test('a company’s own packages have its webmail built in and an id of its own in both browsers', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = join(scratch, 'key.pem');
    writeFileSync(key, publicKey.export({ type: 'spki', format: 'pem' }));
    const out = join(scratch, 'company');
    packageIn(ROOT, out, {}, [
      '--webmail',
      'https://mail.company.example',
      '--id',
      'spamlight@company.example',
      '--key',
      key,
    ]);
    const chrome = manifestIn(join(out, `spamlight-company-${version}-chrome.zip`));
    const firefox = manifestIn(join(out, `spamlight-company-${version}-firefox.zip`));
    for (const manifest of [chrome, firefox]) {
      expect(manifest['host_permissions']).toContain('https://mail.company.example/*');
      const scripts = manifest['content_scripts'] as readonly {
        readonly matches: readonly string[];
        readonly js: readonly string[];
      }[];
      const own = scripts.filter(({ matches }) => matches.includes('https://mail.company.example/*'));
      expect(own.map(({ js }) => js[0])).toEqual([
        'src/extension/content/content-others.iife.js',
        'src/extension/content/content-others.iife.js',
      ]);
    }
    expect(chrome['key']).toBe(publicKey.export({ type: 'spki', format: 'der' }).toString('base64'));
    expect(firefox['browser_specific_settings']).toMatchObject({
      gecko: { id: 'spamlight@company.example' },
    });
  });

  test.each([
    [
      'an origin that is none',
      ['--webmail', 'mail.company.example', '--id', 'a@b.example'],
      'no https origin',
    ],
    ['http', ['--webmail', 'http://mail.company.example', '--id', 'a@b.example'], 'no https origin'],
    ['a path', ['--webmail', 'https://company.example/mail', '--id', 'a@b.example'], 'no https origin'],
    ['no id', ['--webmail', 'https://mail.company.example'], 'an id of its own'],
    [
      'an id that Firefox would refuse',
      ['--webmail', 'https://m.company.example', '--id', 'company'],
      'no add-on id',
    ],
    ['a key that is not there', ['--id', 'a@b.example', '--key', '/nonexistent'], 'cannot be read'],
    ['a key of another kind', ['--id', 'a@b.example', '--key', '/dev/null'], 'no public RSA key'],
  ])('the packages refuse %s with a sentence', (_, options, sentence) => {
    const done = spawnSync(process.execPath, ['scripts/package.mjs', ...options], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(done.stderr).toContain(sentence);
    expect(done.status).toBe(2);
  });

  test('the packages say the id that Chromium makes of a key', () => {
    // SHA-256 of no bytes begins e3b0c44298fc1c149afbf4c8996fb924.
    expect(chromiumId('')).toBe('odlameecjipmbmbejkplpemijjgpljce');
    expect(companyBuild({})).toEqual({ isCompany: false, settings: {} });
  });
});
