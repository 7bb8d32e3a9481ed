/** Links that carry another: one rule a line, read by `wrapper-rule.ts`, which says what a line may hold. */
import { wrapperRules, type WrapperRule } from './wrapper-rule.ts';

/** https://www.google.com/supported_domains */
export const GOOGLE =
  'google.{com,ad,ae,al,am,as,at,az,ba,be,bf,bg,bi,bj,bs,bt,by,ca,cat,cd,cf,cg,ch,ci,cl,cm,cn,cv,cz,de,dj,dk,dm,dz,ee,es,fi,fm,fr,ga,ge,gg,gl,gm,gr,gy,hn,hr,ht,hu,ie,im,iq,is,it,je,jo,kg,ki,kz,la,li,lk,lt,lu,lv,md,me,mg,mk,ml,mn,mu,mv,mw,ne,nl,no,nr,nu,pl,pn,ps,pt,ro,rs,ru,rw,sc,se,sh,si,sk,sm,sn,so,sr,st,td,tg,tl,tm,tn,to,tt,vg,vu,ws,com.af,com.ag,com.ar,com.au,com.bd,com.bh,com.bn,com.bo,com.br,com.bz,com.co,com.cu,com.cy,com.do,com.ec,com.eg,com.et,com.fj,com.gh,com.gi,com.gt,com.hk,com.jm,com.kh,com.kw,com.lb,com.ly,com.mm,com.mt,com.mx,com.my,com.na,com.ng,com.ni,com.np,com.om,com.pa,com.pe,com.pg,com.ph,com.pk,com.pr,com.py,com.qa,com.sa,com.sb,com.sg,com.sl,com.sv,com.tj,com.tr,com.tw,com.ua,com.uy,com.vc,com.vn,co.ao,co.bw,co.ck,co.cr,co.id,co.il,co.in,co.jp,co.ke,co.kr,co.ls,co.ma,co.mz,co.nz,co.th,co.tz,co.ug,co.uk,co.uz,co.ve,co.vi,co.za,co.zm,co.zw}';
const EBAY = 'ebay.{com,at,be,ca,ch,cn,co.uk,com.au,com.hk,com.my,com.sg,de,es,fr,ie,in,it,nl,ph,pl}';
const AMAZON =
  'amazon.{com,ae,ca,cn,co.jp,co.uk,com.au,com.be,com.br,com.mx,com.tr,de,eg,es,fr,ie,in,it,nl,pl,sa,se,sg,co.za}';

/**
 * Finds the link inside a webmail's own redirect that no rule above names. The layer does not become a wrapper: the
 * webmail is judged too.
 */
export const WEBMAIL_REDIRECT: WrapperRule = {
  name: 'webmail-redirect',
  hosts: '',
  destination: { in: 'anywhere' },
  source: 'SqWebMail (redirect=), and whatever a reader adds',
};

/** A host's matching rules all apply; the first that names a destination gives its name, so narrow rules come first. */
export const WRAPPER_RULES: readonly WrapperRule[] = wrapperRules`
# Mail gateways that rewrite links
safe-links | safelinks.protection.outlook.{com,de} safelinks.protection.office365.us safelinks.protection.partner.outlook.cn | query url | Microsoft Defender for Office 365, "Safe Links"; vectors of atc0005/safelinks
safe-links | statics.teams.cdn.office.net teams.public.onecdn.static.microsoft outlook.office.com outlook.office365.com ${/safelinks?(?:\/|\.html)/i} | query url | Microsoft, the Safe Links pages of Teams and of Outlook on the web
url-defense-v1 | urldefense.proofpoint.com urldefense.com urldefense.us ${/^\/v1\/url/} | query u, owns host | Proofpoint, "URL Defense"; vectors of cardi/proofpoint-url-decoder and binref/refinery
url-defense-v2 | urldefense.proofpoint.com urldefense.com urldefense.us ${/^\/v2\/url/} | url-defense-2, owns host | Proofpoint, "URL Defense"; vectors of cardi/proofpoint-url-decoder
url-defense-v3 | urldefense.proofpoint.com urldefense.com urldefense.us ${/^\/v3\/__/} | url-defense-3, owns host | Proofpoint, "URL Defense"; vectors of cardi/proofpoint-url-decoder
url-isolation | urlisolation.com | query url | Proofpoint, "Browser Isolation"
barracuda | linkprotect.cudasvc.com | query a, sealed Barracuda | Barracuda, "Link Protection"
mimecast | mimecast.com mimecastprotect.com ${/^\/s\//} | query url domain, bare, partial, sealed Mimecast | Mimecast, "URL Protection": a token, and sometimes the host it stands for
trend-micro | trendmicro.com ${/^\/wis\/|^\/?$/} | query url | Trend Micro, "Time-of-Click Protection"; vectors of binref/refinery
symantec-click-time | clicktime.symantec.com clicktime.cloud.postoffice.net | query u, sealed Symantec Click-time Protection | Broadcom (Symantec) Email Security.cloud, "Click-time URL Protection"
sophos | protection.sophos.com | query u d, bare, sealed Sophos | Sophos Email, "Time of Click": u is base64, d the domain alone
cisco-secure-web | secure-web.cisco.com | path ${/^\/[\w=.-]+\/(.+)$/g}, sealed Cisco Secure Email | Cisco Secure Email Gateway, "URL Filtering"
fireeye | protect.fireeye.com protect2.fireeye.com protect.trellix.com protect2.trellix.com | query u, sealed Trellix | Trellix (FireEye) Email Security, "URL rewriting"
check-point | protect.checkpoint.com url.avanan.click checkpoint.url-protection.com ${/^\/v2\//} | check-point, owns host, sealed Check Point | Check Point Harmony Email (Avanan), "Click-Time Protection"
check-point | {avanan,checkpoint,sonicwall}.url-protection.com ${/^\/v1\//} | query o, owns host, sealed Check Point | Check Point Harmony Email (Avanan), first format
inky | inky.com ${/^\/link/} | query url domain, bare, partial, sealed INKY | INKY (Kaseya): a token, and the host it stands for
trustwave | scanmail.trustwave.com | query u, sealed Trustwave | Trustwave MailMarshal, "Blended Threat Module"
vade | vadesecure.com ${/^\/(?:safeproxy\/)?v\d/} | query u, sealed Vade | Vade Secure, link rewriting
hornetsecurity | hornetsecurity.com ${/^\/(?:index\.php)?$/} | query u url, sealed Hornetsecurity | Hornetsecurity, "Secure Links"
titanhq | linklock.titanhq.com | query url, sealed TitanHQ | TitanHQ, "Link Lock"
zix | link.zixcentral.com | query u, sealed Zix | Zix (OpenText), "Link Protection"
edgepilot | link.edgepilot.com | query u, sealed EdgePilot | EdgePilot (AppRiver), link rewriting
esva | esvalabs.com | query u, sealed Libraesva | Libraesva, "URLSand"
topsec | scanner.topsec.com | query u, sealed Topsec | Topsec, link scanner
bitdefender | gravityzone.bitdefender.com ${/^\/scan\//} | anywhere, owns host, sealed Bitdefender | Bitdefender GravityZone, "Security for Email"
mcas | mcas.ms mcas-gov.us mcas-gov.ms ${/^\/certificate-checker/} | query originalurl | Microsoft Defender for Cloud Apps, session proxy
egress | defend.egress.com | anywhere, sealed Egress Defend | KnowBe4 (Egress) Defend, link rewriting; authone/knowb4-decode-py: links.eu1.defend.egress.com, a region before the name
sealed-gateway | url.emailprotection.link emailprotection.link | nowhere, sealed Intermedia | Intermedia, "LinkSafe"
sealed-gateway | mailcontrol.com ${/^\/sr\//} | nowhere, sealed Forcepoint | Forcepoint Email Security Cloud, "URL Sandboxing"
sealed-gateway | cp.mcafee.com | nowhere, sealed McAfee ClickProtect | McAfee (Trellix), "ClickProtect"
sealed-gateway | us.report.cybersecurity.ironscales.com mailsafe.ironscales.com | nowhere, sealed Ironscales | Ironscales, link protection
fortimail | any:f ${/^\/fmlurlsvc\/?$/} | query url | Fortinet FortiMail, "URL click protection", on the gateway of each customer
mailinblack | any:s ${/^\/securelink\/?$/} | query key url | Mailinblack, link protection: key is base64 JSON
outlook-web-access | any:oOe ${/^\/(?:owa\/(?:[^/]+\/)*redir\.aspx|exchweb\/bin\/redir\.asp)$/i} | query url surl | Microsoft Exchange, Outlook Web Access
menlo | menlosecurity.com ${/^\/https?(?::|%3a)/i} | path ${/^\/(https?(?::|%3a).+)$/gi} | Menlo Security, isolation by prefix; bzantium/smart-menlo
menlo | safe.menlosecurity.com | path ${/^\/(.+)$/g}, bare | Menlo Security, isolation by prefix without a scheme; public code that writes such links
cloudflare-isolation | cloudflareaccess.com ${/^\/browser\/./} | path ${/^\/browser\/(.+)$/g}, bare | https://developers.cloudflare.com/cloudflare-one/policies/browser-isolation/: Clientless Web Isolation, Email Link Isolation
canit | any:* ${/\/canit\/urlproxy\.php$/} | query _q | Roaring Penguin CanIt, "URL Proxy", on the gateway of each customer; SUNET/flask-urlproxy
axigen | any:r ${/^\/redir\.hsp$/} | query url | macieklamberski/urlpurify: Axigen WebMail
horde | any:* ${/\/(?:services|util)\/go\.php$/} | query url | Horde, services/go.php

# Webmails, leaving pages
dereferrer | deref-gmx.{net,com,co.uk,fr,at,ch,de,es} deref-web{,-02}.de deref-mail{,-02}.com deref-1und1{,-02}.de deref-ionos.com ${/^\/mail\/client\/(?:[\w-]+\/)?dereferrer\/?$/} | query redirecturl, owns host | GMX, WEB.DE, mail.com and 1&1; vectors of a public unit test
dereferrer | 3c.gmx.net 3c-bs.gmx.{com,es} 3c{,-bap}.web.de 3c-lxa.mail.com lightmailer.mail.com service.gmx.net service.mail.com www.gmx.{com,es} www.ui-deref.de ${/\/(?:dereferrer|deref|derefer|r)\/?$/} | query redirecturl dest target to | GMX, WEB.DE, mail.com: older dereferrers
yandex | mail.yandex.{ru,com,com.tr,by,kz,ua,eu,net} sba.yandex.{ru,net,com} ${/^\/(?:re\.jsx|redirect)/} | query l url | Yandex Mail, re.jsx (base64) and sba redirect
yandex | yandex.{ru,com,com.tr,by,kz} ${/^\/(?:clck\/|turbo|redir)/} | query url text | Yandex, clck/jsredir and Turbo
mail-ru | checklink.mail.ru click.mail.ru click.my.mail.ru r.mail.ru e.mail.ru win.mail.ru link.mail.ru | query url u | Mail.ru, link checker
rambler | mail.rambler.ru email.rambler.ru ${/^\/m\/redirect/} | query url | Rambler Mail
wp-poczta | zasobygwp.pl ${/^\/redirect/} | query url | WP Poczta and o2, base64
rediffmail | rediffmail.com links.rediff.com ${/^\/cgi-bin\/red\.cgi/} | query red | Rediffmail
qq-mail | c.pc.qq.com mail.qq.com wx.mail.qq.com ${/^\/(?:middlem|middleb|middlect|ios|pc|xf|cgi-bin\/)/} | query pfurl url gourl | QQ and QQ Mail, leaving page
netease-mail | mail.163.com mail.126.com mail.yeah.net | query url | NetEase 163, 126 and yeah.net mail, link check
centrum | redir.netcentrum.cz | query url | macieklamberski/urlpurify: Centrum.cz and Atlas.cz webmail
naver | cc.loginfra.com cc.naver.com search.naver.com m.search.naver.com ${/^\/(?:cc|p\/crd\/rd)/} | query u | ClearURLs; Naver

# Search engines and portals
google-redirect | ${GOOGLE} ${/^\/url$/i} | query q url, bare | ClearURLs, Trocker; google.com/url in real mail
google-redirect | ${GOOGLE} ${/^\/(?:scholar_url|news\/url|linkredirect|imgres|travel\/clk|local_url|aclk|pagead\/|appserve\/|website_shared)/i} | query dest imgrefurl adurl pcurl q url continue website_shared, bare | ClearURLs, macieklamberski/urlpurify; Google Chat, Images, Travel, Ads, Scholar and News redirects
google-amp | ${GOOGLE} ${/^\/amp\//i} | path ${/^\/amp\/(?:s\/|[a-z]\/s\/)?(.+)$/gi}, bare | ClearURLs; google.com/amp in real mail
google-translate | translate.google.com translate.googleusercontent.com ${GOOGLE} ${/^\/(?:translate|translate_c|website|translate_p)$/i} | query u, bare | Google Translate in real mail
google-translate | translate.goog | translate-host | Google Translate: the host is written as one label, "-" for "." and "--" for "-"
google-web-light | googleweblight.com | query lite_url u, bare | Sublime Security, "Google Web Light"
google-notification | notifications.googleapis.com notifications.google.com c.gle ${/redirect/} | query r, owns host, sealed Google | Google notifications in real mail: r is base64 of zlib
google-ads | doubleclick.net 2mdn.net | path ${/(?:[?;*]|%3f)(https?(?::|%3a)[^]*)/gi} | ClearURLs, Sublime Security; the destination ends the link
google-ads | googleadservices.com doubleclick.net googlesyndication.com dartsearch.net | query adurl ds_dest_url url, sealed Google Ads | ClearURLs, Sublime Security; Google Ads
amp-cache | ampproject.org ampproject.net bing-amp.com | path ${/^\/(?:[a-z]|i|v|wp|c)\/(?:s\/)?(.+)$/gi}, bare | AMP Project, cache URL format
bing | bing.com ${/^\/ck\/a/i} | query u, skip 2 | Bing result links in real mail: "a1" and base64
bing | bing.com ${/^\/(?:acli|aclk|alink\/|news\/apiclick|images\/|link|r\/)/i} | query u url r mediaurl | Sublime Security; Bing ads, news and map entries (alink)
bing-translator | translatetheweb.com microsofttranslator.com | query a | Microsoft Translator
web-archive | web.archive.org ${/^\/web\/[^/]+\/./} | path ${/^\/web\/[^/]+\/([^]+)$/g}, bare | Internet Archive, Wayback Machine: a day, and the address of what was kept
yandex-translate | translate.yandex.{com,ru,com.tr,by,kz,ua,net} ${/^\/(?:translate|subtitles)?$/} | query url, bare | Yandex Translate, of whole pages
yahoo | search.yahoo.com search.yahoo.co.jp ${/\/RU=/} | path ${/\/RU=([^]+?)(?:\/RK=|\/RS=|$)/g} | Yahoo Search, r.search.yahoo.com
yahoo | yahoo.com yahoo.co.jp yahoo.co.uk yimg.com ${/\*/} | path ${/\*-?(https?(?::|%3a)[^]*)/gi} | rds.yahoo.com and rd.yahoo.com in real spam
duckduckgo | duckduckgo.com ${/^\/l\//} | query uddg | ClearURLs
baidu | baidu.com ${/^\/(?:link|jump|safe)/} | query url, sealed Baidu | Baidu result links
startpage | startpage.com ixquick.com ${/^\/(?:cgi-bin\/serveimage|do\/proxy)/} | query url u | Startpage
ecosia | ecosia.org ${/^\/(?:url|link)/} | query url | Ecosia
msn | msn.com ${/^\/(?:ads\/|redir)/i} | query url u | Sublime Security; MSN in real mail
lycos | click.lycos.com lycos.com ${/director/} | query target | Lycos in real spam
aol | aol.com ${/^\/(?:redir|click|ads\/)/i} | query url _url u | AOL redirects

# Networks and communities
facebook | l.facebook.com lm.facebook.com l.instagram.com l.messenger.com l.threads.{net,com} l.workplace.com l.wl.co l.oculus.com l.meta.ai l.work.meta.com l.meta.com | query u | ClearURLs; Meta, "Link Shim"
facebook | facebook.com ${/^\/(?:l\.php|flx\/warn|ads\/ig_redirect)/} | query u next url | ClearURLs; Meta, "Link Shim"
linkedin | linkedin.com ${/^\/(?:redir\/|safety\/go|slink|authwall|redirect|csp\/|comm\/redir|e\/v2)/} | query url sessionredirect, sealed LinkedIn | Sublime Security; LinkedIn: redir carries the URL, slink a token
youtube | youtube.com ${/^\/(?:redirect|attribution_link|supported_browsers|signin|logout|t\/terms)/} | query q u next_url next continue | ClearURLs, Sublime Security
reddit | out.reddit.com click.redditmail.com | anywhere, sealed Reddit | ClearURLs
twitter | twitter.com x.com ${/^\/(?:i\/redirect|safety\/unsafe_link_warning|login\/error)/} | query url unsafe_link redirect_after_login | Twitter mail and warning pages
vk | vk.com vk.ru away.vk.com ${/^\/away/} | query to | ClearURLs, Sublime Security
ok-ru | ok.ru ${/^\/(?:dk|away)/} | query st.link st.redirect st.rfn url | Odnoklassniki, external links
tiktok | tiktok.com ${/^\/(?:link\/|redirect)/} | query target url | Sublime Security
snapchat | click.snapchat.com | anywhere, sealed Snapchat | Sublime Security
pinterest | pinterest.com ${/^\/offsite/} | query url | Pinterest, offsite links
tumblr | t.umblr.com umblr.com | query z t | ClearURLs
medium | medium.com ${/^\/(?:r\/|m\/global-identity|m\/signin)/} | query url redirecturl redirect | Sublime Security; Medium
slack | slack-redir.net | query url | Sublime Security; Slack
steam | steamcommunity.com ${/^\/linkfilter/} | query url u | ClearURLs
deviantart | deviantart.com ${/\/outgoing$/} | whole-query | ClearURLs
soundcloud | gate.sc exit.sc | query url | ClearURLs
bluesky | go.bsky.app | query u | Bluesky, outgoing links
substack | substack.com ${/^\/redirect/} | anywhere, sealed Substack | Substack: redirect/2 is base64 JSON, redirect/UUID a token
pocket | getpocket.com ${/redirect/} | query url | ClearURLs
disqus | disq.us | query url | ClearURLs
hackerone | hackerone.com ${/^\/redirect/} | query url | HackerOne, leaving page
dropbox | dropbox.com ${/^\/(?:referrer_cleansing_redirect|l\/redirect|paper\/ep\/redirect\/)/} | query target url | Dropbox, leaving page
evernote | evernote.com ${/^\/OutboundRedirect/i} | query dest | Evernote, outbound links
mozilla | outgoing.prod.mozaws.net prod.outgoing.prod.webservices.mozgcp.net | path ${/^\/v1\/[\da-f]+\/(.+)$/g} | ClearURLs; Mozilla add-ons
microsoft | login.microsoftonline.com ${/^\/redeem/} | query rd | Microsoft invitations in real mail
microsoft | go.microsoft.com ${/^\/fwlink/} | query url, sealed Microsoft | Microsoft, fwlink
apple | itunes.apple.com ${/^\/account\//} | query unsupportedredirecturl | Apple in real mail
tokopedia | tokopedia.com ${/^\/promo/} | query r | ClearURLs
indeed | indeed.com ${/^\/(?:r|rc\/|f|account\/)/} | query url target dest | Sublime Security
imgsrc | dlp.imgsrc.ru | path ${/^\/go\/\d+\/\d+\/\d+\/(.+)$/g} | ClearURLs
rutracker | rutracker.org ${/^\/(?:go|out)/} | query url | ClearURLs
mysku | mysku.ru ${/^\/r/} | query r | ClearURLs
curseforge | curseforge.com ${/^\/linkout/} | query remoteurl | ClearURLs
leaving-page | link.zhihu.com link.csdn.net link.juejin.cn link.segmentfault.com link.ld246.com link.gitee.com gitee.com ${/^\/(?:link|)$/} | query target | Chinese communities, leaving pages
leaving-page | jianshu.com ${/^\/go-wild/} | query url | Jianshu, leaving page
leaving-page | douban.com ${/^\/link2/} | query url | Douban, leaving page
leaving-page | weibo.cn ${/^\/sinaurl/} | query u | Weibo, leaving page
leaving-page | sspai.com ${/^\/link/} | query target | sspai, leaving page
leaving-page | calendly.com ${/^\/url/} | query q | Calendly, leaving page
leaving-page | canva.com ${/^\/link/} | query target | Canva, leaving page
leaving-page | yelp.com ${/^\/(?:biz_redir|redir)/} | query url | Yelp, leaving page
leaving-page | researchgate.net ${/^\/deref\//} | path ${/^\/deref\/(.+)$/g} | ResearchGate, leaving page
leaving-page | livejournal.com ${/^\/away/} | query to | LiveJournal, leaving page
leaving-page | quora.com ${/^\/_\/redirect/} | query url | Quora, leaving page
leaving-page | justpaste.it ${/^\/redirect/} | anywhere | Sublime Security
leaving-page | 4pda.{ru,to} ${/^\/pages\/go/} | query u | macieklamberski/urlpurify
leaving-page | yq.aliyun.com developer.aliyun.com ${/^\/go\//} | query url | macieklamberski/urlpurify
leaving-page | arxiv.org ${/^\/ct$/} | query url | macieklamberski/urlpurify
leaving-page | wzus.ask.com ${/^\/r$/} | query u | macieklamberski/urlpurify
leaving-page | babyblog.ru ${/^\/redirect\.php$/} | query l | macieklamberski/urlpurify
leaving-page | dzen.ru ${/^\/away/} | query to | macieklamberski/urlpurify
leaving-page | flipboard.com ${/^\/redirect/} | query url | macieklamberski/urlpurify
leaving-page | ftc.gov ${/^\/now-leaving/} | query external_url | macieklamberski/urlpurify
leaving-page | hashnode.com ${/^\/util\/redirect/} | query url | macieklamberski/urlpurify
leaving-page | hearthis.at ${/^\/l\.php$/} | query url | macieklamberski/urlpurify
leaving-page | index.hu dex.hu ${/^\/x\.php$/} | query url | macieklamberski/urlpurify
leaving-page | apps.irs.gov ${/\/exit\.jsp$/} | query dest | macieklamberski/urlpurify
leaving-page | ld246.com ${/^\/forward/} | query goto | macieklamberski/urlpurify
leaving-page | nodeseek.com ${/^\/jump/} | query to | macieklamberski/urlpurify
leaving-page | vc.ru dtf.ru ${/\/redirect$/} | query to | macieklamberski/urlpurify
leaving-page | philpapers.org ${/^\/go\.pl$/} | query u | macieklamberski/urlpurify
leaving-page | prnewswire.com c212.net ${/^\/c\/link/} | query u | macieklamberski/urlpurify
leaving-page | prweb.net ${/^\/Redirect\.aspx$/i} | query id | macieklamberski/urlpurify
leaving-page | help.sap.com ${/^\/docs\/link-disclaimer/} | query site | macieklamberski/urlpurify
leaving-page | skyrock.com ${/^\/r$/} | query url | macieklamberski/urlpurify
leaving-page | t.me telegram.me ${/^\/iv$/} | query url | macieklamberski/urlpurify
leaving-page | researchgate.net ${/^\/go\.Deref/} | query url | macieklamberski/urlpurify
leaving-page | linkedin.com ${/^\/(?:nhome\/nus-redirect|nus-trk|company\/[^/]+\/redirect)/} | query url | macieklamberski/urlpurify
leaving-page | l.ble.ir l.vrgl.ir link.wtturl.cn rd.hirkereso.hu links.jianshu.com link.jianshu.com ctt.marketwire.com cts.businesswire.com stats.newswire.com stats.nwe.io stats.mediadboutreach.com click.infospace.com link.segmentfault.com stats.storify.com visibli.com r.zemanta.com | query l target url to t final ru enc redirect dst u | macieklamberski/urlpurify
leaving-page | fed.brid.gy bsky.brid.gy web.brid.gy ${/^\/r\//} | path ${/^\/r\/(.+)$/g} | macieklamberski/urlpurify
leaving-page | facebook.com ${/^\/l\/[^/]+\/./} | path ${/^\/l\/[^/]+\/(.+)$/g}, bare | macieklamberski/urlpurify: the older Link Shim
referrer-stripper | href.li anonym.to anonym.es anonymz.com nullrefer.com dereferer.me dereferer.org dereferer.ws hidereferrer.com blankrefer.com blankrefer.me anon.to noreferrer.org | whole-query, bare | ClearURLs; referrer strippers
web-proxy | 12ft.io smry.ai r.jina.ai | path ${/^\/(?:proxy\?q=)?(https?(?::|%3a).*)$/gi} | page readers that take a URL as path
webdev-preview | htmlpreview.github.io raw.githack.com | whole-query | HTML previewers

# Mailing services whose links say where they lead
amazon-ses | awstrack.me | anywhere | ClearURLs; Amazon SES in real mail
amazon-ses | any:C ${/^\/CL\d+\/https?(?::|%3a)/i} | anywhere | Amazon SES under the sender’s own name, in real mail
postmark | pstmrk.it ${/^\/[23]/} | path ${/^\/[23][a-z]{0,2}\/([^/]+)/g}, bare | Postmark in real mail: the destination without its scheme
mandrill | mandrillapp.com ${/^\/track\/click/} | query p | Mandrill in real mail: base64 JSON
mailjet | mjt.lu ${/^\/lnk\//} | anywhere | Mailjet in real mail: base64
mailjet | any:l ${/^\/lnk\/[\w-]+\/\d+\/[\w-]+\/[\w-]/} | anywhere | Mailjet under the sender’s own name
kit | convertkit-mail{,2,3,4}.com kit-mail{1,2,3,4}.com | anywhere | Kit (ConvertKit) in real mail: base64
customer-io | customeriomail.com track.customer.io | anywhere | Customer.io in real mail: base64 JSON
customer-io | any:e ${/^\/e\/c\/eyJ/} | anywhere, sealed Customer.io | Customer.io under the sender’s own name
mailgun | any:cu ${/^\/[cu]\/eJ[\w-]{16}/} | anywhere, sealed Mailgun | Mailgun in real mail: base64 of zlib of JSON
sparkpost | any:f ${/^\/f\/a\/[\w-]+~*\/[\w-]+~*\//} | anywhere, sealed SparkPost | SparkPost in real mail: base64, sometimes encrypted
sailthru | any:c ${/^\/click\/[\w.-]+\/[\w-]{12}/} | anywhere | Sailthru in real mail: base64
active-campaign | acemln{a,b,c,d}.com acems1.com activehosted.com emlnk{,1,9}.com | query redirecturl | ActiveCampaign in real mail: base64
active-campaign | any:P ${/^\/Prod\/link-tracker/} | query redirecturl, sealed ActiveCampaign | ActiveCampaign under the sender’s own name
govdelivery | links.govdelivery.com govdelivery.com ${/^\/track/} | path ${/&&&(https?(?::|%3a)[^]*)/gi} | ClearURLs
govdelivery | lnks.gd | anywhere | Granicus GovDelivery: a JSON Web Token
constant-contact | rs6.net ${/^\/tn\.jsp/} | query p | Constant Contact, older links in real mail
constant-contact | roving.com | query o p, sealed Constant Contact | Constant Contact (Roving) in real mail
hubspot | sidekickopen{01,02,03,04,05,06,07,08,09,10,11,12}.com senal{quatro}.com signale{due,tre,cinque}.com signaux{deux,trois,quatre,sept,dix}.com | query t, sealed HubSpot | HubSpot Sidekick: some links carry the URL
squarespace | squarespace-mail.com | query u | Squarespace Email Campaigns in real mail
streak | streak-link.com streaklinks.com | anywhere | Streak: the URL as a path segment
prezly | prezlymail.com | anywhere, sealed Prezly | Prezly: the URL as a path segment
pipedrive | pipedrive.email | query redirecturl, sealed Pipedrive | Pipedrive Campaigns
unisender | usndr.com emlblog.com emlpage.com emlstart.com emlway.com geteml.com redirlnk.com emlbest.com emlmind.com posteml.com besteml.com ulist-man.com | query url | Unisender
user-com | user.com ${/^\/emails\/c\//} | query to | User.com in real mail
mailchimp | mailchimp.com ${/^\/mctx\/click/} | query url | Mailchimp in real mail
mailtrack | mailtrack.io | query url u signature | ClearURLs
mailpanion | mailpanion.com | query destination | ClearURLs
signtr | signtr.website | query redirect | ClearURLs
backerkit | backerkit.com ${/^\/ahoy\/messages\//} | query url | BackerKit in real mail
icontact | icptrack.com ${/^\/icp\/r(?:elay|click)\.php$/} | query destination, owns host, sealed iContact | macieklamberski/urlpurify
magnetmail | mmsend.com mmsend53.com magnetmail.net ${/^\/link\.cfm$/} | query s, owns host | macieklamberski/urlpurify
direct-mail | dmanalytics1.com dmanalytics2.com ethreemail.com ${/^\/(?:click|e3ds\/mail_link\.php)$/} | query u, owns host, sealed Direct Mail | macieklamberski/urlpurify
intranet-quorum | iqconnect.house.gov iqconnect.lmhostediq.com outreach.senate.gov ${/\/iqClickTrk\.aspx$/} | query redirect | macieklamberski/urlpurify
mailpgn | mailpgn.com ${/^\/l\/$/} | query fl, owns host, sealed mailpgn | macieklamberski/urlpurify
wordpress-mail | public-api.wordpress.com ${/^\/bar\/$/} | query redirect_to | macieklamberski/urlpurify
fanbridge | clicks.fanbridge.com | query url, sealed FanBridge | macieklamberski/urlpurify
lever | lever-analytics.com ${/^\/email-link$/} | query dest | macieklamberski/urlpurify
ahoy | any:a ${/^\/ahoy\/messages\/[\w-]+\/click/} | query url | ankane/ahoy_email, in real mail
streamsend | app.streamsend.com | query redirect_to, sealed StreamSend | StreamSend
salsa | any:ds ${/^\/(?:dia|salsa)\/track\.jsp$/} | query url | Salsa Classic
contact-monkey | contactmonkey.com ${/tracker/} | query cm_destination | ContactMonkey
adobe-campaign | any:r ${/^\/r\/?$/} ?${/^id=h[\da-f]+,/} | query p1, bare, sealed Adobe Campaign | Sublime Security: Adobe Campaign’s /r/?id=h…&p1=, as on t.em.home.dell.com
salesmanago | salesmanago.pl salesmanago.com | query url redirect | SALESmanago in real mail
mail2easy | any:u ${/^\/u\/\d+\/\d+\/\d+\/\d+/} | query url | Mail2Easy

# Mailing services that alone know where their links lead
sendgrid | any:lws ${/^\/(?:(?:ls|wf)\/(?:click|open)$|ss\/c\/)/} | nowhere, sealed SendGrid | SendGrid under the sender’s own name, in real mail
sendgrid | any:u ${/^\/uni\/(?:ls\/click$|wf\/click$|ss\/c\/)/} | nowhere, sealed SendGrid | SendGrid under the sender’s own name
hubspot | any:esCB ${/^\/(?:e[123]t|s[12]t)\/(?:c|o|t|Ctc|btc)\/|^\/(?:Ctc|Cto|Btc)\/\w\w[+*]/} | nowhere, sealed HubSpot | HubSpot under the sender’s own name, in real mail
iterable | any:ua ${/^\/[ua]\/click$/} ?${/^_t=/} | nowhere, sealed Iterable | Iterable under the sender’s own name, in real mail
emarsys | any:u ${/^\/u\/nrd\.php$/} | nowhere, sealed Emarsys | SAP Emarsys
brevo | any:t ${/^\/tr\/cl\/[\w-]{40}/} | nowhere, sealed Brevo | Brevo under the sender’s own name, in real mail
brevo | any:m ${/^\/mk\/(?:cl|mr)\/(?:f\/)?[\w-]{20}/} | nowhere, sealed Brevo | Brevo under the sender’s own name
marketing-cloud | any:- ${/^\/?$/} ?${/^qs=[\da-f]{32}/} | nowhere, sealed Salesforce Marketing Cloud | Salesforce Marketing Cloud (?qs=…) in real mail
responsys | any:p ${/^\/pub\/(?:cc|acc|sf|rf)$/} | nowhere, sealed Oracle Responsys | Oracle Responsys
eloqua | any:e ${/^\/e\/er$/} | nowhere, sealed Oracle Eloqua | Oracle Eloqua
klaviyo | any:l ${/^\/l\/[\w-]{20,}_[01]$/} | nowhere, sealed Klaviyo | Klaviyo under the sender’s own name
campaign-monitor | any:t ${/^\/t\/[a-z]-[a-z]-[a-z]+-[a-z]+/} | nowhere, sealed Campaign Monitor | Campaign Monitor under the sender’s own name
acoustic | any:c ${/^\/ctt$/} ?${/^(?:kn|m|ms)=/} | nowhere, sealed Acoustic | Acoustic (Silverpop): /ctt?kn=, under many hosts
active-campaign | any:l ${/^\/lt\.php$/} | nowhere, sealed ActiveCampaign | ActiveCampaign under the sender’s own name
phplist | any:* ${/\/lists\/lt\.php$/} | nowhere, sealed phpList | phpList in real mail

# Advertising, affiliates, apps
amazon | ${AMAZON} ${/^\/gp\/(?:r|f|redirect|video\/redirect)\.html/} | query u location | Amazon mails
amazon | ${AMAZON} ${/^\/(?:sspa\/click|gp\/slredirect|gp\/mas\/dl\/|hz\/mycd)/} | query url | Amazon sponsored links
amazon | amazon-adsystem.com ${/^\/x\/c\//} | path ${/^\/x\/c\/[^/]+\/(.+)$/g} | ClearURLs
ebay | ${EBAY} ebayadservices.com ${/\/(?:rover|redirect|ulk\/|mesg\/|marketingtracking\/)/} | query mpre loc url u | ClearURLs; eBay mails
adjust | app.adjust.com adj.st go.link | query redirect fallback deep_link deeplink adj_redirect adj_fallback adj_deep_link, sealed Adjust | ClearURLs; Adjust
appsflyer | onelink.me app.appsflyer.com | query af_dp af_web_dp af_r af_ios_url af_android_url, sealed AppsFlyer | AppsFlyer OneLink
branch | app.link bnc.lt | query $fallback_url $desktop_url $canonical_url $android_url $ios_url $deeplink_path $3p link | Branch deep links
firebase-dynamic-link | page.link app.goo.gl | query link ifl afl ofl ipfl | Firebase Dynamic Links in real phishing mail; Sublime Security
awin | awin1.com zenaps.com | query ued p, sealed Awin | ClearURLs; Awin
linksynergy | linksynergy.com linksynergy.walmart.com | query murl, sealed Rakuten Advertising | ClearURLs
tradedoubler | tradedoubler.com | query url _td_deeplink, sealed Tradedoubler | ClearURLs
tradedoubler | tradedoubler.com | path ${/(?:[?&;()]|%3b)(?:url|_td_deeplink)[=(]([^]+?)\)?$/gi}, sealed Tradedoubler | ClearURLs
commission-junction | anrdoezrs.net dpbolvw.net tkqlhce.com jdoqocy.com kqzyfj.com qksrv.net apmebf.com ftjcfx.com lduhtrp.net tqlkg.com emjcd.com yceml.net awltovhc.com afcyhf.com cj.dotomi.com | path ${/(?:[?&]url=|\/)(https?(?::|%3a)[^&]*)/gi}, sealed CJ | ClearURLs, Sublime Security; CJ Affiliate
share-a-sale | shareasale.com shareasale-analytics.com shrsl.com | query urllink, bare, sealed ShareASale | ShareASale
impact | pxf.io sjv.io evyy.net ojrq.net 7eer.net igc.com 8odi.net prf.hn | path ${/(?:[?&](?:u|url)=|\/destination:)([^&]+)/gi}, sealed impact.com | impact.com and Partnerize
affiliate | admitad.com ad.admitad.com alitems.com alitems.co | query ulp, sealed Admitad | ClearURLs
affiliate | webgains.com | query wgtarget, sealed Webgains | ClearURLs
affiliate | partner-ads.com | query htmlurl, sealed Partner-ads | ClearURLs
affiliate | idealo-partner.com | query trg | ClearURLs
affiliate | refer.ccbill.com | query html | ClearURLs
affiliate | hlserve.com | query dest | ClearURLs
affiliate | track.adform.net | path ${/[?&;]ckurl=([^]+)/gi}, sealed Adform | ClearURLs
affiliate | artefact.com aaa.telekom.de ${/^\/trck\//} | query deeplinkurl | ClearURLs
affiliate | avantlink.com classic.avantlink.com | query url, sealed AvantLink | AvantLink
affiliate | gopjn.com pjtra.com pjatr.com pntra.com pntrac.com pntrs.com | query url, sealed Pepperjam | Pepperjam (Ascend)
affiliate | digidip.net effiliation.com exactag.com alabout.com srvtrck.com smartredirect.de flexlinkspro.com flexlinks.com go.skimresources.com redirectingat.com cuelinks.com clnk.in linksredirect.com sovrn.co track.effiliation.com adtraction.com tradetracker.net ad.zanox.com convertiser.com | query url u r t, sealed an affiliate network | ClearURLs and the networks’ own link formats
affiliate | redirect.viglink.com viglink.com | query u, sealed Sovrn | ClearURLs
advertising | adnxs.com | query clickenc, sealed Xandr | Sublime Security
advertising | adnxs.com | path ${/(https?(?::|%3a)[^]*)/gi}, sealed Xandr | Sublime Security
advertising | smartadserver.com | query go, sealed Equativ | Sublime Security
advertising | criteo.com criteo.net ${/\/(?:delivery\/ck|ck)/} | query maxdest, sealed Criteo | Criteo
advertising | clickproxy.retailrocket.net retailrocket.net | query url, sealed Retail Rocket | Sublime Security
advertising | ad.atdmt.com atdmt.com | path ${/(https?(?::|%3a)[^]*)/gi}, sealed an advertising network | Sublime Security
advertising | adsrvr.org ${/clk/} | query r, sealed The Trade Desk | The Trade Desk
advertising | taboola.com outbrain.com paid.outbrain.com ${/redir/} | query url redirect item.url, sealed an advertising network | Taboola and Outbrain
cnet | cnet.com zdnet.com ${/^\/(?:go\/to|clicks\/|redir)/} | query desturl | CNET mails
open-redirect | smore.com secure.smore.com convertcart.com convertc.com club-os.com learningapps.org sciencebuddies.org newegg.com bananaguide.com diesel.az documentmailbox.com hakumonkai.org listing.ca mindmixer.com obunsha.co.jp passnavi.obunsha.co.jp pirlsandiego.net premierbet.com radiopublic.com ringaraja.net storematch.jp tuttocauzioni.it typedrawers.com usap-dc.org vconfex.com weblinkconnect.com astroarts.co.jp avast.com calgary.ca events.csiro.au didatravel.com eaoko.org easycamp.com edinburghairport.com emlakarsa.net eduyield.com eodcnetworkdirect.com fenc.com g7.fr dcis.hhs.gov ijf.org indiatimes.com isadatalab.com k-mil.net labcluster.com giving.lluh.org magic4media.com magiccity.ne.jp magneticmarketing.com mailtrack.ksd.or.kr myalumni.mcgill.ca museepicassoparis.fr next2.io nowlifestyle.com phoenixartstudio.net plasticsurgery.or.kr pmifunds.com qrxtech.com queue.swytchbike.com secondstreetapp.com shoppermeet.net sigtn.com signaturetravelnetwork.com slubnaglowie.pl api.spently.com mail.spiceworks.com ssg-financial.com stats.lib.pdx.edu links.engage.ticketmaster.com unitedwaynwvt.org shib.ust.hk amaterasu-for-website-5.com demo.whitefox.pl xfinity.com artisteer.com artkaderne.dk people.anuneo.com agena-smile.com bangkoksync.com bestdeals.today social.bigpress.net bubblelife.com buildingengines.com chkc.com.hk designsori.com asemailmgmteu.com embluemail.com predictiveresponse.net anuneo.com | query url u redirect redirect_url redirecturl target dest destination goto go to link next return returnurl r, ordinary site | Sublime Security, open redirects seen in phishing

# Redirectors under the sites' own names; judged like any other site
bitrix | any:b ${/^\/bitrix\/(?:redirect|rk|click|tools\/track_mail_click)\.php$/} | query goto url | macieklamberski/urlpurify, vulnspace/nuclei-templates; 1C-Bitrix: banners, statistics and mails of any site
xenforo | any:* ${/\/proxy\.php$/} | query link image | XenForo, link and image proxy of any forum; macieklamberski/urlpurify
xengentr | any:yf ${/^\/(?:forums?\/)?yonlendirme\/?$/} | query to | macieklamberski/urlpurify: XenGenTr, an addition to XenForo
vanilla | any:hfcd ${/^\/(?:[\w-]+\/)?home\/leaving\/?$/} | query target | macieklamberski/urlpurify: Vanilla Forums, leaving page
vbulletin | any:rfc ${/^\/(?:[\w-]+\/)?redirect-to\/?$/} | query redirect | macieklamberski/urlpurify: vBulletin, links of an addition
jive | any:ec ${/^\/(?:[\w-]+\/)?external-link\.jspa$/} | query url | macieklamberski/urlpurify: Jive communities
datalife-engine | any:* ${/\/engine\/go\.php$/} | query url | macieklamberski/urlpurify: DataLife Engine
datalife-engine | any:* ${/\/index\.php$/} ?${/(?:^|&)do=go(?:&|$)/} | query url | macieklamberski/urlpurify: DataLife Engine
serendipity | any:* ${/\/exit\.php$/} | query url | macieklamberski/urlpurify: Serendipity blogs
das-blog | any:cb ${/^\/(?:blog\/)?ct\.ashx$/i} | query url | macieklamberski/urlpurify: dasBlog
finalsite | any:c ${/^\/cf_news\/forward\.cfm$/} | query dest | macieklamberski/urlpurify: Finalsite, sites of schools
feed-statistics | any:- ${/^\/?$/} ?${/(?:^|&)feed-stats-url=/} | query feed-stats-url | macieklamberski/urlpurify: Feed Statistics, an addition to WordPress
vuture | any:e ${/^\/email_handler\.aspx$/} | query redirect | macieklamberski/urlpurify: Vuture, mails of law firms under their own names
revive | any:* ${/\/(?:ck|adclick)\.php$/} | path ${/(?:oadest=|[?&]dest=)([^]+)/gi} | macieklamberski/urlpurify: Revive Adserver and phpAdsNew of any site
`;
