/** What a reader can press in the popup, by mouse and by keys, in each of its states. */
import { protectionOf, type Protection } from '../../src/core/verdict/protection.ts';
import { LIST_PRESETS } from '../../src/core/feed/list-presets.ts';
import type { SiteState } from '../../src/extension/pages/popup/popup-state.ts';
import type { ChannelStatus } from '../../src/extension/protocol/channel-messages.ts';
import { makeKeyPair } from '../../src/server/node/keys/key-file.ts';
import type { Page, Popup } from './harness/browser.ts';
import { eventually } from './harness/browser.ts';
import type { TestChannel } from '../extension/background/lists/test-channel.ts';
import { FOLDERS, LISTED } from './harness/channel.ts';
import { expect, test, type World } from './harness/fixtures.ts';
import { holdAnswers } from './harness/held-answers.ts';
import { htmlPage } from './harness/proxy.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { at, byId, ownPageWithList, SIGN, tabOf } from './harness/own-parts.ts';
import { script } from './harness/page-script.ts';
import { ask, OPTIONS, pinnedChannel, publishSerial } from './harness/pinned-channel.ts';
import { pressedElsewhere, row, walk, type Row, type State } from './harness/walk.ts';
import { ACTION, SUSPICIOUS } from './walk/letter.ts';
import { putFinding } from './walk/option-channel-rows.ts';
import { press } from './walk/in-page.ts';
import { folds, hasFocus, isGone, note, says } from './walk/rows.ts';
import {
  always,
  checkMessage,
  codes,
  decideNothing,
  flaggedRows,
  leaves,
  lists,
  missing,
  pause,
  pressNamed,
  putWithdrawn,
  reloadPopup,
  resume,
  selfTest,
  settings,
  showRow,
  untilShown,
  update,
} from './walk/popup-rows.ts';
import { tier } from './harness/tiers.ts';

test.use({ installation: 'kept' });

const POPUP = 'src/extension/pages/popup/popup.html';
const MAIL = mailPage();

/** The way back has the focus when all is done that a decision brings. */
const UNDO_FOCUSED = hasFocus('undo');

/** The popup about a tab, in a tab of its own: what it has there is what it has at the button. */
async function popupOf(world: World, address: string): Promise<Page> {
  const own = await ownPageWithList(world);
  const tab = await tabOf(own, address);
  await own.close();
  const page = await world.openOwn(`${POPUP}?tab=${tab}`);
  await untilShown(page);
  return page;
}

async function walkStates(page: Page, states: Readonly<Record<string, State>>): Promise<void> {
  for (const [name, state] of Object.entries(states))
    await walk(page, () => document.body, state, note(`popup, ${name}`));
}

test(
  'popup: a webmail with no message open, what may be missing, and checking that is paused',
  tier('core:chromium'),
  async ({ world }) => {
    await world.openMail(MAIL.url, '<!doctype html><title>Inbox</title><p>Inbox');
    const page = await popupOf(world, new URL(MAIL.url).host);
    const rows = [...always(world), missing, pause];
    await walkStates(page, {
      'no message': { open: resumed, rows },
      missing: {
        async open() {
          await resumed(page);
          await unfoldMissing(page);
        },
        rows: [...pressedElsewhere(rows), selfTest(world)],
      },
      paused: {
        async open() {
          await page.run(() => document.querySelector<HTMLElement>('#pause')?.click());
          await page.until(byId('resume'), { what: 'the popup to say that it is paused' });
        },
        rows: [...pressedElsewhere(always(world)), resume],
      },
    });
  },
);

async function resumed(page: Page): Promise<void> {
  await page.run(() => document.querySelector<HTMLElement>('#resume')?.click());
  await page.until(byId('pause'));
  await reloadPopup(page);
}

async function unfoldMissing(page: Page): Promise<void> {
  await page.run(({ one }) => {
    one<HTMLDetailsElement>('#missing').open = true;
  });
}

test(
  'popup: flagged links, what is decided about them, and the way back',
  tier('core:chromium'),
  async ({ world }) => {
    const texts = ['one', 'two', 'three', 'four', 'five'];
    const spam = LISTED.spamHost;
    const hrefs = [...texts.map((text) => `https://${LISTED.phishingHost}/${text}`), `https://${spam}/x`];
    await ownPageWithList(world);
    const mail = await world.openMail(
      MAIL.url,
      MAIL.html(
        [...texts, 'spam'].map((text, place) => `<p><a href="${hrefs[place]}">${text}</a></p>`).join(''),
      ),
    );
    await untilMarked(mail, hrefs);
    const page = await popupOf(world, new URL(MAIL.url).host);
    /** Judged anew after a decision, the message tells the popup, which is drawn anew: a mouse would miss what moves. */
    const judged = async (danger: number): Promise<void> => {
      await mail.until(
        script(({ root, all }, count) => all('.mark.danger', root()).length === count, danger),
      );
      await page.show();
    };
    const undecided = async (): Promise<void> => {
      await decideNothing(page);
      await judged(texts.length);
      await page.until(
        script(
          (_, host) => document.querySelector('#trust-0')?.ariaLabel?.includes(host),
          LISTED.phishingHost,
        ),
      );
    };
    const blocked = async (): Promise<void> => {
      await undecided();
      await pressNamed(page, `Block ${spam}`);
      await page.until(UNDO_FOCUSED);
      await judged(hrefs.length);
    };
    const rows = flaggedRows(world, {
      danger: LISTED.phishingHost,
      spam,
      shown: texts.slice(0, 3),
      folded: texts.slice(3),
      mail,
    });
    await walkStates(page, {
      flagged: { open: undecided, rows: rows.flagged },
      trusting: {
        async open() {
          await undecided();
          await page.run(({ one }) => one('#trust-0').click());
        },
        rows: rows.trusting,
      },
      'trusting for longer': {
        async open() {
          await undecided();
          await page.run(({ one }) => {
            one('#trust-0').click();
            const select = one<HTMLSelectElement>('#trust-holds');
            select.value = '604800';
            select.dispatchEvent(new Event('change', { bubbles: true }));
          });
        },
        rows: rows['trusting for longer'],
      },
      'take-back': { open: blocked, rows: rows['take-back'] },
      blocked: {
        async open() {
          await blocked();
          await reloadPopup(page);
        },
        rows: rows.blocked,
      },
      'put-back': {
        async open() {
          await blocked();
          await pressNamed(page, 'Remove from the block list');
          await page.until(UNDO_FOCUSED);
          await judged(texts.length);
        },
        rows: rows['put-back'],
      },
    });
  },
);

test(
  'popup: a suspicious message, and a webmail in which no message is found',
  tier('core:firefox'),
  async ({ world }) => {
    await ownPageWithList(world);
    const mail = await world.openMail(MAIL.url, SUSPICIOUS);
    await untilMarked(mail, [ACTION]);
    const page = await popupOf(world, new URL(MAIL.url).host);
    await page.until(at('.notice details'), { what: 'more reasons' });
    const more = row('disclosure', /^\d+ more reasons?$/, folds);
    await walkStates(page, {
      suspicious: {
        rows: [
          ...pressedElsewhere([...always(world), missing, pause]),
          more,
          { ...more },
          showRow(mail, 'Pay now'),
        ],
      },
    });
    const reported = row('button', 'Report a missed phishing message', says('Copied, and sent to nobody.'));
    await walkStates(page, {
      'missing in a message': {
        async open() {
          await reloadPopup(page);
          await unfoldMissing(page);
        },
        rows: [
          ...pressedElsewhere([
            ...always(world),
            missing,
            selfTest(world),
            pause,
            more,
            more,
            showRow(mail, 'Pay now'),
          ]),
          reported,
        ],
      },
    });
    // *This is fine* is about that sender, whichever of its messages is open.
    const saidFine = says('You said that messages from');
    const callFine = async (): Promise<void> => {
      if (await page.run(saidFine)) return;
      await mail.show();
      await mail.until(({ sign }) => sign()?.matches(':popover-open'), { what: 'the sign' });
      // A sign that has just come may go elsewhere while it is pressed.
      await eventually('the reasons', async () => {
        const areFolded = await mail.run(({ one, sign }) => {
          const shown = sign();
          return shown === null ? null : one('.reasons', shown).hidden;
        });
        if (areFolded === false) return true;
        await press(mail, SIGN, 'button Why?', 'mouse');
        return null;
      });
      await press(mail, SIGN, 'button This is fine', 'mouse');
      await mail.until(({ sign }) => sign() === null, { what: 'the sign to go' });
      await page.show();
      await page.until(saidFine, { what: 'the popup to say so' });
    };
    const sender = 'info@parcel-waiting.top';
    await walkStates(page, {
      fine: {
        open: callFine,
        rows: [
          ...pressedElsewhere([...always(world), missing, pause]),
          row(
            'button',
            `Undo: messages from ${sender} are fine`,
            says('are checked for warning signs again'),
          ),
        ],
      },
    });
    // As after a change of the webmail: it is known, and its page is not.
    world.proxy.serve(
      new URL(MAIL.url).host,
      htmlPage(
        '<!doctype html><title>Mail</title><div role="main"><h2 class="hP">Subject</h2><p>text</p></div>',
      ),
    );
    await mail.reload();
    await page.show();
    await page.until(says('Not checked: no message found on this page'));
    await walkStates(page, {
      'no-message-found': { rows: pressedElsewhere([...always(world), missing, pause]) },
    });
  },
);

test('popup: sentences that it shows once', tier('core:chromium'), async ({ world }) => {
  await (await ownPageWithList(world)).close();
  const page = await world.openOwn(POPUP);
  await untilShown(page);
  await walkStates(page, {
    told: {
      async open() {
        await putFinding(page);
        await putWithdrawn(page);
        await reloadPopup(page);
      },
      rows: [
        ...pressedElsewhere(always(world)),
        row('button', 'Got it', isGone('#look-back')),
        row('button', 'Got it', isGone('#mistakes')),
      ],
    },
  });
});

test(
  'popup: while nothing answers it, it says so, and has nothing to press',
  tier('core:firefox'),
  async ({ world }) => {
    const own = await ownPageWithList(world);
    await holdAnswers(world.browser, own);
    const page = await world.openOwn(POPUP);
    await page.until(says('One moment'));
    await walkStates(page, { loading: { rows: [] } });
    await page.until(says('Spamlight did not answer this page.'));
    await walkStates(page, { 'no-answer': { rows: [] } });
    await own.run(() => {
      window.isHeld = false;
    });
    await walkStates(page, {
      'an answer after all': { open: untilShown, rows: pressedElsewhere(always(world)) },
    });
  },
);

test.describe('from no list on', () => {
  test.use({ channelFolder: `${FOLDERS.root}/no-channel`, ownBrowser: true });

  test(
    'popup without any list: whatever the lists amount to, it leads to what is missing',
    tier('core:chromium'),
    async ({ world }) => {
      const { proxy } = world;
      for (const { url } of LIST_PRESETS)
        proxy.serve(new URL(url).hostname, (_request, response) => {
          response.writeHead(200, { 'access-control-allow-origin': '*' }).end('own-listed.example\n');
        });
      const page = await world.openOwn(POPUP);
      await untilShown(page);
      const switched = async (off: boolean): Promise<void> => {
        for (const { id, sections } of await listsOf(page)) {
          const names = sections.map(({ kind, category, action, group }) => ({
            kind,
            category,
            action,
            group,
          }));
          await ask(page, { type: 'set-sections', channel: id, off: off ? names : [] });
        }
      };
      const rows = pressedElsewhere(always(world));
      const missingChannel = { url: 'https://away.lists.test/', key: (await makeKeyPair()).x };
      const now = Math.floor(Date.now() / 1000);
      let channel: TestChannel | null = null;
      const publishAt = async (serial: number, at: number): Promise<void> => {
        channel ??= await pinnedChannel(proxy);
        await publishSerial(channel, serial, [], at);
        await ask(page, { type: 'update-now' });
      };
      /** Channels and lists are added in the settings alone. */
      const inOptions = async (message: unknown): Promise<void> => {
        const own = await world.openOwn(OPTIONS);
        await ask(own, message);
        await own.close();
        await page.show();
      };
      // Without Ed25519, which no browser here lacks, there is a sentence and nothing to press.
      const states: Record<
        Exclude<Protection, 'unverifiable'>,
        { readonly make: () => Promise<unknown>; readonly rows: readonly Row[] }
      > = {
        none: {
          make: async () => undefined,
          rows: [
            settings(world),
            checkMessage(world),
            codes,
            row('button', 'Get free lists…', leaves(world, '/welcome.html')),
          ],
        },
        flags: {
          make: () => inOptions({ type: 'add-presets', ids: [LIST_PRESETS[0]?.id] }),
          rows: [],
        },
        expired: { make: () => publishAt(1, now - 60 * 86_400), rows: [] },
        checks: { make: () => publishAt(2, now - 60), rows: [] },
        missing: {
          make: () =>
            inOptions({
              type: 'add-channel',
              text: `${missingChannel.url}\nroot-key: ${missingChannel.key}`,
            }),
          rows: [],
        },
        off: {
          async make() {
            await inOptions({
              type: 'remove-channel',
              channel: `added:${missingChannel.url}`,
              isUndoable: false,
            });
            await switched(true);
          },
          rows: [row('button', 'Switch lists on…', leaves(world, '/options.html'))],
        },
      };
      for (const [name, { make, rows: more }] of Object.entries(states)) {
        await make();
        await eventually(name, async () => {
          const protection = protectionOf(await listsOf(page));
          if (protection !== name) throw new Error(protection);
          return true;
        });
        await reloadPopup(page);
        const left = name === 'none' ? [lists, update(world)] : rows;
        await walkStates(page, { [name]: { open: reloadPopup, rows: [...left, ...more] } });
      }
    },
  );
});

async function listsOf(page: Page): Promise<readonly ChannelStatus[]> {
  const { channels } = (await ask(page, { type: 'get-status' })) as { channels: readonly ChannelStatus[] };
  return channels;
}

async function reach(popup: Popup): Promise<void> {
  for (let turn = 0; turn < 12 && (await popup.focused()) !== 'add-site'; turn++) await popup.press('Tab');
  expect(await popup.focused()).toBe('add-site');
}

const ADD = (name: string): string => `button Check mail on ${name}`;
const SITE_ROWS: Record<SiteState['access'], (name: string) => readonly string[]> = {
  none: (name) => [ADD(name)],
  refused: (name) => [ADD(name)],
  given: () => ['disclosure Is something missing?', 'button Pause on this site'],
  // Where no script of ours could start: there is a sentence, and nothing to press.
  held: () => [],
};

async function untilOffered(popup: Popup, access: SiteState['access'], name: string): Promise<void> {
  const rest = [
    'button Settings',
    'button Check a message from elsewhere…',
    'button Look for QR codes in what is shown',
    'disclosure Protection on',
  ];
  await expect
    .poll(async () =>
      (await popup.controls())
        .map((each) => `${each.role} ${each.name.replaceAll(/[\u2066-\u2069]| · .*$/g, '')}`)
        .sort(),
    )
    .toEqual([...rest, ...SITE_ROWS[access](name)].sort());
}

/** One that nobody knows, and one that is known and not granted at install. */
const ADDED = {
  'mail.choir.example': { name: 'mail.choir.example', patterns: ['https://mail.choir.example/*'] },
  'mail.zoho.eu': {
    name: 'Zoho Mail',
    patterns: ['https://mail.zoho.com/*', 'https://mail.zoho.eu/*', 'https://mail.zoho.in/*'],
  },
};

for (const how of ['mouse', 'keys'] as const) {
  test(
    `popup at the button: a site is added by ${how}, and is not where the reader says no`,
    tier(how === 'mouse' ? 'core:chromium' : 'core:firefox'),
    async ({ world }) => {
      const { browser, proxy } = world;
      await (await ownPageWithList(world)).close();
      const open = async (host: string, name: string): Promise<Popup> => {
        proxy.serve(host, htmlPage('<!doctype html><title>Mail</title><p>Inbox'));
        const popup = await browser.openPopup(await browser.openPage(`https://${host}/`));
        await popup.until(`Check mail on ${name}`);
        await untilOffered(popup, 'none', name);
        return popup;
      };
      for (const [host, { name, patterns }] of Object.entries(ADDED)) {
        const popup = await open(host, name);
        if (how === 'mouse') await popup.clickAndAllow('#add-site', patterns);
        else {
          await reach(popup);
          await popup.pressAndAllow('Enter', patterns);
        }
        await popup.until('No message found on this page yet.');
        await untilOffered(popup, 'given', name);
        await popup.close();
      }
      const popup = await open('post.choir.example', 'post.choir.example');
      if (how === 'keys') await reach(popup);
      await popup.refuseNext(() => (how === 'mouse' ? popup.click('#add-site') : popup.press('Enter')));
      await popup.until('Permission was not given');
      await untilOffered(popup, 'refused', 'post.choir.example');
      await popup.close();
    },
  );
}
