/**
 * Hosts that no list may flag as a whole: phishing imitates them, and readers must reach them. Written by hand. A bank
 * or parcel service that only one country knows belongs here too.
 */
export const ESSENTIAL_NAMES = {
  webmail: `
    gmail.com mail.google.com outlook.com outlook.live.com outlook.office.com outlook.office365.com hotmail.com live.com
    yahoo.com mail.yahoo.com aol.com mail.aol.com icloud.com proton.me mail.proton.me protonmail.com fastmail.com
    app.fastmail.com zoho.com mail.zoho.com zoho.eu gmx.de gmx.net gmx.com gmx.at gmx.ch web.de mail.com t-online.de
    freenet.de posteo.de mailbox.org tuta.com tutanota.com yandex.com mail.yandex.com yandex.ru mail.ru rambler.ru
    qq.com mail.qq.com 163.com mail.163.com 126.com sina.com naver.com daum.net rediffmail.com libero.it virgilio.it
    orange.fr laposte.net free.fr sfr.fr wp.pl onet.pl o2.pl interia.pl seznam.cz centrum.cz bluewin.ch infomaniak.com
    ziggo.nl xs4all.nl telenet.be telia.com uol.com.br terra.com.br bigpond.com comcast.net xfinity.com att.net
    verizon.net cox.net btinternet.com virginmedia.com talktalk.co.uk hey.com startmail.com`,
  'mail service': `
    sendgrid.com mailchimp.com mailgun.com amazonses.com sparkpost.com hubspot.com klaviyo.com constantcontact.com
    mandrillapp.com postmarkapp.com brevo.com sendinblue.com mailjet.com cleverreach.com salesforce.com marketo.com
    activecampaign.com getresponse.com campaignmonitor.com mailerlite.com rackspace.com godaddy.com ionos.de ionos.com
    strato.de hetzner.com ovh.com ovhcloud.com mimecast.com proofpoint.com barracuda.com sendcloud.com`,
  'sign-in': `
    accounts.google.com myaccount.google.com login.microsoftonline.com login.microsoft.com login.live.com
    account.microsoft.com login.windows.net login.yahoo.com appleid.apple.com account.apple.com account.proton.me
    accounts.zoho.com id.atlassian.com okta.com auth0.com onelogin.com duosecurity.com pingidentity.com login.gov id.me
    login.salesforce.com signin.aws.amazon.com github.com facebook.com linkedin.com x.com twitter.com instagram.com
    whatsapp.com telegram.org discord.com steamcommunity.com store.steampowered.com 1password.com bitwarden.com
    lastpass.com docusign.com docusign.net adobe.com dropbox.com slack.com zoom.us login.wordpress.org netflix.com
    spotify.com amazon.com amazon.de amazon.co.uk amazon.fr amazon.it amazon.es amazon.co.jp amazon.ca ebay.com ebay.de`,
  bank: `
    paypal.com chase.com bankofamerica.com wellsfargo.com citi.com citibank.com capitalone.com usbank.com pnc.com
    truist.com tdbank.com americanexpress.com discover.com navyfederal.org schwab.com fidelity.com vanguard.com
    hsbc.com hsbc.co.uk barclays.co.uk barclays.com lloydsbank.com lloydsbank.co.uk natwest.com rbs.co.uk
    santander.co.uk santander.com nationwide.co.uk halifax.co.uk tsb.co.uk monzo.com revolut.com wise.com
    starlingbank.com sparkasse.de deutsche-bank.de deutsche-bank.com commerzbank.de commerzbank.com postbank.de ing.de
    ing.com ing.nl dkb.de n26.com comdirect.de volksbank.de vr.de hypovereinsbank.de targobank.de consorsbank.de
    norisbank.de santander.de bnpparibas.com bnpparibas.net credit-agricole.fr societegenerale.fr societegenerale.com
    labanquepostale.fr caisse-epargne.fr banquepopulaire.fr creditmutuel.fr cic.fr lcl.fr boursorama.com boursobank.com
    bbva.es bbva.com caixabank.es caixabank.com bancosantander.es bankinter.com bancsabadell.com unicredit.it
    intesasanpaolo.com bancobpm.it abnamro.nl abnamro.com rabobank.nl rabobank.com snsbank.nl kbc.be belfius.be
    bnpparibasfortis.be erstebank.at sparkasse.at raiffeisen.at bawag.at raiffeisen.ch ubs.com postfinance.ch
    credit-suisse.com zkb.ch nordea.com danskebank.dk danskebank.com seb.se swedbank.se handelsbanken.se dnb.no op.fi
    pkobp.pl ipko.pl mbank.pl ingbank.pl csob.cz csas.cz kb.cz otpbank.hu bancatransilvania.ro aib.ie bankofireland.com
    millenniumbcp.pt cgd.pt nbg.gr eurobank.gr sberbank.ru tinkoff.ru isbank.com.tr akbank.com rbc.com rbcroyalbank.com
    td.com scotiabank.com bmo.com cibc.com desjardins.com commbank.com.au anz.com anz.com.au nab.com.au westpac.com.au
    sbi.co.in onlinesbi.sbi hdfcbank.com icicibank.com axisbank.com kotak.com icbc.com.cn ccb.com abchina.com boc.cn
    bankcomm.com cmbchina.com dbs.com dbs.com.sg ocbc.com uobgroup.com itau.com.br bradesco.com.br bb.com.br
    caixa.gov.br santander.com.br nubank.com.br mufg.jp smbc.co.jp rakuten-bank.co.jp kbstar.com shinhan.com
    standardbank.co.za fnb.co.za absa.co.za capitecbank.co.za coinbase.com binance.com kraken.com crypto.com
    blockchain.com metamask.io stripe.com klarna.com venmo.com zellepay.com cash.app skrill.com payoneer.com
    westernunion.com moneygram.com visa.com mastercard.com alipay.com`,
  parcel: `
    dhl.com dhl.de ups.com fedex.com usps.com royalmail.com parcelforce.com evri.com hermesworld.com myhermes.de dpd.com
    dpd.co.uk dpd.de dpd.fr gls-group.eu gls-group.com tnt.com deutschepost.de laposte.fr chronopost.fr colissimo.fr
    mondialrelay.fr correos.es seur.com poste.it postnl.nl bpost.be post.ch post.at postnord.com postnord.se postnord.dk
    posti.fi bring.no posten.no inpost.pl poczta-polska.pl ceskaposta.cz posta.sk posta.hu anpost.com anpost.ie ctt.pt
    elta.gr ptt.gov.tr pochta.ru canadapost.ca canadapost-postescanada.ca purolator.com auspost.com.au nzpost.co.nz
    japanpost.jp kuronekoyamato.co.jp sagawa-exp.co.jp indiapost.gov.in correios.com.br sf-express.com aramex.com
    singpost.com hongkongpost.hk israelpost.co.il postoffice.co.za ontrac.com lasership.com`,
  'tax office': `
    irs.gov ssa.gov medicare.gov usa.gov healthcare.gov www.gov.uk tax.service.gov.uk hmrc.gov.uk elster.de bzst.de
    bund.de arbeitsagentur.de rundfunkbeitrag.de impots.gouv.fr ameli.fr service-public.fr franceconnect.gouv.fr
    agenziaentrate.gov.it inps.it agenciatributaria.es agenciatributaria.gob.es seg-social.es belastingdienst.nl digid.nl
    minfin.fgov.be finanzonline.bmf.gv.at bmf.gv.at oesterreich.gv.at estv.admin.ch skatteverket.se bankid.com
    skatteetaten.no skat.dk borger.dk vero.fi suomi.fi podatki.gov.pl revenue.ie canada.ca cra-arc.gc.ca ato.gov.au
    my.gov.au ird.govt.nz incometax.gov.in incometaxindia.gov.in receita.fazenda.gov.br www.gov.br sat.gob.mx nta.go.jp
    iras.gov.sg aade.gr portaldasfinancas.gov.pt sars.gov.za nav.gov.hu gosuslugi.ru turkiye.gov.tr chinatax.gov.cn`,
} as const;

export type EssentialKind = keyof typeof ESSENTIAL_NAMES;

export function essentialNames(kind?: EssentialKind): readonly string[] {
  const tables = kind === undefined ? Object.values(ESSENTIAL_NAMES) : [ESSENTIAL_NAMES[kind]];
  return [...new Set(tables.flatMap((table) => table.trim().split(/\s+/)))];
}
