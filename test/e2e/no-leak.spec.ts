/**
 * A session that uses everything which handles a link or asks the network: nothing of what was read is in a request,
 * in a log, or in storage, beyond what the reader put into lists of their own.
 */
import { PHISHING, snapshotOf, TestChannel } from '../extension/background/lists/test-channel.ts';
import { CHANNEL_HOST } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { STAY } from './harness/old-parts.ts';
import {
  ALWAYS,
  API,
  ask,
  DATABASES,
  links,
  OPTIONS,
  pinnedChannel,
  publishSerial,
  serveChannel,
  statusesOf,
  statusOf,
  UPDATE_PATIENCE,
} from './harness/pinned-channel.ts';

/** Words that occur in what this reader reads, and nowhere else. */
const SECRETS = ['quetzal', 'okapi', 'axolotl', 'numbat'];
const CLEAN = 'https://quetzal.example/okapi?token=axolotl';
const OPENED = 'https://numbat.example/';
const TRUSTED = 'https://www.trusted-shop.example/offer';

const SECOND = 'second.lists.test';
const LIST = 'https://lists.webmail.test/bad-hosts.txt';

/** What the browsers themselves ask their makers for, in spite of every setting; never about what is read. */
const BROWSER_MAKERS =
  /(^|\.)(googleapis\.com|gstatic\.com|google\.com|gvt1\.com|mozilla\.(com|net|org)|mozaws\.net|firefox\.com|cloudflare-dns\.com)$/;

const PUBLIC_FILES = [
  /^https:\/\/channel\.test\/((latest|head)\.jws|base\/\d+\.slb|delta\/\d+-\d+\.sld|chain\/[\w-]+\.json)$/,
  /^https:\/\/second\.lists\.test\/((latest|head)\.jws|base\/\d+\.slb|delta\/\d+-\d+\.sld)$/,
  /^https:\/\/lists\.webmail\.test\/bad-hosts\.txt$/,
];

test('updates, channels, lists, look-back and self-test: nothing of what was read leaves or is kept', async ({
  world,
  network,
}) => {
  test.setTimeout(180_000);
  const main = await pinnedChannel(network);
  await publishSerial(main, 700);
  const second = await TestChannel.start('second');
  serveChannel(network, SECOND, second);
  const publishedAt = Math.floor(Date.now() / 1000) - 60;
  await second.publish(snapshotOf([{ section: PHISHING, entries: ['phish-two.example'] }], { publishedAt }));
  network.serve('lists.webmail.test', (_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' })
      .end('listed-here.example\nother.example\n');
  });

  const options = await world.openOwn(OPTIONS, { height: 1000 });
  // The update with which the extension began may have read the channel before this list was in it.
  await expect
    .poll(
      async () => {
        await ask(options, { type: 'update-now' });
        return (await statusOf(options)).serial;
      },
      { timeout: 30_000 },
    )
    .toBe(700);
  const mail = mailPage();
  const page = await world.openMail(
    mail.url,
    mail
      .html(links([ALWAYS, CLEAN, OPENED, TRUSTED, 'mailto:okapi@axolotl.example']))
      .replaceAll('sender@news.example', 'okapi@axolotl.example'),
  );
  await untilMarked(page, [ALWAYS]);

  // Other channels and lists.
  await ask(options, { type: 'add-channel', text: `https://${SECOND}/\nroot-key: ${second.rootKey.x}` });
  const { import: id } = (await ask(options, {
    type: 'preview-list',
    url: LIST,
    name: '',
    category: 'spam',
    licence: '',
  })) as { import: string };
  await options.until(
    `(await ${API}.runtime.sendMessage({ type: 'get-lists' })).importing?.state.kind === 'ready'`,
    { what: 'the list to be read' },
  );
  await ask(options, { type: 'add-list', import: id });
  await expect
    .poll(async () => (await statusesOf(options)).map(({ kind }) => kind))
    .toEqual(['fresh', 'fresh', 'fresh']);

  // What a reader does with a mail: trust, open.
  await world.browser.chooseMenuItem(page, `a[href="${TRUSTED}"]`, 'trust-site');
  await page.run(STAY);
  await page.click(`document.querySelector('a[href="${OPENED}"]')`);
  await options.until(
    `(await (async () => { ${DATABASES} return (await records('spamlight-private', 'opened')).length; })()) >= 3`,
    { what: 'the opened link to be remembered for each list' },
  );
  // The self-test mail, as a person saves it.
  await options.run(
    `const save = [...document.querySelectorAll('#self-test button')].at(-1);
     save.click();`,
  );

  // The opened link is listed later; an update fails; the background is stopped and wakes.
  await publishSerial(main, 701, ['numbat.example']);
  await ask(options, { type: 'update-now' });
  await options.until(`document.querySelector('#look-back')`, { what: 'the finding', timeout: 30_000 });
  network.serve(CHANNEL_HOST, (_request, response) => void response.destroy());
  await ask(options, { type: 'update-now' });
  await options.until(
    `(await ${API}.runtime.sendMessage({ type: 'get-status' })).channels[0].lastFailure?.kind === 'unreachable'`,
  );
  serveChannel(network, CHANNEL_HOST, main);
  await world.browser.stopBackground();
  await page.reload();
  // Nothing is marked before the stored lists are read again.
  await untilMarked(page, [ALWAYS, OPENED], UPDATE_PATIENCE);
  const popup = await world.openOwn('src/extension/pages/popup/popup.html');
  await popup.until(`document.body.innerText.length > 60`);

  await test.step('in no request', () => {
    const asked = network.seen
      .map(({ method, url, headers }) => ({ method, url, headers, host: new URL(url).hostname }))
      .filter(({ host }) => host !== new URL(mail.url).hostname && !BROWSER_MAKERS.test(host));
    expect(new Set(asked.map(({ host }) => host))).toEqual(
      new Set([CHANNEL_HOST, SECOND, 'lists.webmail.test']),
    );
    for (const { method, url, headers } of asked) {
      expect(method).toBe('GET');
      expect(
        PUBLIC_FILES.some((file) => file.test(url)),
        url,
      ).toBe(true);
      for (const name of [
        'cookie',
        'referer',
        'if-none-match',
        'if-modified-since',
        'authorization',
        'origin-agent',
      ]) {
        expect(headers[name], `${name} at ${url}`).toBeUndefined();
      }
    }
  });

  await test.step('in no storage', async () => {
    const kept = (await options.run(
      `${DATABASES}
       return {
         databases: await everything(),
         local: JSON.stringify(await ${API}.storage.local.get(null)),
         sync: ${API}.storage.sync ? JSON.stringify(await ${API}.storage.sync.get(null)) : '{}',
         web: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
         caches: JSON.stringify(await caches.keys()),
       };`,
    )) as { databases: readonly string[]; local: string; sync: string; web: string; caches: string };
    expect(kept.databases.length).toBeGreaterThan(8);
    // The reader's own list has what they put there: the scan would see the others too.
    expect(kept.databases.join('\n')).toContain('trusted-shop.example');
    for (const secret of SECRETS)
      expect(
        kept.databases.filter((text) => text.includes(secret)),
        secret,
      ).toEqual([]);
    expect(JSON.parse(kept.local)).toEqual({});
    expect([kept.sync, kept.web, kept.caches]).toEqual(['{}', '[{},{},""]', '[]']);
  });

  await test.step('in memory no address that was not flagged', async () => {
    const session = String(
      await options.run(`return JSON.stringify(await ${API}.storage.session.get(null))`),
    );
    // Which sender's messages are shown, until the tab shows another page: docs/threat-model.md.
    expect(session).toContain('okapi@axolotl.example');
    expect(session).not.toContain('quetzal');
  });

  await test.step('in no log', async () => {
    // The listener hears: one line of ours is among them.
    await options.run(`console.info('the listener hears')`);
    await expect
      .poll(async () => (await world.browser.consoleLines()).join('\n'))
      .toContain('the listener hears');
    const lines = await world.browser.consoleLines();
    for (const secret of SECRETS)
      expect(
        lines.filter((line) => line.includes(secret)),
        secret,
      ).toEqual([]);
    expect(lines.filter((line) => /Spamlight:/.test(line))).toEqual([]);
  });
  await Promise.all([main.stop(), second.stop()]);
});

/** Areas of storage that content scripts have by default, and what one can do there. */
const AREAS = [
  ['local', 'write'],
  ['local', 'read'],
  ['sync', 'write'],
  ['sync', 'read'],
  ['managed', 'read'],
] as const;

test('the storage that a content script could reach holds nothing, and is closed to it where the browser can', async ({
  world,
}) => {
  const mail = mailPage();
  const page = await world.openMail(mail.url, mail.html(`<p><a href="${CLEAN}">a link</a></p>`));
  await page.until(`document.querySelector('spamlight-marks')`);
  const own = await world.openOwn(OPTIONS);
  const seen = (await own.run(
    `const tab = (await ${API}.tabs.query({})).find(({ url }) => url?.startsWith(args.origin));
     const [{ result }] = await ${API}.scripting.executeScript({
       target: { tabId: tab.id },
       args: [args.areas],
       func: async (areas) => {
         const { storage } = globalThis.browser ?? globalThis.chrome;
         const said = [];
         for (const [area, act] of areas) {
           try {
             if (act === 'write') await storage[area].set({ planted: 'x' });
             else await storage[area].get(null);
             said.push('done');
           } catch (error) {
             said.push(String(error));
           }
         }
         return said;
       },
     });
     return {
       result,
       switches: args.areas.map(([area]) => 'setAccessLevel' in ${API}.storage[area]),
       holds: [await ${API}.storage.local.get(null), await ${API}.storage.sync.get(null)],
     };`,
    { origin: new URL(mail.url).origin, areas: AREAS },
  )) as {
    readonly result: readonly string[];
    readonly switches: readonly boolean[];
    readonly holds: unknown;
  };
  const isChromium = world.browser.kind === 'chromium';
  expect(seen.switches).toEqual(AREAS.map(() => isChromium));
  if (isChromium) {
    expect(seen.result).toEqual(AREAS.map(() => expect.stringContaining('not allowed')));
    expect(seen.holds).toEqual([{}, {}]);
  } else expect(seen.result.slice(0, 4)).toEqual(['done', 'done', 'done', 'done']);
});
