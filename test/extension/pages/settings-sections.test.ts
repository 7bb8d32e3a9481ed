// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Section } from '../../../src/extension/pages/options/parts/section.ts';
import { startBackup } from '../../../src/extension/pages/options/backup/start-backup.ts';
import { startPolicy } from '../../../src/extension/pages/options/about/start-policy.ts';
import { startPreferences } from '../../../src/extension/pages/options/preferences/start-preferences.tsx';
import { startStatistics } from '../../../src/extension/pages/options/statistics/start-statistics.tsx';
import {
  startWebmails,
  type SiteList,
} from '../../../src/extension/pages/options/preferences/start-webmails.ts';
import { NOTHING_ADMINISTERED } from '../../../src/extension/protocol/policy-messages.ts';
import {
  DEFAULT_PREFERENCES,
  type Preferences,
} from '../../../src/extension/protocol/preference-messages.ts';
import type { DayStatistics } from '../../../src/extension/protocol/statistics-messages.ts';
import type { ImportedData } from '../../../src/extension/protocol/backup-messages.ts';
import { allByRole, byRole, choose, press, textOf } from './by-role.ts';
import { backgroundThat, settled, type FakeBackground } from './fake-background.ts';
import { contextIn, NOW } from './page-tools.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

// A new one for each test: what an earlier one still waits for must not draw here.
let body = document.createElement('div');
let attention = document.createElement('div');

beforeEach(() => {
  attention = document.createElement('div');
  body = document.createElement('div');
  document.body.replaceChildren(body);
});

function part(): HTMLElement {
  const element = document.createElement('div');
  body.append(element);
  return element;
}

describe('choices', () => {
  async function choices(
    locked: readonly (keyof Preferences)[] = [],
  ): Promise<{ kept: Preferences[]; languages: () => number; background: FakeBackground }> {
    const kept = [DEFAULT_PREFERENCES];
    let languages = 0;
    const background = backgroundThat({
      'get-preferences': () => ({
        ...(kept.at(-1) ?? DEFAULT_PREFERENCES),
        locked,
        administered: NOTHING_ADMINISTERED,
      }),
      'clear-correspondents': () => ({ outcome: 'done' }),
      'set-preferences': ({ preferences }) => {
        kept.push(preferences);
        return { outcome: 'done' };
      },
    });
    const bodies = { levels: part(), language: part(), saveData: part() };
    await startPreferences(bodies, background, contextIn, () => (languages += 1)).load();
    return { kept, languages: () => languages, background };
  }

  test('choices in the settings show what is chosen for each level', async () => {
    await choices();
    const chosen = allByRole(body, 'radio')
      .filter((radio) => radio instanceof HTMLInputElement && radio.checked)
      .map((radio) => radio.id);
    expect(chosen).toEqual(['danger-ask', 'caution-mark']);
    expect(allByRole(body, 'radio', 'Do not open')).toHaveLength(2);
  });

  test('choices in the settings are kept as soon as they are made', async () => {
    const { kept } = await choices();
    document.getElementById('danger-disable')?.dispatchEvent(new Event('change'));
    await settled();
    byRole(body, 'checkbox', 'Save data').dispatchEvent(new Event('change'));
    await settled();
    expect(kept.at(-1)).toMatchObject({ ...DEFAULT_PREFERENCES, onDanger: 'disable', saveData: true });
  });

  test('in the settings, the memory of senders is switched off, and forgotten after a second thought', async () => {
    const { kept, background } = await choices();
    const forgets = (): boolean => background.asked.some(({ type }) => type === 'clear-correspondents');
    byRole(body, 'checkbox', 'Remember the people who write to you').dispatchEvent(new Event('change'));
    await settled();
    expect(kept.at(-1)).toMatchObject({ rememberCorrespondents: false });
    press(byRole(body, 'button', 'Forget all of them…'));
    expect(textOf(body)).toContain('Forget all of them? This cannot be undone.');
    expect(document.activeElement).toBe(byRole(body, 'button', 'Cancel'));
    press(byRole(body, 'button', 'Cancel'));
    expect(document.activeElement).toBe(byRole(body, 'button', 'Forget all of them…'));
    press(byRole(body, 'button', 'Forget all of them…'));
    await settled();
    expect(forgets()).toBe(false);
    press(byRole(body, 'button', 'Forget all'));
    await settled();
    expect(forgets()).toBe(true);
    expect(textOf(byRole(body, 'alert'))).toMatch(/^Spamlight has forgotten/);
    expect(document.activeElement).toBe(byRole(body, 'button', 'Forget all of them…'));
  });

  test('choices in the settings that an administrator made are shown, said to be, and locked', async () => {
    await choices(['onDanger', 'saveData']);
    const isLocked = (element: Element): boolean => element instanceof HTMLInputElement && element.disabled;
    expect(
      allByRole(body, 'radio')
        .filter(isLocked)
        .map(({ id }) => id),
    ).toEqual(['danger-mark', 'danger-ask', 'danger-disable']);
    expect(isLocked(byRole(body, 'checkbox', 'Save data'))).toBe(true);
    expect([...body.querySelectorAll('.chip')].map(textOf)).toEqual([
      'set by your administrator',
      'set by your administrator',
    ]);
  });

  test('choices in the settings of a language draw the page anew', async () => {
    const { kept, languages } = await choices();
    choose(byRole(body, 'combobox', 'Language of Spamlight'), 'zh-CN');
    await settled();
    expect(kept.at(-1)?.language).toBe('zh-CN');
    expect(languages()).toBe(1);
  });

  test('the choice of a language names each language in its own words', async () => {
    await choices();
    const languages = byRole(body, 'combobox', 'Language of Spamlight');
    expect(allByRole(languages, 'option').map(textOf)).toEqual([
      'The browser’s language',
      'English',
      '简体中文',
    ]);
  });

  test('choices in the settings of a mail provider can be taken back, and what is no server’s name is refused', async () => {
    const { kept } = await choices();
    choose(byRole(body, 'combobox', 'Your mail provider'), 'gmail');
    await settled();
    expect(kept.at(-1)?.mailServer).toBe('gmail');
    press(byRole(body, 'button', 'Undo'));
    await settled();
    expect(kept.at(-1)?.mailServer).toBeNull();
    expect(allByRole(body, 'button', 'Undo')).toEqual([]);
    choose(byRole(body, 'combobox', 'Your mail provider'), 'other');
    for (const [typed, server] of [
      ['nonsense', null],
      ['MX.Firm.example', 'mx.firm.example'],
    ] as const) {
      const name = byRole(body, 'textbox', 'Name of the server');
      if (!(name instanceof HTMLInputElement)) throw new Error('no field');
      name.value = typed;
      name.form?.dispatchEvent(new Event('submit', { cancelable: true }));
      await settled();
      expect(allByRole(body, 'alert').length).toBe(server === null ? 1 : 0);
      expect(kept.at(-1)?.mailServer).toBe(server);
    }
  });
});

describe('statistics', () => {
  const day = (name: string, change: Partial<DayStatistics> = {}): DayStatistics => ({
    day: name,
    links: 10,
    danger: 0,
    caution: 0,
    ...change,
  });

  async function statistics(days: DayStatistics[], { isFull = false, keptDays = 400 } = {}): Promise<void> {
    let kept = keptDays;
    const background = backgroundThat({
      'get-statistics': () => ({ days, keptDays: kept }),
      'count-links': ({ isOn }) => {
        if (isFull) return { outcome: 'not-stored' };
        kept = isOn ? 400 : 0;
        if (!isOn) days.length = 0;
        return { outcome: 'done' };
      },
    });
    await startStatistics(body, background, contextIn).load();
  }

  const barsOf = (row: Element): unknown[] =>
    [...row.querySelectorAll('rect')].map((bar) => [bar.getAttribute('x'), bar.getAttribute('width')]);

  test('statistics are one picture: a bar for each of the last 30 days with links, newest first, and its numbers', async () => {
    const older = Array.from({ length: 30 }, (_, place) =>
      day(`2026-10-${String(place + 1).padStart(2, '0')}`),
    );
    await statistics([
      ...older,
      day('2026-11-01', { caution: 3 }),
      day('2026-11-20', { links: 40, danger: 2, caution: 1 }),
    ]);
    const rows = [...body.querySelectorAll('tbody tr')];
    expect(rows).toHaveLength(30);
    expect(rows.slice(0, 3).map((row) => [...row.children].map(textOf).join(' ').trim())).toEqual([
      '20 November 40 2 1',
      '1 November 10 0 3',
      '30 October 10 0 0',
    ]);
    expect(body.querySelector('.bars')?.getAttribute('viewBox')).toBe('0 0 40 1');
    expect(rows.slice(0, 2).map(barsOf)).toEqual([
      [
        ['0', '40'],
        ['0', '2'],
        ['2', '1'],
      ],
      [
        ['0', '10'],
        ['0', '0'],
        ['0', '3'],
      ],
    ]);
  });

  test('statistics say so when there are none', async () => {
    await statistics([]);
    expect(textOf(body)).toContain('Nothing has been counted yet.');
  });

  test('statistics that cannot be read are not said to be none', async () => {
    const background = backgroundThat({ 'get-statistics': () => ({ refused: 'not-stored' }) });
    await startStatistics(body, background, contextIn).load();
    expect(textOf(body)).toMatch(/^The browser could not read what Spamlight has stored\./);
  });

  test('statistics are deleted when the reader stops the counting, and begin again', async () => {
    await statistics([day('2026-11-20')], { keptDays: 30 });
    press(byRole(body, 'button', 'Stop counting and delete the counts'));
    await settled();
    expect(textOf(body)).toContain('The counts are deleted, and nothing is counted.');
    expect(body.querySelector('table')).toBeNull();
    expect(document.activeElement).toBe(byRole(body, 'button', 'Count links'));
    press(byRole(body, 'button', 'Count links'));
    await settled();
    expect(textOf(body)).toContain('Links are counted from now on.');
    expect(allByRole(body, 'button', 'Stop counting and delete the counts')).toHaveLength(1);
  });

  test('statistics that could not be deleted are still there, with the reason', async () => {
    await statistics([day('2026-11-20')], { isFull: true });
    press(byRole(body, 'button', 'Stop counting and delete the counts'));
    await settled();
    expect(textOf(body.querySelector('[role="status"]'))).toMatch(/could not store this/);
    expect(body.querySelectorAll('tbody tr')).toHaveLength(1);
  });
});

describe('a backup', () => {
  const IMPORTED: ImportedData = {
    ruleIds: ['rule-1'],
    days: [{ day: '2026-11-19', links: 30, danger: 1, caution: 0 }],
    preferencesBefore: DEFAULT_PREFERENCES,
  };

  async function read(answer: 'whole' | 'refused'): Promise<{ undone: ImportedData[]; taken: string[] }> {
    const undone: ImportedData[] = [];
    const taken: string[] = [];
    const background = backgroundThat({
      'undo-import': ({ imported }) => {
        undone.push(imported);
        return { undone: true };
      },
      'preview-import': () =>
        answer === 'refused'
          ? { refused: 'newer-version' }
          : {
              trust: 1,
              block: 0,
              days: 1,
              impossible: 2,
              contradicted: { trust: { count: 1, first: ['x.example'] }, block: { count: 0, first: [] } },
              preferences: { ...DEFAULT_PREFERENCES, onDanger: 'mark' },
            },
      'import-private-data': () => {
        taken.push('file');
        return {
          imported: IMPORTED,
          alreadyThere: 3,
          contradicted: {
            trust: { count: 1, first: ['x.example'] },
            block: { count: 1, first: ['y.example'] },
          },
          impossible: 2,
          channelTexts: ['https://a.example/\nroot-key: K'],
          listUrls: ['https://lists.example/bad.txt'],
        };
      },
    });
    await startBackup(body, background, contextIn, () => '2026-11-20').load();
    const field = byRole(body, 'file', 'Read a file…');
    Object.defineProperty(field, 'files', { value: [new File(['{}'], 'backup.json')] });
    field.dispatchEvent(new Event('change'));
    await settled();
    await settled();
    return { undone, taken };
  }

  test('a backup that was looked at and left changes nothing', async () => {
    const { taken } = await read('whole');
    byRole(body, 'button', 'Cancel').click();
    await settled();
    expect(taken).toEqual([]);
    expect(textOf(byRole(body, 'status'))).toBe('Nothing was changed.');
    expect(body.querySelector('#backup-preview')).toBeNull();
  });

  test('a backup that was read says what came of it, and can be taken back', async () => {
    const { undone, taken } = await read('whole');
    expect(textOf(body.querySelector('#backup-preview'))).toContain('This file would change here:');
    expect([...body.querySelectorAll('#backup-preview li')].map((line) => textOf(line))).toEqual([
      '1 entry more in the allowlist',
      'Statistics of 1 day added.',
      expect.stringMatching(/becomes: Only mark$/),
      expect.stringMatching(/becomes: Only mark$/),
      'Your setting “Language” becomes: The browser’s language',
      'Your setting “Save data” becomes: off',
      'Your setting “Remember the people who write to you” becomes: on',
      'Your setting “Your mail provider” becomes: Not named',
    ]);
    expect(textOf(body.querySelector('#backup-preview'))).toContain(
      '2 entries are no longer possible and are left out.',
    );
    expect(textOf(body.querySelector('#backup-preview'))).toContain(
      '1 stays in your allowlist: x.example. If you want it blocked, remove it from the allowlist first, then read the file again.',
    );
    expect(textOf(body.querySelector('#backup-preview'))).not.toContain('block list here');
    expect(taken).toEqual([]);
    byRole(body, 'button', 'Import').click();
    await settled();
    expect(taken).toEqual(['file']);
    expect(body.querySelector('#backup-preview')).toBeNull();
    expect(textOf(byRole(body, 'status'))).toBe(
      '1 entry added. 3 were there already. 1 stays in your allowlist: x.example. If you want it blocked, remove it from the allowlist first, then read the file again. 1 stays in your block list: y.example. If you want to trust it, remove it from the block list first, then read the file again. 2 entries are no longer possible and are left out. Statistics of 1 day added. Your settings were imported. Undo',
    );
    byRole(body, 'button', 'Undo').click();
    await settled();
    expect(undone).toEqual([IMPORTED]);
    expect(textOf(byRole(body, 'status'))).toBe('What the file added is removed again.');
    expect(allByRole(body, 'button', 'Undo')).toEqual([]);
  });

  test('a backup that was read can be taken back until another one has changed something', async () => {
    const { undone } = await read('whole');
    byRole(body, 'button', 'Import').click();
    await settled();
    byRole(body, 'file', 'Read a file…').dispatchEvent(new Event('change'));
    await settled();
    await settled();
    // Of what is said there now the file is another one, and the button names it.
    expect(allByRole(body, 'button', 'Undo')).toEqual([]);
    byRole(body, 'button', 'Cancel').click();
    expect(textOf(byRole(body, 'status'))).toBe('Nothing was changed. Remove what an earlier file added');
    byRole(body, 'button', 'Remove what an earlier file added').click();
    await settled();
    expect(undone).toEqual([IMPORTED]);
    expect(textOf(byRole(body, 'status'))).toBe('What the file added is removed again.');
  });

  test('a backup that brings nothing leaves the undo of an earlier one', async () => {
    const undone: ImportedData[] = [];
    const nothing: ImportedData = { ruleIds: [], days: [], preferencesBefore: null };
    const imports = [IMPORTED, nothing];
    const contradicted = { trust: { count: 0, first: [] }, block: { count: 0, first: [] } };
    const background = backgroundThat({
      // Without changes, a file is imported without confirmation.
      'preview-import': () => ({
        trust: 0,
        block: 0,
        days: 0,
        impossible: 0,
        contradicted,
        preferences: null,
      }),
      'import-private-data': () => ({
        imported: imports.shift() ?? nothing,
        alreadyThere: 1,
        contradicted,
        impossible: 0,
        channelTexts: [],
        listUrls: [],
      }),
      'undo-import': ({ imported }) => {
        undone.push(imported);
        return { undone: true };
      },
    });
    await startBackup(body, background, contextIn, () => '2026-11-20').load();
    for (const name of ['first.json', 'second.json']) {
      const field = byRole(body, 'file', 'Read a file…');
      Object.defineProperty(field, 'files', { value: [new File(['{}'], name)], configurable: true });
      field.dispatchEvent(new Event('change'));
      await settled();
      await settled();
    }
    byRole(body, 'button', 'Remove what an earlier file added').click();
    await settled();
    expect(undone).toEqual([IMPORTED]);
  });

  test('a backup with unknown channels and public lists shows their texts, and adds none', async () => {
    await read('whole');
    byRole(body, 'button', 'Import').click();
    await settled();
    expect(textOf(body)).toContain('The file names a channel that is not here.');
    expect(textOf(body)).toContain('The file names a public list that is not here.');
    expect([...body.querySelectorAll('pre')].map(({ textContent }) => textContent)).toEqual([
      'https://a.example/\nroot-key: K\n',
      'https://lists.example/bad.txt\n',
    ]);
  });

  test('a backup that would not be whole is not saved, and that is said', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL');
    const background = backgroundThat({ 'export-private-data': () => ({ refused: 'not-stored' }) });
    await startBackup(body, background, contextIn, () => '2026-11-20').load();
    document.getElementById('backup-export')?.click();
    await settled();
    expect(saved).not.toHaveBeenCalled();
    expect(textOf(byRole(body, 'status'))).toMatch(/^No file was saved, because the browser could not read/);
  });

  test('a backup of a newer Spamlight is refused with what to do', async () => {
    await read('refused');
    expect(textOf(byRole(body, 'status'))).toBe(
      'This file was saved by a newer Spamlight. Nothing was changed. Update Spamlight first.',
    );
    expect(allByRole(body, 'button', 'Undo')).toEqual([]);
  });
});

describe('added webmails', () => {
  test('added webmails can be removed, which gives the permission back, and one goes on with the next', async () => {
    let hosts = ['mail.a.example', 'mail.b.example'];
    const sites: SiteList = {
      added: () => Promise.resolve(hosts.map((name) => ({ patterns: [`https://${name}/*`], name }))),
      remove: (patterns) => {
        hosts = hosts.filter((host) => !patterns.includes(`https://${host}/*`));
        return Promise.resolve();
      },
      builtIn: [{ name: 'Gmail', patterns: ['https://mail.google.com/*'] }],
      withdrawn: () => Promise.resolve([]),
      unrecognised: () => Promise.resolve([]),
      ask: () => Promise.resolve(false),
    };
    await startWebmails({ body, attention }, sites, contextIn).load();
    press(byRole(body, 'button', 'Remove mail.a.example'));
    await settled();
    expect(textOf(byRole(body, 'status'))).toBe('Removed: mail.a.example.');
    expect(document.activeElement).toBe(byRole(body, 'button', 'Remove mail.b.example'));
    press(byRole(body, 'button', 'Remove mail.b.example'));
    await settled();
    expect(document.activeElement).toBe(byRole(body, 'status'));
    expect(textOf(body)).toBe(
      'Removed: mail.b.example.Built inGmailmail is checkedAdded by youYou have added no site.',
    );
  });

  test('added webmails say what came of the browser’s question', async () => {
    const lost = [{ name: 'Gmail', patterns: ['https://mail.google.com/*'] }];
    let isGiven = false;
    const sites: SiteList = {
      added: () => Promise.resolve([]),
      remove: () => Promise.resolve(),
      builtIn: lost,
      withdrawn: () => Promise.resolve(isGiven ? [] : lost),
      unrecognised: () => Promise.resolve([]),
      ask: () => Promise.resolve(isGiven),
    };
    await startWebmails({ body, attention }, sites, contextIn).load();
    press(byRole(body, 'button', 'Check mail on Gmail'));
    await settled();
    expect(textOf(byRole(body, 'status'))).toBe('Permission was not given, so nothing is checked on Gmail.');
    expect(document.activeElement).toBe(byRole(body, 'button', 'Check mail on Gmail'));
    isGiven = true;
    press(byRole(body, 'button', 'Check mail on Gmail'));
    await settled();
    expect(textOf(byRole(body, 'status'))).toBe('Spamlight checks mail on Gmail from now on.');
    expect(document.activeElement).toBe(byRole(body, 'status'));
  });

  test('added webmails that lost their permission are named, with the button that asks for it', async () => {
    const lost = [{ name: 'Gmail', patterns: ['https://mail.google.com/*'] }];
    const asked: (readonly string[])[] = [];
    const sites = {
      added: () => Promise.resolve([]),
      remove: () => Promise.resolve(),
      builtIn: [{ name: 'Gmail', patterns: ['https://mail.google.com/*'] }],
      withdrawn: () => Promise.resolve(asked.length === 0 ? lost : []),
      unrecognised: () => Promise.resolve([]),
      ask: (patterns: readonly string[]) => {
        asked.push(patterns);
        return Promise.resolve(true);
      },
    };
    await startWebmails({ body, attention }, sites, contextIn).load();
    expect(textOf(body)).toContain('Not checked: Spamlight may not see Gmail');
    expect(textOf(body)).toContain('Gmailnot checked: the browser does not allow it');
    // Beside what says that protection is on.
    expect(textOf(attention)).toBe('Not checked: Spamlight may not see GmailYour webmails');
    expect(attention.querySelector('a')?.getAttribute('href')).toBe('#webmails');
    byRole(body, 'button', 'Check mail on Gmail').click();
    await settled();
    expect(asked).toEqual([['https://mail.google.com/*']]);
    expect(textOf(body)).toContain('Gmailmail is checked');
    expect(attention.childElementCount).toBe(0);
  });

  test('added webmails on which no message has been recognised for long say so, and what to do', async () => {
    const sites = {
      added: () =>
        Promise.resolve([
          { name: 'mail.choir.example', patterns: ['https://mail.choir.example/*'] },
          { name: 'mail.other.example', patterns: ['https://mail.other.example/*'] },
        ]),
      remove: () => Promise.resolve(),
      builtIn: [],
      withdrawn: () => Promise.resolve([]),
      unrecognised: () =>
        Promise.resolve([{ host: 'mail.choir.example:8443', since: NOW - 20 * 86_400, days: 4, links: 12 }]),
      ask: () => Promise.resolve(false),
    };
    await startWebmails({ body, attention }, sites, contextIn).load();
    const [choir, other] = [...body.querySelectorAll('li')].map(textOf);
    expect(choir).toContain('No message has been recognised on this site since 31 October. On 4 days');
    expect(choir).toContain('at most 12 at once');
    expect(choir).toContain('send yourself the self-test');
    expect(other).toBe('mail.other.exampleRemove');
  });
});

describe('a part of the settings that was not answered yet', () => {
  const sites: SiteList = {
    added: () => Promise.resolve([]),
    remove: () => Promise.resolve(),
    builtIn: [],
    withdrawn: () => Promise.resolve([]),
    unrecognised: () => Promise.resolve([]),
    ask: () => Promise.resolve(false),
  };

  test.each<[string, () => Section]>([
    ['statistics', () => startStatistics(body, backgroundThat({}), contextIn)],
    ['webmails', () => startWebmails({ body, attention }, sites, contextIn)],
    ['policy', () => startPolicy(body, backgroundThat({}), contextIn)],
  ])(
    'a part of the settings without an answer says so, and nothing of what it does not know: %s',
    async (_, start) => {
      const { draw, load } = start();
      // As when the administrator’s part of the choices comes first.
      draw();
      expect(textOf(body)).toBe('One moment…');
      await load();
      expect(textOf(body)).not.toContain('One moment');
    },
  );
});
