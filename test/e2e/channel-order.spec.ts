/** Two lists name the same link: the reader says whose reason comes first. */
import { PHISHING, snapshotOf, TestChannel } from '../extension/background/lists/test-channel.ts';
import { eventually, type Page } from './harness/browser.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { at } from './harness/own-parts.ts';
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
const POPUP = 'src/extension/pages/popup/popup.html';

/** By keyboard. */
async function press(options: Page, label: string): Promise<void> {
  await options.run(({ one }, name) => one(`button[aria-label="${name}"]`).focus(), label);
  await options.press('Enter');
}

async function untilSaid(options: Page, wanted: string): Promise<void> {
  await eventually(wanted, async () => {
    const seen = await options.run(({ one }) => {
      const channels = one('#channels');
      return {
        said: channels.querySelector('[role="status"]')?.textContent,
        shown: channels.innerText,
        focus: document.activeElement?.ariaLabel,
        hasFocus: document.hasFocus(),
      };
    });
    if (seen.said !== wanted) throw new Error(JSON.stringify(seen));
    return true;
  });
}

test(
  'channels are put in another order, which decides whose reason is named first; the other button takes it back',
  tier('core:chromium'),
  async ({ world, network }) => {
    const main = await pinnedChannel(network);
    await publishSerial(main, 800);
    const second = await TestChannel.start('Second opinion');
    serveChannel(network, HOST, second);
    const publishedAt = Math.floor(Date.now() / 1000) - 60;
    await second.publish(
      snapshotOf([{ section: PHISHING, entries: ['bank-check.example'] }], { publishedAt }),
    );
    const options = await world.openOwn(OPTIONS, { height: 1000 });
    await ask(options, { type: 'update-now' });
    await untilSerial(options, 800);
    await ask(options, { type: 'add-channel', text: `https://${HOST}/\nroot-key: ${second.rootKey.x}` });
    // Not by the serial alone: a list is stored before it is in use.
    await expect
      .poll(async () => (await statusesOf(options)).map(({ serial, activity }) => [serial, activity.kind]), {
        timeout: UPDATE_PATIENCE,
      })
      .toEqual([
        [800, 'idle'],
        [1, 'idle'],
      ]);

    const mail = mailPage();
    const page = await world.openMail(mail.url, mail.html(links([ALWAYS])));
    await untilMarked(page, [ALWAYS]);
    const popup = await world.openOwn(POPUP);
    /** Channels in the order in which they give their reasons; asked as the page for a code in a picture is. */
    const named = (): Promise<readonly unknown[]> =>
      popup.run(async ({ send }, address) => {
        const { verdicts } = await send({ type: 'judge-codes', addresses: [address] });
        const verdict = verdicts[0]?.verdict;
        if (verdict === undefined || !('reasons' in verdict)) throw new Error('no reasons');
        return verdict.reasons.map((reason) => ('channelName' in reason ? reason.channelName : undefined));
      }, ALWAYS);
    expect(await named()).toEqual(['spamlight', 'Second opinion']);

    await options.until(at('[data-move="up"][aria-disabled="false"]'));
    await press(options, 'Move Second opinion up');
    await untilSaid(options, 'Second opinion is number 1 of 2 now.');
    expect(await options.run(() => document.activeElement?.ariaLabel)).toBe('Move Second opinion up');
    expect(await named()).toEqual(['Second opinion', 'spamlight']);
    // After the background was stopped as well.
    await world.browser.stopBackground();
    expect(await named()).toEqual(['Second opinion', 'spamlight']);

    await press(options, 'Move Second opinion down');
    await untilSaid(options, 'Second opinion is number 2 of 2 now.');
    expect(await named()).toEqual(['spamlight', 'Second opinion']);
    await Promise.all([main.stop(), second.stop()]);
  },
);
