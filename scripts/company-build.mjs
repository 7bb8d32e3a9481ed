import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Mozilla's add-on ids: address-like, or a GUID in braces. */
const FIREFOX_ID = /^(?:[a-z0-9-._]*@[a-z0-9-._]+|\{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\})$/i;

/** RSA key as base64 of DER, as Chromium uses. */
const PUBLIC_KEY = /^[A-Za-z0-9+/]{300,800}={0,2}$/;

/**
 * @param {{webmail?: readonly string[], id?: string | undefined, key?: string | undefined}} options
 * @returns {{isCompany: boolean, settings: Record<string, string>} | {refused: string}} for vite.config.ts, or why not
 */
export function companyBuild({ webmail = [], id, key }) {
  if (webmail.length === 0 && id === undefined && key === undefined)
    return { isCompany: false, settings: {} };
  const patterns = [];
  for (const origin of webmail) {
    const pattern = patternOf(origin);
    if (pattern === null) {
      return {
        refused: `--webmail ${origin} is no https origin. Write it as in https://mail.company.example`,
      };
    }
    patterns.push(pattern);
  }
  if (id === undefined) {
    return {
      refused:
        'A build of your own needs an id of its own, or it would take the place of the store’s: --id name@company.example',
    };
  }
  if (!FIREFOX_ID.test(id))
    return { refused: `--id ${id} is no add-on id. Write it as in spamlight@company.example` };
  /** @type {Record<string, string>} */
  const settings = { VITE_EXTRA_MATCHES: patterns.join(','), SPAMLIGHT_FIREFOX_ID: id };
  if (key !== undefined) {
    let text;
    try {
      text = readFileSync(key, 'utf8').replaceAll(/\s|-----[A-Z ]+-----/g, '');
    } catch {
      return { refused: `--key ${key} cannot be read.` };
    }
    if (!PUBLIC_KEY.test(text)) {
      return { refused: `--key ${key} holds no public RSA key in base64 (openssl rsa -pubout).` };
    }
    settings['SPAMLIGHT_CHROME_KEY'] = text;
  }
  return { isCompany: true, settings };
}

/** @param {string} origin */
function patternOf(origin) {
  if (!URL.canParse(origin)) return null;
  const url = new URL(origin);
  const isOrigin = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  // A match pattern covers all ports.
  return url.protocol === 'https:' && isOrigin && url.port === '' ? `https://${url.hostname}/*` : null;
}

/**
 * 128 bits of the key's SHA-256, with `a` to `p` for hex digits.
 *
 * @param {string} key - base64 DER
 */
export function chromiumId(key) {
  const hex = createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 32);
  return hex.replaceAll(/./g, (digit) => String.fromCodePoint(97 + Number.parseInt(digit, 16)));
}
