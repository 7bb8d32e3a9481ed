/** Written as in `shared-hosts-table.ts`, subdomains included. */
export interface RedirectorGroup {
  /** Shown to readers; if empty, the host is. */
  readonly name: string;
  readonly source: string;
  readonly hosts: string;
}

/** Anybody can make a link here. */
export const SHORTENERS: readonly RedirectorGroup[] = [
  {
    name: '',
    source: 'links that Google’s app shares: BleepingComputer, 8 November 2024; INTERNET Watch, April 2025',
    hosts: `search.app share.google`,
  },
  {
    name: '',
    source:
      'open URL shorteners, and brands that send mail: PeterDaveHello/url-shorteners, checked against real mail',
    hosts: `
      0.gp 02faq.com 0a.sk 12ne.ws 1ea.ir 1kh.de 1o2.ir 1un.fr 1url.cz 2.gp 2no.co 2u.lc 2u.pw 3.ly 301.link
      3le.ru 4.gp 4.ly 5.gp 5du.pl 6.gp 6.ly 6g6.eu 7.ly 71a.xyz 7oi.de 8.ly 89q.sk a.co abre.ai abrir.link
      acesse.one acortar.link acortaurl.com adf.ly adfoc.us adj.st adobe.ly adshort.co adshrink.it aka.ms
      al.st alturl.com amz.run amzn.asia amzn.eu amzn.to anon.to app.goo.gl app.link apple.co apple.news
      arah.in atm.tk atmilb.com atmlb.com b.link b23.tv b2n.ir bbc.in bc.vc benqurl.biz biibly.com bit.do
      bit.ly bitly.com bitly.lc bitly.ws bityl.co bl.ink bloom.bg bnc.lt bom.so br4.in browser.to bst.bz
      budurl.com buff.ly by2.io bytl.fr c11.kr ceesty.com chilp.it chl.li chn.lk chng.it cl.ly clc.am clc.to
      clck.ru cli.re clickmeter.com clicky.me clk.sh clkmein.com cnn.it conta.cc corneey.com cort.as
      cplink.co cr8.lv crdrv.co cs.co cut.lu cut.pe cutt.ly cutwin.com dai.ly dd.ma deb.li dee.pl dell.to
      deloi.tt destyy.com did.li direct-link.net dis.gd dl.gl dld.bz dlsh.it dlvr.it do.co droplink.co
      dub.co dub.link dub.sh dv.gd dwz.cn dwz.tax dy.fi dy.si e.vg ebay.to ebay.us econ.st eepurl.com
      encurtador.com.br encurtador.dev esqr.co etsy.me exe.io ezstat.ru f5yo.com fa.by fal.cn faturl.com
      fb.me fc.lc festyy.com ff.im firsturl.de firsturl.net flic.kr flip.it flq.us flx.to fmurl.cc forms.gle
      fumacrom.com g.asia g.co g.page gaw.kr gdurl.com geni.us gestyy.com gg.gg gi.lt git.io go.onelink.me
      gofund.me goo.by goo.gl goo.gle goo.su goolink.cc goolnk.com got.cr gowat.ch gph.to gplinks.co
      gplinks.in grabify.link grb.to grnh.se gtly.ink gtly.to haa.su han.gl hi.switchy.io hicider.com
      hideout.cc hpe.to href.li ht.ly hubs.la hubs.li hubs.ly huffp.st hyperurl.co ibm.biz ic9.in icks.ro
      ift.tt iii.im ilang.in inlnk.ru instagr.am intel.ly inx.lv ipgrabber.ru iplis.ru
      iplogger.{co,com,info,org,ru,cn} is.gd ity.im ix.sk j.mp ja.cat jpeg.ly k-p.li katzr.net kl.am
      kl.ik.my klck.me ko.gl kortlink.dk kpmg.ch kurl.ru kurzelinks.de kutt.it kutt.to l8.nu l8r.it lc.chat
      lc.cx letsharu.cc lihi.biz lihi.cc lihi.io lihi1.com lihi1.me lihi2.com lihi3.com lin0.de
      link-center.net link-hub.net link-to.net link.ac link.infini.fr linkbun.com linkd.in linkjust.com
      linko.page linkopener.co links2.me linkshare.pro linktw.in linkvertise.com linkye.net livemu.sc llk.dk
      llo.to lmy.de ln.run lnk.bz lnk.direct lnk.do lnk.sk lnkd.in lnkiy.com lnkiy.in lnks.gd lnky.jp
      lnnk.in loom.ly lprk.co lru.jp lstu.fr lt27.de lttr.ai lurl.cc many.at maper.info maps.app.goo.gl
      mcd.to mck.co me.sv me2.do me2.kr metamark.net mgnet.me migre.me minify.link minilink.io mitsha.re
      mm.rog.gg mork.ro mou.sr mrte.ch msft.it mub.me mylt.tv myppt.cc myurls.ca mz.cm n.pr n9.cl name.ly
      naver.me nbcnews.to nej.md neti.cc nflx.it ngrid.com nnna.ru notlong.com nr.tn nyti.ms o.vg oe.cd
      ofcour.se offf.to oii.la on.ft.com on.wsj.com onelink.me onelink.to onx.la opr.as oshko.sh ouo.io
      ouo.press ourl.co ourl.in ourl.tw ovh.to ow.ly owl.li oyn.at p.asia p1r.es pag.la page.link parsi.link
      pesc.pw photos.app.goo.gl piee.pw pin.it plu.sh po.st politi.co ppt.cc ppurl.io prbly.us prf.hn
      pros.is psce.pw pse.is psee.io ptix.co pwc.to pxgo.net pxu.co q.gs qnap.to qptr.ru qr.ae qr.net qr1.be
      qrco.de qrs.ly r-7.co ra.cx rb.gy rbl.ms rd.gt rebrand.ly reconis.co redd.it redir.ec redir.is
      reline.cc relink.asia replug.link reurl.cc reut.rs risu.io rizy.ir rlu.ru rly.pt rotf.lol rpf.io
      ryml.me s.coop s.ee s.id s04.de s3vip.tw saf.li safelinking.net sbux.co sc.mp sck.io scr.bi sforce.co
      sh.st sho.pe short.cm short.gy short.io shorte.st shorten.asia shorten.ee shorten.is shorten.so
      shorten.tv shorten.world shorter.me shorturl.ae shorturl.asia shorturl.at shorturl.com shorturl.gg
      shrinke.me shrinkme.io shrtco.de shrtm.nu sht.moe shutr.bz sie.ag simp.ly sina.lt skr.rs skrat.it
      skyurl.cc smart.link smarturl.it smashed.by sn.rs snip.li snip.link snip.ly snipr.com soc.cr soo.gd
      sourl.cn split.to spoo.me spoti.fi spotify.link spr.ly sptfy.com sqex.to squ.re srnk.us ssur.cc st8.fm
      su.pr suo.fyi suo.im supr.cl supr.link surl.li switchy.io swiy.co sy.to t.cn t.co t.ly t.tl t1p.de
      t2m.io ta.co tcrn.ch tgr.ph theatln.tc thinfi.com tii.ai tii.la tim.com.vc tinu.be tiny.cc tiny.ee
      tiny.im tiny.one tiny.pl tinyarro.ws tinylink.net tinyurl.com tinyurl.{hu,mobi} tl.gd tlrk.it tny.im
      tny.so to.ly toi.in tpmr.com tr.ee tr.im trackurl.link trib.al trymongodb.com tt.vg txdl.top txul.cn
      u.nu u.to ugp.io ukoeln.de ul.to ul3.ir ulvis.net umlib.us uni.cf up.to ur3.us urb.tf url.cn url.ie
      url2.fr urla.ru urlgeni.us urli.ai urlify.cn urlkub.co urlr.me urls.fr urluno.com urly.co urly.fi
      urlz.fr urlzs.com utm.io utm.to utn.pl v.gd v.ht vbly.us vercel.link viaja.am viid.me vk.cc vl.am
      vo.la vurl.com vzturl.com w.wiki wa.link waa.ai wapo.st way.to wb.md we.co wee.so win.gs wo.ws wp.me
      ww7.fr x.co x.gd x.vu xgd.io xor.tw xrl.us xurl.es y2u.be yep.it yip.su your.ls yourls.org yourwish.es
      yun.ir z23.ru za.gl zaya.io zc.vg zcu.io zd.net zeep.ly zez.kr zi.ma zipurl.fr zln.do zpr.io zuki.ie
      zurl.{co,ir,ws} zws.im zxc.li zzb.bz zzu.info`,
  },
];

/**
 * Click trackers: only the sender's service can read the token. A line is `name | hosts | source`.
 */
const NAMED_TRACKERS = `
SendGrid | sendgrid.net | Twilio SendGrid, click tracking
Mailchimp | list-manage{,1,2}.com | Mailchimp, click tracking
Mandrill | mandrillapp.com | Mandrill, click tracking
Amazon SES | awstrack.me | Amazon SES, open and click tracking
Constant Contact | rs6.net | Constant Contact, tracked links
HubSpot | hubspotlinks{,free,starter}.com hs-sales-engage.com hubspotemail.net track.getsidekick.com sidekickopen{01,02,03,04,05,06,07,08,09,10,11,12}.com sigopn{01,02,03,04,05}.com senal{uno,dos,tres,quatro,cinco}.com signale{una,due,tre,quattro,cinque}.com signaux{un,deux,trois,quatre,cinq,six,sept,huit,neuf,dix}.com strk{01,02,03,04,05,06,07,08,09,10,11,12}.email | HubSpot, tracked links; its older Sidekick and Signals hosts from Trocker
Klaviyo | klclick{,1,2,3}.com kmail-lists.com | Klaviyo, click tracking
Postmark | pstmrk.it | Postmark, link tracking
Mailgun | mailgun.org mgsend.net | Mailgun, click tracking
Mailjet | mjt.lu | Mailjet, click tracking
Brevo | sendib{t,m}{1,2,3}.com sibmail.com sp1-brevo.net tsp1-brevo.net | Brevo (Sendinblue), click tracking; brevo.net: /mk/cl/f/ in letters in public repositories
ActiveCampaign | acemln{a,b,c,d}.com acems1.com activehosted.com emlnk{,1,9}.com acblnk.com | ActiveCampaign, click tracking
Campaign Monitor | cmail{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20}.com createsend{1,2,3,4,5}.com forwardtomyfriend.com updatemyprofile.com | Campaign Monitor, tracked links
Kit | convertkit-mail{,2,3,4}.com kit-mail{1,2,3,4}.com | Kit (ConvertKit), click tracking
Customer.io | customeriomail.com track.customer.io | Customer.io, tracked links
Intercom | intercom-mail.com intercom-clicks.com | Intercom, tracked links
Salesforce | exacttarget.com exct.net go.pardot.com | Salesforce Marketing Cloud and Pardot
Acoustic | mkt{41,51,61,81,91}.net mkt4477.com mkt3337.com strongview.com | Acoustic (Silverpop), tracked links; StrongView; Trocker
Oracle | en25.com responsys.net rsys{1,2}.com rsys{2,5}.net | Oracle Eloqua and Responsys, tracked links
Marketo | mktoweb.com | Adobe Marketo Engage, tracked links
Omnisend | omnisend.com soundestlink.com omnisendlink.com | Omnisend, tracked links
MailerLite | click.mailerlite.com mlsend{,2,3}.com mailersend.net | MailerLite and MailerSend, tracked links
beehiiv | mail.beehiiv.com | beehiiv, tracked links
GetResponse | getresponse360.com | GetResponse, tracked links
AWeber | clicks.aweber.com | AWeber, tracked links
Zoho Campaigns | maillist-manage.{com,eu,in,com.au,net} zcsend.{net,eu} campaign-view.{com,eu} | Zoho Campaigns, tracked links
Attentive | attentivemail.com attn.tv | Attentive, tracked links
EveryAction | click.ngpvan.com click.everyaction.com click.myngp.com | Bonterra (EveryAction, NGP VAN)
Action Network | click.actionnetwork.org | Action Network, tracked links
GovDelivery | links.govdelivery.com | Granicus GovDelivery, tracked links
iContact | icptrack.com | iContact, tracked links
Squarespace | squarespace-mail.com | Squarespace Email Campaigns, tracked links
Unisender | usndr.com emlblog.com emlpage.com emlstart.com emlway.com geteml.com redirlnk.com emlbest.com emlmind.com posteml.com besteml.com ulist-man.com | Unisender, tracked links
Yesware | t.yesware.com | Yesware, tracked links; Trocker
Mixmax | links.mixmax.com | Mixmax, tracked links; Trocker
Streak | streak-link.com streaklinks.com | Streak, tracked links
Iterable | links.iterable.com | Iterable, tracked links
Emma | e2ma.net | Emma, tracked links
SparkPost | spmailtechno{,l,lo}.com spmailt.com | pixels and links (/q/, /f/a/) in MailTrackerBlocker and in mails in public repositories
Keap | keap-link{001,004,012}.com | pixels and links (/v2/render/, /v2/click/) in MailTrackerBlocker (three digits) and in mails in public repositories
SendPulse | stat-pulse.com | MailTrackerBlocker
Selligent | slgnt.{eu,us} | MailTrackerBlocker
Artegic | elaine-asp.de | MailTrackerBlocker
Campaigner | trk.cp20.com | MailTrackerBlocker; links (/click?) in public repositories
Mailtrack | mltrk.io | MailTrackerBlocker
Stibee | event.stibee.com | links (/v2/click/) in mails in public repositories
Resend | resend-links.com | links (/CL0/) in mails in public repositories
Copernica | picsrv.net pic.vicinity.nl | Copernica’s documentation on links and pictures
Agnitas | rdir.de | OpenEMM, the program itself: its default redirector
Mailkit | u.mailkit.eu | links (/mc/) in mails in public repositories
Smaily | sendsmaily.net | Smaily’s own plug-ins: a name for each customer
RD Station | rdsv{1,2}.net rdstation.email | RD Station, tracked links
`;

export const TRACKERS: readonly RedirectorGroup[] = [
  ...NAMED_TRACKERS.trim()
    .split('\n')
    .map((row) => {
      const [name = '', hosts = '', source = ''] = row.split(' | ');
      return { name, hosts, source };
    }),
  {
    name: '',
    source: 'Sublime Security (bulk mailers), Trocker (trackers), senders of newsletters in real mail',
    hosts: `
      agnitas.de asemailmgmteu.com bananatag.com benchurl.com bl-1.com bm23.com cheetahmail.com chtah.com
      convio.net crsend.com dmtrk.net dripemail2.com email81.com embluemail.com emsecure.net emv{2,3}.com
      informz.net inxmail-commerce.com kajabimail.net listrakbi.com lynk.email magnetmail.net mailpanion.com
      mailstat.us mailtrack.io mailwizz.com mmsend.com mmsend53.com msgfocus.com notifyvisitors.com
      predictiveresponse.net redirectingherenow.com scnem.com sendpul.se sendsay.ru signl.live
      signtr.website sparkpostmail{,1,2}.com spoton.com srv2.de swoogo.com trackedlink.net vbout.com
      vresp.com`,
  },
];
