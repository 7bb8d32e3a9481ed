import type { WebUrl } from './canonical/canonical-url.ts';
import { hostNames } from './hosts/host-table.ts';
import { GOOGLE } from './tables/wrapper-rules.ts';

/** Pages whose URLs contain an address but do not lead to it. */
interface CarryingPages {
  /** Subdomains included. */
  readonly hosts: string;
  readonly path?: RegExp;
  readonly source: string;
}

const SHARE_URLS = 'bradvin/social-share-urls and nygardk/react-share: the networks’ share links';
const SEARCH = 'the engine’s own search form';

/** May stay short: links to pages not named here are marked only if the address in them is listed. */
export const CARRYING_PAGES: readonly CarryingPages[] = [
  {
    hosts: 'facebook.com',
    path: /^\/(?:sharer|share\.php|dialog\/|plugins\/)/,
    source: SHARE_URLS,
  },
  { hosts: 'twitter.com x.com', path: /^\/(?:intent\/|share$|home$)/, source: SHARE_URLS },
  { hosts: 'linkedin.com', path: /^\/(?:shareArticle|sharing\/|cws\/share|feed\/)/i, source: SHARE_URLS },
  { hosts: 'reddit.com', path: /\/submit\/?$/, source: SHARE_URLS },
  { hosts: 'pinterest.com', path: /^\/pin\/create\//, source: SHARE_URLS },
  { hosts: 'tumblr.com', path: /^\/(?:share|widgets\/share)/, source: SHARE_URLS },
  { hosts: 't.me telegram.me', path: /^\/share\//, source: SHARE_URLS },
  { hosts: 'wa.me api.whatsapp.com web.whatsapp.com', source: SHARE_URLS },
  { hosts: 'social-plugins.line.me line.me', path: /^\/(?:lineit\/share|R\/)/, source: SHARE_URLS },
  { hosts: 'vk.com vk.ru', path: /^\/share\.php$/, source: SHARE_URLS },
  { hosts: 'connect.ok.ru connect.mail.ru', source: SHARE_URLS },
  { hosts: 'service.weibo.com', path: /^\/share\//, source: SHARE_URLS },
  { hosts: 'getpocket.com', path: /^\/(?:save|edit)/, source: SHARE_URLS },
  { hosts: 'instapaper.com', path: /^\/(?:edit|hello2)/, source: SHARE_URLS },
  { hosts: 'news.ycombinator.com', path: /^\/submitlink$/, source: SHARE_URLS },
  { hosts: 'xing.com', path: /^\/(?:spi\/shares|app\/user)/, source: SHARE_URLS },
  { hosts: 'b.hatena.ne.jp', path: /^\/(?:entry|add)/, source: SHARE_URLS },
  { hosts: 'buffer.com share.flipboard.com', source: SHARE_URLS },
  { hosts: 'mix.com digg.com diigo.com', path: /^\/(?:add|submit|post)/, source: SHARE_URLS },
  {
    hosts: 'bsky.app threads.net threads.com',
    path: /^\/intent\//,
    source: 'https://shkspr.mobi/blog/2025/08/what-about-using-relshare-url-to-expose-sharing-intents',
  },
  { hosts: 'mail.google.com', path: /^\/mail\//, source: 'nygardk/react-share; Gmail, ?view=cm&body=' },
  {
    hosts: 'outlook.live.com outlook.office.com',
    path: /^\/(?:mail|calendar)\/(?:\d\/)?deeplink\//,
    source: 'InteractionDesignFoundation/add-event-to-calendar-docs',
  },
  {
    hosts: 'calendar.google.com google.com',
    path: /^\/calendar\//,
    source: 'InteractionDesignFoundation/add-event-to-calendar-docs',
  },
  { hosts: 'calendar.yahoo.com', source: 'InteractionDesignFoundation/add-event-to-calendar-docs' },
  { hosts: GOOGLE, path: /^\/search$/, source: SEARCH },
  { hosts: 'bing.com', path: /^\/(?:search|images\/search)$/, source: SEARCH },
  { hosts: 'duckduckgo.com', path: /^\/(?:html\/?|lite\/?)?$/, source: SEARCH },
  { hosts: 'search.yahoo.com search.yahoo.co.jp', path: /^\/search/, source: SEARCH },
  { hosts: 'yandex.{ru,com,com.tr,by,kz}', path: /^\/search\//, source: SEARCH },
  { hosts: 'baidu.com', path: /^\/s$/, source: SEARCH },
  { hosts: 'search.brave.com ecosia.org kagi.com', path: /^\/search$/, source: SEARCH },
  { hosts: 'virustotal.com', source: 'https://docs.virustotal.com: looking up an address' },
  { hosts: 'urlscan.io', source: 'https://docs.urlscan.io: looking up an address' },
  { hosts: 'safebrowsing.google.com', source: 'https://safebrowsing.google.com/safebrowsing/report_phish/' },
  {
    hosts: 'transparencyreport.google.com',
    path: /^\/safe-browsing\//,
    source: 'Google, Transparency Report: the state of a site',
  },
  { hosts: 'phishtank.org phishtank.com', source: 'https://phishtank.org/developer_info.php' },
  { hosts: 'urlhaus.abuse.ch', source: 'https://urlhaus.abuse.ch/api/' },
  { hosts: 'validator.w3.org jigsaw.w3.org', source: 'https://validator.w3.org/docs/users.html: uri=' },
  { hosts: 'ssllabs.com', path: /^\/ssltest\//, source: 'Qualys, SSL Server Test' },
  { hosts: 'pagespeed.web.dev', source: 'Google, PageSpeed Insights' },
  {
    hosts: 'web.archive.org',
    path: /^\/(?:save|cdx|web\/\*)/,
    source: 'https://archive.org/help/wayback_api.php; what was kept has a rule in `wrapper-rules.ts`',
  },
  { hosts: 'archive.org', path: /^\/wayback\//, source: 'https://archive.org/help/wayback_api.php' },
  {
    hosts: 'archive.{today,ph,is,li,md,vn,fo}',
    source: 'https://archive.today/faq: the address behind the day, of what was kept',
  },
  { hosts: 'ghostarchive.org', source: 'https://ghostarchive.org: the address of what was kept' },
  { hosts: 'webcache.googleusercontent.com', source: 'Google, cached pages' },
];

const BY_HOST = new Map<string, CarryingPages[]>();
for (const pages of CARRYING_PAGES) {
  for (const name of hostNames(pages.hosts)) BY_HOST.set(name, [...(BY_HOST.get(name) ?? []), pages]);
}

export function isCarryingPage({ host, sentPath }: Pick<WebUrl, 'host' | 'sentPath'>): boolean {
  for (let name = host; name !== '';) {
    const found = BY_HOST.get(name);
    if (found?.some(({ path }) => path === undefined || path.test(sentPath)) === true) return true;
    const dot = name.indexOf('.');
    name = dot === -1 ? '' : name.slice(dot + 1);
  }
  return false;
}
