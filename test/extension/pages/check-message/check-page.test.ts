// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Verdict } from '../../../../src/core/verdict/verdict.ts';
import { startCheck } from '../../../../src/extension/pages/check-message/start-check.ts';
import { BackgroundUnreachable } from '../../../../src/extension/platform/message-bus.ts';
import type { MailRead, MailToRead } from '../../../../src/extension/platform/mail-worker.ts';
import type { JudgeMail, JudgeMailLinks } from '../../../../src/extension/protocol/mail-messages.ts';
import {
  DEFAULT_PREFERENCES,
  type CurrentPreferences,
} from '../../../../src/extension/protocol/preference-messages.ts';
import { NOTHING_ADMINISTERED } from '../../../../src/extension/protocol/policy-messages.ts';
import { allByRole, byRole, press, textOf } from '../by-role.ts';
import { backgroundThat, settled, type Answers, type FakeBackground } from '../fake-background.ts';
import { aChannel, NOW } from '../page-tools.ts';
import { textsIn } from '../page-texts.ts';
import { aMail } from './a-checked-mail.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

const PREFERENCES: CurrentPreferences = {
  ...DEFAULT_PREFERENCES,
  locked: [],
  administered: NOTHING_ADMINISTERED,
};
const DANGER = { kind: 'flagged', level: 'danger', asks: true, reasons: [] } as const satisfies Verdict;

type Read = MailRead | 'unreadable' | 'failed' | 'too-long';

interface Page {
  readonly background: FakeBackground;
  readonly read: MailToRead[];
  /** Of every reading that has begun. */
  readonly answer: (read: Read) => Promise<void>;
}

function page(more: Answers & { readonly preferences?: CurrentPreferences } = {}, isHeld = false): Page {
  const { preferences = PREFERENCES, ...answers } = more;
  let current = preferences;
  const background = backgroundThat({
    'get-status': () => ({ channels: [aChannel()] }),
    'get-preferences': () => current,
    'set-preferences': ({ preferences: next }) => {
      current = { ...current, ...next };
      return { outcome: 'done' };
    },
    'judge-mail-links': ({ links }) => ({
      verdicts: links.map(({ href }) => ({
        verdict: href.includes('bad') ? DANGER : { kind: 'clear' },
        layers: [{ url: href, host: 'a.example', registrableDomain: 'a.example', wrapper: null }],
        scopes: [
          { scope: 'site', subject: 'a.example' },
          { scope: 'sender', subject: 'a@b.example' },
        ],
      })),
    }),
    'judge-mail': () => ({
      verdict: { revision: 0, kind: 'clear', asks: false, reasons: [], linkIndices: [] },
    }),
    ...answers,
  });
  const read: MailToRead[] = [];
  const waiting: ((read: Read) => void)[] = [];
  startCheck({
    root: document.body,
    background,
    texts: textsIn('en'),
    preferences,
    now: () => NOW,
    mailReader: {
      read: (mail, signal) => {
        read.push(mail);
        if (!isHeld)
          return Promise.resolve(aMail({ hrefs: [new TextDecoder().decode(mail.content).trim()] }));
        return new Promise((resolve) => {
          waiting.push(resolve);
          signal.addEventListener('abort', () => resolve('too-long'));
        });
      },
      end: () => undefined,
    },
    codeReader: { read: () => Promise.resolve([]) },
    openFirstAid: () => undefined,
    onLanguage: () => undefined,
  });
  return {
    background,
    read,
    answer: async (given) => {
      for (const resolve of waiting.splice(0)) resolve(given);
      await settled();
    },
  };
}

async function paste(text: string): Promise<void> {
  const field = document.querySelector('textarea');
  if (field === null) throw new Error('no field');
  field.value = text;
  field.form?.dispatchEvent(new Event('submit', { cancelable: true }));
  await settled();
}

async function choose(...names: readonly string[]): Promise<void> {
  const field = byRole(document.body, 'file');
  const files = names.map((name) => new File(['From: a@b.example'], name));
  Object.defineProperty(field, 'files', { value: files, configurable: true });
  field.dispatchEvent(new Event('change'));
  await settled();
}

const cards = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.checked-message')];
const said = (): string => textOf(byRole(document.body, 'status'));
const asked = (
  { background }: Page,
  type: 'judge-mail-links' | 'judge-mail',
): readonly (JudgeMailLinks | JudgeMail)[] =>
  background.asked.filter((request): request is JudgeMailLinks | JudgeMail => request.type === type);

beforeEach(() => document.body.replaceChildren());

describe('the page that checks messages', () => {
  test('a pasted link is read and judged, and nobody is said to vouch for it', async () => {
    const shown = page();
    await settled();
    await paste('https://bad.example/');
    expect(cards().map(textOf).join()).toContain('Danger: a link in this message leads to a page');
    expect(asked(shown, 'judge-mail-links')).toMatchObject([
      {
        sender: 'a@b.example',
        isVouchedFor: false,
        links: [
          { href: 'https://bad.example/', isSender: false },
          { href: 'mailto:a@b.example', isSender: true },
        ],
      },
    ]);
    expect(document.querySelector('textarea')?.value).toBe('');
  });

  test('a mail with two senders is judged without one, so that trust in neither applies', async () => {
    const shown = page({}, true);
    await settled();
    await paste('a mail');
    await shown.answer(
      aMail({ hrefs: ['https://bad.example/'], senders: ['friend@b.example', 'other@c.example'] }),
    );
    for (const type of ['judge-mail-links', 'judge-mail'] as const) {
      expect(asked(shown, type)).toMatchObject([{ sender: null }]);
    }
  });

  test('flagged sites are shown danger first', async () => {
    const shown = page(
      {
        'judge-mail-links': ({ links }) => ({
          verdicts: links.map(({ href }) => {
            const { host } = new URL(href);
            return {
              verdict: href.includes('worse') ? DANGER : { ...DANGER, level: 'caution' },
              layers: [{ url: href, host, registrableDomain: null, wrapper: null }],
              scopes: [{ scope: 'site', subject: host }],
            };
          }),
        }),
      },
      true,
    );
    await settled();
    await paste('a mail');
    await shown.answer(
      aMail({ hrefs: ['https://a.example/', 'https://b.example/', 'https://b.example/worse'] }),
    );
    const groups = [...document.querySelectorAll('.flagged .flag-site')].map(textOf);
    expect(groups.slice(0, 2)).toEqual(['b.example', 'a.example']);
  });

  test('more than a hundred links are asked about in several questions', async () => {
    const hrefs = Array.from({ length: 230 }, (_, n) => `https://a${n}.example/`);
    const shown = page({}, true);
    await settled();
    await paste('a mail');
    await shown.answer(aMail({ hrefs }));
    expect(
      asked(shown, 'judge-mail-links').map((request) => ('links' in request ? request.links.length : 0)),
    ).toEqual([100, 100, 31]);
    expect(document.querySelectorAll('.link-rows > li').length).toBe(50);
    press(byRole(document.body, 'button', '180 more links'));
    expect(document.querySelectorAll('.link-rows > li').length).toBe(230);
    expect(document.activeElement?.id).toBe('link-1-50');
  });

  test.each([
    ['unreadable', 'damaged or holds no message'],
    ['failed', 'a fault of its own'],
    ['too-long', 'took too long'],
  ] as const)(
    'the page that checks messages: %s: has its own sentence, and is not called checked',
    async (failure, says) => {
      const shown = page({}, true);
      await settled();
      await paste('a mail');
      await shown.answer(failure);
      expect(textOf(cards()[0] ?? document.body)).toContain(says);
      expect(document.querySelector('.verdict')).toBeNull();
    },
  );

  test.each([
    ['a listed link after a harmless one', ['https://fine.example/', 'https://bad.example/'], 'danger'],
    ['a harmless link after a listed one', ['https://bad.example/', 'https://fine.example/'], 'none'],
  ] as const)(
    'on the page that checks messages the newest answer is on top, and the line speaks of it alone: %s',
    async (_, links, level) => {
      page();
      await settled();
      for (const link of links) await paste(link);
      expect(cards().map(({ className }) => className.includes(`is-${level}`))).toEqual([true, false]);
      expect(said()).toBe(
        level === 'danger' ? '1 message was checked. 1 of them is dangerous.' : '1 message was checked.',
      );
    },
  );

  test('on the page that checks messages files that are chosen together stay in their order, above all earlier ones', async () => {
    page();
    await settled();
    await choose('a.eml', 'b.eml');
    await choose('c.eml', 'd.eml');
    const names = (): readonly string[] => [...document.querySelectorAll('.checked-name')].map(textOf);
    expect(names()).toEqual(['c.eml', 'd.eml', 'a.eml', 'b.eml']);
    press(byRole(document.body, 'button', 'Clear the list'));
    await choose('e.eml');
    await settled();
    expect(names()).toEqual(['e.eml']);
  });

  test('on the page that checks messages what was cleared comes back below what came since', async () => {
    page();
    await settled();
    await choose('a.eml');
    press(byRole(document.body, 'button', 'Clear the list'));
    press(byRole(document.body, 'button', 'Undo'));
    await choose('b.eml');
    expect([...document.querySelectorAll('.checked-name')].map(textOf)).toEqual(['b.eml', 'a.eml']);
  });

  test('on the page that checks messages what could not be read is counted and named in the line, and nothing is said to be well', async () => {
    const shown = page({}, true);
    await settled();
    await choose('good.eml', 'broken.eml', 'outlook.msg', 'listed.eml');
    await shown.answer(aMail());
    await shown.answer('unreadable');
    await shown.answer(aMail({ hrefs: ['https://bad.example/'] }));
    expect(said()).toBe(
      '2 messages were checked. 1 of them is dangerous. ' +
        '2 could not be read or checked, so nothing is known about them: broken.eml and outlook.msg.',
    );
    await choose('b\u202elme.exe.msg');
    expect(said()).toBe(
      '1 could not be read or checked, so nothing is known about it: b\\u{202e}lme.exe.msg.',
    );
    await paste('a mail');
    await shown.answer('too-long');
    expect(said()).toBe('1 could not be read or checked, so nothing is known about it: Pasted text.');
  });

  test('on the page that checks messages the line changes with the verdict that it speaks of', async () => {
    let verdict: Verdict = { kind: 'clear' };
    const shown = page({
      'judge-mail-links': ({ links }) => ({
        verdicts: links.map(() => ({ verdict, layers: [], scopes: [] })),
      }),
    });
    await settled();
    await paste('https://a.example/');
    expect(said()).toBe('1 message was checked.');
    verdict = DANGER;
    shown.background.broadcast('rules');
    await settled();
    expect(said()).toBe('1 message was checked. 1 of them is dangerous.');
  });

  test('on the page that checks messages a message can be checked again where the background did not answer', async () => {
    const shown = page({ 'judge-mail': () => Promise.reject(new BackgroundUnreachable('gone')) });
    await settled();
    await paste('https://fine.example/');
    expect(textOf(cards()[0] ?? document.body)).toContain('Spamlight did not answer');
    press(byRole(document.body, 'button', 'Check it now'));
    await settled();
    expect(shown.read.map(({ content }) => new TextDecoder().decode(content))).toEqual([
      'https://fine.example/',
      'https://fine.example/',
    ]);
  });

  test('on the page that checks messages Stop leaves nothing under way, and what waited can be checked later', async () => {
    const shown = page({}, true);
    await settled();
    await choose('one.eml', 'two.eml');
    expect(byRole(document.body, 'progressbar', 'Checked 0 of 2.')).toBeTruthy();
    press(byRole(document.body, 'button', 'Stop'));
    await settled();
    expect(cards().map(textOf).join()).toContain('You stopped before it was its turn');
    expect(shown.read.length).toBe(1);
    press(allByRole(document.body, 'button', 'Check it now')[1] ?? document.body);
    await settled();
    await shown.answer(aMail());
    expect(document.querySelectorAll('.verdict').length).toBe(1);
  });

  test('on the page that checks messages what is checked again in the very moment it was stopped goes on', async () => {
    const shown = page({}, true);
    await settled();
    await choose('one.eml');
    press(byRole(document.body, 'button', 'Stop'));
    press(byRole(document.body, 'button', 'Check it now'));
    await settled();
    expect(textOf(cards()[0] ?? document.body)).not.toContain('Not checked');
    await shown.answer(aMail());
    expect(document.querySelectorAll('.verdict').length).toBe(1);
  });

  test('on the page that checks messages changed rules judge what was read once more, without reading it again', async () => {
    let verdict: Verdict = { kind: 'clear' };
    const shown = page({
      'judge-mail-links': ({ links }) => ({
        verdicts: links.map(() => ({ verdict, layers: [], scopes: [] })),
      }),
    });
    await settled();
    await paste('https://a.example/');
    expect(document.querySelector('.checked-message.is-none')).not.toBeNull();
    verdict = DANGER;
    shown.background.broadcast('rules');
    await settled();
    expect(document.querySelector('.checked-message.is-danger')).not.toBeNull();
    expect(shown.read.length).toBe(1);
  });

  test('on the page that checks messages the progress of a download judges nothing again; another list does, once for all that was told meanwhile', async () => {
    let publishedAt = 1;
    const shown = page({ 'get-status': () => ({ channels: [aChannel({ publishedAt })] }) });
    await settled();
    await paste('https://a.example/');
    const judged = (): number => asked(shown, 'judge-mail').length;
    expect(judged()).toBe(1);
    for (let n = 0; n < 5; n++) shown.background.broadcast('status');
    await settled();
    expect(judged()).toBe(1);
    publishedAt = 2;
    shown.background.broadcast('status');
    await settled();
    expect(judged()).toBe(2);
    for (let n = 0; n < 5; n++) shown.background.broadcast('rules');
    await settled();
    expect(judged()).toBe(4);
  });

  test('a sender can be trusted only where the reader’s own server vouches for it', async () => {
    const field = {
      server: 'mx.google.com',
      spf: null,
      dkim: null,
      dmarc: 'pass',
      headerFrom: 'b.example',
      followsLast: false,
    };
    for (const [mailServer, isOffered] of [
      [null, false],
      ['gmail', true],
      ['yahoo', false],
    ] as const) {
      document.body.replaceChildren();
      const shown = page({ preferences: { ...PREFERENCES, mailServer } }, true);
      await settled();
      await paste('a mail');
      await shown.answer(aMail({ hrefs: ['https://bad.example/'], authenticationResults: [field] }));
      expect(allByRole(document.body, 'button', 'This is fine').length, String(mailServer)).toBe(
        isOffered ? 1 : 0,
      );
      expect(textOf(document.body).includes('Gmail found that it really comes from')).toBe(isOffered);
      expect(asked(shown, 'judge-mail').at(-1)?.isVouchedFor).toBe(isOffered);
    }
  });

  test('on the page that checks messages the reader’s mail server is kept, with undo; a text that is no name of one is refused', async () => {
    const { background } = page();
    await settled();
    const select = document.querySelector('select');
    if (select === null) throw new Error('no choice');
    const kept = (): unknown =>
      background.asked.findLast((request) => request.type === 'set-preferences')?.preferences.mailServer;
    select.value = 'gmail';
    select.dispatchEvent(new Event('change'));
    await settled();
    expect(kept()).toBe('gmail');
    press(byRole(document.body, 'button', 'Undo'));
    await settled();
    expect(kept()).toBeNull();
    select.value = 'other';
    select.dispatchEvent(new Event('change'));
    const name = document.querySelector<HTMLInputElement>('#mail-server-name');
    if (name === null) throw new Error('no field');
    for (const [typed, isTaken] of [
      ['nonsense', false],
      ['MX.Firm.example', true],
    ] as const) {
      name.value = typed;
      name.form?.dispatchEvent(new Event('submit', { cancelable: true }));
      await settled();
      expect(document.querySelector('#mail-server-refused') === null).toBe(isTaken);
    }
    expect(kept()).toBe('mx.firm.example');
  });

  test.each([
    ['unknown-message', 'The sender of this message is not certain'],
    ['unknown-sender', 'The sender of this message is not certain'],
    ['own-address', 'That address or domain is your own'],
    ['shared-domain', 'Anyone can have an address there'],
    ['too-many', 'The list is full'],
    ['too-fast', 'Too many changes in a minute'],
    ['not-stored', 'could not store this'],
    ['set-by-administrator', 'Your administrator has locked this'],
  ] as const)(
    'on the page that checks messages a correction that is refused says why: %s',
    async (refused, says) => {
      page({ 'correct-mail': () => ({ refused }) });
      await settled();
      await paste('https://a.example/');
      press(byRole(document.body, 'button', 'This is spam'));
      await settled();
      expect(textOf(byRole(document.body, 'status'))).toContain(says);
    },
  );

  test.each([
    ['too large', new File([new Uint8Array(25_000_001)], 'a.eml'), 'larger than 25 MB'],
    ['empty', new File([], 'a.eml'), 'The file is empty'],
    ['Outlook’s own', new File(['x'], 'a.msg'), 'Save the message there as'],
  ])('on the page that checks messages a file that is %s is not read', async (_, file, says) => {
    const shown = page();
    await settled();
    const field = byRole(document.body, 'file');
    Object.defineProperty(field, 'files', { value: [file] });
    field.dispatchEvent(new Event('change'));
    await settled();
    expect(textOf(cards()[0] ?? document.body)).toContain(says);
    expect(shown.read).toEqual([]);
  });
});
