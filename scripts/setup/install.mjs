// npm run setup: finds or installs what the tests need. An argument names a file for the result.
import { writeFileSync } from 'node:fs';
import { CHROMIUM, ensureBrowser, FIREFOX, THUNDERBIRD } from './browsers.mjs';
import { ASSISTIVE_BUS, canInstallPackages, CHINESE_FONT, ensureFiles } from './debian.mjs';
import { gateways } from './gateways.mjs';
import { ensureNode24, NODE_24 } from './node-24.mjs';
import { ensureOpenapiTools } from './openapi-tools.mjs';
import { ensurePackages } from './prepare.mjs';
import { redis } from './redis.mjs';
import {
  ensureNpmWebmail,
  ensureWebmail,
  HORDE,
  MAILDEVS,
  ROUNDCUBE,
  ROUNDCUBE_PLUGINS,
} from './webmails.mjs';

/**
 * @typedef {object} Installed
 * @property {string[]} projects - of playwright.config.ts
 * @property {Record<string, string>} env - variable → program
 * @property {string[]} missing - fails a run, which would look complete without hundreds of checks
 * @property {string[]} skipped - impossible on this machine
 */

ensurePackages();
/** @type {Installed} */
const installed = { projects: [], env: {}, missing: [], skipped: [] };

for (const wanted of [CHROMIUM, FIREFOX, THUNDERBIRD]) {
  const found = await ensureBrowser(wanted);
  if ('path' in found) {
    installed.projects.push(wanted.name.toLowerCase());
    installed.env[wanted.variable] = found.path;
    process.stderr.write(`${wanted.name} ${found.version}: ${found.path}\n`);
  } else installed.missing.push(`Not tested in ${wanted.name}. ${found.missing}`);
}
ensureFiles(CHINESE_FONT);
ensureFiles(ASSISTIVE_BUS);

const unpacked = (/** @type {string | null} */ folder) =>
  folder === null ? 'its Debian packages could not be unpacked' : null;
for (const [name, reason, isPossible] of /** @type {const} */ ([
  ['a real Roundcube', ensureWebmail(ROUNDCUBE), canInstallPackages()],
  ['a real Roundcube with plugins', ensureWebmail(ROUNDCUBE_PLUGINS), canInstallPackages()],
  ['a real Horde', ensureWebmail(HORDE), canInstallPackages()],
  ...MAILDEVS.map((maildev) => /** @type {const} */ ([maildev, ensureNpmWebmail(maildev), true])),
  ['a real Redis', unpacked(redis()), canInstallPackages()],
  ['real mail servers and resolvers', unpacked(gateways()), canInstallPackages()],
  ['Node 24', ensureNode24(), NODE_24 !== null],
  ['tools that read OpenAPI', ensureOpenapiTools(), true],
])) {
  if (reason !== null)
    installed[isPossible ? 'missing' : 'skipped'].push(`Not tested on ${name}: ${reason}.`);
}

process.stderr.write([...installed.missing, ...installed.skipped].map((line) => `${line}\n`).join(''));
const [file] = process.argv.slice(2);
if (file !== undefined) writeFileSync(file, JSON.stringify(installed));
else process.exitCode = installed.missing.length === 0 ? 0 : 1;
