import { percentDecoded } from './percent-decoded.ts';

/** `javascript:void(window.open('/compose?to=a%40b.test', …))`: the first text that is handed over. */
const FIRST_TEXT = /^javascript:[\w.(\s]{0,80}\((?:"([^"]*)"|'([^']*)')/i;

/** What says whom to write to, in an address of the webmail's own or in JSON in place of one. */
const RECIPIENT = /(?:[?&]to=|"to":")([^&"]*)/gi;

/** What stands around an address, as in `Name <a@b.test>, c@d.test`. */
const AROUND = /[\s<>"'(),;:\\&=]/;

const OTHER_SITE = /^\s*(?:[a-z][\w+.-]*:|[\\/]{2})/i;

/**
 * What a webmail made a script of to open its own composer: an address to write to; null for any other script.
 * Horde does so, in two ways.
 */
export function rewrittenMailto(script: string): string | null {
  const [, double, single] = FIRST_TEXT.exec(script) ?? [];
  const text = percentDecoded(double ?? single ?? '');
  if (OTHER_SITE.test(text)) return null;
  for (const [, recipients = ''] of text.matchAll(RECIPIENT)) {
    const address = firstAddress(recipients);
    if (address !== null) return `mailto:${address}`;
  }
  return null;
}

function firstAddress(text: string): string | null {
  const [before = '', after = ''] = text.split('@', 2);
  const local = before.split(AROUND).at(-1) ?? '';
  const domain = after.split(AROUND, 1)[0] ?? '';
  return local === '' || domain === '' ? null : `${local}@${domain}`;
}
