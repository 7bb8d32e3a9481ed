// @vitest-environment happy-dom
import { protectionOf } from '../../../src/core/verdict/protection.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  inFormHref,
  SELF_TEST_PARTS,
  selfTestHref,
  type SelfTestPart,
} from '../../../src/core/self-test/self-test-mail.ts';
import type { Reason } from '../../../src/core/verdict/verdict.ts';
import type { NoCodes } from '../../../src/extension/platform/shown-codes.ts';
import { BackgroundUnreachable } from '../../../src/extension/platform/message-bus.ts';
import {
  startPopup,
  type PopupPage,
  type SiteAccess,
} from '../../../src/extension/pages/popup/start-popup.ts';
import type { ChannelStatus } from '../../../src/extension/protocol/channel-messages.ts';
import type { FlaggedLink, TabReport } from '../../../src/extension/protocol/tab-messages.ts';
import { allByRole, byRole, choose, press, submit, textOf, nameOf } from './by-role.ts';
import { backgroundThat, settled, type Answers, type FakeBackground } from './fake-background.ts';
import { aChannel, aRule, aTab, DAY, NOW } from './page-tools.ts';
import { textsIn } from './page-texts.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

/** How often the popup got out of the way. */
const shown: string[] = [];

beforeEach(() => {
  document.body.replaceChildren();
  shown.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

const listed: Reason = {
  kind: 'listed',
  category: 'phishing',
  level: 'danger',
  expression: 'evil.example/',
  group: 'OpenPhish',
  channel: 'default',
  channelName: 'Community',
  serial: 7,
  publishedAt: NOW - 3600,
  layer: 0,
};

function aFlaggedLink(change: Partial<FlaggedLink> = {}): FlaggedLink {
  return {
    href: 'https://login.evil.example/a',
    text: 'Your account',
    frameId: 0,
    messageKey: 'm1',
    layers: [
      {
        url: 'https://login.evil.example/a',
        host: 'login.evil.example',
        registrableDomain: 'evil.example',
        wrapper: null,
      },
    ],
    scopes: [
      { scope: 'link', subject: 'login.evil.example/a' },
      { scope: 'site', subject: 'evil.example' },
    ],
    verdict: { kind: 'flagged', level: 'danger', asks: true, reasons: [listed] },
    ...change,
  };
}

interface Shown {
  readonly tab?: TabReport;
  readonly channels?: readonly ChannelStatus[];
  readonly answers?: Answers;
  readonly site?: SiteAccess | null;
  readonly openSelfTest?: () => void;
  readonly codes?: readonly string[] | NoCodes;
  readonly copy?: PopupPage['copy'];
}

function start(background: FakeBackground, change: Partial<PopupPage> = {}): void {
  startPopup({
    root: document.body,
    background,
    texts: textsIn('en'),
    now: () => NOW,
    tabId: 3,
    site: null,
    shownCodes: () => Promise.resolve([]),
    copy: () => Promise.resolve(true),
    openOptions: () => undefined,
    openWelcome: () => undefined,
    openCheckMessage: () => undefined,
    onShown: () => shown.push('away'),
    openSelfTest: () => undefined,
    ...change,
  });
}

async function popupWith({
  tab = aTab(),
  channels = [aChannel()],
  answers = {},
  site = null,
  openSelfTest = () => undefined,
  codes = [],
  copy = () => Promise.resolve(true),
}: Shown = {}): Promise<FakeBackground> {
  const background = backgroundThat({
    'get-status': () => ({ channels }),
    'get-look-back': () => ({ findings: [], mistakes: [] }),
    'get-tab': () => tab,
    ...answers,
  });
  start(background, { site, shownCodes: () => Promise.resolve(codes), copy, openSelfTest });
  await settled();
  return background;
}

const said = (): string => textOf(allByRole(document, 'status')[0]);

function aSite(change: Partial<SiteAccess> = {}): SiteAccess {
  return {
    host: 'mail.choir.example',
    webmail: null,
    isHeld: () => Promise.resolve(false),
    ask: () => Promise.resolve(false),
    watch: () => Promise.resolve(),
    ...change,
  };
}

describe('the popup', () => {
  test('the popup counts messages and links, and blesses nothing', async () => {
    await popupWith({ tab: aTab({ messages: 2, links: 27 }) });
    const text = textOf(document.body);
    expect(text).toContain('2 messages open · 27 links looked up');
    expect(text).toContain('None of them is listed. Lists miss most new phishing, so this is no proof');
    expect(text).toContain('Updated today, 13:05. Next look: 14:05.');
  });

  test('the popup copies a report of a missed message that names hosts alone', async () => {
    const copied: string[] = [];
    let isAllowed = true;
    let hosts: readonly string[] = ['mail.evil.example', 'track.evil.example'];
    await popupWith({
      answers: { 'get-missed': () => ({ hosts }) },
      copy(text) {
        copied.push(text);
        return Promise.resolve(isAllowed);
      },
    });
    const report = async (): Promise<string> => {
      byRole(document, 'button', 'Report a missed phishing message').click();
      await settled();
      return textOf(document.querySelector('.said'));
    };
    expect(await report()).toContain('Copied, and sent to nobody.');
    expect(copied[0]?.split('\n').slice(1)).toEqual([
      '',
      '- mail[.]evil[.]example',
      '- track[.]evil[.]example',
      '',
    ]);
    isAllowed = false;
    expect(await report()).toContain('Nothing was copied.');
    hosts = [];
    expect(await report()).toContain('No message is open here');
    expect(copied).toHaveLength(2);
  });

  test('the popup offers no such report where no message is open', async () => {
    await popupWith({ tab: aTab({ messages: 0 }) });
    expect(document.querySelector('#report-missed')).toBeNull();
    expect(document.querySelector('#get-self-test')).not.toBeNull();
  });

  test('the popup says whom the reader called fine, and takes it back', async () => {
    let fine = [{ correctionId: 'domain choir.example', subject: 'choir.example' }];
    const background = await popupWith({
      answers: {
        'get-tab': () => aTab({ fine }),
        'undo-correction': () => {
          fine = [];
          return { outcome: 'done' };
        },
      },
    });
    expect(textOf(document.querySelector('.fine'))).toContain(
      'You said that messages from choir.example are fine.',
    );
    byRole(document, 'button', 'Undo: messages from choir.example are fine').click();
    await settled();
    expect(background.asked).toContainEqual({
      type: 'undo-correction',
      correctionId: 'domain choir.example',
    });
    expect(document.querySelector('.fine')).toBeNull();
    expect(textOf(document.querySelector('.said'))).toContain('are checked for warning signs again');
    expect(document.activeElement?.id).toBe('settings');
  });

  test('the popup keeps what was called fine on show where it could not be taken back', async () => {
    await popupWith({
      tab: aTab({ fine: [{ correctionId: 'address a@choir.example', subject: 'a@choir.example' }] }),
      answers: { 'undo-correction': () => ({ outcome: 'not-stored' }) },
    });
    byRole(document, 'button', 'Undo: messages from a@choir.example are fine').click();
    await settled();
    expect(document.querySelector('.fine')).not.toBeNull();
    expect(textOf(document.querySelector('.said'))).toContain('could not store this');
  });

  test('the popup says once that a warning was a mistake, quietly, and whose', async () => {
    const warning = { category: 'phishing', channelName: 'Community' } as const;
    let mistakes = [
      { ...warning, id: 'm1', day: '2026-11-17', group: 'OpenPhish' },
      { ...warning, id: 'm2', day: '2026-11-16', group: 'several' },
    ];
    const background = await popupWith({
      answers: {
        'get-look-back': () => ({ findings: [], mistakes }),
        'dismiss-mistakes': () => {
          mistakes = [];
          return { outcome: 'done' };
        },
      },
    });
    const box = document.querySelector('#mistakes');
    expect([...(box?.querySelectorAll('li') ?? [])].map(textOf)).toEqual([
      'The phishing warning of Tuesday, 17 Nov, was a mistake of OpenPhish.',
      'The phishing warning of Monday, 16 Nov, was a mistake of Community.',
    ]);
    expect(allByRole(document, 'alert')).toEqual([]);
    byRole(document, 'button', 'Got it').click();
    await settled();
    expect(background.asked).toContainEqual({ type: 'dismiss-mistakes', ids: ['m1', 'm2'] });
    expect(document.querySelector('#mistakes')).toBeNull();
    expect(document.activeElement?.id).toBe('settings');
  });

  test('the popup says that a page asked for more than a person does, and how often', async () => {
    await popupWith({ tab: aTab({ refusedChanges: 0 }) });
    expect(document.querySelector('#flood')).toBeNull();
    await popupWith({ tab: aTab({ refusedChanges: 1980 }) });
    const notice = textOf(allByRole(document, 'alert').find(({ id }) => id === 'flood'));
    expect(notice).toContain('A script on this page may be imitating your clicks');
    expect(notice).toContain('so 1,980 were refused. They would have changed what you trust or block');
    expect(notice).toContain('Check your lists in the settings');
    await popupWith({ tab: aTab({ refusedChanges: 1 }) });
    expect(textOf(document.querySelector('#flood'))).toContain(
      'so 1 was refused. It would have changed what you trust or block',
    );
  });

  test('the popup asks about its own tab', async () => {
    const background = await popupWith();
    expect(background.asked).toContainEqual({ type: 'get-tab', tabId: 3 });
  });

  test('the popup says of each flagged link what it says, where it leads and why it is flagged', async () => {
    await popupWith({ tab: aTab({ danger: 1, flagged: [aFlaggedLink()] }) });
    expect(textOf(byRole(document, 'heading', '1 link flagged'))).toBe('1 link flagged');
    const item = allByRole(document, 'listitem')[0] ?? document.body;
    expect([...item.querySelectorAll('p')].map(textOf)).toEqual([
      'Dangerevil.example',
      'Listed as phishing by OpenPhish: a fake page that steals passwords or money.',
      'Text of the link: Your account',
      'Leads to login.evil.example/a',
      'Trust…BlockShow',
    ]);
    expect(item.querySelector('.flag-leads strong')?.textContent).toBe('evil.example');
  });

  test('the popup draws the links of one site together, with one button to trust and one to block them', async () => {
    const links = Array.from({ length: 7 }, (_, place) =>
      aFlaggedLink({
        href: `https://login.evil.example/${place}`,
        text: `Link ${place}`,
        scopes: [
          { scope: 'link', subject: `login.evil.example/${place}` },
          { scope: 'site', subject: 'evil.example' },
        ],
      }),
    );
    const other = aFlaggedLink({
      href: 'https://x.example/',
      scopes: [{ scope: 'site', subject: 'x.example' }],
    });
    await popupWith({ tab: aTab({ danger: 8, flagged: [...links, other] }) });
    expect(document.querySelectorAll('.flagged').length).toBe(2);
    expect(allByRole(document, 'button', 'Trust evil.example…').length).toBe(2);
    expect(textOf(document.querySelector('.flagged'))).toContain('4 more links');
    allByRole(document, 'button', 'Trust evil.example…')[0]?.click();
    // Not the page of one of them: what is chosen holds for all seven.
    expect(allByRole(document, 'radio').map((radio) => radio.id)).toEqual(['scope-0']);
    expect(textOf(document.querySelector('label[for="scope-0"]'))).toBe('site evil.example');
  });

  test('the popup draws danger first, of sites and of the reasons of one', async () => {
    const caution = { kind: 'flagged', level: 'caution', asks: false } as const;
    const late = { ...listed, publishedAt: NOW - 3 * 86_400 };
    await popupWith({
      tab: aTab({
        danger: 1,
        caution: 2,
        flagged: [
          aFlaggedLink({
            scopes: [{ scope: 'site', subject: 'x.example' }],
            verdict: { ...caution, reasons: [late] },
          }),
          aFlaggedLink({
            scopes: [{ scope: 'site', subject: 'y.example' }],
            verdict: { ...caution, reasons: [late] },
          }),
          aFlaggedLink({ scopes: [{ scope: 'site', subject: 'y.example' }] }),
        ],
      }),
    });
    const groups = [...document.querySelectorAll('.flagged')];
    expect(groups.map((group) => group.className)).toEqual(['flagged is-danger', 'flagged is-caution']);
    expect(textOf(groups[0]?.querySelector('summary') ?? null)).toContain('1 more reason');
  });

  test('the popup keeps apart the pages of different people on one hosting site', async () => {
    const pageOf = (who: string): FlaggedLink =>
      aFlaggedLink({
        href: `https://pages.example/${who}/a`,
        scopes: [
          { scope: 'link', subject: `pages.example/${who}/a` },
          { scope: 'path', subject: `pages.example/${who}/` },
        ],
      });
    await popupWith({ tab: aTab({ danger: 2, flagged: [pageOf('anna'), pageOf('bert')] }) });
    expect(allByRole(document, 'button', /^Block/).map((each) => nameOf(each))).toEqual([
      'Block pages.example/anna/',
      'Block pages.example/bert/',
    ]);
  });

  test('the popup blocks the widest part that is one person’s, with an undo', async () => {
    const background = await popupWith({
      tab: aTab({ caution: 1, flagged: [aFlaggedLink()] }),
      answers: { 'add-rule': ({ scope, subject }) => ({ ruleId: 'new', scope, subject }) },
    });
    byRole(document, 'button', 'Block evil.example').click();
    await settled();
    expect(background.asked).toContainEqual({
      type: 'add-rule',
      action: 'block',
      scope: 'site',
      subject: 'evil.example',
      note: '',
      expiresAt: null,
    });
    expect(said()).toBe('Blocked: evil.example. Undo');
  });

  test.each([
    ['en', 'Not checked yet: Spamlight could not reach this page', 'close it'],
    ['zh_CN', '尚未检查：Spamlight 无法进入此页面', '请将其关闭'],
  ] as const)(
    'the popup says where a permitted tab was not reached, and what to do: %s',
    async (language, title, todo) => {
      const tab = aTab({ isWebmail: false, isUnreached: true });
      const background = backgroundThat({
        'get-status': () => ({ channels: [aChannel()] }),
        'get-look-back': () => ({ findings: [], mistakes: [] }),
        'get-tab': () => tab,
      });
      start(background, { texts: textsIn(language), site: aSite({ isHeld: () => Promise.resolve(true) }) });
      await settled();
      expect(textOf(document.body)).toContain(title);
      expect(textOf(document.body)).toContain(todo);
      document.body.replaceChildren();
      // Once it has gone on to a site that may not be seen, that counts.
      await popupWith({ tab, site: aSite() });
      expect(textOf(document.body)).toContain('Check mail on mail.choir.example');
    },
  );

  test('the popup does not say of a link that it is gone where nobody answers', async () => {
    await popupWith({ tab: aTab({ danger: 1, flagged: [aFlaggedLink()] }) });
    byRole(document, 'button', 'Show in the message: Your account').click();
    await settled();
    expect(said()).toBe('Spamlight did not answer this page.');
  });

  test('the popup shows a link in its message, and says so when it is gone', async () => {
    for (const outcome of ['done', 'gone'] as const) {
      document.body.replaceChildren();
      const background = await popupWith({
        tab: aTab({ danger: 1, flagged: [aFlaggedLink()] }),
        answers: { 'show-link': () => ({ outcome }) },
      });
      byRole(document, 'button', 'Show in the message: Your account').click();
      await settled();
      expect(background.asked).toContainEqual({
        type: 'show-link',
        tabId: 3,
        href: 'https://login.evil.example/a',
      });
      expect(shown.length).toBe(1);
      if (outcome === 'gone') expect(said()).toBe('It is no longer in an open message.');
    }
  });

  test('the popup leads to the layer that is listed, not to the wrapper around it', async () => {
    const wrapper = {
      url: 'https://wrap.example/?u=x',
      host: 'wrap.example',
      registrableDomain: 'wrap.example',
      wrapper: null,
    };
    const inner = {
      url: 'https://evil.example/',
      host: 'evil.example',
      registrableDomain: 'evil.example',
      wrapper: 'wrap',
    };
    const link = aFlaggedLink({
      layers: [wrapper, inner],
      verdict: { kind: 'flagged', level: 'danger', asks: true, reasons: [{ ...listed, layer: 1 }] },
    });
    await popupWith({ tab: aTab({ danger: 1, flagged: [link] }) });
    expect(textOf(document.querySelector('.flag-leads'))).toBe('Leads to evil.example');
  });

  test('the popup never cuts the registrable domain of a long address', async () => {
    const host = `${'a.'.repeat(60)}evil.example`;
    const layers = [
      { url: `https://${host}/${'x'.repeat(500)}`, host, registrableDomain: 'evil.example', wrapper: null },
    ];
    await popupWith({ tab: aTab({ danger: 1, flagged: [aFlaggedLink({ layers })] }) });
    const leads = document.querySelector('.flag-leads');
    expect(leads?.querySelector('strong')?.textContent).toBe('evil.example');
    expect(textOf(leads).length).toBeLessThan(300);
  });

  test('the popup shows no name and password, which are there to be taken for a host', async () => {
    const href = `https://www.paypal.com-signin-${'a'.repeat(200)}@evil.example/x`;
    const layer = { url: href, host: 'evil.example', registrableDomain: 'evil.example', wrapper: null };
    for (const layers of [[layer], []]) {
      document.body.replaceChildren();
      await popupWith({ tab: aTab({ danger: 1, flagged: [aFlaggedLink({ href, layers })] }) });
      const leads = document.querySelector('.flag-leads');
      expect(leads?.querySelector('strong')?.textContent).toBe('evil.example');
      expect(textOf(leads)).toBe('Leads to evil.example/x');
    }
  });

  test('the popup shows link text as text from outside', async () => {
    await popupWith({ tab: aTab({ danger: 1, flagged: [aFlaggedLink({ text: 'a\u202e<b>' })] }) });
    expect(textOf(document.querySelector('.flag-text'))).toBe('Text of the link: a\\u{202e}<b>');
  });

  test('the popup trusts what the reader chooses, as widely and as long, with an undo', async () => {
    const background = await popupWith({
      tab: aTab({ danger: 1, flagged: [aFlaggedLink()] }),
      answers: {
        'add-rule': ({ scope, subject }) => ({ ruleId: 'new', scope, subject }),
        'undo-rule': () => ({ outcome: 'done' }),
      },
    });
    byRole(document, 'button', 'Trust evil.example…').click();
    const radios = allByRole(document, 'radio');
    const holds = byRole(document, 'combobox', 'How long');
    expect(document.activeElement).toBe(holds);
    if (radios[0] instanceof HTMLInputElement) radios[0].checked = true;
    if (holds instanceof HTMLSelectElement) holds.value = String(7 * DAY);
    submit(byRole(document, 'button', 'Trust'));
    await settled();
    expect(background.asked).toContainEqual({
      type: 'add-rule',
      action: 'trust',
      scope: 'link',
      subject: 'login.evil.example/a',
      note: '',
      expiresAt: NOW + 7 * DAY,
    });
    expect(said()).toBe('Trusted: login.evil.example/a. Undo');
    expect(document.activeElement).toBe(byRole(document, 'button', 'Undo'));
    byRole(document, 'button', 'Undo').click();
    await settled();
    expect(background.asked).toContainEqual({ type: 'undo-rule', ruleId: 'new' });
    expect(said()).toBe('Put back as it was.');
  });

  test('the popup keeps the undo where nobody answered it, and takes it back at the next try', async () => {
    let tries = 0;
    await popupWith({
      tab: aTab({ danger: 1, flagged: [aFlaggedLink()] }),
      answers: {
        'add-rule': ({ scope, subject }) => ({ ruleId: 'new', scope, subject }),
        'undo-rule': () => {
          tries += 1;
          return tries === 1
            ? Promise.reject(new BackgroundUnreachable('no answer'))
            : { outcome: 'done' as const };
        },
      },
    });
    byRole(document, 'button', 'Block evil.example').click();
    await settled();
    for (const sentence of ['Spamlight did not answer this page. Undo', 'Put back as it was.']) {
      byRole(document, 'button', 'Undo').click();
      await settled();
      expect(said()).toBe(sentence);
    }
  });

  test('the popup trusts a danger once, unless the reader says otherwise, and a caution for good', async () => {
    const background = await popupWith({
      tab: aTab({ danger: 1, flagged: [aFlaggedLink()] }),
      answers: { 'trust-shown-once': () => ({ ruleId: 'once', scope: 'link', subject: 'x' }) },
    });
    byRole(document, 'button', 'Trust evil.example…').click();
    expect(byRole(document, 'combobox', 'How long')).toHaveProperty('value', 'once');
    submit(byRole(document, 'button', 'Trust'));
    await settled();
    const { href, frameId, messageKey } = aFlaggedLink();
    expect(background.asked).toContainEqual({
      type: 'trust-shown-once',
      tabId: 3,
      links: [{ frameId, messageKey, href }],
    });
    expect(said()).toBe('Trusted until you open another message: evil.example. Undo');

    document.body.replaceChildren();
    const verdict = { kind: 'flagged', level: 'caution', asks: false, reasons: [listed] } as const;
    await popupWith({ tab: aTab({ caution: 1, flagged: [aFlaggedLink({ verdict })] }) });
    byRole(document, 'button', 'Trust evil.example…').click();
    expect(byRole(document, 'combobox', 'How long')).toHaveProperty('value', '0');
  });

  test('the popup offers a sender only where trusting one would change anything, and never first', async () => {
    const scopes = [...aFlaggedLink().scopes, { scope: 'sender', subject: 'shop@b.example' }] as const;
    const offered = async (level: 'danger' | 'caution'): Promise<string[]> => {
      document.body.replaceChildren();
      const verdict = {
        kind: 'flagged',
        level,
        asks: level === 'danger',
        reasons: [{ ...listed, level }],
      } as const;
      await popupWith({ tab: aTab({ danger: 1, flagged: [aFlaggedLink({ scopes, verdict })] }) });
      byRole(document, 'button', 'Trust evil.example…').click();
      const chosen = allByRole(document, 'radio').filter((radio) => radio.matches(':checked'));
      expect(chosen.map(({ id }) => id)).toEqual(['scope-1']);
      return allByRole(document, 'radio').map((radio) =>
        textOf(document.querySelector(`label[for="${radio.id}"]`)),
      );
    };
    expect(await offered('danger')).toEqual(['this link login.evil.example/a', 'site evil.example']);
    expect(await offered('caution')).toContain('sender shop@b.example');
  });

  test('the popup closes the choice on Escape, and gives the focus back', async () => {
    await popupWith({ tab: aTab({ danger: 1, flagged: [aFlaggedLink()] }) });
    byRole(document, 'button', 'Trust evil.example…').click();
    document
      .querySelector('form')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    expect(document.querySelector('form')).toBeNull();
    expect(document.activeElement).toBe(byRole(document, 'button', 'Trust evil.example…'));
  });

  test('the popup offers no trust for what cannot be trusted', async () => {
    await popupWith({ tab: aTab({ danger: 1, flagged: [aFlaggedLink({ scopes: [] })] }) });
    expect(allByRole(document, 'button', /Trust/)).toEqual([]);
  });

  test('the popup keeps the choice of what to trust where it was refused', async () => {
    await popupWith({
      tab: aTab({ danger: 1, flagged: [aFlaggedLink()] }),
      answers: { 'add-rule': () => ({ refused: 'not-trustable' }) },
    });
    byRole(document, 'button', 'Trust evil.example…').click();
    const [first] = allByRole(document, 'radio');
    if (first instanceof HTMLInputElement) first.checked = true;
    choose(byRole(document, 'combobox', 'How long'), String(7 * DAY));
    const button = byRole(document, 'button', 'Trust');
    button.focus();
    submit(button);
    await settled();
    expect(said()).toMatch(/cannot be trusted as a whole/);
    expect(first).toHaveProperty('checked', true);
    expect(byRole(document, 'combobox', 'How long')).toHaveProperty('value', String(7 * DAY));
    expect(document.activeElement).toBe(byRole(document, 'button', 'Trust'));
  });

  test('the popup leaves the form for trust open where an undo could not be stored', async () => {
    await popupWith({
      tab: aTab({ danger: 1, flagged: [aFlaggedLink()] }),
      answers: {
        'add-rule': () => ({ ruleId: 'b1', scope: 'site', subject: 'evil.example' }),
        'undo-rule': () => ({ outcome: 'not-stored' }),
      },
    });
    press(byRole(document, 'button', /^Block/));
    await settled();
    press(byRole(document, 'button', 'Trust evil.example…'));
    press(byRole(document, 'button', 'Undo'));
    await settled();
    expect(said()).toMatch(/could not store this.* Undo$/);
    expect(allByRole(document, 'combobox', 'How long')).toHaveLength(1);
  });

  test('the popup takes back what the reader has blocked, with an undo', async () => {
    const blocked: Reason = {
      kind: 'blocked',
      level: 'danger',
      by: 'reader',
      scope: 'site',
      subject: 'evil.example',
      layer: 0,
    };
    const rule = aRule({ id: 'b1', action: 'block', subject: 'evil.example' });
    let rules = [rule];
    let outcome: 'not-stored' | 'done' = 'not-stored';
    const verdict = { kind: 'flagged', level: 'danger', asks: true, reasons: [blocked] } as const;
    const background = await popupWith({
      answers: {
        'get-tab': () => aTab(rules.length === 0 ? {} : { danger: 1, flagged: [aFlaggedLink({ verdict })] }),
        'list-rules': () => ({ rules }),
        'remove-rules': () => {
          const removed = rules;
          rules = [];
          return { removed };
        },
        'restore-rules': (request) => {
          if (outcome === 'done') rules = [...request.rules];
          return { outcome };
        },
      },
    });
    expect(textOf(document.querySelector('.flag-why'))).toBe('You blocked this.');
    press(byRole(document, 'button', 'Remove from the block list'));
    await settled();
    expect(background.asked).toContainEqual({ type: 'remove-rules', ids: ['b1'] });
    expect(document.querySelector('.flag-why')).toBeNull();
    for (const sentence of [/^Removed: evil\.example\. Undo$/, /could not store this.* Undo$/]) {
      expect(said()).toMatch(sentence);
      expect(document.activeElement).toBe(byRole(document, 'button', 'Undo'));
      press(byRole(document, 'button', 'Undo'));
      await settled();
    }
    outcome = 'done';
    press(byRole(document, 'button', 'Undo'));
    await settled();
    expect(background.asked).toContainEqual({ type: 'restore-rules', rules: [rule] });
    expect(said()).toBe('Put back as it was.');
    expect(textOf(document.querySelector('.flag-why'))).toBe('You blocked this.');
  });

  test.each([
    ['when it was asked for', []],
    ['when it was to be removed', [aRule({ id: 'b1', action: 'block', subject: 'evil.example' })]],
  ])('the popup says so where what was blocked is not there any more, %s', async (_, rules) => {
    const reasons: readonly Reason[] = [
      { kind: 'blocked', level: 'danger', by: 'reader', scope: 'site', subject: 'evil.example', layer: 0 },
    ];
    const verdict = { kind: 'flagged', level: 'danger', asks: true, reasons } as const;
    await popupWith({
      tab: aTab({ danger: 1, flagged: [aFlaggedLink({ verdict })] }),
      answers: {
        'list-rules': () => ({ rules }),
        'remove-rules': () => ({ removed: [] }),
      },
    });
    byRole(document, 'button', 'Remove from the block list').click();
    await settled();
    expect(said()).toMatch(/^It is no longer there/);
    expect(allByRole(document, 'button', 'Undo')).toEqual([]);
  });

  const TOO_OLD = /A list is out of date, so Spamlight cannot tell/;
  const UNREADABLE = /Spamlight cannot read the address/;
  test.each<[TabReport['uncheckedBecause'], readonly ChannelStatus[], RegExp, RegExp]>([
    // What a list could say of a link is not counted as long as there is none.
    [['unreadable'], [aChannel({ kind: 'none' })], UNREADABLE, TOO_OLD],
    [['expired'], [aChannel({ kind: 'expired' })], TOO_OLD, UNREADABLE],
    // Where the list is too old, a link may be unchecked for something else all the same.
    [['unreadable'], [aChannel({ kind: 'expired' })], UNREADABLE, TOO_OLD],
    [
      ['expired', 'overloaded'],
      [aChannel({ kind: 'expired' })],
      /out of date.*too many links at once/,
      UNREADABLE,
    ],
    [['storage-failed'], [aChannel()], /being downloaded again/, TOO_OLD],
  ])(
    'the popup says how many links are not checked, and why: %j',
    async (uncheckedBecause, channels, because, other) => {
      await popupWith({ tab: aTab({ links: 14, unchecked: 4, uncheckedBecause }), channels });
      const counts = textOf(document.querySelector('.counts'));
      // Never "looked up" where there was nothing to look up in.
      if (protectionOf(channels) === 'none') expect(counts).toBe('1 message open');
      else expect(counts).toBe('1 message open · 10 of 14 links looked up');
      const said = textOf(document.querySelector('.notice.is-unchecked'));
      expect(said).toMatch(/4 links not checked/);
      expect(said).toMatch(because);
      expect(said).not.toMatch(other);
    },
  );

  const threats = {
    kind: 'url',
    category: 'phishing',
    action: 'danger',
    group: 'OpenPhish',
    entries: 9,
  } as const;
  const installations: readonly (readonly [string, readonly ChannelStatus[]])[] = [
    ['nothing', []],
    ['a list that was not fetched', [aChannel({ kind: 'none', publishedAt: 0 })]],
    ['a fresh list', [aChannel()]],
    ['a list that is too old', [aChannel({ kind: 'expired', publishedAt: NOW - 20 * DAY })]],
    [
      'a fresh list and one that could not be fetched yet',
      [
        aChannel(),
        aChannel({
          id: 'b',
          kind: 'none',
          publishedAt: 0,
          lastFailure: { kind: 'wrong-root-key', at: NOW - 60, detail: '', times: 1 },
        }),
      ],
    ],
    ['a list compiled here', [aChannel({ origin: 'list' })]],
    ['a list that is switched off', [aChannel({ sections: [{ ...threats, on: false }] })]],
    [
      'an old list that is switched off',
      [aChannel({ kind: 'expired', sections: [{ ...threats, on: false }] })],
    ],
    [
      'two lists, one of them off',
      [aChannel({ sections: [{ ...threats, on: false }] }), aChannel({ id: 'b' })],
    ],
  ];

  test.each(
    installations.flatMap(([name, channels]) =>
      [0, 4, 14].flatMap((unchecked) =>
        ['Gmail', null].map((webmail) => ({ name, channels, unchecked, webmail })),
      ),
    ),
  )(
    'the popup says one thing about $name, with $unchecked links not checked, in $webmail',
    async ({ channels, unchecked, webmail }) => {
      await popupWith({ tab: aTab({ unchecked, webmail, elsewhere: webmail === null ? 3 : 0 }), channels });
      const text = textOf(document.body);
      const protection = protectionOf(channels);
      const looksUp = protection !== 'none' && protection !== 'off';
      expect(document.querySelectorAll('#protection')).toHaveLength(1);
      expect(/links (was |were )?looked up|are looked up/.test(text)).toBe(looksUp);
      expect(/switched off/.test(text)).toBe(protection === 'off');
      expect(/Not protected by a list yet/.test(text)).toBe(protection === 'none');
      expect(/is out of date/.test(text)).toBe(protection === 'expired');
      expect(/could not be downloaded yet/.test(text)).toBe(protection === 'missing');
      // That nothing is listed is said of what was looked up, and that it proves something of nothing.
      if (!looksUp) expect(text).not.toMatch(/is listed/);
      if (protection === 'expired' || protection === 'missing')
        expect(text).not.toMatch(/none of the links found|no proof/i);
      // A list that is off says nothing of its age.
      for (const line of document.querySelectorAll('.list-state')) {
        if (/Switched off/.test(textOf(line)))
          expect(textOf(line)).not.toMatch(/next (look|try)|still flags/i);
      }
    },
  );

  test('the popup says in one line what the lists amount to, and unfolds only what is amiss', async () => {
    const details = (): HTMLDetailsElement | null => document.querySelector('#list-details');
    await popupWith({ channels: [aChannel(), aChannel({ id: 'b' })] });
    expect(textOf(details()?.querySelector('summary') ?? null)).toBe(
      'Protection on · 2 lists · updated today',
    );
    expect(details()?.open).toBe(false);
    document.body.replaceChildren();
    await popupWith({ channels: [aChannel({ kind: 'expired', publishedAt: NOW - 20 * DAY })] });
    expect(textOf(document.querySelector('#protection'))).toMatch(/^Some links cannot be checked/);
    expect(document.querySelector('#list-details #protection')).toBeNull();
    expect(details()?.open).toBe(true);
  });

  test('the popup leads to the switches where all lists are switched off, and not to more lists', async () => {
    await popupWith({ channels: [aChannel({ sections: [{ ...threats, on: false }] })] });
    expect(textOf(document.querySelector('#protection'))).toBe(
      'All lists are switched offNo list can flag a bad link in your mail.',
    );
    expect(allByRole(document, 'button', /Get free lists/)).toEqual([]);
    expect(byRole(document, 'button', 'Switch lists on…')).toBeTruthy();
  });

  test('the popup says "not checked" where no message was found that should be there', async () => {
    await popupWith({ tab: aTab({ messages: 0, links: 0, notes: ['no-message-found'] }) });
    expect(textOf(document.body)).toContain('Not checked: no message found on this page');
  });

  test('the popup says plainly that a page is no webmail', async () => {
    await popupWith({ tab: aTab({ isWebmail: false, messages: 0, links: 0 }) });
    expect(textOf(document.body)).toContain('This page is not a webmail that Spamlight looks at.');
    expect(textOf(document.body)).toContain('Nothing on it is read or checked.');
    expect(allByRole(document, 'button', /Check mail/)).toEqual([]);
  });

  test('the popup offers to check mail on a site, asks the browser within the click, and says what came of it', async () => {
    for (const isGiven of [false, true]) {
      document.body.replaceChildren();
      let asked = 0;
      let watched = 0;
      const site: SiteAccess = {
        host: 'mail.choir.example',
        webmail: null,
        isHeld: () => Promise.resolve(false),
        ask: () => {
          asked += 1;
          return Promise.resolve(isGiven);
        },
        watch: () => {
          watched += 1;
          return Promise.resolve();
        },
      };
      await popupWith({ tab: aTab({ isWebmail: false }), site });
      const region = document.querySelector('#probe');
      expect(region?.role).toBe('status');
      expect(textOf(region)).toBe('');
      byRole(document, 'button', 'Check mail on mail.choir.example').click();
      expect(asked).toBe(1);
      await settled();
      // What is there before it speaks is spoken.
      expect(document.querySelector('#probe')).toBe(region);
      expect(textOf(region)).not.toBe('');
      expect(watched).toBe(isGiven ? 1 : 0);
      expect(textOf(document.body)).toContain(
        isGiven
          ? 'Spamlight checks mail on mail.choir.example from now on.'
          : 'Permission was not given, so nothing is checked on mail.choir.example.',
      );
    }
  });

  test('the popup asks for no permission that is there already', async () => {
    const never = (): Promise<never> => Promise.reject(new Error('asked'));
    await popupWith({
      tab: aTab({ isWebmail: false }),
      site: {
        host: 'mail.example',
        webmail: null,
        isHeld: () => Promise.resolve(true),
        ask: never,
        watch: never,
      },
    });
    expect(allByRole(document, 'button', /Check mail/)).toEqual([]);
    expect(textOf(document.body)).toContain('If this is your webmail, reload the page once');
  });

  test('the popup names each list where there are several', async () => {
    await popupWith({
      channels: [
        aChannel(),
        aChannel({ id: 'b', name: 'Office', kind: 'stale', publishedAt: NOW - 17 * DAY }),
        // It has the name of the channel that it was made of.
        aChannel({ id: 'packaged', origin: 'packaged', url: null }),
      ],
    });
    expect(textOf(document.body)).toContain('Community Updated today, 13:05. Next look: 14:05.');
    expect(textOf(document.body)).toContain(
      'Office Last updated 3 November. It still flags links. Next try: 14:05.',
    );
    expect(textOf(document.body)).toContain('Packaged list Test list that came with Spamlight, valid until');
  });

  test.each<[readonly SelfTestPart[], string]>([
    [SELF_TEST_PARTS, 'Self-test: 4 of 4 found in this webmail'],
    [['plain', 'wrapped', 'form'], 'Self-test: 3 of 4 found in this webmailNot found: Link on an image.'],
  ])('the popup tells how the self-test fared', async (parts, words) => {
    const flagged = parts.map((part) => {
      const href = selfTestHref(part);
      const url = href.includes('url?q=') ? decodeURIComponent(href.split('url?q=')[1] ?? '') : href;
      return aFlaggedLink({ href, layers: [{ url, host: null, registrableDomain: null, wrapper: null }] });
    });
    await popupWith({ tab: aTab({ webmail: null, danger: flagged.length, flagged }) });
    expect(textOf(document.body)).toContain(words);
  });

  test('the popup tells of a form that the webmail took out, in a webmail that it can name', async () => {
    const urls = [...(['plain', 'wrapped', 'image'] as const).map(selfTestHref), inFormHref()];
    const flagged = urls.map((href) =>
      aFlaggedLink({
        href,
        layers: [
          {
            url: href.includes('url?q=') ? decodeURIComponent(href.split('url?q=')[1] ?? '') : href,
            host: null,
            registrableDomain: null,
            wrapper: null,
          },
        ],
      }),
    );
    await popupWith({ tab: aTab({ danger: 4, flagged, webmail: 'Roundcube' }) });
    expect(textOf(document.body)).toContain(
      'Self-test: 4 of 4 found in your RoundcubeThis webmail takes forms out of messages.',
    );
  });

  test('pauses checking on the site, says so plainly and never as clean, and goes on again', async () => {
    let isPaused = false;
    const asked: boolean[] = [];
    await popupWith({
      site: aSite({ isHeld: () => Promise.resolve(true) }),
      answers: {
        'get-tab': () => aTab({ isPaused, unchecked: isPaused ? 14 : 0 }),
        'set-paused': (request) => {
          asked.push(request.isPaused);
          ({ isPaused } = request);
          return { outcome: 'done' };
        },
      },
    });
    byRole(document, 'button', 'Pause on this site').click();
    await settled();
    expect(textOf(document.body)).toContain('Paused on this site');
    expect(textOf(document.body)).toContain('Nothing on mail.choir.example is checked, flagged or held back');
    expect(textOf(document.body)).not.toMatch(/looked up|none of them is listed/i);
    byRole(document, 'button', 'Check mail here again').click();
    await settled();
    expect(asked).toEqual([true, false]);
    expect(textOf(document.body)).toContain('14 links looked up');
  });

  test('the popup says that a webmail granted at install may not be seen, and offers to ask for it', async () => {
    let asked = 0;
    await popupWith({
      tab: aTab({ isWebmail: false }),
      site: aSite({
        host: 'mail.google.com',
        webmail: { name: 'Gmail', isRequired: true },
        ask: () => {
          asked += 1;
          return Promise.resolve(true);
        },
      }),
    });
    expect(textOf(document.body)).toContain('Not checked: Spamlight may not see Gmail');
    byRole(document, 'button', 'Check mail on Gmail').click();
    expect(asked).toBe(1);
  });

  test('the popup offers a webmail that it knows by its address', async () => {
    await popupWith({
      tab: aTab({ isWebmail: false }),
      site: aSite({ host: 'app.fastmail.com', webmail: { name: 'Fastmail', isRequired: false } }),
    });
    expect(textOf(document.body)).toContain('This is Fastmail.');
    expect(allByRole(document, 'button', 'Check mail on Fastmail').length).toBe(1);
  });

  test('the popup has one quiet line for a page that is no webmail it knows, and one button that checks mail there', async () => {
    await popupWith({ tab: aTab({ isWebmail: false }), site: aSite() });
    expect(document.querySelectorAll('#tab .big').length).toBe(0);
    expect([...document.querySelectorAll('#tab .primary')].map(textOf)).toEqual([
      'Check mail on mail.choir.example',
    ]);
    expect(document.querySelectorAll('#tab .hint').length).toBe(1);
  });

  test('the popup says of a webmail that is not known what was recognised, and never that nothing is open', async () => {
    for (const [change, said] of [
      [{ messages: 1, links: 5 }, ['Looks like a message, found by its structure · 5 links looked up']],
      [{ messages: 3, links: 5 }, ['3 messages, found by their structure · 5 links looked up']],
      [
        { messages: 1, links: 5, elsewhere: 1 },
        ['5 links looked up', 'Outside it, 1 link that leaves this site was looked up as well.'],
      ],
      [
        { messages: 0, links: 0, elsewhere: 4 },
        ['No message recognised', 'All links that leave this site are looked up.', '4 links looked up'],
      ],
      [
        { messages: 0, links: 0, elsewhere: 0 },
        ['No message recognised', 'If a message with links is open, Spamlight does not see it.'],
      ],
    ] as const) {
      document.body.replaceChildren();
      await popupWith({ tab: aTab({ webmail: null, ...change }) });
      const text = textOf(document.body);
      for (const words of said) expect(text).toContain(words);
      expect(text).not.toMatch(/No message is open|None of them is listed/);
      expect(text.includes('None of the links found here is listed.')).toBe(
        'elsewhere' in change ? change.links + change.elsewhere > 0 : true,
      );
    }
    document.body.replaceChildren();
    await popupWith({ tab: aTab({ messages: 0, links: 0 }) });
    expect(textOf(document.body)).toContain('No message is open.');
  });

  test('the popup leads whoever misses something to the self-test, and says what of it is not found', async () => {
    let isAsked = false;
    await popupWith({ openSelfTest: () => void (isAsked = true) });
    const missing = document.querySelector('#missing');
    expect(textOf(missing?.querySelector('summary'))).toBe('Is something missing?');
    expect(textOf(missing)).toContain('Self-test: 0 of 4 found here');
    expect(textOf(missing)).toContain(
      'Not found: Plain link · Link behind a redirect · Link on an image · Form.',
    );
    byRole(document, 'button', 'Get the self-test message').click();
    expect(isAsked).toBe(true);

    document.body.replaceChildren();
    const flagged = [aFlaggedLink({ href: selfTestHref('plain') })];
    await popupWith({ tab: aTab({ danger: 1, flagged }) });
    expect(textOf(document.body)).toContain('Self-test: 1 of 4 found');
    expect(textOf(document.body)).not.toContain('0 of 4');
  });

  test('the popup says which webmail a new site was recognised as', async () => {
    for (const [webmail, words] of [
      ['Roundcube', 'This is Roundcube. 1 message found on this page.'],
      [null, 'A webmail that Spamlight does not know by name. 1 message found on this page.'],
    ] as const) {
      document.body.replaceChildren();
      let isWebmail = false;
      const background = await popupWith({
        site: aSite({ ask: () => Promise.resolve(true) }),
        answers: { 'get-tab': () => aTab({ isWebmail, webmail, messages: 1 }) },
      });
      byRole(document, 'button', 'Check mail on mail.choir.example').click();
      await settled();
      isWebmail = true;
      background.broadcast('tab');
      await settled();
      expect(textOf(document.querySelector('#probe'))).toBe(words);
    }
  });

  test('the popup says how many messages the first look at a new site found, or what to do', async () => {
    for (const [messages, words] of [
      [12, '12 messages found on this page.'],
      [0, 'No message found on this page yet. Open one.'],
    ] as const) {
      document.body.replaceChildren();
      let isWebmail = false;
      const background = await popupWith({
        site: aSite({ ask: () => Promise.resolve(true) }),
        answers: { 'get-tab': () => aTab({ isWebmail, messages }) },
      });
      byRole(document, 'button', 'Check mail on mail.choir.example').click();
      await settled();
      isWebmail = true;
      background.broadcast('tab');
      await settled();
      expect(textOf(document.body)).toContain(words);
    }
  });

  test('the popup draws again what has changed, and nothing else', async () => {
    let links = 1;
    const background = await popupWith({ answers: { 'get-tab': () => aTab({ links }) } });
    const heading = document.querySelector('h1');
    links = 2;
    background.broadcast('statistics');
    await settled();
    expect(textOf(document.body)).toContain('1 link looked up');
    background.broadcast('tab');
    await settled();
    expect(textOf(document.body)).toContain('2 links looked up');
    expect(document.querySelector('h1')).toBe(heading);
  });

  test('the popup says so when the background does not answer', async () => {
    start(backgroundThat({}), { tabId: null });
    await settled();
    expect(textOf(byRole(document, 'alert'))).toContain('Spamlight did not answer this page.');
  });

  test('the popup says so when the background takes very long, until it answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let answerNow = (_report: TabReport): void => undefined;
    start(
      backgroundThat({
        'get-status': () => ({ channels: [aChannel()] }),
        'get-look-back': () => ({ findings: [], mistakes: [] }),
        'get-tab': () =>
          new Promise((resolve) => {
            answerNow = resolve;
          }),
      }),
    );
    await vi.advanceTimersByTimeAsync(10_000);
    expect(document.body.textContent).toContain('One moment…');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(document.body.textContent).toContain('Spamlight did not answer this page.');
    vi.useRealTimers();
    answerNow(aTab());
    await settled();
    expect(document.body.textContent).not.toContain('did not answer');
  });
});

describe('codes in what is shown', () => {
  const look = async (codes: readonly string[] | NoCodes, answers: Answers = {}): Promise<FakeBackground> => {
    const background = await popupWith({ codes, answers });
    byRole(document, 'button', 'Look for QR codes in what is shown').click();
    await settled();
    return background;
  };
  const found = (): string => textOf(document.querySelector('#found-codes'));

  test('QR codes in what the tab shows are judged like links, and blessed by nothing', async () => {
    const background = await look(['https://evil.example/x', 'https://new.example/y'], {
      'judge-codes': () => ({
        verdicts: [
          {
            verdict: {
              kind: 'flagged',
              level: 'danger',
              asks: true,
              reasons: [{ kind: 'self-test', level: 'danger', layer: 0 }],
            },
            layers: [],
            scopes: [],
          },
          { verdict: { kind: 'clear' }, layers: [], scopes: [] },
        ],
      }),
    });
    expect(background.asked).toContainEqual({
      type: 'judge-codes',
      addresses: ['https://evil.example/x', 'https://new.example/y'],
    });
    expect(document.querySelectorAll('#found-codes .is-danger')).toHaveLength(1);
    expect(found()).toContain('evil.example');
    expect(found()).toContain('this is no proof');
  });

  test('QR codes in what the tab shows are looked for once, while the button keeps the focus and says so', async () => {
    let looks = 0;
    let end = (): void => undefined;
    start(
      backgroundThat({
        'get-status': () => ({ channels: [aChannel()] }),
        'get-look-back': () => ({ findings: [], mistakes: [] }),
        'get-tab': () => aTab(),
        'judge-codes': () => ({ verdicts: [] }),
      }),
      {
        shownCodes: () => {
          looks += 1;
          return new Promise((resolve) => {
            end = () => resolve([]);
          });
        },
      },
    );
    await settled();
    press(byRole(document, 'button', 'Look for QR codes in what is shown'));
    const button = byRole(document, 'button', 'Looking for QR codes…');
    expect(button).toHaveProperty('disabled', false);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(button);
    button.click();
    expect(looks).toBe(1);
    end();
    await settled();
    expect(found()).toContain('No QR code');
    expect(document.activeElement).toBe(byRole(document, 'button', 'Look for QR codes in what is shown'));
    expect(button.getAttribute('aria-disabled')).toBe('false');
  });

  test('QR codes in what the tab shows are said to be none, and what is not found', async () => {
    await look([], { 'judge-codes': () => ({ verdicts: [] }) });
    expect(found()).toContain('No QR code with a web address is seen');
  });

  test('QR codes in what the tab shows cannot be looked for where the browser gives no picture', async () => {
    await look('no-picture');
    expect(found()).toBe('The browser gives no picture of this page.');
  });

  test('QR codes in what the tab shows are not said to be none where the picture was not looked through in time', async () => {
    await look('not-read');
    expect(found()).toBe(
      'The picture of this page could not be looked through in time, so there may be codes in it. Try once more.',
    );
  });

  test('QR codes in what the tab shows can be looked for again where the background did not answer', async () => {
    const background = await look(['https://new.example/y']);
    expect(said()).toBe('Spamlight did not answer this page.');
    byRole(document, 'button', 'Look for QR codes in what is shown').click();
    await settled();
    expect(background.asked.filter(({ type }) => type === 'judge-codes')).toHaveLength(2);
  });

  test('QR codes in what the tab shows are said to be unchecked where nobody could say', async () => {
    await look(['https://new.example/y'], {
      'judge-codes': () => ({
        verdicts: [
          { verdict: { kind: 'unchecked', because: 'no-snapshot', asks: false }, layers: [], scopes: [] },
        ],
      }),
    });
    expect(found()).toContain('It could not be checked.');
  });
});
