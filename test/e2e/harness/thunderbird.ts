import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { FIREFOX_ID } from '../../../scripts/extension-manifest.ts';
import { packFolder } from '../../../scripts/pack.mjs';
import { startProgram, type ManagedProgram } from '../../../scripts/setup/start-program.mjs';
import { eventually, PATIENCE, SLOW_PRESS } from './browser.ts';
import {
  bodyOf,
  type Condition,
  inExpression,
  type PageScript,
  script,
  scriptOf,
  waitingFor,
} from './page-script.ts';
import { FOLDERS } from './channel.ts';
import { Marionette } from './marionette.ts';
import { at, type MessagePage } from './own-parts.ts';
import { REVEAL_IN_FIREFOX } from './own-root.ts';

/** Where Thunderbird shows a message. */
export type Place = 'pane' | 'tab' | 'window';

export interface ImapAccount {
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

/** A real Thunderbird with the built add-on, a profile of its own, and no network but the test's proxy. */
export interface Thunderbird {
  /** Waits until the add-on has its first list. */
  untilListed(): Promise<void>;
  /** Shows a local folder, or the inbox of the IMAP account, in the first tab. */
  showFolder(name: string): Promise<void>;
  /** Selects the message with this subject in the folder that is shown, and waits until its document is there. */
  open(subject: string): Promise<void>;
  /** Waits until a document that was not there before shows the message, whose subject contains this. */
  untilShown(subject: string, place?: Place): Promise<void>;
  /** The displayed message. Mouse and keys reach those of the main window alone. */
  message(place?: Place): MessagePage;
  /** Runs the body of a function in the program's own main window, `win`. */
  inProgram(body: string, args?: unknown): Promise<unknown>;
  /** Runs a script in the add-on's background page. */
  inBackground<Value>(asked: Condition<Value>): Promise<Awaited<Value>>;
  /** Stops the background page, as the program does when it has been idle. */
  stopBackground(): Promise<void>;
  /** Web addresses that were handed to the system's browser since the last call. None of them is opened. */
  handedOver(): Promise<readonly string[]>;
  /** The add-on's button beside the message of the main window. */
  button(): Promise<{ readonly badge: string; readonly title: string }>;
  /** Presses it, and gives the text of the popup once that contains these words. */
  popupWith(words: string): Promise<string>;
  /** Chooses an item of the add-on's submenu of a link's context menu, by its text. */
  chooseMenuItem(linkSelector: string, text: string): Promise<void>;
  /** Opens a page of the add-on in a tab, and gives its text once that contains these words. */
  ownPageWith(path: string, words: string): Promise<string>;
  /** Runs a script in the settings, which are opened behind the first tab. */
  inSettings<Value>(asked: Condition<Value>): Promise<Awaited<Value>>;
  /** Shows the first tab and closes all others, and all windows but the main one. */
  closeOthers(): Promise<void>;
  /** Ends the program and starts it again with the same profile. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Why it cannot run here; null if it can. `npm test` installs what is missing. */
export function whyNoThunderbird(): string | null {
  return existsSync(programPath()) ? null : 'missing: apt-get install thunderbird';
}

/** Debian's `/usr/bin/thunderbird` is a shell script around it, which a signal would end alone. */
const DEBIANS = '/usr/lib/thunderbird/thunderbird';

function programPath(): string {
  const named = process.env['SPAMLIGHT_THUNDERBIRD'] ?? '/usr/bin/thunderbird';
  return named === '/usr/bin/thunderbird' ? DEBIANS : named;
}

const SETTINGS = 'src/extension/pages/options/options.html';

const LOCAL_FOLDERS = 'Mail/Local Folders';

function preferences(proxyPort: number, imap: ImapAccount | null): string {
  const values: Record<string, string | number | boolean> = {
    'marionette.port': 0,
    'mail.accountmanager.accounts': imap === null ? 'account1' : 'account1,account2',
    'mail.accountmanager.localfoldersserver': 'server1',
    'mail.account.account1.server': 'server1',
    'mail.account.lastKey': imap === null ? 1 : 2,
    'mail.server.server1.type': 'none',
    'mail.server.server1.name': 'Local Folders',
    'mail.server.server1.hostname': 'Local Folders',
    'mail.server.server1.userName': 'nobody',
    'mail.server.server1.directory-rel': `[ProfD]${LOCAL_FOLDERS}`,
    'mail.server.server1.storeContractID': '@mozilla.org/msgstore/berkeleystore;1',
    'mail.server.server1.check_new_mail': false,
    ...(imap === null ? {} : imapPreferences(imap)),
    // Nothing of a first start.
    'mail.provider.suppress_dialog_on_startup': true,
    'mail.spotlight.firstRunDone': true,
    'mail.winsearch.firstRunDone': true,
    'mail.rights.version': 1,
    'mail.shell.checkDefaultClient': false,
    'mailnews.start_page.enabled': false,
    'mailnews.start_page_override.mstone': 'ignore',
    'mail.inappnotifications.enabled': false,
    'app.donation.eoy.version.viewed': 999,
    'mail.ui.show.migration.on.upgrade': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'toolkit.telemetry.reportingpolicy.firstRun': false,
    'mail.instrumentation.askUser': false,
    'mail.purge.ask': false,
    'calendar.timezone.local': 'UTC',
    // The proxy is the record of all that leaves the program. The IMAP server on loopback is reached without it.
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': proxyPort,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': proxyPort,
    'network.stricttransportsecurity.preloadlist': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    // A machine with loopback alone counts as offline otherwise.
    'network.manage-offline-status': false,
    'offline.autoDetect': false,
    'offline.startup_state': 2,
    'app.update.enabled': false,
    'extensions.update.enabled': false,
    'extensions.systemAddon.update.enabled': false,
    'extensions.getAddons.cache.enabled': false,
    'extensions.blocklist.enabled': false,
    'services.settings.server': 'data:,',
    'browser.region.network.url': '',
    'mail.provider.providerList': '',
    'mailnews.auto_config_url': '',
    'security.OCSP.enabled': 0,
    // Nobody has signed the add-on.
    'xpinstall.signatures.required': false,
    'devtools.console.stdout.content': true,
    'browser.dom.window.dump.enabled': true,
  };
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
    .join('\n');
}

function imapPreferences({ port, user }: ImapAccount): Readonly<Record<string, string | number | boolean>> {
  const server = 'mail.server.server2';
  return {
    'mail.account.account2.server': 'server2',
    'mail.account.account2.identities': 'id1',
    'mail.identity.id1.useremail': 'alice@mail.test',
    'mail.identity.id1.fullName': 'Alice',
    'mail.identity.id1.valid': true,
    [`${server}.type`]: 'imap',
    [`${server}.hostname`]: '127.0.0.1',
    [`${server}.port`]: port,
    [`${server}.userName`]: user,
    [`${server}.name`]: 'alice@mail.test',
    [`${server}.socketType`]: 0,
    [`${server}.authMethod`]: 3,
    [`${server}.login_at_startup`]: false,
    [`${server}.check_new_mail`]: false,
    [`${server}.directory-rel`]: '[ProfD]ImapMail/127.0.0.1',
  };
}

/** One mbox file of messages. */
function mbox(messages: readonly string[]): string {
  return messages
    .map((message) => {
      const lines = message.replaceAll('\r\n', '\n').replaceAll(/^(>*From )/gm, '>$1');
      return `From - Thu Nov 20 09:00:00 2025\nX-Mozilla-Status: 0000\nX-Mozilla-Status2: 00000000\n${lines}\n\n`;
    })
    .join('');
}

export interface ThunderbirdOptions {
  readonly proxyPort: number;
  /** Messages of each local folder, by its name. */
  readonly folders: Readonly<Record<string, readonly string[]>>;
  readonly imap?: ImapAccount;
}

export async function startThunderbird({
  proxyPort,
  folders,
  imap,
}: ThunderbirdOptions): Promise<Thunderbird> {
  const profile = await mkdtemp(join(tmpdir(), 'spamlight-thunderbird-'));
  await mkdir(join(profile, LOCAL_FOLDERS), { recursive: true });
  await mkdir(join(profile, 'home'));
  await writeFile(join(profile, 'user.js'), preferences(proxyPort, imap ?? null));
  for (const [name, messages] of Object.entries(folders))
    await writeFile(join(profile, LOCAL_FOLDERS, name), mbox(messages));
  let running = await start(profile);
  const archive = join(profile, 'spamlight.xpi');
  await writeFile(archive, packFolder(resolve(FOLDERS.thunderbird)));
  // As a file, so that it is there after a restart; in the session, which alone accepts the certificate of the channel.
  await running.marionette.send('Addon:Install', { path: archive, temporary: false });
  /** How often a document was waited for, so that each is told from the one before. */
  let looks = 0;

  async function inProgram(body: string, args: unknown = null): Promise<unknown> {
    return running.marionette.send('WebDriver:ExecuteScript', {
      script: `const args = arguments[0]; const win = Services.wm.getMostRecentWindow('mail:3pane'); return (async () => { ${body} })();`,
      args: [args],
    });
  }

  function inDocument(place: Place, body: string, args: unknown = null): Promise<unknown> {
    return inProgram(
      `${FIND_MESSAGE}
       const pane = paneOf('${place}');
       const view = pane.contentWindow;
       return (async (window, document) => { ${REVEAL_IN_FIREFOX} ${body} })(view, view.document);`,
      args,
    );
  }

  function perform(source: object): Promise<unknown> {
    return running.marionette.send('WebDriver:PerformActions', { actions: [source] });
  }

  /** Of a point in the message, in the program's window. */
  async function inWindow(x: number, y: number): Promise<{ readonly x: number; readonly y: number }> {
    return (await inDocument(
      'pane',
      `const main = Services.wm.getMostRecentWindow('mail:3pane');
       return { x: window.mozInnerScreenX - main.mozInnerScreenX + args.x, y: window.mozInnerScreenY - main.mozInnerScreenY + args.y };`,
      { x, y },
    )) as { x: number; y: number };
  }

  async function pointer(x: number, y: number, button: number | null, held = 0): Promise<void> {
    const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0, origin: 'viewport' };
    const press =
      button === null
        ? []
        : [
            { type: 'pointerDown', button },
            { type: 'pause', duration: held },
            { type: 'pointerUp', button },
          ];
    await perform({
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [move, ...press],
    });
  }

  const BUTTONS = { move: null, click: 0, 'slow-click': 0, 'middle-click': 1, 'right-click': 2 } as const;

  function messagePage(shownIn: Place): MessagePage {
    const page: MessagePage = {
      run: (...given: Parameters<typeof scriptOf<unknown>>) =>
        inDocument(shownIn, bodyOf(scriptOf(...given))) as Promise<never>,
      until(condition, { timeout = PATIENCE, what } = {}) {
        const asked = scriptOf(condition);
        return eventually(
          what ?? asked.what,
          () => inDocument(shownIn, waitingFor(asked)) as Promise<never>,
          timeout,
        );
      },
      async mouse(action, x, y) {
        const at = await inWindow(x, y);
        await pointer(at.x, at.y, BUTTONS[action], action === 'slow-click' ? SLOW_PRESS : 0);
      },
      async click(place, action = 'click') {
        const element = scriptOf(place);
        const { x, y } = await eventually(`a place of ${element.what}`, () =>
          page.run((_, find) => {
            const found = find();
            if (!found) throw new Error('no element');
            found.scrollIntoView({ block: 'nearest' });
            const [box = found.getBoundingClientRect()] = Array.from(found.getClientRects());
            return box.width > 0 && { x: box.left + box.width / 2, y: box.top + box.height / 2 };
          }, element),
        );
        await page.mouse(action, x, y);
      },
      async press(key) {
        const value = KEYS[key] ?? key;
        await perform({
          type: 'key',
          id: 'keyboard',
          actions: [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ],
        });
      },
    };
    return page;
  }

  async function untilShown(subject: string, place: Place = 'pane'): Promise<void> {
    looks += 1;
    await eventually(`the message ${subject}`, () =>
      inProgram(
        `${FIND_MESSAGE}
         const pane = paneOf('${place}');
         const view = pane?.contentWindow;
         if (!view || view.document.readyState !== 'complete' || !view.document.URL.includes(':/')) return false;
         if (seen.get(view.document) !== undefined && seen.get(view.document) < args.look) return false;
         if (!(view.document.title + pane.ownerDocument.defaultView.gMessage?.mime2DecodedSubject).includes(args.subject)) return false;
         seen.set(view.document, args.look);
         return true;`,
        { subject, look: looks },
      ),
    );
  }

  const self: Thunderbird = {
    inProgram,
    untilShown,
    message: (place = 'pane') => messagePage(place),
    async untilListed() {
      await eventually('the list', () =>
        self.inSettings(async ({ send }) => {
          const { channels } = await send({ type: 'get-status' });
          return (
            channels.some(({ kind }) => kind === 'fresh') &&
            channels.every(({ activity }) => activity.kind === 'idle')
          );
        }),
      );
    },
    async showFolder(name) {
      await eventually(`the folder ${name}`, () =>
        inProgram(
          `const { MailServices } = ChromeUtils.importESModule('resource:///modules/MailServices.sys.mjs');
           win.gTabmail.switchToTab(0);
           const pane = win.gTabmail.currentAbout3Pane;
           if (args.imap) {
             const server = MailServices.accounts.allServers.find(({ type }) => type === 'imap');
             server.password = args.imap.password;
             const inbox = server.rootFolder.getFolderWithFlags(Ci.nsMsgFolderFlags.Inbox);
             if (!inbox) { server.performExpand(null); return false; }
             if (pane.gFolder !== inbox) { inbox.getNewMessages(null, null); pane.displayFolder(inbox.URI); return false; }
             return inbox.getTotalMessages(false) > 0 && pane.gDBView?.rowCount > 0;
           }
           const folder = MailServices.accounts.localFoldersServer.rootFolder.getChildNamed(args.name);
           if (pane.gFolder !== folder) pane.displayFolder(folder.URI);
           return pane.gFolder === folder && pane.gDBView?.rowCount > 0;`,
          { name, imap: name === 'INBOX' ? (imap ?? null) : null },
        ),
      );
    },
    async open(subject) {
      looks += 1;
      await eventually(`the message ${subject} in the list`, () =>
        inProgram(
          `${FIND_MESSAGE}
           win.gTabmail.switchToTab(0);
           const { gDBView, threadTree } = win.gTabmail.currentAbout3Pane;
           gDBView.doCommand(Ci.nsMsgViewCommandType.expandAll);
           for (let row = 0; row < gDBView.rowCount; row++) {
             if (gDBView.getMsgHdrAt(row).mime2DecodedSubject !== args.subject) continue;
             const shown = paneOf('pane')?.contentDocument;
             if (shown) seen.set(shown, args.look - 1);
             threadTree.selectedIndex = -1;
             threadTree.selectedIndex = row;
             return true;
           }
           return false;`,
          { subject, look: looks },
        ),
      );
      await untilShown(subject);
    },
    async inBackground(asked) {
      const said = await inProgram(
        `const { extension } = WebExtensionPolicy.getByID(args.id);
         await extension.wakeupBackground?.();
         const view = [...extension.views].find(({ viewType }) => viewType === 'background');
         if (!view) throw new Error('there is no background page');
         ${RUN_IN_VIEW}`,
        { id: FIREFOX_ID, expression: inExpression(scriptOf(asked)) },
      );
      return JSON.parse(String(said)) as never;
    },
    async stopBackground() {
      await inProgram(
        `await WebExtensionPolicy.getByID(args).extension.terminateBackground({ ignoreDevToolsAttached: true });`,
        FIREFOX_ID,
      );
    },
    async handedOver() {
      return (await inProgram(`return win.spamlightHandedOver.splice(0);`)) as readonly string[];
    },
    async button() {
      return (await inProgram(
        `${FIND_MESSAGE}
         const button = buttonOf();
         return { badge: button.getAttribute('badge') ?? '', title: button.getAttribute('title') || button.getAttribute('tooltiptext') || '' };`,
      )) as { badge: string; title: string };
    },
    async popupWith(words) {
      await inProgram(`${FIND_MESSAGE} buttonOf().click();`);
      try {
        return await textOfView('popup', '/popup.html', words);
      } finally {
        await inProgram(
          `${FIND_MESSAGE}
           for (const page of [paneOf('pane').ownerDocument, win.document])
             for (const panel of page.querySelectorAll('panel')) panel.hidePopup();`,
        );
      }
    },
    async ownPageWith(path, words) {
      await self.inBackground(openTab(path, true));
      return textOfView('tab', path, words);
    },
    async inSettings(asked) {
      if ((await inView('tab', SETTINGS, () => true)) === null)
        await self.inBackground(openTab(SETTINGS, false));
      await textOfView('tab', SETTINGS, 'Spamlight');
      return (await inView('tab', SETTINGS, asked)) as never;
    },
    async chooseMenuItem(linkSelector, text) {
      await messagePage('pane').click(at(linkSelector), 'right-click' as 'click');
      await eventually(`the item ${text} of the menu`, () =>
        inProgram(
          `${FIND_MESSAGE}
           const pages = [win.document, win.gTabmail.currentAbout3Pane?.document, paneOf('pane').ownerDocument].filter(Boolean);
           const open = pages.flatMap((page) => [...page.querySelectorAll('menupopup')]).filter(({ state }) => state === 'open');
           const items = open.flatMap((menu) => [...menu.children]);
           const item = items.find(({ localName, label }) => localName === 'menuitem' && label === args);
           if (item) { item.closest('menupopup').activateItem(item); return true; }
           const own = items.find(({ localName, label }) => localName === 'menu' && label === 'Spamlight');
           own?.openMenu(true);
           return false;`,
          text,
        ),
      );
    },
    async closeOthers() {
      await inProgram(
        `for (const other of [...Services.wm.getEnumerator(null)]) if (other !== win) other.close();
         for (const tab of [...win.gTabmail.tabInfo].slice(1)) win.gTabmail.closeTab(tab, true);
         win.gTabmail.switchToTab(0);`,
      );
    },
    async restart() {
      await running.end();
      running = await start(profile);
      await eventually('the add-on', () =>
        inProgram(`return WebExtensionPolicy.getByID(args)?.active;`, FIREFOX_ID),
      );
    },
    async close() {
      await running.end();
      // Its last files come while it ends.
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };

  /** @returns null where there is no such page */
  async function inView<Value>(
    type: string,
    path: string,
    asked: Condition<Value>,
  ): Promise<Awaited<Value> | null> {
    const said = await inProgram(
      `const { extension } = WebExtensionPolicy.getByID(args.id);
       const view = [...extension.views].find(({ viewType, uri }) => viewType === args.type && uri.spec.includes(args.path));
       if (!view) return null;
       ${RUN_IN_VIEW}`,
      { id: FIREFOX_ID, type, path, expression: inExpression(scriptOf(asked)) },
    );
    return typeof said === 'string' ? (JSON.parse(said) as Awaited<Value>) : null;
  }

  async function textOfView(type: string, path: string, words: string): Promise<string> {
    return eventually(`${words} in ${path}`, async () => {
      const text = String(await inView(type, path, () => document.body.innerText));
      if (!text.includes(words)) throw new Error(text);
      return text;
    });
  }
  return self;
}

/** Opens a page of the add-on, in front or behind the tab that is shown. */
function openTab(path: string, active: boolean): PageScript<Promise<void>> {
  return script(
    async ({ api }, path, active) => {
      await api.tabs.create({ url: api.runtime.getURL(path), active });
    },
    path,
    active,
  );
}

/** WebDriver's names of keys. Source: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Readonly<Record<string, string>> = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' };

/** Defines where messages are: `paneOf(place)` is the element that shows one. `seen`: documents that were waited for. */
const FIND_MESSAGE = `
  const paneOf = (place) => {
    const own = place === 'window' ? [...Services.wm.getEnumerator('mail:messageWindow')].at(-1) : null;
    const about =
      place === 'window'
        ? own?.messageBrowser?.contentWindow
        : (win.gTabmail.currentAbout3Pane?.messageBrowser?.contentWindow ?? win.gTabmail.currentAboutMessage);
    return about?.document.getElementById('messagepane') ?? null;
  };
  const buttonOf = () =>
    paneOf('pane').ownerDocument.querySelector('[id$="messageDisplayAction-toolbarbutton"]');
  const seen = (win.spamlightSeen ??= new win.WeakMap());`;

/** Evaluates `args.expression` in a page of the add-on, `view`, and returns what it gives as JSON. */
const RUN_IN_VIEW = `
  const { messageManager } = view.xulBrowser;
  const name = 'spamlight-test:' + Math.random();
  return new Promise((resolve, reject) => {
    messageManager.addMessageListener(name, function heard({ data }) {
      messageManager.removeMessageListener(name, heard);
      if ('error' in data) reject(new Error(data.error));
      else resolve(data.value);
    });
    const script = \`(async () => {
      try {
        const box = new Cu.Sandbox(content, { sandboxPrototype: content, wantXrays: false });
        const text = '(async () => JSON.stringify((await (' + \${JSON.stringify(args.expression)} + ')) ?? null))()';
        sendAsyncMessage('\${name}', { value: await Cu.evalInSandbox(text, box) });
      } catch (error) { sendAsyncMessage('\${name}', { error: String(error) }); }
    })()\`;
    messageManager.loadFrameScript('data:application/javascript;charset=utf-8,' + encodeURIComponent(script), false);
  });`;

/** From now on addresses that go to the system's browser are written down instead. */
const HOLD_WHAT_LEAVES = `
  win.spamlightHandedOver = [];
  const contract = '@mozilla.org/uriloader/external-protocol-service;1';
  const real = Cc[contract].getService(Ci.nsIExternalProtocolService);
  const stand = {
    QueryInterface: ChromeUtils.generateQI(['nsIExternalProtocolService']),
    loadURI: (uri) => void win.spamlightHandedOver.push(uri.spec),
    isExposedProtocol: (scheme) => real.isExposedProtocol(scheme),
    externalProtocolHandlerExists: (scheme) => real.externalProtocolHandlerExists(scheme),
    getProtocolHandlerInfo: (scheme) => real.getProtocolHandlerInfo(scheme),
    getProtocolHandlerInfoFromOS: (scheme, found) => real.getProtocolHandlerInfoFromOS(scheme, found),
    setProtocolHandlerDefaults: (info, exists) => real.setProtocolHandlerDefaults(info, exists),
    getApplicationDescription: (scheme) => real.getApplicationDescription(scheme),
    isCurrentAppOSDefaultForProtocol: (scheme) => real.isCurrentAppOSDefaultForProtocol(scheme),
  };
  Components.manager.QueryInterface(Ci.nsIComponentRegistrar).registerFactory(
    Services.uuid.generateUUID(), 'test', contract, { createInstance: (id) => stand.QueryInterface(id) });`;

interface Running {
  readonly marionette: Marionette;
  end(): Promise<void>;
}

async function start(profile: string): Promise<Running> {
  await rm(join(profile, 'MarionetteActivePort'), { force: true });
  const program = startProgram(
    programPath(),
    ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile],
    {
      stdout: 'pipe',
      env: {
        ...process.env,
        HOME: join(profile, 'home'),
        MOZ_HEADLESS_WIDTH: '1400',
        MOZ_HEADLESS_HEIGHT: '950',
        MOZ_CRASHREPORTER_DISABLE: '1',
      },
    },
  );
  try {
    return await drive(program, profile);
  } catch (error) {
    await program.stop();
    throw error;
  }
}

async function drive(program: ManagedProgram, profile: string): Promise<Running> {
  const said: string[] = [];
  program.stdout?.setEncoding('utf8').on('data', (text: string) => said.push(text));
  let exitCode: number | undefined;
  void program.exited.then((code) => {
    exitCode = code;
  });
  const port = await eventually(
    'Thunderbird to open its remote port',
    async () =>
      exitCode === undefined
        ? Number((await readFile(join(profile, 'MarionetteActivePort'), 'utf8')).trim()) || null
        : 'none',
    90_000,
  );
  if (port === 'none') throw new Error(`Thunderbird ended with ${exitCode}; it said: ${said.join('')}`);
  const marionette = await Marionette.connect(port);
  await marionette.send('WebDriver:NewSession', { acceptInsecureCerts: true });
  await marionette.send('Marionette:SetContext', { value: 'chrome' });
  const run = (body: string): Promise<unknown> =>
    marionette.send('WebDriver:ExecuteScript', {
      script: `const win = Services.wm.getMostRecentWindow('mail:3pane'); return (async () => { ${body} })();`,
      args: [],
    });
  await eventually('the main window', () =>
    run(
      `// The welcome page may be in front already.
       if (!win?.gTabmail?.tabInfo.length) return false;
       win.gTabmail.switchToTab(0);
       return win.gTabmail.currentAbout3Pane?.document.readyState === 'complete' && win.gTabmail.currentAbout3Pane.gFolder !== undefined;`,
    ),
  );
  await run(HOLD_WHAT_LEAVES);
  return {
    marionette,
    async end() {
      await marionette.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => undefined);
      marionette.close();
      await program.stop();
    },
  };
}
