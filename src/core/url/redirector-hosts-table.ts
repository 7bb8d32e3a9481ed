/**
 * Hosts that pass a click on to a place their address does not show. `shared-hosts-table.ts` explains the form;
 * here a name covers its subdomains.
 */
export interface RedirectorGroup {
  /** What the reader is told; empty: the host's own name says enough. */
  readonly name: string;
  readonly source: string;
  readonly hosts: string;
}

/** Anybody can make a link here, and nobody can see where it goes. */
export const SHORTENERS: readonly RedirectorGroup[] = [
  {
    name: '',
    source:
      'open URL shorteners, and brands that send mail: PeterDaveHello/url-shorteners, checked against real mail',
    hosts: `
      bit.ly bitly.com bitly.ws bitly.lc bityl.co j.mp bit.do t.co tinyurl.com tiny.cc tiny.one tiny.ee tiny.pl tiny.im tinylink.net tny.im tny.so goo.gl goo.su goo.by
      is.gd v.gd ow.ly owl.li ht.ly buff.ly rebrand.ly rb.gy cutt.ly cut.lu cut.pe short.io short.gy shorturl.at shorturl.asia shorturl.com shorturl.gg shorturl.ae
      shorten.is shorten.so shorten.ee shorten.world shorten.asia shorten.tv shorter.me shorte.st shrtco.de shrtm.nu s.id s.ee s.coop t.ly t2m.io t1p.de t.cn url.cn dwz.cn
      dwz.tax suo.im suo.fyi suo.nz lnkd.in lnk.bz lnk.do lnk.sk lnk.direct lnkiy.com lnkiy.in lnky.jp lnnk.in llk.dk ln.run linkd.in linkjust.com linkbun.com linko.page links2.me
      linkshare.pro linkye.net lihi.cc lihi.biz lihi1.com lihi2.com lihi3.com lihi.io lihi1.me reurl.cc ppt.cc pse.is psee.io ssur.cc supr.link supr.cl surl.li
      surl.me u.to u.nu uni.cf up.to ur3.us urlz.fr urls.fr url.ie url2.fr urla.ru urlr.me urli.ai urlify.cn urluno.com urly.co urly.fi urlzs.com urlgeni.us urlty.com 1url.cz 1un.fr 2.gp
      2u.pw 2u.lc 2ly.link 2no.co 3.ly 301.link 4.gp 4.ly 5.gp 6.gp 6.ly 7.ly 7oi.de 8.ly 02faq.com 0a.sk 0.gp 1o2.ir 1kh.de 1ea.ir 12ne.ws 3le.ru 5du.pl 6g6.eu 71a.xyz 89q.sk
      a.co abre.ai abrir.link acortar.link acortaurl.com acesse.one adf.ly adfoc.us aka.ms al.st alturl.com anon.to app.goo.gl arah.in atm.tk b.link b2n.ir b23.tv bc.vc benqurl.biz bl.ink biibly.com bom.so br4.in
      browser.to budurl.com bst.bz bytl.fr by2.io c11.kr chl.li chilp.it chn.lk clc.am clc.to clck.ru clck.su clik.cc cli.re cl.ly clickmeter.com clicky.me cogit.live cort.as cplink.co crdrv.co cr8.lv
      dai.ly dd.ma deb.li dee.pl did.li dis.gd dlvr.it dl.gl dlsh.it do.co dub.co dub.sh dub.link dv.gd dw.com.co dy.fi dy.si e.vg eco.link encurtador.com.br encurtador.dev esqr.co ezstat.ru exe.io
      f5yo.com fa.by faturl.com fc.lc ff.im firsturl.de firsturl.net flip.it flq.us flx.to fmurl.cc fumacrom.com fwd.gg g.asia gaw.kr gdurl.com geni.us gg.gg gi.lt git.io gl1nq.com gob.link goolink.cc goolnk.com
      got.cr gowat.ch gph.to grb.to grabify.link gtly.ink gtly.to haa.su han.gl hicider.com hideout.cc hit.my hoy.kr href.li hyperurl.co i.gal iblpn.com ic9.in icks.ro iii.im ilang.in inlnk.ru
      inx.lv ipgrabber.ru iplogger.{co,com,info,org,ru,cn} iplis.ru ity.im ix.sk ja.cat jpeg.ly jtim.pw k-p.li katzr.net kl.am kl.ik.my klck.me ko.gl kortlink.dk kurl.ru kutt.it kutt.to kurzelinks.de l8.nu l8r.it lc.cx
      lc.chat ldk.re letsharu.cc lin0.de link.ac link.infini.fr linkopener.co linkshortner.com linksplit.io livemu.sc llo.to lmy.de loom.ly lprk.co lru.jp lstu.fr lt27.de ltl.is lurl.cc
      m-r.pw many.at maper.info me.sv me2.kr me2.do metamark.net mgnet.me migre.me minify.link minilink.io mitsha.re mm.rog.gg mon.actu.io mork.ro mou.sr mrte.ch mub.me multcloud.link myppt.cc mylt.tv myurls.ca mz.cm
      n.pr n9.cl name.ly naver.me nbcnews.to nej.md neti.cc ngrid.com nnna.ru notlong.com nr.tn nz.pw o.ly o.vg onelink.me onelink.to onx.la oe.cd offf.to ofcour.se oke.io omf.gd opr.as oshko.sh ouo.io ouo.press ourl.co ourl.in ourl.tw ovh.to oyn.at
      p.asia p1r.es page.link pag.la parsi.link pesc.pw piee.pw plu.sh po.st ppurl.io prbly.us pros.is psce.pw ptix.co pxgo.net pxu.co q.gs qnap.to qptr.ru qr.ae qr.net qr1.be qrco.de qrs.ly qrto.org qicklink.com ryml.me
      r-7.co ra.cx rbl.ms rd.gt reconis.co redir.ec redir.is redirect.is redirhub.com relink.asia replug.link reline.cc risu.io rizy.ir rlu.ru rly.pt rom.tips rotf.lol rplg.co rpf.io ry.rs
      s.kg s04.de s3vip.tw saf.li safelinking.net sc.mp sck.io scr.bi seomafia.net sht.moe shrlc.com shrinke.me shrinkme.io short.cm short.link short.my sho.pe shutr.bz sim.bz simp.ly sina.lt sk.gy skr.rs skrat.it skyurl.cc smarturl.it smashed.by
      sn.rs snip.link snip.ly snip.li snipli.com snipr.com snl.ink so.gd soc.cr sot.ag sourl.cn spoo.me split.to sptfy.com spr.ly sqex.to squ.re srnk.us st8.fm su.pr sy.to swiy.co switchy.io hi.switchy.io
      t.tl t.mt t.ht ta.co takerl.com tgr.ph thinfi.com tim.com.vc tinu.be tinyarro.ws tinyurl.{hu,mobi,is} tl.gd tlrk.it tlgur.com to.ly toi.in tpmr.com tr.ee tr.im trackurl.link traff.co trib.al trk.li tt.vg tulink.org txdl.top txul.cn
      u.lk ugp.io ukoeln.de ul.to ul3.ir ulvis.net umlib.us unl.one updating.link upl.inc upto.site urb.tf urlc.net urlbit.us url.rw urlkub.co urlmini.co urlshortener.at urx2.nu utfg.sk utm.to utm.io utn.pl uza.co v.ht vai.la vbly.us viaja.am virg.in vk.cc vl.am vnt.run vo.la vurl.com vu.fr vzturl.com
      w.wiki waa.ai wa.link wal.ee way.to we.co wee.so win.gs wo.ws wurl.ws ww7.fr x.co x.gd x.vu xa.st xgd.io xl8.eu xlinkz.info xor.tw xrl.us xt3.me xurl.es xy2.eu xxs.link y2u.be yep.it yip.su yko.io yourls.org your.ls yourwish.es ytu.be yun.ir
      z23.ru z8.io zaya.io zc.vg zcu.io zeep.ly zee.gl zez.kr zi.ma zip.lu zipurl.fr zln.do zpag.es zpr.io zuki.ie zurl.{co,ir,ws} zws.im zxc.li zzb.bz zzu.info
      amzn.to amzn.eu amzn.asia amz.run ebay.to ebay.us etsy.me fb.me g.co goo.gle hubs.ly hubs.la hubs.li instagr.am ift.tt eepurl.com conta.cc lttr.ai lnks.gd msft.it nyti.ms wapo.st reut.rs bloom.bg econ.st on.ft.com on.wsj.com bbc.in cnn.it nbcnews.to politi.co
      apple.co apple.news adobe.ly hpe.to ibm.biz intel.ly cs.co dell.to mck.co pwc.to deloi.tt kpmg.ch sforce.co zd.net tcrn.ch huffp.st theatln.tc wb.md wp.me sbux.co mcd.to nflx.it spoti.fi spotify.link redd.it flic.kr pin.it
      forms.gle maps.app.goo.gl photos.app.goo.gl g.page aka.ms linktw.in sie.ag grnh.se smart.link prf.hn bnc.lt app.link adj.st go.onelink.me gofund.me vercel.link trymongodb.com chng.it dld.bz fal.cn atmilb.com atmlb.com
      rdo.to soo.gd viid.me vivads.net sh.st ceesty.com corneey.com destyy.com festyy.com gestyy.com clkmein.com clk.sh cuon.io cutwin.com ctl.is fas.st gplinks.co gplinks.in droplink.co rocklinks.net mdisk.pro linkvertise.com link-to.net direct-link.net link-center.net link-hub.net up-to-down.net
      tii.ai tii.la oii.la ecut.cc za.gl zap.buzz dutchycorp.space adshrink.it adshort.co bluemediafile.com`,
  },
];

/** Click trackers of mail senders: the address is a token that only the sender's service can read. */
export const TRACKERS: readonly RedirectorGroup[] = [
  { name: 'SendGrid', source: 'Twilio SendGrid, click tracking', hosts: 'sendgrid.net' },
  { name: 'Mailchimp', source: 'Mailchimp, click tracking', hosts: 'list-manage{,1,2}.com' },
  { name: 'Mandrill', source: 'Mandrill, click tracking', hosts: 'mandrillapp.com' },
  { name: 'Amazon SES', source: 'Amazon SES, open and click tracking', hosts: 'awstrack.me' },
  { name: 'Constant Contact', source: 'Constant Contact, tracked links', hosts: 'rs6.net' },
  {
    name: 'HubSpot',
    source: 'HubSpot, tracked links; its older Sidekick and Signals hosts from Trocker',
    hosts: `
      hubspotlinks{,free,starter}.com hs-sales-engage.com hubspotemail.net track.getsidekick.com
      sidekickopen{01,02,03,04,05,06,07,08,09,10,11,12}.com sigopn{01,02,03,04,05}.com
      senal{uno,dos,tres,quatro,cinco}.com signale{una,due,tre,quattro,cinque}.com
      signaux{un,deux,trois,quatre,cinq,six,sept,huit,neuf,dix}.com
      strk{01,02,03,04,05,06,07,08,09,10,11,12}.email`,
  },
  { name: 'Klaviyo', source: 'Klaviyo, click tracking', hosts: 'klclick{,1,2,3}.com kmail-lists.com' },
  { name: 'Postmark', source: 'Postmark, link tracking', hosts: 'pstmrk.it' },
  { name: 'Mailgun', source: 'Mailgun, click tracking', hosts: 'mailgun.org mgsend.net' },
  { name: 'Mailjet', source: 'Mailjet, click tracking', hosts: 'mjt.lu' },
  {
    name: 'Brevo',
    source: 'Brevo (Sendinblue), click tracking',
    hosts: 'sendib{t,m}{1,2,3}.com sibmail.com',
  },
  {
    name: 'ActiveCampaign',
    source: 'ActiveCampaign, click tracking',
    hosts: 'acemln{a,b,c,d}.com acems{1,2,3}.com activehosted.com emlnk{,1,9}.com acblnk.com',
  },
  {
    name: 'Campaign Monitor',
    source: 'Campaign Monitor, tracked links',
    hosts: `
      cmail{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20}.com createsend{1,2,3,4,5}.com
      forwardtomyfriend.com updatemyprofile.com`,
  },
  {
    name: 'Kit',
    source: 'Kit (ConvertKit), click tracking',
    hosts: 'convertkit-mail{,2,3,4}.com kit-mail{1,2,3,4}.com',
  },
  {
    name: 'Customer.io',
    source: 'Customer.io, tracked links',
    hosts: 'customeriomail.com track.customer.io',
  },
  { name: 'Intercom', source: 'Intercom, tracked links', hosts: 'intercom-mail.com intercom-clicks.com' },
  {
    name: 'Salesforce',
    source: 'Salesforce Marketing Cloud and Pardot',
    hosts: 'exacttarget.com exct.net go.pardot.com',
  },
  {
    name: 'Acoustic',
    source: 'Acoustic (Silverpop), tracked links; StrongView; Trocker',
    hosts:
      'mkt{41,51,61,71,81,91}.net mkt{932,941,942,4477,5297,5309,6333,7086,8115,9606}.com strongview.com',
  },
  {
    name: 'Oracle',
    source: 'Oracle Eloqua and Responsys, tracked links',
    hosts: 'en25.com responsys.net rsys{1,2}.com rsys{2,5}.net',
  },
  {
    name: 'Marketo',
    source: 'Adobe Marketo Engage, tracked links',
    hosts: 'mktoweb.com mkto-{ab,sj,lon}{,01,02,03}{0001,0002,0003,0004,0005,0006,0007,0008,0009,0010}.com',
  },
  {
    name: 'Omnisend',
    source: 'Omnisend, tracked links',
    hosts: 'omnisend.com soundestlink.com omnisendlink.com',
  },
  {
    name: 'MailerLite',
    source: 'MailerLite and MailerSend, tracked links',
    hosts: 'click.mailerlite.com mlsend{,2,3}.com mailersend.net',
  },
  { name: 'beehiiv', source: 'beehiiv, tracked links', hosts: 'mail.beehiiv.com' },
  { name: 'GetResponse', source: 'GetResponse, tracked links', hosts: 'gr-mail{,2}.com getresponse360.com' },
  { name: 'AWeber', source: 'AWeber, tracked links', hosts: 'clicks.aweber.com' },
  {
    name: 'Zoho Campaigns',
    source: 'Zoho Campaigns, tracked links',
    hosts: 'maillist-manage.{com,eu,in,com.au,net} zcsend.{net,eu} campaign-view.{com,eu}',
  },
  { name: 'Attentive', source: 'Attentive, tracked links', hosts: 'attentivemail.com attn.tv' },
  {
    name: 'EveryAction',
    source: 'Bonterra (EveryAction, NGP VAN)',
    hosts: 'click.ngpvan.com click.everyaction.com click.myngp.com',
  },
  { name: 'Action Network', source: 'Action Network, tracked links', hosts: 'click.actionnetwork.org' },
  { name: 'GovDelivery', source: 'Granicus GovDelivery, tracked links', hosts: 'links.govdelivery.com' },
  { name: 'iContact', source: 'iContact, tracked links', hosts: 'icptrack.com' },
  {
    name: 'Squarespace',
    source: 'Squarespace Email Campaigns, tracked links',
    hosts: 'squarespace-mail.com',
  },
  {
    name: 'Unisender',
    source: 'Unisender, tracked links',
    hosts:
      'usndr.com emlblog.com emlpage.com emlstart.com emlway.com geteml.com redirlnk.com emlbest.com emlmind.com posteml.com besteml.com ulist-man.com',
  },
  { name: 'Yesware', source: 'Yesware, tracked links; Trocker', hosts: 't.yesware.com' },
  { name: 'Mixmax', source: 'Mixmax, tracked links; Trocker', hosts: 'links.mixmax.com' },
  { name: 'Streak', source: 'Streak, tracked links', hosts: 'streak-link.com streaklinks.com' },
  { name: 'Iterable', source: 'Iterable, tracked links', hosts: 'links.iterable.com' },
  { name: 'Emma', source: 'Emma, tracked links', hosts: 'e2ma.net' },
  { name: 'RD Station', source: 'RD Station, tracked links', hosts: 'rdsv{1,2}.net rdstation.email' },
  {
    name: '',
    source: 'Sublime Security (bulk mailers), Trocker (trackers), senders of newsletters in real mail',
    hosts: `
      bl-1.com email81.com lynk.email mailtrack.io mailwizz.com notifyvisitors.com redirectingherenow.com sendsay.ru signl.live
      spoton.com swoogo.com vbout.com bananatag.com mailstat.us mailpanion.com signtr.website sendpul.se vresp.com benchurl.com
      dripemail2.com cheetahmail.com chtah.com bm23.com listrakbi.com emv{2,3}.com emsecure.net scnem.com srv2.de crsend.com
      inxmail-commerce.com agnitas.de msgfocus.com dmtrk.net dmtrk.com trackedlink.net sparkpostmail{,1,2}.com informz.net
      magnetmail.net mmsend.com mmsend53.com convio.net embluemail.com asemailmgmteu.com predictiveresponse.net kajabimail.net`,
  },
];
