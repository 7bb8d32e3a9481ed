import { deflateSync } from 'node:zlib';

/** Where every sample leads. Its query has what wrappers trip over: `&`, `=`, an escape, and a URL. */
export const DESTINATION = 'https://evil.example/a/b%20c?x=1&y=%2F&next=http://good.example/';
export const DESTINATION_CANONICAL = 'evil.example/a/b%20c?x=1&y=/&next=http://good.example/';

export interface Wrapper {
  readonly name: string;
  /** Made by us from public descriptions; hosts are the services', everything else is invented. */
  readonly wrap: (url: string) => string;
  /** True if the URL is a parameter, written as the sender wrote it; others have gone through a parser before. */
  readonly isParameter: boolean;
}

const encoded = encodeURIComponent;

export function base64(text: string | Uint8Array): string {
  return Buffer.from(text).toString('base64url');
}

function parameter(name: string, address: string, field: string): Wrapper {
  const mark = address.includes('?') ? '&' : '?';
  return {
    name,
    wrap: (url) => `https://${address}${mark}c=1&${field}=${encoded(url)}&sig=a%2Bb`,
    isParameter: true,
  };
}

function last(name: string, address: string, of: (url: string) => string): Wrapper {
  return { name, wrap: (url) => `https://${address}${of(url)}`, isParameter: false };
}

/** `/` is `_` and `%` is `-`. */
function urlDefense2(url: string): string {
  return encoded(url)
    .replaceAll('-', '%2D')
    .replaceAll('_', '%5F')
    .replaceAll('%2F', '_')
    .replaceAll('%', '-');
}

/** `*` for each character that is kept aside, `**X` for a run of them. */
function urlDefense3(url: string): string {
  const aside: string[] = [];
  const text = url.replace(/[%#+*]+/g, (run) => {
    aside.push(run);
    return run.length === 1 ? '*' : `**${'ABCDEFGH'[run.length - 2] ?? ''}`;
  });
  return `__${text}__;${base64(aside.join(''))}!!Ab-c!xyz$`;
}

/** A record as in real mail: "D" and the length, or 0x84 and the length in two bytes; other fields around it. */
function sparkPostRecord(url: string): Uint8Array {
  const length = url.length < 256 ? [0x44, url.length] : [0x84, url.length & 255, url.length >> 8];
  return Buffer.concat([
    Buffer.from([0x46, 4, 1, 2, 3, 4, 0x50, ...length]),
    Buffer.from(`${url}W\u0003spcB`),
  ]);
}

/** One wrapper for each rule: `unwrap-link.test.ts` fails if a rule has none. */
export const WRAPPERS: readonly Wrapper[] = [
  parameter('safe-links', 'nam12.safelinks.protection.outlook.com/', 'url'),
  parameter('safe-links', 'gcc02.safelinks.protection.office365.us/', 'url'),
  parameter(
    'safe-links',
    'statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html',
    'url',
  ),
  parameter('safe-links', 'outlook.office.com/mail/safelink.html', 'url'),
  parameter('url-defense-v1', 'urldefense.proofpoint.com/v1/url', 'u'),
  last(
    'url-defense-v2',
    'urldefense.proofpoint.com/v2/url?u=',
    (url) => `${urlDefense2(url)}&d=DwMF-g&c=a_b&e=`,
  ),
  last('url-defense-v3', 'urldefense.com/v3/', urlDefense3),
  parameter('url-isolation', 'urlisolation.com/browser', 'url'),
  parameter('barracuda', 'linkprotect.cudasvc.com/url', 'a'),
  parameter('mimecast', 'protect-eu.mimecast.com/s/AbCdEf', 'url'),
  parameter('trend-micro', 'imsva91-ctp.trendmicro.com/wis/clicktime/v1/query', 'url'),
  parameter('symantec-click-time', 'clicktime.symantec.com/3AbCdEf', 'u'),
  last('sophos', 'eu-central-1.protection.sophos.com/?d=evil.example&u=', (url) => `${base64(url)}&i=a&t=b`),
  last('cisco-secure-web', 'secure-web.cisco.com/1AbC-dEf_g/', encoded),
  parameter('fireeye', 'protect2.fireeye.com/v1/url?k=1-2&q=1&e=3', 'u'),
  last('check-point', 'protect.checkpoint.com/v2/r01/___', (url) => `${url}___.YzJlOmV4YW1wbGU6Yzpv`),
  last('check-point', 'url.avanan.click/v2/___', (url) => `${url}___.YXAzOmV4YW1wbGU6YTpv`),
  parameter('check-point', 'checkpoint.url-protection.com/v1/url', 'o'),
  parameter('inky', 'shared.outlook.inky.com/link', 'url'),
  parameter('trustwave', 'scanmail.trustwave.com/', 'u'),
  parameter('vade', 'm365.eu.vadesecure.com/safeproxy/v4', 'u'),
  parameter('hornetsecurity', 'atpscan.global.hornetsecurity.com/', 'u'),
  parameter('titanhq', 'linklock.titanhq.com/analyse', 'url'),
  parameter('zix', 'link.zixcentral.com/u/0a1b2c3d/AbCdEf', 'u'),
  parameter('edgepilot', 'link.edgepilot.com/s/0a1b2c3d/AbCdEf', 'u'),
  parameter('esva', 'urlsand.esvalabs.com/', 'u'),
  parameter('topsec', 'scanner.topsec.com/', 'u'),
  last('bitdefender', 'lsems.gravityzone.bitdefender.com/scan/', (url) => `${base64(url)}/ABCDEF?c=1&i=2`),
  parameter('mcas', 'mcas-proxyweb.mcas.ms/certificate-checker', 'originalUrl'),
  parameter('egress', 'links.defend.egress.com/Warn', 'url'),
  parameter('fortimail', 'gateway.customer.example/fmlurlsvc/', 'url'),
  last('mailinblack', 'mibc-fr-01.mailinblack.com/securelink/?key=', (url) =>
    base64(JSON.stringify({ lang: 'fr', url })),
  ),
  parameter('outlook-web-access', 'mail.customer.example/owa/redir.aspx', 'URL'),
  parameter('horde', 'webmail.customer.example/horde/services/go.php', 'url'),
  parameter('dereferrer', 'deref-web.de/mail/client/AbC-1_d/dereferrer/', 'redirectUrl'),
  parameter('dereferrer', 'service.mail.com/dereferrer/', 'target'),
  last('yandex', 'mail.yandex.ru/re.jsx?h=a,b&l=', base64),
  parameter('yandex', 'yandex.ru/clck/jsredir', 'url'),
  parameter('mail-ru', 'checklink.mail.ru/proxy', 'url'),
  parameter('rambler', 'mail.rambler.ru/m/redirect', 'url'),
  last('wp-poczta', 'zasobygwp.pl/redirect?sig=a&url=', base64),
  parameter('rediffmail', 'www.rediffmail.com/cgi-bin/red.cgi', 'red'),
  parameter('qq-mail', 'c.pc.qq.com/middlem.html', 'pfurl'),
  parameter('netease-mail', 'mail.163.com/js6/check', 'url'),
  parameter('naver', 'cc.naver.com/cc', 'u'),
  parameter('google-redirect', 'www.google.com/url', 'q'),
  parameter('google-redirect', 'www.google.co.uk/url', 'url'),
  parameter('google-redirect', 'meet.google.com/linkredirect', 'dest'),
  last('google-amp', 'www.google.com/amp/s/', (url) => url.replace('https://', '')),
  parameter('google-translate', 'translate.google.com/translate', 'u'),
  last('google-translate', '', (url) => {
    const { hostname, pathname, search } = new URL(url);
    const host = hostname.replaceAll('-', '--').replaceAll('.', '-');
    const extra = '_x_tr_sl=auto&_x_tr_tl=en';
    return `${host}.translate.goog${pathname}${search === '' ? `?${extra}` : `${search}&${extra}`}`;
  }),
  parameter('google-web-light', 'googleweblight.com/', 'lite_url'),
  last('google-notification', 'notifications.googleapis.com/email/redirect?t=A1&r=', (url) =>
    base64(deflateSync(url)),
  ),
  parameter('google-ads', 'www.googleadservices.com/pagead/aclk', 'adurl'),
  last('google-ads', 'ad.doubleclick.net/ddm/clk/1;2;3?', (url) => url),
  last('amp-cache', 'evil-example.cdn.ampproject.org/c/s/', (url) => url.replace('https://', '')),
  last('bing', 'www.bing.com/ck/a?!&&p=0a1b&ptn=3&u=a1', (url) => `${base64(url)}&ntb=1`),
  last('bing', 'www.bing.com/aclk?ld=e8&u=', (url) => base64(encoded(url))),
  parameter('bing', 'www.bing.com/alink/link', 'url'),
  parameter('bing-translator', 'www.translatetheweb.com/', 'a'),
  last('web-archive', 'web.archive.org/web/20260101000000id_/', (url) => url),
  parameter('yandex-translate', 'translate.yandex.com/translate', 'url'),
  last('yahoo', 'r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=', (url) => `${encoded(url)}/RK=2/RS=a-`),
  last('yahoo', 'rd.yahoo.com/S=1/K=a/*', (url) => url),
  parameter('duckduckgo', 'duckduckgo.com/l/', 'uddg'),
  parameter('baidu', 'www.baidu.com/link', 'url'),
  parameter('startpage', 'www.startpage.com/do/proxy', 'u'),
  parameter('ecosia', 'www.ecosia.org/url', 'url'),
  parameter('msn', 'www.msn.com/ads/click', 'url'),
  parameter('lycos', 'click.lycos.com/director.asp', 'target'),
  parameter('aol', 'search.aol.com/redir', 'url'),
  parameter('facebook', 'l.facebook.com/l.php', 'u'),
  parameter('facebook', 'www.facebook.com/flx/warn/', 'u'),
  parameter('linkedin', 'www.linkedin.com/redir/redirect', 'url'),
  parameter('youtube', 'www.youtube.com/redirect', 'q'),
  parameter('reddit', 'out.reddit.com/t3_abc', 'url'),
  parameter('twitter', 'twitter.com/safety/unsafe_link_warning', 'unsafe_link'),
  parameter('vk', 'vk.com/away.php', 'to'),
  parameter('ok-ru', 'ok.ru/dk', 'st.link'),
  parameter('tiktok', 'www.tiktok.com/link/v2', 'target'),
  parameter('snapchat', 'click.snapchat.com/abc', 'redirect'),
  parameter('pinterest', 'www.pinterest.com/offsite/', 'url'),
  parameter('tumblr', 't.umblr.com/redirect', 'z'),
  parameter('medium', 'medium.com/m/global-identity', 'redirectUrl'),
  parameter('slack', 'slack-redir.net/link', 'url'),
  parameter('steam', 'steamcommunity.com/linkfilter/', 'u'),
  last('deviantart', 'www.deviantart.com/users/outgoing?', (url) => url),
  parameter('soundcloud', 'gate.sc/', 'url'),
  parameter('bluesky', 'go.bsky.app/redirect', 'u'),
  last('substack', 'substack.com/redirect/2/', (url) => `${base64(JSON.stringify({ e: url, p: 1 }))}.AbC`),
  parameter('pocket', 'getpocket.com/redirect', 'url'),
  parameter('disqus', 'disq.us/url', 'url'),
  parameter('hackerone', 'hackerone.com/redirect', 'url'),
  parameter('dropbox', 'www.dropbox.com/referrer_cleansing_redirect', 'target'),
  parameter('evernote', 'www.evernote.com/OutboundRedirect.action', 'dest'),
  last('mozilla', `outgoing.prod.mozaws.net/v1/${'0a'.repeat(32)}/`, encoded),
  parameter('microsoft', 'login.microsoftonline.com/redeem', 'rd'),
  parameter('microsoft', 'go.microsoft.com/fwlink/', 'url'),
  parameter('apple', 'itunes.apple.com/account/subscribe', 'unsupportedRedirectUrl'),
  parameter('tokopedia', 'www.tokopedia.com/promo', 'r'),
  parameter('indeed', 'www.indeed.com/r', 'url'),
  last('imgsrc', 'dlp.imgsrc.ru/go/1/2/3/', (url) => url),
  parameter('rutracker', 'rutracker.org/go/1', 'url'),
  parameter('mysku', 'mysku.ru/r', 'r'),
  parameter('curseforge', 'www.curseforge.com/linkout', 'remoteUrl'),
  parameter('leaving-page', 'link.zhihu.com/', 'target'),
  parameter('leaving-page', 'www.jianshu.com/go-wild', 'url'),
  parameter('leaving-page', 'www.douban.com/link2/', 'url'),
  parameter('leaving-page', 'weibo.cn/sinaurl', 'u'),
  parameter('leaving-page', 'sspai.com/link', 'target'),
  parameter('leaving-page', 'calendly.com/url', 'q'),
  parameter('leaving-page', 'www.canva.com/link', 'target'),
  parameter('leaving-page', 'www.yelp.com/biz_redir', 'url'),
  last('leaving-page', 'www.researchgate.net/deref/', encoded),
  parameter('leaving-page', 'www.livejournal.com/away', 'to'),
  parameter('leaving-page', 'www.quora.com/_/redirect', 'url'),
  last('leaving-page', 'justpaste.it/redirect/abc/', encoded),
  last('referrer-stripper', 'href.li/?', (url) => url),
  last('web-proxy', '12ft.io/proxy?q=', encoded),
  last('webdev-preview', 'htmlpreview.github.io/?', (url) => url),
  last(
    'amazon-ses',
    'abc.r.us-east-1.awstrack.me/L0/',
    (url) => `${encoded(url).replace('%3A', ':')}/1/0100-000000/xyz=1`,
  ),
  last(
    'amazon-ses',
    'clicks.sender.example/CL0/',
    (url) => `${encoded(url).replace('%3A', ':')}/1/0100-000000/xyz=1`,
  ),
  last(
    'postmark',
    'click.pstmrk.it/3s/',
    (url) => `${encoded(url.replace('https://', ''))}/AbC/dEf/AQ/1-2/1/x`,
  ),
  last('mandrill', 'mandrillapp.com/track/click/1/evil.example?p=', (url) =>
    base64(JSON.stringify({ s: 'a', v: 1, p: JSON.stringify({ u: 1, v: 1, url, id: 'x' }) })),
  ),
  last('mailjet', 'abc.mjt.lu/lnk/AVcAAE/1/x-y_z/', base64),
  last('mailjet', 'links.sender.example/lnk/AVcAAE/1/x-y_z/', base64),
  last('kit', 'click.convertkit-mail2.com/abc/def/', base64),
  last(
    'customer-io',
    'e.customeriomail.com/e/c/',
    (url) => `${base64(JSON.stringify({ email_id: 'a', href: url }))}/0a1b`,
  ),
  last(
    'customer-io',
    'links.sender.example/e/c/',
    (url) => `${base64(JSON.stringify({ email_id: 'a', href: url }))}/0a1b`,
  ),
  last('mailgun', 'email.mg.sender.example/c/', (url) =>
    base64(deflateSync(`h=0a1b&i=2&l=${encoded(url)}&r=a`)),
  ),
  last('sparkpost', 'click.sender.example/f/a/AbC~~/AAAAAQA~/', (url) => base64(sparkPostRecord(url))),
  last('sailthru', 'link.sender.example/click/1a.2b/', (url) => `${base64(url)}/3c4d`),
  last(
    'active-campaign',
    'sender.lt.acemlnc.com/Prod/link-tracker?redirectUrl=',
    (url) => `${base64(encoded(url))}&sig=a`,
  ),
  last(
    'active-campaign',
    'click.sender.example/Prod/link-tracker?redirectUrl=',
    (url) => `${base64(encoded(url))}&sig=a`,
  ),
  last('govdelivery', 'links.govdelivery.com/track?type=click&enid=a&&&101&&&', (url) => url),
  last(
    'govdelivery',
    'lnks.gd/l/',
    (url) => `eyJhbGciOiJIUzI1NiJ9.${base64(JSON.stringify({ uri: 'bp2:click', url }))}.a-b/s/1`,
  ),
  parameter('constant-contact', 'r20.rs6.net/tn.jsp', 'p'),
  parameter('constant-contact', 'ccprod.roving.com/roving/sa/o.jsp', 'o'),
  parameter('hubspot', 't.sidekickopen01.com/e1t/c/5/abc', 't'),
  parameter('squarespace', 'f69e.engage.squarespace-mail.com/r', 'u'),
  last('streak', `abc.streak-link.com/${'a'.repeat(24)}/`, encoded),
  last('prezly', 'prezlymail.com/c/0a-1b/2c/', encoded),
  parameter('pipedrive', '0a1b.pipedrive.email/c/a/b/c/1', 'redirectUrl'),
  parameter('unisender', 'usndr.com/ru/mail_link_tracker', 'url'),
  parameter('user-com', 'sender.user.com/emails/c/abc/', 'to'),
  parameter('mailchimp', 'us8.mailchimp.com/mctx/clicks', 'url'),
  parameter('mailtrack', 'mailtrack.io/trace/link/abc', 'url'),
  parameter('mailpanion', 'tracking.mailpanion.com/link', 'destination'),
  parameter('signtr', 'a.signtr.website/r', 'redirect'),
  parameter('backerkit', 'www.backerkit.com/ahoy/messages/abc/click', 'url'),
  parameter('ahoy', 'www.sender.example/ahoy/messages/abc/click', 'url'),
  parameter('streamsend', 'app.streamsend.com/c/1/2/a/b', 'redirect_to'),
  parameter('salsa', 'org.sender.example/dia/track.jsp', 'url'),
  parameter('contact-monkey', 'contactmonkey.com/api/v1/tracker', 'cm_destination'),
  parameter('adobe-campaign', 't.em.sender.example/r/?id=h1a2b,3c,4d', 'p1'),
  parameter('salesmanago', 'app3.salesmanago.pl/smrd.htm', 'url'),
  parameter('mail2easy', 'd-click.sender.example/u/1/2/3/4_0/a1/', 'url'),
  parameter('amazon', 'www.amazon.co.uk/gp/r.html', 'U'),
  parameter('amazon', 'www.amazon.com/gp/slredirect/picassoRedirect.html', 'url'),
  last('amazon', 'aax-eu.amazon-adsystem.com/x/c/QabC/', (url) => url),
  parameter('ebay', 'rover.ebay.com/rover/1/2/4', 'mpre'),
  parameter('adjust', 'app.adjust.com/abc', 'fallback'),
  parameter('appsflyer', 'sender.onelink.me/abc', 'af_web_dp'),
  parameter('branch', 'sender.app.link/abc', '$fallback_url'),
  parameter('firebase-dynamic-link', 'abc.page.link/', 'link'),
  parameter('awin', 'www.awin1.com/cread.php', 'ued'),
  parameter('linksynergy', 'click.linksynergy.com/deeplink', 'murl'),
  last('tradedoubler', 'clk.tradedoubler.com/click?p=1&a=2&url=', encoded),
  last('tradedoubler', 'clk.tradedoubler.com/click?p(1)a(2)url(', encoded),
  last('commission-junction', 'www.anrdoezrs.net/links/1/type/dlg/', encoded),
  parameter('share-a-sale', 'shareasale.com/r.cfm', 'urllink'),
  parameter('impact', 'sender.pxf.io/c/1/2/3', 'u'),
  parameter('affiliate', 'ad.admitad.com/g/abc/', 'ulp'),
  parameter('affiliate', 'track.webgains.com/click.html', 'wgtarget'),
  parameter('affiliate', 'www.partner-ads.com/dk/klikbanner.php', 'htmlurl'),
  parameter('affiliate', 'www.idealo-partner.com/c', 'trg'),
  parameter('affiliate', 'refer.ccbill.com/cgi-bin/clicks.cgi', 'HTML'),
  parameter('affiliate', 'b.hlserve.com/delivery', 'dest'),
  last('affiliate', 'track.adform.net/C/?bn=1;ckurl=', encoded),
  parameter('affiliate', 'aaa.telekom.de/trck/eclick/', 'deeplinkurl'),
  parameter('affiliate', 'www.avantlink.com/click.php', 'url'),
  parameter('affiliate', 'www.gopjn.com/t/abc', 'url'),
  parameter('affiliate', 'sender.digidip.net/visit', 'url'),
  parameter('affiliate', 'redirect.viglink.com/', 'u'),
  last('advertising', 'ib.adnxs.com/click?abc/clickenc=', encoded),
  last('advertising', 'ib.adnxs.com/click?abc&clickenc=', encoded),
  parameter('advertising', 'www.smartadserver.com/click', 'go'),
  parameter('advertising', 'cat.fr.eu.criteo.com/delivery/ck.php', 'maxdest'),
  parameter('advertising', 'clickproxy.retailrocket.net/', 'url'),
  last('advertising', 'clk.atdmt.com/go/1/direct/01/', encoded),
  parameter('advertising', 'insight.adsrvr.org/track/clk', 'r'),
  parameter('advertising', 'trc.taboola.com/sender/log/3/redir', 'redirect'),
  parameter('cnet', 'dw.com.cnet.com/redir', 'destUrl'),
  parameter('open-redirect', 'secure.smore.com/go', 'url'),
];

/** Links whose destination only the service knows, and what the reader is told. */
export const SEALED: readonly (readonly [href: string, by: string])[] = [
  ['https://protect-us.mimecast.com/s/AbCdEfGh', 'Mimecast'],
  ['https://url.us.m.mimecastprotect.com/s/AbCdEfGh', 'Mimecast'],
  ['https://shared.outlook.inky.com/link?t=h.eJxabc', 'INKY'],
  ['https://url.emailprotection.link/?bAbCdEf', 'Intermedia'],
  ['https://www.mailcontrol.com/sr/AbCdEf==', 'Forcepoint'],
  ['http://cp.mcafee.com/d/1jWVIedEIcz', 'McAfee ClickProtect'],
  ['https://mailsafe.ironscales.com/1', 'Ironscales'],
  ['https://u123.ct.sendgrid.net/ls/click?upn=u001.AbC-2FdEf', 'SendGrid'],
  ['http://url12.sender.example/ls/click?upn=AbC-2FdEf', 'SendGrid'],
  ['https://links.sender.example/uni/ls/click?upn=AbC-2FdEf', 'SendGrid'],
  ['https://links.sender.example/ss/c/AbC/1/2/h0', 'SendGrid'],
  ['https://sender.us1.list-manage.com/track/click?u=1&id=2&e=3', 'Mailchimp'],
  ['https://czF.na1.hubspotlinks.com/Ctc/RI+113/czF/VVNg342', 'HubSpot'],
  ['https://info.sender.example/e3t/Ctc/LX+113/cJhC404/VWbQxg5', 'HubSpot'],
  ['https://email.sender.example/e2t/c/*W3kgP7B94/*W8_LZRV/5/f18d', 'HubSpot'],
  ['https://sender.example/Ctc/UB+113/d2q-Vf04/VW4D', 'HubSpot'],
  ['https://links.sender.example/u/click?_t=0a&_m=1b&_e=2c', 'Iterable'],
  ['https://link.sender.example/u/nrd.php?p=AbC_1_2', 'Emarsys'],
  [`https://abc.r.bh.d.sendibt3.com/tr/cl/${'aB'.repeat(30)}`, 'Brevo'],
  [`https://r.sender.example/tr/cl/${'aB'.repeat(30)}`, 'Brevo'],
  [`https://r.sender.example/mk/cl/f/${'aB'.repeat(30)}`, 'Brevo'],
  [`https://click.mail.sender.example/?qs=${'0a'.repeat(32)}`, 'Salesforce Marketing Cloud'],
  ['https://links.sender.example/pub/cc?_ri_=X0Gzc2X&_ei_=AbC', 'Oracle Responsys'],
  ['https://go.sender.example/e/er?s=1&lid=2&elqTrackId=3', 'Oracle Eloqua'],
  ['https://ctrk.sender.example/l/01HXABCDEFGHJKMNPQRS_0', 'Klaviyo'],
  ['https://sender.cmail19.com/t/j-l-abcdef-ghijkl-r/', 'Campaign Monitor'],
  ['https://news.sender.example/t/j-l-abcdef-ghijkl-r/', 'Campaign Monitor'],
  ['https://sender.acemlna.com/lt.php?x=41Zy~GE4', 'ActiveCampaign'],
  ['https://em.sender.example/lt.php?x=41Zy~GE4', 'ActiveCampaign'],
  ['http://links.mkt3337.com/ctt?kn=3&ms=MzQ3&r=MzkxN', 'Acoustic'],
  ['https://links.sender.example/ctt?m=1&r=2', 'Acoustic'],
  ['https://lists.sender.example/lists/lt.php?tid=cR8CUwYA', 'phpList'],
  ['https://r20.rs6.net/tn.jsp?f=001AbC&c=2&ch=3', 'Constant Contact'],
  ['https://abc.r.us-east-1.awstrack.me/L0/%2Frelative/1/2/3', 'Amazon SES'],
  ['https://email.mg.sender.example/c/eJwVjk1qw0AMhU8ze4P8M2PPYhZtg0mgm0', 'Mailgun'],
  ['https://click.sender.example/f/a/AbC~~/AAAAAQA~/S7V8PMPeHI-uE6MC9FZe3pU9', 'SparkPost'],
  ['https://links.sender.example/e/c/eyJlbWFpbF9pZCI6ImEifQ/0a1b', 'Customer.io'],
  ['https://t.em.sender.example/r/?id=h1a2b,3c,4d', 'Adobe Campaign'],
  ['https://www.linkedin.com/slink?code=gsmQ6t4W', 'LinkedIn'],
  ['https://substack.com/redirect/f437b0a3-eb6d?j=eyJ1IjoiYSJ9.AbC', 'Substack'],
  ['https://bit.ly/3AbCdEf', 'bit.ly'],
  ['https://t.co/AbCdEf', 't.co'],
  ['https://www.tinyurl.com/abc', 'tinyurl.com'],
  ['https://lnkd.in/eAbC', 'lnkd.in'],
];
