/**
 * Every control of ours that a reader can meet in a page is pressed, by mouse and by key, and does what it says: in the card
 * of each level, in each form of the question, in each sign, in the toast. What there is to press comes from what screen
 * readers are told, so that a control without a row fails the test, as a row without its control does.
 */
import type { GuardView } from '../../src/extension/protocol/question-messages.ts';
import type { MessageSign } from '../../src/extension/content/marks/message-sign.ts';
import { eventually, type Page } from './harness/browser.ts';
import { expect, test, type World } from './harness/fixtures.ts';
import { holdAnswers } from './harness/held-answers.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import {
  CARD,
  control,
  DIALOG,
  ownPageWithList,
  setPreferences,
  SIGN,
  TOAST,
  untilCard,
  untilSettled,
} from './harness/own-parts.ts';
import { script } from './harness/page-script.ts';
import { ask, OPTIONS, pinnedChannel, publishSender, untilSerial } from './harness/pinned-channel.ts';
import { htmlPage } from './harness/proxy.ts';
import { CARDS, DANGER, SENDER } from './walk/card-rows.ts';
import {
  cardOf,
  focused,
  follow,
  namesIn,
  NO_CARD,
  NO_QUESTION,
  press,
  untilControls,
  walkCard,
} from './walk/in-page.ts';
import { ACTION, SUSPICIOUS } from './walk/letter.ts';
import { tier } from './harness/tiers.ts';

test.use({ installation: 'kept' });

declare global {
  interface Window {
    walkInPageDatabase?: IDBDatabase;
    /** What there was to press while the question said that it checks. */
    walkInPageChecking?: readonly string[];
  }
}

const MAIL = mailPage();
const SIGN_SHOWN = script(({ sign }) => sign()?.matches(':popover-open'));
const NO_SIGN = script(({ sign }) => sign() === null);

/** Something before the link that has the focus, so that one Tab leads to the link. */
const message = (href: string): string =>
  MAIL.html(
    `<p style="margin:60px 0"><button id="before">before</button> <a id="a" target="_blank" href="${href}">a link</a></p>
     <p style="margin:200px 0">The end.</p>`,
  );

async function openMarked(world: World, href: string, html = message(href)): Promise<Page> {
  const page = await world.openMail(MAIL.url, html);
  await untilMarked(page, [href]);
  return page;
}

for (const level of ['danger', 'caution', 'unchecked'] as const) {
  for (const how of ['mouse', 'key'] as const) {
    test(
      `every control of a card that says ${level}, by ${how}`,
      tier(how === 'mouse' ? 'core:chromium' : 'core:firefox'),
      async ({ world, network }) => {
        const rows = CARDS[level];
        const { href } = rows;
        network.serve(new URL(href).hostname, htmlPage('<title>arrived</title>arrived'));
        const page = await openMarked(world, href);
        const open = (): Promise<void> => cardOf(page, how);
        await walkCard(page, rows, level, open, how);
        await open();
        await press(page, CARD, 'button Open anyway', how);
        await eventually('the page to open', () => network.seen.some(({ url }) => url === href));
      },
    );
  }
}

/** What may lie behind a sign. */
type SignOf = Exclude<keyof MessageSign, 'hosts' | 'hiddenBy' | 'more' | 'isPart'>;

const HIDE = 'button Hide this notice';

/** What each sign lets a reader do when it comes. */
const SIGNS: Readonly<Record<SignOf, readonly string[]>> = {
  danger: ['button Show', HIDE],
  sender: ['button Show', HIDE],
  evidence: ['button Why?', HIDE],
  unchecked: [HIDE],
  unplaced: ['button Show', HIDE],
};

const OPINIONS = [
  'button This is fine',
  'button This is spam',
  'button Report a false alarm',
  'button My decisions',
];

async function untilSign(page: Page, kind: SignOf): Promise<void> {
  await page.until(SIGN_SHOWN, { what: 'the sign' });
  await untilControls(page, SIGN, SIGNS[kind]);
}

/** The card of a sender has no link to open, and nothing that is for once. */
const SENDERS_CARD = {
  controls: ['button Close', 'button Trust…', 'button Block', 'button Why?'],
  durations: ['radio 7 days', 'radio Always'],
  trust: [SENDER],
  block: [SENDER],
};

for (const how of ['mouse', 'key'] as const) {
  test(
    `every control of the sign and the card of a listed sender, by ${how}`,
    tier(how === 'mouse' ? 'core:chromium' : 'core:firefox'),
    async ({ world, network }) => {
      const channel = await pinnedChannel(network);
      await publishSender(channel, 'sender@news.example');
      const options = await world.openOwn(OPTIONS);
      await ask(options, { type: 'update-now' });
      await untilSerial(options, 1_000);
      const page = await world.openMail(MAIL.url, message('https://www.example.org/'));
      const show = async (): Promise<void> => {
        await untilSign(page, 'sender');
        await press(page, SIGN, 'button Show', how);
        await untilCard(page);
      };
      await walkCard(page, SENDERS_CARD, 'caution', show, how);
      await untilSign(page, 'sender');
      await press(page, SIGN, HIDE, how);
      await page.until(NO_SIGN, { what: 'the sign to go' });
      await channel.stop();
    },
  );
}

type AskKind = GuardView['kind'] | 'form';

/** What each question lets a reader do. */
const QUESTIONS: Readonly<Record<AskKind, readonly string[]>> = {
  ask: ['button Go back (recommended)', 'button Open anyway', 'button I already entered something'],
  form: ['button Go back (recommended)', 'button Send anyway', 'button I already entered something'],
  refuse: ['button Go back (recommended)', 'button I already entered something'],
  checking: ['button Go back (recommended)'],
  slow: ['button Go back (recommended)', 'button Open unchecked'],
};

for (const how of ['mouse', 'key'] as const) {
  test(
    `every control of the question before a link and a form, and where the settings refuse, by ${how}`,
    tier(how === 'mouse' ? 'core:chromium' : 'core:firefox'),
    async ({ world, network }) => {
      const { hostname } = new URL(DANGER);
      network.serve(hostname, htmlPage('<title>arrived</title>arrived'));
      const arrivals = (): number => network.seen.filter(({ url }) => url.startsWith(DANGER)).length;
      const own = await ownPageWithList(world);
      const html = MAIL.html(
        `<p style="margin:60px 0"><a id="a" target="_blank" href="${DANGER}">a link</a></p>
       <form target="_blank" action="${DANGER}"><button id="send">send</button></form><p style="margin:200px 0">The end.</p>`,
      );
      const page = await world.openMail(MAIL.url, html);
      await page.until(({ marks }) => marks().length === 2, { what: 'both marks' });
      const asked = async (id: string, kind: AskKind): Promise<void> => {
        await page.show();
        await follow(page, id, how);
        await untilSettled(page);
        await untilControls(page, DIALOG, QUESTIONS[kind]);
      };
      const back = async (id: string, kind: AskKind): Promise<void> => {
        await asked(id, kind);
        await press(page, DIALOG, 'button Go back (recommended)', how);
        await page.until(NO_QUESTION);
      };
      const firstAid = async (id: string, kind: AskKind): Promise<void> => {
        await asked(id, kind);
        await press(page, DIALOG, 'button I already entered something', how);
        await page.until(NO_QUESTION);
        const help = await world.browser.pageAt('/first-aid.html');
        await help.close();
      };

      for (const [id, kind] of [
        ['a', 'ask'],
        ['send', 'form'],
      ] as const) {
        await back(id, kind);
        await firstAid(id, kind);
        expect(arrivals()).toBe(kind === 'ask' ? 0 : 1);
        await asked(id, kind);
        await press(page, DIALOG, kind === 'ask' ? 'button Open anyway' : 'button Send anyway', how);
        await eventually('the page to open', () => arrivals() === (kind === 'ask' ? 1 : 2));
      }
      await setPreferences(own, { onDanger: 'disable' });
      await page.show();
      await eventually('the frame to hear of it', async () => {
        await follow(page, 'a', how);
        const names = await namesIn(page, DIALOG);
        await page.press('Escape');
        await page.until(NO_QUESTION);
        return !names.includes('button Open anyway');
      });
      await back('a', 'refuse');
      await firstAid('a', 'refuse');
      expect(arrivals()).toBe(2);
    },
  );

  test(
    `every control of a question that waits for an answer, by ${how}`,
    tier(how === 'mouse' ? 'core:chromium' : 'core:firefox'),
    async ({ world, network }) => {
      const CLEAN = 'https://www.example.org/';
      // With an icon of its own: for a page without one, a browser asks its host.
      network.serve('www.example.org', htmlPage('<title>arrived</title><link rel="icon" href="data:,">'));
      const own = await ownPageWithList(world);
      const page = await openMarked(world, DANGER);
      await holdAnswers(world.browser, own);
      const add = async (id: string): Promise<void> => {
        await page.run(
          (_, body, given) => {
            const link = Object.assign(document.createElement('a'), given);
            body().append(document.createElement('p'), link);
          },
          MAIL.body,
          { id, href: `${CLEAN}${id}`, textContent: id },
        );
      };

      await test.step('checking', async () => {
        // It says so for less than two seconds, which only what runs in the page is sure to see.
        await page.run(({ dialog, all }) => {
          const look = (): void => {
            const there = dialog();
            if (there === null || !/Checking this link/.test(there.textContent)) setTimeout(look, 10);
            else
              window.walkInPageChecking = all(
                'a[href], button, input, select, textarea, summary, [tabindex]',
                there,
              ).map((each) => `${each.localName} ${each.textContent.trim()}`);
          };
          look();
        });
        await add('checking');
        await follow(page, 'checking', how);
        expect(await page.until(({ root }) => root() && window.walkInPageChecking)).toEqual(
          QUESTIONS.checking,
        );
        // Whatever is pressed in the first moment of the choice does nothing, and it comes by itself.
        await page.until(control(DIALOG, /Open unchecked/), { what: 'the choice' });
        await untilSettled(page);
        await press(page, DIALOG, 'button Go back (recommended)', how);
        await page.until(NO_QUESTION);
      });

      await test.step('slow', async () => {
        for (const button of ['button Go back (recommended)', 'button Open unchecked']) {
          const id = button.includes('Go back') ? 'back' : 'open';
          await add(id);
          await follow(page, id, how);
          await page.until(control(DIALOG, /Open unchecked/), { what: 'the choice' });
          await untilSettled(page);
          await untilControls(page, DIALOG, QUESTIONS.slow);
          await press(page, DIALOG, button, how);
          if (id === 'back') await page.until(NO_QUESTION);
        }
        await eventually('the page to open', async () => (await page.url()) === `${CLEAN}open`);
        await own.run(() => {
          window.isHeld = false;
        });
      });
      expect(network.seen.filter(({ url }) => url.startsWith(CLEAN)).map(({ url }) => url)).toEqual([
        `${CLEAN}open`,
      ]);
    },
  );
}

for (const how of ['mouse', 'key'] as const) {
  test(
    `every control of the sign at a message with a danger, and at one not checked, by ${how}`,
    tier(how === 'mouse' ? 'core:chromium' : 'core:firefox'),
    async ({ world }) => {
      const page = await openMarked(world, DANGER);
      await untilSign(page, 'danger');
      await press(page, SIGN, 'button Show', how);
      await page.until(CARD, { what: 'the card of the link' });
      await page.press('Escape');
      await page.until(NO_CARD);
      await press(page, SIGN, HIDE, how);
      await page.until(NO_SIGN, { what: 'the sign to go' });

      // The lists are held by another page, in a version that is not ours: nothing can be checked.
      const own = await world.openOwn('src/extension/pages/first-aid/first-aid.html');
      await own.run(async () => {
        await new Promise((resolve, reject) => {
          const deleting = indexedDB.deleteDatabase('spamlight-snapshots');
          deleting.addEventListener('success', resolve);
          deleting.addEventListener('error', reject);
        });
        window.walkInPageDatabase = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open('spamlight-snapshots', 99);
          opening.addEventListener('success', () => resolve(opening.result));
          opening.addEventListener('error', reject);
        });
      });
      await world.browser.stopBackground();
      await page.show();
      await page.reload();
      await untilSign(page, 'unchecked');
      await press(page, SIGN, HIDE, how);
      await page.until(NO_SIGN, { what: 'the sign to go' });
    },
  );

  test(
    `every control of the sign at a suspicious message and of what follows it, by ${how}`,
    tier(how === 'mouse' ? 'core:chromium' : 'core:firefox'),
    async ({ world }) => {
      const page = await openMarked(world, ACTION, SUSPICIOUS);
      await untilSign(page, 'evidence');
      const open = async (): Promise<void> => {
        await page.until(SIGN_SHOWN, { what: 'the sign' });
        if (await page.run(({ one, sign }) => one('.reasons', sign()).hidden))
          await press(page, SIGN, 'button Why?', how);
        await untilControls(page, SIGN, ['button Why?', ...OPINIONS, HIDE]);
      };
      await open();
      await press(page, SIGN, 'button Why?', how);
      await untilControls(page, SIGN, SIGNS.evidence);

      await open();
      await press(page, SIGN, 'button Report a false alarm', how);
      await page.until(
        ({ sign }) => /opied/.test(sign()?.querySelector('[role=status]')?.textContent ?? ''),
        {
          what: 'the copy',
        },
      );
      await press(page, SIGN, 'button My decisions', how);
      const decisions = await world.browser.pageAt('/options.html#decisions');
      await decisions.close();
      await page.show();

      // Fine, undone; fine and all of that sender's domain, undone.
      const fine = async (): Promise<void> => {
        await open();
        await press(page, SIGN, 'button This is fine', how);
        await page.until(({ sign, toast }) => sign() === null && toast() !== null, {
          what: 'the sign to go',
        });
        await untilControls(page, TOAST, ['button Undo', 'button Everything from parcel-waiting.top']);
      };
      await fine();
      await press(page, TOAST, 'button Undo', how);
      await page.until(SIGN_SHOWN, { what: 'the sign to be back' });
      await fine();
      await press(page, TOAST, 'button Everything from parcel-waiting.top', how);
      await expect.poll(() => namesIn(page, TOAST)).toEqual(['button Undo']);
      await press(page, TOAST, 'button Undo', how);
      await page.until(SIGN_SHOWN, { what: 'the sign to be back' });

      // Spam, undone. By key, the way back is the next stop.
      await open();
      const why = script(({ sign }) => sign()?.querySelector('.rest')?.textContent);
      const before = await page.run(why);
      await press(page, SIGN, 'button This is spam', how);
      await untilControls(page, TOAST, ['button Undo']);
      await page.until(
        script((_, now, was) => (now() ?? was) !== was, why, before),
        { what: 'the sign to say so' },
      );
      if (how === 'key') {
        await page.press('Tab');
        expect(await focused(page)).toBe('Undo');
        await page.press('Enter');
      } else {
        await press(page, TOAST, 'button Undo', how);
      }
      await page.until(({ toast }) => toast() === null || /Undone/.test(toast()?.textContent ?? ''), {
        what: 'the way back to be taken',
      });
      // Another sign than the one that says spam, and hidden by itself.
      await page.until(
        script((_, now, isShown, was) => now() === was && isShown(), why, SIGN_SHOWN, before),
        { what: 'the sign as it was' },
      );
      await untilControls(page, SIGN, ['button Why?', ...OPINIONS, HIDE]);
      await press(page, SIGN, HIDE, how);
      await page.until(NO_SIGN, { what: 'the sign to go' });
    },
  );
}
