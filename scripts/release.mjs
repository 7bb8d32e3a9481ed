import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { releaseNotes, releaseProblems } from './release/check.mjs';
import { factsProblem, optionOf, QUESTIONS, replacePlaceholders } from './release/facts.mjs';
import {
  missingSecrets,
  StoreRefused,
  uploadToChrome,
  uploadToEdge,
  uploadToFirefox,
} from './release/stores.mjs';
import { ensurePackages, ROOT } from './setup/prepare.mjs';

const HELP = `npm run release -- init [options]     says who publishes, makes the keys of the default channel
  --author NAME --homepage URL --email ADDRESS --repository OWNER/NAME --firefox-id ID
  --channel URL        where the default channel is; without it there is none but the packaged list
  --channel-name NAME  its name (Spamlight)
  --mirror URL         another address of the same channel; may be given again
  --keys FOLDER        where its keys go (../spamlight-keys); never below this folder
npm run release -- check [--tag TAG]    names everything that keeps this tree from being released; exit code 1 if any
npm run release -- notes                prints what the changelog says of this version
npm run release -- upload STORE FOLDER  chrome, edge or firefox: uploads a package of npm run package, if there are secrets
  --root FOLDER        another tree than this one
`;

/** @satisfies {import('node:util').ParseArgsConfig['options']} */
const OPTIONS = {
  author: { type: /** @type {const} */ ('string') },
  homepage: { type: /** @type {const} */ ('string') },
  email: { type: /** @type {const} */ ('string') },
  repository: { type: /** @type {const} */ ('string') },
  'firefox-id': { type: /** @type {const} */ ('string') },
  channel: { type: /** @type {const} */ ('string') },
  'channel-name': { type: /** @type {const} */ ('string'), default: 'Spamlight' },
  mirror: { type: /** @type {const} */ ('string'), multiple: true, default: /** @type {string[]} */ ([]) },
  keys: { type: /** @type {const} */ ('string') },
  tag: { type: /** @type {const} */ ('string') },
  root: { type: /** @type {const} */ ('string'), default: ROOT },
  help: { type: /** @type {const} */ ('boolean'), default: false },
};

/** Printed without a stack trace; exit code 1. */
class ReleaseFailed extends Error {}

async function main() {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const root = resolve(values.root);
  const [what, ...rest] = positionals;
  if (values.help || what === undefined) process.stdout.write(HELP);
  else if (what === 'init') await init(root, values);
  else if (what === 'check') check(root, values.tag);
  else if (what === 'notes') process.stdout.write(`${notes(root)}\n`);
  else if (what === 'upload') await upload(root, rest[0] ?? '', rest[1] ?? '');
  else throw new ReleaseFailed(`${what} is not understood.\n${HELP}`);
}

/** @param {string} root @param {Readonly<Record<string, unknown>>} values */
async function init(root, values) {
  /** @type {Record<string, string>} */
  const given = {};
  for (const name of Object.keys(QUESTIONS)) {
    const value = values[optionOf(name)];
    if (typeof value === 'string') given[name] = value;
  }
  if (process.stdin.isTTY) await askForRest(given);
  const problem = factsProblem(given) ?? channelProblem(values) ?? keysProblem(root, values);
  if (problem !== null) throw new ReleaseFailed(`${problem} Nothing was changed.`);
  const channel = typeof values['channel'] === 'string' ? values['channel'] : null;
  const keys = keysOf(root, values);
  // First, so that a failure leaves the tree unchanged.
  const rootKeys =
    channel === null ? [] : [await makeKeys(keys, String(values['channel-name']), mirrorsOf(values))];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `factsProblem` has looked at each
  const files = replacePlaceholders(
    root,
    /** @type {import('./release/facts.mjs').Facts} */ (/** @type {unknown} */ (given)),
  );
  process.stdout.write(`Said in ${files.length} files: ${files.join(', ')}.\n`);
  if (channel === null) {
    process.stdout.write(
      'There is no default channel: the packaged list alone is in use until readers add one.\n',
    );
  } else {
    const file = join(root, 'public/channel.json');
    writeFileSync(
      file,
      `${JSON.stringify({ channel: { url: channel, name: values['channel-name'], rootKeys } }, null, 2)}\n`,
    );
    process.stdout.write(
      `The default channel is ${channel}; its keys are in ${keys}.\nMove root-key.json from there to a machine or a stick that is not online. The job that builds the channel needs snapshot-key.json alone.\n`,
    );
  }
  process.stdout.write('Next: git diff, then npm run release -- check.\n');
}

/** @param {Record<string, string>} given */
async function askForRest(given) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (const [name, { question, shape, hint }] of Object.entries(QUESTIONS)) {
      while (given[name] === undefined || !shape.test(given[name])) {
        if (given[name] !== undefined) process.stdout.write(`  ${hint}\n`);
        given[name] = (await terminal.question(`${question}: `)).trim();
      }
    }
  } finally {
    terminal.close();
  }
}

/** @param {Readonly<Record<string, unknown>>} values */
function channelProblem(values) {
  const shape = /^https:\/\/[^\s/?#@]+\/(?:[^\s?#@]+\/)?$/;
  const addresses = [values['channel'], ...mirrorsOf(values)].filter((url) => typeof url === 'string');
  for (const url of addresses)
    if (!shape.test(url))
      return `${url} is no address of a channel: https, without a name or query, a slash at its end.`;
  if (values['channel'] === undefined && mirrorsOf(values).length > 0) return '--mirror without --channel.';
  const name = String(values['channel-name']);
  return name.trim() === '' || name.length > 64 ? 'A channel’s name has 1 to 64 characters.' : null;
}

/** @param {Readonly<Record<string, unknown>>} values */
function mirrorsOf(values) {
  return Array.isArray(values['mirror']) ? values['mirror'].map(String) : [];
}

/** @param {string} root @param {Readonly<Record<string, unknown>>} values */
function keysOf(root, values) {
  return resolve(typeof values['keys'] === 'string' ? values['keys'] : join(dirname(root), 'spamlight-keys'));
}

/** @param {string} root @param {Readonly<Record<string, unknown>>} values */
function keysProblem(root, values) {
  if (values['channel'] === undefined) return null;
  const keys = keysOf(root, values);
  const below = relative(root, keys);
  if (!below.startsWith('..') && !isAbsolute(below))
    return `${keys} is below this folder: keys would be committed and packaged.`;
  return existsSync(join(keys, 'root-key.json'))
    ? `${keys} has a root key already, and it is never written over.`
    : null;
}

/** @param {string} folder @param {string} name @param {readonly string[]} mirrors @returns {Promise<string>} root key */
async function makeKeys(folder, name, mirrors) {
  await ensureBuilt('cli');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const rootKey = join(folder, 'root-key.json');
  keygen(['--role', 'root', '--channel', name, '--out', rootKey]);
  const more = mirrors.length === 0 ? [] : ['--mirror', ...mirrors];
  keygen(['--role', 'snapshot', '--root', rootKey, '--out', join(folder, 'snapshot-key.json'), ...more]);
  return JSON.parse(readFileSync(rootKey, 'utf8')).root.x;
}

/** @param {readonly string[]} words */
function keygen(words) {
  const program = join(ROOT, 'dist/cli/spamlight.mjs');
  const done = spawnSync(process.execPath, [program, 'keygen', ...words], { encoding: 'utf8' });
  if (done.status !== 0)
    throw new ReleaseFailed(`The keys could not be made: ${done.stderr.trim()} Nothing else was changed.`);
}

/** @param {string} root @param {string | undefined} tag */
function check(root, tag) {
  const problems = releaseProblems(root, { tag, now: Math.floor(Date.now() / 1000) });
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  const { channel } = JSON.parse(readFileSync(join(root, 'public/channel.json'), 'utf8'));
  if (channel === null)
    process.stdout.write(
      'Note: there is no default channel; readers have the packaged list until they add one.\n',
    );
  if (problems.length > 0)
    throw new ReleaseFailed(`${problems.length} things keep this tree from being released.`);
  process.stdout.write('Nothing keeps this tree from being released.\n');
}

/** @param {string} root */
function notes(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const text = releaseNotes(version, readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  if (text === null) throw new ReleaseFailed(`CHANGELOG.md has nothing under "## ${version}".`);
  return text;
}

/** @param {string} root @param {string} store @param {string} folder */
async function upload(root, store, folder) {
  if (store !== 'chrome' && store !== 'edge' && store !== 'firefox')
    throw new ReleaseFailed(`${store} is none of chrome, edge, firefox.`);
  const missing = missingSecrets(store, process.env);
  if (missing.length > 0) {
    process.stdout.write(`Nothing is uploaded for ${store}: ${missing.join(', ')} are not set.\n`);
    return;
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  /** @param {string} kind */
  const zip = (kind) => new Uint8Array(readFileSync(join(folder, `spamlight-${version}-${kind}.zip`)));
  // Set by tests, to a store of their own.
  const { STORE_URL: base } = process.env;
  const options = base === undefined ? {} : { base, tokenBase: base, pollMs: 10 };
  const said =
    store === 'chrome'
      ? await uploadToChrome(zip('chrome'), process.env, options)
      : store === 'edge'
        ? await uploadToEdge(zip('edge'), process.env, options)
        : await uploadToFirefox(zip('firefox'), process.env, { ...options, source: zip('source') });
  process.stdout.write(`${said}\n`);
}

ensurePackages();
try {
  await main();
} catch (error) {
  if (!(error instanceof ReleaseFailed || error instanceof StoreRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
