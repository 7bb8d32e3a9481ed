import type { ContentRequest, PageRequest, Request, Responses, ResponseTo } from '../protocol/requests.ts';
import type { Rows, TypesFrom } from '../protocol/request-row.ts';
import {
  type ChangedMessage,
  CHANGED_TOPICS,
  type ChangedTopic,
  type ContentMessage,
} from '../protocol/background-messages.ts';
import { browser } from './browser.ts';

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

export function isChanged(message: unknown): message is ChangedMessage {
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
