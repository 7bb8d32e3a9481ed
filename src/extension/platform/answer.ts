/** Apart from `message-bus.ts`, so that pages, which only ask, do not load the schemas of requests. */
import {
  type ContentRequest,
  type PageRequest,
  parseContentRequest,
  parsePageRequest,
} from '../protocol/requests.ts';
import { browser, type Runtime } from './browser.ts';
import { IS_MAIL_PROGRAM } from './mail-program.ts';
import { type Caller, type ContentCaller, type Handlers, isChanged, type PageCaller } from './message-bus.ts';

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
