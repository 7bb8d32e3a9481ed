import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingPackages } from '../../../scripts/debian.mjs';
import { keep, type Kept } from '../../../scripts/kept.mjs';
import { ROUNDCUBE } from '../../../scripts/webmails.mjs';
import { eventually } from './browser.ts';

/** A real Roundcube over a real Dovecot on loopback, for as long as a test needs it. */
export interface Roundcube {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Puts a message (RFC 5322, CRLF or LF) into the inbox. */
  deliver(message: string): void;
  /** What the webmail has put into a folder: drafts, sent mail. Each as it travels. */
  messagesIn(folder: 'Drafts' | 'Sent'): readonly string[];
  /** What it and its mail store noted of faults. */
  log(): string;
  stop(): Promise<void>;
}

export type Skin = 'elastic' | 'larry' | 'classic';

/** Why it cannot run here, or null if it can. `npm test` installs what is missing. */
export function whyNoRoundcube(): string | null {
  if (process.getuid?.() !== 0) return 'Roundcube and Dovecot are started as root, and this is not root';
  const missing = missingPackages(ROUNDCUBE.packages);
  return missing.length === 0 ? null : `missing: apt-get install ${missing.join(' ')}`;
}

const USER = 'alice';
const PASSWORD = 'alicepw';
/** User and group `mail`, the same on every Debian. */
const MAIL_ID = 8;

export async function startRoundcube(skin: Skin = 'elastic'): Promise<Roundcube> {
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-webmail-'));
  // Dovecot and PHP give up root, and must still get here.
  chmodSync(folder, 0o755);
  const started: Kept[] = [];
  const imapPort = await freePort();
  const webPort = await freePort();
  try {
    writeDovecotSettings(folder, imapPort);
    started.push(start('dovecot', ['-F', '-c', `${folder}/dovecot.conf`]));
    await answers(imapPort);

    const web = writeRoundcubeSettings(folder, imapPort, skin);
    started.push(
      start(
        'setpriv',
        [
          '--reuid=www-data',
          '--regid=www-data',
          '--clear-groups',
          'php',
          '-d',
          `session.save_path=${web}/temp`,
          '-d',
          `error_log=${web}/logs/php.log`,
          '-d',
          'log_errors=1',
          '-d',
          'display_errors=0',
          '-S',
          `127.0.0.1:${webPort}`,
          '-t',
          '/var/lib/roundcube/public_html',
        ],
        // Page, preview frame and background requests overlap.
        { ROUNDCUBE_CONFIG_DIR: `${web}/config`, PHP_CLI_SERVER_WORKERS: '4' },
      ),
    );
    await answers(webPort);
  } catch (error) {
    await stopAll(started);
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }

  return {
    url: `http://127.0.0.1:${webPort}/`,
    user: USER,
    password: PASSWORD,
    deliver: (message) => deliver(`${folder}/mail/${USER}`, message),
    messagesIn: (name) => messagesIn(`${folder}/mail/${USER}/.${name}`),
    log: () =>
      ['dovecot.log', 'roundcube/logs/errors.log', 'roundcube/logs/php.log']
        .filter((name) => existsSync(`${folder}/${name}`))
        .map((name) => `${name}:\n${readFileSync(`${folder}/${name}`, 'utf8').slice(-2_000)}`)
        .join('\n'),
    async stop() {
      await stopAll(started);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function start(program: string, words: readonly string[], env: Record<string, string> = {}): Kept {
  return keep(program, words, { env: { ...process.env, ...env } });
}

async function stopAll(programs: readonly Kept[]): Promise<void> {
  for (const program of programs.toReversed()) await program.stop();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

async function answers(port: number): Promise<void> {
  await eventually(
    `something to listen on port ${port}`,
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1');
        socket.once('connect', () => {
          socket.destroy();
          resolve(true);
        });
        socket.once('error', () => resolve(false));
      }),
    20_000,
  );
}

function writeDovecotSettings(folder: string, port: number): void {
  for (const name of ['base', 'state', 'mail']) mkdirSync(`${folder}/${name}`, { recursive: true });
  chownSync(`${folder}/mail`, MAIL_ID, MAIL_ID);
  writeFileSync(`${folder}/users`, `${USER}:{PLAIN}${PASSWORD}\n`, { mode: 0o644 });
  const folders = ['Drafts', 'Junk', 'Sent', 'Trash'].map(
    (name) => `  mailbox ${name} {\n    auto = create\n    special_use = \\${name}\n  }`,
  );
  writeFileSync(
    `${folder}/dovecot.conf`,
    `base_dir = ${folder}/base
state_dir = ${folder}/state
instance_name = spamlight-test
log_path = ${folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
# Nothing here outlives the test: nobody need wait for the disk.
mail_fsync = never
first_valid_uid = ${MAIL_ID}
mail_location = maildir:${folder}/mail/%u
mail_privileged_group =
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%n ${folder}/users
}
userdb {
  driver = static
  args = uid=${MAIL_ID} gid=${MAIL_ID} home=${folder}/mail/%u
}
namespace inbox {
  inbox = yes
${folders.join('\n')}
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service stats {
  chroot =
}
`,
  );
}

function writeRoundcubeSettings(folder: string, imapPort: number, skin: Skin): string {
  const web = `${folder}/roundcube`;
  for (const name of ['config', 'temp', 'logs']) mkdirSync(`${web}/${name}`, { recursive: true });
  const settings: Record<string, string | number | boolean | readonly string[]> = {
    db_dsnw: `sqlite:///${web}/db.sqlite?mode=0640`,
    imap_host: `127.0.0.1:${imapPort}`,
    smtp_host: '127.0.0.1:1',
    des_key: 'webmail-test-key-24chars',
    product_name: 'Roundcube Webmail',
    plugins: [],
    skin,
    language: 'en_US',
    enable_spellcheck: false,
    // An answer is written in the editor for HTML.
    htmleditor: 1,
    temp_dir: `${web}/temp`,
    log_dir: `${web}/logs`,
    log_driver: 'file',
    ip_check: false,
    mime_types: '/etc/roundcube/mimetypes.php',
    refresh_interval: 60,
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `$config['${name}'] = ${Array.isArray(value) ? '[]' : JSON.stringify(value)};`,
  );
  writeFileSync(`${web}/config/config.inc.php`, `<?php\n$config = [];\n${lines.join('\n')}\n`);
  for (const name of ['defaults.inc.php', 'mimetypes.php'])
    symlinkSync(`/etc/roundcube/${name}`, `${web}/config/${name}`);
  command('sh', ['-c', `sqlite3 '${web}/db.sqlite' < /usr/share/roundcube/SQL/sqlite.initial.sql`]);
  // Requests overlap: with a log, who reads does not wait for who writes.
  command('sqlite3', [`${web}/db.sqlite`, 'PRAGMA journal_mode = WAL']);
  command('chown', ['-R', 'www-data:www-data', web]);
  return web;
}

function deliver(maildir: string, message: string): void {
  for (const name of ['new', 'cur', 'tmp']) mkdirSync(`${maildir}/${name}`, { recursive: true });
  const date = /^Date: (.*)$/im.exec(message)?.[1];
  // Dovecot numbers new mail by this leading timestamp.
  const seconds = Math.floor((date === undefined ? Date.now() : Date.parse(date)) / 1000);
  const name = `${seconds}.${createHash('sha1').update(message).digest('hex').slice(0, 16)}.test`;
  writeFileSync(`${maildir}/tmp/${name}`, message);
  renameSync(`${maildir}/tmp/${name}`, `${maildir}/new/${name}`);
  command('chown', ['-R', `${MAIL_ID}:${MAIL_ID}`, maildir]);
}

function messagesIn(maildir: string): readonly string[] {
  return ['new', 'cur'].flatMap((name) => {
    const path = `${maildir}/${name}`;
    return existsSync(path) ? readdirSync(path).map((file) => readFileSync(`${path}/${file}`, 'utf8')) : [];
  });
}

function command(program: string, words: readonly string[]): void {
  const done = spawnSync(program, words, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${program} ${words.join(' ')}: ${done.stderr}`);
}
