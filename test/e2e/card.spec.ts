import type { Page } from './harness/browser.ts';
import { eventually } from './harness/browser.ts';
import { AXE } from './harness/axe.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { marksOf, untilMarked } from './harness/marks.ts';
import {
  at,
  byId,
  CARD,
  control,
  countsOf,
  openCard,
  ownPageWithList,
  pointAway,
  setPreferences,
  tabOf,
  TOAST,
  untilAsked,
  untilCard,
  untilCount,
} from './harness/own-parts.ts';
import { type PageScript, script } from './harness/page-script.ts';
import { ask } from './harness/pinned-channel.ts';
import { htmlPage } from './harness/proxy.ts';
import { tier } from './harness/tiers.ts';

declare global {
  /** What these tests keep in the page between two scripts. */
  interface Window {
    cardClicks?: number;
    cardHeard?: string[];
  }
}

test.use({ installation: 'kept' });

const MAIL = mailPage();
const SPAM = `https://www.${LISTED.spamHost}/x`;

/** The rules by which something is trusted, in a page of the extension. */
const TRUSTED = script(async ({ send }) => {
  const answer = await send({ type: 'list-rules', action: 'trust' });
  if (!('rules' in answer)) throw new Error('the rules cannot be read');
  return answer.rules;
});

test(
  'the card opens where the pointer rests or taps the badge, beside the link, and goes when the pointer does',
  tier('core'),
  async ({ world }) => {
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(`<p><a id="a" href="${LISTED.phishingUrl}">link</a></p>`),
    );
    await untilMarked(page, [LISTED.phishingUrl]);
    await page.until(({ root }) => root().querySelector('.mark:popover-open'), { what: 'the mark' });
    await openCard(page, byId('a'));
    const text = await page.run(({ card }) => card()?.textContent);
    expect(text).toMatch(/phishing/i);
    expect(text).toContain(new URL(LISTED.phishingUrl).hostname);
    expect(await page.run(({ one, card }) => one('.address strong', card()).textContent)).toBe(
      'bank-check.example',
    );
    expect(await covers(page, byId('a'))).toBe(false);
    await pointAway(page);
    await page.until(({ card }) => card() === null, { what: 'the card to go' });

    // A click on the badge is for the card: neither the page nor a link below it hears of it.
    await page.run(() => {
      window.cardClicks = 0;
      addEventListener(
        'click',
        () => {
          window.cardClicks = (window.cardClicks ?? 0) + 1;
        },
        true,
      );
    });
    await page.click(({ one, root }) => one('.mark .badge', root()));
    await page.until(CARD, { what: 'the card' });
    expect(await page.run(() => window.cardClicks)).toBe(0);
    expect(await page.run(({ dialog }) => dialog())).toBe(null);
    expect(await covers(page, byId('a'))).toBe(false);
    expect(await page.url()).toBe(MAIL.url);
  },
);

test('a card stays under a hand that holds the button down for long', tier('core'), async ({ world }) => {
  const page = await world.openMail(MAIL.url, MAIL.html(`<p><a id="a" href="${SPAM}">link</a></p>`));
  await untilMarked(page, [SPAM]);
  await openCard(page, byId('a'));
  await page.click(control(CARD, /^Trust…/), 'slow-click');
  for (const choice of [/^7 days/, /^Always/]) {
    const label = control(CARD, choice, 'label');
    await page.until(label, { what: String(choice) });
    await page.click(label, 'slow-click');
    await page.until(
      script((_, find) => (find() as HTMLLabelElement).control?.matches(':checked'), label),
      {
        what: `${choice} to be chosen`,
      },
    );
  }
  await page.click(control(CARD, /^Cancel/), 'slow-click');
  await page.until(({ card }) => card()?.querySelector('.choice')?.matches('[hidden]'), {
    what: 'the choice to fold',
  });
  await page.click(({ one, card }) => one('.close', card()), 'slow-click');
  await page.until(({ card }) => card() === null, { what: 'the card to go' });
});

test(
  'a pointer that rests on a link before it is marked opens its card, before the file with it is there and after',
  tier('all'),
  async ({ world }) => {
    await ownPageWithList(world);
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(`<p style="margin:60px"><a id="a" href="https://www.example.org/">link</a></p>`),
    );
    // An answer has come for what it was: nothing of it is marked.
    await page.until(({ root }) => root() && document.readyState === 'complete');
    await page.click(byId('a'), 'move');
    const leadTo = (href: string): Promise<void> =>
      page.run(({ one }, to) => {
        one<HTMLAnchorElement>('#a').href = to;
      }, href);
    for (const href of [LISTED.phishingUrl, `https://${LISTED.phishingHost}/other`]) {
      await leadTo(href);
      await page.until(
        ({ card, one }) =>
          card()?.textContent.includes(
            String(new URL(one<HTMLAnchorElement>('#a').href).hostname.split('.').at(-2)),
          ),
        { what: `the card of ${href}` },
      );
      await leadTo('https://www.example.org/');
      await page.until(({ card }) => card() === null, { what: 'the card to go' });
    }
  },
);

function covers(page: Page, element: PageScript<Element>): Promise<boolean> {
  return page.run(({ one, root }, find) => {
    const card = one('.card', root()).getBoundingClientRect();
    const link = find().getBoundingClientRect();
    return (
      card.left < link.right && card.right > link.left && card.top < link.bottom && card.bottom > link.top
    );
  }, element);
}

test(
  'everything in the card can be reached and left by the keyboard, is spoken, and has nothing that axe objects to',
  tier('core:firefox'),
  async ({ world }) => {
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
      page.run(({ root }) => [document.activeElement?.id, root().activeElement?.textContent ?? ''].join());
    await page.run(({ one }) => one('#before').focus());
    await page.press('Tab');
    await page.until(CARD, { what: 'the card' });
    await page.until(
      ({ one, root }) => /Dangerous link.*Tab/.test(one('[role=status]', root()).textContent),
      {
        what: 'what is spoken',
      },
    );
    await page.press('Tab');
    const isInside = script(({ card, root }) => card()?.contains(root().activeElement));
    expect(await page.run(isInside)).toBe(true);

    // All pages ask again; what is said is the same.
    await own.run(async ({ send }) => {
      await send({
        type: 'add-rule',
        action: 'trust',
        scope: 'site',
        subject: 'other.example',
        note: '',
        expiresAt: null,
      });
    });
    await own.until(script(async (_, find) => (await find()).length === 1, TRUSTED));
    await page.run(async ({ pause }) => {
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
      await pause(200);
    });
    expect(await page.run(isInside)).toBe(true);

    // Through every control: Tab leaves only behind the last one.
    const count = await page.run(
      ({ all, card }) => all('button', card()).filter((button) => button.checkVisibility()).length,
    );
    expect(count).toBeGreaterThan(4);
    for (let n = 1; n < count; n++) {
      await page.press('Tab');
      expect(await page.run(isInside), `after ${n} times Tab`).toBe(true);
    }
    const found = await page.run(async (_, load) => {
      const { violations } = await load().run(
        { include: [['spamlight-marks']] },
        { resultTypes: ['violations'] },
      );
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ failureSummary }) => `${id}: ${failureSummary}`),
      );
    }, AXE);
    expect(found).toEqual([]);
    expect(await page.run(({ card }) => card()?.getAttribute('role'))).toBe('alertdialog');
    expect(
      await page.run(
        ({ one, root, card }) => one(`#${card()?.getAttribute('aria-describedby')}`, root()).textContent,
      ),
    ).toContain(new URL(LISTED.phishingUrl).hostname);

    await page.press('Escape');
    await page.until(({ card }) => card() === null, { what: 'the card to go' });
    expect(await focused()).toBe('a,');
    await page.press('Tab');
    expect(await focused()).toBe('after,');
  },
);

test(
  'the page hears nothing of what is typed or clicked in the card',
  tier('core:chromium'),
  async ({ world }) => {
    const page = await world.openMail(
      MAIL.url,
      `<script>
       window.cardHeard = [];
       for (const type of ['click', 'keydown', 'focusin', 'pointerdown', 'mouseup', 'input', 'change'])
         addEventListener(type, ({ target }) => { if (target.localName === 'spamlight-marks') cardHeard.push(type); }, true);
     </script>` + MAIL.html(`<p><a id="a" href="${LISTED.phishingUrl}">link</a></p>`),
    );
    await untilMarked(page, [LISTED.phishingUrl]);
    // By the focus: such a card stays where the pointer lies still, so nothing may wait for it to go first.
    await page.run(({ one }) => one('#a').focus());
    await untilCard(page);
    await page.click(control(CARD, /Why/));
    await page.until(({ one, card }) => one('.details', card()).checkVisibility(), { what: 'the reasons' });
    await page.press('Tab');
    await page.press('x');
    expect(await page.run(() => window.cardHeard)).toEqual([]);
  },
);

test(
  'site, link and sender are trusted from the card for as long as is said, and the way back is one click',
  tier('core:chromium'),
  async ({ world }) => {
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
      await page.click(script(({ one, card }, wanted) => one(`input[value=${wanted}]`, card()), scope));
      await page.click(control(CARD, duration, 'label'));
      await page.click(control(CARD, /^Trust$/));
      await untilMarked(page, []);
      const rules = await own.run(TRUSTED);
      expect(rules).toHaveLength(1);
      expect(rules[0]?.scope).toBe(scope);
      expect(rules[0]?.subject).toContain(subject);
      const left = rules[0]?.expiresAt == null ? null : rules[0].expiresAt - Date.now() / 1000;
      if (seconds === null) expect(left).toBe(null);
      else expect(Math.abs((left ?? 0) - seconds)).toBeLessThan(60);
      await page.until(control(TOAST, /Undo/), { what: 'the way back' });
      // By what was there before it: a screen reader says nothing of what comes with its words in it.
      await page.until(({ one, root }) => one('[role=status]', root()).textContent.endsWith('Undo'), {
        what: 'what was done, and the way back, to be spoken',
      });
      expect(await page.run(({ one, root }) => one('.toast', root()).role)).toBe(null);
      await page.click(control(TOAST, /Undo/));
    }
    await untilMarked(page, [SPAM]);
  },
);

test(
  'the card blocks, says why, opens anyway, and copies a word to the maintainers',
  tier('core:firefox'),
  async ({ world }) => {
    world.proxy.serve(`www.${LISTED.spamHost}`, htmlPage('<title>arrived</title>'));
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(`<p><a id="a" target="_blank" href="${SPAM}">link</a></p>`),
    );
    const marks = await untilMarked(page, [SPAM]);
    expect(marks[0]?.level).toBe('caution');
    await openCard(page, byId('a'));
    await page.click(control(CARD, /Why/));
    await page.until(({ one, card }) => one('.details', card()).checkVisibility(), { what: 'the reasons' });
    expect(await page.run(({ one, card }) => one('.details', card()).textContent)).toContain('spamlight');
    await page.click(control(CARD, /Tell the list/));
    await page.until(({ one, card }) => /Copied/.test(one('.told', card()).textContent), {
      what: 'the copy',
    });
    await page.click(control(CARD, /Open anyway/));
    await eventually(
      'the page to open elsewhere',
      () => world.proxy.seen.filter(({ url }) => url === SPAM).length === 1,
    );
    expect(await page.url()).toBe(MAIL.url);
    expect(await page.run(({ card }) => card())).toBe(null);

    await openCard(page, byId('a'));
    await page.click(control(CARD, /^Block$/));
    await page.until(({ one, card }) => one('.choice', card()).checkVisibility(), { what: 'the choice' });
    await page.click(({ one, card }) => one('.choice .primary', card()));
    await page.until(({ root }) => root().querySelector('.mark.danger'), {
      what: 'the mark to be one of danger',
    });
    await untilCount(page, 1);
  },
);

test(
  'marks, card and question speak the language that the reader chose, at once',
  tier('core:chromium'),
  async ({ world }) => {
    const own = await ownPageWithList(world);
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(`<p><a id="a" href="${LISTED.phishingUrl}">link</a></p>`),
    );
    await untilMarked(page, [LISTED.phishingUrl]);
    const isSpoken = (words: RegExp): PageScript<boolean> =>
      script(({ root }, wanted) => wanted.test(root().querySelector('.mark')?.ariaLabel ?? ''), words);
    await page.until(isSpoken(/^Dangerous link/));
    await setPreferences(own, { language: 'zh-CN' });
    await page.until(isSpoken(/^危险链接/), { what: 'the mark in Chinese' });
    await page.click(byId('a'), 'move');
    await page.until(CARD, { what: 'the card' });
    expect(await page.run(({ card }) => card()?.textContent)).not.toMatch(/Dangerous|Trust|Open anyway/);
    expect(await page.run(({ card }) => card()?.lang)).toBe('zh-CN');
    await page.click(byId('a'));
    await untilAsked(page);
    expect(await page.run(({ dialog }) => dialog()?.textContent)).not.toMatch(/dangerous|Back/);
    await page.press('Escape');
    // A page that opens later has it from the start.
    const other = await world.browser.openPage(MAIL.url);
    await other.until(isSpoken(/^危险链接/), { what: 'the mark in Chinese' });
    await other.close();
    await setPreferences(own, { language: null });
    await page.until(isSpoken(/^Dangerous link/), { what: 'the mark in English' });
  },
);

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
  await openCard(page, at('p a + a'));
  await pointAway(page);
  await page.until(({ card }) => card() === null, { what: 'the card to go' });
  await page.press('Tab');
  await page.until(() => document.activeElement?.id === 'late', { what: 'the focus' });
  const rule = { scope: 'site', subject: 'late.example', note: '', expiresAt: null } as const;
  await own.run(({ send }, added) => send({ type: 'add-rule', action: 'block', ...added }), rule);
  await page.show();
  await page.until(({ card }) => card()?.textContent.includes('late.example'), { what: 'the card' });
  await page.press('Escape');
  await page.until(({ card }) => card() === null, { what: 'the card to go' });
});

test('a card that is read says what is so now, and who was in it is at its link', async ({ world }) => {
  const own = await ownPageWithList(world);
  const page = await world.openMail(MAIL.url, MAIL.html(`<p><a id="a" href="${SPAM}">link</a></p>`));
  await untilMarked(page, [SPAM]);
  const rule = { scope: 'site', subject: LISTED.spamHost, note: '', expiresAt: null };
  await openCard(page, byId('a'));
  const { ruleId } = (await ask(own, { type: 'add-rule', action: 'block', ...rule })) as { ruleId: string };
  await page.show();
  await page.until(({ card }) => card()?.matches('.danger'), {
    what: 'the card of a danger, at a pointer that rests',
  });
  await pointAway(page);
  await page.until(({ card }) => card() === null, { what: 'the card to go' });

  await page.press('Tab');
  await page.until(({ card }) => card()?.matches('.danger'), { what: 'the card at the focus' });
  await page.press('Tab');
  await page.until(({ card, root }) => card()?.contains(root().activeElement), {
    what: 'the focus in the card',
  });
  await ask(own, { type: 'remove-rules', ids: [ruleId] });
  await page.show();
  await page.until(({ card }) => card()?.matches('.caution'), {
    what: 'the card of a caution, at the focus',
  });
  expect(await page.run(() => document.activeElement?.id)).toBe('a');
  await page.press('Escape');
  await page.until(({ card }) => card() === null, { what: 'the card to go' });
});

test(
  'the card of a danger first offers to trust it once, not its sender; undo is one key away, and the focus goes back',
  tier('core:chromium'),
  async ({ world }) => {
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(`<p><a id="a" href="${LISTED.phishingUrl}">link</a></p>`),
    );
    await untilMarked(page, [LISTED.phishingUrl]);
    await openCard(page, byId('a'));
    await page.click(control(CARD, /^Trust…/));
    await page.until(control(CARD, /^Trust$/), { what: 'the choice' });
    expect(
      await page.run(({ one, root }) => one('.card', root()).querySelector('input[value=sender]')),
    ).toBeNull();
    expect(
      await page.run(({ one, card }) => one<HTMLInputElement>('input[name=duration]:checked', card()).value),
    ).toBe('once');
    expect(await page.run(({ one, card }) => one('input[name=scope]', card()).checkVisibility())).toBe(false);
    await page.click(control(CARD, /^Trust$/));
    await page.until(control(TOAST, /Undo/), { what: 'the way back' });
    const isAtLink = script(({ one }) => document.activeElement === one('#a'));
    await page.until(isAtLink, { what: 'the focus at the link again' });
    await page.press('Tab');
    await page.until(({ root }) => root().activeElement?.className === 'undo', {
      what: 'the focus at the way back',
    });
    await page.press('Enter');
    await page.until(isAtLink, { what: 'the focus at the link once more' });
    await untilMarked(page, [LISTED.phishingUrl]);
  },
);

test(
  'trust _once_ is for this link in this message, until another one is opened or the page is left',
  tier('core:chromium'),
  async ({ world }) => {
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
      await page.until(({ toast }) => /until you open another message/.test(toast()?.textContent ?? ''), {
        what: 'what was done',
      });
    };
    await trustOnce();
    expect(await own.run(TRUSTED)).toEqual([]);

    // Another message opens beside it, as in a thread: the question is back at the first, too.
    await page.run(({ one }) => {
      const thread = one('[role=main]');
      const next = document.importNode(one('[data-message-id]', thread), true);
      next.dataset['messageId'] = '#msg-f:2';
      one('a', next).removeAttribute('id');
      thread.append(next);
    });
    await untilMarked(page, [LISTED.phishingUrl, LISTED.phishingUrl]);
    await page.run(({ all }) => all('[data-message-id]')[1]?.remove());

    await trustOnce();
    world.proxy.serve('www.example.org', htmlPage('<title>elsewhere</title>'));
    await page.goto('https://www.example.org/');
    await page.goto(MAIL.url);
    await page.until(() => document.querySelector('spamlight-marks') && document.querySelector('#a'), {
      what: 'the page again',
    });
    await untilMarked(page, [LISTED.phishingUrl]);

    await trustOnce();
    await page.click(control(TOAST, /Undo/));
    await untilMarked(page, [LISTED.phishingUrl]);
  },
);

test(
  'trust _once_ ends with the message also where the webmail shows the next one in the same element',
  tier('core:firefox'),
  async ({ world }) => {
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
    const body = roundcube.body;
    const show = (html: string): Promise<void> =>
      page.run(
        (_, find, message) =>
          find().replaceChildren(document.createRange().createContextualFragment(message)),
        body,
        html,
      );
    await trustOnce();

    // Drawn again, it is the same message. A link without text shows when that has been looked at.
    const picture = `<a href="${LISTED.phishingUrl}?2" style="display: inline-block; width: 40px; height: 40px"></a>`;
    await show(letter('the first') + picture);
    await untilMarked(page, [`${LISTED.phishingUrl}?2`]);

    await show(letter('the second'));
    await untilMarked(page, [LISTED.phishingUrl]);
    await page.click(byId('a'));
    await untilAsked(page);
  },
);

test(
  'of a form on a site that many share, the form is trusted and blocked, and never the site',
  tier('all'),
  async ({ world }) => {
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
    const shown = (): Promise<readonly string[]> =>
      page.run(({ all, card }) =>
        all<HTMLInputElement>('input[name=scope]', card()).map(
          ({ value, checked }) => value + (checked ? '!' : ''),
        ),
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
    expect(await page.run(({ one, card }) => one('.scopes', card()).textContent)).toContain(folder);
    await page.click(control(CARD, /^Trust$/));
    // What the menu did has an Undo as well, and may still be shown. Under the pointer this one stays.
    await page.until(({ toast }) => /Trusted:/.test(toast()?.textContent ?? ''), { what: 'what was done' });
    await page.click(control(TOAST, /Undo/), 'move');
    await untilDanger([]);
    await page.click(control(TOAST, /Undo/));
    await untilDanger([form, same]);

    // By the popup, which decides about what the background says of each link.
    const tabId = await tabOf(own, 'mail.google.com');
    const { flagged } = await own.run(({ send }, id) => send({ type: 'get-tab', tabId: id }), tabId);
    expect(flagged.length).toBeGreaterThan(1);
    for (const { scopes } of flagged.slice(0, 2))
      expect(scopes.map(({ scope }) => scope)).toEqual(['link', 'path', 'sender']);

    // By the settings, as it is pasted.
    const add = (action: 'trust' | 'block', scope: 'site' | 'host' | 'path'): Promise<unknown> =>
      own.run(({ send }, rule) => send({ type: 'add-rule', ...rule, note: '', expiresAt: null }), {
        action,
        scope,
        subject: form,
      });
    for (const action of ['trust', 'block'] as const) {
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
  },
);
