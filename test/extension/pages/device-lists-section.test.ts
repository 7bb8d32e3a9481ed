// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LIST_PRESETS } from '../../../src/core/feed/list-presets.ts';
import {
  startDeviceLists,
  type FetchAccess,
} from '../../../src/extension/pages/options/lists/start-device-lists.ts';
import type {
  DeviceList,
  ListCounts,
  ListImport,
  ListImportState,
} from '../../../src/extension/protocol/device-list-messages.ts';
import { allByRole, byRole, choose, press, submit, textOf, type } from './by-role.ts';
import { backgroundThat, settled, type Answers, type FakeBackground } from './fake-background.ts';
import { aChannel, contextIn } from './page-tools.ts';

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

function anImport(state: ListImportState, change: Partial<ListImport> = {}): ListImport {
  return { import: 'list:x', name: 'lists.example', url: 'https://lists.example/d.txt', state, ...change };
}

interface Shown {
  readonly background: FakeBackground;
  readonly asked: string[];
  readonly givenBack: string[];
  readonly reload: () => Promise<void>;
}

async function deviceLists(
  now: { lists?: readonly DeviceList[]; importing?: ListImport | null },
  more: Answers = {},
  isAllowed = true,
): Promise<Shown> {
  const background = backgroundThat({
    'get-lists': () => ({ lists: now.lists ?? [], importing: now.importing ?? null }),
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

  test('public lists in the settings ask for the permission within the click, then read before anything is added', async () => {
    const { background, asked } = await deviceLists({}, { 'preview-list': () => ({ import: 'list:x' }) });
    type(byRole(body, 'textbox', 'Address of the list'), 'lists.example/d.txt');
    choose(byRole(body, 'combobox', 'It lists'), 'malware');
    submit(byRole(body, 'button', 'Preview'));
    expect(asked).toEqual(['https://lists.example/d.txt']);
    await settled();
    expect(background.asked).toContainEqual({
      type: 'preview-list',
      url: 'https://lists.example/d.txt',
      name: '',
      category: 'malware',
      licence: '',
    });
    expect(background.asked.some((request) => request.type === 'add-list')).toBe(false);
  });

  test('public lists that are added fetch nothing without the permission', async () => {
    const { background } = await deviceLists({}, { 'preview-list': () => ({ import: 'list:x' }) }, false);
    byRole(body, 'button', `Preview ${LIST_PRESETS[0]?.name ?? ''}`).click();
    await settled();
    expect(textOf(byRole(body, 'alert'))).toBe('Permission was not given, so nothing was downloaded.');
    expect(background.asked.some((request) => request.type === 'preview-list')).toBe(false);
  });

  test('public lists in the settings offer each sound one, over https, and none twice', async () => {
    expect(LIST_PRESETS.length).toBeGreaterThan(2);
    for (const { url, licence } of LIST_PRESETS) {
      expect(url).toMatch(/^https:/);
      expect(licence).not.toBe('');
    }
    const [first] = LIST_PRESETS;
    await deviceLists({ lists: [aList({ status: aChannel({ url: first?.url ?? '', origin: 'list' }) })] });
    expect(allByRole(body, 'button', /^Preview .+/)).toHaveLength(LIST_PRESETS.length - 1);
  });

  test.each([
    ['not-a-url', /is not a web address/],
    ['not-https', /does not begin with https/],
    ['private-host', /private network/],
    ['already-there', /You already have this list/],
    ['too-many', /already have 8 lists/],
    ['not-stored', /could not store this/],
  ] as const)('public lists in the settings say in plain words why %s is refused', async (refused, words) => {
    await deviceLists({}, { 'preview-list': () => ({ refused }) });
    type(byRole(body, 'textbox', 'Address of the list'), 'x.example');
    submit(byRole(body, 'button', 'Preview'));
    await settled();
    expect(textOf(byRole(body, 'alert'))).toMatch(words);
    expect(document.activeElement).toBe(byRole(body, 'textbox', 'Address of the list'));
  });

  test('public lists in the settings show how far the reading is, and can be stopped', async () => {
    const now = {
      importing: anImport({ kind: 'reading', receivedBytes: 1_200_000, totalBytes: 3e6, entries: 41_200 }),
    };
    const { background, givenBack } = await deviceLists(now, { 'cancel-import': () => null });
    expect(byRole(body, 'progressbar')).toMatchObject({ value: 1_200_000, max: 3e6 });
    expect(textOf(body)).toContain('41,200 entries so far');
    byRole(body, 'button', 'Cancel').click();
    await settled();
    expect(background.asked).toContainEqual({ type: 'cancel-import', import: 'list:x' });
    expect(givenBack).toEqual(['https://lists.example/d.txt']);
  });

  test('public lists in the settings say what a list would flag before it is added', async () => {
    const ready = {
      kind: 'ready',
      counts,
      bytes: 1,
      canariesAsked: 1000,
      openLinks: 27,
      openFlagged: 2,
    } as const;
    const now: { importing: ListImport | null } = { importing: anImport(ready) };
    const { background } = await deviceLists(now, { 'add-list': () => ({ list: 'list:x' }) });
    expect(textOf(body)).toContain('Of 1,000 well-known sites it names 1, left out here.');
    expect(textOf(body)).toContain('Of the 27 links in the mail that is open now, it would flag 2.');
    expect(textOf(byRole(body, 'status'))).toMatch(/^The list has been read/);
    byRole(body, 'button', 'Add this list').click();
    now.importing = null;
    await settled();
    expect(background.asked).toContainEqual({ type: 'add-list', import: 'list:x' });
    expect(textOf(byRole(body, 'status'))).toBe('The list is added.');
  });

  test('public lists in the settings say plainly why a list could not be read', async () => {
    await deviceLists({
      importing: anImport({ kind: 'failed', failure: { kind: 'not-an-index', detail: '' } }),
    });
    expect(textOf(byRole(body, 'alert'))).toBe(
      'lists.example sent something that is not a list, such as a web page. Nothing was added.',
    );
    expect(allByRole(body, 'button', 'Add this list')).toEqual([]);
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
