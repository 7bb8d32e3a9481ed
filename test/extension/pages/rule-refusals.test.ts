// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { startCheck } from '../../../src/extension/pages/check-message/start-check.ts';
import { startDecisions } from '../../../src/extension/pages/options/decisions/start-decisions.ts';
import { startPopup } from '../../../src/extension/pages/popup/start-popup.ts';
import { NOTHING_ADMINISTERED } from '../../../src/extension/protocol/policy-messages.ts';
import {
  type CurrentPreferences,
  DEFAULT_PREFERENCES,
} from '../../../src/extension/protocol/preference-messages.ts';
import type { LinkVerdict } from '../../../src/extension/protocol/link-messages.ts';
import { RULE_REFUSALS, type RuleRefusal } from '../../../src/extension/protocol/rule-messages.ts';
import { allByRole, byRole, choose, press, submit, textOf, type } from './by-role.ts';
import { aMail } from './check-message/a-checked-mail.ts';
import { type Answers, backgroundThat, settled } from './fake-background.ts';
import { aChannel, aTab, contextIn, NOW } from './page-tools.ts';
import { textsIn } from './page-texts.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

// A new one for each test: what an earlier one still waits for must not draw here.
let body = document.createElement('div');

beforeEach(() => {
  body = document.createElement('div');
  document.body.replaceChildren(body);
});

/** What is said of trust in evil.example; of a block where that differs. */
const SENTENCES: Readonly<Record<RuleRefusal, string>> = {
  'not-judged-here': 'This link was not checked here',
  'not-in-a-message': 'This link was not checked here',
  'not-trustable': 'evil.example is used by many people, so it cannot be trusted',
  unreadable: '“evil.example” is not a web address',
  wildcard: '“evil.example” contains a *',
  'too-many': 'The lists hold at most 20,000 entries',
  'too-fast': 'Too many changes in a minute',
  'not-stored': 'The browser could not store this',
  'set-by-administrator': 'Your administrator has locked this',
};

const LINK: LinkVerdict = {
  verdict: { kind: 'flagged', level: 'danger', asks: true, reasons: [] },
  layers: [
    { url: 'https://evil.example/', host: 'evil.example', registrableDomain: 'evil.example', wrapper: null },
  ],
  scopes: [
    { scope: 'link', subject: 'evil.example/' },
    { scope: 'site', subject: 'evil.example' },
  ],
};

const PREFERENCES: CurrentPreferences = {
  ...DEFAULT_PREFERENCES,
  locked: [],
  administered: NOTHING_ADMINISTERED,
};

function answersWith(refused: RuleRefusal): Answers {
  return {
    'get-status': () => ({ channels: [aChannel()] }),
    'get-look-back': () => ({ findings: [], mistakes: [] }),
    'get-preferences': () => PREFERENCES,
    'get-tab': () =>
      aTab({
        danger: 1,
        flagged: [{ ...LINK, href: 'https://evil.example/', text: 'a', frameId: 0, messageKey: 'm' }],
      }),
    'judge-mail-links': ({ links }) => ({ verdicts: links.map(() => LINK) }),
    'judge-mail': () => ({
      verdict: { revision: 0, kind: 'clear', asks: false, reasons: [], linkIndices: [] },
    }),
    'list-rules': () => ({ rules: [] }),
    'list-corrections': () => ({ corrections: [] }),
    'list-pauses': () => ({ origins: [] }),
    'get-correspondents': () => ({ senders: 0, most: 2_000, days: null, asked: null }),
    'add-rule': () => ({ refused }),
    'trust-shown-once': () => ({ refused }),
  };
}

async function popup(refused: RuleRefusal): Promise<void> {
  startPopup({
    root: body,
    background: backgroundThat(answersWith(refused)),
    texts: textsIn('en'),
    now: () => NOW,
    tabId: 3,
    site: null,
    shownCodes: () => Promise.resolve([]),
    copy: () => Promise.resolve(true),
    openOptions: () => undefined,
    openWelcome: () => undefined,
    openCheckMessage: () => undefined,
    onShown: () => undefined,
    openSelfTest: () => undefined,
  });
  await settled();
}

async function checkPage(refused: RuleRefusal): Promise<void> {
  startCheck({
    root: body,
    background: backgroundThat(answersWith(refused)),
    texts: textsIn('en'),
    preferences: PREFERENCES,
    now: () => NOW,
    mailReader: {
      read: () => Promise.resolve(aMail({ hrefs: ['https://evil.example/'] })),
      end: () => undefined,
    },
    codeReader: { read: () => Promise.resolve([]) },
    openFirstAid: () => undefined,
    onLanguage: () => undefined,
  });
  await settled();
  const field = document.querySelector('textarea');
  if (field === null) throw new Error('no field');
  field.value = 'a mail';
  field.form?.dispatchEvent(new Event('submit', { cancelable: true }));
  await settled();
}

async function trust(holds: string): Promise<void> {
  byRole(document, 'button', 'Trust evil.example…').click();
  choose(byRole(document, 'combobox', 'How long'), holds);
  submit(byRole(document, 'button', 'Trust'));
  await settled();
}

const said = (): string => textOf(allByRole(document, 'status')[0]);

describe.each(RULE_REFUSALS)('a rule that is refused as %s has that cause told', (refused) => {
  const blocked =
    refused === 'not-trustable' ? 'evil.example is used by many people, so blocking it' : SENTENCES[refused];

  test('a refused rule has its cause told in the popup, of trust once', async () => {
    await popup(refused);
    await trust('once');
    expect(said()).toContain(SENTENCES[refused]);
  });

  test('a refused rule has its cause told in the popup, of trust for good', async () => {
    await popup(refused);
    await trust('0');
    expect(said()).toContain(SENTENCES[refused]);
  });

  test('a refused rule has its cause told in the popup, of a block', async () => {
    await popup(refused);
    byRole(document, 'button', 'Block evil.example').click();
    await settled();
    expect(said()).toContain(blocked);
  });

  test('a refused rule has its cause told on the page that checks messages, of trust', async () => {
    await checkPage(refused);
    await trust('0');
    expect(said()).toContain(SENTENCES[refused]);
  });

  test('a refused rule has its cause told on the page that checks messages, of a block', async () => {
    await checkPage(refused);
    press(byRole(document, 'button', 'Block evil.example'));
    await settled();
    expect(said()).toContain(blocked);
  });

  test('a refused rule has its cause told in the settings', async () => {
    await startDecisions(body, backgroundThat(answersWith(refused)), contextIn).load();
    type(byRole(document, 'textbox', 'Address'), 'evil.example');
    submit(byRole(document, 'button', 'Trust'));
    await settled();
    expect(textOf(byRole(document, 'alert'))).toContain(SENTENCES[refused]);
  });
});
