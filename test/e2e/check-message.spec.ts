/** The page that checks messages from elsewhere: on files that people have, and on those made to break it. */
import { readdirSync, readFileSync } from 'node:fs';
import { sharedData, sharedDataMissing } from '../shared-data.ts';
import { violations } from './harness/axe.ts';
import type { Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { CHECKED_MAILS, type CheckedMail, type MadeFile } from './harness/checked-mails.ts';
import { expect, test, type World } from './harness/fixtures.ts';
import { at, byId, ownPageWithList } from './harness/own-parts.ts';
import { type PageScript, script } from './harness/page-script.ts';
import { tier } from './harness/tiers.ts';

declare global {
  interface Window {
    /** Set by whatever of a message is run. */
    hasRun?: boolean;
    /** The longest time between two beats, in milliseconds. */
    checkMessageLate?: number;
  }
}

test.use({ installation: 'kept' });

const CHECK = 'src/extension/pages/check-message/check-message.html';

async function opened(
  world: World,
  options: Parameters<World['openOwn']>[1] = { height: 1000 },
): Promise<Page> {
  await ownPageWithList(world);
  const page = await world.openOwn(CHECK, options);
  await page.until(byId('files'));
  return page;
}

/** As if they had been chosen: the field gets them, and says so. */
async function choose(page: Page, files: readonly MadeFile[]): Promise<void> {
  await page.run(({ one }, wanted) => {
    const bytes = (text: string): Uint8Array<ArrayBuffer> =>
      Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const chosen = new DataTransfer();
    for (const { name, type = '', head, unit = '', times = 0, tail = '' } of wanted) {
      const piece = bytes(unit);
      const pieces = new Uint8Array(piece.length * times);
      for (let n = 0; n < times; n++) pieces.set(piece, n * piece.length);
      chosen.items.add(new File([bytes(head), pieces, bytes(tail)], name, { type }));
    }
    const field = one<HTMLInputElement>('#files');
    field.files = chosen.files;
    field.dispatchEvent(new Event('change'));
  }, files);
}

async function untilChecked(page: Page, timeout = 60_000): Promise<void> {
  await page.until(
    () => document.querySelector('#stop') === null && document.querySelector('.checked-message') !== null,
    { what: 'all messages to be checked', timeout },
  );
}

interface Card {
  readonly name: string;
  readonly is: string;
  readonly says: string;
}

/** The cards as they are, unfolded. */
async function cards(page: Page): Promise<readonly Card[]> {
  return page.run(({ one, all }) => {
    for (const details of all<HTMLDetailsElement>('.checked-message details')) details.open = true;
    const verdictOf = (message: Element): string => {
      if (message.querySelector('.verdict') === null) return 'failed';
      const name = Array.from(message.classList).find((each) => each.startsWith('is-'));
      if (name === undefined) throw new Error('a verdict of no level');
      return name.slice(3);
    };
    return all('.checked-message').map((message) => ({
      name: one('h2', message).textContent,
      is: verdictOf(message),
      says: message.innerText.replaceAll(/\s+/g, ' '),
    }));
  });
}

/** Hand-over mails: what a judge of the reading of mail has sent in. */
function handedOver(): readonly MadeFile[] {
  if (sharedDataMissing) return [];
  return readdirSync(sharedData('reports'))
    .filter((name) => name.endsWith('.eml'))
    .map((name) => ({ name, head: readFileSync(sharedData(`reports/${name}`)).toString('latin1') }));
}

const made = Object.entries(CHECKED_MAILS);
const some = (from: number, to: number): readonly CheckedMail[] =>
  made.slice(from, to).map(([, mail]) => mail);

for (const [part, from, to] of [
  ['what people have', 0, 31],
  ['what somebody may make', 31, made.length],
] as const) {
  test(
    `the page that checks messages checks ${part}, each file with its own verdict, and loads or runs nothing of it`,
    tier(from === 0 ? 'core' : 'core:chromium'),
    async ({ world }) => {
      const page = await opened(world);
      const before = world.proxy.seen.length;
      const files = some(from, to);
      await choose(page, files);
      await untilChecked(page, 120_000);
      const seen = await cards(page);
      expect(seen.map(({ name, is }) => `${name}: ${is}`)).toEqual(
        files.map(({ name, is }) => `${name}: ${is}`),
      );
      for (const [index, { name, says }] of files.entries())
        for (const words of says) expect(seen[index]?.says, name).toContain(words);
      // A browser asks its own maker for this and that; all hosts of the messages are reserved names.
      const asked = world.proxy.seen.slice(before).map(({ url }) => new URL(url).hostname);
      expect(asked.filter((host) => /\.(?:example|test)$|example\.org$/.test(host))).toEqual([]);
      expect(await page.run(() => window.hasRun ?? null)).toBeNull();
      const loaded = await page.run(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => !name.startsWith(location.origin)),
      );
      expect(loaded).toEqual([]);
      expect(seen.map((card) => card.says).join(' ')).not.toMatch(/\bsafe\b/i);
      expect(await world.browser.problems()).toEqual([]);
    },
  );
}

test('mails that were handed over to the page that checks messages are read, and none of them stops the others', async ({
  world,
}) => {
  const files = handedOver();
  test.skip(files.length === 0, 'they lie beside the checkout');
  expect(files.length).toBeGreaterThan(15);
  const page = await opened(world);
  await choose(page, files);
  await untilChecked(page, 120_000);
  const seen = await cards(page);
  expect(seen.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
  expect(seen.filter(({ is }) => is === 'failed')).toEqual([]);
});

const says = (words: string): PageScript<boolean> =>
  script((_, wanted) => document.body.innerText.includes(wanted), words);
const button = (name: string): PageScript<HTMLButtonElement | undefined> =>
  script(({ all }, wanted) => all('button').find(({ textContent }) => textContent === wanted), name);

async function handIn(page: Page, text: string): Promise<void> {
  await page.run(({ one }, pasted) => {
    one<HTMLTextAreaElement>('#text').value = pasted;
    one('#check-text').click();
  }, text);
}

async function paste(page: Page, text: string): Promise<void> {
  await handIn(page, text);
  await untilChecked(page);
}

test(
  'the page that checks messages takes pasted text, its source, and a link of any spelling',
  tier('core'),
  async ({ world }) => {
    const page = await opened(world);
    const host = new URL(LISTED.phishingUrl);
    for (const text of [
      `Please confirm at ${LISTED.phishingUrl} today`,
      `From: Ann <a@b.example>\nSubject: x\nContent-Type: text/html\n\n<a href="${LISTED.phishingUrl}">x</a>`,
      `<p><a href="${LISTED.phishingUrl}">Sign in</a></p>`,
      LISTED.phishingUrl,
      `${host.host}${host.pathname}`,
      LISTED.phishingUrl.replace('https', 'hxxps').replaceAll('.', '[.]'),
    ]) {
      await paste(page, text);
      expect((await cards(page))[0], text).toMatchObject({ is: 'danger' });
      expect(await page.run(({ one }) => one<HTMLTextAreaElement>('#text').value)).toBe('');
    }
    const long = 'x'.repeat(2_000_001);
    await handIn(page, long);
    await page.until(says('longer than 2,000,000 characters'));
    expect(await page.run(({ one }) => one<HTMLTextAreaElement>('#text').value.length)).toBe(long.length);
  },
);

test(
  'while one message takes long, the page that checks messages answers: others wait, all can be stopped and checked again',
  tier('core:chromium'),
  async ({ world }) => {
    const page = await opened(world);
    const slow = CHECKED_MAILS['one long line'];
    const quick = CHECKED_MAILS['a listed link in HTML'];
    if (slow === undefined || quick === undefined) throw new Error('no such mail');
    const files = Array.from({ length: 8 }, (_, n) => ({ ...slow, name: `${n}.txt` }));
    await choose(page, [...files, quick]);
    // Pressed in the same turn in which it is there.
    await page.until(
      ({ one }) => {
        one('#stop').click();
        return true;
      },
      { what: 'the button that stops' },
    );
    await page.until(says('Stopped. What was checked before stays.'));
    const seen = await cards(page);
    expect(seen.length).toBe(9);
    expect(seen.at(-1)).toMatchObject({ is: 'failed' });
    expect(seen.at(-1)?.says).toContain('You stopped before it was its turn');
    await page.click(at('.checked-message:last-child button'));
    await page.until(at('.checked-message:last-child.is-danger'), { what: 'the last one' });
  },
);

test('no frame of the page is late while the worst files are read', async ({ world }) => {
  test.setTimeout(480_000);
  const files = ['50,000 parts', 'HTML that nests', 'HTML whose formats multiply', 'one long line'].flatMap(
    (name) => CHECKED_MAILS[name] ?? [],
  );
  // Two processors are shared with the worker and the rest of the machine, which can only add to it: the least counts.
  let least = Infinity;
  for (let turn = 0; turn < 3 && least >= 500; turn++) {
    const page = await opened(world);
    await page.run(() => {
      window.checkMessageLate = 0;
      let last = performance.now();
      const beat = (): void => {
        const now = performance.now();
        window.checkMessageLate = Math.max(window.checkMessageLate ?? 0, now - last);
        last = now;
        setTimeout(beat, 10);
      };
      beat();
    });
    await choose(page, files);
    await page.run(() => {
      window.checkMessageLate = 0;
    });
    await untilChecked(page, 120_000);
    least = Math.min(least, await page.run(() => window.checkMessageLate ?? Infinity));
    await page.close();
  }
  expect(least).toBeLessThan(500);
});

test('of 51 files fifty are checked, and the rest is named', tier('all'), async ({ world }) => {
  const page = await opened(world);
  const mail = CHECKED_MAILS['no link at all'];
  if (mail === undefined) throw new Error('no such mail');
  await choose(
    page,
    Array.from({ length: 51 }, (_, n) => ({ ...mail, name: `${n}.eml` })),
  );
  await untilChecked(page);
  await page.until(says('1 file was not taken'));
  expect((await cards(page)).length).toBe(50);
  await page.click(byId('clear'));
  await page.until(() => document.querySelector('.checked-message') === null);
  await page.click(byId('undo'));
  await page.until(({ all }) => all('.checked-message').length === 50);
});

test(
  'on the page that checks messages, trust, block and spam have an undo each',
  tier('core:firefox'),
  async ({ world }) => {
    const page = await opened(world);
    const bad = CHECKED_MAILS['a careless link in a note'];
    const fine = CHECKED_MAILS['a link that nobody lists'];
    if (bad === undefined || fine === undefined) throw new Error('no such mail');
    await choose(page, [bad, fine]);
    await untilChecked(page);
    const first = at('.checked-message');
    const second = script(({ all }) => all('.checked-message')[1] ?? null);
    const has = (place: PageScript<HTMLElement | null>, name: string): PageScript<boolean | undefined> =>
      script((_, find, wanted) => find()?.classList.contains(wanted), place, name);

    await page.click(button('Trust…'));
    await page.until(at('.trust'));
    // A sender that nothing vouches for cannot be trusted from here.
    expect(await page.run(({ one }) => one('.trust').innerText)).not.toContain('sender');
    await page.click(button('Trust'));
    await page.until(
      script((_, find) => !find().classList.contains('is-caution'), first),
      { what: 'the trusted site to be let be' },
    );
    await page.click(byId('undo'));
    await page.until(has(first, 'is-caution'), { what: 'the trust to be taken back' });

    await page.click(button('Block'));
    await page.until(has(first, 'is-danger'), { what: 'the blocked site' });
    await page.click(byId('undo'));
    await page.until(has(first, 'is-caution'), { what: 'the block to be taken back' });

    await page.run(({ one }, find) => {
      one('details', find()).open = true;
    }, second);
    await page.click(script(({ one }, find) => one('[id^=spam-]', find()), second));
    await page.until(has(second, 'is-caution'), { what: 'the spam' });
    expect(await page.run(() => document.querySelector('[id^=fine-]'))).toBeNull();
    await page.click(byId('undo'));
    await page.until(has(second, 'is-none'), { what: 'the correction to be taken back' });
  },
);

const GMAIL = 'Authentication-Results: mx.google.com; dmarc=pass header.from=example.org\r\n';

test(
  'on the page that checks messages, only the reader’s own server is believed, and its word is no more than a fact',
  tier('all'),
  async ({ world }) => {
    const page = await opened(world);
    const mail = CHECKED_MAILS['a link that nobody lists'];
    if (mail === undefined) throw new Error('no such mail');
    const forged = 'Authentication-Results: mx.evil.example; dmarc=pass header.from=example.org\r\n';
    await choose(page, [{ ...mail, head: GMAIL + forged + mail.head }]);
    await untilChecked(page);
    const [before] = await cards(page);
    expect(before?.says).toContain('2 claims about the sender by other servers');
    expect(before?.says).toContain('Nothing vouches for that');
    await page.choose(byId('mail-server'), 'gmail', 'mouse');
    await page.until(says('Gmail found that it really comes from example.org'));
    const [after] = await cards(page);
    expect(after?.is).toBe(before?.is);
    expect(after?.says).toContain('1 claim about the sender by another server');
    expect(await page.run(() => document.querySelector('[id^=fine-]') !== null)).toBe(true);
    await page.click(byId('undo'));
    await page.until(says('Nothing vouches for that'));
    expect(await page.run(({ one }) => one<HTMLSelectElement>('#mail-server').value)).toBe('');
  },
);

test(
  'by keyboard alone, a text is checked, a verdict read, a site trusted and that undone',
  tier('core:firefox'),
  async ({ world }) => {
    const page = await opened(world);
    const focused = (): Promise<string> =>
      page.run(() => document.activeElement?.id || document.activeElement?.textContent || '');
    const tabTo = async (wanted: RegExp): Promise<void> => {
      for (let presses = 0; presses < 40; presses++) {
        if (wanted.test(await focused())) return;
        await page.press('Tab');
      }
      throw new Error(`${String(wanted)} cannot be reached by Tab`);
    };
    await page.run(() => document.body.focus());
    await tabTo(/^files$/);
    await tabTo(/^text$/);
    await page.type(`https://${LISTED.spamHost}/`);
    await tabTo(/^check-text$/);
    await page.press('Enter');
    await untilChecked(page);
    await tabTo(/^trust-\d/);
    await page.press('Enter');
    await page.until(() => document.activeElement?.id === 'trust-holds');
    await tabTo(/^Trust$/);
    await page.press('Enter');
    await page.until(() => document.activeElement?.id === 'undo');
    await page.press('Enter');
    await page.until(at('.checked-message.is-caution'));
  },
);

test('the page that checks messages has nothing that axe objects to, light and dark, narrow and wide, in each state', async ({
  world,
}) => {
  const files = [
    'a careless link',
    'a code in an attached picture',
    'a program',
    'encrypted',
    'too large',
    'no link at all',
  ];
  for (const dark of [false, true])
    for (const width of [400, 1280]) {
      const page = await opened(world, { dark, width, height: 900 });
      expect(await violations(page), `empty, ${width}`).toEqual([]);
      await choose(
        page,
        files.flatMap((name) => CHECKED_MAILS[name] ?? []),
      );
      await untilChecked(page);
      await cards(page);
      expect(await violations(page), `checked, ${width}`).toEqual([]);
      const overflow = await page.run(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `scrolls sideways at ${width}`).toBe(0);
      await page.close();
    }
});

test(
  'the popup, the toolbar button’s menu and the settings lead to the page that checks messages',
  tier('core:chromium'),
  async ({ world }) => {
    const { browser } = world;
    const own = await ownPageWithList(world);
    const popup = await browser.openPopup(own);
    await popup.click('#check-message');
    await (await browser.pageAt('check-message.html')).close();
    await own.show();
    await browser.chooseToolbarItem(own, 'toolbar-check');
    await (await browser.pageAt('check-message.html')).close();
    await own.show();
    await own.goto(browser.extensionUrl('src/extension/pages/options/options.html'));
    await own.until(at('nav a[href*=check-message]'));
    await own.click(at('nav a[href*=check-message]'));
    await own.until(byId('files'));
  },
);

test(
  'a checked message is gone when the page is closed: nothing of it is stored',
  tier('core'),
  async ({ world }) => {
    const page = await opened(world);
    await paste(page, 'unforgettableword https://unforgettable.example.org/');
    await page.reload();
    await page.until(byId('files'));
    expect(await page.run(() => document.querySelector('.checked-message'))).toBeNull();
    const stored = await page.run(async ({ api }) => {
      const answerTo = <Value>(asked: IDBRequest<Value>): Promise<Value> =>
        new Promise((resolve, reject) => {
          asked.addEventListener('success', () => resolve(asked.result));
          asked.addEventListener('error', () => reject(asked.error ?? new Error('not read')));
        });
      const found: string[] = [];
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await answerTo(indexedDB.open(name));
        for (const store of Array.from(database.objectStoreNames)) {
          const records = await answerTo(database.transaction(store).objectStore(store).getAll());
          found.push(JSON.stringify(records));
        }
        database.close();
      }
      found.push(JSON.stringify([await api.storage.session.get(null), await api.storage.local.get(null)]));
      return found.join();
    });
    expect(stored).not.toContain('unforgettable');
    expect(stored.length).toBeGreaterThan(100);
  },
);
