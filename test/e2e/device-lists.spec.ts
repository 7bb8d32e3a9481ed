import type { Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import type { HostHandler } from './harness/proxy.ts';

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
function ask(options: Page, request: unknown): Promise<unknown> {
  return options.run(`return (window.browser ?? window.chrome).runtime.sendMessage(args)`, request);
}

async function importOf(
  options: Page,
): Promise<{ readonly import: string; readonly state: { kind: string } } | null> {
  const { importing } = (await ask(options, { type: 'get-lists' })) as {
    importing: { import: string; state: { kind: string } } | null;
  };
  return importing;
}

async function openOptions(world: { openOwn: (path: string) => Promise<Page> }): Promise<Page> {
  const options = await world.openOwn('src/extension/pages/options/options.html#device-lists');
  await options.until(`document.querySelector('#list-url')`, { what: 'the form for a list' });
  return options;
}

test('a public list is read, says what it would flag, makes caution once it is added, and leaves no mark once removed', async ({
  world,
}) => {
  world.proxy.serve(LIST_HOST, text(LIST));
  const mail = mailPage();
  const page = await world.openMail(mail.url, mail.html(MESSAGE));
  await untilMarked(page, [LISTED.phishingUrl]);

  const options = await openOptions(world);
  await options.run(`document.querySelector('#list-url').focus()`);
  await options.type(LIST_URL);
  await world.browser.clickAndAllow(
    options,
    `[...document.querySelector('#list-url').form.querySelectorAll('button')].find(({ type }) => type === 'submit')`,
    [`https://${LIST_HOST}/*`],
  );
  await options.until(`document.querySelector('#import-add')`, {
    what: 'the list to be read',
    timeout: 30_000,
  });
  expect(await importOf(options)).toMatchObject({
    state: {
      kind: 'ready',
      counts: { format: 'domain-list', entries: 2, dropped: 2 },
      canariesAsked: 1_000,
      openFlagged: 1,
    },
  });
  // Nothing is flagged by what was only looked at.
  await untilMarked(page, [LISTED.phishingUrl]);

  await options.run(`document.querySelector('#import-add').scrollIntoView({ block: 'center' })`);
  await options.click(`document.querySelector('#import-add')`);
  const marks = await untilMarked(page, [LISTED.phishingUrl, OWN]);
  expect(marks.find(({ href }) => href === OWN)).toMatchObject({ level: 'caution' });
  expect(marks.find(({ href }) => href === LISTED.phishingUrl)).toMatchObject({ level: 'danger' });

  const asked = world.proxy.seen.filter(({ url }) => url.includes(LIST_HOST));
  expect(asked.map(({ url }) => url)).toEqual([LIST_URL]);
  for (const name of ['cookie', 'referer', 'if-none-match', 'if-modified-since'])
    expect(asked[0]?.headers).not.toHaveProperty(name);

  await world.browser.stopBackground();
  await page.reload();
  await untilMarked(page, [LISTED.phishingUrl, OWN]);

  const { lists } = (await ask(options, { type: 'get-lists' })) as { lists: { status: { id: string } }[] };
  expect(lists).toHaveLength(1);
  await test.step('removed and taken back in the settings, it flags again without being fetched', async () => {
    await options.until(`document.querySelector('[data-key^="list:"] button[aria-label^="Remove"]')`);
    const remove = `document.querySelector('[data-key^="list:"] button[aria-label^="Remove"]')`;
    await options.run(`${remove}.scrollIntoView({ block: 'center' })`);
    await options.click(remove);
    await untilMarked(page, [LISTED.phishingUrl]);
    await options.until(`document.querySelector('#list-undo')`);
    await options.run(`document.querySelector('#list-undo').scrollIntoView({ block: 'center' })`);
    // Its host was given back with it.
    await world.browser.clickAndAllow(options, `document.querySelector('#list-undo')`, [
      `https://${LIST_HOST}/*`,
    ]);
    await untilMarked(page, [LISTED.phishingUrl, OWN]);
    expect(world.proxy.seen.filter(({ url }) => url.includes(LIST_HOST))).toHaveLength(1);
  });
  expect(await ask(options, { type: 'remove-list', list: lists[0]?.status.id, isUndoable: false })).toEqual({
    removed: true,
  });
  await untilMarked(page, [LISTED.phishingUrl]);
  expect(await ask(options, { type: 'get-lists' })).toEqual({ lists: [], importing: null });
});

test('a file is read in the page and compiled in the background', async ({ world }) => {
  const mail = mailPage();
  const page = await world.openMail(mail.url, mail.html(MESSAGE));
  await untilMarked(page, [LISTED.phishingUrl]);
  const options = await openOptions(world);
  await options.run(
    `const input = document.querySelector('#list-file');
    const carried = new DataTransfer();
    carried.items.add(new File([args], 'mine.txt'));
    input.files = carried.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));`,
    '0.0.0.0 own-listed.example\n0.0.0.0 login.own-listed.example\n',
  );
  await options.until(`document.querySelector('#import-add')`, {
    what: 'the file to be read',
    timeout: 30_000,
  });
  await options.run(`document.querySelector('#import-add').click()`);
  await untilMarked(page, [LISTED.phishingUrl, OWN]);
});

function quantiles(times: readonly number[]): { median: number; most: number; longest: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return { median: at(0.5), most: at(0.95), longest: at(1) };
}

/** Entries of the list that is read while verdicts are asked for. */
const LONG = 150_000;

test('verdicts are given all the while a long list is read', async ({ world }, { project, annotations }) => {
  const body = Array.from({ length: LONG }, (_, index) => `host-${index}.listed-${index % 977}.example`).join(
    '\n',
  );
  world.proxy.serve(LIST_HOST, text(body));
  const mail = mailPage();
  const page = await world.openMail(mail.url, mail.html(MESSAGE));
  await untilMarked(page, [LISTED.phishingUrl]);
  const options = await openOptions(world);
  // The popup's question: every flagged link of the tab is judged anew.
  const measure = `
    const { runtime, tabs } = window.browser ?? window.chrome;
    const [tab] = await tabs.query({ url: 'https://mail.google.com/*' });
    const verdict = async () => {
      const asked = performance.now();
      const report = await runtime.sendMessage({ type: 'get-tab', tabId: tab.id });
      if (report.flagged.length !== 1) throw new Error('no verdict: ' + JSON.stringify(report));
      return performance.now() - asked;
    };
    const idle = [];
    for (let index = 0; index < 20; index++) idle.push(await verdict());
    await runtime.sendMessage(args);
    const begun = performance.now();
    const waits = [];
    for (;;) {
      const { importing } = await runtime.sendMessage({ type: 'get-lists' });
      if (importing === null || importing.state.kind === 'failed') throw new Error(JSON.stringify(importing));
      if (importing.state.kind === 'ready') return { idle, waits, took: performance.now() - begun, entries: importing.state.counts.entries };
      waits.push(await verdict());
      await new Promise((resolve) => setTimeout(resolve, 30));
    }`;
  // Not awaited: a script that is waited for may take half a minute, and on a busy machine the list takes longer.
  await options.run(
    `(async () => { ${measure} })()
       .catch((error) => ({ error: String(error) }))
       .then((measured) => { window.measured = JSON.stringify(measured); });`,
    { type: 'preview-list', url: LIST_URL, name: 'long', category: 'spam', licence: '' },
  );
  const said = await options.until('window.measured', { what: 'the list to be read', timeout: 150_000 });
  const measured = JSON.parse(String(said)) as {
    readonly error?: string;
    readonly idle: number[];
    readonly waits: number[];
    readonly took: number;
    readonly entries: number;
  };
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

  const current = await importOf(options);
  await ask(options, { type: 'cancel-import', import: current?.import });
  expect(await importOf(options)).toBeNull();
});

test('an address that is no list is refused in words, and the channel goes on', async ({ world }) => {
  world.proxy.serve(LIST_HOST, (_request, response) => {
    response
      .writeHead(302, {
        location: 'https://elsewhere.test/list.txt',
        'access-control-allow-origin': '*',
      })
      .end();
  });
  const options = await openOptions(world);
  await options.run(`document.querySelector('#list-url').focus()`);
  await options.type('http://lists.webmail.test/');
  await options.press('Enter');
  await options.until(`document.querySelector('#list-refused')?.textContent.length > 20`, {
    what: 'why not',
  });
  await ask(options, { type: 'preview-list', url: LIST_URL, name: '', category: 'spam', licence: '' });
  await options.until(`document.querySelector('[role=alert]')?.textContent.includes('${LIST_HOST}')`, {
    what: 'what the server did',
  });
  expect(await importOf(options)).toMatchObject({
    state: { kind: 'failed', failure: { kind: 'redirected' } },
  });
  expect(world.proxy.seen.filter(({ url }) => url.includes('elsewhere.test'))).toEqual([]);
});
