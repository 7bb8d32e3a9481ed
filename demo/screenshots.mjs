// What `npm run screenshots` does: pictures of the real extension for the stores (1280 × 800) and the README.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../scripts/setup/prepare.mjs';
import { ask, inboxTab, openWorld, Undo, until } from './demo-world.mjs';

/** What the stores take. */
const SIZE = { width: 1280, height: 800 };

/** As wide as style.css makes the popup, and as high as a browser lets one be. */
const POPUP = { width: 384, height: 600 };

/** The picture in the README. */
const README_PICTURE = join(ROOT, 'docs/marked-mail.png');

/** Languages of the listings, by their BCP 47 tags. */
const LANGUAGES = ['en', 'zh-CN'];

/** What a reader might have trusted. */
const RULES = [
  ['garden-letter.example', 'newsletter'],
  ['parish-council.example', ''],
];

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

/** @param {string} out - where the pictures go @returns {Promise<number>} exit code */
export async function screenshots(out) {
  const undo = new Undo();
  try {
    const world = await openWorld(
      { out: join(ROOT, 'demo-output/screenshots'), say, headless: true, viewport: SIZE },
      undo,
    );
    if ('missing' in world) {
      say(world.missing);
      return 1;
    }
    mkdirSync(out, { recursive: true });
    // The settings begin anew in another language; this page does not, and can ask as well.
    const asker = await world.context.newPage();
    await asker.goto(`${world.own}/src/extension/pages/welcome/welcome.html`);
    for (const [subject, note] of RULES) {
      const rule = { scope: 'site', subject, note, expiresAt: null };
      await ask(asker, { type: 'add-rule', action: 'trust', ...rule });
    }
    for (const language of LANGUAGES) {
      const preferences = await ask(asker, { type: 'get-preferences' });
      const { locked: _locked, administered: _administered, ...chosen } = preferences;
      await ask(asker, { type: 'set-preferences', preferences: { ...chosen, language } });
      await takeAll({ ...world, options: asker }, join(out, language));
    }
    copyFileSync(join(out, 'en', '1-mail.png'), README_PICTURE);
    say(`Pictures: ${out}, and the README's: ${README_PICTURE}`);
    return 0;
  } finally {
    await undo.all();
  }
}

/** @param {import('./demo-world.mjs').World} world @param {string} out */
async function takeAll({ context, options, own, inbox }, out) {
  mkdirSync(out, { recursive: true });
  const page = await context.newPage();
  await page.setViewportSize(SIZE);
  // Cards fade in otherwise, and are photographed half there.
  await page.emulateMedia({ reducedMotion: 'reduce' });

  await page.goto(`${inbox}?_task=mail&_uid=1&_action=show`);
  const tabId = await until('the links to be checked', async () => {
    const id = await inboxTab(options, inbox);
    const tab = id === null ? null : await ask(options, { type: 'get-tab', tabId: id });
    return tab !== null && tab.danger > 0 ? id : null;
  });
  const link = page.locator('#messagebody a').first();
  await link.hover();
  await until('the card', () => ownPart(page, 'card'));
  await page.screenshot({ path: join(out, '1-mail.png') });

  await page.mouse.move(0, 0);
  await link.click();
  await until('the question', () => ownPart(page, 'guard'));
  await page.screenshot({ path: join(out, '2-question.png') });
  await page.keyboard.press('Escape');

  const popup = await context.newPage();
  await popup.setViewportSize(POPUP);
  await popup.goto(`${own}/src/extension/pages/popup/popup.html?tab=${tabId}`);
  await popup.locator('.flagged').first().waitFor();
  const picture = await popup.screenshot();
  await popup.setViewportSize(SIZE);
  await popup.goto('about:blank');
  // In the browser it hangs from the toolbar above the mail; no browser lets that be photographed.
  await popup.setContent(beside(await page.screenshot(), picture));
  await popup.screenshot({ path: join(out, '3-popup.png') });
  await popup.close();

  for (const [name, path] of /** @type {const} */ ([
    ['4-settings', 'options/options.html#decisions'],
    ['5-welcome', 'welcome/welcome.html'],
  ])) {
    await page.goto(`${own}/src/extension/pages/${path}`);
    await page.locator('main').waitFor();
    await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
    await page.screenshot({ path: join(out, `${name}.png`) });
  }
  await page.close();
}

/** Whether a part of the extension is open in the page; its tree is closed to pages, not to the protocol below. @param {import('@playwright/test').Page} page @param {string} name */
async function ownPart(page, name) {
  const session = await page.context().newCDPSession(page);
  try {
    const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
    return JSON.stringify(root).includes(`"${name}`);
  } finally {
    await session.detach();
  }
}

/** @param {Buffer} mail @param {Buffer} popup */
function beside(mail, popup) {
  const source = (/** @type {Buffer} */ png) => `data:image/png;base64,${png.toString('base64')}`;
  return `<style>
    body { margin: 0; overflow: hidden }
    .popup { position: absolute; top: 12px; right: 24px; border-radius: 10px; box-shadow: 0 8px 40px #0006 }
  </style><img src="${source(mail)}" width="${SIZE.width}"><img class="popup" src="${source(popup)}" width="${POPUP.width}">`;
}
