// npm run package: reproducible packages for the stores, or a company's own build.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { chromiumId, companyBuild } from './company-build.mjs';
import { packFolder, packSource } from './pack.mjs';
import { ensurePackages, ROOT } from './setup/prepare.mjs';

const HELP = `npm run package [-- options]
  --out FOLDER       where the packages go (packages/)
  --webmail ORIGIN   a company's webmail, as in https://mail.company.example; may be given again
  --id ID            the id of a company's build for Firefox and Thunderbird, as in spamlight@company.example
  --key FILE         the public key of a company's build for Chrome (base64, one line), which gives it a fixed id
`;

async function main() {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: join(ROOT, 'packages') },
      webmail: { type: 'string', multiple: true, default: [] },
      id: { type: 'string' },
      key: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const company = companyBuild(values);
  if ('refused' in company) {
    process.stderr.write(`${company.refused}\n`);
    return 2;
  }
  ensurePackages();
  const { version, homepage } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const name = company.isCompany ? 'spamlight-company' : 'spamlight';
  const scratch = mkdtempSync(join(tmpdir(), 'spamlight-package-'));
  try {
    /** @type {[string, Uint8Array][]} */
    const packages = [];
    for (const target of ['chrome', 'firefox', 'thunderbird']) {
      const folder = join(scratch, target);
      process.stderr.write(`Building for ${target} …\n`);
      await build(target, { ...company.settings, SPAMLIGHT_OUT: folder });
      const bytes = packFolder(folder);
      packages.push([`${name}-${version}-${target}.zip`, bytes]);
      // Edge accepts Chrome's package.
      if (target === 'chrome') packages.push([`${name}-${version}-edge.zip`, bytes]);
    }
    // Companies build from the same source.
    if (!company.isCompany) packages.push([`${name}-${version}-source.zip`, packSource(ROOT)]);
    mkdirSync(values.out, { recursive: true });
    let sums = '';
    for (const [file, bytes] of packages) {
      writeFileSync(join(values.out, file), bytes);
      sums += `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`;
    }
    writeFileSync(join(values.out, 'SHA256SUMS'), sums);
    process.stdout.write(sums);
    const { SPAMLIGHT_CHROME_KEY: key } = company.settings;
    if (key !== undefined) process.stdout.write(`Its id in Chrome is ${chromiumId(key)}\n`);
    if (new URL(homepage).hostname.endsWith('.example')) {
      process.stderr.write(
        '\nBefore this goes to a store: homepage and bugs in package.json are addresses that nobody has.\n',
      );
    }
    return 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

process.exitCode = await main();
