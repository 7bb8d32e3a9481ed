// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Rule } from '../../../src/core/verdict/rules.ts';
import { startBackup } from '../../../src/extension/pages/options/backup/start-backup.ts';
import { startChannels } from '../../../src/extension/pages/options/lists/start-channels.ts';
import { startDeviceLists } from '../../../src/extension/pages/options/lists/start-device-lists.ts';
import { startDecisions } from '../../../src/extension/pages/options/decisions/start-decisions.ts';
import { startStatistics } from '../../../src/extension/pages/options/statistics/start-statistics.tsx';
import type { Section } from '../../../src/extension/pages/options/parts/section.ts';
import { startPopup } from '../../../src/extension/pages/popup/start-popup.ts';
import type { BackgroundLink } from '../../../src/extension/pages/background-link.ts';
import type { PageContext } from '../../../src/extension/pages/page-context.ts';
import {
  type Administered,
  NOTHING_ADMINISTERED,
  type PolicyLock,
} from '../../../src/extension/protocol/policy-messages.ts';
import { DEFAULT_PREFERENCES } from '../../../src/extension/protocol/preference-messages.ts';
import { allByRole, byRole, choose, textOf } from './by-role.ts';
import { type Answers, backgroundThat, settled } from './fake-background.ts';
import { aChannel, aRule, aTab, contextIn, DAY, NOW } from './page-tools.ts';
import { textsIn } from './page-texts.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

let body = document.createElement('div');

beforeEach(() => {
  body = document.createElement('div');
  document.body.replaceChildren(body);
});

const SUPPORT = { text: 'Ask us first.', contact: 'help@company.example' };

function lockedBy(lock: PolicyLock): Administered {
  return { ...NOTHING_ADMINISTERED, locks: [lock], support: SUPPORT };
}

const NOTHING_ELSE = {
  'list-corrections': () => ({ corrections: [] }),
  'list-pauses': () => ({ origins: [] }),
  'get-correspondents': () => ({ senders: 0, most: 2_000, days: null, asked: null }),
} as const satisfies Answers;

const background = backgroundThat({
  'get-status': () => ({ channels: [aChannel({ origin: 'added' })] }),
  'get-look-back': () => ({ findings: [], mistakes: [] }),
  'get-lists': () => ({ lists: [] }),
  'list-rules': ({ action }) => ({ rules: action === 'trust' ? [aRule()] : [] }),
  ...NOTHING_ELSE,
  'get-statistics': () => ({ days: [], keptDays: 400 }),
});

type Start = (link: BackgroundLink, context: () => PageContext) => Section;

const SECTIONS: Readonly<Record<string, Start>> = {
  decisions: (link, context) => startDecisions(body, link, context),
  channels: (link, context) => startChannels(body, link, context),
  lists: (link, context) =>
    startDeviceLists(body, link, { ask: () => null, giveBack: () => Promise.resolve() }, context),
  backup: (link, context) => startBackup(body, link, context, () => '2026-11-20'),
};

const wholeSentence = (lock: PolicyLock): string =>
  `Your administrator has locked this. Policy setting: locks: ${lock}. Your administrator says: Ask us first. Contact: help@company.example`;

describe('what an administrator has locked', () => {
  test.each<[string, PolicyLock, string]>([
    ['decisions', 'trust', '#rule-lines'],
    ['decisions', 'import', '#rule-lines'],
    ['backup', 'import', 'input[type=file]'],
    ['backup', 'trust', 'input[type=file]'],
    ['channels', 'channels', '#channel-open'],
    ['lists', 'lists', 'input[name=url]'],
  ])(
    'what an administrator has locked in %s (%s) is disabled, with the reason',
    async (section, lock, control) => {
      const start = SECTIONS[section];
      if (start === undefined) throw new Error(section);
      const shownWith = async (administered: Administered): Promise<Element | null> => {
        body.replaceChildren();
        await start(background, () => contextIn('en', NOW, administered)).load();
        const found = body.querySelector(control);
        expect(found).not.toBeNull();
        return found?.closest('fieldset[disabled]') ?? null;
      };
      expect(await shownWith(NOTHING_ADMINISTERED)).toBeNull();
      expect(textOf((await shownWith(lockedBy(lock)))?.querySelector('legend'))).toBe(wholeSentence(lock));
    },
  );

  test.each<[string, number | null, readonly string[]]>([
    ['ended', NOW - DAY, ['as-it-is']],
    ['ends in ten days', NOW + 10 * DAY, ['as-it-is', '1', '7']],
    ['never ends', null, ['as-it-is', '1', '7', '30', '365']],
  ])(
    'what an administrator has locked lets no trust hold longer that %s, and says why',
    async (_when, expiresAt, offered) => {
      const linkWith = (listed: Rule['action']): BackgroundLink =>
        backgroundThat({
          ...NOTHING_ELSE,
          'list-rules': ({ action }) => ({ rules: action === listed ? [aRule({ action, expiresAt })] : [] }),
        });
      const locked = (): PageContext => contextIn('en', NOW, lockedBy('trust'));
      await startDecisions(body, linkWith('trust'), locked).load();
      byRole(body, 'button', 'Edit bank.example').click();
      const holds = [...body.querySelectorAll<HTMLOptionElement>('#edit-holds option')];
      expect(holds.map(({ value }) => value)).toEqual(offered);
      expect(textOf(document.getElementById('edit-locked'))).toBe(wholeSentence('trust'));
      expect(document.getElementById('edit-note')?.closest('fieldset')).toBeNull();

      body.replaceChildren();
      await startDecisions(body, linkWith('block'), locked).load();
      byRole(body, 'button', 'Edit bank.example').click();
      expect(body.querySelectorAll('#edit-holds option')).toHaveLength(6);
      expect(document.getElementById('edit-locked')).toBeNull();
    },
  );

  test('what an administrator has locked of trust leaves the form to the block list, and says why', async () => {
    const locked = (): PageContext => contextIn('en', NOW, lockedBy('trust'));
    await startDecisions(body, background, locked).load();
    const list = byRole(body, 'combobox', 'Add to');
    expect([...list.children].map(textOf)).toEqual(['Block list']);
    expect(textOf(document.getElementById('rule-locked'))).toBe(wholeSentence('trust'));
    expect(byRole(body, 'button', 'Block').closest('fieldset')).toBeNull();
    expect(allByRole(body, 'button', 'Trust')).toEqual([]);

    choose(byRole(body, 'combobox', 'List'), 'block');
    expect(body.querySelector('#rule-lines')?.closest('fieldset')).toBeNull();
  });

  test('what an administrator has locked offers no removal', async () => {
    const channels = ['a', 'b'].map((id) => aChannel({ id, origin: 'added' }));
    const link = backgroundThat({
      'get-status': () => ({ channels }),
      'get-look-back': () => ({ findings: [], mistakes: [] }),
    });
    const shownWith = async (administered: Administered): Promise<readonly unknown[]> => {
      body.replaceChildren();
      await startChannels(body, link, () => contextIn('en', NOW, administered)).load();
      return allByRole(body, 'button', /^Remove/);
    };
    expect(await shownWith(NOTHING_ADMINISTERED)).toHaveLength(2);
    expect(await shownWith(lockedBy('channels'))).toEqual([]);
  });

  test('what an administrator has locked says that nothing is counted where statistics are off', async () => {
    const administered = { ...NOTHING_ADMINISTERED, countsStatistics: false };
    await startStatistics(body, background, () => contextIn('en', NOW, administered)).load();
    expect(textOf(body)).toBe('Your administrator has switched the statistics off. Nothing is counted.');
  });

  test('what an administrator has locked in the popup is disabled too; going on is not, whatever is shown', async () => {
    for (const isPaused of [false, true]) {
      document.body.replaceChildren();
      startPopup({
        root: document.body,
        background: backgroundThat({
          'get-status': () => ({ channels: [aChannel()] }),
          'get-look-back': () => ({ findings: [], mistakes: [] }),
          'get-tab': () => aTab({ isPaused }),
          'get-preferences': () => ({
            ...DEFAULT_PREFERENCES,
            locked: [],
            administered: lockedBy('pause'),
          }),
        }),
        texts: textsIn('en'),
        now: () => NOW,
        tabId: 3,
        site: null,
        copy: () => Promise.resolve(true),
        shownCodes: () => Promise.resolve([]),
        openOptions: () => undefined,
        openWelcome: () => undefined,
        openCheckMessage: () => undefined,
        onShown: () => undefined,
        openSelfTest: () => undefined,
      });
      await settled();
      const locked = document
        .getElementById(isPaused ? 'resume' : 'pause')
        ?.closest('fieldset[disabled]')
        ?.querySelector('legend');
      expect(locked === null || locked === undefined ? null : textOf(locked)).toBe(
        isPaused ? null : wholeSentence('pause'),
      );
    }
  });

  test('what an administrator has locked has no date where a policy has set a rule', async () => {
    const managed = aRule({ by: 'administrator', addedAt: 0 });
    const link = backgroundThat({
      ...NOTHING_ELSE,
      'list-rules': ({ action }) => ({ rules: action === 'trust' ? [managed] : [] }),
    });
    await startDecisions(body, link, contextIn).load();
    expect(textOf(body.querySelector('tbody tr'))).toBe('Trustedbank.examplesiteset by your administrator');
  });
});
