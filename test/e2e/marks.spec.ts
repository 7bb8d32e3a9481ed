import { eventually } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { byId, CARD, untilCount, untilFramed } from './harness/own-parts.ts';
import { script } from './harness/page-script.ts';
import { htmlPage } from './harness/proxy.ts';
import { tier } from './harness/tiers.ts';

declare global {
  /** What a test's page offers to it. */
  interface Window {
    marksRender: (hrefs: readonly string[]) => void;
    marksFailures: readonly string[];
  }
}

test.use({ installation: 'kept' });

const MAIL = mailPage();
const BODY = MAIL.body;
const PICTURE = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='300' height='600'/>`;

test(
  'hostile mail and page styles neither hide a mark, nor move it, nor pass for one',
  tier('core'),
  async ({ world }) => {
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(`
      <style>
        * { display: revert !important; transition: all 9s !important; user-select: none !important }
        html { opacity: .2; filter: grayscale(1); transform: rotate(0deg); clip-path: inset(0) }
        spamlight-marks, spamlight-marks * {
          display: none !important; opacity: 0 !important; visibility: hidden !important; clip-path: inset(100%) !important;
          transform: translateX(-9999px) !important; --spamlight-alive: none !important; --level: transparent !important;
          --dx: 9999px !important; --clip-left: 9999px !important; --w: 0px !important; color: transparent !important }
        spamlight-marks::before, spamlight-marks::after { content: "checked: safe" !important }
        a { position: relative; z-index: 2147483647; animation: shake 1s infinite }
        @keyframes shake { 50% { outline-color: red } }
      </style>
      <p class="mark danger" aria-label="safe" data-spamlight="clear" popover="manual">checked: safe</p>
      <spamlight-marks><template shadowrootmode="open"><p>checked: safe</p></template></spamlight-marks>
      <p dir="rtl">&rlm;<a id="a" href="${LISTED.phishingUrl}">link</a></p>`),
    );
    // The mail has an element of our name; ours is the one under the root.
    const root = script(({ one }) => one(':root > spamlight-marks').shadowRoot);
    await page.until(
      script((_, find) => find()?.querySelectorAll('.mark').length === 1, root),
      { what: 'the mark' },
    );
    await eventually('the mark at its link', async () => {
      const off = await page.run(({ one }, find) => {
        const mark = find()?.querySelector('.mark:popover-open')?.getBoundingClientRect();
        const link = one('#a').getBoundingClientRect();
        return mark === undefined
          ? 1000
          : Math.max(
              Math.abs(mark.x + 2 - link.x),
              Math.abs(mark.y + 2 - link.y),
              Math.abs(mark.width - 4 - link.width),
            );
      }, root);
      return off <= 1;
    });
    // Marks are drawn anew while a page settles.
    await eventually('a mark that is seen, in its color', () =>
      page.run(({ one }, find) => {
        const mark = one('.mark:popover-open', find());
        return (
          mark.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
          getComputedStyle(mark).opacity === '1' &&
          getComputedStyle(one('.frame', mark)).borderTopColor === 'rgb(198, 32, 22)'
        );
      }, root),
    );
  },
);

test(
  'a sender learns nothing, and nothing of ours gets into what is copied, answered, printed or drawn anew',
  tier('core'),
  async ({ world }) => {
    world.proxy.serve('spy.example', htmlPage(''));
    const ask = (selector: string, name: string): string =>
      `${selector} { background-image: url(https://spy.example/${name}) }`;
    // What a framework does that keeps its own record of every node: it fails on a node that is not its own.
    const framework = `<script>
    window.marksFailures = [];
    addEventListener('error', ({ message }) => marksFailures.push(message));
    addEventListener('unhandledrejection', ({ reason }) => marksFailures.push(String(reason)));
    window.marksRender = (hrefs) => {
      const body = document.querySelector('div.a3s'), known = window.known ?? [];
      if (known.some((node, n) => body.childNodes[n] !== node) || (window.known && body.childNodes.length !== known.length))
        marksFailures.push('there is a node that I did not make');
      for (const node of known.slice(hrefs.length)) body.removeChild(node);
      window.known = hrefs.map((href, n) => {
        const line = known[n] ?? body.appendChild(document.createElement('p'));
        const link = line.firstChild ?? line.appendChild(document.createElement('a'));
        if (line.childNodes.length !== 1 || [...link.attributes].some(({ name }) => name !== 'href' && name !== 'id'))
          marksFailures.push('something of my own was changed');
        link.href = href; link.textContent = 'line ' + n; link.id = 'line' + n;
        return line;
      });
    };</script>`;
    const style = `<style>
    ${ask('a[class]', 'class')} ${ask('a[style]', 'style')} ${ask('a[aria-describedby], a[aria-details]', 'aria')}
    ${ask('a[data-spamlight], a[spamlight], [popovertarget]', 'data')} ${ask('a:has(*)', 'child')} ${ask('a + *', 'sibling')}
    ${ask('p:not(.aside) .mark, .badge, .card', 'ours')} ${ask('a:popover-open, a:open', 'state')} ${ask('a:not([href^="https:"])', 'href')}
    ${ask('html[class], html[style], body[class], body[style]', 'root')} ${ask('spamlight-marks:not(:empty)', 'host')}</style>`;
    const page = await world.openMail(
      MAIL.url,
      MAIL.html('').replace('</body>', `${framework}${style}</body>`),
    );
    const clean = 'https://www.example.org/';
    const other = `https://www.${LISTED.phishingHost}/`;
    const render = (hrefs: readonly string[]): Promise<void> =>
      page.run((_, wanted) => window.marksRender(wanted), hrefs);
    const whole = script((_, find) => new XMLSerializer().serializeToString(find()), BODY);
    await render([LISTED.phishingUrl, clean, clean]);
    const before = await page.run(whole);
    await untilMarked(page, [LISTED.phishingUrl]);
    await page.click(byId('line0'), 'move');
    await page.until(CARD, { what: 'the card' });
    expect(await page.run(whole)).toBe(before);

    const copied = await page.run(
      ({ all }, body, text) => {
        const selection = getSelection();
        if (selection === null) throw new Error('nothing can be selected');
        selection.selectAllChildren(document.documentElement);
        const range = selection.getRangeAt(0);
        const quoted = document.createElement('div');
        quoted.append(range.cloneContents());
        for (const each of all('script, style', quoted)) each.remove();
        selection.selectAllChildren(body());
        return [selection.toString(), quoted.textContent, text()].join();
      },
      BODY,
      whole,
    );
    expect(copied).not.toMatch(/danger|phishing:|trust|spamlight/i);
    expect(copied).toContain('line 0');
    expect(await page.run(({ one }) => one('spamlight-marks').childNodes.length)).toBe(0);
    // Neither harness can look at paper.
    expect(
      await page.run(({ root }) =>
        Array.from(root().adoptedStyleSheets)
          .flatMap(({ cssRules }) => Array.from(cssRules))
          .map(({ cssText }) => cssText)
          .join('\n'),
      ),
    ).toMatch(/@media print\s*\{\s*:host\s*\{\s*display:\s*none\s*!important/);

    // Drawn anew: shorter, longer, other targets in the same nodes.
    await render([clean]);
    await untilMarked(page, []);
    await render([clean, other, clean, LISTED.phishingUrl]);
    await untilMarked(page, [other, LISTED.phishingUrl]);
    await render([]);
    await untilMarked(page, []);
    expect(await page.run(() => window.marksFailures)).toEqual([]);
    expect(world.proxy.seen.filter(({ url }) => url.includes('spy.example'))).toEqual([]);
  },
);

test(
  'marks follow their links through scrollers, and go where a link is clipped or covered by the webmail',
  tier('core:chromium'),
  async ({ world }) => {
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(
        `<div id="box" style="height:300px;overflow:auto"><p style="height:200px">top</p><p><a id="a" href="${LISTED.phishingUrl}">link</a></p>
       <p style="height:900px"></p><a id="tall" href="${LISTED.malwareUrl}"><img src="${PICTURE}" width="300" height="600"></a></div>`,
      ).replace(
        '</body>',
        '<div id="window" hidden style="position:fixed;inset:0;background:#ffe">a window of the webmail</div></body>',
      ),
      { width: 900, height: 700 },
    );
    const scrollBox = (top: number): Promise<void> =>
      page.run(({ one }, wanted) => {
        one('#box').scrollTop = wanted;
      }, top);
    const hideWindow = (isHidden: boolean): Promise<void> =>
      page.run(({ one }, wanted) => {
        one('#window').hidden = wanted;
      }, isHidden);
    await untilCount(page, 1);
    await untilFramed(page, byId('a'));
    await scrollBox(60);
    await untilFramed(page, byId('a'));
    await scrollBox(500);
    await untilCount(page, 0);

    await scrollBox(1300);
    await page.until(
      ({ marks, one }) => {
        const mark = marks()[0]?.getBoundingClientRect();
        const box = one('#box').getBoundingClientRect();
        return mark && mark.top >= box.top - 8 && mark.bottom <= box.bottom + 8 && mark.height > 200;
      },
      { what: 'a mark on the visible part of a tall link' },
    );

    await hideWindow(false);
    await untilCount(page, 0);
    await hideWindow(true);
    await untilCount(page, 1);
  },
);

test(
  'links in odd places are framed where they are, and what cannot be seen has no mark',
  tier('all'),
  async ({ world }) => {
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(`
      <img src="${PICTURE}" width="300" height="100" usemap="#map"><map name="map"><area shape="rect" coords="20,10,120,60" href="${LISTED.phishingUrl}?area"></map>
      <form action="${LISTED.malwareUrl}"><input name="q"><button id="send">Send</button></form>
      <p><svg width="200" height="30"><a href="${LISTED.phishingUrl}?svg"><text id="text" y="20">drawn</text></a></svg></p>
      <div id="host"></div>
      <details id="details"><summary>more</summary><p><a id="folded" href="${LISTED.phishingUrl}?folded">folded</a></p></details>
      <p><a href="${LISTED.phishingUrl}?pixel" style="display:inline-block;width:1px;height:1px;overflow:hidden">.</a>
         <a href="${LISTED.phishingUrl}?none" style="display:none">not shown</a>
         <a href="${LISTED.phishingUrl}?clipped" style="display:inline-block;width:0;height:0;overflow:hidden">clipped</a></p>`),
    );
    await page.run(({ one }, href) => {
      const host = one('#host');
      host
        .attachShadow({ mode: 'open' })
        .append(Object.assign(document.createElement('a'), { href, textContent: 'inside' }));
      host.after(document.createElement('p'));
    }, `${LISTED.phishingUrl}?shadow`);
    await untilCount(page, 4);
    const inShadow = script(({ one }) => one('#host').shadowRoot?.querySelector('a'));
    for (const element of [byId('send'), byId('text'), inShadow]) {
      await untilFramed(page, element);
    }
    // In place of the area, whose own box is not where it lies on its picture.
    await untilFramed(page, ({ one }) => {
      const { x, y } = one('img').getBoundingClientRect();
      return Object.assign(document.createElement('area'), {
        getBoundingClientRect: () => new DOMRect(x + 20, y + 10, 100, 50),
      });
    });
    const fold = (isOpen: boolean): Promise<void> =>
      page.run(({ one }, wanted) => {
        one<HTMLDetailsElement>('#details').open = wanted;
      }, isOpen);
    await fold(true);
    await untilCount(page, 5);
    await untilFramed(page, byId('folded'));
    await fold(false);
    await untilCount(page, 4);
  },
);

test('marks work under a strict policy with trusted types', tier('core:chromium'), async ({ world }) => {
  world.proxy.serve(new URL(MAIL.url).hostname, (_request, response) => {
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy':
          "default-src 'none'; style-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
      })
      .end(MAIL.html(`<p><a id="a" href="${LISTED.phishingUrl}">link</a></p>`));
  });
  const page = await world.browser.openPage(MAIL.url);
  await untilCount(page, 1);
  await untilFramed(page, byId('a'));
  await page.click(byId('a'), 'move');
  await page.until(CARD, { what: 'the card' });
  expect(await page.run(({ one, root }) => getComputedStyle(one('.card', root())).position)).toBe('fixed');
  await page.click(byId('a'));
  await page.until(({ dialog }) => dialog()?.open, { what: 'the question' });
});

test(
  'an answer that is being written is left alone, quoted links and all',
  tier('core:firefox'),
  async ({ world }) => {
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(`<p><a href="${LISTED.phishingUrl}">link</a></p>`).replace(
        '</body>',
        `<div contenteditable="true"><div class="ii gt"><div class="a3s"><a href="${LISTED.malwareUrl}">quoted</a></div></div></div></body>`,
      ),
    );
    await untilMarked(page, [LISTED.phishingUrl]);
  },
);
