// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { LIST_PRESETS } from '../../../src/core/feed/list-presets.ts';
import { startChannels } from '../../../src/extension/pages/options/lists/start-channels.ts';
import { startPopup } from '../../../src/extension/pages/popup/start-popup.ts';
import { startWelcome } from '../../../src/extension/pages/welcome/start-welcome.ts';
import { type Language, LANGUAGES } from '../../../src/extension/platform/texts/texts.ts';
import type { ChannelStatus } from '../../../src/extension/protocol/channel-messages.ts';
import { textOf } from './by-role.ts';
import { backgroundThat, settled } from './fake-background.ts';
import { aChannel, aTab, contextIn, NOW } from './page-tools.ts';
import { textsIn } from './page-texts.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

let body = document.createElement('div');

beforeEach(() => {
  body = document.createElement('div');
  document.body.replaceChildren(body);
});

const lastFailure = { kind: 'cannot-verify', at: NOW - 60, detail: '', times: 3 } as const;
const PACKAGED = aChannel({ id: 'packaged', origin: 'packaged', url: null, kind: 'none', lastFailure });
const DEFAULT = aChannel({ kind: 'none', lastFailure });
const OWN = aChannel({ id: 'list', origin: 'list' });

const backgroundWith = (channels: readonly ChannelStatus[]) =>
  backgroundThat({
    'get-status': () => ({ channels }),
    'get-look-back': () => ({ findings: [], mistakes: [] }),
    'get-tab': () => aTab({ unchecked: 3, uncheckedBecause: ['no-snapshot'] }),
    'get-presets': () => ({
      presets: LIST_PRESETS.map(({ id }) => ({ id, progress: { kind: 'absent' } })),
      isManaged: false,
      isLocked: false,
    }),
  });

const PAGES: Readonly<
  Record<string, (language: Language, channels: readonly ChannelStatus[]) => Promise<void>>
> = {
  async popup(language, channels) {
    startPopup({
      root: body,
      background: backgroundWith(channels),
      texts: textsIn(language),
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
  },
  settings: (language, channels) =>
    startChannels(body, backgroundWith(channels), () => contextIn(language)).load(),
  async welcome(language, channels) {
    await startWelcome({
      root: body,
      background: backgroundWith(channels),
      texts: textsIn(language),
      now: () => NOW,
      openOptions: () => undefined,
      askToFetch: () => Promise.resolve(true),
      webmails: {
        required: [],
        optional: [],
        withdrawn: () => Promise.resolve([]),
        allow: () => Promise.resolve(true),
        open: () => undefined,
      },
      isOnToolbar: () => Promise.resolve(null),
    });
  },
};

const SAYS: Readonly<Record<Language, RegExp>> = {
  en: /Signed lists cannot be used.*This browser cannot check who signed a list.*Update the browser/,
  zh_CN: /无法使用签名名单.*此浏览器无法验证名单由谁签名.*请更新浏览器/,
};

test.each(
  Object.keys(PAGES).flatMap((page) =>
    LANGUAGES.flatMap((language) => [
      { page, language, lists: 'with the packaged list alone', channels: [PACKAGED] },
      { page, language, lists: 'with a channel', channels: [DEFAULT, PACKAGED] },
      { page, language, lists: 'with a list of one’s own', channels: [OWN, PACKAGED] },
    ]),
  ),
)(
  'where the browser cannot verify lists, this is said and what to do: $page, $language, $lists',
  async ({ page, language, channels }) => {
    await PAGES[page]?.(language, channels);
    expect(textOf(body)).toMatch(SAYS[language]);
  },
);
