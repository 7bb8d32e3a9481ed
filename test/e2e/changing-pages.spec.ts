import { eventually, PATIENCE, type Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { byId, control, DIALOG, ROOT, TOAST } from './harness/old-parts.ts';
import { countsOf, tabOf, goBack, ownPageWithList, untilAsked, untilCount, untilFramed } from './harness/own-parts.ts';
import { OWN_HOST } from './harness/own-root.ts';
import { htmlPage } from './harness/proxy.ts';

test.use({ installation: 'kept' });

const MAIL = mailPage();
const CLEAN = 'https://www.example.org/';

/** A link that is listed, and differs from all others. */
const listed = (name: string): string => `https://${name}.${LISTED.phishingHost}/`;
const lineOf = (id: string, href: string): string => `<p><a id="${id}" href="${href}">${id}</a></p>`;

test('a single page that moves on, recycles its nodes, grows and shifts', async ({ world }) => {
  const own = await ownPageWithList(world);
  const page = await world.openMail(MAIL.url, MAIL.html(lineOf('a', listed('first'))));
  await untilMarked(page, [listed('first')]);

  // The next message: another address, another id, another body.
  await page.run(
    `history.pushState({}, '', '#inbox/FMfcgzQcqbXkLmNpRsTvWxYz99999999');
     const message = document.querySelector('[data-message-id]');
     message.dataset.messageId = '#msg-f:2';
     const body = ${MAIL.body}, next = body.cloneNode(false);
     next.innerHTML = args;
     body.replaceWith(next);`,
    lineOf('a', CLEAN) + lineOf('b', listed('second')),
  );
  await untilMarked(page, [listed('second')]);
  await eventually('the count', async () => {
    const { messages, links, danger } = await countsOf(own, 'mail.google.com');
    return messages === 1 && links === 2 && danger === 1;
  });

  // A list that recycles: the same elements, in the same number, with other targets.
  await page.run(`const a = ${byId('a')}, b = ${byId('b')}, href = a.href; a.href = b.href; b.href = href;`);
  await untilMarked(page, [listed('second')]);
  await untilFramed(page, byId('a'));

  // No message is opened: back in the list, or between two messages.
  await page.run(`window.kept = ${MAIL.body}; kept.remove()`);
  await untilMarked(page, []);
  await eventually('the count to go', async () => (await countsOf(own, 'mail.google.com')).messages === 0);
  await page.run(`document.querySelector('.ii').append(kept)`);
  await untilMarked(page, [listed('second')]);

  // An image above that comes late, and the whole of a message that was shown in part.
  await page.run(
    `const image = new Image(300, 200);
     ${MAIL.body}.prepend(image);
     image.src = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"/>';`,
  );
  await untilFramed(page, byId('a'));
  await page.run(
    `const rest = document.createElement('div'); rest.innerHTML = args; ${MAIL.body}.append(rest);`,
    Array.from({ length: 40 }, (_, n) => lineOf(`rest${n}`, n === 20 ? listed('rest') : `${CLEAN}${n}`)).join(
      '',
    ),
  );
  await eventually('all to be counted', async () => (await countsOf(own, 'mail.google.com')).links === 42);
  await page.run(`${byId('rest20')}.scrollIntoView({ block: 'center' })`);
  await untilFramed(page, byId('rest20'));

  // A shadow root that comes later, and changes.
  await page.run(
    `const host = document.createElement('div');
     ${MAIL.body}.replaceChildren(host);
     host.id = 'host';
     host.attachShadow({ mode: 'open' }).innerHTML = args;`,
    lineOf('inside', CLEAN),
  );
  await untilCount(page, 0);
  const inside = `${byId('host')}.shadowRoot.querySelector('a')`;
  await page.run(`${inside}.href = args`, listed('inside'));
  await untilCount(page, 1);
  await untilFramed(page, inside);
  await page.click(inside);
  await untilAsked(page);
});

test('frames that are added, written anew, moved and removed; and a message in a window of its own', async ({
  world,
}) => {
  const proton = mailPage('Proton Mail');
  const own = await ownPageWithList(world);
  const page = await world.openMail(proton.url, proton.html(lineOf('a', listed('first'))));
  await untilMarked(page, [listed('first')]);

  // A second message of the thread is opened.
  await page.run(
    `const view = document.querySelector('[data-testid="message-view-0"]').cloneNode(true);
     view.dataset.testid = 'message-view-1';
     const frame = view.querySelector('iframe');
     window.second = frame;
     frame.onload = () => { frame.contentDocument.body.innerHTML = args; };
     document.body.append(view);
     frame.contentDocument.body.innerHTML = args;`,
    lineOf('b', listed('second')),
  );
  await untilMarked(page, [listed('first'), listed('second')]);
  await eventually('two messages', async () => (await countsOf(own, 'mail.proton.me')).messages === 2);

  // Moved: the browser loads a moved frame anew.
  await page.run(`document.body.prepend(second.parentElement)`);
  await untilMarked(page, [listed('first'), listed('second')]);

  // Written anew, which takes away all listeners of a document: marks and guard are there again.
  await page.run(
    `const { contentDocument } = second;
     second.onload = null;
     contentDocument.open();
     contentDocument.write('<!doctype html><body>' + args + '</body>');
     contentDocument.close();`,
    lineOf('b', listed('third')),
  );
  await untilMarked(page, [listed('first'), listed('third')]);
  const isHeld = await page.run(
    `const link = second.contentDocument.querySelector('a');
     const event = new second.contentWindow.MouseEvent('click', { bubbles: true, cancelable: true, composed: true });
     link.dispatchEvent(event);
     return event.defaultPrevented;`,
  );
  expect(isHeld).toBe(true);

  await page.run(`second.parentElement.remove()`);
  await untilMarked(page, [listed('first')]);
  await eventually('one message', async () => (await countsOf(own, 'mail.proton.me')).messages === 1);
  await page.close();

  // A window that the webmail opens for one message, with nothing around it.
  const outlook = mailPage('Outlook');
  const address = 'https://outlook.live.com/mail/0/deeplink/read/AQMkADAwATM0MDAAMS0xMmE0';
  const popped = await world.openMail(address, outlook.html(lineOf('a', listed('own'))));
  await untilMarked(popped, [listed('own')]);
  await popped.close();

  // And one without an address, which the opener writes.
  const opener = await world.openMail(
    MAIL.url,
    MAIL.html('').replace(
      '</body>',
      `<button id="open">Open in a new window</button><template id="page">${MAIL.html(lineOf('a', listed('written')))}</template>
       <script>
         ${byId('open')}.onclick = () => {
           window.popup = window.open('', '', 'width=600,height=400');
           popup.document.open(); popup.document.write(${byId('page')}.innerHTML); popup.document.close();
           popup.history.replaceState(null, '', '#letter-window');
         };
       </script></body>`,
    ),
  );
  await opener.click(byId('open'));
  await untilMarked(await world.browser.pageAt('#letter-window'), [listed('written')]);
});

test('a view of the webmail that is only hidden is not counted, and has no say in the view that is shown', async ({
  world,
}) => {
  const own = await ownPageWithList(world);
  // Gmail keeps the view that was left, of the same message as well; a class of the page says which one is shown.
  const view = (name: string, id: string, line: string): string =>
    `<div class="view ${name}" role="main"><div class="adn ads" data-message-id="#msg-f:${id}">
       <span email="sender@news.example" name="Sender" class="gD">Sender</span>
       <div class="ii gt"><div class="a3s aiL" style="min-height:300px">${line}</div></div></div></div>`;
  const page = await world.openMail(
    MAIL.url,
    `<!doctype html><html class="one"><head><style>.view { display: none } .one .one, .two .two, .three .three { display: block }</style></head>
     <body>${view('one', '1', lineOf('a', listed('first')) + lineOf('b', listed('second')))}
       ${view('two', '1', lineOf('c', listed('first')) + lineOf('d', listed('second')))}
       ${view('three', '2', lineOf('e', CLEAN))}</body></html>`,
  );
  const signs = `[...document.querySelector('spamlight-marks').shadowRoot.querySelectorAll('.sign:popover-open')]`;
  for (const [name, shown] of [
    ['one', ['first', 'second']],
    ['three', []],
    ['two', ['first', 'second']],
    ['one', ['first', 'second']],
  ] as const) {
    await page.run(`document.documentElement.className = args`, name);
    await untilMarked(page, shown.map(listed));
    await page.until(`${signs}.length === ${shown.length === 0 ? 0 : 1}`, { what: `signs of ${name}` });
    const links = shown.length === 0 ? 1 : 2;
    await eventually(`the counts of ${name}`, async () => {
      const counts = await countsOf(own, 'mail.google.com');
      const isSo = counts.messages === 1 && counts.links === links && counts.danger === shown.length;
      if (!isSo) throw new Error(JSON.stringify(counts));
      return true;
    });
  }
});

test('a frame whose document is written anew again and again has its marks', async ({ world }) => {
  const proton = mailPage('Proton Mail');
  const page = await world.openMail(proton.url, proton.html(lineOf('a', listed('first'))));
  await untilMarked(page, [listed('first')]);
  // One that the page does not fill again by itself.
  await page.run(
    `document.querySelector('iframe').replaceWith(document.querySelector('iframe').cloneNode())`,
  );
  for (let round = 0; round < 60; round++) {
    await page.run(
      `const { contentDocument } = document.querySelector('iframe');
       contentDocument.open();
       contentDocument.write('<!doctype html><body>' + args.line + '</body>');
       contentDocument.close();
       // As seldom as a reader opens messages: every document is seen.
       for (let turn = 0; turn < 200 && !contentDocument.querySelector(args.host); turn++)
         await new Promise((resolve) => setTimeout(resolve, 10));`,
      // By the page itself, which may write into its frame: not from the world that sees our root.
      { host: OWN_HOST, line: lineOf('a', listed(`round-${round}`)) },
    );
  }
  await untilMarked(page, [listed('round-59')]);
});

test('a host that is removed comes back; so does everything from the back-forward cache', async ({
  world,
}) => {
  const own = await ownPageWithList(world);
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(lineOf('a', LISTED.phishingUrl) + lineOf('clean', 'https://www.example.net/garden')),
  );
  await untilMarked(page, [LISTED.phishingUrl]);
  await page.run(`document.querySelector('spamlight-marks').remove()`);
  await page.until(`document.querySelector('spamlight-marks')`, { what: 'the host' });
  await untilMarked(page, [LISTED.phishingUrl]);

  world.proxy.serve('www.example.org', htmlPage('<title>elsewhere</title>'));
  const tab = await tabOf(own, 'mail.google.com');
  await page.run(`window.isKept = true`);
  await page.goto(CLEAN);
  await eventually('nothing to be counted', async () => (await countsOf(own, tab)).links === 0);
  // Behind the answer: with the document goes whoever waits for one.
  await page.run(`setTimeout(() => history.back())`);
  await page.until(`location.hostname === 'mail.google.com' && document.querySelector('spamlight-marks')`);
  expect(await page.run('return window.isKept')).toBe(true);
  await untilMarked(page, [LISTED.phishingUrl]);
  await eventually('the count', async () => (await countsOf(own, 'mail.google.com')).danger === 1);
  await page.click(byId('a'));
  await untilAsked(page);
  await goBack(page);
  // What was judged before the page was left counts again: rules are made of it, and taken back.
  await world.browser.chooseMenuItem(page, '#a', 'trust-site');
  await untilMarked(page, []);
  await page.until(control(TOAST, /Undo/), { what: 'the way back' });
  await page.click(control(TOAST, /Undo/));
  await untilMarked(page, [LISTED.phishingUrl]);
  await world.browser.chooseMenuItem(page, '#clean', 'block-site');
  await untilMarked(page, [LISTED.phishingUrl, 'https://www.example.net/garden']);
});

test('the extension is loaded anew, then switched off, while a message is open: its marks go, clicks are free, no error', async ({
  world,
}) => {
  world.proxy.serve(new URL(LISTED.phishingUrl).hostname, htmlPage('<title>arrived</title>'));
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(
      `<script>window.failures = []; addEventListener('error', ({ message }) => failures.push(message));</script>` +
        lineOf('a', LISTED.phishingUrl),
    ),
  );
  await untilMarked(page, [LISTED.phishingUrl]);
  // Until the reload has come to the page there is one host with one mark, too.
  await page.run(`window.hostBefore = document.querySelector('spamlight-marks')`);
  await world.browser.reloadExtension();
  // Of the two scripts in the page, one has lost its extension. One mark, one question.
  await eventually(
    'one host, another one, with one mark',
    async () => {
      await wake(page);
      return page.run(
        `const hosts = document.querySelectorAll('spamlight-marks');
         return hosts.length === 1 && hosts[0] !== window.hostBefore && ${ROOT}.querySelectorAll('.mark').length === 1;`,
      );
    },
    // As long as an extension may take to start.
    2 * PATIENCE,
  );
  await page.click(byId('a'));
  await untilAsked(page);
  await page.press('Escape');
  await page.until(`${DIALOG} === null`);

  await world.browser.disableExtension();
  await eventually('nothing of ours to be seen', async () => {
    await wake(page);
    return page.run(
      `return [...document.querySelectorAll('spamlight-marks')].every((host) => getComputedStyle(host).display === 'none');`,
    );
  });
  await page.run(`${MAIL.body}.append(document.createElement('p'))`);
  await page.click(byId('a'));
  await eventually('the link to open', async () => (await page.url()) === LISTED.phishingUrl);
  expect(await world.browser.problems()).toEqual([]);
});

/** What a reader does who comes back to the page. */
async function wake(page: Page): Promise<void> {
  await page.mouse('move', 5, 5);
  await page.mouse('move', 400, 300);
}

/** How mail programs in a page change its address without another document. */
const WITHIN_THE_PAGE = {
  'location.hash': `location.hash = '#inbox/' + args`,
  pushState: `history.pushState({}, '', '?to=' + args + '#inbox/x')`,
  replaceState: `history.replaceState({}, '', '?at=' + args + '#inbox/x')`,
} as const;

test('a change of address within the page forgets nothing: trust, block, undo and the popup’s list', async ({
  world,
}) => {
  const own = await ownPageWithList(world);
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(lineOf('a', LISTED.phishingUrl) + lineOf('clean', CLEAN)),
  );
  const tabId = await tabOf(own, 'mail.google.com');
  let flagged: readonly string[] = [LISTED.phishingUrl];
  await untilMarked(page, flagged);
  const undo = async (): Promise<void> => {
    await page.until(control(TOAST, /Undo/), { what: 'the way back' });
    await page.click(control(TOAST, /Undo/));
    await untilMarked(page, flagged);
  };
  for (const [kind, change] of Object.entries(WITHIN_THE_PAGE)) {
    await page.run(change, `${kind}1`);
    await eventually(`the popup’s list after ${kind}`, async () => {
      const { danger, messages } = await countsOf(own, tabId);
      return danger === flagged.length && messages === 1;
    });
    await world.browser.chooseMenuItem(page, '#a', 'trust-site');
    await untilMarked(page, flagged.slice(1));
    await page.run(change, `${kind}2`);
    await undo();
    // Another message is opened, and the address changes before and after.
    await page.run(
      `document.querySelector('[data-message-id]').dataset.messageId = args[0];
       const line = document.createElement('p'), link = document.createElement('a');
       link.href = args[1]; link.textContent = 'another';
       line.append(link);
       ${MAIL.body}.append(line);`,
      [`#msg-f:${kind}`, `${LISTED.malwareUrl}?${kind}`],
    );
    flagged = [...flagged, `${LISTED.malwareUrl}?${kind}`];
    await untilMarked(page, flagged);
    await page.run(change, `${kind}3`);
    await world.browser.chooseMenuItem(page, '#clean', 'block-site');
    await untilMarked(page, [...flagged, CLEAN]);
    await page.run(change, `${kind}4`);
    await undo();
  }
});
