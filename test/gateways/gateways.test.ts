import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gateways } from '../../scripts/gateways.mjs';
import { succeed } from '../publisher/run-command.ts';

// What `spamlight export` writes, read by the programs that it is for, with the lines that docs/gateways.md gives.

const SYSTEM = gateways();
const root = SYSTEM ?? '';
const GUIDE = readFileSync(fileURLToPath(new URL('../../docs/gateways.md', import.meta.url)), 'utf8');

/** The sample for one program, with a folder of the test's own where the guide names the system's. */
function sample(program: string, systemPath: string, path: string): string {
  const text = new RegExp(`\`\`\`${program}\\n([^]*?)\`\`\``).exec(GUIDE)?.[1];
  if (text === undefined) throw new Error(`docs/gateways.md has no sample for ${program}`);
  return text.replaceAll(systemPath, path);
}

const LIBRARIES = [
  'usr/lib/x86_64-linux-gnu',
  'usr/lib/aarch64-linux-gnu',
  'usr/lib/postfix',
  'usr/lib/rspamd',
];
const env = { ...process.env, LD_LIBRARY_PATH: LIBRARIES.map((path) => join(root, path)).join(':') };

function run(
  program: string,
  ...words: readonly string[]
): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(join(root, program), words, { env, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

const folder = mkdtempSync(join(tmpdir(), 'spamlight-gateways-'));
const feeds = join(folder, 'feeds.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Hosts enough that a mistake in one of a thousand is met, and those that ask for care. */
const HOSTS = [
  ...Array.from({ length: 2000 }, (_, index) => `h${index}.example`),
  'listed.example',
  'deep.host.example',
  'under_score.example',
  'bücher.example',
  `${'a'.repeat(63)}.example`,
  `${'long.'.repeat(45)}example`,
];
const PAGES = [
  'http://bad.example/login',
  'https://bad.example/other?id=1',
  'http://bad.example/dir/',
  'http://bad.example/~a/$x;"y\'`z',
];
const SENDERS = ['bad@sender.example', '@all.example', 'o\'dd"*$#@sender.example', '#x@sender.example'];

beforeAll(() => {
  writeFileSync(join(folder, 'urls.txt'), [...HOSTS.map((host) => `https://${host}/`), ...PAGES].join('\n'));
  writeFileSync(join(folder, 'senders.txt'), SENDERS.join('\n'));
  const feed = { category: 'phishing', confidence: 0.9, reviewed: true, licence: 'none' };
  writeFileSync(
    feeds,
    JSON.stringify({
      feeds: [
        { ...feed, name: 'urls', file: 'urls.txt', format: 'url-list' },
        { ...feed, name: 'senders', file: 'senders.txt', format: 'address-list' },
      ],
    }),
  );
});

async function exported(as: string, ...more: readonly string[]): Promise<string> {
  const out = join(folder, as);
  await succeed([
    'export',
    '--as',
    as,
    '--feeds',
    feeds,
    '--out',
    out,
    '--state',
    join(folder, 'state'),
    ...more,
  ]);
  return out;
}

describe.skipIf(SYSTEM === null)('what is exported is read by', () => {
  test('named-checkzone', async () => {
    const zone = await exported('rpz');
    const { status, said } = run('usr/bin/named-checkzone', '-i', 'full', 'rpz.spamlight', zone);
    expect([status, said]).toEqual([0, expect.stringContaining('OK')]);
    const settings = join(folder, 'named.conf');
    writeFileSync(settings, sample('bind', '/var/lib/bind/rpz.spamlight', zone));
    expect(run('usr/bin/named-checkconf', '-z', settings)).toMatchObject({ status: 0 });
    // It does say what is wrong.
    writeFileSync(zone, `${readFileSync(zone, 'utf8')}a b c\n`);
    expect(run('usr/bin/named-checkzone', 'rpz.spamlight', zone).status).not.toBe(0);
  });

  test('unbound-checkconf', async () => {
    const list = await exported('unbound');
    const settings = join(folder, 'unbound.conf');
    const own = `server:\n  chroot: ""\n  username: ""\n  directory: "${folder}"\n  pidfile: ""\n`;
    writeFileSync(settings, own + sample('unbound', '/etc/unbound/spamlight.conf', list));
    expect(run('usr/sbin/unbound-checkconf', settings)).toMatchObject({ status: 0 });
    writeFileSync(list, `${readFileSync(list, 'utf8')}local-zone: "a" "b\n`);
    expect(run('usr/sbin/unbound-checkconf', settings).status).not.toBe(0);
  });

  test('postmap, which finds them again', async () => {
    const table = await exported('postfix');
    const settings = join(folder, 'postfix-settings');
    mkdirSync(settings);
    const restriction = sample('postfix', '/etc/postfix/spamlight', table);
    // Accounts that every system has, instead of those that the package makes.
    const accounts = 'mail_owner = daemon\nsetgid_group = mail\ndefault_privs = nobody\n';
    writeFileSync(join(settings, 'main.cf'), `compatibility_level = 3.6\n${accounts}${restriction}`);
    const map = /hash:\S+/.exec(restriction)?.[0] ?? '';
    const made = run('usr/sbin/postmap', '-c', settings, map);
    expect(made).toEqual({ status: 0, said: '' });
    const find = (key: string): string => run('usr/sbin/postmap', '-c', settings, '-q', key, map).said.trim();
    const rejected = 'REJECT listed for phishing';
    expect(
      ['listed.example', 'bad@sender.example', 'all.example', 'xn--bcher-kva.example'].map(find),
    ).toEqual(Array.from({ length: 4 }, () => rejected));
    expect(['good.example', 'sender.example', 'bad.example', '#x@sender.example'].map(find)).toEqual([
      '',
      '',
      '',
      '',
    ]);
  });

  test('rspamd, which finds links and senders of mails', async () => {
    const settings = join(folder, 'rspamd-settings');
    mkdirSync(join(settings, 'local.d'), { recursive: true });
    const out = await exported('rspamd', '--caution');
    spawnSync('cp', ['-r', out, join(settings, 'spamlight')]);
    const include = sample('rspamd', '/nowhere', '/nowhere');
    writeFileSync(
      join(settings, 'local.d/multimap.conf'),
      `${include}${include.replace('danger', 'caution')}`,
    );
    const share = join(root, 'usr/share/rspamd');
    const places = {
      CONFDIR: join(root, 'etc/rspamd'),
      LOCAL_CONFDIR: settings,
      RULESDIR: join(share, 'rules'),
      SHAREDIR: share,
      LUALIBDIR: join(share, 'lualib'),
      PLUGINSDIR: join(share, 'plugins'),
      DBDIR: folder,
      RUNDIR: folder,
      LOGDIR: folder,
    };
    const words = Object.entries(places).map(([name, path]) => `--var=${name}=${path}`);
    // The settings of the package, with ours.
    const tested = run('usr/bin/rspamadm', ...words, 'configtest', '-c', join(places.CONFDIR, 'rspamd.conf'));
    expect([tested.status, tested.said]).toEqual([0, expect.stringContaining('syntax OK')]);

    // And at work, with nothing but ours. The reserved suffix is none that it knows links by.
    const socket = join(folder, 'rspamd.sock');
    writeFileSync(join(folder, 'suffixes'), 'example\n');
    const own = `
      options {
        filters = ""; pidfile = "${folder}/rspamd.pid"; tempdir = "${folder}"; hs_cache_dir = "${folder}";
        url_tld = "${folder}/suffixes"; cache_file = "${folder}/symbols.cache"; dns { nameserver = ["127.0.0.1:1"]; }
      }
      logging { type = "console"; level = "info"; }
      worker "normal" { bind_socket = "${socket}"; count = 1; }
      modules { path = "${share}/plugins/multimap.lua"; }
      lua = "${share}/rules/rspamd.lua";
      multimap { ${include.trim()}\n }
    `;
    writeFileSync(join(folder, 'rspamd.conf'), own);
    const server = spawn(
      join(root, 'usr/bin/rspamd'),
      ['-f', '-i', ...words, '-c', join(folder, 'rspamd.conf')],
      {
        env,
        stdio: 'ignore',
      },
    );
    const ended = once(server, 'exit');
    try {
      while (!existsSync(socket) && server.exitCode === null) await sleep(50);
      const symbolsOf = (from: string, link: string): readonly string[] => {
        const mail = join(folder, 'mail.eml');
        const head = `From: <${from}>\r\nTo: <you@good.example>\r\nSubject: Hello\r\nMIME-Version: 1.0\r\n`;
        writeFileSync(mail, `${head}Content-Type: text/plain\r\n\r\nSee ${link} now.\r\n`);
        const { status, said } = run('usr/bin/rspamc', '-h', socket, '-F', from, mail);
        expect([status, said]).toEqual([0, expect.stringContaining('Symbol: ')]);
        return [...said.matchAll(/SPAMLIGHT_\w+/g)].map(([name]) => name);
      };
      const good = 'me@good.example';
      expect(symbolsOf(good, 'https://good.example/')).toEqual([]);
      expect(symbolsOf(good, 'https://sub.LISTED.example/x')).toEqual(['SPAMLIGHT_DANGER_DOMAINS']);
      expect(symbolsOf(good, 'https://xn--bcher-kva.example/')).toEqual(['SPAMLIGHT_DANGER_DOMAINS']);
      expect(symbolsOf(good, 'https://deep.host.example/')).toEqual(['SPAMLIGHT_DANGER_HOSTS']);
      expect(symbolsOf(good, 'https://other.host.example/')).toEqual([]);
      expect(symbolsOf(good, 'https://www.bad.example/login')).toEqual(['SPAMLIGHT_DANGER_PAGES']);
      expect(symbolsOf(good, 'http://bad.example/other?id=1')).toEqual(['SPAMLIGHT_DANGER_PAGES']);
      expect(symbolsOf(good, 'http://bad.example/')).toEqual([]);
      expect(symbolsOf('bad@sender.example', 'https://good.example/')).toEqual(['SPAMLIGHT_DANGER_SENDERS']);
      expect(symbolsOf('who@all.example', 'https://good.example/')).toEqual([
        'SPAMLIGHT_DANGER_SENDER_DOMAINS',
      ]);
    } finally {
      server.kill('SIGTERM');
      await ended;
    }
  });
});
