/** Hosts that `core/url` and `core/guard` do not distinguish. Names cover subdomains. */

/**
 * Services that write on behalf of others: reviews, tickets, invoices, applications, newsletters. Source: each
 * service's page on its sending domains.
 */
export const AGENTS = `
  actblue.com activehosted.com acemlna.com aftership.com alchemer.com allegromail.pl amazonses.com bazaarvoice.com
  bazaarvoice-cgc.com beehiiv.com bill.com billtrust.com blackhawknetwork.com braze.com brevo.com bronto.com
  cashstar.com ccsend.com cheetahmail.com clover.com cmail19.com cmail20.com constantcontact.com convertkit-mail.com
  convertkit-mail2.com convey.com createsend.com customer.io customeriomail.com cvent.com demandforce.com docusign.net
  ekomi.com emarsys.net eventbrite.com eventbritemail.com everyaction.com exacttarget.com feefo.com foresee.com
  freshbooks.com freshdesk.com getresponse.com ghost.io giftcards.com gorgias.com govdelivery.com granicus.com
  greenhouse-mail.io greenhouse.io happyreturns.com helpscout.net hs-send.com hubspot.com hubspotemail.net icims.com
  inmoment.com intercom-mail.com intuit.com iterable.com judge.me klaviyomail.com lever.co loopreturns.com mailgun.org
  mailjet.com mandrillapp.com marketo.com mcdlv.net mcsv.net medallia.com medallia.eu meetup.com mjt.lu mktomail.com
  myworkday.com narvar.com nationbuilder.com netsuite.com nextpt.co ngcecodes.com ngpvan.com okendo.io parcellab.com
  pardot.com patientpop.com paymentus.com phreesia.com pitneybowes.com powerreviews.com qualtrics-survey.com
  qualtrics.com responsys.net reviews.io route.com rs6.net rsgsv.net salesforce-communications.com salesforce.com
  sendgrid.net sendibm1.com sendibm3.com sendcloud.sc sendinblue.com shippo.com shipstation.com shopifyemail.com smartrecruiters.com
  smg.com solutionreach.com sparkpostmail.com splashthat.com square.com squareup.com stamped.io stripe.com substack.com
  successfactors.com surveymonkey.com surveymonkeyuser.com taleo.net tango.com ticketmaster.com toast-restaurants.com
  toasttab.com trustedshops.com trustedshops.de trustpilot.com trustpilotmail.com typeform.com weave.com workday.com
  xero.com yotpo.com zendesk.com zocdoc.com`;

/**
 * Agents that carry anybody's mail. Customers write under their own domains, so a carrier's address identifies nobody.
 * Source: the carriers' instructions for senders.
 */
export const CARRIERS = `
  amazonses.com sendgrid.net sendgrid.me mailgun.org mandrillapp.com mcsv.net rsgsv.net mcdlv.net mailjet.com mjt.lu
  sparkpostmail.com sendinblue.com sendibm1.com sendibm3.com cmail19.com cmail20.com createsend.com customeriomail.com
  activehosted.com acemlna.com klaviyomail.com getresponse.com exacttarget.com responsys.net`;

/** Sites that mail of most senders links to, so such links prove nothing. */
export const SOCIAL_SITES = `
  apps.apple.com itunes.apple.com bsky.app discord.com discord.gg facebook.com fb.com fb.me flickr.com instagram.com
  linkedin.com mastodon.social medium.com pinterest.com play.google.com plus.google.com reddit.com snapchat.com t.me
  telegram.org threads.net tiktok.com tumblr.com twitter.com vimeo.com w3.org wa.me whatsapp.com x.com xing.com
  youtu.be youtube.com`;

/** Rented storage whose pages have no name of their own. Source: each service's documentation of bucket addresses. */
export const STORAGE_HOSTS = `
  storage.googleapis.com storage.cloud.google.com firebasestorage.googleapis.com commondatastorage.googleapis.com
  amazonaws.com r2.dev r2.cloudflarestorage.com blob.core.windows.net web.core.windows.net digitaloceanspaces.com
  backblazeb2.com wasabisys.com linodeobjects.com vultrobjects.com oraclecloud.com customer-oci.com aliyuncs.com
  myqcloud.com cloudfront.net azureedge.net azurefd.net b-cdn.net ipfs.io dweb.link cf-ipfs.com nftstorage.link
  w3s.link arweave.net sufybkt.com ctfassets.net contabostorage.com scw.cloud ufileos.com selstorage.ru selcdn.ru
  selcdn.com storage.yandexcloud.net clouddn.com tigris.dev storjshare.io filebase.io mypinata.cloud pinata.cloud
  idrivee2.com your-objectstorage.com`;

export const FORM_HOSTS = `
  docs.google.com/forms forms.gle forms.office.com forms.microsoft.com forms.cloud.microsoft jotform.com jotform.me
  typeform.com wufoo.com formstack.com 123formbuilder.com 123formbuilder.io formsite.com cognitoforms.com
  surveyheart.com zohopublic.com form.jotform.com paperform.co tally.so fillout.com smartsurvey.co.uk
  customervoice.microsoft.com`;

/** Sites where anybody can publish without an account. */
export const PAGE_HOSTS = `telegra.ph te.legra.ph graph.org`;

/** Source: the open-redirect rules of Sublime Security. */
export const OPEN_REDIRECTORS = `
  adobe.com baidu.com bing.com doubleclick.net duckduckgo.com ebay.com facebook.com google.com googleadservices.com
  googleapis.com googleusercontent.com instagram.com linkedin.com live.com medium.com microsoft.com reddit.com
  slack-redir.net steamcommunity.com translate.goog trustpilot.com vk.com yahoo.com yandex.ru youtube.com`;

/**
 * Cheap or free endings, common for throwaway sites. Source: Interisle's yearly phishing landscape reports, and
 * Spamhaus' list of most abused endings.
 */
export const CHEAP_ENDINGS = `
  accountant agency asia autos baby bargains beauty best bet bid bio biz blog boats bond br.com buzz cam cash casino cc center cf cfd
  city click club co.ua com.se company credit cyou dad date de.com deals digital download email eu.com exchange faith
  finance fit foo fun fund ga games gb.net gdn gift gq group guru hair homes host icu in.net info ing jp.net lat life
  link live loan lol ltd makeup market men ml mobi mom money monster motorcycles mov network ninja one online party pics
  poker press pro promo pw quest racing rest review rocks ru.com run sa.com sale sbs science services shop site skin
  solutions space store stream su support surf tech tk today top trade uk.com uno us.com us.org vegas vip website wiki
  win work world ws xyz yachts za.com za.net zip zone`;

/**
 * Cheap endings that also have brands' short domains (`spotify.link`, `fxn.ws`, `ibm.biz`, `vk.cc`;
 * PeterDaveHello/url-shorteners) and mailing services' trackers (`laposta.email`, `rdstation.email`).
 */
export const LINK_ENDINGS = `biz cc email link ws`;

/** Providers of private mailboxes that `core/guard` lacks. */
export const MORE_MAILBOXES = `
  alice.it citromail.hu docomo.ne.jp gmx.us iinet.net.au mindspring.com numericable.fr roadrunner.com softbank.ne.jp
  telefonica.net terra.es outlook.com.br live.ca hotmail.co.jp yahoo.co.jp usa.com onmail.com tutanota.de tutamail.com
  duck.com proton.me pm.me`;
