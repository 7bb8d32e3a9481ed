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
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram, type ManagedProgram } from '../../../scripts/setup/start-program.mjs';
import { freePort } from '../../free-port.ts';
import { answers } from './loopback.ts';

/** A real Dovecot on loopback, for as long as a test needs it. */
export interface MailStore {
  readonly folder: string;
  readonly imapPort: number;
  readonly user: string;
  readonly password: string;
  /** As in `RealWebmail`. */
  deliver(messages: readonly string[]): void;
  stop(): Promise<void>;
}

/** A webmail over a real Dovecot on loopback, for as long as a test needs it. */
export interface RealWebmail {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Puts messages (RFC 5322, CRLF or LF) into the inbox. */
  deliver(messages: readonly string[]): void;
  /** What the webmail has put into a folder: drafts, sent mail. Each as it travels. */
  messagesIn(folder: 'Drafts' | 'Sent'): readonly string[];
  /** What it and its mail store noted of faults. */
  log(): string;
  stop(): Promise<void>;
}

/** What a webmail of PHP needs to be served. */
export interface Served {
  /** Of the web server. */
  readonly root: string;
  /** Settings of PHP: name → value. */
  readonly settings: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** Files below the folder in which it notes faults. */
  readonly logs: readonly string[];
}

const USER = 'alice';
const PASSWORD = 'alicepw';
/** User and group `mail`, the same on every Debian. */
const MAIL_ID = 8;

/** Starts a mail store. */
export async function startMailStore(): Promise<MailStore> {
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-webmail-'));
  // Dovecot and PHP give up root, and must still get here.
  chmodSync(folder, 0o755);
  const imapPort = await freePort();
  writeDovecotSettings(folder, imapPort);
  const dovecot = start('dovecot', ['-F', '-c', `${folder}/dovecot.conf`]);
  const stop = async (): Promise<void> => {
    await dovecot.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await answers(imapPort);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    folder,
    imapPort,
    user: USER,
    password: PASSWORD,
    deliver(messages) {
      for (const message of messages) deliver(`${folder}/mail/${USER}`, message);
      // Who opens a folder while another one numbers its new messages is told that it is empty; and a webmail opens it
      // twice at once, for the list and for what is unread.
      command('doveadm', ['-c', `${folder}/dovecot.conf`, 'index', '-u', USER, 'INBOX']);
    },
    stop,
  };
}

/**
 * Starts a mail store, and PHP's own web server for the webmail over it.
 *
 * @param prepare - writes what the webmail needs into the folder
 */
export async function startWebmail(
  prepare: (folder: string, imapPort: number, webPort: number) => Served,
): Promise<RealWebmail> {
  const store = await startMailStore();
  const { folder, imapPort } = store;
  const webPort = await freePort();
  let php: ManagedProgram | null = null;
  let served: Served;
  try {
    served = prepare(folder, imapPort, webPort);
    const settings = Object.entries(served.settings).flatMap(([name, value]) => ['-d', `${name}=${value}`]);
    php = start(
      'setpriv',
      [
        '--reuid=www-data',
        '--regid=www-data',
        '--clear-groups',
        'php',
        ...settings,
        '-d',
        'log_errors=1',
        '-d',
        'display_errors=0',
        '-S',
        `127.0.0.1:${webPort}`,
        '-t',
        served.root,
      ],
      // Page, preview frame and background requests overlap.
      { ...served.env, PHP_CLI_SERVER_WORKERS: '4' },
    );
    await answers(webPort);
  } catch (error) {
    await php?.stop();
    await store.stop();
    throw error;
  }
  const { logs } = served;

  return {
    url: `http://127.0.0.1:${webPort}/`,
    user: USER,
    password: PASSWORD,
    deliver: (messages) => store.deliver(messages),
    messagesIn: (name) => messagesIn(`${folder}/mail/${USER}/.${name}`),
    log: () =>
      ['dovecot.log', ...logs]
        .filter((name) => existsSync(`${folder}/${name}`))
        .map((name) => `${name}:\n${readFileSync(`${folder}/${name}`, 'utf8').slice(-2_000)}`)
        .join('\n'),
    async stop() {
      await php.stop();
      await store.stop();
    },
  };
}

function start(program: string, words: readonly string[], env: Record<string, string> = {}): ManagedProgram {
  return startProgram(program, words, { env: { ...process.env, ...env } });
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

function deliver(maildir: string, message: string): void {
  for (const path of [maildir, ...['new', 'cur', 'tmp'].map((name) => `${maildir}/${name}`)]) {
    mkdirSync(path, { recursive: true });
    chownSync(path, MAIL_ID, MAIL_ID);
  }
  const date = /^Date: (.*)$/im.exec(message)?.[1];
  // Dovecot numbers new mail by this leading timestamp.
  const seconds = Math.floor((date === undefined ? Date.now() : Date.parse(date)) / 1000);
  const name = `${seconds}.${createHash('sha1').update(message).digest('hex').slice(0, 16)}.test`;
  writeFileSync(`${maildir}/tmp/${name}`, message);
  chownSync(`${maildir}/tmp/${name}`, MAIL_ID, MAIL_ID);
  renameSync(`${maildir}/tmp/${name}`, `${maildir}/new/${name}`);
}

function messagesIn(maildir: string): readonly string[] {
  return ['new', 'cur'].flatMap((name) => {
    const path = `${maildir}/${name}`;
    return existsSync(path) ? readdirSync(path).map((file) => readFileSync(`${path}/${file}`, 'utf8')) : [];
  });
}

export function command(program: string, words: readonly string[]): void {
  const done = spawnSync(program, words, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${program} ${words.join(' ')}: ${done.stderr}`);
}
