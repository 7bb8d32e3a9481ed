import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRecord } from '../../../src/core/fields/is-record.ts';
import { FIREFOX_ID } from '../../../scripts/extension-manifest.ts';
import { startProgram, type ManagedProgram } from '../../../scripts/setup/start-program.mjs';
import type { Browser, MouseAction, OpenOptions, Page } from './browser.ts';
import { eventually, PATIENCE, SLOW_PRESS } from './browser.ts';
import { type Control, FIREFOX_ROLES } from './controls.ts';
import { chooseByArrows, middleOf, untilSaid, WANTED_SITES, type LaunchOptions } from './chromium.ts';
import { Marionette } from './marionette.ts';
import { REVEAL_IN_FIREFOX } from './own-root.ts';
import { bodyOf, inExpression, type PageScript, script, scriptOf, waitingFor } from './page-script.ts';

/** How long a script of a test may take, as WebDriver has it. ms */
const SCRIPT_TIMEOUT = 30_000;
/** And one that only waits. ms */
const WAIT_TIMEOUT = 5_000;

const UUID = '5b6c7d8e-1234-4abc-9def-0123456789ab';

/** A sandbox with the browser's own rights, kept from call to call. */
const OWN_WORLD = { sandbox: 'system', newSandbox: false };

function preferences(proxyPort: number, language: string): string {
  const values: Record<string, string | number | boolean> = {
    'marionette.port': 0,
    'extensions.webextensions.uuids': JSON.stringify({ [FIREFOX_ID]: UUID }),
    'extensions.experiments.enabled': true,
    'intl.locale.requested': language,
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': proxyPort,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': proxyPort,
    'network.proxy.no_proxies_on': '',
    // Loopback goes through the proxy too: it is the record of all that leaves the browser.
    'network.proxy.allow_hijacking_localhost': true,
    'network.stricttransportsecurity.preloadlist': false,
    'security.cert_pinning.enforcement_level': 0,
    'datareporting.policy.dataSubmissionEnabled': false,
    'browser.safebrowsing.malware.enabled': false,
    'browser.safebrowsing.phishing.enabled': false,
    'browser.safebrowsing.downloads.enabled': false,
    'app.update.enabled': false,
    'extensions.update.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'browser.region.network.url': '',
    'services.settings.server': 'data:,',
    'browser.shell.checkDefaultBrowser': false,
    'browser.startup.page': 0,
    'dom.disable_beforeunload': true,
    // As readers have it; Marionette would let every page open tabs.
    'dom.disable_open_during_load': true,
    // What pages write to their console comes out of the process: from other processes there is no other way.
    'devtools.console.stdout.content': true,
    'browser.dom.window.dump.enabled': true,
    // A question of the browser takes an answer at once.
    'security.notification_enable_delay': 0,
    // A print view would wait for a dialog that nobody sees.
    'dom.disable_window_print': true,
    'dom.allow_scripts_to_close_windows': false,
    'widget.wayland.fractional-scale.enabled': false,
  };
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
    .join('\n');
}

/** As WebDriver has it, by the viewport of the current document. */
function mouseActions(action: MouseAction, x: number, y: number): readonly object[] {
  const button = action === 'middle-click' ? 1 : action === 'right-click' ? 2 : 0;
  const held = action === 'slow-click' ? [{ type: 'pause', duration: SLOW_PRESS }] : [];
  const press = action === 'move' ? [] : [pointerDown(button), ...held, pointerUp(button)];
  // From a pixel beside it: to where Marionette has the pointer already it sends nothing, and whatever has come under the
  // pointer since hears nothing of it.
  return pointerActions('mouse', [pointerMove({ x: x + 1, y }), pointerMove({ x, y }), ...press]);
}

function pointerActions(kind: 'mouse' | 'touch', actions: readonly object[]): readonly object[] {
  return [{ type: 'pointer', id: kind, parameters: { pointerType: kind }, actions }];
}

const pointerMove = ({ x, y }: { readonly x: number; readonly y: number }): object => ({
  type: 'pointerMove',
  x: Math.round(x),
  y: Math.round(y),
  duration: 0,
  origin: 'viewport',
});
const pointerDown = (button: number): object => ({ type: 'pointerDown', button });
const pointerUp = (button: number): object => ({ type: 'pointerUp', button });

/** Source: https://www.w3.org/TR/webdriver2/#elements */
function elementId(value: unknown): unknown {
  return isRecord(value) ? value['element-6066-11e4-a52e-4f735466cecf'] : undefined;
}

export async function launchFirefox(options: LaunchOptions): Promise<Browser> {
  const { proxyPort, language = 'en-US', profile } = options;
  const folder = profile ?? (await mkdtemp(join(tmpdir(), 'spamlight-firefox-')));
  await writeFile(join(folder, 'user.js'), preferences(proxyPort, language));
  await rm(join(folder, 'MarionetteActivePort'), { force: true });
  const firefox = startProgram(
    options.program ?? process.env['SPAMLIGHT_FIREFOX'] ?? '/usr/bin/firefox-esr',
    ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', folder],
    {
      stdout: 'pipe',
      env: { ...process.env, MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '900', HOME: folder },
      ...(profile === undefined ? { folder } : {}),
    },
  );
  try {
    return await drive(firefox, folder, options);
  } catch (error) {
    await firefox.stop();
    throw error;
  }
}

async function drive(
  firefox: ManagedProgram,
  folder: string,
  { extension, inPrivateWindows = false, patience = 2 * PATIENCE }: LaunchOptions,
): Promise<Browser> {
  const said: string[] = [];
  firefox.stdout?.setEncoding('utf8').on('data', (text: string) => said.push(text));
  let exitCode: number | undefined;
  void firefox.exited.then((code) => {
    exitCode = code;
  });
  const port = await eventually(
    'Firefox to open its remote port',
    // The file is there before the number is.
    async () =>
      exitCode === undefined
        ? Number((await readFile(join(folder, 'MarionetteActivePort'), 'utf8')).trim()) || null
        : 'none',
    60_000,
  );
  if (port === 'none') throw new Error(`Firefox ended with ${exitCode} at once; it said: ${said.join('')}`);
  const marionette = await Marionette.connect(port);
  await marionette.send('WebDriver:NewSession', { acceptInsecureCerts: true });

  // Marionette has one current window; everything that names one goes through this queue.
  let queue: Promise<unknown> = Promise.resolve();
  function inOrder<Value>(task: () => Promise<Value>): Promise<Value> {
    const next = queue.then(task, task);
    queue = next.catch(() => undefined);
    return next;
  }

  /** The window that was current may have been closed by what the page did. */
  async function switchToAny(): Promise<void> {
    await eventually('a window to switch to', async () => {
      const [any] = (await marionette.send('WebDriver:GetWindowHandles')) as readonly string[];
      await marionette.send('WebDriver:SwitchToWindow', { handle: any, focus: true });
      return true;
    });
  }

  /** @returns false until the list of a select is open */
  async function chosenInMenu(place: unknown): Promise<unknown> {
    return inChrome(
      `const win = Services.wm.getMostRecentWindow('navigator:browser');
       const menu = win.document.querySelector('#ContentSelectDropdown menupopup');
       if (menu?.state !== 'open') return false;
       const items = [...menu.querySelectorAll('menuitem')];
       if (!items[args]) throw new Error('no such choice: ' + items.map(({ label }) => label));
       menu.activateItem(items[args]);
       return true;`,
      place,
    );
  }

  async function inChrome(body: string, args: unknown = null): Promise<unknown> {
    return inOrder(async () => {
      for (let turn = 0; ; turn++) {
        try {
          return await runInChrome(body, args);
        } catch (error) {
          // A window that opens has no tabs yet.
          if (turn > 2 || !/no such window|gBrowser is undefined/.test(String(error))) throw error;
          await switchToAny();
        }
      }
    });
  }

  /** Runs the body of a function in the current window, or in the browser's own. */
  function execute(body: string, args: unknown, more: object = {}): Promise<unknown> {
    return marionette.send('WebDriver:ExecuteScript', {
      script: `const args = arguments[0]; return (async () => { ${body} })();`,
      args: [args],
      ...more,
    });
  }

  async function runInChrome(body: string, args: unknown): Promise<unknown> {
    await marionette.send('Marionette:SetContext', { value: 'chrome' });
    try {
      return await execute(body, args);
    } finally {
      await marionette.send('Marionette:SetContext', { value: 'content' });
    }
  }

  function runInPage(body: string, { isOfRoot }: PageScript<unknown>): Promise<never> {
    const running = isOfRoot
      ? execute(`${REVEAL_IN_FIREFOX} ${body}`, null, OWN_WORLD)
      : execute(body, null, { sandbox: null });
    return running as Promise<never>;
  }

  /** A page that is put away in the back-forward cache never ends a script that was waiting in it. */
  async function waitInPage(asked: PageScript<unknown>): Promise<never> {
    await marionette.send('WebDriver:SetTimeouts', { script: WAIT_TIMEOUT });
    try {
      return await runInPage(waitingFor(asked), asked);
    } finally {
      await marionette.send('WebDriver:SetTimeouts', { script: SCRIPT_TIMEOUT });
    }
  }

  function wrap(handle: string): Page {
    function here<Value>(task: () => Promise<Value>): Promise<Value> {
      return inOrder(async () => {
        await marionette.send('WebDriver:SwitchToWindow', { handle, focus: true });
        return task();
      });
    }
    async function perform(actions: readonly object[]): Promise<void> {
      await here(() => marionette.send('WebDriver:PerformActions', { actions }));
    }
    function inFrame<Value>(frame: PageScript<unknown>, task: () => Promise<Value>): Promise<Value> {
      return here(async () => {
        const script = `return ${inExpression(frame)};`;
        const id = await marionette.send('WebDriver:ExecuteScript', { script, args: [], sandbox: null });
        await marionette.send('WebDriver:SwitchToFrame', { element: elementId(id) });
        try {
          return await task();
        } finally {
          await marionette.send('WebDriver:SwitchToFrame', { id: null });
        }
      });
    }
    const self: Page = {
      async goto(url) {
        await here(() => marionette.send('WebDriver:Navigate', { url }));
      },
      async reload() {
        await here(() => marionette.send('WebDriver:Refresh'));
      },
      async openAlert() {
        await self.run(() => void setTimeout(() => alert('Your session has expired')));
        await eventually('the dialog', () => here(() => marionette.send('WebDriver:GetAlertText')));
        return async () => {
          await here(() => marionette.send('WebDriver:AcceptAlert'));
        };
      },
      run: (...given: Parameters<typeof scriptOf<unknown>>) => {
        const called = scriptOf(...given);
        return here(() => runInPage(bodyOf(called), called));
      },
      async until(condition, { timeout = PATIENCE, what } = {}) {
        const asked = scriptOf(condition);
        return eventually(what ?? asked.what, () => here(() => waitInPage(asked)), timeout);
      },
      async mouse(action, x, y) {
        await perform(mouseActions(action, x, y));
      },
      // Firefox takes input of this kind to the process of the frame that is current, and to no other.
      async mouseInFrame(frame, action, x, y) {
        await inFrame(scriptOf(frame), () =>
          marionette.send('WebDriver:PerformActions', { actions: mouseActions(action, x, y) }),
        );
      },
      async untilInFrame(frame, condition) {
        const place = scriptOf(frame);
        const asked = scriptOf(condition);
        return eventually(`${asked.what} in ${place.what}`, () =>
          inFrame(place, () => runInPage(bodyOf(asked), asked)),
        );
      },
      async click(place, action = 'click') {
        const { x, y } = await middleOf(self, place);
        await self.mouse(action, x, y);
      },
      async controls(place) {
        const element = scriptOf(place);
        const found = await eventually('what screen readers are told', () =>
          here(() =>
            execute(
              `${REVEAL_IN_FIREFOX}
               const element = ${inExpression(element)};
               if (!element) throw new Error('no element: ' + args);
               const service = Cc['@mozilla.org/accessibilityService;1'].getService(Ci.nsIAccessibilityService);
               // It is only just started by the first who asks.
               const root = service.getAccessibleFor(element === document.body ? document : element);
               if (!root) return null;
               const found = [];
               const walk = (each) => {
                 found.push({ role: service.getStringRole(each.role), name: each.name ?? '' });
                 for (let child = each.firstChild; child; child = child.nextSibling) walk(child);
               };
               walk(root);
               return found;`,
              element.what,
              OWN_WORLD,
            ),
          ),
        );
        return firefoxControls(found as readonly AccessibleNode[]);
      },
      async drag(from, to) {
        const start = await middleOf(self, from);
        const end = await middleOf(self, to);
        await perform(
          pointerActions('mouse', [pointerMove(start), pointerDown(0), pointerMove(end), pointerUp(0)]),
        );
      },
      async choose(place, value, by) {
        if (by === 'keys') return chooseByArrows(self, place, value);
        const select = scriptOf(place);
        const option = await self.run(
          (_, find, wanted) =>
            Array.from((find() as HTMLSelectElement).options).findIndex((each) => each.value === wanted),
          select,
          value,
        );
        // The list is a menu of the browser's own. A press that a busy browser lost is done again.
        for (let turn = 0; ; turn++) {
          await self.click(place);
          try {
            await eventually(
              `the list of ${select.what}`,
              () => chosenInMenu(option),
              turn < 2 ? 5_000 : 20_000,
            );
            return;
          } catch (error) {
            if (turn === 2) throw error;
          }
        }
      },
      async tap(place) {
        const point = await middleOf(self, place);
        await perform(pointerActions('touch', [pointerMove(point), pointerDown(0), pointerUp(0)]));
      },
      async pressAssisted(place) {
        const element = scriptOf(place);
        // The service starts with the first question, and has not looked at the page by then.
        await eventually(`${element.what} for assistive technology`, () =>
          here(() =>
            execute(
              `${REVEAL_IN_FIREFOX}
               const service = Cc['@mozilla.org/accessibilityService;1'].getService(Ci.nsIAccessibilityService);
               const accessible = service.getAccessibleFor(${inExpression(element)});
               accessible?.doAction(0);
               return accessible !== null;`,
              null,
              OWN_WORLD,
            ),
          ),
        );
      },
      async zoom(percent) {
        await self.run(() => 1);
        await inChrome(
          `Services.wm.getMostRecentWindow('navigator:browser').gBrowser.selectedBrowser.browsingContext.fullZoom = args / 100; return true;`,
          percent,
        );
      },
      async press(key, modifiers = {}) {
        const value = KEYS[key] ?? key;
        const actions = [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ];
        const held = [
          ...(modifiers.control === true ? ['Control'] : []),
          ...(modifiers.shift === true ? ['Shift'] : []),
        ];
        for (const modifier of held) {
          actions.unshift({ type: 'keyDown', value: KEYS[modifier] ?? '' });
          actions.push({ type: 'keyUp', value: KEYS[modifier] ?? '' });
        }
        await perform([{ type: 'key', id: 'keyboard', actions }]);
      },
      async type(text) {
        const actions = Array.from(text).flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]);
        await perform([{ type: 'key', id: 'keyboard', actions }]);
      },
      async screenshot(path) {
        const picture = await here(() => marionette.send('WebDriver:TakeScreenshot', { full: false }));
        await writeFile(path, Buffer.from(String(picture), 'base64'));
      },
      async show() {
        await self.run(() => 1);
      },
      async processId() {
        await self.run(() => 1);
        return Number(
          await inChrome(
            `return Services.wm.getMostRecentWindow('navigator:browser').gBrowser.selectedBrowser.browsingContext.currentWindowGlobal.osPid`,
          ),
        );
      },
      async collectGarbage() {
        await self.run(() => 1);
        await inChrome(
          `const { messageManager } = Services.wm.getMostRecentWindow('navigator:browser').gBrowser.selectedBrowser;
           messageManager.loadFrameScript('data:,' + encodeURIComponent('Cu.forceGC(); Cu.forceCC(); Cu.forceGC();'), false);
           return true;`,
        );
      },
      url: async () => String(await here(() => marionette.send('WebDriver:GetCurrentURL'))),
      async close() {
        await here(() => marionette.send('WebDriver:CloseWindow'));
      },
    };
    return self;
  }

  /** A key where the focus of the browser itself is, which may be in a popup. */
  async function pressInBrowser(key: string): Promise<void> {
    const value = KEYS[key] ?? key;
    await inOrder(async () => {
      await marionette.send('Marionette:SetContext', { value: 'chrome' });
      try {
        const actions = [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ];
        await marionette.send('WebDriver:PerformActions', {
          actions: [{ type: 'key', id: 'keyboard', actions }],
        });
      } finally {
        await marionette.send('Marionette:SetContext', { value: 'content' });
      }
    });
  }

  /** Answers the browser's question with no. */
  async function refuse(): Promise<void> {
    await eventually('the question of the browser to be refused', () =>
      inChrome(
        `const win = Services.wm.getMostRecentWindow('navigator:browser');
         const { PopupNotifications } = win;
         const question = PopupNotifications.getNotification('addon-webext-permissions', win.gBrowser.selectedBrowser);
         if (!question || PopupNotifications.panel.state !== 'open' || win.performance.now() <= question.timeShown) return false;
         PopupNotifications.panel.firstElementChild.secondaryButton.click();
         return true;`,
      ),
    );
  }

  /** Answers the browser's question with yes. */
  async function allow(patterns: readonly string[]): Promise<void> {
    await eventually(
      'the question of the browser to be answered',
      () =>
        inChrome(
          `const win = Services.wm.getMostRecentWindow('navigator:browser');
         const { PopupNotifications } = win;
         const question = PopupNotifications.getNotification('addon-webext-permissions', win.gBrowser.selectedBrowser);
         // It takes no answer in its first moments.
         if (question && PopupNotifications.panel.state === 'open' && win.performance.now() > question.timeShown)
           PopupNotifications.panel.firstElementChild.button.click();
         const { extension } = WebExtensionPolicy.getByID(args.id);
         return args.patterns.every((pattern) => extension.allowedOrigins.patterns.some((held) => held.pattern === pattern));`,
          { id: FIREFOX_ID, patterns },
        ),
      30_000,
    );
  }

  /** Whether the sites that an installation grants have been seen, which come a moment after it. */
  let isInstallationKnown = false;

  async function install(): Promise<void> {
    isInstallationKnown = false;
    await inOrder(() => marionette.send('Addon:Install', { path: extension, temporary: true }));
    await eventually(
      'the extension to start',
      () =>
        inChrome(
          `return WebExtensionPolicy.getByID(args)?.extension?.backgroundState === 'running'`,
          FIREFOX_ID,
        ),
      patience,
    );
  }
  async function allowInPrivateWindows(): Promise<void> {
    await inChrome(
      `const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
       const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
       const { extension } = WebExtensionPolicy.getByID(args);
       await ExtensionPermissions.add(args, { permissions: ['internal:privateBrowsingAllowed'], origins: [], data_collection: [] }, extension);
       await (await AddonManager.getAddonByID(args)).reload();
       return true;`,
      FIREFOX_ID,
    );
  }

  await install();
  if (inPrivateWindows) await allowInPrivateWindows();

  /** Of all popups. */
  let popupClicks = 0;

  const self: Browser = {
    kind: 'firefox',
    extensionUrl: (path) => `moz-extension://${UUID}/${path}`,
    async openPage(url, { width = 1280, height = 800, dark = false }: OpenOptions = {}) {
      await inChrome(
        `Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', args)`,
        dark ? 0 : 1,
      );
      // Not by `WebDriver:NewWindow`, which takes what is selected once a tab has opened for its own: that may be the
      // welcome page.
      const handle = await inChrome(
        `const { NavigableManager } = ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
         // From the oldest window on: a private one, or one of a question, may be the most recent.
         const [{ gBrowser }] = Services.wm.getEnumerator('navigator:browser');
         gBrowser.selectedTab = gBrowser.addTrustedTab('about:blank');
         return NavigableManager.getIdForBrowser(gBrowser.selectedTab.linkedBrowser);`,
      );
      const page = wrap(String(handle));
      // The window has the browser's own bars; what is asked for is the page's part of it.
      await page.run(() => 1);
      await inChrome(
        `const win = Services.wm.getMostRecentWindow('navigator:browser');
         const browser = win.gBrowser.selectedBrowser;
         win.resizeTo(win.outerWidth + args.width - browser.clientWidth, win.outerHeight + args.height - browser.clientHeight);
         return true;`,
        { width, height },
      );
      await page.goto(url);
      // Its window is not made narrower than its own bars; a page that is zoomed has fewer pixels in the same width.
      const wide = await page.run(() => innerWidth);
      if (wide > width) {
        await inChrome(
          `Services.wm.getMostRecentWindow('navigator:browser').gBrowser.selectedBrowser.browsingContext.fullZoom = args`,
          // Firefox divides a pixel into sixty, and zooms by whole parts of that.
          60 / Math.floor((60 * width) / wide),
        );
        await page.until(
          script((_, most) => innerWidth <= most, width),
          { what: `a page ${width} pixels wide` },
        );
      }
      return page;
    },
    async openPrivate(url) {
      const handle = await inOrder(async () => {
        await switchToAny();
        const opened = await marionette.send('WebDriver:NewWindow', { type: 'window', private: true });
        return (opened as { handle: string }).handle;
      });
      const page = wrap(handle);
      await page.goto(url);
      return page;
    },
    async pageAt(part) {
      const handle = await eventually(`a page at ${part}`, () =>
        inOrder(async () => {
          for (const each of (await marionette.send('WebDriver:GetWindowHandles')) as readonly string[]) {
            await marionette.send('WebDriver:SwitchToWindow', { handle: each, focus: false });
            if (String(await marionette.send('WebDriver:GetCurrentURL')).includes(part)) return each;
          }
          return null;
        }),
      );
      return wrap(handle);
    },
    async openPopup(page) {
      await page.run(() => 1);
      /**
       * Firefox opens no popup in a window that is not the active one, and a second press closes one that is open. The
       * button is put on the toolbar: from the panel of all extensions a press opens that panel first, and on a busy
       * machine only that, after which every press fails without a word.
       */
      const press = (): Promise<unknown> =>
        inChrome(
          `const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
           const { ViewPopup } = ChromeUtils.importESModule('resource:///modules/ExtensionPopups.sys.mjs');
           const win = Services.wm.getMostRecentWindow('navigator:browser');
           const panels = [...win.document.querySelectorAll('.webextension-popup-browser')].map((each) => String(each.closest('panel')?.state));
           if (panels.includes('open')) return 'open';
           if (Services.focus.activeWindow !== win) {
             win.focus();
             return 'the window is not active';
           }
           const { extension } = WebExtensionPolicy.getByID(args.id);
           const action = ExtensionParent.apiManager.global.browserActionFor(extension);
           const button = action.widget.forWindow(win).node?.querySelector('.unified-extensions-item-action-button');
           const opening = ViewPopup.for(extension, win);
           const pressed = win.CustomizableUI.getPlacementOfWidget(action.id)?.area + ', button ' + (button?.open ? 'pressed' : 'free');
           if (Date.now() < args.notBefore) return 'opening: panels [' + panels + '], ' + (opening ? 'a popup' : 'no popup') + ', in ' + pressed;
           // One whose page does not come is never shown: closed, as by a click elsewhere, and pressed again.
           const others = [...win.document.querySelectorAll('panel')].filter(({ state }) => state === 'open' || state === 'showing');
           if (opening || button?.open || others.length > 0) {
             opening?.closePopup();
             opening?.destroy();
             for (const other of others) other.hidePopup();
             if (button) button.open = false;
             return 'closed what did not open: ' + [opening ? 'a popup' : 'no popup', ...others.map(({ id }) => '#' + id), pressed];
           }
           if (win.CustomizableUI.getPlacementOfWidget(action.id)?.area !== 'nav-bar') {
             win.CustomizableUI.addWidgetToArea(action.id, 'nav-bar');
             return 'put on the toolbar';
           }
           action.triggerAction(win);
           return 'pressed';`,
          { id: FIREFOX_ID, notBefore },
        );
      let notBefore = 0;
      const heard: string[] = [];
      await eventually(
        'the popup to open',
        async () => {
          const said = String(await press());
          if (said === 'pressed') notBefore = Date.now() + 15_000;
          if (said !== heard.at(-1)) heard.push(said);
          if (said !== 'open') throw new Error(heard.join(' | '));
          return true;
        },
        3 * PATIENCE,
      );
      /**
       * Does something in the popup's document, by a script of the browser's own that is put into it.
       *
       * @param click - what to click, and the number of the click: a try that was given up may still come to the document,
       *   so the one that clicks leaves the number at the window, where the page does not see it, and no later one clicks
       * @param hears - whether what screen readers are told is wanted, whose service starts with that
       */
      const inPopup = async (
        click: { readonly selector: string; readonly number: number } | null,
        hears = false,
      ): Promise<InPopup | null> => {
        const answer = await inChrome(
          `const win = Services.wm.getMostRecentWindow('navigator:browser');
           const browser = [...win.document.querySelectorAll('.webextension-popup-browser')].find((each) => each.currentURI?.spec.endsWith('/popup.html'));
           if (!browser) return null;
           const script = ({ click, hears }) => {
             const view = content;
             const wasMade = click !== null && view.spamlightTestClick === click.number;
             const element = click === null || wasMade ? null : view.document.querySelector(click.selector);
             if (element) {
               element.scrollIntoView({ block: 'center', behavior: 'instant' });
               const box = element.getBoundingClientRect();
               const x = box.x + box.width / 2, y = box.y + box.height / 2;
               for (const type of ['mousedown', 'mouseup']) {
                 if (view.synthesizeMouseEvent) view.synthesizeMouseEvent(type, x, y, { button: 0, clickCount: 1 }, {});
                 else view.windowUtils.sendMouseEvent(type, x, y, 0, 1, 0);
               }
               view.spamlightTestClick = click.number;
             }
             const text = view.document.body?.innerText ?? '';
             const found = [];
             if (hears) {
               const service = Cc['@mozilla.org/accessibilityService;1'].getService(Ci.nsIAccessibilityService);
               const walk = (each) => {
                 found.push({ role: service.getStringRole(each.role), name: each.name ?? '' });
                 for (let child = each.firstChild; child; child = child.nextSibling) walk(child);
               };
               const root = service.getAccessibleFor(view.document);
               if (root) walk(root);
             }
             const focused = view.document.activeElement?.id ?? '';
             sendAsyncMessage('spamlight-test', { number: click?.number, text, found, focused, isDone: wasMade || element !== null });
           };
           const manager = browser.messageManager;
           const answered = new Promise((resolve) => {
             const take = ({ data }) => {
               // The answer to an earlier one, which was given up, says nothing of this one.
               if (data.number !== args.click?.number) return;
               manager.removeMessageListener('spamlight-test', take);
               resolve(data);
             };
             manager.addMessageListener('spamlight-test', take);
           });
           manager.loadFrameScript('data:,' + encodeURIComponent('(' + script + ')(' + JSON.stringify(args) + ')'), false);
           // A document that is only just coming does not answer.
           return Promise.race([answered, new Promise((resolve) => { win.setTimeout(resolve, 1500, null); })]);`,
          { click, hears },
        );
        return answer as InPopup | null;
      };
      const click = async (selector: string): Promise<void> => {
        popupClicks += 1;
        const number = popupClicks;
        await eventually(
          `${selector} in the popup`,
          async () => (await inPopup({ selector, number }))?.isDone,
          2 * PATIENCE,
        );
      };
      return {
        until: (words) => untilSaid(words, async () => (await inPopup(null))?.text ?? ''),
        click,
        async clickAndAllow(selector, patterns) {
          await click(selector);
          await allow(patterns);
        },
        press: pressInBrowser,
        async pressAndAllow(key, patterns) {
          await pressInBrowser(key);
          await allow(patterns);
        },
        async refuseNext(ask) {
          await ask();
          await refuse();
        },
        // The service starts with the first question.
        controls: () =>
          eventually('what screen readers are told of the popup', async () => {
            const found = (await inPopup(null, true))?.found ?? [];
            return found.length === 0 ? null : firefoxControls(found);
          }),
        focused: async () => (await inPopup(null))?.focused ?? '',
        async close() {
          await eventually('the popup to close', () =>
            inChrome(
              `const win = Services.wm.getMostRecentWindow('navigator:browser');
               const panels = [...win.document.querySelectorAll('.webextension-popup-browser')].map((browser) => browser.closest('panel'));
               for (const panel of panels) panel?.hidePopup();
               return panels.length === 0;`,
            ),
          );
        },
      };
    },
    async clickAndAllow(page, place, patterns) {
      await page.click(place);
      await allow(patterns);
    },
    async withdrawSites() {
      await eventually('the extension to see no site', async () => {
        const left = (await inChrome(
          `const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
           const { extension } = WebExtensionPolicy.getByID(args);
           const { origins } = await ExtensionPermissions.get(args);
           if (origins.length > 0) await ExtensionPermissions.remove(args, { origins, permissions: [], data_collection: [] }, extension);
           const seen = extension.allowedOrigins.patterns.filter(({ pattern }) => pattern.startsWith('http')).length;
           return { taken: origins.length, seen };`,
          FIREFOX_ID,
        )) as { readonly taken: number; readonly seen: number };
        isInstallationKnown ||= left.taken > 0;
        return isInstallationKnown && left.seen === 0;
      });
    },
    async stopBackground() {
      // Firefox declines while a message is being answered, while the realm is still starting, and when an event
      // comes in between; a test that went on then would meet the old realm again.
      const which = await eventually('the background to be there, or not', () =>
        inChrome(
          `const { backgroundState, backgroundContext } = WebExtensionPolicy.getByID(args).extension;
           return backgroundState === 'stopped' ? 'none' : backgroundState === 'running' && backgroundContext?.contextId;`,
          FIREFOX_ID,
        ),
      );
      await eventually('the background to be stopped', () =>
        inChrome(
          `const { extension } = WebExtensionPolicy.getByID(args.id);
           const isGone = () => extension.backgroundContext?.contextId !== args.which;
           if (!isGone()) await extension.terminateBackground({ ignoreDevToolsAttached: true, disableResetIdleForTest: true });
           return isGone();`,
          { id: FIREFOX_ID, which },
        ),
      );
    },
    async moveClock(days) {
      const inEveryProcess = `Services.obs.addObserver((view) => {
          if (view.location?.protocol !== 'moz-extension:') return;
          const { Date } = view.wrappedJSObject;
          const now = Date.now.bind(Date);
          Cu.exportFunction(() => now() + ${days * 86_400_000}, Date, { defineAs: 'now' });
        }, 'content-document-global-created');`;
      await inChrome(
        `Services.ppmm.loadProcessScript('data:application/javascript,' + encodeURIComponent(args), true);`,
        inEveryProcess,
      );
    },
    async chooseMenuItem(page, linkSelector, itemId) {
      const { x, y } = await middleOf(
        page,
        script(({ one }, selector) => one(selector), linkSelector),
      );
      await page.mouse('right-click', x, y);
      await eventually('the context menu', () =>
        inChrome(
          `const win = Services.wm.getMostRecentWindow('navigator:browser');
           const menu = win.document.getElementById('contentAreaContextMenu');
           if (menu.state !== 'open') return false;
           const items = [...menu.querySelectorAll('menuitem, menu')];
           const sub = items.find((item) => item.localName === 'menu' && item.id.includes('spamlight'));
           if (sub && !sub.open) { sub.openMenu(true); return false; }
           const item = items.find((item) => item.localName === 'menuitem' && item.id.includes('spamlight') && item.id.endsWith('-_' + args));
           if (!item) throw new Error('no such item: ' + items.filter((i) => i.id.includes('spamlight')).map((i) => i.id));
           item.closest('menupopup').activateItem(item);
           return true;`,
          itemId,
        ),
      );
    },
    async pressKeysOf(page, command) {
      await page.run(() => 1);
      const keys = suggestedKeys(command);
      // Where the browser itself takes its keys from, before any page does.
      await inOrder(async () => {
        await marionette.send('Marionette:SetContext', { value: 'chrome' });
        try {
          const actions = [
            ...keys.map((value) => ({ type: 'keyDown', value })),
            ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
          ];
          await marionette.send('WebDriver:PerformActions', {
            actions: [{ type: 'key', id: 'keyboard', actions }],
          });
        } finally {
          await marionette.send('Marionette:SetContext', { value: 'content' });
        }
      });
    },
    async chooseToolbarItem(page, itemId) {
      await page.run(() => 1);
      await inChrome(
        `const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
         const win = Services.wm.getMostRecentWindow('navigator:browser');
         const { extension } = WebExtensionPolicy.getByID(args);
         const { id } = ExtensionParent.apiManager.global.browserActionFor(extension).widget;
         win.CustomizableUI.addWidgetToArea(id, 'nav-bar');
         const node = win.CustomizableUI.getWidget(id).forWindow(win).node;
         const menu = win.document.getElementById('toolbar-context-menu');
         const box = node.getBoundingClientRect();
         node.dispatchEvent(new win.MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2, clientX: box.x + 2, clientY: box.y + 2 }));
         if (menu.state === 'closed') menu.openPopup(node, 'after_start', 0, 0, true, false, new win.MouseEvent('contextmenu', { bubbles: true }));
         return true;`,
        FIREFOX_ID,
      );
      await eventually(`${itemId} in the menu of the toolbar`, () =>
        inChrome(
          `const win = Services.wm.getMostRecentWindow('navigator:browser');
           const menu = win.document.getElementById('toolbar-context-menu');
           if (menu.state !== 'open') return false;
           const items = [...menu.querySelectorAll('menuitem, menu')];
           const sub = items.find((item) => item.localName === 'menu' && item.id.includes('spamlight'));
           if (sub && !sub.open) { sub.openMenu(true); return false; }
           const item = items.find((item) => item.localName === 'menuitem' && item.id.includes('spamlight') && item.id.endsWith('-_' + args));
           if (!item) throw new Error('no such item: ' + items.map((each) => each.id));
           item.closest('menupopup').activateItem(item);
           return true;`,
          itemId,
        ),
      );
    },
    async allowSites(page, patterns) {
      await page.run(() => 1);
      await allow(patterns);
    },
    problems: async () =>
      (await inChrome(
        // Of a call that was under way when its realm ended Firefox itself says so; the realm has no say any more. What
        // Firefox failed to do for an extension it says under its own name.
        `const isRefusal = ({ message }) => /NS_ERROR_[^]*\\bExtension\\w*\\.sys\\.mjs/.test(message);
         const isOurs = (message) => message instanceof Ci.nsIScriptError && message.flags === Ci.nsIScriptError.errorFlag
           && message.sourceName.includes(args)
           && !/^Promise (?:resolved|rejected) after context unloaded/.test(message.errorMessage);
         return Services.console.getMessageArray()
           .filter((message) => isRefusal(message) || isOurs(message))
           .map((message) => message.message);`,
        UUID,
      )) as readonly string[],
    closeWelcome: async () => (await self.pageAt('/welcome.html')).close(),
    async addSites(patterns) {
      await inChrome(
        `const { extensionStorageSession } = ChromeUtils.importESModule('resource://gre/modules/ExtensionStorage.sys.mjs');
         const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
         const { extension } = WebExtensionPolicy.getByID(args.id);
         const { tabTracker } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs').ExtensionParent.apiManager.global;
         const tabId = tabTracker.getId(Services.wm.getMostRecentWindow('navigator:browser').gBrowser.selectedTab);
         extensionStorageSession.set(extension, { [args.key]: { patterns: args.patterns, tabId } });
         await ExtensionPermissions.add(args.id, { origins: args.patterns, permissions: [], data_collection: [] }, extension);
         return true;`,
        { id: FIREFOX_ID, key: WANTED_SITES, patterns },
      );
      await eventually(`mail to be checked on ${patterns.join()}`, () =>
        inChrome(
          `const { extension } = WebExtensionPolicy.getByID(args.id);
           const late = [...extension.registeredContentScripts.values()].filter(({ runAt }) => runAt === 'document_end');
           return args.patterns.every((pattern) => late.some(({ matches }) => matches.includes(pattern)));`,
          { id: FIREFOX_ID, patterns },
        ),
      );
    },
    async disableExtension() {
      await inChrome(
        `const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
         await (await AddonManager.getAddonByID(args)).disable();
         return true;`,
        FIREFOX_ID,
      );
    },
    async reloadExtension() {
      await inOrder(() => marionette.send('Addon:Install', { path: extension, temporary: true }));
    },
    async clearDatabases() {
      await inChrome(
        `const principal = Services.scriptSecurityManager.createContentPrincipal(Services.io.newURI(args), {});
         await new Promise((resolve, reject) => {
           const request = Services.qms.clearStoragesForPrincipal(principal);
           request.callback = () => (request.resultCode === Cr.NS_OK ? resolve() : reject(new Error(request.resultName)));
         });
         return true;`,
        `moz-extension://${UUID}/`,
      );
    },
    async setTextSize(percent) {
      await inChrome(
        `const prefix = 'font.size.variable.';
         for (const language of Services.prefs.getDefaultBranch(prefix).getChildList(''))
           Services.prefs.setIntPref(prefix + language, (16 * args) / 100);
         return true;`,
        percent,
      );
    },
    async limitStorage(bytes) {
      // The limit is read when the storage is initialized, which a reset makes it do again.
      await inChrome(
        `const limit = 'dom.quotaManager.temporaryStorage.fixedLimit';
         if (args === null) Services.prefs.clearUserPref(limit);
         else Services.prefs.setIntPref(limit, Math.ceil(args / 1024));
         Services.prefs.setBoolPref('dom.quotaManager.testing', true);
         await new Promise((resolve) => {
           Services.qms.reset().callback = resolve;
         });
         return true;`,
        bytes,
      );
    },
    async consoleLines() {
      const errors = await inChrome(
        `return Services.console.getMessageArray().map((error) => error instanceof Ci.nsIScriptError
           ? error.sourceName + ': ' + error.errorMessage
           : error.message);`,
      );
      return [...said, ...(errors as readonly string[])];
    },
    async closeAllBut(page) {
      await page.show();
      await inChrome(
        `const win = Services.wm.getMostRecentWindow('navigator:browser');
         for (const other of [...Services.wm.getEnumerator('navigator:browser')]) if (other !== win) other.close();
         const { gBrowser } = win;
         for (const tab of [...gBrowser.tabs]) if (tab !== gBrowser.selectedTab) gBrowser.removeTab(tab, { skipPermitUnload: true });
         for (const name of Services.prefs.getChildList('font.size.variable.')) Services.prefs.clearUserPref(name);
         Services.console.reset();
         return true;`,
      );
      said.length = 0;
    },
    async clear() {
      await inChrome(
        `// A window of a question has no toolbar, and no other tab can be in it.
         const all = [...Services.wm.getEnumerator('navigator:browser')];
         const win = all.find(({ toolbar }) => toolbar.visible);
         for (const other of all) if (other !== win) other.close();
         const { gBrowser } = win;
         const last = gBrowser.addTrustedTab('about:blank');
         gBrowser.selectedTab = last;
         for (const tab of [...gBrowser.tabs]) if (tab !== last) gBrowser.removeTab(tab, { skipPermitUnload: true });
         return true;`,
      );
      await inOrder(async () => {
        const [left] = (await marionette.send('WebDriver:GetWindowHandles')) as readonly string[];
        await marionette.send('WebDriver:SwitchToWindow', { handle: left, focus: true });
        await marionette.send('Addon:Uninstall', { id: FIREFOX_ID });
      });
      await inChrome(
        `for (const name of ['dom.quotaManager.temporaryStorage.fixedLimit', 'dom.quotaManager.testing', 'layout.css.prefers-color-scheme.content-override'])
           Services.prefs.clearUserPref(name);
         for (const name of Services.prefs.getChildList('font.size.variable.')) Services.prefs.clearUserPref(name);
         // The same id gets the same address again.
         Services.prefs.setStringPref('extensions.webextensions.uuids', args);
         await new Promise((resolve) => {
           Services.clearData.deleteData(Ci.nsIClearDataService.CLEAR_ALL, { onDataDeleted: resolve });
         });
         Services.console.reset();
         return true;`,
        JSON.stringify({ [FIREFOX_ID]: UUID }),
      );
      said.length = 0;
    },
    install,
    async close() {
      await marionette.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => undefined);
      marionette.close();
      const patience = setTimeout(() => void firefox.stop(), 10_000);
      await firefox.exited;
      clearTimeout(patience);
    },
  };
  return self;
}

/** As Firefox's accessibility service tells of it. */
interface AccessibleNode {
  readonly role: string;
  readonly name: string;
}

/** What is seen in the popup. */
interface InPopup {
  readonly text: string;
  readonly found: readonly AccessibleNode[];
  readonly focused: string;
  readonly isDone: boolean;
}

function firefoxControls(found: readonly AccessibleNode[]): readonly Control[] {
  return found.flatMap(({ role, name }) => {
    const known = FIREFOX_ROLES[role];
    return known === undefined ? [] : [{ role: known, name }];
  });
}

/** In the order in which a hand presses them. */
function suggestedKeys(command: string): readonly string[] {
  const manifest = JSON.parse(readFileSync('manifest.json', 'utf8')) as {
    commands: Record<string, { suggested_key: { default: string } } | undefined>;
  };
  const keys = manifest.commands[command]?.suggested_key.default.split('+') ?? [];
  if (keys.length === 0) throw new RangeError(`the manifest has no keys for ${command}`);
  return keys.map((key) => KEYS[key] ?? key);
}

/** WebDriver's code points for keys that are no character. Source: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Record<string, string> = {
  Alt: '\uE00A',
  Control: '\uE009',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  ' ': ' ',
};
