/** Channels of the reader's own: added by pasted text and by nothing else, beside the others, and gone without a trace. */
import { makeKeyPair } from '../../src/server/node/keys/key-file.ts';
import { snapshotOf, SPAM, PHISHING, TestChannel } from '../extension/background/lists/test-channel.ts';
import type { Page } from './harness/browser.ts';
import { CHANNEL_HOST } from './harness/channel.ts';
import { DATABASES } from './harness/databases.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { at, STAY } from './harness/own-parts.ts';
import { type PageScript, script } from './harness/page-script.ts';
import {
  ALWAYS,
  ask,
  links,
  OPTIONS,
  pinnedChannel,
  publishSerial,
  serveChannel,
  statusesOf,
  untilSerial,
  UPDATE_PATIENCE,
} from './harness/pinned-channel.ts';
import { tier } from './harness/tiers.ts';

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
async function press(options: Page, element: PageScript<HTMLElement>): Promise<void> {
  await options.run((_, find) => find().click(), element);
}

/** Pastes a text into the form and looks at it. */
async function paste(options: Page, text: string): Promise<void> {
  await press(options, at('#channel-open'));
  await options.until(() => document.activeElement?.id === 'channel-text', {
    what: 'the field to be in focus',
  });
  await options.run(({ one }, typed) => {
    one<HTMLTextAreaElement>('#channel-text').value = typed;
  }, text);
  await options.run(({ one }) => one<HTMLTextAreaElement>('#channel-text').form?.requestSubmit());
}

const button = (words: string): PageScript<HTMLElement> =>
  script(({ all }, begin) => {
    const found = all('#channels button').find(({ textContent }) => textContent.startsWith(begin));
    if (found === undefined) throw new Error(`no button ${begin}`);
    return found;
  }, words);

async function firstReason(options: Page): Promise<string | undefined> {
  return options.run(async ({ api, send }, wanted) => {
    const [tab] = await api.tabs.query({ url: 'https://mail.google.com/*' });
    if (tab?.id === undefined) throw new Error('no tab');
    const { flagged } = await send({ type: 'get-tab', tabId: tab.id });
    const link = flagged.find(({ href }) => href === wanted);
    return JSON.stringify(link !== undefined && 'reasons' in link.verdict ? link.verdict.reasons : link);
  }, ALWAYS);
}

test(
  'a channel is added by pasted text, stands beside the other, and is gone without a trace',
  tier('core'),
  async ({ world, network }) => {
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
        await opened.until(() => document.querySelector('#channel-open'));
        expect(await opened.run(({ all }) => all('#channel-text, #channel-confirm').length), tail).toBe(0);
        await opened.close();
      }
      // A page cannot even open the options: the browser shows nothing, or that it was blocked.
      const stranger = await world.openMail('https://stranger.test/', '<p>hello</p>');
      await stranger
        .run((_, address) => {
          try {
            window.open(address);
          } catch {
            // Firefox says no at once.
          }
          const link = document.createElement('a');
          link.href = address;
          document.body.append(link);
          link.click();
        }, target)
        // The document may be replaced by the notice before it has answered.
        .catch(() => undefined);
      expect(await statusesOf(options)).toHaveLength(1);
    });

    await test.step('what is no channel is refused in words', async () => {
      await paste(options, 'http://second.lists.test/ root-key');
      await options.until(({ one }) => one('#channel-refused').textContent.length > 20);
      await press(options, button('Cancel'));
    });

    await test.step('host and key are shown before it is added', async () => {
      await paste(options, `${URL_OF}\nroot-key: ${second.rootKey.x}`);
      await options.until(() => document.querySelector('#channel-confirm'));
      const shown = await options.run(({ one }) => one('#channels').innerText);
      expect(shown).toContain(HOST);
      expect(shown).toMatch(/[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}/);
      // Looking at it asks its host nothing.
      expect(network.seen.filter(({ url }) => url.includes(HOST))).toEqual([]);
      await press(
        options,
        script(({ one }) => one('button.primary', one('#channel-confirm').closest('.card'))),
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
          async () =>
            (await statusesOf(options)).map(({ serial, lastFailure }) => [serial, lastFailure?.kind]),
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
          async () =>
            (await statusesOf(options)).map(({ serial, lastFailure }) => [serial, lastFailure?.kind]),
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
      await options.until(({ one }) => /key/.test(one('#channel-refused').textContent));
      expect(await options.run(() => document.querySelector('#channel-confirm'))).toBeNull();
      await press(options, button('Cancel'));

      // The same said by the channel itself: keys that nobody signed over to.
      const usurper = await TestChannel.start('Second opinion');
      await publishSecond(usurper, 3, ['usurped.example']);
      serveChannel(network, HOST, usurper);
      await ask(options, { type: 'update-now' });
      await expect
        .poll(async () => (await statusesOf(options))[1], { timeout: UPDATE_PATIENCE })
        .toMatchObject({ serial: 2, lastFailure: { kind: 'wrong-root-key' } });
      await options.until(({ one }) =>
        one('#channels').innerText.includes('not signed by the key you know this channel by'),
      );
      await usurper.stop();
      serveChannel(network, HOST, second);
    });

    await test.step('after it is removed nothing here knows that it was there', async () => {
      const id = `added:${URL_OF}`;
      // Whatever can lie under its name: an opened link, a finding in it, a section that is off.
      await page.run(STAY);
      await page.click(script(({ all }, later) => all('a').find(({ href }) => href === later), LATER));
      await options.until(
        script(
          async (_, databases) => (await databases().records('spamlight-private', 'opened')).length > 1,
          DATABASES,
        ),
        { what: 'the opened link to be remembered' },
      );
      await publishSecond(second, 4, ['opened-before.example']);
      await ask(options, { type: 'update-now' });
      await options.until(() => document.querySelector('#look-back'), {
        what: 'the finding',
        timeout: UPDATE_PATIENCE,
      });
      await ask(options, { type: 'set-sections', channel: id, off: [PHISHING] });
      expect(await ask(options, { type: 'remove-channel', channel: id, isUndoable: false })).toEqual({
        removed: true,
      });
      await untilMarked(page, [ALWAYS]);
      const kept = await options.run((_, databases) => databases().everything(), DATABASES);
      expect(kept.length).toBeGreaterThan(2);
      for (const word of [HOST, 'Second opinion', second.rootKey.x])
        expect(
          kept.filter((text) => text.includes(word)),
          word,
        ).toEqual([]);
      await options.until(() => document.querySelector('#look-back') === null);
      network.forgetSeen();
      await ask(options, { type: 'update-now' });
      await untilSerial(options, 601);
      expect(network.seen.filter(({ url }) => url.includes(HOST))).toEqual([]);
    });
    await test.step('the options that a page tried to open have not opened to this moment', async () => {
      const isReached = await options.run(
        async ({ api }, address) =>
          (await api.tabs.query({})).some(
            ({ url, status, title = '' }) =>
              url === address && status === 'complete' && /Spamlight/.test(title),
          ),
        target,
      );
      expect(isReached).toBe(false);
    });
    await Promise.all([main.stop(), second.stop()]);
  },
);
