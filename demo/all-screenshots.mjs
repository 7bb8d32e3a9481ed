// What `npm run screenshots -- all` does: pictures of every state that a reader meets, light, dark and in forced colours,
// narrow and wide, in English and Chinese, as one page of thumbnails to look through.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../scripts/setup/prepare.mjs';
import { ask, inboxTab, openWorld, Undo, until } from './demo-world.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/** By BCP 47 tag, the folder of its catalogue. */
const CATALOGUES = { en: 'en', 'zh-CN': 'zh_CN' };
const LANGUAGES = /** @type {('en' | 'zh-CN')[]} */ (['en', 'zh-CN']);

const COLOURS = /** @type {const} */ ({
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
});

const WIDTHS = [320, 1280];
const HEIGHT = 800;

/**
 * @typedef {object} Scene - what a state is made with
 * @property {Page} page
 * @property {(path: string) => Promise<void>} own - opens a page of the extension
 * @property {(uid: number) => Promise<void>} mail - opens a message of the inbox, and waits for its links to be checked
 * @property {(key: string) => string} text - of the catalogue in use
 * @property {(text: string) => Promise<void>} press - a button of the extension's in the page, by what stands on it
 * @property {() => Promise<number>} tab - id of the inbox's tab
 *
 * @typedef {object} State
 * @property {string} name
 * @property {(scene: Scene) => Promise<void>} open
 * @property {(scene: Scene) => Promise<void>} [close] - takes back what would show in other states
 * @property {boolean} [isTall] - the whole page is photographed, not only the window
 */

/** @param {string} name @param {string} path @param {(page: Page) => Promise<unknown>} [then] @returns {State} */
function ownPage(name, path, then) {
  return {
    name,
    isTall: true,
    async open({ page, own }) {
      await own(path);
      await then?.(page);
    },
  };
}

/** The popup of the first message. @param {string} name @param {(page: Page) => Promise<unknown>} then @returns {State} */
function popupState(name, then) {
  return {
    name,
    isTall: true,
    async open({ page, own, tab }) {
      await own(`popup/popup.html?tab=${await tab()}`);
      await then(page);
    },
  };
}

/** The same with the one list switched off. @param {State} state @returns {State} */
function withoutList(state) {
  return {
    ...state,
    async open(scene) {
      await useList(scene, false);
      await state.open(scene);
    },
    close: (scene) => useList(scene, true),
  };
}

/** @param {Scene} scene @param {boolean} isUsed */
async function useList({ page, own }, isUsed) {
  await own('options/options.html');
  const box = page.locator('#channels input[type=checkbox]').first();
  await box.setChecked(isUsed);
  await page.waitForTimeout(300);
}

/** @param {string} selector @returns {(page: Page) => Promise<unknown>} */
const unfold = (selector) => (page) =>
  page.evaluate((each) => {
    for (const details of document.querySelectorAll(each))
      if (details instanceof HTMLDetailsElement) details.open = true;
  }, selector);

/** @param {string} lines @returns {(page: Page) => Promise<unknown>} */
const paste = (lines) => async (page) => {
  await unfold('#decisions details')(page);
  await page.fill('#rule-lines', lines);
  await page.click('#decisions details form button[type=submit]');
  await page.waitForSelector('#rule-pending');
};

/** @param {Page} page */
async function hoverLink(page) {
  await page.mouse.move(1, 1);
  await page.locator('#messagebody a').first().hover();
}

/** @type {readonly State[]} */
const STATES = [
  ownPage('welcome', 'welcome/welcome.html'),
  ownPage('settings: protection', 'options/options.html'),
  ownPage('settings: protection, unfolded', 'options/options.html', unfold('#channels details')),
  ownPage('settings: adding a channel', 'options/options.html', (page) => page.click('#channel-open')),
  ownPage('settings: public lists', 'options/options.html#device-lists'),
  ownPage('settings: my decisions', 'options/options.html#decisions'),
  ownPage('settings: one is edited', 'options/options.html#decisions', (page) =>
    page.click('.decisions button[id^=edit-]'),
  ),
  ownPage('settings: one was put back', 'options/options.html#decisions', async (page) => {
    await page.locator('.decisions tbody tr').first().locator('button').last().click();
    await page.waitForSelector('#decisions-undo');
    await page.click('#decisions-undo');
    await page.waitForSelector('#decisions-undo', { state: 'detached' });
  }),
  ownPage('settings: a refusal', 'options/options.html#decisions', async (page) => {
    await page.fill('#rule-subject', 'https://docs.google.com/forms/d/e/1FAIpQLSabc/viewform');
    await page.click('#decisions form button.primary');
    await page.waitForSelector('#rule-refused');
  }),
  ownPage('settings: several at once', 'options/options.html#decisions', unfold('#decisions details')),
  ownPage(
    'settings: what would change',
    'options/options.html#decisions',
    paste('shop.example\nco.uk\n*.x.example'),
  ),
  ownPage('settings: nothing is found', 'options/options.html#decisions', (page) =>
    page.fill('#decisions-search', 'no such thing'),
  ),
  ownPage('settings: clicks and webmails', 'options/options.html#levels'),
  ownPage('settings: asked before forgetting', 'options/options.html#levels', (page) =>
    page.click('#remember-clear'),
  ),
  ownPage('settings: statistics and test', 'options/options.html#statistics'),
  ownPage('settings: backup and about', 'options/options.html#backup'),
  ownPage('check a message', 'check-message/check-message.html'),
  ownPage('check a message: one is checked', 'check-message/check-message.html', async (page) => {
    await page.fill('#text', 'From: Ann <ann@example.org>\nSubject: News\n\nhttps://news.example.org/today');
    await page.click('#check-text');
    await page.waitForSelector('.verdict');
  }),
  ...['phishing', 'malware', 'scam', 'spam', 'other'].map((about) =>
    ownPage(`first aid: ${about}`, `first-aid/first-aid.html#${about}`),
  ),
  ownPage('popup: another page', 'popup/popup.html'),
  ownPage('popup: the lists', 'popup/popup.html', unfold('details')),
  popupState('popup: a flagged message', (page) => page.waitForSelector('.flagged')),
  popupState('popup: unfolded', async (page) => {
    await page.waitForSelector('.flagged');
    await unfold('details')(page);
  }),
  popupState('popup: what to trust', async (page) => {
    await page.click('[id^=trust-]');
    await page.waitForSelector('#trust-holds');
  }),
  {
    ...popupState('popup: paused', async (page) => {
      await page.click('#pause');
      await page.waitForSelector('#resume');
    }),
    async close({ page }) {
      await page.click('#resume');
      await page.waitForSelector('#pause');
    },
  },
  withoutList(ownPage('settings: protection is off', 'options/options.html')),
  withoutList(ownPage('welcome: protection is off', 'welcome/welcome.html')),
  withoutList(ownPage('popup: protection is off', 'popup/popup.html')),
  { name: 'mail: marks', open: ({ mail }) => mail(1) },
  {
    name: 'mail: the card of a link',
    async open({ page, mail, text }) {
      await mail(1);
      await hoverLink(page);
      await until('the card', () => buttonNamed(page, text('card_trust')));
    },
  },
  {
    name: 'mail: why',
    async open({ page, mail, press, text }) {
      await mail(1);
      await hoverLink(page);
      await press(text('card_why'));
    },
  },
  {
    name: 'mail: what to trust',
    async open({ page, mail, press, text }) {
      await mail(1);
      await hoverLink(page);
      await press(text('card_trust'));
    },
  },
  {
    name: 'mail: the question',
    async open({ page, mail, text }) {
      await mail(1);
      await page.mouse.move(1, 1);
      await page.locator('#messagebody a').first().click();
      await until('the question', () => buttonNamed(page, text('guard_back')));
    },
  },
  {
    name: 'mail: it was blocked',
    async open({ page, mail, press, text }) {
      await mail(1);
      await hoverLink(page);
      await press(text('card_block'));
      await press(text('card_block_do'));
      await until('the undo', () => buttonNamed(page, text('undo')));
    },
    async close({ press, text }) {
      await press(text('undo'));
    },
  },
  { name: 'mail: a wrapped link', open: ({ mail }) => mail(2) },
  {
    name: 'mail: a suspicious message',
    async open({ page, mail, text }) {
      await mail(4);
      await becomeSuspicious(page);
      await until('the sign', () => buttonNamed(page, text('card_why')));
    },
  },
  {
    name: 'mail: why it is suspicious',
    async open({ page, mail, press, text }) {
      await mail(4);
      await becomeSuspicious(page);
      await press(text('card_why'));
    },
  },
];

/** @param {string} out - emptied first @returns {Promise<number>} exit code */
export async function allScreenshots(out) {
  const undo = new Undo();
  try {
    const viewport = { width: 1280, height: HEIGHT };
    const world = await openWorld(
      { out: join(ROOT, 'demo-output/screenshots'), say, headless: true, viewport },
      undo,
    );
    if ('missing' in world) {
      say(world.missing);
      return 1;
    }
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    // The settings begin anew in another language; this page does not, and can ask as well.
    const asker = await world.context.newPage();
    await asker.goto(`${world.own}/src/extension/pages/welcome/welcome.html`);
    await decide(asker);
    /** @type {Map<string, string[]>} */
    const taken = new Map(STATES.map(({ name }) => [name, []]));
    for (const language of LANGUAGES) {
      const preferences = await ask(asker, { type: 'get-preferences' });
      const { locked: _locked, administered: _administered, ...chosen } = preferences;
      await ask(asker, { type: 'set-preferences', preferences: { ...chosen, language } });
      say(`   ${STATES.length} states in ${language} …`);
      for (const state of STATES)
        for (const file of await takeState(state, language, { ...world, asker, out }))
          taken.get(state.name)?.push(file);
    }
    const count = [...taken.values()].flat().length;
    writeFileSync(join(out, 'index.html'), thumbnails(taken));
    say(`${count} pictures: ${join(out, 'index.html')}`);
    return count === STATES.length * LANGUAGES.length * WIDTHS.length * Object.keys(COLOURS).length ? 0 : 1;
  } finally {
    await undo.all();
  }
}

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

/** What a reader might have decided. @param {Page} asker */
async function decide(asker) {
  const rules = [
    ['trust', 'site', 'garden-letter.example', 'newsletter', null],
    ['trust', 'sender', 'a.very.long.name.of.somebody@accounting.supplier.example', 'since 2019', 5],
    ['block', 'host', 'casino.example', '', null],
    ['block', 'path', 'forms.example/d/e/1FAIpQLSabc/', 'asked for my password', null],
  ];
  for (const [action, scope, subject, note, days] of rules) {
    const expiresAt = days === null ? null : Math.floor(Date.now() / 1000) + Number(days) * 86_400;
    await ask(asker, { type: 'add-rule', action, scope, subject, note, expiresAt });
  }
}

/**
 * @param {State} state
 * @param {'en' | 'zh-CN'} language
 * @param {import('./demo-world.mjs').World & { asker: Page, out: string }} world
 * @returns {Promise<readonly string[]>} names of the files
 */
async function takeState({ name, open, close, isTall }, language, { context, own, inbox, asker, out }) {
  const files = [];
  const texts = JSON.parse(
    readFileSync(join(ROOT, 'public/_locales', CATALOGUES[language], 'messages.json'), 'utf8'),
  );
  for (const width of WIDTHS) {
    const page = await context.newPage();
    await page.setViewportSize({ width, height: HEIGHT });
    // Cards fade in otherwise, and are photographed half there.
    await page.emulateMedia({ reducedMotion: 'reduce', ...COLOURS.light });
    /** @type {Scene} */
    const scene = {
      page,
      async own(path) {
        await page.goto(`${own}/src/extension/pages/${path}`);
        await page.waitForFunction(
          () =>
            document.querySelector('main, .popup > *') !== null &&
            document.querySelector('[aria-busy=true]') === null,
        );
      },
      async mail(uid) {
        await page.goto(`${inbox}?_task=mail&_uid=${uid}&_action=show`);
        await until('the links to be checked', async () => {
          const id = await inboxTab(asker, inbox);
          const tab = id === null ? null : await ask(asker, { type: 'get-tab', tabId: id });
          return tab !== null && tab.danger + tab.caution > 0;
        });
        // In a narrow window the list of messages stands above it.
        await page.locator('#message-header').evaluate((header) => header.scrollIntoView());
      },
      text: (key) => texts[key].message,
      press: (text) => press(page, text),
      async tab() {
        const mail = await context.newPage();
        await mail.goto(`${inbox}?_task=mail&_uid=1&_action=show`);
        const id = await until('the inbox', () => inboxTab(asker, inbox));
        await until('its links', async () => (await ask(asker, { type: 'get-tab', tabId: id }))?.danger > 0);
        mails.push(mail);
        return id;
      },
    };
    await open(scene).catch((error) => {
      throw new Error(`${name}, ${language}, ${width} px`, { cause: error });
    });
    for (const [colours, media] of Object.entries(COLOURS)) {
      await page.emulateMedia({ reducedMotion: 'reduce', ...media });
      const file = `${name.replaceAll(/[^a-z]+/g, '-')}-${language}-${width}-${colours}.png`;
      await page.screenshot({ path: join(out, file), fullPage: isTall === true });
      files.push(file);
    }
    await close?.(scene);
    await page.close();
    for (const mail of mails.splice(0)) await mail.close();
  }
  return files;
}

/** Tabs that a state needs beside its own. @type {Page[]} */
const mails = [];

/** A message of the inbox in the words of a delivery firm, from somebody else. @param {Page} page */
async function becomeSuspicious(page) {
  await page.evaluate(() => {
    const subject = document.querySelector('h2.subject');
    const sender = document.querySelector('.rcmContactAddress');
    const body = document.querySelector('#messagebody');
    if (subject === null || sender === null || body === null) return;
    subject.textContent = 'Your parcel is on hold: pay the customs fee today';
    sender.textContent = 'DHL Express <info@parcel-waiting.top>';
    sender.setAttribute('title', 'info@parcel-waiting.top');
    sender.setAttribute('href', 'mailto:info@parcel-waiting.top');
    const says = document.createElement('p');
    says.textContent =
      'Dear customer, your parcel is on hold. Your account will be suspended unless you act now.';
    const link = document.createElement('a');
    link.href = 'https://track.parcel-waiting.top/pay?id=8f2a77c19e';
    link.textContent = 'Pay now';
    const ends = document.createElement('p');
    ends.textContent = '© 2026 DHL Express';
    body.replaceChildren(says, link, ends);
    history.replaceState(null, '', '/?_task=mail&_mbox=INBOX&_uid=9&_action=show');
  });
}

/**
 * A button of the extension's own in the page. Its tree is closed to pages, not to the browser's protocol.
 *
 * @param {Page} page
 * @param {string} text
 * @returns {Promise<{ x: number, y: number } | null>} its middle, in CSS pixels
 */
async function buttonNamed(page, text) {
  const session = await page.context().newCDPSession(page);
  try {
    const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
    for (const { node, says } of buttonsIn(root, false)) {
      if (says !== text) continue;
      const box = await session.send('DOM.getBoxModel', { nodeId: node.nodeId }).catch(() => null);
      if (box === null) continue;
      const [left = 0, top = 0, , , right = 0, bottom = 0] = box.model.content;
      return { x: (left + right) / 2, y: (top + bottom) / 2 };
    }
    return null;
  } finally {
    await session.detach();
  }
}

/** @typedef {{ nodeId: number, nodeName: string, nodeValue: string, children?: Node[], shadowRoots?: Node[] }} Node */

/** @param {Node} node @param {boolean} isOurs @returns {Generator<{ node: Node, says: string }>} */
function* buttonsIn(node, isOurs) {
  if (isOurs && node.nodeName === 'BUTTON') yield { node, says: textIn(node) };
  for (const root of node.shadowRoots ?? []) yield* buttonsIn(root, true);
  for (const child of node.children ?? []) yield* buttonsIn(child, isOurs);
}

/** @param {Node} node @returns {string} */
function textIn({ nodeValue, children }) {
  return [nodeValue, ...(children ?? []).map(textIn)].join('');
}

/** @param {Page} page @param {string} text */
async function press(page, text) {
  const place = await until(`the button “${text}”`, () => buttonNamed(page, text));
  // What has just come up takes no click yet: it may have been meant for what was there before.
  await page.waitForTimeout(1_000);
  await page.mouse.click(place.x, place.y);
  await page.waitForTimeout(300);
}

/** @param {Map<string, string[]>} taken @returns {string} */
function thumbnails(taken) {
  const picture = (/** @type {string} */ file) =>
    `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}"></a>`;
  const rows = [...taken].map(
    ([name, files]) => `<section><h2>${name}</h2><div>${files.map(picture).join('')}</div></section>`,
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Spamlight in all states</title>
<style>
  body { font: 14px system-ui; margin: 1.5rem; background: #ddd }
  div { display: grid; grid-template-columns: repeat(6, 1fr); gap: 0.5rem; align-items: start }
  img { inline-size: 100%; background: #fff }
</style>
<h1>Spamlight in all states</h1>
<p>In each row: 320 and 1280 pixels wide; light, dark, forced colours; English, then Chinese.</p>
${rows.join('\n')}
</html>
`;
}
