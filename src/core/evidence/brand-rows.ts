/**
 * Brands that senders imitate, and the brands' own domains.
 *
 * Per line: names, `|`, registrable domains; the first name is shown. `~` marks an everyday word or surname, which
 * counts only if nothing but words like *team* stands beside it. `acme.*` is any general or country ending except
 * `SOLD_TO_ANYBODY`, for brands that own their name almost everywhere. A missing domain can flag the brand's own mail;
 * a wrong one can only miss phishing. Leave out domains where strangers get an address or a page (`amazonses.com`,
 * `onmicrosoft.com`).
 *
 * Source: the brand's own site (its first domain), its imprint or page on mail senders (Chronopost's names
 * `pickup.fr`); for short domains, PeterDaveHello/url-shorteners, or the brand's own mail and posts in public repositories (`auspo.st`,
 * `abnb.co`).
 */
export interface BrandRowGroup {
  readonly about: string;
  /**
   * Rows added because the development mail imitates these brands; `npm run lab -- evidence --without-dev-rows` measures without them.
   */
  readonly isLearnt: boolean;
  readonly rows: string;
}

export const BRAND_ROWS: readonly BrandRowGroup[] = [
  {
    about: 'mail, cloud, office',
    isLearnt: false,
    rows: `
Microsoft, Office 365, Office365, Microsoft 365, Microsoft365, OneDrive, SharePoint, Windows Defender, ~Outlook, ~Hotmail, ~Windows, ~Azure, ~Xbox, ~Skype | microsoft.com microsoftonline.com office.com office365.com live.com outlook.com hotmail.com onedrive.com sharepoint.com sharepointonline.com msn.com xbox.com azure.com skype.com windows.com microsoft.net microsoftstore.com office.net microsoftemail.com dynamics.com bing.com cloud.microsoft linkedin.com github.com aka.ms msft.it 1drv.ms xbx.lv
Google, Gmail, Google Drive, Google Workspace, ~YouTube, ~Google Play, ~Android | google.* gmail.com googlemail.com youtube.com withgoogle.com withyoutube.com goo.gl g.co gstatic.com doubleclick.net android.com firebase.com g.page
Yahoo, Yahoo Mail | yahoo.* yahoo-inc.com yahooinc.com aol.com
AOL Mail, ~AOL | aol.com yahoo.com aol.net
Apple ID, ~Apple, iCloud, iTunes, AppleID, Apple Support, Apple Security, ~App Store, ~Apple Pay | apple.com icloud.com me.com mac.com itunes.com apple.co apple.news itun.es
Proton, ProtonMail, Proton Me | proton.me protonmail.com protonmail.ch protonvpn.com pm.me
Dropbox | dropbox.com dropboxmail.com dropbox-mail.com hellosign.com dropboxsign.com db.tt
DocuSign | docusign.* docusign.com docusign.net
Adobe, Adobe Sign, Adobe Acrobat, Acrobat Reader | adobe.com adobesign.com echosign.com adobe.ly frame.io behance.net
WeTransfer | wetransfer.com we.tl
Zoom Video, ~Zoom | zoom.us zoom.com
Webex | webex.com cisco.com
Slack Technologies, ~Slack | slack.com slack-mail.com
GoDaddy | godaddy.com secureserver.net
Namecheap | namecheap.com
IONOS, 1und1, 1&1 | ionos.* ionos.com 1und1.de 1and1.* ui-portal.de
Strato AG, ~Strato | strato.de strato.nl strato.com
OVHcloud, ~OVH | ovh.* ovhcloud.com ovh.com
Locaweb | locaweb.com.br
HostGator | hostgator.com hostgator.com.br
KingHost | kinghost.com.br
Registro.br | registro.br nic.br
McAfee | mcafee.com mcafeesecure.com trellix.com
Norton Antivirus, Norton Security, Norton 360, Norton360, NortonLifeLock, LifeLock | norton.com nortonlifelock.com lifelock.com symantec.com gendigital.com
TotalAV | totalav.com
Avast | avast.com gendigital.com
AVG Antivirus, ~AVG | avg.com avast.com
Kaspersky | kaspersky.*
Bitdefender | bitdefender.*
Geek Squad | geeksquad.com bestbuy.com
ExpressVPN | expressvpn.com
NordVPN | nordvpn.com nordaccount.com nordsecurity.com
Surfshark | surfshark.com
Cloudflare | cloudflare.com
cPanel | cpanel.net cpanel.com
Roundcube | roundcube.net
Zimbra | zimbra.com synacor.com
GitHub, ~Git Hub | github.com githubusercontent.com git.io
Discord App, ~Discord | discord.com discordapp.com discord.gg dis.gd
Telegram Messenger, ~Telegram | telegram.org t.me
WhatsApp | whatsapp.com facebook.com meta.com facebookmail.com`,
  },
  {
    about: 'social sites, games, streaming',
    isLearnt: false,
    rows: `
Facebook, Meta Business, Meta Support, Meta for Business, Facebook Business, ~Meta, ~Messenger | facebook.com facebookmail.com meta.com fb.com fb.me metamail.com workplace.com instagram.com m.me
Instagram | instagram.com facebookmail.com meta.com instagr.am ig.me
X Corp, ~Twitter | twitter.com x.com t.co
LinkedIn | linkedin.com lnkd.in microsoft.com
TikTok | tiktok.com tiktokv.com bytedance.com
Snapchat | snapchat.com snap.com
Pinterest | pinterest.* pin.it
Reddit | reddit.com redditmail.com redd.it
Roblox | roblox.com
Steam Support, SteamPowered, ~Steam | steampowered.com steamcommunity.com valvesoftware.com s.team
Epic Games, Fortnite | epicgames.com
PlayStation | playstation.com sony.com sonyentertainmentnetwork.com playstationemail.com
Nintendo | nintendo.* nintendo.com nintendo.net ninten.do
Twitch | twitch.tv
Netflix | netflix.com netflix.net nflx.it
Spotify | spotify.com spoti.fi spotify.link
Disney+, Disney Plus, DisneyPlus, ~Disney | disneyplus.com disney.com go.com d23.com disneyonline.com disneystore.com shopdisney.com disneypublishing.com disneyworld.com di.sn
Hulu | hulu.com disney.com hulu.tv
Paramount+, Paramount Plus, ParamountPlus | paramountplus.com paramount.com cbsinteractive.com
Peacock TV, ~Peacock | peacocktv.com nbcuni.com
SiriusXM, Sirius XM | siriusxm.com siriusxm.ca
DAZN | dazn.com
Spectrum Internet | spectrum.com charter.com spectrum.net`,
  },
  {
    about: 'shops',
    isLearnt: false,
    rows: `
Amazon, Amazon Prime, Prime Video, PrimeVideo, ~AWS, Amazon Web Services | amazon.* amazon.com primevideo.com audible.com amazonpay.com aboutamazon.com amazon.work awscloud.com amazonaws.com amzn.to a.co amzn.eu amzn.com amzn.in
eBay | ebay.* ebay.com ebay.to ebay.us
Walmart | walmart.com walmart.ca wal-mart.com walmrt.us
Target Corporation, ~Target | target.com
Costco | costco.* costco.com
Best Buy, BestBuy | bestbuy.com bestbuy.ca
Home Depot, HomeDepot, The Home Depot | homedepot.com homedepot.ca thd.co
Lowe's | lowes.com lowes.ca low.es
Harbor Freight | harborfreight.com
Tractor Supply | tractorsupply.com
Ace Hardware | acehardware.com
Dick's Sporting Goods, Dicks Sporting | dickssportinggoods.com dcsg.com
Sam's Club | samsclub.com walmart.com
CVS Pharmacy, ~CVS | cvs.com cvshealth.com
Walgreens | walgreens.com
Kohl's | kohls.com
Macy's | macys.com mcys.co
Nordstrom | nordstrom.com
Sephora | sephora.*
Starbucks | starbucks.* starbucksrewards.com sbux.co
McDonald's | mcdonalds.* mcd.to
Burger King | burgerking.* bk.com
Chick-fil-A | chick-fil-a.com
Cracker Barrel | crackerbarrel.com
Temu | temu.com temuemail.com temu.to
SHEIN | shein.* sheinemail.com
AliExpress | aliexpress.* aliexpress.com alibaba.com
Alibaba | alibaba.com aliexpress.com alibabacloud.com
Wish.com | wish.com
Zalando | zalando.* zln.do
Otto.de, ~Otto | otto.de
MediaMarkt, Media Markt | mediamarkt.* saturn.de mediamarktsaturn.com
Saturn.de | saturn.de mediamarktsaturn.com
Lidl | lidl.* lidl-newsletter.de lidl.com
Aldi | aldi.* aldi-sued.de aldi-nord.de aldi.us hofer.at
Edeka | edeka.de
Rewe | rewe.de rewe-group.com
Rossmann | rossmann.*
Netto Marken-Discount, ~Netto | netto-online.de netto.*
Kaufland | kaufland.*
Fressnapf | fressnapf.*
Decathlon | decathlon.*
Douglas Gutschein, ~Douglas | douglas.*
dm-drogerie, dm drogerie | dm.de dm-drogeriemarkt.de
Bauhaus | bauhaus.*
OBI Baumarkt, ~OBI | obi.de obi.com
Hornbach | hornbach.*
IKEA | ikea.*
Tchibo | tchibo.*
Coop.ch | coop.ch
Migros | migros.ch
Carrefour | carrefour.*
E.Leclerc, Leclerc | leclerc.fr e.leclerc leclerc.com
Leroy Merlin | leroymerlin.*
La Redoute | laredoute.*
Cdiscount | cdiscount.com
Fnac Darty, ~Fnac, ~Darty | fnac.com darty.com fnacdarty.com
Bol.com | bol.com
Albert Heijn | ah.nl
Kruidvat | kruidvat.nl
Coolblue | coolblue.*
Mercado Livre, Mercado Libre, MercadoLivre, MercadoLibre, Mercado Pago, MercadoPago | mercadolibre.* mercadolivre.com.br mercadolivre.com mercadopago.* mercadopago.com mpago.la mpago.li meli.la
Magazine Luiza, Magalu | magazineluiza.com.br magalu.com magalu.com.br
Americanas | americanas.com.br
Casas Bahia | casasbahia.com.br
Shopee | shopee.* shope.ee
OLX | olx.*
Rakuten, 楽天 | rakuten.co.jp rakuten.com rakuten-card.co.jp rakuten.ne.jp r10.to
Vinted | vinted.* vinted.com
Leboncoin | leboncoin.fr`,
  },
  {
    about: 'telephone, power, parcels',
    isLearnt: false,
    rows: `
T-Mobile | t-mobile.* t-mobile.com telekom.com t-mo.co
Verizon | verizon.com verizonwireless.com vz.to
AT&T, ATT Mail | att.com att.net
Xfinity | xfinity.com comcast.com comcast.net xfin.tv comca.st
Comcast | comcast.com comcast.net xfinity.com comca.st xfin.tv
Vodafone | vodafone.*
Telekom, T-Online, Deutsche Telekom, Magenta Telekom | telekom.de t-online.de telekom.com magenta.at
O2 Online | o2online.de o2.co.uk o2.de
Freenet | freenet.de freenet-mobilfunk.de
GMX | gmx.* gmx.net united-internet.de
WEB.DE | web.de united-internet.de 1und1.de
Bouygues Telecom | bouyguestelecom.fr
SFR | sfr.fr
Orange Bank, ~Orange | orange.fr orange.com orange.*
Ziggo | ziggo.nl
KPN | kpn.com kpn.nl
Telstra | telstra.com telstra.com.au
Optus | optus.com.au
Telus | telus.com
Claro | claro.*
Vivo Empresas, ~Vivo | vivo.com.br
TIM Brasil | tim.com.br
Telefónica, Movistar | telefonica.* movistar.*
British Telecom, BT Broadband | bt.com btinternet.com
Swisscom | swisscom.com swisscom.ch bluewin.ch
Enel | enel.* enel.com
Cemig | cemig.com.br
Light SA | light.com.br
Neoenergia | neoenergia.com
Sabesp | sabesp.com.br
EDF, ~Électricité de France | edf.fr
E.ON | eon.de eon.com
Vattenfall | vattenfall.*
Eneco | eneco.nl
Essent | essent.nl
TotalEnergies | totalenergies.fr totalenergies.com
DHL, DHL Paket, DHL Express | dhl.* dhl.com dhl.de dpdhl.com deutschepost.de dhlparcel.nl
Deutsche Post | deutschepost.de dhl.de
UPS, UPS Paket, United Parcel | ups.com
FedEx | fedex.com
USPS, US Postal Service, United States Postal | usps.com usps.gov
DPD | dpd.* dpd.com dpdgroup.com
GLS, GLS Paket | gls-group.eu gls-group.com gls-pakete.de gls-italy.com
Hermes Paket, ~Hermes | myhermes.de hermesworld.com
Evri | evri.com myhermes.co.uk
Royal Mail | royalmail.com
PostNL | postnl.nl postnl.com postnl.be
bpost | bpost.be
La Poste, LaPoste, Colissimo | laposte.fr laposte.net colissimo.fr notif-colissimo-laposte.info laposte.info
Chronopost | chronopost.fr pickup.fr laposte.fr
Mondial Relay | mondialrelay.fr mondialrelay.com
Poste Italiane, Postepay | poste.it posteitaliane.it
Correos Express, ~Correos | correos.es correosexpress.com
Correios | correios.com.br correios.gov.br
CTT Expresso, ~CTT | ctt.pt
Swiss Post, Schweizerische Post, Die Post, Post CH | post.ch
Österreichische Post, Post.at | post.at
Canada Post | canadapost.ca canadapost-postescanada.ca
Australia Post, AusPost | auspost.com.au auspo.st
An Post | anpost.com anpost.ie
PostNord | postnord.* postnord.com
InPost | inpost.* inpost.pl
Poczta Polska | poczta-polska.pl
Japan Post | japanpost.jp
Yamato Transport | kuronekoyamato.co.jp
Sagawa | sagawa-exp.co.jp
Israel Post | israelpost.co.il
SingPost | singpost.com`,
  },
  {
    about: 'payment and banks',
    isLearnt: false,
    rows: `
PayPal | paypal.* paypal.com paypal-communication.com paypal-brasil.com.br paypal-prepaid.com py.pl
Venmo | venmo.com paypal.com
Cash App, CashApp | cash.app square.com squareup.com squ.re
Zelle | zellepay.com zelle.com
Klarna | klarna.* klarna.com
Stripe Payments, ~Stripe | stripe.com
Revolut | revolut.com
Wise Payments, ~Wise | wise.com transferwise.com
Western Union | westernunion.com
MoneyGram | moneygram.com
Visa Card, ~Visa | visa.com
Mastercard, Master Card | mastercard.* mastercard.com mstr.cd
American Express, AmericanExpress, Amex | americanexpress.com aexp.com amex.com amex.co
Bank of America, BankofAmerica | bankofamerica.com bofa.com
Wells Fargo | wellsfargo.com
Chase Bank, JPMorgan, ~Chase | chase.com jpmorgan.com jpmchase.com
Citibank, ~Citi | citi.com citibank.* citibank.com citi.asia
Capital One | capitalone.com capital.one
US Bank, ~USBank | usbank.com
Navy Federal | navyfederal.org
USAA | usaa.com
Discover Card, Discover Bank | discover.com
PNC Bank | pnc.com
Truist | truist.com
TD Bank, ~TD Canada Trust | td.com tdbank.com
HSBC | hsbc.* hsbc.com
Barclays, Barclaycard, Barclays Bank | barclays.co.uk barclays.com barclaycard.* barclaycard.co.uk barclays.de
Lloyds Bank | lloydsbank.co.uk lloydsbank.com
NatWest | natwest.com
Santander | santander.* gruposantander.com santander.co.uk
Halifax Bank, ~Halifax | halifax.co.uk
Nationwide Building | nationwide.co.uk
Sparkasse, Sparkassen | sparkasse.de sparkasse.at
Volksbank, Raiffeisen, Raiffeisenbank, VR Bank | volksbank.de vr.de raiffeisen.* raiffeisen.ch vr-bank.de
Commerzbank | commerzbank.de commerzbank.com
Deutsche Bank | deutsche-bank.de db.com
Postbank | postbank.de deutsche-bank.de
ING Diba, ING Bank, ~ING | ing.de ing.com ing.nl ing-diba.de
Comdirect | comdirect.de commerzbank.de
DKB | dkb.de
N26 | n26.com
Targobank | targobank.de
Consorsbank | consorsbank.de
Advanzia Bank, ~Advanzia | advanzia.com
UBS Bank | ubs.com
PostFinance | postfinance.ch
Credit Suisse | credit-suisse.com ubs.com
Rabobank | rabobank.nl rabobank.com
ABN AMRO | abnamro.nl abnamro.com
SNS Bank | snsbank.nl
Bunq | bunq.com
BNP Paribas | bnpparibas.net bnpparibas.com group.bnpparibas mabanque.bnpparibas
Crédit Agricole | credit-agricole.fr credit-agricole.com
Société Générale | societegenerale.fr societegenerale.com
Caisse d'Epargne, Caisse d Epargne | caisse-epargne.fr
Banque Postale | labanquepostale.fr
Boursorama, BoursoBank | boursorama.com boursobank.com boursorama.fr
Crédit Mutuel | creditmutuel.fr creditmutuel.com
Intesa Sanpaolo | intesasanpaolo.com
UniCredit | unicredit.it unicredit.eu unicredit.de unicreditgroup.eu
BBVA | bbva.* bbva.com
CaixaBank | caixabank.com caixabank.es
Banco Sabadell | bancsabadell.com bancosabadell.com
Bradesco, Banco Bradesco, Bradesco Prime | bradesco.com.br banco.bradesco bradescoseguros.com.br bradescocartoes.com.br
Livelo | livelo.com.br
Banco do Brasil, BancodoBrasil | bb.com.br bancodobrasil.com.br
Itaú, Itaú Unibanco, Itaucard | itau.com.br itau-unibanco.com.br itau.com
Caixa Econômica, ~Caixa | caixa.gov.br
Nubank | nubank.com.br nu.com
Banco Inter, ~Inter Bank | bancointer.com.br inter.co
PicPay | picpay.com
Banco Pan | bancopan.com.br
C6 Bank | c6bank.com.br
PagBank, PagSeguro | pagbank.com.br pagseguro.com.br uol.com.br
Sicredi | sicredi.com.br
Sicoob | sicoob.com.br
Serasa, Serasa Experian | serasa.com.br serasaexperian.com.br experian.com
Banco Central do Brasil, Valores a Receber | bcb.gov.br
State Bank of India | sbi.co.in
HDFC Bank, HDFC | hdfcbank.com hdfcbank.net hdfc.bank.in hdfcbk.io
ICICI Bank | icicibank.com icici.bank.in
Axis Bank | axisbank.com
Commonwealth Bank, CommBank | commbank.com.au cba.com.au
Westpac | westpac.com.au
ANZ Bank, ~ANZ | anz.com anz.com.au
NAB Bank, ~NAB | nab.com.au
RBC Royal Bank | rbc.com rbcroyalbank.com
Scotiabank | scotiabank.com
BMO Bank | bmo.com
Desjardins | desjardins.com
Interac | interac.ca
Absa Bank, ~Absa | absa.co.za absa.africa
Standard Bank | standardbank.co.za
Nedbank | nedbank.co.za
FNB Bank, ~FNB | fnb.co.za
MUFG, 三菱UFJ | mufg.jp
三井住友, SMBC | smbc-card.com smbc.co.jp
みずほ, Mizuho | mizuhobank.co.jp mizuho-fg.co.jp
イオンカード, イオン | aeon.co.jp
えきねっと, Eki-net | eki-net.com jreast.co.jp
JCB カード, ~JCB | jcb.co.jp
Orico | orico.co.jp
セゾン | saisoncard.co.jp
Charles Schwab, ~Schwab | schwab.com
Fidelity Investments, ~Fidelity | fidelity.com netbenefits.com 401k.com fidelityinvestments.com fmr.com
Vanguard | vanguard.com
Robinhood | robinhood.com
SoFi | sofi.com
E*TRADE, Etrade | etrade.com morganstanley.com
Ally Bank | ally.com`,
  },
  {
    about: 'crypto currencies',
    isLearnt: false,
    rows: `
Coinbase | coinbase.com
Binance, Binance Chain | binance.* binance.com bnbchain.org
BNB Chain | bnbchain.org binance.com
Kraken | kraken.com
Crypto.com | crypto.com
Gemini Exchange | gemini.com
Bybit | bybit.com
KuCoin | kucoin.com
OKX | okx.com
Bitfinex | bitfinex.com
Bitstamp | bitstamp.net
Blockchain.com | blockchain.com
eToro | etoro.com
Bitvavo | bitvavo.com
Bitpanda | bitpanda.com
Uphold | uphold.com
Monero, ~XMR | getmonero.org
Solana Foundation, ~Solana | solana.com solana.org
Cardano Foundation, ~Cardano | cardano.org cardanofoundation.org
Polygon Technology, ~Polygon | polygon.technology
Tether Limited, ~Tether | tether.to
Aave Protocol, ~Aave | aave.com
Chainlink Labs, ~Chainlink | chain.link
Avalanche Foundation, ~Avalanche | avax.network
Optimism Foundation, ~Optimism | optimism.io
Sushi Swap, SushiSwap | sushi.com
Electrum Wallet, ~Electrum | electrum.org
XRP Ledger, ~XRP | xrpl.org ripple.com
MetaMask, Meta Mask | metamask.io consensys.net consensys.io
Trust Wallet, TrustWallet | trustwallet.com
Ledger, Ledger Live, LedgerLive | ledger.com
Trezor | trezor.io satoshilabs.com
Exodus Wallet, Exodus | exodus.com exodus.io
Phantom Wallet, ~Phantom | phantom.app phantom.com
Atomic Wallet | atomicwallet.io
MyEtherWallet | myetherwallet.com
WalletConnect, Wallet Connect | walletconnect.com walletconnect.org reown.com
OpenSea | opensea.io
Uniswap | uniswap.org
PancakeSwap | pancakeswap.finance
Ripple | ripple.com xrpl.org
Ethereum Foundation, ~Ethereum | ethereum.org ethereum.foundation`,
  },
  {
    about: 'offices',
    isLearnt: false,
    rows: `
Receita Federal, Ministério da Fazenda, Simples Nacional, Gov.br, Detran, Poupatempo | gov.br
Internal Revenue Service, ~IRS | irs.gov treasury.gov
Social Security Administration | ssa.gov
Medicare.gov | medicare.gov cms.gov
HM Revenue, HMRC | hmrc.gov.uk gov.uk
DVLA | dvla.gov.uk gov.uk
TV Licensing | tvlicensing.co.uk
NHS England, ~NHS | nhs.uk nhs.net
Gov.uk | gov.uk
Impots.gouv, Impots Gouv | impots.gouv.fr gouv.fr
Assurance Maladie, Ameli | ameli.fr assurance-maladie.fr
ANTAI | antai.gouv.fr gouv.fr
FranceConnect, France Connect | gouv.fr
Bundesfinanzministerium, Bundeszentralamt für Steuern | bund.de bzst.de bundesfinanzministerium.de
Elster | elster.de bund.de
Rundfunkbeitrag | rundfunkbeitrag.de
ADAC | adac.de
DigiD, MijnOverheid | digid.nl overheid.nl
Belastingdienst | belastingdienst.nl
CJIB | cjib.nl
Agenzia Entrate, Agenzia delle Entrate | agenziaentrate.gov.it
INPS | inps.it
Agencia Tributaria | agenciatributaria.gob.es gob.es
myGov | my.gov.au gov.au
Australian Taxation | ato.gov.au
Canada Revenue | canada.ca cra-arc.gc.ca`,
  },
  {
    about: 'travel, insurance, makers of things',
    isLearnt: false,
    rows: `
Deutsche Bahn | bahn.de deutschebahn.com db.de
SNCF, SNCF Connect | sncf.com sncf-connect.com sncf.fr
Booking.com, ~Booking | booking.com
Airbnb | airbnb.* airbnb.com abnb.me abnb.co
Expedia | expedia.* expedia.com
Tripadvisor | tripadvisor.com
Hilton Hotels, ~Hilton | hilton.com hiltonhonors.com
Marriott | marriott.com marriott-email.com
Uber Eats, ~Uber | uber.com ubr.to
Lyft | lyft.com lyftmail.com lft.to
Southwest Airlines | southwest.com swa.is
Delta Air Lines | delta.com
United Airlines | united.com
American Airlines | aa.com
Ryanair | ryanair.com
Lufthansa | lufthansa.com
E-ZPass, EZPass, E ZPass | e-zpassny.com ezpassnj.com ezpass.com e-zpassiag.com
SunPass | sunpass.com
FasTrak | bayareafastrak.org thetollroads.com
State Farm | statefarm.com
GEICO | geico.com
Allstate | allstate.com
AARP | aarp.org
Blue Cross | bcbs.com
UnitedHealthcare, UnitedHealth | uhc.com unitedhealthgroup.com
Allianz | allianz.*
AXA | axa.*
HUK-COBURG | huk.de huk24.de
Zurich Versicherung | zurich.*
CosmosDirekt | cosmosdirekt.de
Check24 | check24.de
Verivox | verivox.de
Samsung | samsung.* samsung.com smsng.us
DeWalt | dewalt.com
Makita | makita.*
Louis Vuitton | louisvuitton.com
Rolex | rolex.com
Ray-Ban | ray-ban.com
Coca-Cola, Coca Cola | coca-cola.com coca-colacompany.com cokeurl.com
Ferrero | ferrero.com
Nespresso | nespresso.com nestle.com
Oral-B | oralb.* pg.com
Tesla Motors, ~Tesla | tesla.com ts.la
SpaceX | spacex.com
Elon Musk | spacex.com x.com tesla.com
Aral | aral.de
Esso | esso.*`,
  },
  {
    about: 'imitated in the development mail, and seldom elsewhere',
    isLearnt: true,
    rows: `
Omaha Steaks | omahasteaks.com
Yeti Cooler | yeti.com
Ryobi | ryobitools.com ryobi.*
Stanley Tools | stanleytools.com
Milka | milka.*
Persil | persil.* henkel.com
Nocibé | nocibe.fr
Havan | havan.com.br
Esfera | esfera.com.vc
Smiles | smiles.com.br
LATAM Pass | latam.com latamairlines.com
Unimed | unimed.com.br unimed.coop.br
Amil Saúde, Plano Amil, Planos Amil, ~Amil | amil.com.br
Hapvida | hapvida.com.br
CarShield | carshield.com
Endurance Auto | endurancewarranty.com
Life Line Screening | lifelinescreening.com
Gundry MD | gundrymd.com
Beverly Hills MD | beverlyhillsmd.com
LeafFilter | leaffilter.com leafhome.com
TruGreen | trugreen.com
ADT Security | adt.com
Easy Canvas | easycanvasprints.com
Publishers Clearing, PCH | pch.com
Europa-Park, Europa Park | europapark.de
Rituals Cosmetics, ~Rituals | rituals.com
Yves Rocher | yves-rocher.*
Lancôme | lancome.*
Heineken | heineken.com
Stellar Foundation, Stellar Lumens | stellar.org
Arbitrum | arbitrum.io arbitrum.foundation
Illuvium | illuvium.io
Arkham Intelligence | arkhamintelligence.com arkm.com
Lido Finance, Lido DAO, ~Lido | lido.fi
dYdX | dydx.exchange dydx.foundation
Starknet | starknet.io starknet.org starkware.co
LayerZero | layerzero.network
zkSync | zksync.io matter-labs.io
Yeezy | yeezy.com`,
  },
];
