/** Public lists and webmails in the options: what can be pressed in each state of them. */
import { LIST_PRESETS } from '../../../src/core/feed/list-presets.ts';
import type { DeviceListsUnready } from '../../../src/extension/pages/options/lists/device-lists-state.ts';
import type { WebmailsUnready } from '../../../src/extension/pages/options/preferences/webmails-view.tsx';
import { REQUIRED_WEBMAILS } from '../../../src/extension/protocol/webmail-hosts.ts';
import { eventually, type Page } from '../harness/browser.ts';
import type { World } from '../harness/fixtures.ts';
import { script } from '../harness/page-script.ts';
import { ask } from '../harness/pinned-channel.ts';
import type { HostHandler } from '../harness/proxy.ts';
import { pressedElsewhere, row, type Press, type Row, type State } from '../harness/walk.ts';
import {
  allowing,
  chooses,
  has,
  isUsed,
  LISTS,
  putRecord,
  reloadOptions as reload,
  SILENT,
  switches,
} from './rows.ts';

const LIST_HOST = 'lists.webmail.test';
const LIST_URL = `https://${LIST_HOST}/bad-hosts.txt`;
const LIST_SITES = [`https://${LIST_HOST}/*`];

const readable =
  (body: string): HostHandler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' }).end(body);
  };

type Lists = 'none' | 'two' | 'removed' | 'coming' | 'failed';

export function deviceListStates(world: World): Record<Lists | DeviceListsUnready['kind'], State | null> {
  const { browser, proxy } = world;
  const body = readable('own-listed.example\nanother.example\n');

  async function emptied(page: Page): Promise<void> {
    proxy.serve(LIST_HOST, body);
    for (const { url } of LIST_PRESETS) proxy.serve(new URL(url).hostname, body);
    await page.run(async ({ send }, find) => {
      const { lists } = await find();
      for (const { status } of lists) await send({ type: 'remove-list', list: status.id, isUndoable: false });
    }, LISTS);
  }
  async function none(page: Page): Promise<void> {
    await emptied(page);
    await reload(page);
  }
  /** As the page does, without the question of the browser: this host lets every page read its list. */
  async function begin(page: Page, url: string): Promise<void> {
    await ask(page, { type: 'add-list', url, name: '', category: 'phishing', licence: '' });
  }
  async function add(page: Page, url: string): Promise<void> {
    await begin(page, url);
    await page.until(
      script(
        async (_, find, added) =>
          (await find()).lists.some(({ status }) => status.url === added && status.kind === 'fresh'),
        LISTS,
        url,
      ),
    );
  }
  async function two(page: Page): Promise<void> {
    await emptied(page);
    proxy.serve('other.lists.test', body);
    await add(page, LIST_URL);
    // Lists are in the order of the seconds in which they were added.
    await page.run(async ({ pause }) => {
      for (const second = Math.floor(Date.now() / 1000); Math.floor(Date.now() / 1000) === second;)
        await pause(30);
    });
    await add(page, 'https://other.lists.test/bad-hosts.txt');
    await reload(page);
  }
  const adds =
    (url: string) =>
    async (press: Press): Promise<void> => {
      await allowing(browser, press, [`https://${new URL(url).hostname}/*`]);
      await press.page.until(has('device-lists', 'The list is added and being downloaded.'));
    };
  const type = (page: Page, url: string): Promise<unknown> =>
    page.run(({ one }, text) => {
      one<HTMLInputElement>('#list-url').value = text;
    }, url);

  const form: readonly Row[] = [
    ...LIST_PRESETS.map(({ name, url }) => row('button', `Add ${name}`, adds(url))),
    row('textbox', 'Address of the list', async ({ page, enter }) => {
      await enter(LIST_URL);
      // Not to be fetched: another one of this kind asks the browser.
      await page.run(({ one }) => {
        const field = one<HTMLInputElement>('#list-url');
        field.value += ' no address';
        field.form?.requestSubmit();
      });
      await page.until(has('device-lists', 'This is not a web address.'));
      await none(page);
    }),
    row(
      'combobox',
      'It lists',
      chooses(
        'malware',
        script(({ one }) => one<HTMLSelectElement>('#list-category').value === 'malware'),
        none,
      ),
    ),
    row('button', 'Add', async (press) => {
      await type(press.page, LIST_URL);
      await adds(LIST_URL)(press);
    }),
  ];

  const first = LIST_HOST;
  const second = 'other.lists.test';
  const card = (name: string): readonly Row[] => [
    row('checkbox', `Look links up in this list: ${name}`, switches(isUsed(name, false), isUsed(name, true))),
    row('button', `Update now: ${name}`, async ({ press }) => {
      proxy.forgetSeen();
      await press();
      await eventually('the list to be asked for', () => proxy.seen.some(({ url }) => url.includes(name)));
    }),
    row('button', `Remove ${name}`, has('device-lists', 'The list is removed.')),
  ];

  return {
    loading: null,
    unread: null,
    'no-answer': null,
    none: { open: none, rows: form },
    two: {
      open: two,
      rows: [...card(first), ...card(second), ...pressedElsewhere(form)],
    },
    removed: {
      async open(page) {
        await emptied(page);
        await add(page, LIST_URL);
        await reload(page);
        await page.run(({ all }) => all('#device-lists article button').at(-1)?.click());
      },
      rows: [
        ...pressedElsewhere(form),
        row('button', 'Undo', async (press) => {
          await allowing(browser, press, LIST_SITES);
          await press.page.until(has('device-lists', 'The list is back, with everything kept of it.'));
        }),
      ],
    },
    coming: {
      async open(page) {
        await none(page);
        proxy.serve(LIST_HOST, SILENT);
        await begin(page, LIST_URL);
        await page.until(has('device-lists', 'This list has not been downloaded yet.'));
      },
      rows: [
        ...pressedElsewhere(form),
        { role: 'button', name: `Updating… ${first}`, does: null },
        row('button', `Remove ${first}`, has('device-lists', 'The list is removed.')),
      ],
    },
    failed: {
      async open(page) {
        await none(page);
        proxy.serve(LIST_HOST, readable('<!doctype html><title>no list</title>'));
        await begin(page, LIST_URL);
        await page.until(has('device-lists', 'something that is not a list'));
      },
      rows: [
        ...pressedElsewhere(form),
        row('button', `Update now: ${first}`, async (press) => {
          proxy.serve(LIST_HOST, body);
          await press.press();
          await press.page.until(has('device-lists', '2 entries.'));
        }),
        row('button', `Remove ${first}`, has('device-lists', 'The list is removed.')),
      ],
    },
  };
}

const CHOIR = 'mail.choir.example';

export function webmailStates(
  world: World,
): Record<'none' | 'added' | 'unrecognised' | 'withdrawn' | WebmailsUnready['kind'], State | null> {
  const { browser } = world;
  const remove = row('button', `Remove ${CHOIR}`, has('webmails', `Removed: ${CHOIR}.`));
  async function add(page: Page): Promise<void> {
    await browser.addSites([`https://${CHOIR}/*`]);
    await page.show();
    await reload(page);
  }
  return {
    loading: null,
    none: { rows: [] },
    added: { open: add, rows: [remove] },
    unrecognised: {
      async open(page) {
        await putRecord(
          page,
          'values',
          script((_, host) => {
            const today = Math.floor(Date.now() / 86_400_000);
            return {
              key: 'fallbackSites',
              value: [{ host, days: [today - 15, today - 7, today], links: 3 }],
            };
          }, CHOIR),
        );
        await add(page);
      },
      rows: [
        ...pressedElsewhere([remove]),
        row('link', 'Self-test', async ({ page, press }) => {
          await page.run(() => history.replaceState(null, '', location.pathname));
          await press();
          await page.until(
            ({ one }) => location.hash === '#self-test' && one('#self-test').checkVisibility(),
          );
          await page.run(() => {
            location.hash = 'webmails';
          });
        }),
      ],
    },
    withdrawn: {
      async open(page) {
        await page.run(
          ({ all }, host) =>
            all('#webmails button')
              .find(({ ariaLabel }) => ariaLabel?.includes(host))
              ?.click(),
          CHOIR,
        );
        await page.until(has('webmails', 'You have added no site.'));
        await browser.withdrawSites();
        await page.show();
        await reload(page);
      },
      rows: REQUIRED_WEBMAILS.map(({ name, matches }) =>
        row('button', `Check mail on ${name}`, async (press) => {
          await allowing(browser, press, matches);
          await press.page.until(has('webmails', `Spamlight checks mail on ${name} from now on.`));
        }),
      ),
    },
  };
}
