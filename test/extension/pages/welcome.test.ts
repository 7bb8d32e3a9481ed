// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LIST_PRESETS } from '../../../src/core/feed/list-presets.ts';
import { startWelcome } from '../../../src/extension/pages/welcome/start-welcome.ts';
import type { ChannelStatus } from '../../../src/extension/protocol/channel-messages.ts';
import type { ListRefusal } from '../../../src/extension/protocol/device-list-messages.ts';
import type { PresetProgress } from '../../../src/extension/protocol/preset-messages.ts';
import {
  OPTIONAL_WEBMAILS,
  REQUIRED_WEBMAILS,
  type Webmail,
} from '../../../src/extension/protocol/webmail-hosts.ts';
import { allByRole, byRole, nameOf, press, textOf } from './by-role.ts';
import { backgroundThat, settled, type FakeBackground } from './fake-background.ts';
import { aChannel, NOW } from './page-tools.ts';
import { textsIn } from './page-texts.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

const UNREACHABLE = { kind: 'unreachable', detail: '', at: NOW, times: 1 } as const;

interface Given {
  readonly channels?: readonly ChannelStatus[];
  readonly progress?: Readonly<Record<string, PresetProgress>>;
  readonly isManaged?: boolean;
  readonly isLocked?: boolean;
  readonly isUnread?: boolean;
  readonly refused?: ListRefusal;
  readonly isGiven?: boolean;
  readonly isOnToolbar?: boolean | null;
  readonly withdrawn?: readonly Webmail[];
}

interface Shown {
  readonly background: FakeBackground;
  readonly asked: readonly (readonly string[])[];
  readonly opened: readonly string[];
  readonly given: { -readonly [Key in keyof Given]: Given[Key] };
}

async function welcome(start: Given = {}): Promise<Shown> {
  const given = { ...start };
  const asked: (readonly string[])[] = [];
  const opened: string[] = [];
  const background = backgroundThat({
    'get-status': () => ({ channels: given.channels ?? [] }),
    'get-presets': () =>
      given.isUnread === true
        ? { refused: 'not-stored' }
        : {
            presets: LIST_PRESETS.map(({ id }) => ({
              id,
              progress: given.progress?.[id] ?? { kind: 'absent' },
            })),
            isManaged: given.isManaged ?? false,
            isLocked: given.isLocked ?? false,
          },
    'add-presets': () => ({ refused: given.refused ?? null }),
    'remove-presets': () => ({ removed: true }),
  });
  await startWelcome({
    root: document.body,
    background,
    texts: textsIn('en'),
    now: () => NOW,
    openOptions: () => undefined,
    askToFetch: (urls) => {
      asked.push(urls);
      return Promise.resolve(given.isGiven ?? true);
    },
    webmails: {
      required: REQUIRED_WEBMAILS,
      optional: OPTIONAL_WEBMAILS,
      withdrawn: () => Promise.resolve(given.withdrawn ?? []),
      allow: () => Promise.resolve(given.isGiven ?? true),
      open: ({ name }) => opened.push(name),
    },
    isOnToolbar: () => Promise.resolve(given.isOnToolbar ?? null),
  });
  return { background, asked, opened, given };
}

beforeEach(() => document.body.replaceChildren());

const lead = (): string => textOf(document.querySelector('.lead'));
const get = (): HTMLElement => byRole(document, 'button', 'Get the free lists');
const box = (name: RegExp): HTMLInputElement => {
  const found = byRole(document, 'checkbox', name);
  if (!(found instanceof HTMLInputElement)) throw new Error('no box');
  return found;
};
const packaged = aChannel({ id: 'packaged', origin: 'packaged', url: null, name: 'Spamlight' });

describe('the welcome page', () => {
  test('the welcome page keeps its button in place while something is prepared, and once it is', async () => {
    const activity = { kind: 'updating', step: 'build', receivedBytes: 0, totalBytes: 0 } as const;
    await welcome({ channels: [aChannel({ ...packaged, activity })] });
    const said = byRole(document, 'progressbar', /./u);
    expect(get().compareDocumentPosition(said) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  });

  test.each([
    [
      [packaged],
      'Not protected by a list yet: Spamlight warns about messages that look like a trick. Free lists add known dangerous sites.',
    ],
    [
      [aChannel()],
      'Protection is on: Links are checked against the list of Community (updated today, 13:05).',
    ],
    [
      [aChannel({ kind: 'expired' })],
      'Some links cannot be checked: The list of Community is out of date (last updated today, 13:05). It still flags what it lists. Everything else counts as not checked.',
    ],
    [
      [packaged, aChannel({ id: 'list:a', origin: 'list' })],
      'Protection is on: Links are checked against a list on this computer (updated today, 13:05). A link without a mark may still be dangerous.',
    ],
  ])('the welcome page begins with the truth about this installation', async (channels, words) => {
    await welcome({ channels });
    expect(`${textOf(document.querySelector('#protection h2'))}: ${lead()}`).toBe(words);
  });

  test('the welcome page needs at most 60 words before its one button, which goes once it has been pressed; then says what comes next', async () => {
    const { given, background } = await welcome({ channels: [packaged] });
    const before = document.createRange();
    before.setStart(document.body, 0);
    before.setEndBefore(get());
    expect(before.toString().split(/\s+/).length).toBeLessThanOrEqual(60);
    expect(document.querySelectorAll('.primary')).toHaveLength(1);
    expect(document.querySelector('#free-which')?.hasAttribute('open')).toBe(false);
    expect(document.querySelector('#next')).toBeNull();
    given.progress = { urlhaus: { kind: 'added', entries: 9 } };
    given.channels = [packaged, aChannel({ id: 'list:a', origin: 'list' })];
    background.broadcast('status');
    await settled();
    expect(document.querySelectorAll('.primary')).toHaveLength(0);
    expect(textOf(document.querySelector('#next'))).toBe(
      'Next: try the example below, then open your webmail.',
    );
  });

  test('the welcome page asks once, for what cannot be read without, and takes what is ticked', async () => {
    const { background, asked } = await welcome();
    get().click();
    expect(asked).toEqual([
      LIST_PRESETS.filter(({ cors, isPrivateUseOnly }) => cors !== 'yes' && !isPrivateUseOnly).map(
        ({ url }) => url,
      ),
    ]);
    await settled();
    expect(background.asked.find(({ type }) => type === 'add-presets')).toEqual({
      type: 'add-presets',
      ids: LIST_PRESETS.filter(({ isPrivateUseOnly }) => !isPrivateUseOnly).map(({ id }) => id),
    });
  });

  test('the welcome page takes without permission what needs none, and names the rest', async () => {
    const { background, given } = await welcome({ isGiven: false });
    box(/^OpenPhish/).click();
    await settled();
    get().click();
    await settled();
    expect(background.asked.find(({ type }) => type === 'add-presets')).toMatchObject({ ids: ['openphish'] });
    const refused =
      'Permission was not given, so these were not downloaded: Phishing.Database links, CERT Polska warning list, URLhaus.';
    expect(textOf(document.body)).toContain(refused);
    // Refused: no longer ticked, and still said when the other one has come.
    expect(box(/^CERT Polska/).checked).toBe(false);
    given.progress = { openphish: { kind: 'waiting' } };
    background.broadcast('status');
    await settled();
    given.progress = { openphish: { kind: 'added', entries: 9 } };
    background.broadcast('status');
    await settled();
    expect(textOf(document.querySelector('#free-lists [role="status"]'))).toBe(
      `1 list is in use. It is updated once a day. ${refused}`,
    );
  });

  test('the welcome page leaves the list for private use to the reader, and out where an administrator rules', async () => {
    await welcome();
    expect(box(/^OpenPhish/).checked).toBe(false);
    expect(box(/^OpenPhish/).disabled).toBe(false);
    document.body.replaceChildren();
    await welcome({ isManaged: true });
    expect(box(/^OpenPhish/).disabled).toBe(true);
    expect(textOf(document.body)).toContain('this browser is managed by an organisation');
  });

  test('the welcome page says so where the browser cannot read which lists are there', async () => {
    await welcome({ isUnread: true });
    const said = document.querySelector('#free-lists [role="status"]');
    expect(textOf(said)).toBe('The browser could not read what Spamlight has stored.');
  });

  test('the welcome page offers nothing where an administrator chooses the lists', async () => {
    await welcome({ isLocked: true });
    expect(allByRole(document, 'button', /^Get the free/)).toEqual([]);
    expect(box(/^URLhaus/).disabled).toBe(true);
    // What is not there looks like it.
    expect(box(/^URLhaus/).checked).toBe(false);
    expect(textOf(document.body)).toMatch(/administrator/);
  });

  test('on the welcome page, where none of the lists came, each says why, and nothing says that any is in use', async () => {
    const { background, given } = await welcome({ progress: { urlhaus: { kind: 'waiting' } } });
    given.progress = { urlhaus: { kind: 'failed', failure: UNREACHABLE } };
    background.broadcast('status');
    await settled();
    const text = textOf(document.body);
    expect(text).toContain('urlhaus.abuse.ch could not be reached. Check whether this computer is online.');
    expect(text).not.toContain('in use. ');
  });

  test('the welcome page says that they are removed also where they are taken back while they come', async () => {
    const { given } = await welcome({});
    given.progress = { urlhaus: { kind: 'waiting' } };
    get().click();
    await settled();
    given.progress = {};
    byRole(document, 'button', 'Undo').click();
    await settled();
    expect(textOf(document.body)).toContain('The lists are removed. Nothing of them is left.');
  });

  test('says why no more are taken', async () => {
    await welcome({ refused: 'too-many' });
    get().click();
    await settled();
    expect(textOf(document.querySelector('#free-lists [role="status"]'))).toBe(
      'You already have 8 lists, which is the most. Remove one first.',
    );
  });

  test('shows how far each has come, its own failure with another try, and an undo', async () => {
    const { background, given } = await welcome({
      progress: {
        'cert-polska': { kind: 'updating', step: 'download', receivedBytes: 5, totalBytes: 10 },
      },
    });
    expect(allByRole(document, 'progressbar')).toHaveLength(1);
    // Once it has begun, what is ticked besides can be had too.
    byRole(document, 'button', 'Get the ticked lists').click();
    await settled();
    given.progress = {
      'phishing-database-links': { kind: 'added', entries: 50_086 },
      'cert-polska': { kind: 'failed', failure: UNREACHABLE },
    };
    background.broadcast('status');
    await settled();
    const text = textOf(document.body);
    expect(text).toContain('In use, with 50,086 entries.');
    expect(text).toContain('hole.cert.pl could not be reached.');
    expect(text).toContain('1 list is in use.');
    byRole(document, 'button', 'Try again: CERT Polska warning list').click();
    await settled();
    expect(background.asked.filter(({ type }) => type === 'add-presets').at(-1)).toMatchObject({
      ids: ['cert-polska'],
    });
    byRole(document, 'button', 'Undo').click();
    await settled();
    expect(background.asked.find(({ type }) => type === 'remove-presets')).toMatchObject({
      ids: ['phishing-database-links', 'urlhaus', 'cert-polska'],
    });
    expect(textOf(document.body)).toContain('The lists are removed. Nothing of them is left.');
  });

  test('the welcome page says how to pin the symbol only where the browser says that it is not', async () => {
    for (const [isOnToolbar, isSaid] of [
      [false, true],
      [true, false],
      [null, false],
    ] as const) {
      document.body.replaceChildren();
      await welcome({ isOnToolbar });
      expect(textOf(document.body).includes('Keep the icon in sight')).toBe(isSaid);
    }
  });

  test('the welcome page opens the reader’s webmail, asks for one that needs it, and names those that lost their permission', async () => {
    const { opened } = await welcome({
      withdrawn: REQUIRED_WEBMAILS.filter(({ name }) => name === 'Outlook'),
    });
    expect(textOf(document.body)).toContain('Not checked: Spamlight may not see Outlook');
    byRole(document, 'button', 'Gmail').click();
    byRole(document, 'button', 'Fastmail').click();
    await settled();
    expect(opened).toEqual(['Gmail', 'Fastmail']);
  });

  test('the welcome page says what came of the browser’s question, and keeps the place of whoever pressed', async () => {
    const withdrawn = REQUIRED_WEBMAILS.filter(({ name }) => name === 'Outlook');
    const { opened, given } = await welcome({ isGiven: false, withdrawn });
    const said = (): string => textOf(document.querySelector('#webmail-links [role="status"]'));
    expect(said()).toBe('');
    press(byRole(document, 'button', 'Fastmail'));
    await settled();
    expect(said()).toBe('Permission was not given, so nothing is checked on Fastmail.');
    expect(opened).toEqual([]);
    given.isGiven = true;
    given.withdrawn = [];
    press(byRole(document, 'button', 'Outlook'));
    await settled();
    expect(said()).toBe('');
    expect(opened).toEqual(['Outlook']);
    expect(document.activeElement).toBe(byRole(document, 'button', 'Outlook'));
  });

  test('the welcome page shows a link that leads nowhere, says what it cannot do, and that a badge is a forgery', async () => {
    await welcome();
    const link = allByRole(document, 'link').find((each) => nameOf(each) === 'Choose a new date');
    expect(new URL(link?.getAttribute('href') ?? '').hostname).toMatch(/\.example$/);
    const text = textOf(document.body);
    expect(text).toContain('A link without a mark is not a safe link');
    expect(text).toContain('A “safe” badge in a message is a forgery');
  });
});
