import { eventually, PATIENCE, type Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import {
  at,
  byId,
  control,
  countsOf,
  goBack,
  ownPageWithList,
  tabOf,
  TOAST,
  untilAsked,
  untilCount,
  untilFramed,
} from './harness/own-parts.ts';
import { OWN_HOST } from './harness/own-root.ts';
import { type Call, type PageScript, script } from './harness/page-script.ts';
import { htmlPage } from './harness/proxy.ts';
import { tier } from './harness/tiers.ts';

declare global {
  interface Window {
    changingKept?: HTMLElement;
    changingFill?: () => void;
    changingIsKept?: boolean;
    changingHostBefore?: HTMLElement;
  }
}

test.use({ installation: 'kept' });

const MAIL = mailPage();
const BODY = MAIL.body;
const CLEAN = 'https://www.example.org/';

/** A link that is listed, and differs from all others. */
const listed = (name: string): string => `https://${name}.${LISTED.phishingHost}/`;
const lineOf = (id: string, href: string): string => `<p><a id="${id}" href="${href}">${id}</a></p>`;

/** The document of a frame. */
const documentOf = (frame: string): PageScript<Document> =>
  script(({ one }, selector) => {
    const { contentDocument } = one<HTMLIFrameElement>(selector);
    if (contentDocument === null) throw new Error('the frame has no document');
    return contentDocument;
  }, frame);

/** New nodes, each time. */
const nodesOf = (html: string): PageScript<DocumentFragment> =>
  script((_, text) => document.createRange().createContextualFragment(text), html);

test(
  'links stay marked in a single page that moves on, recycles its nodes, grows and shifts',
  tier('core'),
  async ({ world }) => {
    const own = await ownPageWithList(world);
    const page = await world.openMail(MAIL.url, MAIL.html(lineOf('a', listed('first'))));
    await untilMarked(page, [listed('first')]);

    // The next message: another address, another id, another body.
    await page.run(
      ({ one }, body, nodes) => {
        history.pushState({}, '', '#inbox/FMfcgzQcqbXkLmNpRsTvWxYz99999999');
        one('[data-message-id]').dataset['messageId'] = '#msg-f:2';
        const next = document.importNode(body(), false);
        next.append(nodes());
        body().replaceWith(next);
      },
      BODY,
      nodesOf(lineOf('a', CLEAN) + lineOf('b', listed('second'))),
    );
    await untilMarked(page, [listed('second')]);
    await eventually('the count', async () => {
      const { messages, links, danger } = await countsOf(own, 'mail.google.com');
      return messages === 1 && links === 2 && danger === 1;
    });

    // A list that recycles: the same elements, in the same number, with other targets.
    await page.run(({ one }) => {
      const a = one<HTMLAnchorElement>('#a');
      const b = one<HTMLAnchorElement>('#b');
      const { href } = a;
      a.href = b.href;
      b.href = href;
    });
    await untilMarked(page, [listed('second')]);
    await untilFramed(page, byId('a'));

    // No message is opened: back in the list, or between two messages.
    await page.run((_, body) => {
      window.changingKept = body();
      window.changingKept.remove();
    }, BODY);
    await untilMarked(page, []);
    await eventually('the count to go', async () => (await countsOf(own, 'mail.google.com')).messages === 0);
    await page.run(({ one }) => one('.ii').append(window.changingKept ?? 'nothing was kept'));
    await untilMarked(page, [listed('second')]);

    // An image above that comes late, and the whole of a message that was shown in part.
    await page.run((_, body) => {
      const image = new Image(300, 200);
      body().prepend(image);
      image.src = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"/>';
    }, BODY);
    await untilFramed(page, byId('a'));
    const lines = Array.from({ length: 40 }, (_, n) =>
      lineOf(`rest${n}`, n === 20 ? listed('rest') : `${CLEAN}${n}`),
    );
    await page.run(
      (_, body, nodes) => {
        const rest = document.createElement('div');
        rest.append(nodes());
        body().append(rest);
      },
      BODY,
      nodesOf(lines.join('')),
    );
    await eventually('all to be counted', async () => (await countsOf(own, 'mail.google.com')).links === 42);
    await page.run(({ one }) => one('#rest20').scrollIntoView({ block: 'center' }));
    await untilFramed(page, byId('rest20'));

    // A shadow root that comes later, and changes.
    await page.run(
      (_, body, nodes) => {
        const host = document.createElement('div');
        body().replaceChildren(host);
        host.id = 'host';
        host.attachShadow({ mode: 'open' }).append(nodes());
      },
      BODY,
      nodesOf(lineOf('inside', CLEAN)),
    );
    await untilCount(page, 0);
    const inside = script(({ one }) => one('a', one('#host').shadowRoot));
    await page.run(
      (_, find, href) => {
        find().href = href;
      },
      inside,
      listed('inside'),
    );
    await untilCount(page, 1);
    await untilFramed(page, inside);
    await page.click(inside);
    await untilAsked(page);
  },
);

test(
  'links stay marked in frames that are added, written anew, moved and removed, and in a message in a window of its own',
  tier('core:chromium'),
  async ({ world }) => {
    const proton = mailPage('Proton Mail');
    const own = await ownPageWithList(world);
    const page = await world.openMail(proton.url, proton.html(lineOf('a', listed('first'))));
    await untilMarked(page, [listed('first')]);

    // A second message of the thread is opened.
    const second = at('[data-testid="message-view-1"]');
    const inSecond = documentOf('[data-testid="message-view-1"] iframe');
    await page.run(
      ({ one }, inside, line) => {
        const view = document.importNode(one('[data-testid="message-view-0"]'), true);
        view.dataset['testid'] = 'message-view-1';
        const fill = (): void => {
          const range = inside().createRange();
          inside().body.replaceChildren(range.createContextualFragment(line));
        };
        window.changingFill = fill;
        one('iframe', view).addEventListener('load', fill);
        document.body.append(view);
        fill();
      },
      inSecond,
      lineOf('b', listed('second')),
    );
    await untilMarked(page, [listed('first'), listed('second')]);
    await eventually('two messages', async () => (await countsOf(own, 'mail.proton.me')).messages === 2);

    // Moved: the browser loads a moved frame anew.
    await page.run((_, view) => document.body.prepend(view()), second);
    await untilMarked(page, [listed('first'), listed('second')]);

    // Written anew, which takes away all listeners of a document: marks and guard are there again.
    await page.run(
      ({ one }, view, inside, line) => {
        if (window.changingFill) one('iframe', view()).removeEventListener('load', window.changingFill);
        const written = inside();
        written.open();
        written.write(`<!doctype html><body>${line}</body>`);
        written.close();
      },
      second,
      inSecond,
      lineOf('b', listed('third')),
    );
    await untilMarked(page, [listed('first'), listed('third')]);
    const isHeld = await page.run(({ one }, inside) => {
      const link = one('a', inside());
      const view = inside().defaultView;
      if (view === null) throw new Error('the document has no window');
      const event = new view.MouseEvent('click', { bubbles: true, cancelable: true, composed: true });
      link.dispatchEvent(event);
      return event.defaultPrevented;
    }, inSecond);
    expect(isHeld).toBe(true);

    await page.run((_, view) => view().remove(), second);
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
         document.querySelector('#open').onclick = () => {
           window.popup = window.open('', '', 'width=600,height=400');
           popup.document.open(); popup.document.write(document.querySelector('#page').innerHTML); popup.document.close();
           popup.history.replaceState(null, '', '#letter-window');
         };
       </script></body>`,
      ),
    );
    await opener.click(byId('open'));
    await untilMarked(await world.browser.pageAt('#letter-window'), [listed('written')]);
  },
);

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
  for (const [name, shown] of [
    ['one', ['first', 'second']],
    ['three', []],
    ['two', ['first', 'second']],
    ['one', ['first', 'second']],
  ] as const) {
    await page.run((_, view) => {
      document.documentElement.className = view;
    }, name);
    await untilMarked(page, shown.map(listed));
    await page.until(
      script(
        ({ all, root }, count) => all('.sign:popover-open', root()).length === count,
        shown.length === 0 ? 0 : 1,
      ),
      { what: `signs of ${name}` },
    );
    const links = shown.length === 0 ? 1 : 2;
    await eventually(`the counts of ${name}`, async () => {
      const counts = await countsOf(own, 'mail.google.com');
      const isSo = counts.messages === 1 && counts.links === links && counts.danger === shown.length;
      if (!isSo) throw new Error(JSON.stringify(counts));
      return true;
    });
  }
});

test(
  'a frame whose document is written anew again and again has its marks',
  tier('all'),
  async ({ world }) => {
    const proton = mailPage('Proton Mail');
    const page = await world.openMail(proton.url, proton.html(lineOf('a', listed('first'))));
    await untilMarked(page, [listed('first')]);
    // One that the page does not fill again by itself.
    await page.run(({ one }) => one('iframe').replaceWith(one('iframe').cloneNode()));
    for (let round = 0; round < 60; round++) {
      await page.run(
        async ({ pause }, inside, line, host) => {
          const written = inside();
          written.open();
          written.write(`<!doctype html><body>${line}</body>`);
          written.close();
          // As seldom as a reader opens messages: every document is seen.
          for (let turn = 0; turn < 200 && !written.querySelector(host); turn++) await pause(10);
        },
        documentOf('iframe'),
        lineOf('a', listed(`round-${round}`)),
        // By the page itself, which may write into its frame: not from the world that sees our root.
        OWN_HOST,
      );
    }
    await untilMarked(page, [listed('round-59')]);
  },
);

test(
  'the element with the marks comes back when a page removes it; so does everything from the back-forward cache',
  tier('core:firefox'),
  async ({ world }) => {
    const own = await ownPageWithList(world);
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(lineOf('a', LISTED.phishingUrl) + lineOf('clean', 'https://www.example.net/garden')),
    );
    await untilMarked(page, [LISTED.phishingUrl]);
    await page.run(({ one }) => one('spamlight-marks').remove());
    await page.until(() => document.querySelector('spamlight-marks'), { what: 'the host' });
    await untilMarked(page, [LISTED.phishingUrl]);

    world.proxy.serve('www.example.org', htmlPage('<title>elsewhere</title>'));
    const tab = await tabOf(own, 'mail.google.com');
    await page.run(() => {
      window.changingIsKept = true;
    });
    await page.goto(CLEAN);
    await eventually('nothing to be counted', async () => (await countsOf(own, tab)).links === 0);
    // Behind the answer: with the document goes whoever waits for one.
    await page.run(() => {
      setTimeout(() => history.back());
    });
    await page.until(
      () => location.hostname === 'mail.google.com' && document.querySelector('spamlight-marks'),
    );
    expect(await page.run(() => window.changingIsKept)).toBe(true);
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
  },
);

test(
  'the extension is loaded anew, then switched off, while a message is open: its marks go, clicks are free, no error',
  tier('core'),
  async ({ world }) => {
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
    await page.run(({ one }) => {
      window.changingHostBefore = one('spamlight-marks');
    });
    await world.browser.reloadExtension();
    // Of the two scripts in the page, one has lost its extension. One mark, one question.
    await eventually(
      'one host, another one, with one mark',
      async () => {
        await wake(page);
        return page.run(({ all, marks }) => {
          const hosts = all('spamlight-marks');
          return hosts.length === 1 && hosts[0] !== window.changingHostBefore && marks().length === 1;
        });
      },
      // As long as an extension may take to start.
      2 * PATIENCE,
    );
    await page.click(byId('a'));
    await untilAsked(page);
    await page.press('Escape');
    await page.until(({ dialog }) => dialog() === null);

    await world.browser.disableExtension();
    await eventually('nothing of ours to be seen', async () => {
      await wake(page);
      return page.run(({ all }) =>
        all('spamlight-marks').every((host) => getComputedStyle(host).display === 'none'),
      );
    });
    await page.run((_, body) => body().append(document.createElement('p')), BODY);
    await page.click(byId('a'));
    await eventually('the link to open', async () => (await page.url()) === LISTED.phishingUrl);
    expect(await world.browser.problems()).toEqual([]);
  },
);

/** What a reader does who comes back to the page. */
async function wake(page: Page): Promise<void> {
  await page.mouse('move', 5, 5);
  await page.mouse('move', 400, 300);
}

/** How mail programs in a page change its address without another document. */
const WITHIN_THE_PAGE: Readonly<Record<string, Call<[string], void>>> = {
  'location.hash': (_, name) => {
    location.hash = `#inbox/${name}`;
  },
  pushState: (_, name) => history.pushState({}, '', `?to=${name}#inbox/x`),
  replaceState: (_, name) => history.replaceState({}, '', `?at=${name}#inbox/x`),
};

test(
  'a change of address within the page forgets nothing: trust, block, undo and the popup’s list',
  tier('core:chromium'),
  async ({ world }) => {
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
        ({ one }, body, id, href) => {
          one('[data-message-id]').dataset['messageId'] = id;
          const line = document.createElement('p');
          line.append(Object.assign(document.createElement('a'), { href, textContent: 'another' }));
          body().append(line);
        },
        BODY,
        `#msg-f:${kind}`,
        `${LISTED.malwareUrl}?${kind}`,
      );
      flagged = [...flagged, `${LISTED.malwareUrl}?${kind}`];
      await untilMarked(page, flagged);
      await page.run(change, `${kind}3`);
      await world.browser.chooseMenuItem(page, '#clean', 'block-site');
      await untilMarked(page, [...flagged, CLEAN]);
      await page.run(change, `${kind}4`);
      await undo();
    }
  },
);
