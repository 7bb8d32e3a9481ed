// npm run service: the check service on the sample channel, with three calls. On a terminal it stays until Ctrl-C.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureBuilt } from './build.mjs';
import { nodeForService } from './setup/node-24.mjs';
import { ensurePackages, ROOT } from './setup/prepare.mjs';

ensurePackages();
await ensureBuilt('cli');

const NODE = nodeForService();
const COMMAND = join(ROOT, 'dist/cli/spamlight.mjs');
const folder = mkdtempSync(join(tmpdir(), 'spamlight-service-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** @param {readonly string[]} words @param {'pipe' | 2} log - standard error */
function command(words, log = 2) {
  return spawn(NODE, [COMMAND, ...words], { cwd: ROOT, stdio: ['ignore', 'pipe', log] });
}

/** @param {readonly string[]} words */
async function runToEnd(words) {
  const child = command(words);
  child.stdout?.resume();
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`spamlight ${words[0]} ended with ${code}`);
}

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

const key = join(folder, 'key.json');
const channel = join(folder, 'channel');
await runToEnd(['keygen', '--out', key]);
await runToEnd(['build', '--feeds', 'feeds/sample/feeds.json', '--out', channel, '--key', key]);
const token = randomBytes(24).toString('base64url');
const tokens = join(folder, 'tokens.json');
writeFileSync(tokens, JSON.stringify({ tokens: [{ name: 'sample', token, may: ['changes', 'report'] }] }));

const service = command(
  ['service', '--channel', channel, '--data', join(folder, 'data'), '--tokens', tokens, '--port', '0'],
  'pipe',
);
const ended = new Promise((resolve) => service.once('exit', resolve));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => service.kill('SIGTERM'));
process.on('exit', () => service.kill('SIGKILL'));
if (service.stdout === null || service.stderr === null) throw new Error('it was started with pipes');
/** Shown between calls, so that no line separates a call from its answer. */
let log = '';
const showLog = () => {
  process.stderr.write(log);
  log = '';
};
service.stderr.setEncoding('utf8').on('data', (text) => {
  log += text;
});
const lines = createInterface({ input: service.stdout })[Symbol.asyncIterator]();
const first = await lines.next();
if (first.done) throw new Error('the service did not start');
/** @type {{url: string}} */
const { url } = JSON.parse(first.value);

/** @param {string} path @param {unknown} body */
async function call(path, body) {
  showLog();
  const text = JSON.stringify(body);
  const needsToken = path === '/v1/changes';
  say(
    `\ncurl ${url}${path} -H 'Content-Type: application/json'${needsToken ? ` -H 'Authorization: Bearer ${token}'` : ''} -d '${text}'`,
  );
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(needsToken ? { authorization: `Bearer ${token}` } : {}),
    },
    body: text,
  });
  say(JSON.stringify(await response.json(), null, 2));
  if (!response.ok) throw new Error(`${path} answered with ${response.status}`);
}

const wrapped = `https://www.google.com/url?q=${encodeURIComponent('https://new.example/sign-in')}`;
await call('/v1/check', { urls: ['http://files.invoice-download.example/2026/', 'https://good.example/'] });
await call('/v1/changes', {
  changes: [{ id: 'sample-1', action: 'add', entry: 'new.example', sequence: 1 }],
});
await call('/v1/check-message', { html: `<p>Please <a href="${wrapped}">sign in</a>.</p>` });

if (process.stdout.isTTY) say(`\n${url}/v1/openapi.json describes it all. Ctrl-C stops it.`);
else service.kill('SIGTERM');
showLog();
// The last call is over.
service.stderr.on('data', showLog);
await ended;
