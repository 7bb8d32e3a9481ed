/** Channels of the reader's own: added by pasted text and by nothing else, beside the others, and gone without a trace. */
import { makeKeyPair } from '../../src/server/node/keys/key-file.ts';
import { snapshotOf, SPAM, PHISHING, TestChannel } from '../extension/background/lists/test-channel.ts';
import type { Page } from './harness/browser.ts';
import { CHANNEL_HOST } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { STAY } from './harness/old-parts.ts';
import {
  ALWAYS,
  ask,
  DATABASES,
  links,
  OPTIONS,
  pinnedChannel,
  publishSerial,
  serveChannel,
  statusesOf,
  untilSerial,
  UPDATE_PATIENCE,
} from './harness/pinned-channel.ts';

const HOST = 'second.lists.test';
const URL_OF = `https://${HOST}/`;
const SECOND_ONLY = 'https://second-only.example/';
const LATER = 'https://opened-before.example/';

async function publishSecond(
  channel: TestChannel,
  serial: number,
  more: readonly string[] = [],
): Promise<void> {
  const publishedAt = Math.floor(Date.now() / 1000) - 60;
  await channel.publish(
    snapshotOf(
      [
        { section: SPAM, entries: ['second-only.example', 'bank-check.example'] },
        { section: PHISHING, entries: ['never-sent.example', ...more] },
      ],
      { serial, publishedAt },
    ),
  );
}

/** Not by the mouse: cards above a button grow and shrink while lists are updated. */
async function press(options: Page, element: string): Promise<void> {
  await options.run(`${element}.click()`);
}

/** Pastes a text into the form and looks at it. */
async function paste(options: Page, text: string): Promise<void> {
  await press(options, `document.querySelector('#channel-open')`);
  await options.until(`document.activeElement?.id === 'channel-text'`, { what: 'the field to be in focus' });
  await options.run(`document.querySelector('#channel-text').value = args`, text);
  await options.run(`document.querySelector('#channel-text').form.requestSubmit()`);
}

const button = (words: string): string =>
  `[...document.querySelectorAll('#channels button')].find(({ textContent }) => textContent.startsWith(${JSON.stringify(words)}))`;

async function firstReason(options: Page): Promise<unknown> {
  return options.run(
    `const api = globalThis.browser ?? globalThis.chrome;
     const [tab] = await api.tabs.query({ url: 'https://mail.google.com/*' });
     const { flagged } = await api.runtime.sendMessage({ type: 'get-tab', tabId: tab.id });
     const link = flagged.find(({ href }) => href === args);
     return JSON.stringify(link?.verdict?.reasons ?? link);`,
    ALWAYS,
  );
}

test('a channel is added by pasted text, stands beside the other, and is gone without a trace', async ({
  world,
  network,
}) => {
  const main = await pinnedChannel(network);
  await publishSerial(main, 600);
  const second = await TestChannel.start('Second opinion');
  serveChannel(network, HOST, second);
  await publishSecond(second, 1);
  const options = await world.openOwn(OPTIONS, { height: 1000 });
  await ask(options, { type: 'update-now' });
  await untilSerial(options, 600);
  const mail = mailPage();
  const page = await world.openMail(mail.url, mail.html(links([ALWAYS, SECOND_ONLY, LATER])));
  await untilMarked(page, [ALWAYS]);

  const text = encodeURIComponent(`${URL_OF}\nroot-key: ${second.rootKey.x}`);
  const target = world.browser.extensionUrl(`${OPTIONS}?text=${text}`);
  await test.step('nothing in an address opens the form, or fills it', async () => {
    for (const tail of [
      `#channel-text`,
      `#channel-open`,
      `?text=${text}`,
      `?channel=${text}#channels`,
      `#${text}`,
    ]) {
      const opened = await world.openOwn(`${OPTIONS}${tail}`);
      await opened.until(`document.querySelector('#channel-open')`);
      expect(
        await opened.run(`return document.querySelectorAll('#channel-text, #channel-confirm').length`),
        tail,
      ).toBe(0);
      await opened.close();
    }
    // A page cannot even open the options: the browser shows nothing, or that it was blocked.
    const stranger = await world.openMail('https://stranger.test/', '<p>hello</p>');
    await stranger
      .run(
        `try { window.open(args); } catch { /* Firefox says no at once. */ }
         const link = document.createElement('a');
         link.href = args;
         document.body.append(link);
         link.click();`,
        target,
      )
      // The document may be replaced by the notice before it has answered.
      .catch(() => undefined);
    expect(await statusesOf(options)).toHaveLength(1);
  });

  await test.step('what is no channel is refused in words', async () => {
    await paste(options, 'http://second.lists.test/ root-key');
    await options.until(`document.querySelector('#channel-refused')?.textContent.length > 20`);
    await press(options, button('Cancel'));
  });

  await test.step('host and key are shown before it is added', async () => {
    await paste(options, `${URL_OF}\nroot-key: ${second.rootKey.x}`);
    await options.until(`document.querySelector('#channel-confirm')`);
    const shown = String(await options.run(`return document.querySelector('#channels').innerText`));
    expect(shown).toContain(HOST);
    expect(shown).toMatch(/[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}/);
    // Looking at it asks its host nothing.
    expect(network.seen.filter(({ url }) => url.includes(HOST))).toEqual([]);
    await press(
      options,
      `document.querySelector('#channel-confirm').closest('.card').querySelector('button.primary')`,
    );
    await untilMarked(page, [ALWAYS, SECOND_ONLY]);
  });

  await test.step('the channel that came with the build comes first, and danger before caution', async () => {
    expect((await statusesOf(options)).map(({ serial }) => serial)).toEqual([600, 1]);
    const reasons = String(await firstReason(options));
    expect(reasons.indexOf('phishing')).toBeGreaterThan(-1);
    expect(reasons.indexOf('phishing')).toBeLessThan(reasons.indexOf('spam'));
  });

  await test.step('one that fails does not touch the other', async () => {
    network.serve(HOST, (_request, response) => void response.destroy());
    await publishSerial(main, 601);
    await ask(options, { type: 'update-now' });
    await expect
      .poll(
        async () => (await statusesOf(options)).map(({ serial, lastFailure }) => [serial, lastFailure?.kind]),
        {
          timeout: UPDATE_PATIENCE,
        },
      )
      .toEqual([
        [601, undefined],
        [1, 'unreachable'],
      ]);
    await untilMarked(page, [ALWAYS, SECOND_ONLY]);

    serveChannel(network, HOST, second);
    network.serve(CHANNEL_HOST, (_request, response) => {
      response.writeHead(503, { 'access-control-allow-origin': '*' }).end();
    });
    await publishSecond(second, 2);
    await ask(options, { type: 'update-now' });
    await expect
      .poll(
        async () => (await statusesOf(options)).map(({ serial, lastFailure }) => [serial, lastFailure?.kind]),
        {
          timeout: UPDATE_PATIENCE,
        },
      )
      .toEqual([
        [601, 'http-status'],
        [2, undefined],
      ]);
    serveChannel(network, CHANNEL_HOST, main);
  });

  await test.step('another key at the same address is refused in plain words', async () => {
    await paste(options, `${URL_OF}\nroot-key: ${(await makeKeyPair()).x}`);
    await options.until(`/key/.test(document.querySelector('#channel-refused')?.textContent)`);
    expect(await options.run(`return document.querySelector('#channel-confirm')`)).toBeNull();
    await press(options, button('Cancel'));

    // The same said by the channel itself: keys that nobody signed over to.
    const usurper = await TestChannel.start('Second opinion');
    await publishSecond(usurper, 3, ['usurped.example']);
    serveChannel(network, HOST, usurper);
    await ask(options, { type: 'update-now' });
    await expect
      .poll(async () => (await statusesOf(options))[1], { timeout: UPDATE_PATIENCE })
      .toMatchObject({ serial: 2, lastFailure: { kind: 'wrong-root-key' } });
    await options.until(
      `document.querySelector('#channels').innerText.includes('not signed by the key you know this channel by')`,
    );
    await usurper.stop();
    serveChannel(network, HOST, second);
  });

  await test.step('after it is removed nothing here knows that it was there', async () => {
    const id = `added:${URL_OF}`;
    // Whatever can lie under its name: an opened link, a finding in it, a section that is off.
    await page.run(STAY);
    await page.click(
      `[...document.querySelectorAll('a')].find(({ href }) => href === ${JSON.stringify(LATER)})`,
    );
    await options.until(
      `(await (async () => { ${DATABASES} return (await records('spamlight-private', 'opened')).length; })()) > 1`,
      { what: 'the opened link to be remembered' },
    );
    await publishSecond(second, 4, ['opened-before.example']);
    await ask(options, { type: 'update-now' });
    await options.until(`document.querySelector('#look-back')`, {
      what: 'the finding',
      timeout: UPDATE_PATIENCE,
    });
    await ask(options, { type: 'set-sections', channel: id, off: [PHISHING] });
    expect(await ask(options, { type: 'remove-channel', channel: id, isUndoable: false })).toEqual({
      removed: true,
    });
    await untilMarked(page, [ALWAYS]);
    const kept = (await options.run(`${DATABASES} return everything();`)) as readonly string[];
    expect(kept.length).toBeGreaterThan(2);
    for (const word of [HOST, 'Second opinion', second.rootKey.x])
      expect(
        kept.filter((text) => text.includes(word)),
        word,
      ).toEqual([]);
    await options.until(`!document.querySelector('#look-back')`);
    network.forgetSeen();
    await ask(options, { type: 'update-now' });
    await untilSerial(options, 601);
    expect(network.seen.filter(({ url }) => url.includes(HOST))).toEqual([]);
  });
  await test.step('the options that a page tried to open have not opened to this moment', async () => {
    const isReached = await options.run(
      `const { tabs } = globalThis.browser ?? globalThis.chrome;
       return (await tabs.query({})).some(({ url, status, title }) => url === args && status === 'complete' && /Spamlight/.test(title));`,
      target,
    );
    expect(isReached).toBe(false);
  });
  await Promise.all([main.stop(), second.stop()]);
});
