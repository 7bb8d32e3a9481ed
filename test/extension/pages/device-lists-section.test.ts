// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LIST_PRESETS } from '../../../src/core/feed/list-presets.ts';
import {
  startDeviceLists,
  type FetchAccess,
} from '../../../src/extension/pages/options/lists/start-device-lists.ts';
import type { DeviceList, ListCounts } from '../../../src/extension/protocol/device-list-messages.ts';
import { allByRole, byRole, choose, press, submit, textOf, type } from './by-role.ts';
import { backgroundThat, settled, type Answers, type FakeBackground } from './fake-background.ts';
import { aChannel, contextIn, NOW } from './page-tools.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

let body = document.createElement('div');

beforeEach(() => {
  body = document.createElement('div');
  document.body.replaceChildren(body);
});

const counts: ListCounts = { format: 'domain-list', entries: 54_021, dropped: 12, refused: 3, canaries: 1 };

function aList(change: Partial<DeviceList> = {}): DeviceList {
  const status = aChannel({
    id: 'list:1',
    name: 'A list',
    url: 'https://lists.example/d.txt',
    origin: 'list',
  });
  return { status, category: 'phishing', licence: 'CC0-1.0', counts, ...change };
}

interface Shown {
  readonly background: FakeBackground;
  readonly asked: string[];
  readonly givenBack: string[];
  readonly reload: () => Promise<void>;
}

async function deviceLists(
  now: { lists?: readonly DeviceList[] },
  more: Answers = {},
  isAllowed = true,
): Promise<Shown> {
  const background = backgroundThat({
    'get-lists': () => ({ lists: now.lists ?? [] }),
    ...more,
  });
  const asked: string[] = [];
  const givenBack: string[] = [];
  const access: FetchAccess = {
    ask: (url) => {
      asked.push(url);
      return url.startsWith('https:') ? Promise.resolve(isAllowed) : null;
    },
    giveBack: (url) => {
      givenBack.push(url);
      return Promise.resolve();
    },
  };
  const { load } = startDeviceLists(body, background, access, contextIn);
  await load();
  return { background, asked, givenBack, reload: load };
}

describe('public lists', () => {
  test('public lists in the settings say of each list its state, what was taken and what was left out', async () => {
    await deviceLists({ lists: [aList()] });
    const card = textOf(byRole(body, 'article', 'A list'));
    expect(card).toContain('Updated today, 13:05. Next look: 14:05.');
    expect(card).toContain(
      '54,021 entries. 12 left out, because honest mail links there. 1 left out, because it is a well-known site. 3 lines could not be read.',
    );
    expect(card).toContain('Licence: CC0-1.0');
  });

  test('a list that is switched off and at once on again is on', async () => {
    const section = { kind: 'url', category: 'phishing', action: 'caution', group: 'A list' } as const;
    const { status, ...rest } = aList();
    const lists = [{ ...rest, status: { ...status, sections: [{ ...section, entries: 5, on: true }] } }];
    const { background } = await deviceLists({ lists }, { 'set-sections': () => ({ outcome: 'done' }) });
    const box = byRole(body, 'checkbox', 'Look links up in this list: A list');
    box.click();
    box.click();
    await settled();
    const sent = background.asked.flatMap((request) =>
      request.type === 'set-sections' ? [request.off] : [],
    );
    expect(sent).toEqual([[section], []]);
  });

  test('ask for the permission within the click, then add the list', async () => {
    const { background, asked } = await deviceLists({}, { 'add-list': () => ({ refused: null }) });
    type(byRole(body, 'textbox', 'Address of the list'), 'lists.example/d.txt');
    choose(byRole(body, 'combobox', 'It lists'), 'malware');
    submit(byRole(body, 'button', 'Add'));
    expect(asked).toEqual(['https://lists.example/d.txt']);
    await settled();
    expect(background.asked).toContainEqual({
      type: 'add-list',
      url: 'https://lists.example/d.txt',
      name: '',
      category: 'malware',
      licence: '',
    });
    expect(textOf(byRole(body, 'status'))).toBe('The list is added and being downloaded.');
    expect(document.activeElement).toBe(byRole(body, 'textbox', 'Address of the list'));
  });

  test('fetch nothing without the permission', async () => {
    const { background } = await deviceLists({}, { 'add-list': () => ({ refused: null }) }, false);
    byRole(body, 'button', `Add ${LIST_PRESETS[0]?.name ?? ''}`).click();
    await settled();
    expect(textOf(byRole(body, 'alert'))).toBe('Permission was not given, so nothing was downloaded.');
    expect(background.asked.some((request) => request.type === 'add-list')).toBe(false);
  });

  test('public lists in the settings offer each sound one, over https, and none twice', async () => {
    expect(LIST_PRESETS.length).toBeGreaterThan(2);
    for (const { url, licence } of LIST_PRESETS) {
      expect(url).toMatch(/^https:/);
      expect(licence).not.toBe('');
    }
    const [first] = LIST_PRESETS;
    await deviceLists({ lists: [aList({ status: aChannel({ url: first?.url ?? '', origin: 'list' }) })] });
    expect(allByRole(body, 'button', /^Add .+/)).toHaveLength(LIST_PRESETS.length - 1);
  });

  test.each([
    ['not-a-url', /is not a web address/],
    ['not-https', /does not begin with https/],
    ['private-host', /private network/],
    ['already-there', /You already have this list/],
    ['too-many', /already have 8 lists/],
    ['not-stored', /could not store this/],
  ] as const)('say in plain words why %s is refused', async (refused, words) => {
    await deviceLists({}, { 'add-list': () => ({ refused }) });
    type(byRole(body, 'textbox', 'Address of the list'), 'x.example');
    submit(byRole(body, 'button', 'Add'));
    await settled();
    expect(textOf(byRole(body, 'alert'))).toMatch(words);
    expect(document.activeElement).toBe(byRole(body, 'textbox', 'Address of the list'));
  });

  test('show how far a first download is', async () => {
    const activity = {
      kind: 'updating',
      step: 'download',
      receivedBytes: 1_200_000,
      totalBytes: 3e6,
    } as const;
    const { status } = aList();
    await deviceLists({ lists: [aList({ status: { ...status, kind: 'none', activity }, counts: null })] });
    expect(byRole(body, 'progressbar')).toMatchObject({ value: 1_200_000, max: 3e6 });
    expect(textOf(body)).toContain('This list has not been downloaded yet.');
  });

  test('say plainly why a list has not come, and what that means', async () => {
    const lastFailure = { kind: 'not-an-index', detail: '', at: NOW, times: 1 } as const;
    const { status } = aList();
    await deviceLists({ lists: [aList({ status: { ...status, kind: 'none', lastFailure }, counts: null })] });
    const card = textOf(byRole(body, 'article', 'A list'));
    expect(card).toContain('lists.example sent something that is not a list, such as a web page.');
    expect(card).toContain('Until it is here, no link is looked up in it.');
  });

  test('public lists in the settings can be taken back at another try, where the permission was refused', async () => {
    const { background } = await deviceLists(
      { lists: [aList()] },
      { 'remove-list': () => ({ removed: true }) },
      false,
    );
    press(byRole(body, 'button', 'Remove A list'));
    await settled();
    press(byRole(body, 'button', 'Undo'));
    await settled();
    expect(textOf(byRole(body, 'status'))).toBe('Permission was not given, so nothing was downloaded. Undo');
    expect(document.activeElement).toBe(byRole(body, 'button', 'Undo'));
    expect(background.asked.some(({ type }) => type === 'take-back-list')).toBe(false);
  });

  test('public lists in the settings give a permission back with the last list that needed it', async () => {
    const two = [
      aList(),
      aList({
        status: aChannel({ id: 'list:2', name: 'Other', url: 'https://lists.example/e.txt', origin: 'list' }),
      }),
    ];
    const { givenBack } = await deviceLists({ lists: two }, { 'remove-list': () => ({ removed: true }) });
    byRole(body, 'button', 'Remove A list').click();
    await settled();
    expect(givenBack).toEqual([]);
    two.shift();
    body.replaceChildren();
    const again = await deviceLists({ lists: two }, { 'remove-list': () => ({ removed: true }) });
    byRole(body, 'button', 'Remove Other').click();
    await settled();
    expect(again.givenBack).toEqual(['https://lists.example/e.txt']);
  });
});
