import { readFileSync } from 'node:fs';

/**
 * The browser around a background realm, as far as ours uses it: it keeps what a browser keeps when a realm
 * is stopped (session storage, alarms, menus, badges) and starts the realm again by importing its entry.
 *
 * Only the browser's edge is faked. IndexedDB is fake-indexeddb, the network is real HTTP on loopback, and
 * everything in between is the code that ships.
 */
export class FakeBrowser {
  readonly session = new Map<string, unknown>();
  readonly local = new Map<string, unknown>();
  managed: Record<string, unknown> | null = null;
  /** Reading it fails for another reason than that there is none. */
  failsManaged = false;
  readonly alarms = new Map<string, { when?: number; periodInMinutes?: number; delayInMinutes?: number }>();
  /** What the reader was asked to permit; they said no. */
  readonly askedFor: string[] = [];
  readonly menus = new Map<
    string,
    { title?: string; contexts?: readonly string[]; documentUrlPatterns?: readonly string[] }
  >();
  readonly badges = new Map<string, string>();
  readonly titles = new Map<string, string>();
  /** Badges that were asked for; none is there before this resolves. */
  readonly badgesBegun: string[] = [];
  drawsBadge: Promise<void> = Promise.resolve();
  /** Told to tabs: `[tabId, frameId or null, message]`. */
  readonly told: [number, number | null, unknown][] = [];
  readonly broadcasts: unknown[] = [];
  readonly injected: unknown[] = [];
  /** What happens in the tabs while a script is put into one. */
  afterScript: () => void = () => undefined;
  /** Putting a script or a style sheet into this tab takes so long, or is refused. */
  injects: (tabId: number, what: 'script' | 'sheet') => Promise<void> = async () => undefined;
  /** How often a frame says that it has its watcher. */
  watchers = 0;
  /** Pages that the extension opened by itself. */
  readonly opened: string[] = [];
  installType: 'normal' | 'admin' = 'normal';
  /** Whether there is a window that takes a tab. */
  opensTabs = true;
  removesMenus = true;
  /** Without an address: one of a site that the extension may not see. */
  openTabs: { id: number; url?: string; incognito?: boolean }[] = [];
  /** Content scripts registered at run time; a browser drops them when the extension is updated. */
  readonly registered = new Map<string, { readonly id: string }>();
  /** Registering scripts of these ids takes so long, or is refused. */
  registersScripts: (ids: readonly string[]) => Promise<void> = async () => undefined;
  readonly granted = new Set<string>();
  version = '0.1.0';
  sessionQuota = Number.POSITIVE_INFINITY;
  /** Reading this value of the session takes so long. */
  readsSession: (key: string | null) => Promise<void> = async () => undefined;
  #listeners = new Map<string, Set<Listener>>();

  readonly api = makeApi(this);

  /** The realm is stopped: its listeners are gone, what the browser keeps stays. */
  stopRealm(): void {
    this.#listeners = new Map();
  }

  listeners(event: string): Set<Listener> {
    const known = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, known);
    return known;
  }

  async fire(event: string, ...parameters: readonly unknown[]): Promise<void> {
    await Promise.all([...this.listeners(event)].map(async (listener) => listener(...parameters)));
  }

  /** A message from a webmail frame. */
  fromFrame(message: unknown, { tabId = 1, frameId = 0, incognito = false } = {}): Promise<unknown> {
    return this.#send(message, {
      id: ID,
      url: 'https://mail.google.com/mail/u/0/',
      frameId,
      tab: { id: tabId, incognito, url: 'https://mail.google.com/mail/u/0/' },
    });
  }

  /** A message from a page of the extension. */
  fromPage(message: unknown, path = 'src/extension/pages/options/options.html'): Promise<unknown> {
    return this.#send(message, { id: ID, url: `${ORIGIN}/${path}` });
  }

  fromSender(message: unknown, sender: unknown): Promise<unknown> {
    return this.#send(message, sender);
  }

  async #send(message: unknown, sender: unknown): Promise<unknown> {
    // As between realms: what is not plain data does not get through.
    const copy: unknown = structuredClone(message);
    for (const listener of this.listeners('runtime.onMessage')) {
      const reply = listener(copy, sender);
      if (reply !== undefined) return structuredClone(await Promise.resolve(reply));
    }
    throw new Error('Could not establish connection. Receiving end does not exist.');
  }
}

export const ID = 'spamlight-id';
export const ORIGIN = 'chrome-extension://spamlight-id';
export const MATCHES = ['https://mail.google.com/*', 'https://outlook.live.com/*'];

interface Target {
  readonly tabId: number;
}

type Listener = (...parameters: readonly unknown[]) => unknown;

function makeApi(fake: FakeBrowser): unknown {
  const event = (name: string): unknown => ({
    addListener: (listener: Listener) => fake.listeners(name).add(listener),
    removeListener: (listener: Listener) => fake.listeners(name).delete(listener),
    hasListener: (listener: Listener) => fake.listeners(name).has(listener),
  });
  return {
    runtime: {
      id: ID,
      getURL: (path: string) => `${ORIGIN}/${path.replace(/^\//, '')}`,
      getManifest: () => ({
        version: fake.version,
        options_ui: { page: 'src/extension/pages/options/options.html' },
        content_scripts: [
          {
            matches: MATCHES,
            js: ['src/extension/content/content.iife.js'],
            css: ['alive.css'],
            run_at: 'document_start',
          },
          { matches: MATCHES, js: ['src/extension/content/content.iife.js'], run_at: 'document_end' },
        ],
      }),
      getPlatformInfo: async () => ({ os: 'linux' }),
      sendMessage: async (message: unknown) => void fake.broadcasts.push(structuredClone(message)),
      onMessage: event('runtime.onMessage'),
      onInstalled: event('runtime.onInstalled'),
      onStartup: event('runtime.onStartup'),
    },
    storage: {
      session: area(fake.session, {
        quota: () => fake.sessionQuota,
        reads: (key) => fake.readsSession(key),
      }),
      local: area(fake.local),
      managed: {
        get: async () => {
          if (fake.failsManaged) throw new Error('An unexpected error occurred');
          if (fake.managed === null) throw new Error('Managed storage manifest not found');
          return structuredClone(fake.managed);
        },
      },
      onChanged: event('storage.onChanged'),
    },
    alarms: {
      create: (name: string, info: { when?: number; periodInMinutes?: number; delayInMinutes?: number }) =>
        void fake.alarms.set(name, info),
      get: async (name: string) => fake.alarms.get(name),
      onAlarm: event('alarms.onAlarm'),
    },
    contextMenus: {
      removeAll: async () => {
        if (!fake.removesMenus) throw new Error('no menu');
        fake.menus.clear();
      },
      create: (menu: { id: string; title?: string; contexts?: readonly string[] }) =>
        void fake.menus.set(menu.id, menu),
      onClicked: event('contextMenus.onClicked'),
    },
    commands: { onCommand: event('commands.onCommand') },
    management: { getSelf: async () => ({ installType: fake.installType }) },
    tabs: {
      create: async ({ url }: { url: string }) => {
        if (!fake.opensTabs) throw new Error('no window');
        fake.opened.push(url);
      },
      query: async () => fake.openTabs,
      get: async (tabId: number) => {
        const tab = fake.openTabs.find(({ id }) => id === tabId);
        if (tab === undefined) throw new Error(`No tab with id: ${tabId}`);
        return { incognito: false, ...tab };
      },
      sendMessage: async (tabId: number, message: unknown, options?: { frameId?: number }) => {
        fake.told.push([tabId, options?.frameId ?? null, structuredClone(message)]);
      },
      onActivated: event('tabs.onActivated'),
      onRemoved: event('tabs.onRemoved'),
      onUpdated: event('tabs.onUpdated'),
    },
    scripting: {
      executeScript: async (injection: { readonly target: Target }) => {
        if ('func' in injection) return [{ result: fake.watchers-- > 0 }];
        await fake.injects(injection.target.tabId, 'script');
        fake.injected.push(injection);
        fake.afterScript();
        return [];
      },
      insertCSS: async (injection: { readonly target: Target }) => {
        await fake.injects(injection.target.tabId, 'sheet');
        fake.injected.push(injection);
      },
      removeCSS: ({ target }: { readonly target: Target }) => fake.injects(target.tabId, 'sheet'),
      getRegisteredContentScripts: async (filter?: { ids?: readonly string[] }) =>
        [...fake.registered.values()].filter(({ id }) => filter?.ids?.includes(id) ?? true),
      registerContentScripts: async (scripts: readonly { id: string }[]) => {
        await fake.registersScripts(scripts.map(({ id }) => id));
        const known = scripts.find(({ id }) => fake.registered.has(id));
        if (known !== undefined) throw new Error(`Duplicate script ID '${known.id}'`);
        for (const script of scripts) fake.registered.set(script.id, script);
      },
      unregisterContentScripts: async ({ ids }: { ids: readonly string[] }) => {
        for (const id of ids) fake.registered.delete(id);
      },
    },
    permissions: {
      request: async ({ origins }: { origins: readonly string[] }) => {
        fake.askedFor.push(...origins);
        return false;
      },
      contains: async ({ origins }: { origins: readonly string[] }) =>
        origins.every((origin) => fake.granted.has(origin)),
      onAdded: event('permissions.onAdded'),
      onRemoved: event('permissions.onRemoved'),
    },
    action: {
      setBadgeText: async ({ tabId, text }: { tabId?: number; text: string }) => {
        fake.badgesBegun.push(text);
        await fake.drawsBadge;
        fake.badges.set(String(tabId ?? 'all'), text);
      },
      setBadgeBackgroundColor: async () => undefined,
      setIcon: async () => undefined,
      setTitle: async ({ tabId, title }: { tabId?: number; title: string }) =>
        void fake.titles.set(String(tabId ?? 'all'), title),
    },
    i18n: {
      getMessage: (key: string) => (key === 'language_tag' ? 'en' : key),
    },
  };
}

function area(
  values: Map<string, unknown>,
  {
    quota = () => Number.POSITIVE_INFINITY,
    reads = async (_key: string | null): Promise<void> => undefined,
  } = {},
): unknown {
  return {
    get: async (keys: string | null) => {
      await reads(keys);
      const wanted = keys === null ? [...values.keys()] : [keys];
      return Object.fromEntries(
        wanted.filter((key) => values.has(key)).map((key) => [key, structuredClone(values.get(key))]),
      );
    },
    set: async (change: Record<string, unknown>) => {
      const next = new Map([...values, ...Object.entries(change)]);
      if (JSON.stringify([...next]).length > quota()) throw new Error('Session storage quota bytes exceeded');
      for (const [key, value] of Object.entries(change)) values.set(key, structuredClone(value));
    },
    remove: async (keys: readonly string[]) => {
      for (const key of keys) values.delete(key);
    },
  };
}

const network = globalThis.fetch;

const CHANNEL_FILE = 'channel.json';

/** The packaged file that names a default channel, for `fetchFromPackage`. */
export function channelFile({
  url,
  name,
  rootKey,
}: {
  readonly url: string;
  readonly name: string;
  readonly rootKey: { readonly x: string };
}): readonly [string, Uint8Array] {
  const text = JSON.stringify({ channel: { url, name, rootKeys: [rootKey.x] } });
  return [CHANNEL_FILE, new TextEncoder().encode(text)];
}

/**
 * Answers `fetch` of the extension's own files from what is packaged; the rest goes to the network.
 *
 * @param hosts - addresses that stand for a server on loopback, as in `https://lists.example/` →
 *   `http://127.0.0.1:1234/`
 */
export function fetchFromPackage(
  packaged: ReadonlyMap<string, Uint8Array>,
  hosts: ReadonlyMap<string, string> = new Map(),
): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const [from, to] = [...hosts].find(([address]) => url.startsWith(address)) ?? [];
    if (from !== undefined) return network(`${to}${url.slice(from.length)}`, init);
    if (!url.startsWith(`${ORIGIN}/`)) return network(input, init);
    const path = url.slice(ORIGIN.length + 1);
    const bytes =
      packaged.get(path) ??
      (path.startsWith('_locales/') || path === CHANNEL_FILE ? readFileSync(`public/${path}`) : undefined);
    // As a browser does for a packaged file that is not there.
    if (bytes === undefined) throw new TypeError('Failed to fetch');
    return new Response(new Uint8Array(bytes));
  };
}
