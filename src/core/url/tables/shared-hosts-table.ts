/** The source of the names below it. */
const HEADING = /^#.*$/gm;

/**
 * Many people publish under these names. Those of the public suffix list (github.io, vercel.app, blob.core.windows.net
 * …) need no entry.
 *
 * A name may be followed by paths of one user each; `*` is one segment.
 * - No path, in `SUBDOMAIN_SITES`: users have hosts below.
 * - `+2` before a name: two labels below it are shared too (`bucket.cos.region.myqcloud.com`).
 * - `!` before a name: hosts below are users' although a wildcard in the public suffix list makes them suffixes.
 * - No matching path: only the whole URL is one user's.
 */
export const SUBDOMAIN_SITES = `
# subdomains seen in OpenPhish and TweetFeed, April to June 2026, where the parent ranks in Tranco
weebly.com weeblysite.com dynadot.com myddns.me godaddysites.com glitch.me surge.sh 000webhostapp.com
webcindario.com mybluehost.me codeanyapp.com b-cdn.net regruhosting.ru edgeone.dev edgeone.app
daftpage.com flk-ipfs.xyz temporary.site swtest.ru freewebhostmost.com zapier.app tw1.ru co.vu ne.pw
teachable.com cloudwaysapps.com fwh.is azure.com myportfolio.com studio.site ydns.eu rf.gd
mystrikingly.com infura-ipfs.io squarespace.com ghost.io webwave.dev zya.me hstn.me xsph.ru
4everland.app tempisite.com wcomhost.com flazio.com ic0.app hostingersite.com created.app
cloudclusters.net mytemp.website fleek.co myclickfunnels.com tiiny.site tiiny.io tiiny.host tiiny.co
builderallwppro.com kesug.com kinsta.cloud pipedream.net myfunnelish.com wuaze.com oortstorages.com
netsons.org hoster-test.ru hyperphp.com contaboserver.net bakoweb.com mmm.page hostfree.pw
gorgias.help crazydomains.com liveblog365.com secureserver.net easywp.com runcloud.link filesusr.com
thinkific.com phplist.com screenconnect.com gt.tc x10.mx portmap.io portmap.host 42web.io
wpsandbox.app wpengine.com odoo.com g8way.io ferozo.com unaux.com sharepoint.com zelcore.io tmweb.ru
nxcli.io n0c.world myftpupload.com free.nf epizy.com atwebpages.com run.place meusitehostgator.com.br
site.pro closte.com craftum.io webspace.re vastserve.com preview-domain.com cloudworkstations.dev
beget.tech sg-host.com fourthwall.com serveo.net page.link mystagingwebsite.com ispot.cc uncody.site
short.gy mobinteg.com netsolhost.com mdbgo.io ciamlogin.com addpotion.com iceiy.com serv00.net ct.ws
ultimatefreehost.in inmotionhosting.com cprapid.com ubpages.com mobi.tt hosting-test.net
bero-webspace.de +1 tencentcs.com +1 aliyuncs.com +2 myqcloud.com

# Sublime Security, free subdomain hosts
1x.net 2.ag afraid.org app.droplet.io app.link axshare.com chat.dj creatium.site creatorlink.net
dropmark.com deta.dev devtunnels.ms dynamics.com filecloudonline.com format.com freesubdomain.org
fyi.to glide.in glideapp.io glide.page gg.gg guest.de hostingerapp.com infinityfree.com instawp.xyz
jimdosite.com jimdofree.com jimdo.com jixx.de kinsta.page lovable.dev mockbin.org mocky.io
nimbusweb.me nip.io onlyoffice.com onlytap.io oraclecloud.com pagecloud.com papershift.com repl.it
seite.com sitew.us sitew.com sitew.fr slab.com softr.app splashthat.com sufybkt.com synology.me
translate.goog tumblr.com typeform.com website.tk windows.net wordpress.com wufoo.com zendesk.com
canva.site azureedge.net azurefd.net atlassian.net download.ac eb-sites.com bitbucket.io cl4n.org
clan.mn npx.de te4m.de world.mu zx9.de

# dynamic DNS services: afraid.org, changeip.com, dynu.com, dnsexit.com, freedns, sslip.io and their sites
mooo.com chickenkiller.com crabdance.com ignorelist.com jumpingcrab.com twilightparadox.com
strangled.net us.to uk.to my.to evils.in info.tm us.kg dpdns.org publicvm.com linkpc.net work.gd
line.pm 25u.com 2waky.com 4dq.com 4pu.com acmetoy.com almostmy.com con-ip.com dns04.com dns05.com
dnset.com dsmtp.com dumb1.com dvrlists.com dynamic-dns.net dynssl.com ezua.com faqserv.com fartit.com
freeddns.com freetcp.com ikwb.com instanthq.com isasecret.com itemdb.com itsaol.com jetos.com jkub.com
jungleheart.com justdied.com lflink.com lflinkup.com longmusic.com mefound.com misecure.com
mrbasic.com mrbonus.com mrface.com mrslove.com my03.com myddns.com mynetav.com ns01.info ocry.com
onedumb.com organiccrap.com otzo.com ourhobby.com proxydns.com qhigh.com qpoe.com sendsmtp.com
serveuser.com serveusers.com sexidude.com toshibanetcam.com toythieves.com vizvaz.com wikaba.com
www1.biz x24hr.com xxuz.com xxxy.info ygto.com youdontcare.com yourtrap.com zyns.com zzux.com dynu.org
dynu.net dynv6.net entrydns.org kro.kr o-r.kr r-e.kr n-e.kr p-e.kr v6.rocks v6.navy v6.army dns.army
dns.navy sslip.io xip.io lhr.life localhost.run pinggy.link pinggy.io

# Blogger under country names, https://support.google.com/blogger (dropped from the public suffix list)
blogspot.{com,ae,al,am,ba,be,bg,bj,ca,cf,ch,cl,cv,cz,de,dk,fi,fr,gr,hk,hr,hu,ie,in,is,it,jp,kr,li,lt,lu,md,mk,mr,mx,my,nl,no,pe,pt,qa,re,ro,rs,ru,se,sg,si,sk,sn,td,tw,ug,vn,ai}
blogspot.co.{at,id,il,ke,nz,uk,za} blogspot.com.{ar,au,br,by,co,cy,ee,eg,es,mt,ng,tr,uy}

# site builders, help desks, shops and course platforms: the subdomain each product gives its customers
wix.com wixstudio.io editorx.io webador.com webador.co.uk webador.de webador.fr webnode.com
webnode.page webnode.{at,be,cl,com.br,cz,es,fr,hu,it,mx,nl,pt,ro,se,sk} strikingly.com site123.me
simdif.com yolasite.com ucoz.com ucoz.net ucoz.ru ucoz.org ucoz.ua ucoz.de at.ua do.am my1.ru narod.ru
bravesites.com e-monsite.com simplesite.com webs.com doodlekit.com homestead.com angelfire.com
tripod.com iwopop.com ukit.me nethouse.ru livejournal.com over-blog.com canalblog.com typepad.com
hatenablog.com hatenablog.jp hateblo.jp fc2.com seesaa.net livedoor.blog blog.jp exblog.jp jugem.jp
tistory.com pixnet.net medium.com substack.com beehiiv.com hashnode.dev bearblog.dev write.as
mataroa.blog micro.blog buttondown.email svbtle.com postach.io notion.site super.site potion.so
typedream.app dorik.io umso.co unicornplatform.page landen.co carrd.co readymag.com readymag.website
cargo.site crevado.com pixieset.com smugmug.com zenfolio.com adobeportfolio.com hs-sites.com
hs-sites-eu1.com my.canva.site business.site questionpro.com codesandbox.io mssg.me lnk.to onelink.me ffm.to campsite.bio
hubspotpagebuilder.com hubspotpagebuilder.eu hubspot-inbox.com clickfunnels.com
leadpages.co lpages.co unbouncepages.com instapage.com landingi.com getresponsepages.com
getresponsesite.com gr8.com gr-site.com mailchimpsites.com mailerpage.com mailerpage.io ml-pages.com
subscribepage.com subscribepage.io systeme.io kartra.com builderall.com kajabi.com mykajabi.com
podia.com learnworlds.com circle.so mn.co skool.com gumroad.com sellfy.store payhip.com ecwid.com
company.site bigcartel.com storenvy.com tictail.com shopify.com shoplazza.com shopline.com cafe24.com
mycafe24.com imweb.me tiendanube.com mitiendanube.com nuvemshop.com.br lojaintegrada.com.br
loja2.com.br freshdesk.com freshservice.com myfreshworks.com helpscoutdocs.com intercom.help
gitbook.com document360.io readme.io zohodesk.com zohosites.com zoholandingpage.com zohobookings.com
teamtailor.com recruitee.com bamboohr.com breezy.hr workable.com greenhouse.io myworkdayjobs.com
qualtrics.com formstack.com jotform.me formsite.com 123formbuilder.io paperform.co involve.me
outgrow.us surveysparrow.com alchemer.com limesurvey.net survicate.com sibforms.com onmicrosoft.com
powerappsportals.com crm.dynamics.com mcas.ms azure-api.net force.com my.site.com salesforce-sites.com
cloudforce.com visualforce.com pardot.com bolt.host base44.app v0.build gptengineer.app manus.space
trickle.host durable.co gamma.site framer.ai 10web.me 10web.site hocoos.com mobirisesite.com
wpcomstaging.com tastewp.com flywheelsites.com flywheelstaging.com pantheonsite.io wpenginepowered.com
myraidbox.de discourse.group freeforums.net proboards.com boards.net createaforum.com forumotion.com
screencast.com bitrix24.{com,site,eu,ru,de,es,fr,com.br,in,ua,kz,pl,it,shop} b24.site typebot.io

# free web hosting: InfinityFree, iFastNet, AwardSpace, Byethost, Freehostia, x10, their own domain lists
great-site.net byethost{3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,22,24,31,32}.com ezyro.com totalh.net
nichesite.org lovestoblog.com html-5.me is-best.net 22web.org 66ghz.com iblogger.org eb2a.com
likesyou.org onlinewebshop.net mypressonline.com scienceontheweb.net getenjoyment.net
medianewsonline.com sportsontheweb.net mygamesonline.org myartsonline.com mywebcommunity.org
mydiscussion.net atspace.{cc,co.uk,com,eu,org,tv,us} awardspace.{biz,info,us} freehostia.com
x10host.com x10.bz elementfx.com pcriot.com exxxy.biz co.nf coolpage.biz orgfree.com 6te.net noads.biz
eu5.net freewebhostingarea.com ueuo.com site90.com cba.pl prv.pl hol.es esy.es 96.lt 16mb.com pe.hu
free.fr pagesperso-orange.fr perso.sfr.fr chez.com altervista.org tripod.co.uk tripod.it netsons.com
jimdoweb.com alwaysdata.net heliohost.us heliohost.org freemyip.com hopto.org dynip.online

# object storage and content networks: the hosts their documentation gives a bucket or a project
backblazeb2.com s3.us-west-{000,001,002,004}.backblazeb2.com s3.us-east-005.backblazeb2.com
s3.eu-central-003.backblazeb2.com s3.ca-east-006.backblazeb2.com wasabisys.com
s3.{us-east-1,us-east-2,us-central-1,us-west-1,eu-central-1,eu-central-2,eu-west-1,eu-west-2,eu-west-3,eu-south-1,ap-northeast-1,ap-northeast-2,ap-southeast-1,ap-southeast-2,ca-central-1}.wasabisys.com
amazonaws.com !compute-1.amazonaws.com !user.fm !transurl.{be,eu,nl} !at.ply.gg !at.playit.plus !localto.net storage.googleapis.com commondatastorage.googleapis.com googleusercontent.com
web.core.windows.net
z{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,19,20,21,22,23,24,25,26,27,28,29,30,33}.web.core.windows.net
z{01,02,03}.azurefd.net a{01,02,03}.azurefd.net b{01,02}.azurefd.net
{australiacentral,australiaeast,australiasoutheast,brazilsouth,canadacentral,canadaeast,centralindia,centralus,eastasia,eastus,eastus2,francecentral,germanywestcentral,israelcentral,italynorth,japaneast,japanwest,koreacentral,mexicocentral,newzealandnorth,northcentralus,northeurope,norwayeast,polandcentral,southafricanorth,southcentralus,southeastasia,southindia,spaincentral,swedencentral,switzerlandnorth,uaenorth,uksouth,ukwest,westcentralus,westeurope,westindia,westus,westus2,westus3}-01.azurewebsites.net
+1 bcebos.com +1 ksyuncs.com +2 ksyun.com +1 volces.com +1 jdcloud-oss.com +1 qiniucs.com qnssl.com
clouddn.com qbox.me +2 myhuaweicloud.com +2 oci.customer-oci.com +1 customer-oci.com +1 scw.cloud
+1 selcdn.net selstorage.ru +1 vultrobjects.com +1 your-objectstorage.com +1 contabostorage.com
+1 idrivee2.com +1 ionoscloud.com cdn77.org kxcdn.com fastly.net edgekey.net gcdn.co cdn-website.com
arweave.net ar-io.dev permagate.io ipfs.io
ipfs.{dweb.link,nftstorage.link,w3s.link,cf-ipfs.com,4everland.io,infura-ipfs.io,flk-ipfs.xyz,gateway.pinata.cloud}
nftstorage.link w3s.link cf-ipfs.com mypinata.cloud quicknode-ipfs.com lighthouse.storage
4everland.{io,store,link} !eth.limo !eth.link fleek.cool on-fleek.app storjshare.io filebase.io
myfilebase.com icp0.io raw.icp0.io raw.ic0.app
`.replaceAll(HEADING, '');

export const PATH_SITES = `
# Google: addresses that Docs, Drive, Sites, Groups, Apps Script and Cloud Storage give what users publish
google.com docs.google.com /*/d/e/* /*/d/* /*/u/*/d/e/* /*/u/*/d/* /a/*/*/d/e/* /a/*/*/d/*
drive.google.com /file/d/* /drive/folders/* /drive/u/*/folders/* /drive/mobile/folders/* /file/u/*/d/*
/folders/* sites.google.com /view/* /site/* /a/*/* /u/*/view/* /new/* /*/*
groups.google.com /g/* /a/*/g/* /forum/*
script.google.com /macros/s/* /macros/d/* /a/macros/*/s/* /a/*/macros/s/*
photos.google.com /share/* /u/*/share/* lookerstudio.google.com /reporting/* /s/* /embed/reporting/*
datastudio.google.com /reporting/* /embed/reporting/* colab.research.google.com /drive/* /github/*
calendar.google.com /calendar/appointments/* jamboard.google.com /d/* storage.cloud.google.com /*
storage.googleapis.com /* commondatastorage.googleapis.com /* firebasestorage.googleapis.com /v0/b/*
www.googleapis.com /download/storage/v1/b/* /storage/v1/b/* googleapis.com forms.gle /*
photos.app.goo.gl /* maps.app.goo.gl /* goo.gl /maps/* /forms/* /* g.co /* g.page /*
lh3.googleusercontent.com /d/* /* business.site business.google.com feedproxy.google.com /~r/*

# Microsoft: addresses of forms, files, reports and pages that users publish
forms.office.com /r/* /e/* /g/* forms.microsoft.com /r/* /e/* /g/*
forms.cloud.microsoft /r/* /e/* /g/* forms.osi.office365.us /r/* sway.office.com /*
sway.cloud.microsoft /* sway.com /* customervoice.microsoft.com office.com office365.com live.com
onedrive.live.com 1drv.ms /*/*/*/* /*/*/* /*/* 1drv.com microsoft.com app.powerbi.com /view
create.kahoot.it /share/* outlook.office365.com /owa/calendar/* /book/* outlook.office.com /book/*
bookings.cloud.microsoft /book/* loop.cloud.microsoft /p/* loop.microsoft.com /p/*
whiteboard.office.com clipchamp.com /watch/* flow.microsoft.com make.powerautomate.com

# file and document sharing: the share links each product gives out
dropbox.com /s/* /sh/* /scl/fi/* /scl/fo/* /l/s/* /l/scl/* /t/* /transfer/* /request/* /l/*
paper.dropbox.com /doc/* dl.dropboxusercontent.com /s/* /scl/fi/* /u/* dropboxusercontent.com
docsend.com /view/* capture.dropbox.com /* box.com /s/* app.box.com /s/* /v/* /file/* /notes/*
wetransfer.com /downloads/* we.tl /* mega.nz /file/* /folder/* /*
mediafire.com /file/* /folder/* /view/* /download/* download.mediafire.com
4shared.com /s/* /file/* /office/* /folder/* sendspace.com /file/* /filegroup/* gofile.io /d/*
transfer.sh /* file.io /* filebin.net /* bashupload.com /* tmpfiles.org /* anonfiles.com /*
pixeldrain.com /u/* /l/* workupload.com /file/* /archive/* krakenfiles.com /view/* uploadfiles.io /*
filemail.com /d/* /t/* fromsmash.com /* transfernow.net /* /dl/* swisstransfer.com /d/* send.cm /*
hightail.com /* spaces.hightail.com /* sync.com /dl/* cp.sync.com /dl/* pcloud.link /publink/*
u.pcloud.link /publink/* e.pcloud.link /publink/*
icloud.com /iclouddrive/* /keynote/* /pages/* /numbers/* /notes/* /sharedalbum/*
share.icloud.com /photos/* disk.yandex.ru /d/* /i/* disk.yandex.com /d/* /i/* yadi.sk /d/* /i/*
cloud.mail.ru /public/*/* terabox.com /s/* 1024terabox.com /s/* pan.baidu.com /s/*
aliyundrive.com /s/* alipan.com /s/* quark.cn /s/* lanzou{i,o,x,w}.com /* sharefile.com citrixdata.com
egnyte.com /dl/* onehub.com /* share.sync.com /* 1fichier.com acrobat.adobe.com /id/* /link/*
documentcloud.adobe.com /link/* new.express.adobe.com /webpage/* /publishedV2/*
express.adobe.com /page/* spark.adobe.com /page/* indd.adobe.com /view/* xd.adobe.com /view/* /spec/*
adobe.com shared-assets.adobe.com /link/* workspaces.acrobat.com app.pandadoc.com /document/* /p/*
pandadoc.com secure.eu1.adobesign.com issuu.com /* scribd.com /document/* /doc/* slideshare.net /*
calameo.com /read/* /books/* flipsnack.com /* online.flipbuilder.com /* heyzine.com /flip-book/*
publuu.com /flip-book/* anyflip.com /* fliphtml5.com /* yumpu.com /* flipbookpdf.net /web/*
simplebooklet.com /* joom.ag /* prezi.com /view/* /p/* /i/* /* view.genial.ly /* view.genially.com /*
genial.ly /* wakelet.com /wake/* /i/* padlet.com /* /*/* smore.com /n/* /* secure.smore.com /n/*
thinglink.com /card/* /scene/* storage.googleapis.com /* archive.org /details/* /download/*
zenodo.org /records/* /record/* figshare.com /articles/* loom.com /share/* vimeo.com /*
videoask.com /* soapbox.wistia.com /videos/* vidyard.com share.vidyard.com /watch/*
storjshare.io /s/* /raw/* link.storjshare.io /s/* /raw/* cloudinary.com res.cloudinary.com /*
ucarecdn.com /* filestackcontent.com /* cdn.filestackcontent.com /* imagekit.io ik.imagekit.io /*
objectstorage.oraclecloud.com oraclecloud.com /n/*/b/* /p/*/n/*/b/* objects.githubusercontent.com
cdn.discordapp.com /attachments/*/* media.discordapp.net /attachments/*/* files.slack.com /files-pri/*
uploads-ssl.webflow.com /* cdn.prod.website-files.com /* static.wixstatic.com
img1.wsimg.com /blobby/go/* isteam.wsimg.com /*

# forms and surveys: the address each product gives a form
jotform.com /build/* /app/* /sign/* /pdf-templates/* /tables/* /* form.jotform.com /*
submit.jotform.com /* eu.jotform.com /* form.jotformeu.com /* jotform.co /* surveymonkey.com /r/* /s/*
surveymonkey.co.uk /r/* research.net /r/* form.typeform.com /to/* cognitoforms.com /*/*
services.cognitoforms.com /f/* 123formbuilder.com /* form.123formbuilder.com /* tally.so /r/* /forms/*
forms.fillout.com /t/* fillout.com /t/* airtable.com /* forms.monday.com /forms/* wkf.ms /*
view.monday.com /* share.hsforms.com /* forms.zohopublic.{com,eu,in,ca,com.au} /*/form/* /*
forms.zoho.{com,eu,in} /*/form/* zfrmz.{com,eu,in} /* zohopublic.{com,eu,in} /*
survey.zohopublic.{com,eu,in} /zs/* app.smartsheet.com /b/form/* /b/publish smartsheet.com
app.asana.com form.asana.com formaloo.me /* formaloo.net /* forms.clickup.com /*
sharing.clickup.com /* doc.clickup.com /* form.questionscout.com /* feathery.io form.feathery.io /to/*
formfacade.com /public/* docs.form.io opnform.com /forms/* noteforms.com /forms/* forms.yandex.ru /u/*
forms.yandex.com /u/* survio.com /survey/d/* freeonlinesurveys.com /s/* formester.com /f/*
surveyhero.com /c/* surveyplanet.com /* sogosurvey.com questionpro.com /* arcg.is /*
survey123.arcgis.com /share/* storymaps.arcgis.com /stories/* app.formbricks.com /s/* yayforms.link /*
form.taxi /* wj.qq.com /s2/* wjx.cn /vm/* /jq/* wjx.top /vm/* jinshuju.net /f/*
shimo.im /docs/* /forms/* docs.qq.com /doc/* /form/* /sheet/* kdocs.cn /l/* form.run /@*
feishu.cn /docx/* /share/* larksuite.com

# link-in-bio and one-page sites (MISP warning list of link-in-bio domains, and their own help pages)
linktr.ee /* conecta.bio /* dazzl.ink /* downsad.com /* evrl.ink /* hootbio.com /* hyperfollow.com /*
jingle.bio /* kyte.lol /* kytelink.com /* link.gallery /* linkfire.com linkflit.com /*
linkin-bio.digital /* ln.ki /* lnkfy.co /* ohmy.bio /* reach.at /* relink.is /* snapto.link /*
socprofile.com /* tapkit.com /* usebiolink.com /* link.umode.com.br /* bio.site /* beacons.ai /*
beacons.page /* bio.fm /* biolink.{info,site,website} /* bio.link /* biolinky.co /* campsite.bio /*
contactinbio.com /* heylink.me /* hoo.be /* hopp.co /* hopp.bio /* msha.ke /* instabio.cc /*
joy.link /* keepo.io /* keepo.bio /* komi.io later.com /* linkin.bio /* liinks.co /* link.me /*
link.space /* linkbio.co /* lnk.bio /* lnk.at /* linkfly.to /* linkpop.com /* linkr.bio /*
linkr.com /* linksta.cc /* magic.ly /* mez.ink /* milkshake.app /* mssg.me muse.io /* mysoci.al /*
onne.link /* onlink.to /* set.page /* shor.by /* shorby.com /* sleek.bio /* snipfeed.co /*
sociatap.com /* solo.to /* spf.bio /* superprofile.bio /* tap.bio /* tapk.it /* taplink.at /*
taplink.cc /* taplink.ws /* withkoji.com /* koji.to /* wonderl.ink /* wonderlink.de /* znaplink.com /*
zaap.bio /* zez.am /* stan.store /* allmylinks.com /* about.me /* carrd.co flow.page /*
flowcode.com /* fanlink.to /* fanlink.tv /* hypeddit.com /* lnk.to /* lnkfi.re ffm.to /* ffm.bio /*
ditto.fm /* distrokid.com /hyperfollow/* song.link /* odesli.co /* found.ee /* orcd.co /*
artist.link /* alllink.io /* feed.link /* juicy.bio /* jinglebio.link /* kyte.bio /* l1nk.bio /*
lift.bio /* linkby.com /* linki.ee /* linknbio.com /* linkpilot.in /* lynxinbio.com /*
popl.co /profile/* /card/* hihello.me /p/* hihello.com /p/* blinq.me /* dot.cards /* /* uniqode.com /*
qrco.de /* qrfy.com /p/* me-qr.com /* qr-code-generator.com /* qr.page /g/* q-r.to /* scan.page /p/*
pages.qrcodechimp.com /* smart.bio /*

# social networks, messengers and communities: the address of one account, group or post
facebook.com /groups/* /pages/*/* /events/* /people/*/* /marketplace/item/* /share/*/* /share/*
/story.php /* fb.com /* fb.me /* m.me /* fb.watch /* instagram.com /p/* /reel/* /reels/* /stories/* /*
threads.net /* threads.com /* x.com /i/* /* twitter.com /i/* /* t.me /s/* /joinchat/* /*
telegram.me /* telegram.dog /* youtube.com /channel/* /c/* /user/* /shorts/* /live/* /post/* /*
youtu.be /* tiktok.com /* vt.tiktok.com /* vm.tiktok.com /* linkedin.com /in/* /company/* /pulse/*
/posts/* /feed/update/* /events/* /groups/* /school/* /showcase/* /jobs/view/* /video/*
pinterest.{com,co.uk,de,fr,es,it,jp,ca,com.au,com.mx,ru,at,ch,se,pt,nl} /pin/* /* pin.it /*
reddit.com /r/* /user/* /u/* redd.it /* discord.gg /* discord.com /invite/* /channels/*/*
discordapp.com /invite/* wa.me /message/* /* chat.whatsapp.com /invite/* /* whatsapp.com /channel/*
medium.com /p/* /* link.medium.com /* open.substack.com /pub/* quora.com /profile/* /* vk.com /*
vk.ru /* ok.ru /profile/* /group/* /* weibo.com /u/* /* bsky.app /profile/* mastodon.social /*
tumblr.com /* /blog/* soundcloud.com /* open.spotify.com /user/* /show/* /playlist/* twitch.tv /*
flickr.com /photos/* /people/* imgur.com /a/* /gallery/* /* behance.net /gallery/* /*
dribbble.com /shots/* /* deviantart.com /* etsy.com /shop/* /listing/* snapchat.com /add/* /*
line.me /R/ti/p/* /ti/p/* lin.ee /* kakao.com pf.kakao.com /* open.kakao.com /o/* signal.group
zalo.me /* viber.com strava.com /clubs/* /athletes/* meetup.com /*
eventbrite.{com,co.uk,de,fr,es,it,ca,com.au} /e/* /o/* lu.ma /* luma.com /* partiful.com /e/*
evite.com /event/* gofundme.com /f/* gofund.me /* givesendgo.com /* paypal.me /*
paypal.com /paypalme/* /donate/* /pools/c/* cash.app /* venmo.com /u/* /* ko-fi.com /*
buymeacoffee.com /* patreon.com /* onlyfans.com /* calendly.com /* cal.com /* zcal.co /*
doodle.com /bp/* /meeting/* tidycal.com /* savvycal.com /* change.org /p/* petitions.net /*
openpetition.de /petition/* avaaz.org /community_petitions/*
steamcommunity.com /id/* /profiles/* /groups/* /sharedfiles/* roblox.com /users/* /groups/* /games/*
amazon.com /shop/* /stores/* kickstarter.com /projects/* indiegogo.com /projects/*
producthunt.com /posts/* zoom.us /j/* /my/* /meeting/register/* /webinar/register/*
events.zoom.us /ev/* meet.google.com /* teams.live.com /meet/* webex.com

# code hosting, pastes, boards and pages: the address of one user, project or page
github.com /orgs/* /* raw.githubusercontent.com /* gist.github.com /* gist.githubusercontent.com /*
codeload.github.com /* githubusercontent.com media.githubusercontent.com /media/* gitlab.com /*
bitbucket.org /* codeberg.org /* gitee.com /* sourceforge.net /projects/* /p/* /u/* sf.net /projects/*
huggingface.co /spaces/* /datasets/* /* hf.co /spaces/* /* kaggle.com /* replit.com /*
stackblitz.com /edit/* codesandbox.io /s/* /p/* codepen.io /* cdpn.io /* jsfiddle.net /* jsbin.com /*
output.jsbin.com /* plnkr.co /plunk/* glitch.com /edit/* val.town /x/* observablehq.com /*
rawcdn.githack.com /* raw.githack.com /* cdn.jsdelivr.net /gh/* /npm/*
fastly.jsdelivr.net /gh/* /npm/* unpkg.com /* cdn.statically.io /gh/* /gl/* htmlpreview.github.io /*
cdn.rawgit.com /* esm.sh /* npmjs.com /package/* pypi.org /project/* hub.docker.com /r/* /u/*
packagist.org /packages/* crates.io /crates/* pastebin.com /raw/* /u/* /* hastebin.com /* /share/*
rentry.co /* rentry.org /* telegra.ph /* graph.org /* te.legra.ph /* justpaste.it /* jpst.it /*
paste.ee /p/* /r/* /d/* dpaste.com /* dpaste.org /* ghostbin.com /paste/* controlc.com /*
textbin.net /* privatebin.net pastelink.net /* write.as /* txt.fyi /* notes.io /*
anotepad.com /notes/* /note/* notion.so /* evernote.com /shard/*/* /l/* share.evernote.com /note/*
trello.com /b/* /c/* miro.com /app/board/* /app/live-embed/*
figma.com /file/* /proto/* /design/* /board/* /deck/* /community/file/*
canva.com /design/*/* /design/* my.canva.site /* coda.io /d/* /@* craft.me /s/* craft.do /s/*
docs.craft.do nuclino.com /p/* slite.com /p/* mural.co /t/* whimsical.com /* lucid.app /documents/*
lucid.co lucidchart.com /documents/* gamma.app /docs/* /public/* tome.app /* pitch.com /public/* /v/*
app.slidebean.com /* beautiful.ai /player/* mindmeister.com /map/* coggle.it /diagram/*
xmind.works /share/* claude.ai /public/artifacts/* /share/* claude.site /artifacts/*
chatgpt.com /share/* /canvas/shared/* /g/* poe.com /* grok.com /share/*
perplexity.ai /page/* /search/* eepurl.com /* mailchi.mp /* campaign-archive.com
lp.constantcontactpages.com /* /ev/* myemail.constantcontact.com /* conta.cc /*
preview.mailerlite.com /* preview.mailerlite.io /* dashboard.mailerlite.com /forms/*
pages.e-goi.com /* cdn.forms-content.sg-form.com /* sendfox.com /* app.getresponse.com
substack.com /@* /profile/* /home/post/* ipfs.io /ipfs/* /ipns/* dweb.link /ipfs/* /ipns/*
gateway.ipfs.io /ipfs/* /ipns/* cloudflare-ipfs.com /ipfs/* /ipns/* cf-ipfs.com /ipfs/* /ipns/*
gateway.pinata.cloud /ipfs/* pinata.cloud ipfs.infura.io /ipfs/* infura-ipfs.io /ipfs/*
nftstorage.link /ipfs/* w3s.link /ipfs/* 4everland.io /ipfs/* ipfs.fleek.co /ipfs/*
hardbin.com /ipfs/* gw3.io /ipfs/* trustless-gateway.link /ipfs/* ipfs.eth.aragon.network /ipfs/*
crustwebsites.net /ipfs/* crustipfs.xyz /ipfs/* ipfs.subutai.io /ipfs/* ipfs.best-practice.se /ipfs/*
ipfs.eternum.io /ipfs/* jorropo.net /ipfs/* storry.tv /ipfs/* ipfs.runfission.com /ipfs/*
ipfs.filebase.io /ipfs/* gateway.lighthouse.storage /ipfs/* ipfs.thirdwebcdn.com /ipfs/*
quicknode.quicknode-ipfs.com /ipfs/* flk-ipfs.xyz /ipfs/* ipfs.tech /ipfs/* ipfs.particle.network /*
arweave.net /* ar-io.net /* permagate.io /* g8way.io /* web.archive.org /web/*/* archive.ph /*
archive.is /* archive.today /* urlscan.io /result/*
`.replaceAll(HEADING, '');
