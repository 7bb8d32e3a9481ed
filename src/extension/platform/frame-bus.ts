import type { Browser, Runtime } from 'webextension-polyfill';
import type { ContentRequest, ResponseTo } from '../protocol/requests.ts';
import type { ToContent } from '../protocol/told.ts';
import type { MessageKey } from './texts/texts.ts';

/**
 * The way from a frame of a webmail to the background and back, with the browser's own API: the polyfill is a third of
 * what a content script would be, it would be parsed in each of a webmail's dozens of frames, and the few calls made
 * there behave alike in both browsers. Everything else goes through `message-bus.ts`.
 */
const api: Pick<Browser, 'i18n' | 'runtime'> = nativeApi();

function nativeApi(): Pick<Browser, 'i18n' | 'runtime'> {
  // Both browsers have it, with promises; `browser` may be an element of a mail: in Chromium one with a name is a property
  // of the page's window, in our world too, unless something else is.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no library declares this global
  const { chrome } = globalThis as { chrome?: Browser };
  if (chrome === undefined) throw new TypeError('not in an extension');
  return chrome;
}

/** The background did not answer: it refused, it failed, or it is not there (the extension was updated). */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Asks the background realm, and wakes it if it sleeps.
 *
 * @throws NoAnswer if no answer comes; a link asked about is then `unchecked`, never clear
 */
export async function askBackground<R extends ContentRequest>(request: R): Promise<ResponseTo<R>> {
  let reply: unknown;
  try {
    reply = await api.runtime.sendMessage(request);
  } catch (error) {
    throw new NoAnswer('refused, failed, or not there', { cause: error });
  }
  // No answer is undefined, and what nobody answered is. A refusal by the polyfill on the other side is an object.
  if (reply === undefined || isRejection(reply)) throw new NoAnswer('refused, or no answer');
  // Only our own background realm can send to this one, and its handlers are checked against `Responses`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return reply as ResponseTo<R>;
}

/** How webextension-polyfill 0.12 sends a rejected promise across in Chromium; a test sends one. */
function isRejection(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && '__mozWebExtensionPolyfillReject__' in reply;
}

/**
 * Calls back for what the background tells this frame. What it asks is answered by a promise, in the older way, which
 * both browsers know.
 */
export function onToldByBackground(
  listener: (message: ToContent) => Promise<boolean> | undefined,
  signal: AbortSignal,
): void {
  const onMessage: Runtime.OnMessageListenerCallback = (message, _sender, respond) => {
    const answer = isToContent(message) ? listener(message) : undefined;
    answer?.then(respond, () => respond(false));
    // The type knows listeners only that answer all they hear.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return (answer !== undefined) as true;
  };
  api.runtime.onMessage.addListener(onMessage);
  signal.addEventListener('abort', () => {
    if (isExtensionAlive()) api.runtime.onMessage.removeListener(onMessage);
  });
}

/** Only our own background realm can send here, so that the type tells the rest; what is of no known type nobody takes. */
function isToContent(message: unknown): message is ToContent {
  return typeof message === 'object' && message !== null && 'type' in message;
}

/** The text of a key in the browser's own language: a frame cannot read the extension's files. */
export function frameText(key: MessageKey, ...values: readonly string[]): string {
  return api.i18n.getMessage(key, [...values]);
}

/** False once the extension was updated or removed while this page stayed open: its scripts are left over. */
export function isExtensionAlive(): boolean {
  try {
    // The types promise an id, and browsers take it away.
    return typeof api.runtime.id === 'string';
  } catch {
    // Firefox: a dead object.
    return false;
  }
}
