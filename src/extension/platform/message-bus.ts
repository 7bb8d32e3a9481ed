import {
  type ContentRequest,
  parseContentRequest,
  parsePageRequest,
  type PageRequest,
  type Request,
  type Responses,
  type ResponseTo,
} from '../protocol/requests.ts';
import type { Rows, TypesFrom } from '../protocol/request-row.ts';
import {
  type ChangedMessage,
  CHANGED_TOPICS,
  type ChangedTopic,
  type ContentMessage,
} from '../protocol/background-messages.ts';
import { browser, type Runtime } from './browser.ts';
import { IS_MAIL_PROGRAM } from './mail-program.ts';

export type Caller = ContentCaller | PageCaller;

export interface ContentCaller {
  readonly realm: 'content';
  readonly tabId: number;
  /** 0: top frame. */
  readonly frameId: number;
  /** Nothing may be stored for private windows. */
  readonly isPrivate: boolean;
  /** Of the top frame; null if unreadable. */
  readonly tabUrl: string | null;
}

export interface PageCaller {
  readonly realm: 'page';
  /** `/src/extension/pages/options/options.html` */
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

/** Of one area of the protocol. */
export type FrameHandlersOf<R extends Rows> = Pick<
  ContentHandlers,
  TypesFrom<R, 'frame'> & ContentRequest['type']
>;
export type PageHandlersOf<R extends Rows> = Pick<PageHandlers, TypesFrom<R, 'page'> & PageRequest['type']>;

export interface Handlers {
  readonly content: ContentHandlers;
  readonly page: PageHandlers;
}

/** The background refused, failed, or is gone after an update. */
export class BackgroundUnreachable extends Error {
  override readonly name = 'BackgroundUnreachable';
}

/** @throws BackgroundUnreachable - treat the link as `unchecked`, never clear */
export async function ask<R extends Request>(request: R): Promise<ResponseTo<R>> {
  let reply: unknown;
  try {
    reply = await browser.runtime.sendMessage(request);
  } catch (error) {
    throw new BackgroundUnreachable('refused, failed, or not there', { cause: error });
  }
  if (reply === undefined) throw new BackgroundUnreachable('no answer');
  // Only our background can send here; its handlers are type-checked against `Responses`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return reply as ResponseTo<R>;
}

/** Call in the background's first turn: a later listener misses the message that woke it. */
export function answer(handlers: Handlers): void {
  const ownOrigin = browser.runtime.getURL('');
  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender): unknown => {
    // Our own broadcast needs no answer.
    if (isChanged(message)) return undefined;
    return dispatch(message, callerOf(sender, ownOrigin), handlers);
  });
}

/** Only the error's text reaches the sender, so the text reveals nothing about the request. */
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
  // The tables are type-checked; TypeScript cannot follow the computed key.
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
  // First our own pages: an options page may have a `tab` too.
  if (sender.url?.startsWith(ownOrigin) === true) {
    return { realm: 'page', path: new URL(sender.url).pathname };
  }
  if (sender.tab?.id === undefined || sender.frameId === undefined) return null;
  return {
    realm: 'content',
    tabId: sender.tab.id,
    frameId: sender.frameId,
    // Thunderbird's tabs lack this field.
    isPrivate: !IS_MAIL_PROGRAM && sender.tab.incognito,
    tabUrl: sender.tab.url ?? null,
  };
}

export function broadcast(what: ChangedTopic): void {
  const message: ChangedMessage = { type: 'changed', what };
  // Rejects if no page is open.
  browser.runtime.sendMessage(message).catch(() => undefined);
}

export function onBroadcast(listener: (what: ChangedTopic) => void, signal?: AbortSignal): void {
  const onMessage = (message: unknown): undefined => {
    if (isChanged(message)) listener(message.what);
    return undefined;
  };
  browser.runtime.onMessage.addListener(onMessage);
  signal?.addEventListener('abort', () => browser.runtime.onMessage.removeListener(onMessage));
}

function isChanged(message: unknown): message is ChangedMessage {
  if (typeof message !== 'object' || message === null) return false;
  if (!('type' in message && 'what' in message) || message.type !== 'changed') return false;
  return CHANGED_TOPICS.some((what) => what === message.what);
}

/** False also if the frame is gone or has no content script. */
export async function confirmInFrame(
  message: ContentMessage,
  tabId: number,
  frameId: number,
): Promise<boolean> {
  try {
    return (await browser.tabs.sendMessage(tabId, message, { frameId })) === true;
  } catch (error) {
    // Error texts differ between browsers.
    if (error instanceof Error) return false;
    throw error;
  }
}

export function tell(message: ContentMessage, tabId: number, frameId?: number): void {
  const options = frameId === undefined ? undefined : { frameId };
  // Rejects if the tab has no content script.
  browser.tabs.sendMessage(tabId, message, options).catch(() => undefined);
}
