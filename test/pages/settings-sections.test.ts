// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { startBackup } from '../../src/pages/options/start-backup.ts';
import { startPreferences } from '../../src/pages/options/start-preferences.ts';
import { startStatistics } from '../../src/pages/options/start-statistics.ts';
import { startWebmails } from '../../src/pages/options/start-webmails.ts';
import { lastDays } from '../../src/pages/options/statistics-days.ts';
import { roundUp } from '../../src/pages/options/statistics-plot.ts';
import { NOTHING_ADMINISTERED } from '../../src/protocol/policy-messages.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../../src/protocol/preference-messages.ts';
import type { DayStatistics } from '../../src/protocol/statistics-messages.ts';
import type { ImportedData } from '../../src/protocol/backup-messages.ts';
import { allByRole, byRole, choose, textOf } from './by-role.ts';
import { backgroundThat, settled } from './fake-background.ts';
import { contextIn, NOW } from './page-tools.ts';

vi.mock('../../src/platform/browser.ts', () => ({ browser: {} }));

// A new one for each test: what an earlier one still waits for must not draw here.
let body = document.createElement('div');

beforeEach(() => {
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
  ): Promise<{ kept: Preferences[]; languages: () => number }> {
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
    return { kept, languages: () => languages };
  }

  test('show what is chosen for each level', async () => {
    await choices();
    const chosen = allByRole(body, 'radio')
      .filter((radio) => radio instanceof HTMLInputElement && radio.checked)
      .map((radio) => radio.id);
    expect(chosen).toEqual(['danger-ask', 'caution-mark']);
    expect(allByRole(body, 'radio', 'Do not open')).toHaveLength(2);
  });

  test('are kept as soon as they are made', async () => {
    const { kept } = await choices();
    document.getElementById('danger-disable')?.dispatchEvent(new Event('change'));
    await settled();
    byRole(body, 'checkbox', 'Save data').dispatchEvent(new Event('change'));
    await settled();
    expect(kept.at(-1)).toMatchObject({ ...DEFAULT_PREFERENCES, onDanger: 'disable', saveData: true });
  });

  test('whom this device remembers is switched off, and forgotten', async () => {
    const { kept } = await choices();
    byRole(body, 'checkbox', 'Remember whom you get mail from').dispatchEvent(new Event('change'));
    await settled();
    expect(kept.at(-1)).toMatchObject({ rememberCorrespondents: false });
    byRole(body, 'button', 'Forget all of them').click();
    await settled();
    expect(textOf(byRole(body, 'alert'))).toMatch(/^Forgotten/);
  });

  test('that an administrator made are shown, said to be, and locked', async () => {
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

  test('of a language draw the page anew', async () => {
    const { kept, languages } = await choices();
    choose(byRole(body, 'combobox', 'Language of Spamlight'), 'zh-CN');
    await settled();
    expect(kept.at(-1)?.language).toBe('zh-CN');
    expect(languages()).toBe(1);
  });

  test('name each language in its own words', async () => {
    await choices();
    expect(allByRole(body, 'option').map(textOf)).toEqual(['The browser’s language', 'English', '简体中文']);
  });
});

describe('statistics', () => {
  const day = (name: string, change: Partial<DayStatistics> = {}): DayStatistics => ({
    day: name,
    links: 10,
    danger: 0,
    caution: 0,
    unchecked: 0,
    trusted: 0,
    ...change,
  });

  async function statistics(days: DayStatistics[]): Promise<void> {
    const background = backgroundThat({
      'get-statistics': () => ({ days, keptDays: 400 }),
      'clear-statistics': () => {
        days.length = 0;
        return { outcome: 'done' };
      },
    });
    await startStatistics(body, background, contextIn).load();
  }

  test('are a plot with a sentence and a table of the same', async () => {
    await statistics([
      day('2026-11-20', { danger: 2, trusted: 1 }),
      day('2026-11-01', { caution: 3, unchecked: 4 }),
    ]);
    expect(textOf(document.getElementById('stats-summary'))).toBe(
      '20 links looked up in 30 days. Danger: 2, caution: 3, not checked: 4, trusted by you: 1.',
    );
    expect(byRole(body, 'img').getAttribute('aria-label')).toBe(
      'Flagged and unchecked links of the last 30 days',
    );
    expect(body.querySelectorAll('.bar')).toHaveLength(3);
    const rows = [...body.querySelectorAll('tbody tr')].map((row) => [...row.children].map(textOf).join(' '));
    expect(rows).toEqual(['20 November 10 2 0 0 1', '1 November 10 0 3 4 0']);
  });

  test('say so when there are none', async () => {
    await statistics([]);
    expect(textOf(body)).toContain('Nothing has been counted yet.');
  });

  test('that cannot be read are not said to be none', async () => {
    const background = backgroundThat({ 'get-statistics': () => ({ refused: 'not-stored' }) });
    await startStatistics(body, background, contextIn).load();
    expect(textOf(body)).toMatch(/^The browser could not read what Spamlight keeps here\./);
  });

  test('are cleared only after a second thought', async () => {
    const days = [day('2026-11-20')];
    await statistics(days);
    byRole(body, 'button', 'Clear the statistics…').click();
    expect(document.activeElement).toBe(byRole(body, 'button', 'Keep'));
    byRole(body, 'button', 'Keep').click();
    expect(days).toHaveLength(1);
    byRole(body, 'button', 'Clear the statistics…').click();
    byRole(body, 'button', 'Clear').click();
    await settled();
    expect(days).toEqual([]);
  });

  test('have every one of the last 30 days once, also where the clocks change', () => {
    for (const now of [
      Date.UTC(2026, 2, 30, 1) / 1000,
      Date.UTC(2026, 9, 26, 23) / 1000,
      Date.UTC(2027, 0, 1) / 1000,
    ]) {
      const days = lastDays([], contextIn('en', now)).map((entry) => entry.day);
      expect(new Set(days).size).toBe(30);
      expect([...days].sort()).toEqual(days);
    }
  });

  test.each([
    [1, 1],
    [3, 5],
    [10, 10],
    [11, 20],
    [51, 100],
    [999, 1000],
  ])('have an axis for %i that ends at %i', (highest, end) => {
    expect(roundUp(highest)).toBe(end);
  });
});

describe('a backup', () => {
  const IMPORTED: ImportedData = {
    ruleIds: ['rule-1'],
    days: [{ day: '2026-11-19', links: 30, danger: 1, caution: 0, unchecked: 0, trusted: 2 }],
    preferencesBefore: DEFAULT_PREFERENCES,
    tookOrder: true,
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
              preferences: { ...DEFAULT_PREFERENCES, onDanger: 'mark' },
              order: true,
            },
      'import-private-data': () => {
        taken.push('file');
        return {
          imported: IMPORTED,
          alreadyThere: 3,
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

  test('that was looked at and left changes nothing', async () => {
    const { taken } = await read('whole');
    byRole(body, 'button', 'Cancel').click();
    await settled();
    expect(taken).toEqual([]);
    expect(textOf(byRole(body, 'status'))).toBe('Nothing was changed.');
    expect(body.querySelector('#backup-preview')).toBeNull();
  });

  test('that was read says what came of it, and can be taken back', async () => {
    const { undone, taken } = await read('whole');
    expect(textOf(body.querySelector('#backup-preview'))).toContain('This file would change here:');
    expect([...body.querySelectorAll('#backup-preview li')].map((line) => textOf(line))).toEqual([
      '1 entry more in the allowlist',
      'Statistics of 1 day added.',
      expect.stringMatching(/becomes: Only mark$/),
      expect.stringMatching(/becomes: Only mark$/),
      'Your choice “Language” becomes: The browser’s language',
      'Your choice “Save data” becomes: off',
      'Your choice “Remember whom you get mail from” becomes: on',
      'The order of your channels',
    ]);
    expect(textOf(body.querySelector('#backup-preview'))).toContain(
      '2 entries are no longer possible and are left out.',
    );
    expect(taken).toEqual([]);
    byRole(body, 'button', 'Take it over').click();
    await settled();
    expect(taken).toEqual(['file']);
    expect(body.querySelector('#backup-preview')).toBeNull();
    expect(textOf(byRole(body, 'status'))).toBe(
      '1 entry added. 3 were there already. 2 entries are no longer possible and are left out. Statistics of 1 day added. Your choices were taken over. The order of your channels was taken over. Undo',
    );
    byRole(body, 'button', 'Undo').click();
    await settled();
    expect(undone).toEqual([IMPORTED]);
    expect(textOf(byRole(body, 'status'))).toBe('What the file added is taken out again.');
    expect(allByRole(body, 'button', 'Undo')).toEqual([]);
  });

  test('with unknown channels and public lists shows their texts, and adds none', async () => {
    await read('whole');
    byRole(body, 'button', 'Take it over').click();
    await settled();
    expect(textOf(body)).toContain('The file names a channel that is not here.');
    expect(textOf(body)).toContain('The file names a public list that is not here.');
    expect([...body.querySelectorAll('pre')].map(({ textContent }) => textContent)).toEqual([
      'https://a.example/\nroot-key: K\n',
      'https://lists.example/bad.txt\n',
    ]);
  });

  test('that would not be whole is not saved, and that is said', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL');
    const background = backgroundThat({ 'export-private-data': () => ({ refused: 'not-stored' }) });
    await startBackup(body, background, contextIn, () => '2026-11-20').load();
    document.getElementById('backup-export')?.click();
    await settled();
    expect(saved).not.toHaveBeenCalled();
    expect(textOf(byRole(body, 'status'))).toMatch(/^No file was saved: the browser could not read/);
  });

  test('of a newer Spamlight is refused with what to do', async () => {
    await read('refused');
    expect(textOf(byRole(body, 'status'))).toBe(
      'This file was saved by a newer Spamlight. Update Spamlight first; nothing was changed.',
    );
    expect(allByRole(body, 'button', 'Undo')).toEqual([]);
  });
});

describe('added webmails', () => {
  test('can be removed, which gives the permission back', async () => {
    const patterns = ['https://mail.choir.example/*'];
    const sites = {
      added: () =>
        Promise.resolve(patterns.map((pattern) => ({ patterns: [pattern], name: 'mail.choir.example' }))),
      remove: () => {
        patterns.length = 0;
        return Promise.resolve();
      },
      builtIn: [{ name: 'Gmail', patterns: ['https://mail.google.com/*'] }],
      withdrawn: () => Promise.resolve([]),
      unrecognised: () => Promise.resolve([]),
      ask: () => Promise.resolve(false),
    };
    await startWebmails(body, sites, contextIn).load();
    byRole(body, 'button', 'Remove mail.choir.example').click();
    await settled();
    expect(textOf(body)).toBe('Built inGmailmail is checkedAdded by youYou have added no site.');
  });

  test('that lost their permission are named, with the button that asks for it', async () => {
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
    await startWebmails(body, sites, contextIn).load();
    expect(textOf(body)).toContain('Not checked: Spamlight may not see Gmail');
    expect(textOf(body)).toContain('Gmailnot checked: the browser does not allow it');
    byRole(body, 'button', 'Check mail on Gmail').click();
    await settled();
    expect(asked).toEqual([['https://mail.google.com/*']]);
    expect(textOf(body)).toContain('Gmailmail is checked');
  });

  test('on which no message has been recognised for long say so, and what to do', async () => {
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
    await startWebmails(body, sites, contextIn).load();
    const [choir, other] = [...body.querySelectorAll('li')].map(textOf);
    expect(choir).toContain('no message has been recognised on this site. On 4 days');
    expect(choir).toContain('at most 12 at once');
    expect(choir).toContain('send yourself the self-test');
    expect(other).toBe('mail.other.exampleRemove');
  });
});
