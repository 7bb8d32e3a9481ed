/** A warning that the reader saw, and that its publisher takes back. */
import { withWithdrawn } from '../../src/server/publisher/build/entries/withdrawn-entries.ts';
import { PHISHING, snapshotOf, type TestChannel } from '../extension/background/lists/test-channel.ts';
import { DATABASES } from './harness/databases.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { byId } from './harness/own-parts.ts';
import { script } from './harness/page-script.ts';
import { ALWAYS, ask, links, OPTIONS, pinnedChannel, untilSerial } from './harness/pinned-channel.ts';
import { tier } from './harness/tiers.ts';

const MISTAKEN = 'https://choir.example/concert';
const GONE = 'https://gone.example/';
const POPUP = 'src/extension/pages/popup/popup.html';

async function publish(
  channel: TestChannel,
  serial: number,
  entries: readonly string[],
  excluded: readonly string[] = [],
): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const snapshot = snapshotOf([{ section: PHISHING, entries }], { serial, publishedAt: now - 60 });
  const mistakes = excluded.map((entry) => ({ entry, reason: 'its owner wrote', expiresAt: null }));
  const exclusions = withWithdrawn(snapshot.exclusions, mistakes, snapshot.epoch.key, now);
  await channel.publish({ ...snapshot, exclusions });
}

test(
  'a warning that its publisher withdraws is taken back once, in the popup; one that only left the list is not',
  tier('core:chromium'),
  async ({ world, network }) => {
    const channel = await pinnedChannel(network);
    await publish(channel, 900, ['bank-check.example', 'choir.example', 'gone.example']);
    const options = await world.openOwn(OPTIONS);
    await ask(options, { type: 'update-now' });
    await untilSerial(options, 900);
    const mail = mailPage();
    const page = await world.openMail(mail.url, mail.html(links([ALWAYS, MISTAKEN, GONE])));
    await untilMarked(page, [ALWAYS, MISTAKEN, GONE]);
    await options.until(
      script(async (_, databases) => {
        const { records } = databases();
        return (await records('spamlight-private', 'seen')).length === 3;
      }, DATABASES),
      { what: 'the listings to be remembered' },
    );

    await publish(channel, 901, ['bank-check.example'], ['choir.example']);
    await ask(options, { type: 'update-now' });
    await untilSerial(options, 901);
    await untilMarked(page, [ALWAYS]);
    const popup = await world.openOwn(POPUP);
    await popup.until(byId('mistakes'), { what: 'the mistake to be told' });
    const told = await popup.run(({ one }) => one('#mistakes').innerText);
    expect(told).toMatch(/^The phishing warning of \w+day, [\w ]+, was a mistake of test feed\./);
    expect(told).not.toContain('choir.example');
    expect(await popup.run(({ all }) => all('#mistakes li').length)).toBe(1);

    await popup.run(({ one }) => one('#mistakes button').click());
    await popup.until(() => document.querySelector('#mistakes') === null);
    await popup.reload();
    await popup.until(() => document.body.innerText.length > 60);
    expect(await popup.run(() => document.querySelector('#mistakes'))).toBeNull();
    await channel.stop();
  },
);
