/** `javascript:void(window.open('/compose?to=a%40b.test', …))`: the first text that is handed over. */
const FIRST_TEXT = /^javascript:[\w.(\s]{0,80}\((?:"([^"]*)"|'([^']*)')/i;

/** What says whom to write to, in an address of the webmail's own or in JSON in place of one. */
const RECIPIENT = /(?:[?&]to=|"to":")[^&"@]*?([^\s<>"'(),;:\\@&=]+@[^\s<>"'(),;:\\@&=]+)/i;

const OTHER_SITE = /^\s*(?:[a-z][\w+.-]*:|[\\/]{2})/i;

/**
 * What a webmail made a script of to open its own composer: an address to write to; null for any other script.
 * Horde does so, in two ways.
 */
export function rewrittenMailto(script: string): string | null {
  const [, double, single] = FIRST_TEXT.exec(script) ?? [];
  const text = decoded(double ?? single ?? '');
  const address = OTHER_SITE.test(text) ? undefined : RECIPIENT.exec(text)?.[1];
  return address === undefined ? null : `mailto:${address}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
