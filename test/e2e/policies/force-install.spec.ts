/** An administrator's package is installed by the policy that docs/administrators.md shows, and by nothing else. */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { unzipSync } from 'fflate';
import { startProgram } from '../../../scripts/setup/start-program.mjs';
import { eventually } from '../harness/browser.ts';
import { expect, test } from '../harness/fixtures.ts';
import { Marionette } from '../harness/marionette.ts';
import { browserUnder, whyNoPolicies } from '../harness/policies.ts';
import { mailPage } from '../harness/mail-pages.ts';
import { htmlPage, type Proxy } from '../harness/proxy.ts';
import { docsSample } from '../../docs-sample.ts';

const reason = whyNoPolicies();
test.skip(reason !== null, reason ?? '');

const sample = (language: string, mark: string): string => docsSample('administrators.md', language, mark);

const FIREFOX_ID = 'spamlight@company.example';
const FILES = 'files.company.example';

/** A company's own package, by the command that the page names. */
function packaged(folder: string): {
  readonly chrome: string;
  readonly firefox: string;
  readonly chromeId: string;
} {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  writeFileSync(join(folder, 'public-key.pem'), publicKey);
  writeFileSync(join(folder, 'private-key.pem'), privateKey);
  const words = ['--out', folder, '--webmail', 'https://mail.company.example', '--id', FIREFOX_ID];
  const made = spawnSync(
    process.execPath,
    ['scripts/package.mjs', ...words, '--key', join(folder, 'public-key.pem')],
    { encoding: 'utf8' },
  );
  expect(made.status, made.stderr).toBe(0);
  const [, chromeId = ''] = /^Its id in Chrome is ([a-p]{32})$/m.exec(made.stdout) ?? [];
  const named = (end: string): string =>
    join(folder, readdirSync(folder).find((name) => name.endsWith(end)) ?? 'no package');
  return { chrome: named('-chrome.zip'), firefox: named('-firefox.zip'), chromeId };
}

function unpack(zip: string, folder: string): void {
  for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(readFileSync(zip))))) {
    if (name.endsWith('/')) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
}

test('a company’s package is installed by the sample of the page, and opens no page of its own', async ({
  browserKind,
  network,
}) => {
  test.setTimeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-force-install-'));
  try {
    const { chrome, firefox, chromeId } = packaged(folder);
    if (browserKind === 'chromium') await inChromium(chrome, chromeId, folder, network);
    else await inFirefox(firefox, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});

async function inChromium(
  zip: string,
  id: string,
  folder: string,
  network: Pick<Proxy, 'port' | 'serve'>,
): Promise<void> {
  const unpacked = join(folder, 'unpacked');
  unpack(zip, unpacked);
  const program = process.env['SPAMLIGHT_CHROMIUM'] ?? '/usr/bin/chromium';
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const words = [`--pack-extension=${unpacked}`, `--pack-extension-key=${join(folder, 'private-key.pem')}`];
  const packing = spawnSync(program, [...root, '--headless', ...words], { encoding: 'utf8' });
  expect(packing.status, packing.stderr).toBe(0);

  const { version } = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as {
    version: string;
  };
  const updates = sample('xml', '<gupdate').replaceAll('EXTENSION-ID', id).replace('"0.1.0"', `"${version}"`);
  const served = new Map<string, Buffer>([
    ['/spamlight.xml', Buffer.from(updates)],
    ['/spamlight.crx', readFileSync(`${unpacked}.crx`)],
  ]);
  network.serve(FILES, (_request, response, { pathname }) => {
    const type = pathname.endsWith('.crx') ? 'application/x-chrome-extension' : 'text/xml';
    response.writeHead(served.has(pathname) ? 200 : 404, { 'content-type': type }).end(served.get(pathname));
  });
  const mail = mailPage();
  network.serve(new URL(mail.url).hostname, htmlPage(mail.html('<p>Good morning.</p>')));
  const managed = browserUnder(
    'chromium',
    JSON.parse(sample('json', '"update_url"').replaceAll('EXTENSION-ID', id)),
  );
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: managed.program,
    args: [...root, `--proxy-server=http://127.0.0.1:${network.port}`, '--ignore-certificate-errors'],
    ignoreDefaultArgs: [
      '--disable-extensions',
      '--disable-background-networking',
      '--disable-component-extensions-with-background-pages',
    ],
  });
  try {
    // Chromium lets nobody look into what a policy has installed; but it is at work in the company's webmail.
    const page = await context.newPage();
    await eventually(
      'the extension to be at work',
      async () => {
        await page.goto(mail.url);
        return page.evaluate(() => document.querySelector('spamlight-marks') !== null);
      },
      120_000,
    );
    const installed = readdirSync(join(folder, 'profile', 'Default', 'Extensions', id));
    expect(installed).toEqual([`${version}_0`]);
    const { targetInfos } = (await (await context.newCDPSession(page)).send('Target.getTargets')) as {
      readonly targetInfos: readonly { readonly url: string }[];
    };
    expect(targetInfos.filter(({ url }) => url.includes('welcome'))).toEqual([]);
  } finally {
    await context.close();
    managed.remove();
  }
}

async function inFirefox(zip: string, folder: string): Promise<void> {
  const file = join(folder, 'spamlight.xpi');
  writeFileSync(file, readFileSync(zip));
  const policy = sample('json', '"install_url"').replace(`https://${FILES}/spamlight.xpi`, `file://${file}`);
  const managed = browserUnder('firefox', JSON.parse(policy));
  const profile = join(folder, 'profile');
  mkdirSync(profile);
  // The page says that nobody has signed this one: ESR installs it where this is off.
  const preferences = {
    'xpinstall.signatures.required': false,
    'marionette.port': 0,
    'app.update.enabled': false,
  };
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const firefox = startProgram(
    managed.program,
    ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile],
    { env: { ...process.env, HOME: folder } },
  );
  try {
    const port = await eventually(
      'Firefox to open its remote port',
      () => Number(readFileSync(join(profile, 'MarionetteActivePort'), 'utf8').trim()) || null,
      60_000,
    );
    const marionette = await Marionette.connect(port);
    await marionette.send('WebDriver:NewSession', {});
    await marionette.send('Marionette:SetContext', { value: 'chrome' });
    const how = await eventually(
      'the extension to be there',
      () =>
        marionette.send('WebDriver:ExecuteScript', {
          script: `const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
            return AddonManager.getAddonByID(arguments[0]).then((addon) => addon?.isActive
              ? { source: addon.installTelemetryInfo?.source ?? null, pages: [...Services.wm.getEnumerator('navigator:browser')].flatMap((win) => win.gBrowser.browsers.map(({ currentURI }) => currentURI.spec)) }
              : null);`,
          args: [FIREFOX_ID],
        }) as Promise<{ readonly source: string | null; readonly pages: readonly string[] } | null>,
      120_000,
    );
    expect(how.source).toBe('enterprise-policy');
    expect(how.pages.filter((url) => url.includes('welcome'))).toEqual([]);
  } finally {
    await firefox.stop();
    managed.remove();
  }
}
