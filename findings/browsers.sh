# Sourced by the findings about browsers, after lib.sh: Debian's Chromium and Firefox, headless, by puppeteer-core.
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

in_page() { HOME="$FOLDER" node in-page.mjs "$@"; }
