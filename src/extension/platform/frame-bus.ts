import type { Browser, Runtime } from 'webextension-polyfill';
import type { ContentRequest, ResponseTo } from '../protocol/requests.ts';
import type { ContentMessage } from '../protocol/background-messages.ts';
import type { MessageKey } from './texts/texts.ts';

/**
 * The native API: the polyfill would be a third of a content script, parsed in dozens of frames, and these calls behave
 * alike in both browsers.
 */
const api: Pick<Browser, 'i18n' | 'runtime'> = nativeApi();

function nativeApi(): Pick<Browser, 'i18n' | 'runtime'> {
  // Not `browser`: in Chromium an element of a mail with that name becomes a global, even in the isolated world.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no library declares this global
  const { chrome } = globalThis as { chrome?: Browser };
  if (chrome === undefined) throw new TypeError('not in an extension');
  return chrome;
}

/** The background refused, failed, or is gone after an update. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** @throws NoAnswer - treat the link as `unchecked`, never clear */
export async function askBackground<R extends ContentRequest>(request: R): Promise<ResponseTo<R>> {
  let reply: unknown;
  try {
    reply = await api.runtime.sendMessage(request);
  } catch (error) {
    throw new NoAnswer('refused, failed, or not there', { cause: error });
  }
  if (reply === undefined || isRejection(reply)) throw new NoAnswer('refused, or no answer');
  // Only our background can send here; its handlers are type-checked against `Responses`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return reply as ResponseTo<R>;
}

/** How webextension-polyfill 0.12 transmits a rejection in Chromium; a test covers it. */
function isRejection(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && '__mozWebExtensionPolyfillReject__' in reply;
}

/** Answers by the `respond` callback, which both browsers support. */
export function onBackgroundMessage(
  listener: (message: ContentMessage) => Promise<boolean> | undefined,
  signal: AbortSignal,
): void {
  const onMessage: Runtime.OnMessageListenerCallback = (message, _sender, respond) => {
    const answer = isToContent(message) ? listener(message) : undefined;
    answer?.then(respond, () => respond(false));
    // The type allows only `true`; false leaves the message to other listeners.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return (answer !== undefined) as true;
  };
  api.runtime.onMessage.addListener(onMessage);
  signal.addEventListener('abort', () => {
    if (isExtensionAlive()) api.runtime.onMessage.removeListener(onMessage);
  });
}

/** Only our background can send here. Unknown types are ignored. */
function isToContent(message: unknown): message is ContentMessage {
  return typeof message === 'object' && message !== null && 'type' in message;
}

/** In the browser's language: frames cannot read the extension's files. */
export function frameText(key: MessageKey, ...values: readonly string[]): string {
  return api.i18n.getMessage(key, [...values]);
}

/** False after the extension was updated or removed. */
export function isExtensionAlive(): boolean {
  try {
    // Then the id is undefined, contrary to its type.
    return typeof api.runtime.id === 'string';
  } catch {
    // Firefox throws "dead object".
    return false;
  }
}
