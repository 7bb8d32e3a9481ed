import { eventually, type Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { tier } from './harness/tiers.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import {
  at,
  byId,
  CARD,
  pointAway,
  setPreferences,
  untilAsked,
  untilCount,
  untilFramed,
} from './harness/own-parts.ts';
import { type PageScript, script } from './harness/page-script.ts';

declare global {
  interface Window {
    /** What the message was clicked on, by its id or its name; of the page itself. */
    signsClicked?: string | null;
    signsMarkBefore?: HTMLElement | undefined;
    signsLooks?: number;
  }
}

test.use({ installation: 'kept' });

const BAD = LISTED.phishingUrl;

const mail = mailPage('Roundcube');
const BODY = mail.body;

const tall = (message: string): string =>
  mail
    .html(`<div style="min-height:300px">${message}</div>`)
    .replace('<body>', `<body onclick="window.signsClicked = event.target.id || event.target.localName">`);

const IS_SIGN_OPEN = script(({ sign }) => sign()?.matches(':popover-open'));

const SIGN_BOX = script(({ one, root }) => one('.sign', root()).getBoundingClientRect());

const SIGN_CORNER = script((_, boxOfSign) => {
  const { left, top } = boxOfSign();
  return [left, top];
}, SIGN_BOX);

const inSign = (selector: string): PageScript<HTMLElement> =>
  script(({ one, sign }, wanted) => one(wanted, sign()), selector);

/** The sign of the one marked link; one that said before that there is no list yet makes room for it. */
async function untilSign(page: Page): Promise<void> {
  await untilCount(page, 1);
  await page.until(IS_SIGN_OPEN, { what: 'the sign' });
}

test('a sign takes no click but on its buttons', tier('core'), async ({ world }) => {
  const page = await world.openMail(mail.url, tall(`<p><a href="${BAD}">confirm</a></p>`));
  await untilSign(page);
  await page.click(inSign('strong'));
  expect(await page.run(() => typeof window.signsClicked)).toBe('string');
  expect(await page.run(() => window.signsClicked)).not.toBe('spamlight-marks');
  await page.run(() => {
    window.signsClicked = null;
  });
  await page.click(inSign('.close'));
  await page.until(({ sign }) => sign() === null, { what: 'the sign to be put away' });
  expect(await page.run(() => window.signsClicked)).toBe(null);
});

test(
  'a margin of a mail does not take the sign from a frame that is the message',
  tier('all'),
  async ({ world }) => {
    const framed = mailPage('Proton Mail');
    const page = await world.openMail(
      framed.url,
      framed.html(
        `<div style="margin-top:-20px;min-height:900px"><p style="padding-top:40px"><a href="${BAD}">confirm</a></p></div>`,
      ),
    );
    await page.untilInFrame(at('iframe'), IS_SIGN_OPEN);
    // What is drawn there stays where it is, and is not opened again and again.
    const opened = await page.run(async ({ one, all }) => {
      const { shadowRoot } = one('spamlight-marks', one('iframe').contentDocument);
      if (shadowRoot === null) throw new Error('nothing of the extension is in the frame');
      let opened = 0;
      for (const each of all('.mark, .sign', shadowRoot)) {
        each.addEventListener('toggle', () => {
          opened += 1;
        });
      }
      for (let frames = 0; frames < 60; frames++) await new Promise(requestAnimationFrame);
      return opened;
    });
    expect(opened).toBeLessThan(5);
  },
);

test(
  '_Show_ of a sign leads to the link, also where the message was drawn anew',
  tier('core:firefox'),
  async ({ world }) => {
    const page = await world.openMail(mail.url, tall(`<p><a href="${BAD}">confirm</a></p>`));
    await untilSign(page);
    await page.run(({ marks }, body) => {
      window.signsMarkBefore = marks()[0];
      body().replaceChildren(...Array.from(body().childNodes, (each) => each.cloneNode(true)));
    }, BODY);
    await page.until(
      ({ marks }) => {
        const [mark] = marks();
        return mark !== window.signsMarkBefore && mark?.matches(':popover-open');
      },
      { what: 'the mark of the new link' },
    );
    await page.click(inSign('.show'));
    await page.until(CARD, { what: 'the card of the link' });
  },
);

/** Buttons and fields of the page that a sign lies on, at points all over it: each once, by its id. */
const CONTROLS_BELOW = script(({ one }, boxOfSign) => {
  const { left, top, width, height } = boxOfSign();
  const host = one('spamlight-marks');
  const below = new Set<Element | undefined>();
  for (let x = left; x <= left + width; x += 4) {
    for (let y = top; y <= top + height; y += 4)
      below.add(document.elementsFromPoint(x, y).find((each) => each !== host));
  }
  return Array.from(below).flatMap((each) => (each?.matches('button, input') === true ? [each.id] : []));
}, SIGN_BOX);

/** As Roundcube has it above a message with pictures from elsewhere; the button at one of three places. */
const bar = (place: string): string =>
  `<div id="bar" style="display:flex;justify-content:${place};padding:6px;background:#ffd">
     <button id="allow" onclick="window.signsClicked = 'allow'">Allow</button></div>`;

for (const place of ['flex-start', 'center', 'flex-end']) {
  test(
    `a sign does not lie on a button of the webmail above a message, at ${place}`,
    tier(place !== 'center' ? 'soak' : 'core:chromium'),
    async ({ world }) => {
      const html = tall(`<p>Dear customer</p><p><a href="${BAD}">confirm</a></p>`).replace(
        '<div id="messagebody">',
        `${bar(place)}<div id="messagebody">`,
      );
      const page = await world.openMail(mail.url, html);
      await untilSign(page);
      expect(await page.run(CONTROLS_BELOW)).toEqual([]);
      await page.click(byId('allow'));
      expect(await page.run(() => window.signsClicked)).toBe('allow');
    },
  );
}

test('a sign goes away from a button that comes below it, but not under a pointer within 40 pixels of it', async ({
  world,
}) => {
  const html = tall(`<p>Dear customer</p><p><a href="${BAD}">confirm</a></p>`);
  const page = await world.openMail(mail.url, html);
  await untilSign(page);
  await page.click(inSign('.close'), 'move');
  const before = await page.run(SIGN_CORNER);
  await page.run((_, boxOfSign) => {
    const { left, top, width, height } = boxOfSign();
    const cover = Object.assign(document.createElement('button'), { id: 'cover', textContent: 'Allow' });
    cover.style.cssText = `position:fixed;left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
    document.body.append(cover);
  }, SIGN_BOX);
  await untilLookedAround(page);
  expect(await page.run(SIGN_CORNER)).toEqual(before);
  // Beside it, and on the way to it.
  const { x, y } = await page.run((_, boxOfSign) => {
    const { left, bottom } = boxOfSign();
    return { x: left - 38, y: bottom - 4 };
  }, SIGN_BOX);
  await page.mouse('move', x, y);
  await untilLookedAround(page);
  expect(await page.run(SIGN_CORNER)).toEqual(before);
  await page.mouse('move', x - 4, y);
  await page.run(() => dispatchEvent(new Event('scrollend')));
  await page.until(
    script((_, below) => below().length === 0, CONTROLS_BELOW),
    { what: 'the sign to go elsewhere' },
  );
});

/** Has it looked at several times whether something came below the signs. */
async function untilLookedAround(page: Page): Promise<void> {
  await page.run(() => {
    let looks = 0;
    window.signsLooks = looks;
    const looked = setInterval(() => {
      looks += 1;
      window.signsLooks = looks;
      dispatchEvent(new Event('scrollend'));
      if (looks > 40) clearInterval(looked);
    }, 30);
  });
  await page.until(() => window.signsLooks !== undefined && window.signsLooks > 40, {
    what: 'several looks',
  });
}

/** A message in a frame of its own, whose first line is a link: nothing is above it. */
for (const [name, line, free] of [
  ['ends its line', `<a id="a" href="BAD">Confirm your account now</a>`, true],
  ['is followed by text', `<a id="a" href="BAD">Confirm your account</a> before it is closed`, false],
  [
    'stands between text on both sides',
    `Dear customer, <a id="a" href="BAD">confirm your account</a> before it is closed`,
    false,
  ],
] as const) {
  test(
    `the badge of a link on the first line that ${name} lies on no letters of it`,
    tier(name !== 'is followed by text' ? 'soak' : 'core:chromium'),
    async ({ world }) => {
      const page = await world.openMail(
        mail.url,
        `<!doctype html><html><head><link rel="stylesheet" href="/skins/elastic/styles/styles.min.css"></head>
       <body style="margin:0 30px;font:16px/20px sans-serif"><div id="messagebody"><p id="line" style="margin:0">${line.replace('BAD', BAD)}</p>
       <p style="margin:200px 0 0">The rest of it.</p></div></body></html>`,
      );
      await untilCount(page, 1);
      // Marks are drawn anew while a page settles.
      const overlap = await eventually('the mark', () =>
        page.run(({ one, marks }) => {
          const [mark] = marks();
          if (mark?.matches(':popover-open') !== true) return null;
          const badge = one('.badge', mark).getBoundingClientRect();
          const range = new Range();
          range.selectNodeContents(one('#line'));
          const heights = Array.from(range.getClientRects(), (line) =>
            Math.min(badge.right, line.right) - Math.max(badge.left, line.left) > 0
              ? Math.min(badge.bottom, line.bottom) - Math.max(badge.top, line.top)
              : 0,
          );
          return {
            isIn: badge.left >= 0 && badge.top >= 0 && badge.right <= innerWidth,
            onLetters: Math.max(0, ...heights),
          };
        }),
      );
      expect(overlap.isIn).toBe(true);
      // The corner of it hangs from the frame as it does elsewhere; above the line there are no letters, below the middle few.
      expect(overlap.onLetters).toBeLessThan(free ? 1 : 10);
    },
  );
}

test(
  'above what is marked at once, one sign says how many more there are, in each language',
  tier('all'),
  async ({ world }) => {
    const own = await world.openOwn('src/extension/pages/options/options.html');
    const links = Array.from({ length: 260 }, (_, n) => `<a href="${BAD}?${n}">${n}</a>`);
    const page = await world.openMail(mail.url, tall(`<p>${links.join(' ')}</p>`));
    await page.until(({ marks }) => marks().length === 200, {
      what: 'as many marks as there may be',
      timeout: 30_000,
    });
    await page.until(IS_SIGN_OPEN, { what: 'the sign' });
    // It counts on while the answers come.
    await eventually('the sum', async () => {
      const said = (await page.run(({ sign }) => sign()?.textContent)) ?? '';
      if (!said.includes('260 dangerous links. 60 more links')) throw new Error(`it says ${said}`);
      return true;
    });
    await own.show();
    await setPreferences(own, { language: 'zh-CN' });
    await page.show();
    await page.until(({ sign }) => sign()?.textContent.includes('另有 60 个'), {
      what: 'the same in Chinese',
    });
  },
);

test(
  'a sign that is to say something else waits until a question is answered, and never lies over it',
  tier('core:chromium'),
  async ({ world }) => {
    await world.openOwn('src/extension/pages/options/options.html');
    const page = await world.openMail(mail.url, tall(`<p id="text"><a id="bad" href="${BAD}">first</a></p>`));
    await untilSign(page);
    await page.click(byId('bad'));
    await untilAsked(page);
    await page.run(({ one }, href) => {
      const link = Object.assign(document.createElement('a'), { href, textContent: 'second' });
      one('#text').append(' ', link);
    }, `${BAD}?second`);
    await page.until(({ marks }) => marks().length === 2, { what: 'the second mark' });
    await page.until(({ sign }) => sign() === null, { what: 'the sign of one to go' });
    await page.run(async () => {
      for (let frames = 0; frames < 10; frames++) await new Promise(requestAnimationFrame);
    });
    expect(await page.run(({ dialog, sign }) => dialog()?.open === true && sign() === null)).toBe(true);
    await page.press('Escape');
    await page.until(
      script(
        ({ dialog, sign }, isSignOpen) =>
          dialog() === null && isSignOpen() && sign()?.textContent.includes('2 dangerous links'),
        IS_SIGN_OPEN,
      ),
      { what: 'the sign of both' },
    );
  },
);

test(
  'a message that comes in pieces has one sign, and it counts them all',
  tier('core:firefox'),
  async ({ world }) => {
    await world.openOwn('src/extension/pages/options/options.html');
    const links = (names: readonly string[]): string =>
      names.map((name) => `<a href="${BAD}?${name}">${name}</a>`).join(' ');
    const page = await world.openMail(mail.url, tall(`<p>${links(['a', 'b', 'c'])}</p>`));
    const untilSaid = (sentence: string): Promise<true> =>
      eventually(sentence, async () => {
        const said = await page.run(({ all, root }) => all('.sign', root()).map((sign) => sign.textContent));
        if (said.length !== 1 || said[0]?.includes(sentence) !== true)
          throw new Error(`the signs say ${JSON.stringify(said)}`);
        return true;
      });
    await untilSaid('3 dangerous links');
    await page.run(
      ({ one }, body, address) => {
        for (const name of ['d', 'e']) {
          const link = Object.assign(document.createElement('a'), {
            href: `${address}?${name}`,
            textContent: name,
          });
          one(':scope > *', body()).append(' ', link);
        }
      },
      BODY,
      BAD,
    );
    await untilSaid('5 dangerous links');
    await untilCount(page, 5);
  },
);

test(
  'a link that lies beside its message, on what is the webmail’s, is marked there and asks',
  tier('core:chromium'),
  async ({ world }) => {
    const place = 'position:relative;display:block;width:180px;height:30px;background:#dde';
    const page = await world.openMail(
      mail.url,
      mail
        .html(
          `<p><a id="out" href="${BAD}?1" style="${place};margin-left:-240px">Sign in again</a></p>
         <p><a id="up" href="${BAD}?2" style="${place};margin-top:-90px">Settings</a></p>`,
        )
        .replace(
          '<div id="layout-content">',
          '<div style="position:absolute;left:0;top:0;width:240px;height:400px;background:#eee">Inbox</div><div id="layout-content" style="position:relative;margin:60px 0 0 260px">',
        ),
    );
    await untilCount(page, 2);
    for (const id of ['out', 'up']) {
      await untilFramed(page, byId(id));
      await pointAway(page);
      await page.click(byId(id));
      await untilAsked(page);
      await page.press('Escape');
      await page.until(({ dialog }) => dialog() === null, { what: 'the question to go' });
    }
    expect(world.proxy.seen.filter(({ url }) => url.includes(new URL(BAD).hostname))).toEqual([]);
  },
);
