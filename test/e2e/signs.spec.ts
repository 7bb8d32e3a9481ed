import { eventually, type Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { inSoakIf } from './harness/families.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { byId, CARD, DIALOG, MARKS, ROOT } from './harness/old-parts.ts';
import { pointAway, setPreferences, untilAsked, untilCount, untilFramed } from './harness/own-parts.ts';

test.use({ installation: 'kept' });

const BAD = LISTED.phishingUrl;
const SIGN = `${ROOT}.querySelector('.sign')`;

const mail = mailPage('Roundcube');

const tall = (message: string): string =>
  mail
    .html(`<div style="min-height:300px">${message}</div>`)
    .replace('<body>', `<body onclick="window.clicked = event.target.id || event.target.localName">`);

const UNTIL_SIGN = `${SIGN}?.matches(':popover-open')`;

/** The sign of the one marked link; one that said before that there is no list yet makes room for it. */
async function untilSign(page: Page): Promise<void> {
  await untilCount(page, 1);
  await page.until(UNTIL_SIGN, { what: 'the sign' });
}

test('a sign takes no click but on its buttons', async ({ world }) => {
  const page = await world.openMail(mail.url, tall(`<p><a href="${BAD}">confirm</a></p>`));
  await untilSign(page);
  await page.click(`${SIGN}.querySelector('strong')`);
  expect(await page.run('return typeof window.clicked')).toBe('string');
  expect(await page.run('return window.clicked')).not.toBe('spamlight-marks');
  await page.run('window.clicked = null');
  await page.click(`${SIGN}.querySelector('.close')`);
  await page.until(`${SIGN} === null`, { what: 'the sign to be put away' });
  expect(await page.run('return window.clicked')).toBe(null);
});

test('a margin of a mail does not take the sign from a frame that is the message', async ({ world }) => {
  const framed = mailPage('Proton Mail');
  const page = await world.openMail(
    framed.url,
    framed.html(
      `<div style="margin-top:-20px;min-height:900px"><p style="padding-top:40px"><a href="${BAD}">confirm</a></p></div>`,
    ),
  );
  const frame = `document.querySelector('iframe')`;
  const sign = `document.querySelector('spamlight-marks')?.shadowRoot?.querySelector('.sign')`;
  await page.untilInFrame(frame, `${sign}?.matches(':popover-open')`);
  // What is drawn there stays where it is, and is not opened again and again.
  const opened = await page.run(
    `const drawn = [...${frame}.contentDocument.querySelector('spamlight-marks').shadowRoot.querySelectorAll('.mark, .sign')];
     let opened = 0;
     for (const each of drawn) each.addEventListener('toggle', () => { opened += 1; });
     for (let frames = 0; frames < 60; frames++) await new Promise(requestAnimationFrame);
     return opened;`,
  );
  expect(opened).toBeLessThan(5);
});

test('Show of a sign leads to the link, also where the message was drawn anew', async ({ world }) => {
  const page = await world.openMail(mail.url, tall(`<p><a href="${BAD}">confirm</a></p>`));
  await untilSign(page);
  await page.run(`window.before = ${MARKS}[0]; ${mail.body}.innerHTML = ${mail.body}.innerHTML`);
  await page.until(`${MARKS}[0] !== window.before && ${MARKS}[0]?.matches(':popover-open')`, {
    what: 'the mark of the new link',
  });
  await page.click(`${SIGN}.querySelector('.show')`);
  await page.until(CARD, { what: 'the card of the link' });
});

/** What a sign lies on, at points all over it: the page's own elements, each once. */
const BELOW_SIGN = `(() => {
  const { left, top, width, height } = ${SIGN}.getBoundingClientRect();
  const host = document.querySelector('spamlight-marks');
  const below = new Set();
  for (let x = left; x <= left + width; x += 4)
    for (let y = top; y <= top + height; y += 4)
      below.add(document.elementsFromPoint(x, y).find((each) => each !== host));
  return [...below].filter(Boolean);
})()`;

const CONTROLS_BELOW = `${BELOW_SIGN}.filter((each) => each.matches('button, input')).map(({ id }) => id)`;

/** As Roundcube has it above a message with pictures from elsewhere; the button at one of three places. */
const bar = (place: string): string =>
  `<div id="bar" style="display:flex;justify-content:${place};padding:6px;background:#ffd">
     <button id="allow" onclick="window.clicked = 'allow'">Allow</button></div>`;

for (const place of ['flex-start', 'center', 'flex-end']) {
  test(
    `a sign does not lie on a button of the webmail above a message, at ${place}`,
    inSoakIf(place !== 'center'),
    async ({ world }) => {
      const html = tall(`<p>Dear customer</p><p><a href="${BAD}">confirm</a></p>`).replace(
        '<div id="messagebody">',
        `${bar(place)}<div id="messagebody">`,
      );
      const page = await world.openMail(mail.url, html);
      await untilSign(page);
      expect(await page.run(`return ${CONTROLS_BELOW}`)).toEqual([]);
      await page.click(byId('allow'));
      expect(await page.run('return window.clicked')).toBe('allow');
    },
  );
}

test('a sign goes away from a button that comes below it, but not under a pointer within 40 pixels of it', async ({
  world,
}) => {
  const html = tall(`<p>Dear customer</p><p><a href="${BAD}">confirm</a></p>`);
  const page = await world.openMail(mail.url, html);
  await untilSign(page);
  const box = `${SIGN}.getBoundingClientRect()`;
  await page.click(`${SIGN}.querySelector('.close')`, 'move');
  const before = await page.run(`return [${box}.left, ${box}.top]`);
  await page.run(
    `const { left, top, width, height } = ${box};
     const cover = Object.assign(document.createElement('button'), { id: 'cover', textContent: 'Allow' });
     cover.style.cssText = 'position:fixed;left:' + left + 'px;top:' + top + 'px;width:' + width + 'px;height:' + height + 'px';
     document.body.append(cover);`,
  );
  await untilLookedAround(page);
  expect(await page.run(`return [${box}.left, ${box}.top]`)).toEqual(before);
  // Beside it, and on the way to it.
  const { x, y } = (await page.run(`return { x: ${box}.left - 38, y: ${box}.bottom - 4 }`)) as {
    x: number;
    y: number;
  };
  await page.mouse('move', x, y);
  await untilLookedAround(page);
  expect(await page.run(`return [${box}.left, ${box}.top]`)).toEqual(before);
  await page.mouse('move', x - 4, y);
  await page.run(`dispatchEvent(new Event('scrollend'))`);
  await page.until(`${CONTROLS_BELOW}.length === 0`, { what: 'the sign to go elsewhere' });
});

/** Has it looked at several times whether something came below the signs. */
async function untilLookedAround(page: Page): Promise<void> {
  await page.run(
    `window.looks = 0;
     const looked = setInterval(() => { window.looks += 1; dispatchEvent(new Event('scrollend')); if (window.looks > 40) clearInterval(looked); }, 30);`,
  );
  await page.until('window.looks > 40', { what: 'several looks' });
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
    inSoakIf(name !== 'is followed by text'),
    async ({ world }) => {
      const page = await world.openMail(
        mail.url,
        `<!doctype html><html><head><link rel="stylesheet" href="/skins/elastic/styles/styles.min.css"></head>
       <body style="margin:0 30px;font:16px/20px sans-serif"><div id="messagebody"><p id="line" style="margin:0">${line.replace('BAD', BAD)}</p>
       <p style="margin:200px 0 0">The rest of it.</p></div></body></html>`,
      );
      await untilCount(page, 1);
      const lines = `(() => { const range = new Range(); range.selectNodeContents(${byId('line')}); return [...range.getClientRects()]; })()`;
      // Marks are drawn anew while a page settles.
      const overlap = (await eventually('the mark', () =>
        page.run(
          `const mark = ${MARKS}[0];
       if (!mark?.matches(':popover-open')) return null;
       const badge = mark.querySelector('.badge').getBoundingClientRect();
       return { isIn: badge.left >= 0 && badge.top >= 0 && badge.right <= innerWidth,
         onLetters: Math.max(0, ...${lines}.map((line) =>
           Math.max(0, Math.min(badge.right, line.right) - Math.max(badge.left, line.left)) > 0
             ? Math.min(badge.bottom, line.bottom) - Math.max(badge.top, line.top) : 0)) };`,
        ),
      )) as { isIn: boolean; onLetters: number };
      expect(overlap.isIn).toBe(true);
      // The corner of it hangs from the frame as it does elsewhere; above the line there are no letters, below the middle few.
      expect(overlap.onLetters).toBeLessThan(free ? 1 : 10);
    },
  );
}

test('above what is marked at once, one sign says how many more there are, in each language', async ({
  world,
}) => {
  const own = await world.openOwn('src/extension/pages/options/options.html');
  const links = Array.from({ length: 260 }, (_, n) => `<a href="${BAD}?${n}">${n}</a>`);
  const page = await world.openMail(mail.url, tall(`<p>${links.join(' ')}</p>`));
  await page.until(`${MARKS}.length === 200`, { what: 'as many marks as there may be', timeout: 30_000 });
  await page.until(UNTIL_SIGN, { what: 'the sign' });
  // It counts on while the answers come.
  await eventually('the sum', async () => {
    const said = String(await page.run(`return ${SIGN}?.textContent`));
    if (!said.includes('260 dangerous links. 60 more links')) throw new Error(`it says ${said}`);
    return true;
  });
  await own.show();
  await setPreferences(own, { language: 'zh-CN' });
  await page.show();
  await page.until(`${SIGN}?.textContent.includes('另有 60 个')`, { what: 'the same in Chinese' });
});

test('a sign that is to say something else waits until a question is answered, and never lies over it', async ({
  world,
}) => {
  await world.openOwn('src/extension/pages/options/options.html');
  const page = await world.openMail(mail.url, tall(`<p id="text"><a id="bad" href="${BAD}">first</a></p>`));
  await untilSign(page);
  await page.click(byId('bad'));
  await untilAsked(page);
  await page.run(
    `const link = Object.assign(document.createElement('a'), { href: args, textContent: 'second' });
     document.querySelector('#text').append(' ', link);`,
    `${BAD}?second`,
  );
  await page.until(`${MARKS}.length === 2`, { what: 'the second mark' });
  await page.until(`${SIGN} === null`, { what: 'the sign of one to go' });
  await page.run(
    `for (let frames = 0; frames < 10; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));`,
  );
  expect(await page.run(`return ${DIALOG}.open && ${SIGN} === null`)).toBe(true);
  await page.press('Escape');
  await page.until(
    `${DIALOG} === null && ${UNTIL_SIGN} && ${SIGN}.textContent.includes('2 dangerous links')`,
    {
      what: 'the sign of both',
    },
  );
});

test('a message that comes in pieces has one sign, and it counts them all', async ({ world }) => {
  await world.openOwn('src/extension/pages/options/options.html');
  const links = (names: readonly string[]): string =>
    names.map((name) => `<a href="${BAD}?${name}">${name}</a>`).join(' ');
  const page = await world.openMail(mail.url, tall(`<p>${links(['a', 'b', 'c'])}</p>`));
  const untilSaid = (sentence: string): Promise<true> =>
    eventually(sentence, async () => {
      const said = await page.run(
        `return [...${ROOT}.querySelectorAll('.sign')].map((sign) => sign.textContent)`,
      );
      if (!Array.isArray(said) || said.length !== 1 || !String(said[0]).includes(sentence))
        throw new Error(`the signs say ${JSON.stringify(said)}`);
      return true;
    });
  await untilSaid('3 dangerous links');
  await page.run(
    `for (const name of ['d', 'e']) {
       const link = document.createElement('a');
       link.href = args + '?' + name; link.textContent = name;
       ${mail.body}.firstElementChild.append(' ', link);
     }`,
    BAD,
  );
  await untilSaid('5 dangerous links');
  await untilCount(page, 5);
});

test('a link that lies beside its message, on what is the webmail’s, is marked there and asks', async ({
  world,
}) => {
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
    await page.until(`${ROOT}.querySelector('dialog') === null`, { what: 'the question to go' });
  }
  expect(world.proxy.seen.filter(({ url }) => url.includes(new URL(BAD).hostname))).toEqual([]);
});
