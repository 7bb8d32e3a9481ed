import {
  type ContentRequest,
  parseContentRequest,
  parsePageRequest,
  type PageRequest,
  type Request,
  type Responses,
  type ResponseTo,
} from '../protocol/requests.ts';
import { type Changed, CHANGED_WHATS, type ChangedWhat, type ToContent } from '../protocol/told.ts';
import { browser, type Runtime } from './browser.ts';
import { IS_MAIL_PROGRAM } from './mail-program.ts';

/** Who asks, as the browser says. */
export type Caller = ContentCaller | PageCaller;

export interface ContentCaller {
  readonly realm: 'content';
  readonly tabId: number;
  /** 0: the tab's own document. */
  readonly frameId: number;
  /** Of a private window: of what is read or opened there nothing may be kept. */
  readonly isPrivate: boolean;
  /** What the tab shows as a whole; null where the extension may see only a frame of it. */
  readonly tabUrl: string | null;
}

export interface PageCaller {
  readonly realm: 'page';
  /** Path of the page in the extension, as in `/src/extension/pages/options/options.html`. */
  readonly path: string;
}

export type ContentHandlers = {
  readonly [Type in ContentRequest['type']]: (
    request: Extract<ContentRequest, { type: Type }>,
    caller: ContentCaller,
  ) => Promise<Responses[Type]>;
};

export type PageHandlers = {
  readonly [Type in PageRequest['type']]: (
    request: Extract<PageRequest, { type: Type }>,
    caller: PageCaller,
  ) => Promise<Responses[Type]>;
};

export interface Handlers {
  readonly content: ContentHandlers;
  readonly page: PageHandlers;
}

/** The background did not answer: it refused, it failed, or it is not there (the extension was updated). */
export class BackgroundUnreachable extends Error {
  override readonly name = 'BackgroundUnreachable';
}

/**
 * Asks the background realm, and wakes it if it sleeps.
 *
 * @throws BackgroundUnreachable if no answer comes; a link asked about is then `unchecked`, never clear
 */
export async function ask<R extends Request>(request: R): Promise<ResponseTo<R>> {
  let reply: unknown;
  try {
    reply = await browser.runtime.sendMessage(request);
  } catch (error) {
    throw new BackgroundUnreachable('refused, failed, or not there', { cause: error });
  }
  // No answer is undefined, and what nobody answered is.
  if (reply === undefined) throw new BackgroundUnreachable('no answer');
  // Only our own background realm can send to this one, and its handlers are checked against `Responses`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return reply as ResponseTo<R>;
}

/**
 * Call in the first turn of the background realm: a listener that is added later misses the very message
 * that woke the realm.
 */
export function answer(handlers: Handlers): void {
  const ownOrigin = browser.runtime.getURL('');
  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender): unknown => {
    // A broadcast of our own realm: pages hear it, nobody answers it.
    if (isChanged(message)) return undefined;
    return dispatch(message, callerOf(sender, ownOrigin), handlers);
  });
}

/** Crosses to the asker as its text only, which therefore tells nothing of the request. */
class RequestRefused extends Error {
  override readonly name = 'RequestRefused';

  constructor() {
    super('Spamlight refused the request');
  }
}

async function dispatch(
  message: unknown,
  caller: Caller | null,
  { content, page }: Handlers,
): Promise<unknown> {
  if (caller === null) throw new RequestRefused();
  // Both tables are checked type by type; TypeScript cannot follow the pairing through a computed key.
  if (caller.realm === 'content') {
    const request = parseContentRequest(message);
    if (!request.ok) throw new RequestRefused();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const handler = content[request.value.type] as Handler<ContentRequest, ContentCaller>;
    return handler(request.value, caller);
  }
  const request = parsePageRequest(message);
  if (!request.ok) throw new RequestRefused();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const handler = page[request.value.type] as Handler<PageRequest, PageCaller>;
  return handler(request.value, caller);
}

type Handler<Asked, Asking> = (request: Asked, caller: Asking) => Promise<unknown>;

function callerOf(sender: Runtime.MessageSender, ownOrigin: string): Caller | null {
  if (sender.id !== browser.runtime.id) return null;
  // First our own pages: an options page in a tab has a `tab` as well.
  if (sender.url?.startsWith(ownOrigin) === true) {
    return { realm: 'page', path: new URL(sender.url).pathname };
  }
  if (sender.tab?.id === undefined || sender.frameId === undefined) return null;
  return {
    realm: 'content',
    tabId: sender.tab.id,
    frameId: sender.frameId,
    // Tabs of a mail program have no such field.
    isPrivate: !IS_MAIL_PROGRAM && sender.tab.incognito,
    tabUrl: sender.tab.url ?? null,
  };
}

/** From the background to our own pages that are open, if any. */
export function broadcast(what: ChangedWhat): void {
  const message: Changed = { type: 'changed', what };
  // No page is open: nobody needs to know.
  browser.runtime.sendMessage(message).catch(() => undefined);
}

/** In one of our own pages: calls back when what it shows has changed. */
export function onBroadcast(listener: (what: ChangedWhat) => void, signal?: AbortSignal): void {
  const onMessage = (message: unknown): undefined => {
    if (isChanged(message)) listener(message.what);
    return undefined;
  };
  browser.runtime.onMessage.addListener(onMessage);
  signal?.addEventListener('abort', () => browser.runtime.onMessage.removeListener(onMessage));
}

function isChanged(message: unknown): message is Changed {
  if (typeof message !== 'object' || message === null) return false;
  if (!('type' in message && 'what' in message) || message.type !== 'changed') return false;
  return CHANGED_WHATS.some((what) => what === message.what);
}

/** Asks one frame of a tab. @returns whether it says yes: no also if it is gone, or has no script of ours */
export async function confirmedBy(message: ToContent, tabId: number, frameId: number): Promise<boolean> {
  try {
    return (await browser.tabs.sendMessage(tabId, message, { frameId })) === true;
  } catch (error) {
    // Each browser has its own words for a frame that does not hear.
    if (error instanceof Error) return false;
    throw error;
  }
}

/** From the background to a webmail tab: to one frame, or to all of them. */
export function tell(message: ToContent, tabId: number, frameId?: number): void {
  const options = frameId === undefined ? undefined : { frameId };
  // The tab has no content script (any more): nothing there shows anything of ours.
  browser.tabs.sendMessage(tabId, message, options).catch(() => undefined);
}
