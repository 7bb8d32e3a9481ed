/** Pages of which nothing is known: what is taken for a message and why, what is checked where none is, and what is said. */
import { SELF_TEST_PARTS, selfTestHref, type SelfTestPart } from '../../src/core/self-test/self-test-mail.ts';
import type { Request } from '../../src/extension/protocol/requests.ts';
import type { TabReport } from '../../src/extension/protocol/tab-messages.ts';
import type { Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { tier } from './harness/tiers.ts';
import { expect, test } from './harness/fixtures.ts';
import { untilMarked } from './harness/marks.ts';
import { byId, goBack, ownPageWithList, pointAway, untilAsked, untilCount } from './harness/own-parts.ts';
import { htmlPage } from './harness/proxy.ts';
import { tabReport, untilReported } from './harness/tab-report.ts';
import { weighed } from './harness/weigh-page.ts';

test.use({ installation: 'kept' });

declare global {
  /** What a page of the extension has heard of what frames send to the background. */
  interface Window {
    /** Addresses that they ask about. */
    unknownAsked: string[];
    /** Keys of messages that they tell of. */
    unknownTold: string[];
    /** Texts of messages that they tell of. */
    unknownTexts: string[];
  }
}

const HOST = 'odd.webmail.test';
const URL_OF = (path: string): string => `https://${HOST}${path}`;
const BAD = LISTED.phishingUrl;
const CLEAN = 'https://www.example.org';

const pageOf = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Post</title></head><body>${body}</body></html>`;

/** What frames ask about, and which messages they tell of, as the background hears it. */
async function listen(own: Page): Promise<void> {
  await own.run(({ api }) => {
    window.unknownAsked = [];
    window.unknownTold = [];
    api.runtime.onMessage.addListener((message: unknown) => {
      const heard = message as Request;
      if (heard.type === 'check-links') window.unknownAsked.push(...heard.links.map(({ href }) => href));
      if (heard.type === 'message-facts') window.unknownTold.push(heard.messageKey);
    });
  });
}

const LONG =
  'Nothing is selected yet. Choose a message on the left, and it will be shown here, with its answers below it and everything that you have written about it.';

test(
  'a block of an unknown page that was taken for a message hides none that comes later, and it can be asked why',
  tier('core:chromium'),
  async ({ world }) => {
    const own = await ownPageWithList(world);
    const page = await world.openMail(
      URL_OF('/'),
      pageOf(
        `<div id="app"><div><h2>Welcome</h2><span title="desk@odd.example">Help desk</span> 10:12</div>
         <div class="hint"><p>${LONG}</p></div></div>`,
      ),
    );
    // Words of the webmail's own, behind something that names a mailbox.
    await untilReported(own, URL_OF('/'), { messages: 1, links: 0 });
    expect(await weighed(page)).toContainEqual(
      expect.objectContaining({ element: 'div.hint', reasons: expect.arrayContaining(['sender', 'long']) }),
    );

    // They stay where they are; the message is drawn behind them.
    await page.run(
      ({ one }, html) => {
        const message = document.createElement('section');
        message.setHTMLUnsafe(html);
        one('#app').append(message);
      },
      `<div><h2>Rehearsal</h2><label>From:</label> Anna &lt;anna@choir.example&gt; 20.11.2026</div>
     <div class="letter"><p>Dear all, here are <a href="${BAD}">the notes</a> and <a href="${CLEAN}/old">the old ones</a>.</p><font>Anna</font></div>`,
    );
    await untilMarked(page, [BAD]);
    await untilReported(own, URL_OF('/'), {
      links: 2,
      elsewhere: 0,
      danger: 1,
      isWebmail: true,
      webmail: null,
    });
    const found = (await weighed(page)).filter(({ element }) => /letter|hint/.test(element));
    expect(found.map(({ element }) => element)).toEqual(['div.letter', 'div.hint']);
    expect(found[0]?.reasons).toEqual(expect.arrayContaining(['sender', 'foreign', 'leaves']));
    expect(found[0]?.score).toBeGreaterThan(found[1]?.score ?? Infinity);
  },
);

test(
  'a message without links is judged where the page shows a sender, and a heading for its subject',
  tier('core:firefox'),
  async ({ world }) => {
    await ownPageWithList(world);
    const page = await world.openMail(
      URL_OF('/'),
      pageOf(
        `<main><section>
         <div><h2>Invoice for your PayPal renewal</h2>
           <span class="from"><b title="desk@brookfield-billing.net">PayPal billing desk</b></span> <time>20.11.2026 10:12</time></div>
         <div class="text"><p>Thank you for your order. Your PayPal account was charged $499.99 for one year of service.
           If you did not make this purchase, call our billing department at (888) 555-0142 within 24 hours.</p></div>
       </section></main>`,
      ),
    );
    await page.until(({ sign }) => sign() !== null, { what: 'the sign' });
  },
);

test('a letter of three mail addresses and no other link is recognised whole', async ({ world }) => {
  const own = await ownPageWithList(world);
  await own.run(({ api }) => {
    window.unknownTexts = [];
    api.runtime.onMessage.addListener((message: unknown) => {
      const heard = message as Request;
      if (heard.type === 'message-facts') window.unknownTexts.push(heard.facts.body?.text ?? '');
    });
  });
  const write = (words: string): string => `<a href="mailto:desk@odd.example?subject=Report">${words}</a>`;
  await world.openMail(
    URL_OF('/'),
    pageOf(
      `<main><section>
         <div><h2>Unusual activity</h2><label>From:</label> Help desk &lt;desk@odd.example&gt; 20.11.2026</div>
         <div class="text"><table><tr><td>Somebody has used your account from another place, on 20 November at ten. ${write('Was it you?')}</td></tr>
           <tr><td><table><tr><td bgcolor="#2672ec">${write('Report it')}</td></tr></table></td></tr>
           <tr><td>You get this mail since you want to hear of what happens to your account. ${write('Stop it')}</td></tr>
           <tr><td>Your help desk</td></tr></table></div>
       </section></main>`,
    ),
  );
  await own.until(() => window.unknownTexts.some((text) => /Somebody.*Stop it.*Your help desk/s.test(text)), {
    what: 'the facts of the whole letter',
  });
});

/** What webmails are known by, each of them by another, as a mail can hold it. */
const SIGNS = `<div id="rl-app"><div id="rl-content"></div></div><div id="zimbraMail"></div><div class="ZmMailMsgView"></div>
  <div id="skin_container_app_main"></div><div id="horde-page"></div><div id="impbase"></div><div ng-app="SOGo.MailerUI"></div>
  <div id="io-ox-core"></div><link rel="stylesheet" href="/SOGo.woa/x.css"><link rel="stylesheet" href="/skins/elastic/x.css">`;

const letter = (href: string, more = ''): string =>
  `<div><h2>Rehearsal</h2><label>From:</label> Anna &lt;anna@choir.example&gt; 20.11.2026</div>
   <div class="letter"><p>Dear all, here are <a id="notes" href="${href}">the notes</a> for our rehearsal on Thursday.</p>${more}<font>Anna</font></div>`;

const DOT = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Letters that are taken for a list, a toolbar or nothing where one sign alone decides. */
const ODD_LETTERS: Readonly<Record<string, string>> = {
  '61 addresses': letter(
    BAD,
    `<ul>${Array.from({ length: 61 }, (_, n) => `<li><a href="mailto:member${n}@choir.example">Member ${n}</a></li>`).join('')}</ul>`,
  ),
  'twelve tiny buttons': letter(BAD, '<button style="width:9px;height:9px"></button>'.repeat(12)),
  'one picture and nothing else': letter(BAD).replace(
    /<div class="letter">.*$/,
    `<div class="letter"><a id="notes" href="${BAD}" style="display:inline-block"><img src="${DOT}" width="600" height="400"></a></div>`,
  ),
};

test(
  'a letter of many addresses, of small buttons, or of one picture is recognised as one',
  tier('core:chromium'),
  async ({ world }) => {
    const own = await ownPageWithList(world);
    for (const [name, html] of Object.entries(ODD_LETTERS)) {
      await test.step(name, async () => {
        const page = await world.openMail(URL_OF('/'), pageOf(`<main><section>${html}</section></main>`));
        await untilMarked(page, [BAD]);
        await untilReported(own, URL_OF('/'), { messages: 1, elsewhere: 0, danger: 1, webmail: null });
        await page.close();
      });
    }
  },
);

test(
  'a mail with the signs of every webmail makes none of a site that was added, neither for itself nor for later mails',
  tier('all'),
  async ({ world }) => {
    const own = await ownPageWithList(world);
    const page = await world.openMail(
      URL_OF('/'),
      pageOf(`<main><section id="pane">${letter(`${BAD}?1`, SIGNS)}</section></main>`),
    );
    const reported = { messages: 1, links: 1, elsewhere: 0, danger: 1, isWebmail: true, webmail: null };
    await untilMarked(page, [`${BAD}?1`]);
    await untilReported(own, URL_OF('/'), reported);
    // A page that draws one mail after the other, and is never loaded anew.
    for (const [number, more] of [
      [2, ''],
      [3, SIGNS],
      [4, ''],
    ] as const) {
      await page.run(({ one }, html) => one('#pane').setHTMLUnsafe(html), letter(`${BAD}?${number}`, more));
      await untilMarked(page, [`${BAD}?${number}`]);
      await untilReported(own, URL_OF('/'), reported);
      await page.click(byId('notes'));
      await untilAsked(page);
      await goBack(page);
    }
  },
);

test('a message with rows like those of a list is one all the same, and a listed link to the webmail’s own host is marked', async ({
  world,
}) => {
  const own = await ownPageWithList(world);
  const rows = `<ul>${Array.from({ length: 6 }, (_, n) => `<li>Person ${n}, about the rehearsal on Thursday <a href="/mail/${n}">Read it, 10:0${n}</a></li>`).join('')}</ul>`;
  const page = await world.openMail(
    URL_OF('/'),
    pageOf(
      `<main><section>${letter(BAD, `${rows}<p><a href="/m/1">Reply to this one</a></p>`)}</section></main>`,
    ),
  );
  await untilMarked(page, [BAD]);
  await untilReported(own, URL_OF('/'), { messages: 1, links: 1, elsewhere: 0, danger: 1, webmail: null });
  await page.close();

  // A host that many share: a webmail, and whoever else is on it.
  const onHost = new URL(BAD);
  const shared = await world.openMail(
    `${onHost.origin}/webmail/`,
    pageOf(`<main><section>${letter(BAD, '<a href="/webmail/?reply">Reply</a>')}</section></main>`),
  );
  await world.addSite(`${onHost.origin}/webmail/`);
  await shared.goto(`${onHost.origin}/webmail/`);
  await untilMarked(shared, [BAD]);
  await untilReported(own, `${onHost.origin}/webmail/`, { links: 1, danger: 1 });
});

test(
  'where no message is recognised, every link that leaves the site is looked up, in frames and behind redirects, and the popup says so',
  tier('core'),
  async ({ world }) => {
    const own = await ownPageWithList(world);
    await listen(own);
    const bad = (name: string): string => `${BAD}?${name}`;
    world.proxy.serve(HOST, (request, response, asked) => {
      const inner = pageOf(
        `<script>window.ready = 1;</script><p><a href="${bad('frame')}">the same</a> <a href="/side/2">more</a></p>`,
      );
      const outer = pageOf(
        `<p><a href="/inbox">Inbox</a> <a href="${bad('plain')}">a link</a> <a href="/go?t=1&url=${encodeURIComponent(bad('wrapped'))}">another</a></p>
       <ul><li><a href="/m/1">A first message</a></li><li><a href="/m/2">A second message</a></li></ul>
       <div contenteditable="true">My answer quotes <a href="${bad('draft')}">a link</a></div>
       <iframe src="/side/1" width="400" height="120"></iframe>`,
      );
      return htmlPage(asked.pathname.startsWith('/side') ? inner : outer)(request, response, asked);
    });
    const page = await world.openSite(URL_OF('/'));
    await untilMarked(page, [
      bad('frame'),
      bad('plain'),
      URL_OF(`/go?t=1&url=${encodeURIComponent(bad('wrapped'))}`),
    ]);
    await untilReported(own, URL_OF('/'), { messages: 0, links: 0, elsewhere: 3, danger: 3, webmail: null });
    const popup = await world.browser.openPopup(page);
    const said = await popup.until('No message recognised');
    expect(said).toContain('All links that leave this site are looked up.');
    expect(said).toContain('3 links looked up');
    expect(said).not.toContain('No message is open');
    await popup.close();
    const { asked, told } = await own.run(() => ({ asked: window.unknownAsked, told: window.unknownTold }));
    // Rows of a list lead to the site itself, and what is being written cannot be followed.
    expect(
      asked.filter((href) => /draft|\/m\/|inbox|side/.test(href.replace(/^https:\/\/[^/]*\/go/, ''))),
    ).toEqual([]);
    // No message, and so nothing is judged as one.
    expect(told).toEqual([]);
  },
);

test(
  'a link that no event names asks where no message is recognised',
  tier('core:firefox'),
  async ({ world }) => {
    await ownPageWithList(world);
    const page = await world.openMail(
      URL_OF('/'),
      pageOf(
        `<svg width="300" height="40"><defs><a id="defined" href="${BAD}"><rect width="300" height="40" fill="teal"/></a></defs><use id="use" href="#defined"/></svg>
       <div id="closed" style="width:300px;height:40px"><template shadowrootmode="closed"><a href="${BAD}" style="display:block;height:40px">within</a></template></div>
       <p><a href="${BAD}">plain</a></p>`,
      ),
    );
    await untilCount(page, 3);
    for (const id of ['use', 'closed']) {
      // Otherwise the card of the one before may lie over this one.
      await pointAway(page);
      await page.click(byId(id));
      await untilAsked(page);
      await goBack(page);
    }
  },
);

for (const [what, html, isOfBoth] of [
  [
    'a button of a form',
    `<form action="${BAD}"><button style="width:300px;height:60px"></button></form>`,
    true,
  ],
  [
    'a picture that sends a form',
    `<form action="${BAD}"><input type="image" src="data:," style="width:300px;height:60px"></form>`,
    true,
  ],
  [
    'a shadow root',
    `<div style="width:300px;height:60px"><template shadowrootmode="closed"><a href="${BAD}" style="display:block;height:60px"></a></template></div>`,
    true,
  ],
  [
    'a drawing',
    `<svg width="300" height="60"><g><rect width="300" height="60" fill="teal"/></g><a href="${BAD}"><rect width="300" height="60" fill="navy"/></a></svg>`,
    true,
  ],
  // No other browser follows links of MathML.
  [
    'a formula',
    `<math><mtext href="${BAD}" style="font-size:60px;padding:40px">\u25a0</mtext></math>`,
    false,
  ],
] as const)
  test(
    `a frame that holds nothing but ${what} is a message, and asks`,
    tier(what !== 'a shadow root' ? 'soak' : 'core:chromium'),
    async ({ world, browserKind }) => {
      await ownPageWithList(world);
      const page = await world.openMail(
        URL_OF('/'),
        pageOf(
          `<p><a id="plain" href="${BAD}">plain</a></p><iframe id="frame" sandbox="allow-forms allow-popups" width="500" height="300" srcdoc='<body style="margin:0">${html}</body>'></iframe>`,
        ),
      );
      await page.until(({ marks }) => marks().length >= 1, { what: 'the marks' });
      await page.untilInFrame(byId('frame'), () => document.querySelector('spamlight-marks'));
      await page.mouseInFrame(byId('frame'), 'click', 60, 30);
      // Where it is no link, what would have opened has opened before the question at one that is.
      if (!isOfBoth && browserKind === 'chromium') await page.click(byId('plain'));
      await untilAsked(page);
      await goBack(page);
      expect(world.proxy.seen.filter(({ url }) => url.includes(new URL(BAD).hostname))).toEqual([]);
    },
  );

/** What a sender may fill a message with, of which a search has a look at so many. */
const FILLINGS = {
  'empty bodies': '<i class="message-body"></i>'.repeat(160),
  'bodies of their own': '<div class="message-body" style="width:200px;height:14px">one more</div>'.repeat(
    160,
  ),
  'bodies in bodies': `${'<div class="message-body">'.repeat(160)}word${'</div>'.repeat(160)}`,
  mailboxes: '<a href="mailto:one@choir.example">one</a> '.repeat(160),
};

for (const [what, filling] of Object.entries(FILLINGS))
  test(
    `an unknown page with a message full of ${what} hides none that comes after it`,
    tier(what !== 'mailboxes' ? 'soak' : 'all'),
    async ({ world }) => {
      const own = await ownPageWithList(world);
      const letter = (address: string, body: string): string =>
        `<section><div><h2>Rehearsal</h2><p>From <a href="mailto:${address}">Anna</a> 10:12</p></div>
       <div><p>Dear all, here are the <a href="${CLEAN}/${address}">notes</a> for our rehearsal on Thursday.</p>${body}</div></section>`;
      await world.openMail(
        URL_OF('/'),
        pageOf(
          `<main>${letter('first@choir.example', filling)}${letter('last@choir.example', `<p><a href="${BAD}">listed</a></p>`)}</main>`,
        ),
      );
      const { flagged } = await untilReported(own, URL_OF('/'), { messages: 2, elsewhere: 0, danger: 1 });
      expect(flagged).toMatchObject([{ href: BAD }]);
    },
  );

/** One that speaks against itself only beside who has sent it, in a frame that nothing of the page around reaches. */
const PARCEL = `<p>Dear customer, your parcel is on hold. Your account will be suspended unless you act now.</p>
  <p><a href="https://track.parcel-waiting.top/pay?id=8f2a77c19e">Pay now</a></p><p>© 2026 DHL Express</p>`;
const LETTER = '<p>See you at the rehearsal: <a href="https://www.example.org/plan">the plan</a></p>';

const around = (name: string, address: string, frames: string): string =>
  pageOf(
    `<main><div class="head"><h1>Your parcel</h1><p class="from"><a href="mailto:${address}">${name}</a></p></div>${frames}</main>`,
  );
const sealed = (html: string): string =>
  `<iframe sandbox="allow-popups" width="700" height="300" srcdoc='<body>${html}</body>'></iframe>`;

async function suspiciousIn(own: Page): Promise<TabReport['suspicious']> {
  return (await tabReport(own, URL_OF('/'))).suspicious;
}

for (const [how, frame] of [
  ['has its message in its attribute', sealed(PARCEL)],
  ['has an address', '<iframe sandbox="allow-popups" width="700" height="300" src="/part"></iframe>'],
  [
    'is made of a data URL',
    `<iframe width="700" height="300" src="data:text/html,${encodeURIComponent(PARCEL)}"></iframe>`,
  ],
] as const)
  test(
    `the sender around a frame that ${how} is its message’s, and nobody’s where there are two`,
    tier(how !== 'has an address' ? 'soak' : 'core:chromium'),
    async ({ world }) => {
      const own = await ownPageWithList(world);
      await world.addSite(URL_OF('/'));
      const pages = new Map([
        ['/part', pageOf(PARCEL)],
        ['/one', around('DHL Express', 'info@parcel-waiting.top', frame)],
        ['/two', around('DHL Express', 'info@parcel-waiting.top', frame + frame)],
      ]);
      world.proxy.serve(HOST, (_request, response, { pathname }) => {
        response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          .end(pages.get(pathname) ?? pageOf(''));
      });

      const page = await world.openSite(URL_OF('/one'));
      await expect.poll(() => suspiciousIn(own)).toMatchObject([{ sender: 'info@parcel-waiting.top' }]);
      await untilReported(own, URL_OF('/one'), { messages: 1 });
      await listen(own);
      await page.goto(URL_OF('/two'));
      await untilReported(own, URL_OF('/two'), { messages: 2, links: 2 });
      await own.until(() => window.unknownTold.length >= 2, { what: 'both to be told of' });
      expect((await suspiciousIn(own)).flatMap(({ sender }) => sender ?? [])).toEqual([]);
    },
  );

test(
  'a sealed frame that shows another message beside another head is judged by that one',
  tier('core:firefox'),
  async ({ world }) => {
    const own = await ownPageWithList(world);
    const page = await world.openMail(
      URL_OF('/'),
      around('DHL Express', 'info@parcel-waiting.top', sealed(PARCEL)),
    );
    await expect.poll(() => suspiciousIn(own)).toMatchObject([{ sender: 'info@parcel-waiting.top' }]);
    const show = (name: string, address: string, html: string): Promise<unknown> =>
      page.run(
        ({ one }, name, address, html) => {
          const sender = one<HTMLAnchorElement>('.from a');
          sender.href = `mailto:${address}`;
          sender.textContent = name;
          one('iframe').srcdoc = html;
        },
        name,
        address,
        html,
      );
    await show('Jane Miller', 'jane@choir.example', LETTER);
    await expect.poll(() => suspiciousIn(own)).toEqual([]);
    await show('DHL Express', 'info@parcel-late.top', PARCEL);
    await expect.poll(() => suspiciousIn(own)).toMatchObject([{ sender: 'info@parcel-late.top' }]);
  },
);

/** The self-test as a webmail shows it that lets only these of its links through. */
const selfTestOf = (parts: readonly SelfTestPart[]): string =>
  pageOf(
    `<main><h1>Spamlight self-test</h1><p>From <span title="me@odd.example">Me</span> 10:12</p>
     <div class="message-body"><p>A harmless test of Spamlight, all of whose addresses are reserved.</p>${parts
       .map((part) =>
         part === 'form'
           ? `<form action="${selfTestHref(part)}"><button>${part}</button></form>`
           : `<p><a href="${selfTestHref(part)}">${part}</a></p>`,
       )
       .join('')}</div></main>`,
  );

test(
  'the self-test says what of it was not found, above all where that is everything',
  tier('core:chromium'),
  async ({ world }) => {
    const { browser, proxy } = world;
    // A webmail that draws its messages: there is no link to find.
    const page = await world.openMail(URL_OF('/'), pageOf('<canvas width="600" height="400"></canvas>'));
    const popup = await browser.openPopup(page);
    await popup.until('Is something missing?');
    await popup.click('#missing summary');
    const said = await popup.until('Self-test: 0 of 4 found here');
    expect(said).toContain('Not found: Plain link · Link behind a redirect · Link on an image · Form.');
    expect(said).toContain('Spamlight cannot read it, and your other messages are not checked either');
    expect(said).not.toMatch(/No message is open|None of/);
    await popup.click('#get-self-test');
    const options = await browser.pageAt('options.html#self-test');
    await options.close();

    for (const [parts, words] of [
      [SELF_TEST_PARTS, 'Self-test: 4 of 4 found in this webmail'],
      [['plain', 'form'], 'Not found: Link behind a redirect · Link on an image.'],
    ] as const) {
      proxy.serve(HOST, htmlPage(selfTestOf(parts)));
      await page.show();
      await page.goto(URL_OF('/'));
      await untilMarked(
        page,
        parts.map((part) => selfTestHref(part)),
      );
      const after = await browser.openPopup(page);
      const told = await after.until(words);
      expect(told).toContain(`Self-test: ${parts.length} of 4 found in this webmail`);
      // Nothing of this webmail's own was missed.
      expect(told).not.toContain('Self-test: 0 of 4');
      await after.close();
    }
  },
);
