# Sourced by the findings about browsers, after finding.sh: Debian's Chromium and Firefox, headless, by puppeteer-core.
# shellcheck shell=bash

# browsers PACKAGE...: makes them ready, for in_page; each of chromium and firefox-esr.
browsers() {
  npm_packages puppeteer-core@25.16.0
  debian_packages "$@"
  cat > in-page.mjs <<'EOF'
// in-page.mjs KIND EXTENSION: what the extension's content script writes into `data-seen` of the page page.html.
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import puppeteer from 'puppeteer-core';
const [kind, extension, port = '0'] = process.argv.slice(2);
const PROGRAMS = { chromium: 'usr/lib/chromium/chromium', firefox: 'usr/lib/firefox-esr/firefox-esr' };
const executablePath = [`${process.cwd()}/root/`, '/'].map((root) => root + PROGRAMS[kind]).find(existsSync);
const server = createServer((_, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8').end(readFileSync('page.html'));
});
await new Promise((resolve) => server.listen(Number(port), '127.0.0.1', resolve));
const browser = await puppeteer.launch({
  browser: kind === 'firefox' ? 'firefox' : 'chrome',
  executablePath,
  headless: true,
  enableExtensions: true,
  pipe: kind === 'chromium',
  userDataDir: mkdtempSync(`${process.cwd()}/profile-`),
  args: kind === 'chromium' ? ['--no-sandbox'] : [],
});
try {
  await browser.installExtension(`${process.cwd()}/${extension}`);
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const seen = await page
    .waitForFunction(() => document.documentElement.dataset.seen, { timeout: 15_000 })
    .then((found) => found.jsonValue(), () => 'nothing');
  console.log(seen);
} finally {
  await browser.close();
  server.close();
}
EOF
}

# probe HTML PATTERN: the page, and an extension whose content script c.js runs where the pattern says.
probe() {
  mkdir extension
  echo "<!doctype html><title>page</title>$1" > page.html
  cat > extension/manifest.json <<EOF
{
  "manifest_version": 3,
  "name": "probe",
  "version": "1",
  "content_scripts": [{ "matches": ["$2"], "js": ["c.js"] }],
  "browser_specific_settings": {
    "gecko": { "id": "probe@shop.example", "data_collection_permissions": { "required": ["none"] } }
  }
}
EOF
}

in_page() { HOME="$FOLDER" node in-page.mjs "$@"; }
