import { spawn, spawnSync } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gateways } from '../../scripts/setup/gateways.mjs';
import type { ExportedEntry } from '../../src/server/publisher/export/exported-entry.ts';
import { toPolicyZone, toUnboundFile } from '../../src/server/publisher/export/resolver-files.ts';
import { freePort } from '../free-port.ts';
import { succeed } from '../server/publisher/run-command.ts';

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

/**
 * Runs a resolver for as long as `ask` needs it, once it has said all of `says`. `addressOf` gives the address that it answers with, or its code for
 * none: `ENOTFOUND` where it says that there is no such name, `EREFUSED` or `ETIMEOUT` where it does not answer.
 */
async function withResolver(
  program: string,
  words: readonly string[],
  port: number,
  says: readonly RegExp[],
  ask: (addressOf: (name: string) => Promise<string>) => Promise<void>,
): Promise<void> {
  const server = spawn(join(root, program), words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(server, 'exit');
  let said = '';
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (bytes: Buffer): void => {
      said += bytes.toString();
      if (says.every((word) => word.test(said))) resolve();
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.on('exit', () => reject(new Error(`${program} ended:\n${said}`)));
  });
  try {
    await ready;
    const resolver = new Resolver({ timeout: 1000, tries: 1 });
    resolver.setServers([`127.0.0.1:${port}`]);
    await ask(async (name) => {
      try {
        return (await resolver.resolve4(name)).join();
      } catch (error) {
        if (error instanceof Error && 'code' in error) return String(error.code);
        throw error;
      }
    });
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

/**
 * Reserved names under endings of the public DNS: ICANN's registry agreement withholds the label `example` under each
 * newer ending (specification 5, section 1).
 */
const PUBLIC_HOSTS = [
  ...Array.from({ length: 2000 }, (_, index) => `h${index}.example.site`),
  'listed.example.online',
  'under_score.example.site',
  'bücher.example.site',
  'rpz-ip.example.shop',
  `${'a'.repeat(63)}.example.site`,
  `${'long.'.repeat(45)}example.site`,
];

/** Hosts that no feed may list, and that a resolver obeys or that are a private network's own. */
const HOSTILE_HOSTS = [
  '8.0.0.0.127.rpz-client-ip',
  '1.0.0.0.0.rpz-client-ip',
  '32.1.2.0.192.rpz-ip',
  '32.53.2.0.192.rpz-nsip',
  'ns.good.example.rpz-nsdname',
  'rpz-passthru.',
  'wiki.corp',
  'wiki.internal',
  'box.home.arpa',
  '10.in-addr.arpa',
];

/** As docs/gateways.md has it for `options`. */
const RESPONSE_POLICY = /^ {4}(response-policy .*)$/m.exec(GUIDE)?.[1] ?? '';

const ASKED = [
  'good.example.site',
  'wiki.corp',
  'wiki.internal',
  'box.home.arpa',
  '1.0.0.10.in-addr.arpa',
  'listed.example.online',
  'sub.listed.example.online',
  'rpz-ip.example.shop',
  'example.shop',
];

function wholeHost(host: string): ExportedEntry {
  return { kind: 'url', host, path: '/', isIp: false, category: 'phishing', level: 'danger' };
}

/** Hosts enough that a mistake in one of a thousand is met, and those that ask for care. */
const HOSTS = [
  ...PUBLIC_HOSTS,
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
  test('exported lists are read by named-checkzone', async () => {
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

  test('exported lists are read by named, which answers for whatever a feed has not listed', async () => {
    const zone = join(folder, 'rpz-hostile');
    const hosts = [...HOSTILE_HOSTS, 'listed.example.online', 'rpz-ip.example.shop'];
    const { text } = toPolicyZone(hosts.map(wholeHost), 1).files[0] ?? { text: '' };
    // The whole of its DNS: every name has one address, and no query leaves this machine. The second zone is there
    // because BIND asks after the name servers of names with a dot alone.
    writeFileSync(
      join(folder, 'root-zone'),
      '$TTL 60\n@ SOA ns.good.example. nobody.invalid. 1 60 60 60 60\n@ NS ns.good.example.\nns.good.example. A 192.0.2.53\n* A 192.0.2.1\n',
    );
    const port = await freePort();
    const settings = join(folder, 'named-hostile.conf');
    writeFileSync(
      settings,
      `options {
        directory "${folder}"; pid-file none; session-keyfile "${folder}/session.key"; lock-file none;
        listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; };
        recursion yes; dnssec-validation no; empty-zones-enable no; ${RESPONSE_POLICY}
      };
      controls { };
      zone "." { type primary; file "${folder}/root-zone"; };
      zone "example.site" { type primary; file "${folder}/root-zone"; };
      ${sample('bind', '/var/lib/bind/rpz.spamlight', zone)}`,
    );
    const answers = async (policy: string): Promise<Record<string, string>> => {
      writeFileSync(zone, policy);
      const found: Record<string, string> = {};
      await withResolver(
        'usr/sbin/named',
        ['-g', '-c', settings],
        port,
        // In no fixed order: until a zone is loaded it answers with a failure for its names.
        [/rpz\.spamlight: reload done/, /all zones loaded/, /\brunning$/m],
        async (addressOf) => {
          for (const name of ASKED) found[name] = await addressOf(name);
        },
      );
      return found;
    };
    const good = '192.0.2.1';
    expect(await answers(text)).toEqual({
      'good.example.site': good,
      'wiki.corp': good,
      'wiki.internal': good,
      'box.home.arpa': good,
      '1.0.0.10.in-addr.arpa': good,
      'listed.example.online': 'ENOTFOUND',
      'sub.listed.example.online': 'ENOTFOUND',
      'rpz-ip.example.shop': 'ENOTFOUND',
      'example.shop': good,
    });
    // Each line that was left out would have done harm, and named-checkzone has nothing against it.
    for (const host of HOSTILE_HOSTS.slice(0, 5)) {
      const policy = `${text}${host} CNAME .\n`;
      expect(await answers(policy), host).toMatchObject({ 'good.example.site': 'ENOTFOUND' });
      expect(run('usr/bin/named-checkzone', 'rpz.spamlight', zone).status).toBe(0);
    }
  });

  test('exported lists are read by unbound-checkconf', async () => {
    const list = await exported('unbound');
    const settings = join(folder, 'unbound.conf');
    const own = `server:\n  chroot: ""\n  username: ""\n  directory: "${folder}"\n  pidfile: ""\n`;
    writeFileSync(settings, own + sample('unbound', '/etc/unbound/spamlight.conf', list));
    expect(run('usr/sbin/unbound-checkconf', settings)).toMatchObject({ status: 0 });
    writeFileSync(list, `${readFileSync(list, 'utf8')}local-zone: "a" "b\n`);
    expect(run('usr/sbin/unbound-checkconf', settings).status).not.toBe(0);
  });

  test('exported lists are read by unbound, which answers for whatever a feed has not listed', async () => {
    const list = join(folder, 'unbound-hostile');
    const { text } = toUnboundFile([...HOSTILE_HOSTS, 'listed.example.online'].map(wholeHost)).files[0] ?? {
      text: '',
    };
    const port = await freePort();
    const settings = join(folder, 'unbound-hostile.conf');
    const names = [
      'good.example.site',
      'wiki.corp',
      'wiki.internal',
      'box.home.arpa',
      '1.0.0.10.in-addr.arpa',
    ];
    const data = names.map((name) => `  local-data: "${name}. A 192.0.2.1"\n`).join('');
    writeFileSync(
      settings,
      `server:\n  chroot: ""\n  username: ""\n  directory: "${folder}"\n  pidfile: ""\n  use-syslog: no\n  verbosity: 1\n  interface: 127.0.0.1@${port}\n  do-not-query-localhost: yes\n${data}remote-control:\n  control-enable: no\n${sample('unbound', '/etc/unbound/spamlight.conf', list)}`,
    );
    const answers = async (lines: string): Promise<readonly string[]> => {
      writeFileSync(list, lines);
      const found: string[] = [];
      const words = ['-d', '-c', settings];
      await withResolver('usr/sbin/unbound', words, port, [/start of service/], async (addressOf) => {
        for (const name of [...names, 'sub.listed.example.online']) found.push(await addressOf(name));
      });
      return found;
    };
    const good = '192.0.2.1';
    expect(await answers(text)).toEqual([good, good, good, good, good, 'ENOTFOUND']);
    expect(await answers(`${text}local-zone: "wiki.corp." always_nxdomain\n`)).toEqual([
      good,
      'ENOTFOUND',
      good,
      good,
      good,
      'ENOTFOUND',
    ]);
  });

  test('exported lists are read by postmap, which finds them again', async () => {
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

  test('exported lists are read by rspamd, which finds links and senders of mails', async () => {
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
      for (const host of ['all.example', 'x7.mail.all.example'])
        expect(symbolsOf(`who@${host}`, 'https://good.example/')).toEqual([
          'SPAMLIGHT_DANGER_SENDER_DOMAINS',
        ]);
    } finally {
      server.kill('SIGTERM');
      await ended;
    }
  });
});
