// What a company's own build is told: its webmails, and the ids that its policies name.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Mozilla's form of an add-on id: an address-like name, or a GUID in braces. */
const FIREFOX_ID = /^(?:[a-z0-9-._]*@[a-z0-9-._]+|\{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\})$/i;

/** A public key in DER: RSA, as Chromium's extension keys are. */
const PUBLIC_KEY = /^[A-Za-z0-9+/]{300,800}={0,2}$/;

/**
 * @param {{webmail?: readonly string[], id?: string | undefined, key?: string | undefined}} options
 * @returns {{isCompany: boolean, settings: Record<string, string>} | {refused: string}} build settings, as
 *   vite.config.ts reads them; `refused` says what is wrong and what to write instead
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

/** @param {string} origin @returns {string | null} its match pattern */
function patternOf(origin) {
  if (!URL.canParse(origin)) return null;
  const url = new URL(origin);
  const isOrigin = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  // A match pattern has no port: all of a host's are meant.
  return url.protocol === 'https:' && isOrigin && url.port === '' ? `https://${url.hostname}/*` : null;
}

/**
 * The id that Chromium gives an extension with this key: 128 bits of its SHA-256, with `a` to `p` for hex digits.
 *
 * @param {string} key - base64 DER
 */
export function chromiumId(key) {
  const hex = createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 32);
  return hex.replaceAll(/./g, (digit) => String.fromCodePoint(97 + Number.parseInt(digit, 16)));
}
