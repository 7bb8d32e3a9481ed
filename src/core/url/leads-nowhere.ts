/**
 * Schemes that call somebody, open a program without a web address, or name a part of the message. Other schemes may
 * carry a web address: `intent:`, `ms-word:ofe|u|https://…`.
 */
const NOT_A_PAGE =
  /^(?:tel|sms|mms|fax|callto|facetime|facetime-audio|geo|maps|cid|mid|xmpp|sips?|x-apple-data-detectors):/i;

/** Script without effect outside a page's window. */
const IDLE_SCRIPT =
  /^javascript:(?:void(?:\(\d*\)| ?\d+)|return (?:false|true)|(?:window\.|self\.)?(?:print|close|stop)\(\)|history\.back\(\)|\{\}|\/\/|#)?[; ]*(?:return false;?)?$/i;

const RECIPIENT_FIELD = /^(?:to|cc|bcc)=/i;

/**
 * Includes links that write to nobody: `mailto:?subject=…`.
 *
 * @param href - as `strippedHref` returns it
 */
export function leadsNowhere(href: string): boolean {
  if (NOT_A_PAGE.test(href) || /^about:(?:blank|srcdoc)?(?:#.*)?$/i.test(href)) return true;
  if (/^mailto:/i.test(href)) return !writesToSomebody(href.slice('mailto:'.length));
  return IDLE_SCRIPT.test(href.replaceAll('%20', ' '));
}

function writesToSomebody(mailto: string): boolean {
  const [path = '', ...query] = mailto.split('?');
  const fields = query.join('&').split('&');
  return [path, ...fields.filter((field) => RECIPIENT_FIELD.test(field))].some((part) => /@|%40/.test(part));
}
