/**
 * Match patterns for manifest, context menu, injection and adapters.
 *
 * All end in `/*`: Chromium refuses `match_origin_as_fallback` with any other path. Adapters check narrower paths.
 */
export interface Webmail {
  readonly name: string;
  /** Name of a file in src/extension/content/webmail. */
  readonly adapter: string;
  readonly matches: readonly string[];
}

/**
 * Permission is granted at installation. If an update adds one, Chrome disables the extension until the reader agrees.
 */
export const REQUIRED_WEBMAILS: readonly Webmail[] = [
  { name: 'Gmail', adapter: 'gmail', matches: ['https://mail.google.com/*'] },
  {
    name: 'Outlook',
    adapter: 'outlook',
    matches: [
      'https://outlook.live.com/*',
      'https://outlook.office.com/*',
      'https://outlook.office365.com/*',
      'https://outlook.cloud.microsoft/*',
    ],
  },
  {
    name: 'Yahoo Mail',
    adapter: 'yahoo',
    matches: ['https://mail.yahoo.com/*', 'https://*.mail.yahoo.com/*', 'https://mail.aol.com/*'],
  },
  { name: 'Proton Mail', adapter: 'proton', matches: ['https://mail.proton.me/*'] },
];

/** Permission is requested in the popup. */
export const OPTIONAL_WEBMAILS: readonly Webmail[] = [
  {
    name: 'Fastmail',
    adapter: 'fastmail',
    matches: ['https://app.fastmail.com/*', 'https://betaapp.fastmail.com/*'],
  },
  {
    name: 'iCloud Mail',
    adapter: 'icloud',
    // The message is in a frame of another origin.
    matches: ['https://www.icloud.com/*', 'https://www-mail.icloud-sandbox.com/*'],
  },
  {
    name: 'Zoho Mail',
    adapter: 'zoho',
    matches: ['https://mail.zoho.com/*', 'https://mail.zoho.eu/*', 'https://mail.zoho.in/*'],
  },
  {
    name: 'GMX, WEB.DE and mail.com',
    adapter: 'gmx',
    // The mail program and the body are in frames of other origins.
    matches: [
      'https://*.gmx.net/*',
      'https://*.gmx.com/*',
      'https://*.web.de/*',
      'https://*.mail.com/*',
      'https://*.mailbody-ui.de/*',
    ],
  },
  {
    name: 'Yandex Mail',
    adapter: 'yandex',
    matches: ['https://mail.yandex.ru/*', 'https://mail.yandex.com/*'],
  },
  { name: 'Mail.ru', adapter: 'mailru', matches: ['https://e.mail.ru/*'] },
  { name: 'QQ Mail', adapter: 'qq', matches: ['https://mail.qq.com/*', 'https://wx.mail.qq.com/*'] },
  {
    name: '163 and 126 Mail',
    adapter: 'netease',
    matches: ['https://mail.163.com/*', 'https://mail.126.com/*'],
  },
  { name: 'Naver Mail', adapter: 'naver', matches: ['https://mail.naver.com/*'] },
  { name: 'Tuta Mail', adapter: 'tuta', matches: ['https://app.tuta.com/*', 'https://mail.tutanota.com/*'] },
];

/** Webmails on any host, so recognised by their pages: adapter → usual name. */
const SELF_HOSTED: ReadonlyMap<string, string> = new Map([
  ['roundcube', 'Roundcube'],
  ['sogo', 'SOGo'],
  ['snappymail', 'SnappyMail'],
  ['zimbra', 'Zimbra'],
  ['nextcloud', 'Nextcloud Mail'],
  ['horde', 'Horde'],
  ['openxchange', 'Open-Xchange'],
  ['owa', 'Outlook Web App'],
  ['cypht', 'Cypht'],
]);

/** Null for self-hosted webmails and other sites. */
export function webmailAt(address: string): (Webmail & { readonly isRequired: boolean }) | null {
  const required = webmailAmong(REQUIRED_WEBMAILS, address);
  const found = required ?? webmailAmong(OPTIONAL_WEBMAILS, address);
  return found === null ? null : { ...found, isRequired: found === required };
}

export function webmailAmong(webmails: readonly Webmail[], address: string): Webmail | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return webmails.find(({ matches }) => matches.some((pattern) => isMatched(pattern, url))) ?? null;
}

/**
 * One script with all adapters exceeds its bound; asking for one takes a stopped background 300 ms, and no click is held.
 *
 * @param site - a URL or match pattern
 */
export function contentScriptOf(site: string): 'content' | 'content-optional' | 'content-others' {
  // Firefox cannot parse a wildcard host as a URL.
  const webmail = webmailAt(site.replace('://*.', '://any.'));
  if (webmail === null) return 'content-others';
  return webmail.isRequired ? 'content' : 'content-optional';
}

/** Null for the generic adapter. */
export function webmailName(adapter: string): string | null {
  const known = [...REQUIRED_WEBMAILS, ...OPTIONAL_WEBMAILS].find((webmail) => webmail.adapter === adapter);
  return known?.name ?? SELF_HOSTED.get(adapter) ?? (adapter === 'thunderbird' ? 'Thunderbird' : null);
}

export function hostsOf(patterns: readonly string[]): (host: string) => boolean {
  const names = patterns.map((pattern) => pattern.replace(/^https?:\/\//, '').replace(/\/\*$/, ''));
  const whole = new Set(names.map((name) => name.replace('*.', '')));
  const ends = names.filter((name) => name.startsWith('*.')).map((name) => name.slice(1));
  return (host) => whole.has(host) || ends.some((end) => host.endsWith(end));
}

/** Supports only this project's patterns. */
function isMatched(pattern: string, url: URL): boolean {
  const parts = /^(https?):\/\/(\*\.)?([^/]+)\/\*$/.exec(pattern);
  if (parts === null) return false;
  const [, scheme, wildcard, host] = parts;
  if (host === undefined || url.protocol !== `${scheme}:`) return false;
  return url.hostname === host || (wildcard !== undefined && url.hostname.endsWith(`.${host}`));
}
