import type { DEVICE_LIST_REQUESTS, DeviceList } from '../../src/extension/protocol/device-list-messages.ts';
import type { RequestTo } from '../../src/extension/protocol/requests.ts';
import type { Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { at, byId } from './harness/own-parts.ts';
import { type PageScript, script } from './harness/page-script.ts';
import type { HostHandler } from './harness/proxy.ts';
import { tier } from './harness/tiers.ts';

/** What the page finds out on verdicts while a list is read; times in milliseconds. */
interface Measured {
  readonly error?: string;
  readonly idle: readonly number[];
  readonly waits: readonly number[];
  readonly took: number;
  readonly entries: number;
}

declare global {
  interface Window {
    /** As JSON. */
    deviceListsMeasured?: string;
  }
}

/** Within the test build's own host permissions, so that no question comes up that no test could answer. */
const LIST_URL = 'https://lists.webmail.test/bad-hosts.txt';
const LIST_HOST = 'lists.webmail.test';

const OWN = 'https://login.own-listed.example/verify';
const SHOP = 'https://www.paypal.com/';

const MESSAGE = `
  <p><a href="${LISTED.phishingUrl}">of the channel</a></p>
  <p><a href="${OWN}">of the list</a></p>
  <p><a href="${SHOP}">a site that many people use</a></p>`;

const text =
  (body: string): HostHandler =>
  (_request, response) => {
    // As public lists that any page may read. A server that does not say so is asked about in `first-minute.spec.ts`.
    response.writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' }).end(body);
  };

const LIST = 'own-listed.example\nanother.example\npaypal.com\noutlook.com\n';

/** Asks the background as the options page does. */
function ask(options: Page, request: RequestTo<keyof typeof DEVICE_LIST_REQUESTS>): Promise<unknown> {
  return options.run(({ send }, asked) => send(asked), request);
}

function listsOf(options: Page): Promise<readonly DeviceList[]> {
  return options.run(async ({ send }) => {
    const answer = await send({ type: 'get-lists' });
    if ('refused' in answer) throw new Error(answer.refused);
    return answer.lists;
  });
}

function bringIntoView(options: Page, place: PageScript<HTMLElement>): Promise<void> {
  return options.run((_, find) => find().scrollIntoView({ block: 'center' }), place);
}

async function openOptions(world: { openOwn: (path: string) => Promise<Page> }): Promise<Page> {
  const options = await world.openOwn('src/extension/pages/options/options.html#device-lists');
  await options.until(byId('list-url'), { what: 'the form for a list' });
  return options;
}

test(
  'a public list makes caution once it is added, and leaves no mark once removed',
  tier('core:chromium'),
  async ({ world }) => {
    world.proxy.serve(LIST_HOST, text(LIST));
    const mail = mailPage();
    const page = await world.openMail(mail.url, mail.html(MESSAGE));
    await untilMarked(page, [LISTED.phishingUrl]);

    const options = await openOptions(world);
    await options.run(({ one }) => one('#list-url').focus());
    await options.type(LIST_URL);
    await world.browser.clickAndAllow(
      options,
      ({ one, all }) =>
        all('button', one<HTMLInputElement>('#list-url').form).find(({ type }) => type === 'submit'),
      [`https://${LIST_HOST}/*`],
    );
    const marks = await untilMarked(page, [LISTED.phishingUrl, OWN], 30_000);
    expect(marks.find(({ href }) => href === OWN)).toMatchObject({ level: 'caution' });
    expect(marks.find(({ href }) => href === LISTED.phishingUrl)).toMatchObject({ level: 'danger' });
    expect(await listsOf(options)).toMatchObject([
      {
        status: { kind: 'fresh', url: LIST_URL },
        counts: { format: 'domain-list', entries: 2, dropped: 2 },
      },
    ]);

    const asked = world.proxy.seen.filter(({ url }) => url.includes(LIST_HOST));
    expect(asked.map(({ url }) => url)).toEqual([LIST_URL]);
    for (const name of ['cookie', 'referer', 'if-none-match', 'if-modified-since'])
      expect(asked[0]?.headers).not.toHaveProperty(name);

    await world.browser.stopBackground();
    await page.reload();
    await untilMarked(page, [LISTED.phishingUrl, OWN]);

    const lists = await listsOf(options);
    expect(lists).toHaveLength(1);
    await test.step('removed and taken back in the settings, it flags again without being fetched', async () => {
      const remove = at('[data-key^="list:"] button[aria-label^="Remove"]');
      await options.until(remove);
      await bringIntoView(options, remove);
      await options.click(remove);
      await untilMarked(page, [LISTED.phishingUrl]);
      await options.until(byId('list-undo'));
      await bringIntoView(options, byId('list-undo'));
      // Its host was given back with it.
      await world.browser.clickAndAllow(options, byId('list-undo'), [`https://${LIST_HOST}/*`]);
      await untilMarked(page, [LISTED.phishingUrl, OWN]);
      expect(world.proxy.seen.filter(({ url }) => url.includes(LIST_HOST))).toHaveLength(1);
    });
    expect(
      await ask(options, { type: 'remove-list', list: lists[0]?.status.id ?? '', isUndoable: false }),
    ).toEqual({ removed: true });
    await untilMarked(page, [LISTED.phishingUrl]);
    expect(await ask(options, { type: 'get-lists' })).toEqual({ lists: [] });
  },
);

function quantiles(times: readonly number[]): { median: number; most: number; longest: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return { median: at(0.5), most: at(0.95), longest: at(1) };
}

/** Entries of the list that is read while verdicts are asked for. */
const LONG = 150_000;

test('verdicts are given all the while a long list is compiled', async ({ world }, {
  project,
  annotations,
}) => {
  const body = Array.from({ length: LONG }, (_, index) => `host-${index}.listed-${index % 977}.example`).join(
    '\n',
  );
  world.proxy.serve(LIST_HOST, text(body));
  const mail = mailPage();
  const page = await world.openMail(mail.url, mail.html(MESSAGE));
  await untilMarked(page, [LISTED.phishingUrl]);
  const options = await openOptions(world);
  // The popup's question: every flagged link of the tab is judged anew.
  const measure = script(async ({ api, send, pause }, url) => {
    const [tab] = await api.tabs.query({ url: 'https://mail.google.com/*' });
    const tabId = tab?.id;
    if (tabId === undefined) throw new Error('no tab');
    const verdict = async (): Promise<number> => {
      const asked = performance.now();
      const report = await send({ type: 'get-tab', tabId });
      if (report.flagged.length !== 1) throw new Error(`no verdict: ${JSON.stringify(report)}`);
      return performance.now() - asked;
    };
    const idle: number[] = [];
    for (let index = 0; index < 20; index++) idle.push(await verdict());
    await send({ type: 'add-list', url, name: 'long', category: 'spam', licence: '' });
    const begun = performance.now();
    const waits: number[] = [];
    for (;;) {
      const answer = await send({ type: 'get-lists' });
      if ('refused' in answer) throw new Error(answer.refused);
      const [list] = answer.lists;
      if (list === undefined || list.status.lastFailure !== null) throw new Error(JSON.stringify(answer));
      if (list.counts !== null)
        return { idle, waits, took: performance.now() - begun, entries: list.counts.entries };
      waits.push(await verdict());
      await pause(30);
    }
  }, LIST_URL);
  // Not awaited: a script that is waited for may take half a minute, and on a busy machine the list takes longer.
  await options.run((_, begin) => {
    void begin()
      .catch((error: unknown) => ({ error: String(error) }))
      .then((measured) => {
        window.deviceListsMeasured = JSON.stringify(measured);
      });
  }, measure);
  const said = await options.until(() => window.deviceListsMeasured, {
    what: 'the list to be read',
    timeout: 150_000,
  });
  const measured = JSON.parse(said) as Measured;
  expect(measured.error).toBeUndefined();
  const idle = quantiles(measured.idle);
  const busy = quantiles(measured.waits);
  const description = `${project.name}: ${measured.entries} entries in ${Math.round(measured.took)} ms; a verdict takes ${idle.median} ms, 95 % within ${idle.most} ms; meanwhile ${busy.median} and ${busy.most} ms, ${busy.longest} at most (${measured.waits.length} asked)`;
  annotations.push({ type: 'measured', description });
  console.log(description);
  expect(measured.entries).toBe(LONG);
  expect(measured.waits.length).toBeGreaterThan(5);
  // How long is printed, not judged: the machine may be busy with other things. That verdicts come all the while is.
  expect(busy.longest).toBeLessThan(measured.took / 2);

  const [list] = await listsOf(options);
  await ask(options, { type: 'remove-list', list: list?.status.id ?? '', isUndoable: false });
});

test(
  'the address of a page that is no list is refused in words, and the channel goes on',
  tier('core:chromium'),
  async ({ world }) => {
    world.proxy.serve(LIST_HOST, (_request, response) => {
      response
        .writeHead(302, {
          location: 'https://elsewhere.test/list.txt',
          'access-control-allow-origin': '*',
        })
        .end();
    });
    const options = await openOptions(world);
    await options.run(({ one }) => one('#list-url').focus());
    await options.type('http://lists.webmail.test/');
    await options.press('Enter');
    await options.until(({ one }) => one('#list-refused').textContent.length > 20, { what: 'why not' });
    await ask(options, { type: 'add-list', url: LIST_URL, name: '', category: 'spam', licence: '' });
    await options.until(
      script((_, find, host) => find().textContent.includes(host), at('#device-lists .notice'), LIST_HOST),
      { what: 'what the server did' },
    );
    expect(await listsOf(options)).toMatchObject([
      { status: { kind: 'none', lastFailure: { kind: 'redirected' } } },
    ]);
    expect(world.proxy.seen.filter(({ url }) => url.includes('elsewhere.test'))).toEqual([]);
  },
);
