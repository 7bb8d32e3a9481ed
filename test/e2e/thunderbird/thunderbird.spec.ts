import { ATTACKS } from '../harness/attack-mails.ts';
import { eventually } from '../harness/browser.ts';
import { CHANNEL_HOST, LISTED } from '../harness/channel.ts';
import { BAD, GOOD } from '../harness/click-mails.ts';
import { sampleMails } from '../harness/mails.ts';
import { marksOf, untilMarked } from '../harness/marks.ts';
import {
  at,
  byId,
  control,
  DIALOG,
  goBack,
  openCard,
  TOAST,
  untilAsked,
  untilSettled,
} from '../harness/own-parts.ts';
import { script } from '../harness/page-script.ts';
import type { Thunderbird } from '../harness/thunderbird.ts';
import { tier } from '../harness/tiers.ts';
import { expect, test, whyNoMailStore } from '../harness/thunderbird-fixtures.ts';

declare global {
  /** Of the frame that shows a message, which the program's own scripts see. */
  interface Window {
    readonly docShell?: { readonly chromeEventHandler: HTMLElement };
  }
}

/** Thunderbird's API; the polyfill has no types for it. */
interface MailProgram {
  readonly messageDisplay: {
    getDisplayedMessages(tabId: number): Promise<{ readonly messages: readonly { readonly id: number }[] }>;
    open(what: {
      readonly messageId?: number;
      readonly file?: File;
      readonly location: 'tab' | 'window';
    }): Promise<unknown>;
  };
  readonly messages: { getRaw(id: number): Promise<string> };
}

/** A form and a link in it; the two marks lie over each other's boxes. */
const FORM = 'A form';

for (const { subject, marked, shows } of sampleMails()) {
  test(
    `Thunderbird: listed links of a message are marked: ${subject}`,
    tier(
      /^Text in (?!gb2312)/.test(subject)
        ? 'soak'
        : /^(Plain text|A message in a message|A form)$/.test(subject)
          ? 'core'
          : 'all',
    ),
    async ({ thunderbird }) => {
      await thunderbird.showFolder('Samples');
      await thunderbird.open(subject);
      const message = thunderbird.message();
      if (subject === FORM) await message.until(({ marks }) => marks().length === 2, { what: 'two marks' });
      else await untilMarked(message, marked);
      expect(await message.run(() => document.body.textContent)).toContain(shows);
    },
  );
}

async function openClicks(thunderbird: Thunderbird, subject = 'To be clicked') {
  await thunderbird.showFolder('Clicks');
  await thunderbird.open(subject);
  const message = thunderbird.message();
  await message.until(({ marks }) => marks().length > 0, { what: 'marks' });
  return message;
}

/** What was handed to the system's browser, once anything was. */
async function untilHandedOver(thunderbird: Thunderbird): Promise<readonly string[]> {
  return eventually('an address for the browser', async () => {
    const addresses = await thunderbird.handedOver();
    return addresses.length > 0 && addresses;
  });
}

for (const [name, press] of [
  ['a left click', (message) => message.click(byId('bad'))],
  ['a middle click', (message) => message.click(byId('bad'), 'middle-click')],
  [
    'Enter',
    async (message) => {
      await message.run(({ one }) => {
        window.docShell?.chromeEventHandler.focus();
        one('#bad').focus();
      });
      await message.press('Enter');
    },
  ],
] as const satisfies readonly (readonly [
  string,
  (message: Awaited<ReturnType<typeof openClicks>>) => Promise<unknown>,
])[]) {
  test(
    `Thunderbird: ${name} on a dangerous link asks first, and *Open anyway* opens it in the browser`,
    tier('core'),
    async ({ thunderbird }) => {
      const message = await openClicks(thunderbird);
      await press(message);
      await untilAsked(message);
      expect(await thunderbird.handedOver()).toEqual([]);
      await untilSettled(message);
      await message.click(control(DIALOG, /Open anyway/));
      expect(await untilHandedOver(thunderbird)).toEqual([BAD]);
      expect(await message.run(({ dialog }) => dialog() === null)).toBe(true);
    },
  );
}

test('Thunderbird: going back from a question opens nothing', tier('core'), async ({ thunderbird }) => {
  const message = await openClicks(thunderbird);
  await message.click(byId('bad'));
  await untilAsked(message);
  await goBack(message);
  await message.click(byId('good'));
  expect(await untilHandedOver(thunderbird)).toEqual([GOOD]);
});

test(
  'a link that no list names opens at once, by left and by middle click',
  tier('core'),
  async ({ thunderbird }) => {
    const message = await openClicks(thunderbird);
    await message.click(byId('good'));
    expect(await untilHandedOver(thunderbird)).toEqual([GOOD]);
    await message.click(byId('good'), 'middle-click');
    expect(await untilHandedOver(thunderbird)).toEqual([GOOD]);
  },
);

test('a click into a form’s field opens nothing, and lets the reader type', async ({ thunderbird }) => {
  const message = await openClicks(thunderbird);
  for (const form of ['bad-form', 'good-form']) {
    const field = at(`#${form} input`);
    await message.click(field);
    await message.until(
      script((_, find) => document.activeElement === find(), field),
      { what: 'the focus' },
    );
  }
  await message.press('x');
  await message.until(({ one }) => one<HTMLInputElement>('#good-form input').value.includes('x'), {
    what: 'a letter',
  });
  await message.click(byId('good'));
  expect(await untilHandedOver(thunderbird)).toEqual([GOOD]);
});

test(
  'sending a dangerous form asks first, by its button and by Enter',
  tier('core'),
  async ({ thunderbird }) => {
    const message = await openClicks(thunderbird);
    await message.click(at('#bad-form button'));
    await untilAsked(message);
    await goBack(message);
    await message.click(at('#bad-form input'));
    await message.press('Enter');
    await untilAsked(message);
    await untilSettled(message);
    expect(await thunderbird.handedOver()).toEqual([]);
    await message.click(control(DIALOG, /Send anyway/));
    expect(await untilHandedOver(thunderbird)).toEqual([BAD]);
  },
);

test('a form that no list names is sent by the browser', async ({ thunderbird }) => {
  const message = await openClicks(thunderbird);
  await message.click(at('#good-form button'));
  expect(await untilHandedOver(thunderbird)).toEqual([`${GOOD}?q=words`]);
});

test(
  'a card says why, and *Trust this site* in the menu takes the marks away until it is undone',
  tier('core'),
  async ({ thunderbird }) => {
    const message = await openClicks(thunderbird);
    await openCard(message, byId('bad'));
    expect(await message.run(({ card }) => card()?.textContent)).toContain('bank-check.example');
    await message.mouse('move', 2, 2);
    await thunderbird.chooseMenuItem('#bad', 'Trust this site');
    await message.until(({ marks }) => marks().length === 0, { what: 'the marks to go' });
    await message.click(control(TOAST, /Undo/));
    await message.until(({ marks }) => marks().length > 0, { what: 'the marks to come back' });
  },
);

test('*Block this site* in the menu marks a link that no list names', async ({ thunderbird }) => {
  const message = await openClicks(thunderbird);
  const before = (await marksOf(message)).length;
  await thunderbird.chooseMenuItem('#good', 'Block this site');
  await message.until(
    script(({ marks }, count) => marks().length > count, before),
    { what: 'more marks' },
  );
  await message.click(control(TOAST, /Undo/));
  await message.until(
    script(({ marks }, count) => marks().length === count, before),
    { what: 'the marks of before' },
  );
});

test('a message that calls itself an editor is marked all the same', async ({ thunderbird }) => {
  const message = await openClicks(thunderbird, 'An editor');
  await untilMarked(message, [BAD]);
});

test(
  'the button beside the message counts, and its popup names what was found',
  tier('core'),
  async ({ thunderbird }) => {
    await openClicks(thunderbird);
    await eventually('the badge', async () => (await thunderbird.button()).badge === '2');
    const text = await thunderbird.popupWith('bank-check.example');
    expect(text).toContain('1 message');
    expect(text).not.toContain('Pause');
    await thunderbird.open('The next one');
    await eventually('the badge to go', async () => (await thunderbird.button()).badge === '');
  },
);

test('the settings have no webmails, and the welcome page opens none', async ({ thunderbird }) => {
  const settings = await thunderbird.ownPageWith(
    'src/extension/pages/options/options.html',
    'Protection is on',
  );
  expect(settings).toContain('Clicks and language');
  expect(settings).not.toMatch(/webmail/i);
  const welcome = await thunderbird.ownPageWith(
    'src/extension/pages/welcome/welcome.html',
    'then open a message',
  );
  expect(welcome).not.toMatch(/webmail/i);
});

test('what the mailbox’s own server says of a forged sender is told', async ({ thunderbird }) => {
  await thunderbird.inSettings(async ({ send }) => {
    const preferences = await send({ type: 'get-preferences' });
    return send({ type: 'set-preferences', preferences: { ...preferences, mailServer: 'mx.mail.test' } });
  });
  await thunderbird.showFolder('Clicks');
  await thunderbird.open('A forged sender');
  const message = thunderbird.message();
  await message.until(({ sign }) => sign()?.textContent.includes('paypal.com'), { what: 'the sign' });
});

test('Thunderbird: messages in a tab, in a window, in a file, and shown again with remote content are marked', async ({
  thunderbird,
}) => {
  await openClicks(thunderbird);
  await test.step('remote content', async () => {
    await thunderbird.inProgram(
      `win.gTabmail.currentAbout3Pane.messageBrowser.contentWindow.LoadMsgWithRemoteContent();`,
    );
    await thunderbird.untilShown('To be clicked');
    await thunderbird.message().until(({ marks }) => marks().length === 2, { what: 'the marks' });
  });
  const open = (location: 'tab' | 'window', what: 'messageId' | 'file'): Promise<unknown> =>
    thunderbird.inBackground(
      script(
        async ({ api }, location, what) => {
          const { tabs, messages, messageDisplay } = api as typeof api & MailProgram;
          const [tab] = await tabs.query({ active: true, currentWindow: true });
          if (tab?.id === undefined) throw new Error('no tab');
          const [message] = (await messageDisplay.getDisplayedMessages(tab.id)).messages;
          if (message === undefined) throw new Error('no message');
          const source =
            what === 'messageId'
              ? { messageId: message.id }
              : { file: new File([await messages.getRaw(message.id)], 'x.eml', { type: 'message/rfc822' }) };
          await messageDisplay.open({ ...source, location });
        },
        location,
        what,
      ),
    );
  for (const [place, what] of [
    ['window', 'messageId'],
    ['tab', 'messageId'],
    ['tab', 'file'],
  ] as const) {
    await test.step(`${place}, ${what}`, async () => {
      await open(place, what);
      await thunderbird.untilShown('To be clicked', place);
      await thunderbird.message(place).until(({ marks }) => marks().length === 2, { what: 'the marks' });
      await thunderbird.closeOthers();
    });
  }
});

test('Thunderbird: mail on an IMAP server is marked, and goes on being so after the background was stopped', async ({
  thunderbird,
  store,
}) => {
  test.skip(store === null, whyNoMailStore() ?? '');
  store?.deliver(sampleMails().map(({ source }) => source));
  await thunderbird.showFolder('INBOX');
  await thunderbird.open('Plain text');
  await untilMarked(thunderbird.message(), [LISTED.phishingUrl]);
  await thunderbird.stopBackground();
  await thunderbird.open('HTML, base64');
  await untilMarked(thunderbird.message(), [LISTED.malwareUrl]);
});

/** It has a size, and a color. */
const IS_MARK_SEEN = script(({ root }) => {
  const mark = root().querySelector('.mark:popover-open');
  const frame = mark?.querySelector('.frame');
  if (!mark || !frame || !mark.checkVisibility()) return false;
  const { width, height } = frame.getBoundingClientRect();
  return width > 10 && height > 10 && !/^rgba\(.*, 0\)$/.test(getComputedStyle(frame).borderTopColor);
});

for (const { subject, target } of ATTACKS) {
  test(
    `hostile mail is marked where it is seen, and asks first: ${subject}`,
    tier(!/^(Beyond its box|A code in a drawing|Words without a colour)$/.test(subject) ? 'soak' : 'all'),
    async ({ thunderbird }) => {
      await thunderbird.showFolder('Attacks');
      await thunderbird.open(subject);
      const message = thunderbird.message();
      await message.until(IS_MARK_SEEN, { what: 'the mark' });
      if (target === null) return;
      const { x, y } = await message.run(({ one }, selector) => {
        const element = one(`.moz-text-html ${selector}`);
        const range = document.createRange();
        range.selectNodeContents(element);
        const own = element.getBoundingClientRect();
        const text = range.getBoundingClientRect();
        const box = own.width * own.height > text.width * text.height ? own : text;
        return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      }, target);
      for (const action of ['click', 'middle-click'] as const) {
        await message.mouse(action, x, y);
        await untilAsked(message);
        await goBack(message);
      }
      expect(await thunderbird.handedOver()).toEqual([]);
    },
  );
}

test('after a restart mail is marked as before', async ({ thunderbird }) => {
  await thunderbird.restart();
  await openClicks(thunderbird);
});

test('Thunderbird: nothing leaves the program but questions for the list', tier('core'), ({ network }) => {
  const hosts = [...new Set(network.seen.map(({ url }) => new URL(url).hostname))];
  // Thunderbird itself asks for its own settings, and for the remote picture that the reader wanted to see.
  const itsOwn = /^pictures\.example\.org$|\.(?:thunderbird\.net|mozilla\.(?:org|net|com))$/;
  expect(hosts.filter((host) => !itsOwn.test(host))).toEqual([CHANNEL_HOST]);
});
