/** What a reader can press on the welcome page, by mouse and by keys, in each of its states. */
import { MAX_DEVICE_LISTS } from '../../src/extension/background/lists/device-lists/list-limits.ts';
import { LIST_PRESETS } from '../../src/core/feed/list-presets.ts';
import type { PresetProgress } from '../../src/extension/protocol/preset-messages.ts';
import {
  OPTIONAL_WEBMAILS,
  REQUIRED_WEBMAILS,
  type Webmail,
} from '../../src/extension/protocol/webmail-hosts.ts';
import type { Page } from './harness/browser.ts';
import { expect, test, type World } from './harness/fixtures.ts';
import { at, byId, CARD, DIALOG, ownPageWithList, untilSettled } from './harness/own-parts.ts';
import { type PageScript, script } from './harness/page-script.ts';
import { ask, OPTIONS } from './harness/pinned-channel.ts';
import { htmlPage, type HostHandler } from './harness/proxy.ts';
import { pressedElsewhere, pressRow, row, walk, type Row, type State } from './harness/walk.ts';
import { cardOf, follow, NO_CARD, NO_QUESTION, press, untilControls } from './walk/in-page.ts';
import { allowing, folds, LISTS, note, opens, says, switches } from './walk/rows.ts';
import { tier } from './harness/tiers.ts';

const WELCOME = 'src/extension/pages/welcome/welcome.html';

const SILENT: HostHandler = () => undefined;
/** One entry each, as they are published. */
const BODIES: Readonly<Record<string, string>> = {
  'phish.co.za': 'https://login.own-listed.example/verify/account.php\n',
  'cdn.jsdelivr.net': 'https://login.own-listed.example/verify/account.php\n',
  'hole.cert.pl': 'own-listed.example\n',
  'urlhaus.abuse.ch': 'https://files.own-listed.example/a.exe\n',
  'lists.webmail.test': 'own-listed.example\n',
};
const served =
  (status: number): HostHandler =>
  (_request, response, url) => {
    response.writeHead(status, { 'access-control-allow-origin': '*' }).end(BODIES[url.hostname]);
  };

function serve({ proxy }: World, handler: HostHandler): void {
  for (const { url } of LIST_PRESETS) proxy.serve(new URL(url).hostname, handler);
}

/** Nothing of these lists is there, and nothing under way. */
async function emptied(page: Page): Promise<void> {
  await ask(page, { type: 'remove-presets', ids: LIST_PRESETS.map(({ id }) => id) });
}

/** Which lists there are: a reader's own press is walked as well. */
const unfold = (page: Page): Promise<unknown> =>
  page.run(({ one }) => {
    one<HTMLDetailsElement>('#free-which').open = true;
  });

async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.until(
    () => document.querySelector('#free-lists') !== null && document.querySelector('#protection') !== null,
  );
  await unfold(page);
}

/** So many lists, added as the settings do it; of those that are there as many stay as may. */
async function fill(world: World, page: Page, count: number): Promise<void> {
  world.proxy.serve('lists.webmail.test', served(200));
  const options = await world.openOwn(OPTIONS);
  await options.run(
    async ({ send }, find, wanted) => {
      const { lists } = await find();
      for (const { status } of lists.slice(wanted))
        await send({ type: 'remove-list', list: status.id, isUndoable: false });
      for (let n = lists.length; n < wanted; n++) {
        const url = `https://lists.webmail.test/${n}-${Date.now()}.txt`;
        const added = await send({ type: 'add-list', url, name: '', category: 'spam', licence: '' });
        if (added.refused !== null) throw new Error(added.refused);
      }
    },
    LISTS,
    count,
  );
  await options.close();
  await page.show();
}

/** Before, the link of the example is a link like any other. */
const untilExample = (page: Page): Promise<unknown> =>
  page.until(({ marks }) => marks().length === 1, { what: 'the mark of the example' });

const USUAL = LIST_PRESETS.filter(({ isPrivateUseOnly }) => !isPrivateUseOnly);
const ASKED = USUAL.filter(({ cors }) => cors !== 'yes').map(
  ({ url }) => `https://${new URL(url).hostname}/*`,
);

async function get(world: World, page: Page, ids: readonly string[]): Promise<void> {
  const press = (): Promise<unknown> =>
    page.run(({ all }, wanted) => {
      for (const box of all<HTMLInputElement>('#free-lists input:not(:disabled)'))
        if (box.checked !== wanted.includes(box.id.slice('free-'.length))) box.click();
    }, ids);
  await press();
  await allowing(
    world.browser,
    { page, press: () => page.click(byId('free-get')) },
    ids.length > 1 ? ASKED : [],
  );
}

/** Where a webmail begins: the first of its hosts. */
function hostOf({ matches }: Webmail): string {
  const pattern = matches.find((each) => !each.includes('://*.')) ?? matches[0] ?? '';
  return new URL(pattern.replace('://*.', '://www.').replace('*', '')).hostname;
}

function rowsOf(world: World): {
  readonly around: readonly Row[];
  readonly boxes: readonly Row[];
  readonly button: Row;
} {
  const { browser } = world;
  const open = (webmail: Webmail): Row => {
    const host = hostOf(webmail);
    world.proxy.serve(host, htmlPage('<title>Mail</title>'));
    return row('button', webmail.name, opens(browser, host));
  };
  const boxes = LIST_PRESETS.map(({ id, name, isPrivateUseOnly }) => {
    const isTicked = (wanted: boolean): PageScript<boolean> =>
      script(
        ({ one }, list, ticked) => one<HTMLInputElement>(`#free-${list}`).checked === ticked,
        id,
        wanted,
      );
    return row(
      'checkbox',
      new RegExp(`^${name.replaceAll('.', '\\.')} — `),
      switches(isTicked(isPrivateUseOnly), isTicked(!isPrivateUseOnly)),
    );
  });
  const button = row('button', 'Get the free lists', async (press) => {
    await allowing(browser, press, ASKED);
    await press.page.until(says('3 lists are in use.'), { what: 'all three lists' });
  });
  const around = [
    row('disclosure', 'Which lists these are, and who makes them', folds),
    row('link', 'Add another public list', async ({ page, press }) => {
      const url = await page.url();
      await press();
      await page.until(
        () => location.pathname.endsWith('/options.html') && location.hash === '#device-lists',
      );
      await page.goto(url);
      await reload(page);
    }),
    {
      ...row('link', 'Choose a new date', async ({ page, press }) => {
        await untilExample(page);
        await press();
        await page.until(({ dialog }) => dialog()?.open, { what: 'the question of the example' });
        await page.press('Escape');
        await page.until(NO_QUESTION);
        await reload(page);
      }),
      // The guard stands before it.
      hasOwnKeys: true as const,
    },
    ...REQUIRED_WEBMAILS.map(open),
    row('disclosure', 'Other webmails (your browser will ask for permission)', folds),
    row('button', 'Open the settings', opens(browser, '/options.html')),
  ];
  return { around, boxes, button };
}

const NOT_HAD: readonly string[] = ['failed', 'too many'];

/** @param isRest - all states but those that are named, and not these */
async function walkLists(world: World, walked: readonly string[], isRest: boolean): Promise<void> {
  await (await ownPageWithList(world)).close();
  serve(world, served(200));
  const page = await world.openOwn(WELCOME, { height: 1400 });
  const { around, boxes, button } = rowsOf(world);
  const undo = row('button', 'Undo', says('The lists are removed. Nothing of them is left.'));
  const names = USUAL.map(({ name }) => name);
  const begun = async (handler: HostHandler): Promise<void> => {
    await emptied(page);
    serve(world, handler);
    await reload(page);
    await get(
      world,
      page,
      USUAL.map(({ id }) => id),
    );
  };
  const states: Record<PresetProgress['kind'] | 'one more' | 'all added' | 'too many', State | null> = {
    absent: {
      async open() {
        await emptied(page);
        serve(world, served(200));
        await reload(page);
      },
      rows: [...boxes, button, ...around],
    },
    // One is read, and two wait for it.
    waiting: null,
    updating: {
      open: () => begun(SILENT),
      rows: [...pressedElsewhere([...boxes, ...around]), undo],
    },
    added: {
      open: () => begun(served(200)),
      rows: [...pressedElsewhere([...boxes, ...around]), undo],
    },
    'one more': {
      async open() {
        await begun(served(200));
        await page.until(says('3 lists are in use.'));
        await page.run(({ one }) => one('#free-openphish').click());
      },
      rows: [
        ...pressedElsewhere([...boxes, ...around, undo]),
        row('button', 'Get the ticked lists', says('4 lists are in use.')),
      ],
    },
    'all added': {
      async open() {
        await emptied(page);
        serve(world, served(200));
        await reload(page);
        await get(
          world,
          page,
          LIST_PRESETS.map(({ id }) => id),
        );
        await page.until(says('4 lists are in use.'));
      },
      rows: [...pressedElsewhere([...boxes, ...around]), undo],
    },
    failed: {
      open: () => begun(served(404)),
      rows: [
        ...pressedElsewhere([...boxes, button, ...around]),
        ...names.map((name) =>
          row('button', `Try again: ${name}`, async (press) => {
            serve(world, served(200));
            await allowing(world.browser, press, ASKED);
            await press.page.until(says('In use, with 1 entry.'));
          }),
        ),
      ],
    },
    'too many': {
      async open() {
        await emptied(page);
        serve(world, served(200));
        await fill(world, page, MAX_DEVICE_LISTS);
        await reload(page);
        await get(
          world,
          page,
          USUAL.map(({ id }) => id),
        );
        await page.until(says('You already have 8 lists, which is the most. Remove one first.'));
      },
      rows: [
        ...pressedElsewhere([...boxes, ...around]),
        row('button', 'Get the free lists', async (press) => {
          await fill(world, press.page, MAX_DEVICE_LISTS - USUAL.length);
          await allowing(world.browser, press, ASKED);
          await press.page.until(says('3 lists are in use.'));
        }),
      ],
    },
  };
  for (const [name, state] of Object.entries(states))
    if (state !== null && walked.includes(name) !== isRest)
      await walk(page, () => document.body, state, note(`welcome, ${name}`));
}

test('welcome: free lists are chosen, fetched and taken back', tier('core:chromium'), ({ world }) => {
  test.setTimeout(300_000);
  return walkLists(world, NOT_HAD, true);
});

test('welcome: free lists that are not to be had can be tried again', tier('core:firefox'), ({ world }) => {
  test.setTimeout(300_000);
  return walkLists(world, NOT_HAD, false);
});

for (const by of ['mouse', 'keys'] as const) {
  test(
    `welcome: each webmail that is not granted at install is added and opened by ${by}`,
    tier(by === 'mouse' ? 'core:chromium' : 'core:firefox'),
    async ({ world }) => {
      const { browser, proxy } = world;
      const page = await world.openOwn(WELCOME, { height: 1400 });
      await reload(page);
      const { around, boxes, button } = rowsOf(world);
      await page.run(({ one }) => {
        one<HTMLDetailsElement>('#webmail-links details').open = true;
      });
      const optional = OPTIONAL_WEBMAILS.map((webmail) => {
        const { name, matches } = webmail;
        const host = hostOf(webmail);
        proxy.serve(host, htmlPage('<title>Mail</title>'));
        return row('button', name, async (pressed) => {
          await allowing(browser, pressed, matches);
          await (await browser.pageAt(host)).close();
          await page.show();
        });
      });
      const rows = [...pressedElsewhere([...around, ...boxes, button]), ...optional];
      for (const each of optional)
        note('welcome, others')(await pressRow(page, () => document.body, { rows }, each, by));
    },
  );

  test(
    `welcome: the example’s mark, card and question, by ${by}`,
    tier(by === 'mouse' ? 'core:chromium' : 'core:firefox'),
    async ({ world }) => {
      const how = by === 'keys' ? 'key' : 'mouse';
      const page = await world.openOwn(WELCOME, { height: 1400 });
      await reload(page);
      await untilExample(page);
      const host = 'redelivery.parcel-fee.example';
      world.proxy.serve(host, htmlPage('<title>arrived</title><link rel="icon" href="data:,">'));
      const isOpened = (): boolean => world.proxy.seen.some(({ url }) => url.includes(host));
      const arrive = async (): Promise<void> => {
        await page.until(() => document.title === 'arrived', { what: 'the page behind the link' });
        world.proxy.forgetSeen();
        await page.goto(world.browser.extensionUrl(WELCOME));
        await untilExample(page);
      };
      // It offers no trust and no block: there is nothing to decide about an example.
      const onCard = ['button Close', 'button Why?', 'button Open anyway'];
      const carded = async (): Promise<void> => {
        await cardOf(page, how, 'example-link', at('#free-lists a'));
        await untilControls(page, CARD, onCard);
      };
      await carded();
      await press(page, CARD, 'button Close', how);
      await page.until(NO_CARD);
      await carded();
      await press(page, CARD, 'button Why?', how);
      await page.until(({ all, card }) => all('[aria-expanded=true]', card()).length > 0, {
        what: 'the reasons',
      });
      await press(page, CARD, 'button Close', how);
      await carded();
      await press(page, CARD, 'button Open anyway', how);
      await arrive();

      const asked = async (): Promise<void> => {
        await follow(page, 'example-link', how);
        await untilSettled(page);
        await untilControls(page, DIALOG, [
          'button Go back (recommended)',
          'button Open anyway',
          'button I already entered something',
        ]);
      };
      await asked();
      await press(page, DIALOG, 'button Go back (recommended)', how);
      await page.until(NO_QUESTION);
      await asked();
      await press(page, DIALOG, 'button I already entered something', how);
      await (await world.browser.pageAt('first-aid.html#phishing')).close();
      await page.show();
      expect(isOpened()).toBe(false);
      await asked();
      await press(page, DIALOG, 'button Open anyway', how);
      await arrive();
    },
  );
}

test(
  'welcome: a webmail whose permission was withdrawn is offered again',
  tier('core:chromium'),
  async ({ world }) => {
    const { browser } = world;
    const page = await world.openOwn(WELCOME, { height: 1400 });
    const { around, boxes, button } = rowsOf(world);
    const required = new Set(REQUIRED_WEBMAILS.map(({ name }) => name));
    const rows = [
      ...pressedElsewhere([...around.filter(({ name }) => !required.has(String(name))), ...boxes, button]),
      ...REQUIRED_WEBMAILS.map((webmail) =>
        row('button', webmail.name, async (pressed) => {
          await allowing(browser, pressed, webmail.matches);
          await (await browser.pageAt(hostOf(webmail))).close();
          await page.show();
          await page.until(
            script(
              ({ all }, name) =>
                !all('#webmail-links .notice button').some(({ textContent }) => textContent === name),
              webmail.name,
            ),
          );
        }),
      ),
    ];
    await walk(
      page,
      () => document.body,
      {
        async open() {
          await browser.withdrawSites();
          await page.show();
          await reload(page);
          await page.until(
            script(
              ({ all }, count) => all('#webmail-links .notice').length === count,
              REQUIRED_WEBMAILS.length,
            ),
          );
        },
        rows,
      },
      note('welcome, withdrawn'),
    );
  },
);
