import axe from 'axe-core';
import type { Page } from './harness/browser.ts';
import { eventually } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { marksOf, untilMarked } from './harness/marks.ts';
import { API, byId, CARD, control, DIALOG, ROOT, TOAST } from './harness/old-parts.ts';
import { countsOf, openCard, ownPageWithList, pointAway, setPreferences, tabOf, untilAsked, untilCard, untilCount } from './harness/own-parts.ts';
import { ask } from './harness/pinned-channel.ts';
import { htmlPage } from './harness/proxy.ts';

test.use({ installation: 'kept' });

const MAIL = mailPage();
const SPAM = `https://www.${LISTED.spamHost}/x`;

test('the card opens where the pointer rests or taps the badge, beside the link, and goes when the pointer does', async ({
  world,
}) => {
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(`<p><a id="a" href="${LISTED.phishingUrl}">link</a></p>`),
  );
  await untilMarked(page, [LISTED.phishingUrl]);
  await page.until(`${ROOT}.querySelector('.mark:popover-open')`, { what: 'the mark' });
  await openCard(page, byId('a'));
  const text = String(await page.run(`return ${CARD}.textContent`));
  expect(text).toMatch(/phishing/i);
  expect(text).toContain(new URL(LISTED.phishingUrl).hostname);
  expect(await page.run(`return ${CARD}.querySelector('.address strong').textContent`)).toBe(
    'bank-check.example',
  );
  expect(await covers(page, byId('a'))).toBe(false);
  await pointAway(page);
  await page.until(`${CARD} === null`, { what: 'the card to go' });

  // A click on the badge is for the card: neither the page nor a link below it hears of it.
  await page.run(`window.clicks = 0; addEventListener('click', () => { clicks += 1; }, true)`);
  await page.click(`${ROOT}.querySelector('.mark .badge')`);
  await page.until(CARD, { what: 'the card' });
  expect(await page.run('return clicks')).toBe(0);
  expect(await page.run(`return ${DIALOG}`)).toBe(null);
  expect(await covers(page, byId('a'))).toBe(false);
  expect(await page.url()).toBe(MAIL.url);
});

test('a pointer that rests on a link before it is marked opens its card, before the file with it is there and after', async ({
  world,
}) => {
  await ownPageWithList(world);
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(`<p style="margin:60px"><a id="a" href="https://www.example.org/">link</a></p>`),
  );
  // An answer has come for what it was: nothing of it is marked.
  await page.until(`${ROOT} && document.readyState === 'complete'`);
  await page.click(byId('a'), 'move');
  for (const href of [LISTED.phishingUrl, `https://${LISTED.phishingHost}/other`]) {
    await page.run(`${byId('a')}.href = args`, href);
    await page.until(`${CARD}?.textContent.includes(new URL(${byId('a')}.href).hostname.split('.').at(-2))`, {
      what: `the card of ${href}`,
    });
    await page.run(`${byId('a')}.href = 'https://www.example.org/'`);
    await page.until(`${CARD} === null`, { what: 'the card to go' });
  }
});

function covers(page: Page, element: string): Promise<unknown> {
  return page.run(
    `const card = ${CARD}.getBoundingClientRect(), link = ${element}.getBoundingClientRect();
     return card.left < link.right && card.right > link.left && card.top < link.bottom && card.bottom > link.top;`,
  );
}

test('everything in the card can be reached and left by the keyboard, is spoken, and has nothing that axe objects to', async ({
  world,
}) => {
  // A list that comes now makes the page ask again; the card has to stay.
  const own = await ownPageWithList(world);
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(
      `<p><button id="before">before</button> <a id="a" href="${LISTED.phishingUrl}">link</a> <button id="after">after</button></p>`,
    ),
  );
  await untilMarked(page, [LISTED.phishingUrl]);
  const focused = () =>
    page.run(`return [document.activeElement.id, ${ROOT}.activeElement?.textContent ?? ''].join()`);
  await page.run(`${byId('before')}.focus()`);
  await page.press('Tab');
  await page.until(CARD, { what: 'the card' });
  await page.until(`/Dangerous link.*Tab/.test(${ROOT}.querySelector('[role=status]').textContent)`, {
    what: 'what is spoken',
  });
  await page.press('Tab');
  const isInside = `${CARD}?.contains(${ROOT}.activeElement)`;
  expect(await page.run(`return ${isInside}`)).toBe(true);

  // All pages ask again; what is said is the same.
  await own.run(
    `await ${API}.runtime.sendMessage({ type: 'add-rule', action: 'trust', scope: 'site', subject: 'other.example', note: '', expiresAt: null })`,
  );
  await own.until(
    `${API}.runtime.sendMessage({ type: 'list-rules', action: 'trust' }).then(({ rules }) => rules.length === 1)`,
  );
  await page.run('await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))');
  expect(await page.run(`return ${isInside}`)).toBe(true);

  // Through every control: Tab leaves only behind the last one.
  const count = Number(
    await page.run(
      `return [...${CARD}.querySelectorAll('button')].filter((button) => button.checkVisibility()).length`,
    ),
  );
  expect(count).toBeGreaterThan(4);
  for (let n = 1; n < count; n++) {
    await page.press('Tab');
    expect(await page.run(`return ${isInside}`), `after ${n} times Tab`).toBe(true);
  }
  const found = (await page.run(
    `${axe.source}
     const { violations } = await window.axe.run({ include: [['spamlight-marks']] }, { resultTypes: ['violations'] });
     return violations.flatMap(({ id, nodes }) => nodes.map(({ failureSummary }) => id + ': ' + failureSummary));`,
  )) as readonly string[];
  expect(found).toEqual([]);
  expect(await page.run(`return ${CARD}.getAttribute('role')`)).toBe('alertdialog');
  expect(
    await page.run(
      `return ${ROOT}.querySelector('#' + ${CARD}.getAttribute('aria-describedby')).textContent`,
    ),
  ).toContain(new URL(LISTED.phishingUrl).hostname);

  await page.press('Escape');
  await page.until(`${CARD} === null`, { what: 'the card to go' });
  expect(await focused()).toBe('a,');
  await page.press('Tab');
  expect(await focused()).toBe('after,');
});

test('the page hears nothing of what is typed or clicked in the card', async ({ world }) => {
  const page = await world.openMail(
    MAIL.url,
    `<script>
       window.heard = [];
       for (const type of ['click', 'keydown', 'focusin', 'pointerdown', 'mouseup', 'input', 'change'])
         addEventListener(type, ({ target }) => { if (target.localName === 'spamlight-marks') heard.push(type); }, true);
     </script>` + MAIL.html(`<p><a id="a" href="${LISTED.phishingUrl}">link</a></p>`),
  );
  await untilMarked(page, [LISTED.phishingUrl]);
  // By the focus: such a card stays where the pointer lies still, so nothing may wait for it to go first.
  await page.run(`${byId('a')}.focus()`);
  await untilCard(page);
  await page.click(control(CARD, /Why/));
  await page.until(`${CARD}?.querySelector('.details').checkVisibility()`, { what: 'the reasons' });
  await page.press('Tab');
  await page.press('x');
  expect(await page.run(`return heard`)).toEqual([]);
});

interface Rule {
  readonly scope: string;
  readonly subject: string;
  readonly expiresAt: number | null;
}

test('site, link and sender are trusted from the card for as long as is said, and the way back is one click', async ({
  world,
}) => {
  const own = await ownPageWithList(world);
  const page = await world.openMail(MAIL.url, MAIL.html(`<p><a id="a" href="${SPAM}">link</a></p>`));
  for (const [scope, subject, duration, seconds] of [
    ['site', LISTED.spamHost, /Always/, null],
    ['link', '', /7 days/, 7 * 86_400],
    ['sender', 'sender@news.example', /7 days/, 7 * 86_400],
  ] as const) {
    await untilMarked(page, [SPAM]);
    await openCard(page, byId('a'));
    await page.click(control(CARD, /^Trust…/));
    await page.until(control(CARD, /^Trust$/), { what: 'the choice' });
    await page.click(`${CARD}.querySelector('input[value=${scope}]')`);
    await page.click(control(CARD, duration, 'label'));
    await page.click(control(CARD, /^Trust$/));
    await untilMarked(page, []);
    const { rules } = (await own.run(
      `return ${API}.runtime.sendMessage({ type: 'list-rules', action: 'trust' })`,
    )) as { rules: readonly Rule[] };
    expect(rules).toHaveLength(1);
    expect(rules[0]?.scope).toBe(scope);
    expect(rules[0]?.subject).toContain(subject);
    const left = rules[0]?.expiresAt == null ? null : rules[0].expiresAt - Date.now() / 1000;
    if (seconds === null) expect(left).toBe(null);
    else expect(Math.abs((left ?? 0) - seconds)).toBeLessThan(60);
    await page.until(control(TOAST, /Undo/), { what: 'the way back' });
    // By what was there before it: a screen reader says nothing of what comes with its words in it.
    await page.until(`${ROOT}.querySelector('[role=status]').textContent.endsWith('Undo')`, {
      what: 'what was done, and the way back, to be spoken',
    });
    expect(await page.run(`return ${TOAST}.role`)).toBe(null);
    await page.click(control(TOAST, /Undo/));
  }
  await untilMarked(page, [SPAM]);
});

test('block, why, open anyway and a word to the maintainers', async ({ world }) => {
  world.proxy.serve(`www.${LISTED.spamHost}`, htmlPage('<title>arrived</title>'));
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(`<p><a id="a" target="_blank" href="${SPAM}">link</a></p>`),
  );
  const marks = await untilMarked(page, [SPAM]);
  expect(marks[0]?.level).toBe('caution');
  await openCard(page, byId('a'));
  await page.click(control(CARD, /Why/));
  await page.until(`${CARD}?.querySelector('.details').checkVisibility()`, { what: 'the reasons' });
  expect(String(await page.run(`return ${CARD}.querySelector('.details').textContent`))).toContain(
    'spamlight',
  );
  await page.click(control(CARD, /Tell the list/));
  await page.until(`/Copied/.test(${CARD}?.querySelector('.told').textContent)`, { what: 'the copy' });
  await page.click(control(CARD, /Open anyway/));
  await eventually(
    'the page to open elsewhere',
    () => world.proxy.seen.filter(({ url }) => url === SPAM).length === 1,
  );
  expect(await page.url()).toBe(MAIL.url);
  expect(await page.run(`return ${CARD}`)).toBe(null);

  await openCard(page, byId('a'));
  await page.click(control(CARD, /^Block$/));
  await page.until(`${CARD}?.querySelector('.choice').checkVisibility()`, { what: 'the choice' });
  await page.click(`${CARD}.querySelector('.choice .primary')`);
  await page.until(`${ROOT}.querySelector('.mark.danger')`, { what: 'the mark to be one of danger' });
  await untilCount(page, 1);
});

test('marks, card and question speak the language that the reader chose, at once', async ({ world }) => {
  const own = await ownPageWithList(world);
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(`<p><a id="a" href="${LISTED.phishingUrl}">link</a></p>`),
  );
  await untilMarked(page, [LISTED.phishingUrl]);
  const spoken = `${ROOT}.querySelector('.mark')?.ariaLabel`;
  await page.until(`/^Dangerous link/.test(${spoken})`);
  await setPreferences(own, { language: 'zh-CN' });
  await page.until(`/^危险链接/.test(${spoken})`, { what: 'the mark in Chinese' });
  await page.click(byId('a'), 'move');
  await page.until(CARD, { what: 'the card' });
  expect(String(await page.run(`return ${CARD}.textContent`))).not.toMatch(/Dangerous|Trust|Open anyway/);
  expect(await page.run(`return ${CARD}.lang`)).toBe('zh-CN');
  await page.click(byId('a'));
  await untilAsked(page);
  expect(String(await page.run(`return ${DIALOG}.textContent`))).not.toMatch(/dangerous|Back/);
  await page.press('Escape');
  // A page that opens later has it from the start.
  const other = await world.browser.openPage(MAIL.url);
  await other.until(`/^危险链接/.test(${spoken})`, { what: 'the mark in Chinese' });
  await other.close();
  await setPreferences(own, { language: null });
  await page.until(`/^Dangerous link/.test(${spoken})`, { what: 'the mark in English' });
});

test('a link that has the focus already when it is marked has its card', async ({ world }) => {
  const own = await ownPageWithList(world);
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(
      `<p><a id="late" href="https://late.example/x">first</a> <a href="${LISTED.phishingUrl}">second</a></p>`,
    ),
  );
  await untilMarked(page, [LISTED.phishingUrl]);
  // The other link's card was there: all that draws one is loaded.
  await openCard(page, `document.querySelector('p a + a')`);
  await pointAway(page);
  await page.until(`${CARD} === null`, { what: 'the card to go' });
  await page.press('Tab');
  await page.until(`document.activeElement?.id === 'late'`, { what: 'the focus' });
  const rule = { scope: 'site', subject: 'late.example', note: '', expiresAt: null };
  await own.run(`return ${API}.runtime.sendMessage({ type: 'add-rule', action: 'block', ...args })`, rule);
  await page.show();
  await page.until(`${CARD}?.textContent.includes('late.example')`, { what: 'the card' });
  await page.press('Escape');
  await page.until(`${CARD} === null`, { what: 'the card to go' });
});

test('a card that is read says what is so now, and who was in it is at its link', async ({ world }) => {
  const own = await ownPageWithList(world);
  const page = await world.openMail(MAIL.url, MAIL.html(`<p><a id="a" href="${SPAM}">link</a></p>`));
  await untilMarked(page, [SPAM]);
  const rule = { scope: 'site', subject: LISTED.spamHost, note: '', expiresAt: null };
  await openCard(page, byId('a'));
  const { ruleId } = (await ask(own, { type: 'add-rule', action: 'block', ...rule })) as { ruleId: string };
  await page.show();
  await page.until(`${CARD}?.matches('.danger')`, { what: 'the card of a danger, at a pointer that rests' });
  await pointAway(page);
  await page.until(`${CARD} === null`, { what: 'the card to go' });

  await page.press('Tab');
  await page.until(`${CARD}?.matches('.danger')`, { what: 'the card at the focus' });
  await page.press('Tab');
  await page.until(`${CARD}?.contains(${ROOT}.activeElement)`, { what: 'the focus in the card' });
  await ask(own, { type: 'remove-rules', ids: [ruleId] });
  await page.show();
  await page.until(`${CARD}?.matches('.caution')`, { what: 'the card of a caution, at the focus' });
  expect(await page.run('return document.activeElement.id')).toBe('a');
  await page.press('Escape');
  await page.until(`${CARD} === null`, { what: 'the card to go' });
});

test('the choice for a danger is once and not the sender; the way back is one key away, and the focus goes where it was', async ({
  world,
}) => {
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(`<p><a id="a" href="${LISTED.phishingUrl}">link</a></p>`),
  );
  await untilMarked(page, [LISTED.phishingUrl]);
  await openCard(page, byId('a'));
  await page.click(control(CARD, /^Trust…/));
  await page.until(control(CARD, /^Trust$/), { what: 'the choice' });
  expect(await page.run(`return ${CARD}.querySelector('input[value=sender]')`)).toBeNull();
  expect(await page.run(`return ${CARD}.querySelector('input[name=duration]:checked').value`)).toBe('once');
  expect(await page.run(`return ${CARD}.querySelector('input[name=scope]').checkVisibility()`)).toBe(false);
  await page.click(control(CARD, /^Trust$/));
  await page.until(control(TOAST, /Undo/), { what: 'the way back' });
  const focused = 'document.activeElement';
  await page.until(`${focused} === ${byId('a')}`, { what: 'the focus at the link again' });
  await page.press('Tab');
  await page.until(`${ROOT}.activeElement?.className === 'undo'`, { what: 'the focus at the way back' });
  await page.press('Enter');
  await page.until(`${focused} === ${byId('a')}`, { what: 'the focus at the link once more' });
  await untilMarked(page, [LISTED.phishingUrl]);
});

test('once is this link in this message, until another one is opened or the page is left', async ({
  world,
}) => {
  const own = await ownPageWithList(world);
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(`<p><a id="a" href="${LISTED.phishingUrl}">link</a></p>`),
  );
  const trustOnce = async (): Promise<void> => {
    await untilMarked(page, [LISTED.phishingUrl]);
    await openCard(page, byId('a'));
    await page.click(control(CARD, /^Trust…/));
    await page.until(control(CARD, /^Trust$/), { what: 'the choice' });
    await page.click(control(CARD, /^Trust$/));
    await untilMarked(page, []);
    await page.until(`/until you open another message/.test(${TOAST}?.textContent)`, {
      what: 'what was done',
    });
  };
  await trustOnce();
  const { rules } = (await own.run(
    `return ${API}.runtime.sendMessage({ type: 'list-rules', action: 'trust' })`,
  )) as { rules: readonly Rule[] };
  expect(rules).toEqual([]);

  // Another message opens beside it, as in a thread: the question is back at the first, too.
  await page.run(
    `const thread = document.querySelector('[role=main]'), next = thread.querySelector('[data-message-id]').cloneNode(true);
     next.dataset.messageId = '#msg-f:2';
     next.querySelector('a').removeAttribute('id');
     thread.append(next);`,
  );
  await untilMarked(page, [LISTED.phishingUrl, LISTED.phishingUrl]);
  await page.run(`document.querySelectorAll('[data-message-id]')[1].remove()`);

  await trustOnce();
  world.proxy.serve('www.example.org', htmlPage('<title>elsewhere</title>'));
  await page.goto('https://www.example.org/');
  await page.goto(MAIL.url);
  await page.until(`document.querySelector('spamlight-marks') && ${byId('a')}`, { what: 'the page again' });
  await untilMarked(page, [LISTED.phishingUrl]);

  await trustOnce();
  await page.click(control(TOAST, /Undo/));
  await untilMarked(page, [LISTED.phishingUrl]);
});

test('once ends with the message also where the webmail shows the next one in the same element', async ({
  world,
}) => {
  await ownPageWithList(world);
  // Its body has no name of the message, and its sender stays the same.
  const roundcube = mailPage('Roundcube');
  const letter = (text: string): string =>
    `<div><p>${text} <a id="a" href="${LISTED.phishingUrl}">link</a></p></div>`;
  const page = await world.openMail(roundcube.url, roundcube.html(letter('the first')));
  const trustOnce = async (): Promise<void> => {
    await untilMarked(page, [LISTED.phishingUrl]);
    await openCard(page, byId('a'));
    await page.click(control(CARD, /^Trust…/));
    await page.until(control(CARD, /^Trust$/), { what: 'the choice' });
    await page.click(control(CARD, /^Trust$/));
    await untilMarked(page, []);
  };
  const show = (html: string): Promise<unknown> => page.run(`${roundcube.body}.innerHTML = args`, html);
  await trustOnce();

  // Drawn again, it is the same message. A link without text shows when that has been looked at.
  const picture = `<a href="${LISTED.phishingUrl}?2" style="display: inline-block; width: 40px; height: 40px"></a>`;
  await show(letter('the first') + picture);
  await untilMarked(page, [`${LISTED.phishingUrl}?2`]);

  await show(letter('the second'));
  await untilMarked(page, [LISTED.phishingUrl]);
  await page.click(byId('a'));
  await untilAsked(page);
});

test('of a form on a site that many share, the form is trusted and blocked, and never the site', async ({
  world,
}) => {
  const own = await ownPageWithList(world);
  const folder = 'docs.google.com/forms/d/e/1FAIpQLSe/';
  const form = `https://${folder}viewform`;
  const same = `https://${folder}formResponse`;
  const other = 'https://docs.google.com/forms/d/e/2otherForm/viewform';
  const page = await world.openMail(
    MAIL.url,
    MAIL.html(
      `<p><a id="a" href="${form}">form</a></p><p><a href="${same}">same</a></p><p><a href="${other}">other</a></p>`,
    ),
  );
  await eventually('the links', async () => (await countsOf(own, 'mail.google.com')).links === 3);
  const shown = async (): Promise<unknown> =>
    page.run(
      `return [...${CARD}.querySelectorAll('input[name=scope]')].map(({ value, checked }) => value + (checked ? '!' : ''))`,
    );
  // By the browser's menu: the widest that is one person's.
  await world.browser.chooseMenuItem(page, '#a', 'block-site');
  // What the message itself gives away may be marked besides, as caution.
  const untilDanger = (wanted: readonly string[]): Promise<unknown> =>
    eventually(`danger at ${wanted.join()}`, async () => {
      const marks = await marksOf(page);
      const found = marks.filter(({ level }) => level === 'danger').map(({ href }) => href ?? '');
      return JSON.stringify(found.sort()) === JSON.stringify([...wanted].sort());
    });
  await untilDanger([form, same]);

  // By the card: trusted instead.
  await openCard(page, byId('a'));
  await page.click(control(CARD, /^Trust…/));
  await page.until(control(CARD, /^Trust$/), { what: 'the choice' });
  expect(await shown()).toEqual(['link', 'path!']);
  await page.click(control(CARD, /Always/, 'label'));
  expect(String(await page.run(`return ${CARD}.querySelector('.scopes').textContent`))).toContain(folder);
  await page.click(control(CARD, /^Trust$/));
  // What the menu did has an Undo as well, and may still be shown. Under the pointer this one stays.
  await page.until(`/Trusted:/.test(${TOAST}?.textContent)`, { what: 'what was done' });
  await page.click(control(TOAST, /Undo/), 'move');
  await untilDanger([]);
  await page.click(control(TOAST, /Undo/));
  await untilDanger([form, same]);

  // By the popup, which decides about what the background says of each link.
  const tabId = await tabOf(own, 'mail.google.com');
  const { flagged } = (await own.run(
    `return ${API}.runtime.sendMessage({ type: 'get-tab', tabId: args })`,
    tabId,
  )) as { flagged: readonly { readonly scopes: readonly { readonly scope: string }[] }[] };
  expect(flagged.length).toBeGreaterThan(1);
  for (const { scopes } of flagged.slice(0, 2))
    expect(scopes.map(({ scope }) => scope)).toEqual(['link', 'path', 'sender']);

  // By the settings, as it is pasted.
  const add = (action: string, scope: string): Promise<unknown> =>
    own.run(`return ${API}.runtime.sendMessage({ type: 'add-rule', ...args, note: '', expiresAt: null })`, {
      action,
      scope,
      subject: form,
    });
  for (const action of ['trust', 'block']) {
    expect(await add(action, 'site')).toEqual({ refused: 'not-trustable' });
    expect(await add(action, 'host')).toEqual({ refused: 'not-trustable' });
    expect(await add(action, 'path')).toMatchObject({ scope: 'path', subject: folder });
    await untilDanger(action === 'trust' ? [] : [form, same]);
  }
  // By the card: blocked more narrowly.
  await openCard(page, byId('a'));
  await page.click(control(CARD, /^Block/));
  await page.until(control(CARD, /^Block$/), { what: 'the choice' });
  expect(await shown()).toEqual(['link', 'path!', 'sender']);
});
