import { InvalidArgumentError, Option, type Command } from 'commander';
import { MAX_NAME_LENGTH } from '../../../core/snapshot/channel-index.ts';
import { MAX_KEYS, type KeyList, type SnapshotKey } from '../../../core/snapshot/key-list.ts';
import { MAX_MIRRORS, checkMirrors, type MirrorRefusal } from '../../../core/snapshot/mirrors.ts';
import { MAX_UINT32 } from '../../../core/snapshot/snapshot.ts';
import { verifyKeyList } from '../../../core/snapshot/verify-index.ts';
import {
  makeKeyPair,
  readKeyFile,
  writeKeyFile,
  type KeyFile,
  type KeyPair,
} from '../../node/keys/key-file.ts';
import { keyPlaceWarning } from '../keys/key-place.ts';
import { rootFingerprint } from '../keys/root-fingerprint.ts';
import { signKeyList } from '../keys/sign.ts';
import { pluralize, timeText } from '../../node/terminal/numbers.ts';
import { CommandFailed, orFail, type Terminal } from '../../node/terminal/terminal.ts';

interface KeygenOptions {
  readonly out: string;
  readonly role?: 'root' | 'snapshot' | 'list';
  readonly channel?: string;
  readonly root?: string;
  readonly snapshot: readonly string[];
  readonly days?: number;
  readonly number?: number;
  readonly mirror: readonly string[];
  readonly json?: true;
}

const DAY = 86_400;
const DEFAULT_DAYS = 365;

export function addKeygen(program: Command, terminal: Terminal): void {
  program
    .command('keygen')
    .description(
      'Makes the keys of a channel: a root key, a snapshot key and the root-signed list of snapshot keys.',
    )
    .requiredOption(
      '--out <file>',
      'where to write them; never over an existing file; only its owner can read it',
    )
    .addOption(
      new Option(
        '--role <role>',
        'root: only the root key, to keep offline. snapshot: a key for the scheduled job, with a list that names it if --root is given. list: a new list for the keys of --snapshot',
      ).choices(['root', 'snapshot', 'list']),
    )
    .addOption(
      new Option(
        '--channel <name>',
        'name of the channel (default: that of --root, or "spamlight")',
      ).argParser(channelName),
    )
    .option('--root <file>', 'the file with the root key that signs the list')
    .option('--snapshot <file...>', 'files of further snapshot keys that the list names', [])
    .addOption(
      new Option('--days <days>', `how long the list of keys is valid (default: ${DEFAULT_DAYS})`).argParser(
        wholeNumber,
      ),
    )
    .addOption(
      new Option(
        '--number <number>',
        'number of the list; clients take no lower one (default: Unix time)',
      ).argParser(wholeNumber),
    )
    .option(
      '--mirror <url...>',
      `further addresses of the channel, at most ${MAX_MIRRORS}, each https; readers try them in turn`,
      [],
    )
    .option('--json', 'print the public part as JSON')
    .addHelpText(
      'after',
      `
Without --role one file holds everything, which is fine for a first try. For a channel that others rely on:
  spamlight keygen --role root --out root.json                          on a machine that is not online
  spamlight keygen --role snapshot --root root.json --out snapshot.json
and give only snapshot.json to the machine that builds. Who steals it can publish until you make a new list
without its key; only the root key can change keys.`,
    )
    .action((options: KeygenOptions, command: Command) => keygen(options, command, terminal));
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > MAX_UINT32)
    throw new InvalidArgumentError(`a whole number from 1 to ${MAX_UINT32}`);
  return number;
}

function channelName(text: string): string {
  if (text.length < 1 || text.length > MAX_NAME_LENGTH)
    throw new InvalidArgumentError(`1 to ${MAX_NAME_LENGTH} characters`);
  return text;
}

/** The channel's address is unknown here, so mirrors are judged as for a public one. */
const ANY_PUBLIC_ADDRESS = 'https://channel.invalid/';

const MIRROR_MISUSE: Readonly<Record<MirrorRefusal, string>> = {
  'not-an-address': 'it must be the address of a folder, without a name, password, query or fragment',
  'not-https': 'it must begin with https://',
  'private-host': 'it is on a local network',
  twice: 'it is given twice',
  'too-many': `there may be at most ${MAX_MIRRORS}`,
};

/**
 * Options that are invalid or would be ignored.
 */
function misuseOf({ role, root, snapshot, days, number, mirror }: KeygenOptions, now: number): string | null {
  if (role === 'list' && (root === undefined || snapshot.length === 0))
    return 'a list needs --root FILE, which signs it, and --snapshot FILE, whose key it names';
  const mostDays = Math.floor((MAX_UINT32 - now) / DAY);
  if (days !== undefined && days > mostDays)
    return `--days may be at most ${mostDays}: readers take no list that is valid beyond ${timeText(MAX_UINT32)}`;
  const named = snapshot.length + (role === 'list' ? 0 : 1);
  if (named > MAX_KEYS) {
    const added = role === 'list' ? '' : ', with the new one';
    return `the list would name ${named} keys${added}, and readers take one of at most ${MAX_KEYS}: leave out --snapshot keys that sign no more`;
  }
  for (const { url, refusal } of checkMirrors(mirror, ANY_PUBLIC_ADDRESS)) {
    if (refusal !== null) return `--mirror ${url} would not be asked by readers: ${MIRROR_MISUSE[refusal]}`;
  }
  const signsNoList = role === 'root' || (role === 'snapshot' && root === undefined);
  if (!signsNoList) return null;
  const unused = [
    ...(root === undefined ? [] : ['--root']),
    ...(snapshot.length === 0 ? [] : ['--snapshot']),
    ...(days === undefined ? [] : ['--days']),
    ...(number === undefined ? [] : ['--number']),
    ...(mirror.length === 0 ? [] : ['--mirror']),
  ];
  if (unused.length === 0) return null;
  return `${unused.join(', ')} would be left out: --role ${role}${role === 'root' ? '' : ' without --root'} makes a key, and no list`;
}

async function keygen(options: KeygenOptions, command: Command, terminal: Terminal): Promise<void> {
  const misuse = misuseOf(options, terminal.now());
  if (misuse !== null) return command.error(`error: ${misuse}`);
  const keys = await makeKeys(options, terminal.now());
  const lost = keys.keyList === null ? [] : await mirrorsLeftOut(options);
  if (lost.length > 0)
    terminal.note(
      `The list in ${options.snapshot.join(', ')} names ${pluralize(lost.length, 'mirror')}, and the new one none: readers stop asking ${lost.length === 1 ? 'it' : 'them'}. To keep ${lost.length === 1 ? 'it' : 'them'}, make the list with --mirror ${lost.join(' ')}.`,
    );
  orFail(await writeKeyFile(options.out, keys));
  for (const path of [options.out, options.root, ...options.snapshot]) {
    const warning = path === undefined ? null : await keyPlaceWarning(path);
    if (warning !== null) terminal.note(warning);
  }
  const rootPublicKey = keys.root?.x ?? null;
  if (options.json === true) {
    await terminal.out(
      JSON.stringify({
        file: options.out,
        channel: keys.channel,
        rootPublicKey,
        rootFingerprint: rootPublicKey === null ? null : rootFingerprint(rootPublicKey),
        snapshotKey: keys.snapshot === null ? null : { kid: keys.snapshot.kid, publicKey: keys.snapshot.x },
        hasKeyList: keys.keyList !== null,
      }),
    );
    return;
  }
  await terminal.out(`Wrote ${options.out}. Whoever has it can sign: keep it secret.`);
  if (rootPublicKey !== null) {
    await terminal.out(`Public root key of channel "${keys.channel}", for those who subscribe to it:`);
    await terminal.out(rootPublicKey);
    await terminal.out(`Its fingerprint, as the extension shows it: ${rootFingerprint(rootPublicKey)}`);
  }
  if (keys.snapshot !== null && keys.keyList === null) {
    await terminal.out('No list names this snapshot key yet: "spamlight keygen --role list" makes one.');
  }
}

async function makeKeys(options: KeygenOptions, now: number): Promise<KeyFile> {
  const { role } = options;
  const givenRoot = options.root === undefined ? null : orFail(await readKeyFile(options.root));
  if (givenRoot !== null && givenRoot.root === null) {
    throw new CommandFailed({ kind: 'no-root-key', message: `${options.root ?? ''} holds no root key.` });
  }
  const channel = options.channel ?? givenRoot?.channel ?? 'spamlight';
  if (role === 'root') {
    return { format: 1, channel, root: await makeKeyPair(), snapshot: null, keyList: null };
  }
  const others = await snapshotKeysOf(options.snapshot);
  const snapshot = role === 'list' ? (others[0] ?? null) : await makeKeyPair();
  const named = role === 'list' || snapshot === null ? others : [snapshot, ...others];
  const root = givenRoot?.root ?? (role === undefined ? await makeKeyPair() : null);
  const expiresAt = now + (options.days ?? DEFAULT_DAYS) * DAY;
  const list = {
    number: options.number ?? now,
    channel,
    expiresAt,
    keys: named.map(namedKey),
    ...(options.mirror.length === 0 ? {} : { mirrors: options.mirror }),
  };
  return {
    format: 1,
    channel,
    root: role === undefined && givenRoot === null ? root : null,
    snapshot,
    keyList: root === null ? null : await signAcceptedKeyList(list, root, now),
  };
}

/** Mirrors that the old key lists name, if the new one names none. */
async function mirrorsLeftOut({ snapshot, root, mirror }: KeygenOptions): Promise<readonly string[]> {
  if (mirror.length > 0 || root === undefined) return [];
  const rootKey = orFail(await readKeyFile(root)).root?.x ?? '';
  const found = new Set<string>();
  for (const file of snapshot) {
    const { keyList } = orFail(await readKeyFile(file));
    if (keyList === null) continue;
    const trust = { rootKeys: [rootKey], channel: null, minKeyListNumber: 0 };
    // Time 0, since the list to renew may have expired.
    const list = await verifyKeyList(keyList, trust, 0);
    if (list.ok) for (const each of list.value.mirrors ?? []) found.add(each);
  }
  return [...found];
}

function namedKey({ kid, x }: KeyPair): SnapshotKey {
  return { kid, publicKey: x };
}

/** Refuses a list that readers would refuse, as from an edited key file. */
async function signAcceptedKeyList(list: KeyList, root: KeyPair, now: number): Promise<string> {
  const signed = await signKeyList(list, root);
  const trust = { rootKeys: [root.x], channel: list.channel, minKeyListNumber: list.number };
  const verified = await verifyKeyList(signed, trust, now);
  if (verified.ok) return signed;
  const { failure } = verified;
  const what = 'field' in failure ? `${failure.kind}: ${failure.field}` : failure.kind;
  throw new CommandFailed({
    kind: 'bad-key-list',
    message: `Every reader would refuse the list of keys (${what}). Look at the options, and whether a key file was changed by hand. Nothing was written.`,
  });
}

async function snapshotKeysOf(files: readonly string[]): Promise<readonly KeyPair[]> {
  const keys: KeyPair[] = [];
  const fileOf = new Map<string, string>();
  for (const file of files) {
    const { snapshot } = orFail(await readKeyFile(file));
    if (snapshot === null) {
      throw new CommandFailed({ kind: 'no-snapshot-key', message: `${file} holds no snapshot key.` });
    }
    const other = fileOf.get(snapshot.kid);
    if (other !== undefined) {
      const which = other === file ? `${file} is given twice` : `${other} and ${file} hold the same key`;
      throw new CommandFailed({
        kind: 'key-twice',
        message: `${which}: a list names each key once. Leave one of them out. Nothing was written.`,
      });
    }
    fileOf.set(snapshot.kid, file);
    keys.push(snapshot);
  }
  return keys;
}
