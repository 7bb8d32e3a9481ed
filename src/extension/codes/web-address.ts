/**
 * The `http` or `https` address in a code. Other contents (passwords, Wi-Fi, contacts) are private and not passed on.
 *
 * Accepts what phones open: https://github.com/zxing/zxing/wiki/Barcode-Contents, ZXing's `URIResultParser`,
 * `URLTOResultParser`, `BookmarkDoCoMoResultParser`; Android intents
 * (https://developer.chrome.com/docs/android/intents).
 */
export function webAddress(text: string): string | null {
  const written = addressIn(text.replace(AROUND, ''));
  const address = written.replace(AROUND, '');
  if (/\s/.test(address)) return null;
  if (/^https?:/i.test(address)) return toWebUrl(address);
  return WITHOUT_SCHEME.test(address) ? toWebUrl(`http://${address}`) : null;
}

/** White space, control and format characters. */
const AROUND = /^[\s\p{Cc}\p{Cf}]+|[\s\p{Cc}\p{Cf}]+$/gu;

/** `www.evil.example:8080/a?b`: two to seven labels, the last alphabetic as in ZXing, but of any script. */
const WITHOUT_SCHEME =
  /^(?:[\p{L}\p{N}-]+\.){1,6}(?:xn--[a-z\d-]+|\p{L}{2,})\.?(?::\d{1,5})?(?:[/?#]\S*)?$/iu;

function toWebUrl(address: string): string | null {
  const url = URL.parse(address);
  return url === null || url.hostname === '' ? null : url.href;
}

function addressIn(text: string): string {
  if (/^MEBKM:/i.test(text)) return fieldOf(text.slice('MEBKM:'.length), 'URL') ?? '';
  const titled = /^URLTO:[^:]*:/i.exec(text);
  if (titled !== null) return text.slice(titled[0].length);
  const prefix = /^UR[LI]:/i.exec(text);
  if (prefix !== null) return text.slice(prefix[0].length);
  return fromIntent(text) ?? text;
}

/** `TITLE:a;URL:https\:\/\/b;;`: a backslash escapes the next character. */
function fieldOf(fields: string, name: string): string | null {
  const parts = fields.match(/(?:[^;\\]|\\[^])+/g) ?? [];
  const field = parts.find((part) => part.trimStart().toUpperCase().startsWith(`${name}:`));
  if (field === undefined) return null;
  return field
    .trimStart()
    .slice(name.length + 1)
    .replace(/\\([^])/g, '$1');
}

/** `intent://host/path#Intent;scheme=https;…;end`: opens in the browser if no app handles it. */
function fromIntent(text: string): string | null {
  const intent = /^intent:\/\/([^#]*)#Intent;(.*)$/i.exec(text);
  if (intent === null) return null;
  const [, rest = '', options = ''] = intent;
  const scheme = /(?:^|;)scheme=(https?)(?:;|$)/i.exec(options)?.[1];
  if (scheme !== undefined) return `${scheme}://${rest}`;
  const fallback = /(?:^|;)S\.browser_fallback_url=([^;]*)/i.exec(options)?.[1];
  return fallback === undefined ? null : unescaped(fallback);
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
