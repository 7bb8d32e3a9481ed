import { percentDecoded } from './percent-decoded.ts';

/** `javascript:void(window.open('/compose?to=a%40b.test', …))`: the first string. */
const FIRST_TEXT = /^javascript:[\w.(\s]{0,80}\((?:"([^"]*)"|'([^']*)')/i;

/** Recipient in a webmail's URL or in JSON. */
const RECIPIENT = /(?:[?&]to=|"to":")([^&"]*)/gi;

/** Characters around an address, as in `Name <a@b.test>, c@d.test`. */
const AROUND = /[\s<>"'(),;:\\&=]/;

const OTHER_SITE = /^\s*(?:[a-z][\w+.-]*:|[\\/]{2})/i;

/** The address in a script that opens the webmail's composer, in both forms that Horde uses. Null for others. */
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
