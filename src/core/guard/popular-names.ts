/**
 * Names that many people meet in honest mail, so a feed that lists one whole is mistaken. Written by hand, not from a
 * ranking (docs/decisions/0021). Hosting sites belong in core/url/tables/shared-hosts-table.ts.
 *
 * A line is a suffix and the labels before it: `com google` is `google.com`.
 */
export const WEBMAIL_NAMES = `
com gmail googlemail outlook hotmail live msn yahoo ymail rocketmail aol aim icloud me mac zoho zohomail mail
com email fastmail hushmail protonmail tutanota tutamail mailfence runbox mail2world lycos excite netscape juno
com inbox rediffmail sina sohu 163 126 yeah qq foxmail aliyun 139 189 21cn naver daum hanmail nate libero
com comcast verizon att sbcglobal bellsouth cox charter earthlink frontier windstream optonline btinternet
com virginmedia talktalk sky telus sasktel mtsmail orange laposte wanadoo terra uol bol ig globo superig
com gmx web seznam centrum volny atlas onet wp interia o2 tlen yandex rambler ukr mailbox posteo disroot
com migadu titan one rackspace namecheap bluehost godaddy startmail countermail kolabnow ctemplar skiff hey
net gmx comcast verizon att cox earthlink optonline orange wanadoo bellsouth sbcglobal charter ameritech prodigy
net virgin ntlworld talktalk hispeed bluewin yahoo fastmail hushmail inbox fuse embarqmail centurylink windstream
net runbox freenet arcor t-online netcologne telia tele2 telenet skynet scarlet chello ziggo planet
org riseup autistici disroot tuta posteo mailbox ik freemail
de gmx web t-online freenet arcor posteo mailbox online 1und1 ionos vodafone o2online email strato ewetel
de netcologne kabelmail unitybox osnanet yahoo hotmail live outlook aol alice magenta telekom
at gmx a1 aon chello inode
ch gmx bluewin hispeed sunrise swissonline protonmail infomaniak
co.uk yahoo hotmail live btinternet talktalk virginmedia ntlworld tiscali plusnet sky tesco blueyonder
fr orange wanadoo free laposte sfr bbox neuf numericable yahoo hotmail live outlook gmx aliceadsl
it libero virgilio alice tim tiscali tin inwind iol aruba pec yahoo hotmail live outlook poste email fastweb
es yahoo hotmail outlook terra telefonica ono
pt sapo iol clix netcabo outlook
nl ziggo kpnmail planet hetnet home xs4all casema upcmail live hotmail outlook freedom
be telenet skynet scarlet proximus voo live hotmail outlook
pl wp o2 onet interia tlen poczta gazeta vp op home
cz seznam centrum volny atlas email post
sk azet centrum zoznam post
hu freemail citromail indamail t-online
ro yahoo
ru mail yandex rambler bk list inbox ya
ua ukr i meta
se telia bredband spray passagen hotmail live
no online getmail telenor
dk mail stofanet tdc live hotmail outlook
fi luukku kolumbus elisa suomi24
gr otenet forthnet freemail
com.br uol bol terra ig yahoo hotmail globo oi
com.ar yahoo hotmail fibertel arnet speedy
com.mx yahoo hotmail prodigy
com.au yahoo bigpond optusnet tpg iinet
net.au bigpond ozemail internode
co.jp yahoo nifty docomo
ne.jp docomo ezweb ocn biglobe so-net
co.kr yahoo
com.tr yahoo mynet
co.in yahoo rediff
co.za mweb telkomsa webmail
ca rogers shaw sympatico bell telus videotron cogeco yahoo hotmail live
me proton pm mail
ch proton
io tuta skiff
eu tutanota mail
jp yahoo
cn 163 sina
us mail
in rediff
email tutanota
com consultant japan dr incredimail breathe myway wideopenwest usa post engineer europe asia accountant lawyer writeme
net riseup gci zip sonic superonline zoominternet
it fastwebnet
net.ar telecom
com.mx prod-infinitum
net.co cable
cc airmail cock
`;

/** Suffixes such as `.bank` are in institutions.ts. */
export const MONEY_NAMES = `
com paypal venmo wise transferwise revolut stripe squareup square cash westernunion moneygram remitly worldremit
com skrill neteller payoneer paysafe paysafecard klarna afterpay affirm adyen worldpay braintreepayments
com braintreegateway checkout mollie razorpay paytm phonepe mercadopago mercadolibre pagseguro picpay nubank
com visa mastercard americanexpress discover dinersclub unionpayintl jcb equifax experian transunion creditkarma
com chase jpmorgan jpmorganchase bankofamerica wellsfargo citi citibank citigroup usbank pnc truist suntrust bbt
com capitalone tdbank td goldmansachs gs morganstanley schwab fidelity vanguard etrade ameritrade tdameritrade
com robinhood interactivebrokers merrilledge ml ally synchrony synchronybank marcus usaa regions key huntington
com citizensbank fifththird 53 mtb santander santanderbank bmoharris bmo comerica zionsbank frostbank firstcitizens
com svb bankofthewest unionbank hsbc hsbcnet barclays barclaycard barclaycardus barclaysus lloydsbank lloydsbankinggroup
com halifax natwest rbs nationwide monzo starlingbank tsb metrobankonline firstdirect sc standardchartered
com virginmoney coutts investec oldmutual absa fnb nedbank standardbank capitecbank discovery
com deutsche-bank db commerzbank unicredit unicreditgroup intesasanpaolo ing n26 raiffeisen rbinternational erstegroup
com sparkasse bnpparibas societegenerale credit-agricole creditmutuel cic labanquepostale caixabank bbva
com bancosantander sabadell bancsabadell bankinter bankia abanca unicaja kutxabank openbank millenniumbcp
com novobanco rabobank abnamro kbc belfius nordea danskebank handelsbanken seb swedbank dnb
com ubs credit-suisse juliusbaer postfinance zkb pictet lombardodier efginternational vontobel
com itau bradesco bb bancointer safra btgpactual xpi c6bank
com bancolombia davivienda bancodebogota grupoaval bancopopular bancogalicia macro brubank uala
com banamex citibanamex banorte bancoppel bancoazteca hsbcmx scotiabank rbc rbcroyalbank cibc tangerine desjardins
com nbc simplii wealthsimple questrade interac commbank westpac anz nab macquarie suncorpbank bankwest
com kiwibank asb bnz dbs ocbc uobgroup uob maybank maybank2u cimb cimbclicks rhbgroup publicbank pbebank
com hongleongbank ambank bpi bdo metrobank unionbankph landbank gcash bca bri bni bankmandiri
com danamon ocbcnisp kasikornbank kbank scb bangkokbank krungsri krungthai ktb vietcombank techcombank
com hdfcbank icicibank sbi onlinesbi axisbank kotak yesbank idfcfirstbank pnbindia bankofbaroda canarabank
com unionbankofindia indusind federalbank rblbank hsbc icbc ccb boc abchina bankcomm cmbchina citicbank
com cmbc spdb cebbank psbc pingan alipay tenpay unionpay mizuhobank smbc smbcgroup bk smbcnikko
com mufg mufgbank rakuten-bank jp-bank aeon saisoncard shinhan kbstar wooribank hanabank ibk kakaobank nonghyup
com emiratesnbd adcb bankfab mashreqbank dib alrajhibank sab alinma riyadbank qnb cbq nbk kfh
com garantibbva akbank isbank yapikredi ziraatbank vakifbank halkbank denizbank qnbfinansbank teb ingbank
com sberbank vtb alfabank tinkoff tbank raiffeisen gazprombank privatbank monobank
com blackrock statestreet statefarm allstate geico progressive libertymutual nationwide farmers travelers usaa
com aig metlife prudential principal newyorklife massmutual northwesternmutual guardianlife lincolnfinancial
com allianz axa zurich generali aviva legalandgeneral admiral directline aegon nn swisslife swissre munichre ergo
com aflac cigna aetna humana uhc unitedhealthgroup anthem elevancehealth kaiserpermanente bluecrossma bcbs
com turbotax intuit quickbooks mint hrblock taxact freetaxusa jacksonhewitt adp paychex gusto paycom paylocity
com rippling workday sofi chime varomoney current dave earnin brex ramp mercury bill expensify concur navan
com lendingclub lendingtree prosper upstart rocketmortgage quickenloans navyfederal penfed alliantcreditunion becu
com coinbase binance kraken gemini bitstamp bitfinex okx bybit kucoin crypto blockchain bitpay bitgo etoro
com ledger trezor exodus metamask trustwallet phantom uniswap opensea coinmarketcap coingecko etherscan
com cryptocompare coindesk cointelegraph theblock decrypt messari glassnode tradingview investing seekingalpha
com marketwatch morningstar fool zacks barrons thestreet nasdaq nyse cboe cmegroup theice lseg londonstockexchange
com deutsche-boerse euronext six-group spglobal moodys fitchratings msci ftserussell factset refinitiv
com blackhawknetwork giftcards greendot netspend plaid finicity mx yodlee dwolla tipalti marqeta toasttab clover
com authorize authorizenet 2checkout fastspring paddle chargebee recurly chargify gocardless sumup zettle izettle
com sagepay opayo trustly sofort giropay ideal bancontact przelewy24 payu dotpay tpay blik boku mopinion
net venmo authorize schwab fidelity mastercard visa
org sofi finra sipc bbb naic aba
de sparkasse commerzbank deutsche-bank postbank dkb ing ing-diba comdirect consorsbank norisbank targobank
de volksbank vr sparda sparda-west berliner-sparkasse haspa hamburger-sparkasse frankfurter-sparkasse sskm lbb
de lbbw bayernlb helaba nordlb dekabank unionbank santander hypovereinsbank apobank gls umweltbank ethikbank
de n26 bunq fyrst kontist tomorrow oldenburgische-landesbank olb dvag bausparkasse schwaebisch-hall lbs wuestenrot
de allianz ergo huk huk24 axa generali signal-iduna debeka gothaer provinzial devk lvm aok tk barmer dak
de schufa creditreform paypal klarna barclays hanseaticbank creditplus easycredit check24 verivox finanztip
de ottonova dak barmer ikk-classic kkh hkk
at erstebank sparkasse raiffeisen bankaustria bawag easybank volksbank oberbank psk uniqa wienerstaedtische
ch ubs credit-suisse postfinance raiffeisen zkb migrosbank valiant cler bcv bcge swissquote mobiliar axa css
ch helsana swica sanitas visana helvetia baloise swisslife zurich twint six-group neon-free
co.uk hsbc barclays lloydsbank natwest rbs halifax santander nationwide tsb cooperativebank bankofscotland
co.uk firstdirect postoffice moneysupermarket comparethemarket confused gocompare direct-line admiral
co.uk virginmoney tescobank sainsburysbank johnlewisfinance mbna barclaycard yorkshirebuildingsociety
fr credit-agricole labanquepostale bnpparibas  societegenerale lcl cic creditmutuel
fr caisse-epargne banquepopulaire boursorama boursobank hellobank fortuneo monabanq bforbank orangebank axa maif
fr macif matmut groupama maaf gmf hsbc ameli caf msa urssaf
it intesasanpaolo unicredit bancobpm mps bper poste posteitaliane fineco finecobank mediolanum bnl credem
it bancamediolanum bancasella widiba ing nexi cartasi agos findomestic compass generali unipolsai
es bbva caixabank bankinter bancosantander sabadell ing abanca unicaja ibercaja kutxabank openbank evobanco
es mapfre mutua lineadirecta correos laboralkutxa cajamar
pt cgd millenniumbcp novobanco santandertotta bpi montepio activobank mbway multibanco creditoagricola
nl ing rabobank abnamro snsbank asnbank triodos bunq knab vanlanschot ideal aegon nn asr centraalbeheer
be kbc belfius ing bnpparibasfortis argenta crelan axa ethias fintro hellobank beobank itsme
lu bcee bil bgl spuerkeess
ie aib bankofireland ptsb permanenttsb ulsterbank anpost revolut creditunion
pl pkobp ipko mbank pekao ing santander bnpparibas millenniumbank aliorbank inteligo nestbank creditagricole
pl bosbank citihandlowy getinbank pzu warta allegro blik przelewy24 bik
cz csob csas kb moneta fio rb unicreditbank airbank mbank cnb equabank
sk slsp vub tatrabanka csob postovabanka mbank primabanka
hu otpbank kh erstebank mkb raiffeisen cib unicredit takarek
ro bcr brd bancatransilvania btrl ing raiffeisen cec unicredit alphabank
bg dskbank unicreditbulbank ubb fibank postbank
gr alpha eurobank nbg piraeusbank winbank
com.gr nbg
hr zaba pbz erstebank otpbanka rba hpb
si nlb nkbm skb
rs bancaintesa otpbanka raiffeisenbank
se swedbank seb handelsbanken nordea lansforsakringar skandia sbab ica-banken bankid klarna folksam if
no dnb nordea sparebank1 sbanken bankid vipps handelsbanken storebrand gjensidige
dk danskebank nordea jyskebank sydbank nykredit arbejdernes nets mobilepay tryg
fi nordea op danskebank s-pankki aktia handelsbanken if lahitapiola
is landsbankinn islandsbanki arionbanki
ee swedbank seb lhv luminor coop
lv swedbank seb citadele luminor
lt swedbank seb luminor siauliubankas
ru sberbank vtb tinkoff tbank alfabank raiffeisen gazprombank rshb psbank open sovcombank mkb homecredit
ru rosbank pochtabank uralsib nalog qiwi
ua privatbank monobank oschadbank raiffeisen ukrsibbank pumb
by belarusbank
kz kaspi halykbank
com.tr ziraatbank isbank garantibbva akbank yapikredi vakifbank halkbank denizbank qnbfinansbank teb ing hsbc
com.tr kuveytturk turkiyefinans albarakaturk sekerbank fibabanka odeabank enpara papara
com.br itau bradesco bb santander caixa nubank inter safra original banrisul sicoob sicredi c6bank btgpactual
com.br pagseguro picpay mercadopago serasa serasaexperian neon xpi rico clear
com.mx bbva banamex banorte santander hsbc scotiabank inbursa bancoazteca afirme banregio bancoppel
com.ar bbva galicia santander macro hsbc bancociudad bancoprovincia supervielle patagonia naranjax
com.co bancolombia davivienda bbva bancodebogota bancopopular bancocajasocial avvillas
cl bancochile santander bci bancoestado scotiabank itau falabella bancofalabella
com.pe viabcp bbva interbank scotiabank bn
com.au commbank westpac anz nab stgeorge bankwest suncorp macquarie bendigobank ing ubank boq hsbc citibank amp
com.au afterpay beyondbank greatsouthernbank peoplechoice mebank
co.nz anz asb westpac bnz kiwibank tsb heartland
ca td rbc cibc bmo scotiabank desjardins tangerine bnc laurentianbank coastcapitalsavings atb interac eqbank
ca manulife sunlife canadalife intact
co.in sbi hdfcbank icicibank axisbank rbi
in sbi onlinesbi axisbank rbi paytm npci bankofbaroda pnb
co.jp smbc mizuhobank bk.mufg rakuten-bank resonabank aeon aeonbank saisoncard orico jaccs eposcard jcb
co.jp netbk japannetbank paypay-bank sevenbank shinseibank smbc-card cr.mufg
com.sg dbs ocbc uob posb
com.hk hsbc hangseng bochk hkbea
com.my maybank2u cimbclicks rhb ambank
co.id bca bri bni bankmandiri klikbca
co.th scb kasikornbank bangkokbank ktb krungsri
com.vn vietcombank techcombank vietinbank bidv acb tpb vpbank sacombank agribank mbbank
com.ph bdo bpi metrobank landbank unionbankph
co.za fnb absa nedbank standardbank capitecbank investec discovery sars oldmutual sanlam tymebank
ng gtbank zenithbank accessbank firstbank uba
com.ng gtbank zenithbank firstbanknigeria
co.ke kcbgroup equitybank safaricom co-opbank
ae emiratesnbd adcb dib rakbank
com.sa alrajhibank sab alahli
com.qa qnb
co.il bankhapoalim leumi discountbank mizrahi-tefahot isracard max
eu revolut bunq
me monzo revolut paypal cash
app cash monzo lydia
io metamask opensea etherscan phantom ledger trezor gemini bscscan polygonscan walletconnect rarible
fi aave
org uniswap ethereum bitcoin curve
finance pancakeswap
network polkadot chain
us discover
com charterbankwa
de sparkasse-koelnbonn sparkasse-hannover sparkasse-dortmund sparkasse-bremen sparkasse-nuernberg sparkasse-essen
de sparkasse-leipzig sparkasse-duesseldorf sparkasse-aachen sparkasse-krefeld sparkasse-bielefeld sparkasse-bochum
de sparkasse-duisburg sparkasse-wuppertal sparkasse-muensterland-ost sparkasse-paderborn-detmold sparkasse-saarbruecken
de sparkasse-karlsruhe sparkasse-freiburg sparkasse-heidelberg sparkasse-ulm sparkasse-bodensee sparkasse-allgaeu
de sparkasse-augsburg sparkasse-regensburg sparkasse-passau sparkasse-erlangen sparkasse-fuerth sparkasse-bamberg
de sparkasse-mainfranken sparkasse-kassel sparkasse-fulda sparkasse-giessen sparkasse-marburg-biedenkopf
de sparkasse-mittelthueringen sparkasse-jena s-jena sparkasse-gera-greiz sparkasse-chemnitz sparkasse-zwickau
de sparkasse-vogtland ostsaechsische-sparkasse-dresden sparkasse-magdeburg sparkasse-luebeck sparkasse-holstein
de sparkasse-kiel foerde-sparkasse nospa sparkasse-osnabrueck sparkasse-emsland sparkasse-bremerhaven lzo ospa
de sparkasse-wiesental sparkasse-pforzheim-calw bw-bank kreissparkasse-koeln ksk-koeln ksk-es kskwn kskbb kskbc
de frankfurter-volksbank berliner-volksbank volksbank-stuttgart dortmunder-volksbank volksbank-mittelhessen
de hannoversche-volksbank volksbank-freiburg vr-bank sparda-bw sparda-n sparda-m sparda-bank psd-bank
`;

export const PLATFORM_NAMES = `
com google youtube facebook instagram whatsapp messenger threads meta fb fbcdn cdninstagram oculus fbsbx facebookmail
com twitter x twimg linkedin licdn pinterest pinimg reddit redditmedia redditstatic redditmail snapchat snap tiktok
com tiktokcdn tiktokv byteoversea bytedance ibytedtos discord discordapp slack slack-edge slackb telegram
com skype teams zoom webex gotomeeting goto logmein whereby ringcentral vonage 8x8 dialpad twilio sendbird
com microsoft office office365 live outlook onedrive sharepoint bing msn azure windows windowsupdate xbox skype
com microsoftonline msftconnecttest azureedge msauth msftauth visualstudio powerbi dynamics powerapps github githubassets
com microsoft365 microsoftstream yammer mojang minecraft halowaypoint activision blizzard battle msocsp s-microsoft
com apple icloud itunes mzstatic apple-cloudkit apple-dns cdn-apple applemusic beatsbydre filemaker shazam icloud-content
com amazon amazonaws aws awsstatic primevideo audible imdb twitch goodreads alexa zappos ring wholefoodsmarket
com amazon-adsystem media-amazon ssl-images-amazon images-amazon amazonpay amazonvideo amazontrust woot abebooks kindle
com netflix nflxvideo nflximg nflxext nflxso hulu disneyplus disney hbo hbomax max peacocktv paramountplus starz
com showtime crunchyroll funimation roku rokucdn plex emby spotify spotifycdn scdn soundcloud deezer tidal pandora
com iheart siriusxm bandcamp last shutterfly vimeo vimeocdn dailymotion bilibili youku iqiyi ytimg ggpht
com googleapis gstatic googleusercontent googlevideo googletagmanager googlesyndication googleadservices google-analytics
com doubleclick admob android blogger recaptcha chromium withgoogle googlesource gvt1 gvt2 googlezip
com googlemail googledomains appspot firebase firebaseio waze fitbit nest looker kaggle youtube-nocookie deepmind
com yahoo yimg yahooapis flickr staticflickr tumblr wordpress wp gravatar automattic woocommerce jetpack wix squarespace
com weebly godaddy shopify shopifycdn shopifysvc bigcommerce myshopify etsy etsystatic ebay ebayimg ebaystatic ebaycdn
com quora stackoverflow stackexchange serverfault superuser askubuntu medium substack substackcdn ghost patreon kickstarter
com gofundme indiegogo eventbrite meetup nextdoor yelp yelpcdn tripadvisor foursquare trustpilot glassdoor indeed
com linktree buffer hootsuite sproutsocial canva figma adobe typekit behance photoshop adobelogin adobedtm omtrdc
com demdex everesttech 2o7 dropbox dropboxusercontent dropboxstatic box wetransfer mega mediafire 4shared evernote
com notion trello atlassian jira bitbucket statuspage asana monday basecamp airtable clickup smartsheet wrike miro
com lucidchart invisionapp zeplin docusign docusign-na hellosign dropboxsign pandadoc adobesign echosign signnow
com salesforce force exacttarget pardot marketo hubspot zendesk zdassets freshdesk freshworks intercom intercomcdn
com helpscout drift tawk livechat livechatinc crisp olark servicenow service-now workday myworkday oracle sap
com successfactors concur ariba netsuite oraclecloud ibm redhat softlayer vmware dell emc hp hpe lenovo intel amd
com nvidia qualcomm arm broadcom cisco juniper arista paloaltonetworks fortinet checkpoint crowdstrike sophos
com trendmicro mcafee norton nortonlifelock symantec avast avg avira bitdefender kaspersky eset malwarebytes f-secure
com webroot gendigital lifelock 1password lastpass dashlane bitwarden keepersecurity nordvpn expressvpn surfshark
com protonvpn okta oktacdn auth0 duosecurity duo onelogin pingidentity ping jumpcloud yubico rsa entrust digicert
com verisign sectigo comodo globalsign godaddy letsencrypt symcd thawte geotrust rapidssl identrust akamai akamaized
com cloudflare cloudflareinsights cloudflare-dns cloudflarestream fastly edgecastcdn cdn77 bunny keycdn stackpath
com limelight maxcdn bootstrapcdn jquery jsdelivr unpkg digitalocean linode vultr hetzner ovh ovhcloud scaleway
com rackspace heroku netlify vercel render railway supabase mongodb elastic datadoghq newrelic splunk sentry
com bugsnag loggly sumologic pagerduty opsgenie grafana dynatrace appdynamics segment mixpanel amplitude heap
com hotjar fullstory crazyegg mouseflow optimizely vwo launchdarkly statsig braze onesignal pushwoosh airship appboy
com branch adjust appsflyer kochava singular tune appmetrica flurry chartbeat parsely comscore scorecardresearch
com quantserve quantcast nielsen moatads doubleverify integralads adsafeprotected criteo taboola outbrain rubiconproject
com pubmatic openx indexexchange casalemedia adnxs appnexus xandr thetradedesk adsrvr rlcdn liveramp bluekai
com krxd mathtag turn rfihub sizmek flashtalking serving-sys bidswitch smartadserver teads sharethrough triplelift
com contextweb sonobi gumgum yieldmo yieldlab media 33across medianet conversant lijit sovrn spotxchange spotx
com freewheel fwmrm tremorhub unruly applovin applvn unity3d ironsrc supersonicads vungle chartboost inmobi mopub
com smaato tapjoy fyber digitalturbine mintegral rayjump pangle liftoff moloco adcolony propellerads popads
com adroll mediamath dotomi impact partnerize awin awin1 shareasale cj rakutenadvertising linksynergy anrdoezrs dpbolvw
com jdoqocy tkqlhce kqzyfj viglink skimresources skimlinks rewardstyle shopstyle clickbank jvzoo digistore24
com addthis sharethis addtoany disqus disquscdn gigya onetrust cookielaw cookiebot trustarc usercentrics
com semrush ahrefs moz similarweb alexa crunchbase zoominfo apollo clearbit hunter builtwith
com baidu qq tencent weixin wechat taobao tmall alibaba aliexpress alicdn aliyun aliyuncs 1688 alipay jd weibo
com sinaimg sohu sogou 163 126 netease 360 so bdstatic baidustatic douyin xiaohongshu zhihu douban kuaishou
com meituan dianping ctrip trip pinduoduo temu shein huawei huaweicloud myhuaweicloud hicloud xiaomi mi oppo vivo
com oneplus realme zte hihonor dji haier tcl hisense qcloud gtimg qpic myqcloud idqqimg ksyun 51cto csdn
com yandex mail rambler vk vkontakte odnoklassniki livejournal wildberries avito kaspersky 2gis hh
com naver daum kakao kakaocorp kakaotalk coupang gmarket navercorp samsung lg hyundai kia samsungcloud
com rakuten yahoo-corp nifty goo livedoor ameba line-apps mercari nintendo playstation sony sonyentertainmentnetwork
com logitech bose garmin gopro canon nikon epson brother xerox kodak panasonic sharp toshiba hitachi fujitsu nec
com asus acer msi gigabyte razer corsair steelseries westerndigital wdc seagate kingston crucial sandisk synology qnap
com netgear linksys tp-link tplinkcloud dlink ui ubnt ubiquiti sonos ecobee arlo wyze eufy anker dyson irobot
com openai chatgpt oaistatic oaiusercontent anthropic claude perplexity midjourney huggingface cohere stability
com grammarly quillbot duolingo coursera udemy udacity pluralsight skillshare masterclass codecademy brilliant
com chegg quizlet coursehero studocu academia researchgate scribd slideshare issuu turnitin instructure canvaslms
com blackboard schoology edmodo classdojo kahoot nearpod pearson mheducation cengage wiley springer elsevier
com sciencedirect tandfonline sagepub nature sciencemag cell thelancet bmj nejm jstor proquest ebsco clarivate
com webofscience scopus mendeley grammarly overleaf mathworks wolframalpha wolfram autodesk ptc ansys solidworks
com wikia fandom fandomwiki wikihow britannica dictionary thesaurus merriam-webster collinsdictionary deepl reverso
com weather accuweather wunderground weatherbug windy timeanddate worldtimebuddy speedtest ookla fast downdetector
com archive waybackmachine snopes politifact factcheck urbandictionary genius azlyrics musixmatch discogs
com steampowered steamcommunity steamstatic epicgames unrealengine ea origin ubisoft ubi riotgames leagueoflegends
com roblox rbxcdn rockstargames take2games 2k bethesda sega bandainamcoent capcom konami square-enix nexon ncsoft
com supercell king zynga niantic nianticlabs pokemon pokemongo hoyoverse mihoyo genshin gog humblebundle itch
com ign gamespot polygon kotaku eurogamer pcgamer twitchcdn nexusmods curseforge gamefaqs chess lichess
com pornhub xvideos xnxx xhamster redtube youporn tube8 spankbang chaturbate onlyfans livejasmin stripchat bongacams
com brazzers phncdn xvideos-cdn trafficjunky exoclick juicyads trafficstars adultfriendfinder tinder bumble hinge
com match okcupid pof eharmony badoo grindr zoosk ourtime silversingles parship elitesingles ashleymadison
com godaddysites secureserver wsimg namecheap namecheaphosting registrar-servers dnsimple dynadot enom tucows hover
com porkbun namesilo name gandi register networksolutions web dreamhost bluehost hostgator siteground a2hosting
com inmotionhosting hostinger ipage hostmonster justhost godaddyhosting wpengine kinsta flywheel pantheon
com cloudways liquidweb greengeeks interserver hostwinds contabo leaseweb ionos strato domain sedo afternic dan
com markmonitor cscglobal markmonitordns ultradns neustar nsone dnsmadeeasy no-ip dyn dyndns domaincontrol
com dnsowl dns-parking parkingcrew bodis above hugedomains buydomains cpanel plesk whmcs litespeedtech
com constellix he akamaiedge edgekey edgesuite akadns msedge trafficmanager azurefd cloudapp windows-ppe
com verizonmedia oath verizondigitalmedia edgecast lumen level3 cogentco zayo telxius ntt he telia arelion
com grindr snapkit giphy tenor imgur ibb postimg photobucket gettyimages shutterstock istockphoto alamy dreamstime
com unsplash pexels pixabay freepik flaticon fontawesome envato themeforest codecanyon envatousercontent 99designs
com fiverr upwork freelancer toptal guru peopleperhour monster careerbuilder ziprecruiter dice simplyhired
com careerjet jobrapido jooble adecco randstad manpower roberthalf lever greenhouse smartrecruiters icims taleo
com bamboohr jobvite workable ultipro ukg dayforce ceridian kronos trinet justworks deel remote gusto papayaglobal
com teamviewer anydesk splashtop citrix parallels nutanix veeam acronis backblaze carbonite idrive crashplan
com plannedparenthood change avaaz moveon care2 charitynavigator guidestar benevity justgiving actblue winred
com yotpo bazaarvoice powerreviews reviews feefo gorgias attentive postscript klaviyo rechargepayments loopreturns
com narvar aftership route shippo shipstation easypost stamps pitneybowes happyreturns parcellab
com cisco cdw insight softwareone shi connection newegg bhphotovideo adorama crutchfield microcenter frys tigerdirect
net facebook fbcdn doubleclick akamai akamaized akamaiedge akamaihd edgesuite edgekey cloudfront cloudflare fastly
net windows azure sharepoint azureedge azurefd trafficmanager live onmicrosoft msecnd azurewebsites outlook
net slideshare behance researchgate speedtest php sourceforge launchpad bitnami vultr hetzner ovh rackcdn
net criteo adroll demdex omtrdc bluekai gigya media yieldmo smaato supersonicads adform adition exelator
net cdn77 kxcdn b-cdn fastlylb edgecastcdn llnwd hwcdn jsdelivr cdninstagram tfbnw fbpigeon nflxvideo nflxso
net sendgrid pstmrk mailgun sparkpostmail mandrillapp mcsv rsgsv mailchimp-ses mlsend hs-sites hubspot
net marketo mktoweb eloqua en25 exacttarget amazonses awsdns dynect ultradns dnsmadeeasy gtld-servers root-servers
net he ripe apnic arin lacnic afrinic cloudns dns apple-dns aaplimg mzstatic icloud-content
net battle steamcontent playstation xboxlive ea nintendo ubi king supercell gameloft riotcdn
net windowsupdate msedge bing s-msedge office v0cdn trouter skype lync sfbassets
net nr-data newrelic datadoghq segment branch appsflyer adjust kochava flurry app-measurement crashlytics
net yahoodns yimg aolcdn comcast att verizon level3 cogentco ntt bt sky vodafone telekom orange
net your-server contaboserver domainnameshop one transip hostnet loopia binero strato kundenserver
net googledomains 1e100 google doubleclick gvt1 admob dartsearch invitemedia adobedc
net mooo dnsexit duckdns dyndns ddns nsone freedns
org wikipedia wikimedia wiktionary wikidata wikibooks wikisource mediawiki wikinews wikivoyage wikiquote wikimediafoundation
org mozilla firefox thunderbird w3 ietf iana icann rfc-editor isc internic archive openstreetmap creativecommons
org apache gnu fsf kernel linux linuxfoundation debian ubuntu fedoraproject centos rockylinux almalinux opensuse
org archlinux gentoo freebsd openbsd netbsd gnome kde xfce freedesktop x xorg libreoffice openoffice documentfoundation
org python pypi perl cpan ruby rubygems php postgresql mysql mariadb sqlite nodejs npmjs rust-lang golang haskell
org eclipse netbeans wordpress drupal joomla typo3 moodle phpbb mediawiki xwiki nextcloud owncloud signal telegram
org letsencrypt openssl owasp torproject eff fsfe aclu amnesty hrw greenpeace wwf redcross icrc unicef unicefusa
org unesco who un undp unhcr worldbank imf wto oecd nato ilo fao wfp oxfam savethechildren doctorswithoutborders msf
org npr pbs kqed wnyc wbur propublica pewresearch brookings cato heritage rand cfr carnegieendowment
org ieee acm usenix aps acs rsc plos jstor arxiv biorxiv medrxiv doi crossref orcid sciencemag pnas aaas nber ssrn
org mayoclinic clevelandclinic hopkinsmedicine heart cancer diabetes aarp consumerreports bbb craigslist
org khanacademy edx ted coursera code scratch brainly collegeboard act ets commonapp nea aft
org worldcat gutenberg openlibrary poets loc metmuseum moma nypl smithsonian rotary lions scouting girlscouts
org lds churchofjesuschrist vatican jw usccb anglican bible-society gideons salvationarmyusa goodwill habitat
org actblue moveon dnc gop democrats naacp plannedparenthood nra splcenter commoncause lwv vote turbovote democracyforamerica
org change avaaz donorschoose globalgiving kiva charitywatch sierraclub nrdc edf audubon nature nwf humanesociety aspca
io github githubusercontent gitlab docker readthedocs sentry socket cloudflare netlify shields crates fly
io appsflyer branch segment mixpanel amplitude intercom drift customer iterable braze hsforms adjust cootlogix
io papertrail pusher ably algolia mapbox codepen jsfiddle replit glitch stackblitz codesandbox notion
io hubspot statuspage incident greenhouse lever rollbar bugsnag logz grafana vercel railway
me t telegram whatsapp fb m about paypal line messenger signal wa proton mailchimp
co t twitter g hubspot ft product huggingface hulu sch shopify gofund zoom
tv twitch apple pluto tubi justin
fm last anchor megaphone
be youtu
gl goo
ly bit ow
gg discord opgg
app bsky cash snapchat pinterest discord notion calendly linear
ai openai perplexity x character huggingface hotjar
dev web flutter go chrome android
so notion
sh homebrew
to dev
us zoom
ms aka 1drv sfx
new docs sheet slides
page g
goog translate
google about blog cloud
link forms.office
jp yahoo line
ru yandex ya vk ok mail dzen avito ozon wildberries gosuslugi rambler lenta ria rbc kp kommersant gazeta vedomosti
ru mts beeline megafon tele2 rt rostelecom dns-shop mvideo citilink eldorado sbermegamarket lamoda cian auto drom
ru hh superjob habr pikabu drive2 kinopoisk ivi okko championat sports sportbox matchtv 1tv ntv smotrim
ru nic reg beget timeweb sprinthost nethouse tilda jino masterhost ucoz liveinternet mail-list top
ru pochta cdek rzd aeroflot s7 pobeda tutu aviasales gismeteo 2gis sravni banki hse msu kaspersky drweb
net yandex vk userapi mycdn adfox okcdn
cn baidu qq taobao weibo gov sina people xinhuanet cctv chinadaily 10086 189 10010 china amazon apple microsoft csdn
com.cn sina pconline zol pcauto chinanews chinadaily ce cnnic cctv youth qianlong xinnet 360 it168
jp rakuten.co amazon.co yahoo.co google.co docomo au softbank ocn biglobe hatena ameblo fc2 nicovideo pixiv livedoor
ne.jp hatena goo so-net biglobe ocn nifty asahi-net dion plala odn eonet infoseek alpha-net sakura
co.jp amazon google yahoo rakuten docomo softbank jal ana jreast nhk asahi yomiuri mainichi nikkei sankei itmedia
co.jp kddi ntt ntt-east ntt-west kuronekoyamato sagawa-exp japanpost yodobashi biccamera kakaku tabelog hotpepper
co.jp jtb toyota honda nissan sony panasonic sharp toshiba hitachi fujitsu nintendo uniqlo muji mercari recruit
co.kr naver coupang gmarket auction 11st yes24 kyobobook korail lotte samsung lge sktelecom kt chosun donga joins hani
net daum hanmail kakaocdn pstatic naver
com.br google uol globo terra mercadolivre americanas magazineluiza magalu casasbahia submarino amazon netshoes olx
com.br correios estadao folha abril ig r7 claro vivo tim oi sky netflix shopee decolar latam gol locaweb hostgator
com.br tecmundo techtudo reclameaqui enjoei elo7 webmotors zapimoveis vivareal catho infojobs vagas gupy serasa
com.br uolhost kinghost umbler registro terrahost dafiti riachuelo renner natura boticario drogasil ifood
com.mx google mercadolibre amazon walmart liverpool coppel elektra telmex telcel eluniversal reforma televisa
com.ar google mercadolibre clarin lanacion infobae pagina12 telecom personal movistar fravega
com.tr google hepsiburada trendyol n11 gittigidiyor hurriyet milliyet sabah sozcu turkcell turktelekom vodafone
com.tr sahibinden ptt thy yemeksepeti migros cimri
co.uk google amazon ebay bbc argos tesco sainsburys asda morrisons waitrose johnlewis marksandspencer next
co.uk theguardian telegraph independent dailymail mirror thesun express standard metro ft economist which
co.uk gumtree rightmove zoopla autotrader moneysavingexpert bt ee o2 vodafone three sky virginmedia plusnet talktalk
co.uk royalmail parcelforce hermes evri dpd dpdlocal yodel tfl nationalrail thetrainline trainline britishgas
co.uk edfenergy eonenergy npower scottishpower sse octopus ovoenergy thameswater severntrent boots superdrug
co.uk currys pcworld screwfix diy wickes homebase halfords ikea dunelm asos very littlewoods jdsports sportsdirect
co.uk waterstones whsmith hmv game ticketmaster odeon cineworld myvue nationallottery national-lottery lotto ladbrokes
co.uk indeed reed totaljobs cv-library monster jobsite
de google amazon ebay ebay-kleinanzeigen kleinanzeigen otto zalando mediamarkt saturn lidl aldi rewe edeka dm rossmann
de idealo check24 mobile autoscout24 immobilienscout24 immowelt bahn dhl deutschepost hermesworld myhermes dpd gls-pakete ups
de spiegel bild welt faz zeit sueddeutsche focus stern heise golem chip computerbild tagesschau zdf ard n-tv rtl
de sat1 prosieben wdr ndr br swr mdr rbb-online dw handelsblatt wiwo manager-magazin t3n netzwelt kicker sport1
de telekom vodafone o2online 1und1 congstar freenet aldi-talk ionos strato hetzner all-inkl hosteurope netcup
de arbeitsagentur elster bundesregierung bundestag bund rki adac tuev-sued stiftungwarentest verbraucherzentrale
de xing stepstone indeed monster kununu chefkoch gutefrage wetter wetteronline tchibo thalia weltbild hugendubel
de conrad reichelt notebooksbilliger alternate cyberport mindfactory bauhaus obi hornbach ikea ottoversand baur bonprix
de lufthansa eurowings condor tui ab-in-den-urlaub hrs holidaycheck flixbus airberlin
fr google amazon ebay leboncoin cdiscount fnac darty boulanger carrefour leclerc auchan intermarche lidl
fr orange sfr free bouyguestelecom laposte colissimo chronopost mondialrelay sncf sncf-connect ouigo airfrance ratp
fr lemonde lefigaro liberation leparisien 20minutes ouest-france lequipe bfmtv franceinfo francetvinfo tf1 france.tv
fr radiofrance mediapart lesechos latribune 01net clubic numerama doctolib impots service-public pole-emploi
fr francetravail edf engie veolia suez pagesjaunes seloger vinted blablacar allocine marmiton doctissimo ovh gandi
it google amazon ebay subito poste trenitalia italotreno corriere repubblica lastampa ilsole24ore gazzetta ansa rai
it mediaset tim vodafone windtre fastweb iliad enel eni aruba register tiscali virgilio libero paginegialle immobiliare
it unieuro mediaworld esselunga coop conad carrefour euronics inps agenziaentrate brt sda gls-italy bartolini
es google amazon ebay elcorteingles mercadona carrefour mediamarkt pccomponentes wallapop milanuncios idealista
es fotocasa infojobs elpais elmundo abc marca as elconfidencial eldiario 20minutos rtve movistar vodafone orange yoigo
es jazztel masmovil correos correosexpress seur mrw nacex renfe iberia vueling aena endesa iberdrola naturgy agenciatributaria
nl google amazon bol coolblue marktplaats wehkamp albertheijn ah jumbo hema kruidvat ikea mediamarkt nu telegraaf ad
nl volkskrant nrc nos rtl tweakers postnl dhl dpd ns kpn ziggo vodafone tmobile odido xs4all funda thuisbezorgd
nl belastingdienst rijksoverheid digid mijnoverheid marktplaats klm schiphol transip hostnet vimexx
be google amazon bol coolblue 2dehands immoweb vrt standaard demorgen hln nieuwsblad rtbf lesoir lalibre bpost proximus
be telenet orange base voo sncb nmbs belgium belgiantrain delhaize colruyt
pl google allegro olx amazon ceneo wp onet interia gazeta wyborcza rp tvn24 polsat empik mediaexpert rtveuroagd
pl morele x-kom biedronka lidl zabka inpost poczta-polska dhl dpd ups orange play plus t-mobile upc vectra pkp intercity
pl otomoto otodom gratka pracuj gov nazwa home cyberfolks pekao24 eobuwie zalando ccc rossmann
cz google seznam alza mall heureka czc datart bazos idnes novinky aktualne ihned denik ceskatelevize rozhlas
cz o2 t-mobile vodafone cpost ceskaposta zasilkovna ppl dpd cd ceskedrahy regiojet csob kosmas rohlik wedos forpsi
se google amazon blocket tradera elgiganten ica coop hemkop willys systembolaget apoteket aftonbladet expressen dn svd svt
se sr telia tele2 tre postnord sj hitta eniro prisjakt loopia klarna bokadirekt skatteverket forsakringskassan
no google finn vg dagbladet aftenposten nrk tv2 telenor telia posten bring vy nsb komplett elkjop coop rema vinmonopolet
no altinn skatteetaten nav helsenorge domeneshop
dk google dba bilka fotex elgiganten coolshop dr tv2 bt berlingske politiken ekstrabladet jp tdc telenor yousee
dk postnord gls dsb dao borger skat e-boks mitid boozt matas one simply
fi google tori verkkokauppa gigantti prisma k-ruoka hs iltalehti is yle mtv dna elisa telia posti vr vero kela suomi
ch google digitec galaxus ricardo tutti migros coop denner sbb post swisscom sunrise salt 20min blick nzz srf
ch tagesanzeiger admin homegate comparis hostpoint infomaniak cern ethz epfl uzh swatch nestle novartis roche
at google amazon willhaben geizhals billa spar hofer orf derstandard krone kurier diepresse post oebb a1 magenta drei
pt google olx sapo worten fnac continente pingodoce ctt meo nos vodafone publico expresso jn cm-online rtp portaldasfinancas
gr google skroutz public kotsovolos plaisio skai kathimerini protothema cosmote vodafone wind elta
hu google emag jofogas vatera index origo hvg telex telekom yettel posta mav magyarposta
ro google emag olx altex digi24 adevarul hotnews orange vodafone telekom digi rcs-rds fancourier posta-romana cfr
ua google rozetka olx prom pravda unian ukrpravda kyivstar vodafone lifecell nova novaposhta novaposhta ukrposhta
com.ua rozetka olx epicentrk allo comfy moyo work
co.in google amazon flipkart myntra
in google amazon flipkart irctc gov nic uidai incometax airtel jio
com.au google amazon ebay woolworths coles bunnings kmart target bigw jbhifi harveynorman officeworks myer davidjones
com.au gumtree realestate domain carsales seek news smh theage theaustralian abc sbs 9news 7news telstra optus vodafone
com.au auspost qantas virginaustralia jetstar linkt ato agl originenergy energyaustralia medibank bupa nrma racv
net.au abc sbs
co.nz google trademe stuff nzherald spark vodafone 2degrees nzpost airnewzealand thewarehouse countdown
ca google amazon ebay kijiji walmart canadiantire bestbuy costco loblaws sobeys shoppersdrugmart cbc ctvnews
ca globalnews theglobeandmail nationalpost thestar lapresse radio-canada bell rogers telus fido koodo virginplus
ca canadapost aircanada westjet viarail petro-canada canada cra ontario quebec realtor indeed hydroquebec
co.za google takealot news24 iol mtn vodacom telkom cellc dstv postoffice woolworths picknpay checkers
com.sg google amazon shopee lazada carousell singtel starhub m1 straitstimes channelnewsasia
com.hk google hktvmall
com.tw google yahoo pchome ruten books momoshop
com.my google shopee lazada maybank astro maxis celcom
co.id google tokopedia shopee lazada bukalapak kompas detik
com detik kompas tribunnews tokopedia bukalapak traveloka gojek grab lazada shopee
com.ph google shopee lazada globe smart
co.th google shopee lazada
com.vn google shopee lazada vnexpress
com.eg google
com.sa google jarir
ae google amazon noon etisalat du emirates
co.il google ynet walla haaretz yad2 bezeq
com.pk google daraz
com.bd google
com.ng google jumia
co.ke google jumia
com.co google mercadolibre eltiempo
com.pe google mercadolibre
cl google mercadolibre falabella
com.ve google
sg google amazon
hk google
ie google rte irishtimes independent eir vodafone three anpost revenue aib dublinairport aerlingus ryanair daft donedeal
eu europa allegro amazon
int who nato esa wipo itu ecb
com opera nginx f5 meraki mozilla hcaptcha forter brave gitlab docker go statista duckduckgo indiatimes deviantart
com capcut tinyurl mailinabox calendly vkontakte ip-api my nstld wattpad typekit crashlytics arubanetworks
com googletagservices googleblog viber bamgrid sentinelone myspace arcgis life360 smartthings odoo tailscale note
com investopedia flipkart nextcloud statcounter playrix sofascore poki wps kick oup elpais nikkei prnewswire
com businesswire globenewswire marketwired newswire upi abc cbs nbc fox spacex blueorigin starlink ssl openweathermap
com 123rf depositphotos bigstockphoto canstockphoto ke dnspod dropcatch namebrightdns name-services expireddomains
com orderbox-dns ui-dns azure-dns herokudns squarespacedns registrar-servers cookielaw akam akamaitech akamaihd
com applvn 3lift id5-sync agkn liadm imrworldwide conviva creativecdn stackadapt onetag-sys sharethis 360yield bidr
com openx tsyndicate pemsrv exosrv realsrv magsrv propellerclick rtmark mgid revcontent zedo adcash adsterra
com hilltopads popcash clickadu trafficfactory outbrainimg taboolasyndication adform adkernel smartclip emxdgt
com whatsmyip samsungapps samsungosp samsungiotcloud samsungcloudsolution samsungqbe lgtvcommon lgappstv wbx2
com hicloudcam ezvizlife ezviz hikvision dahuasecurity reolink amcrest blinkforhome immedia-semi wyzecam tuya tuyaus
com tuyaeu ecovacs roborock heytapmobile heytapdl miui miwifi transsion palmplaystore vivoglobal coloros kwai
com kwaipros amemv douyincdn byteimg ibyteimg snssdk pstatp bytedns1 tiktokcdn-us tiktokv-us volcengine
com onelink tencent-cloud alidns alibabadns hichina shifen bdydns cdngslb ksyuncdn chinamobile chinaunicom
com chinatelecom virginm xboxlive gamepass nflxext nintendo-europe amazonalexa a2z awswaf avsxappcaptiveportal
com firetvcaptiveportal app-measurement doubleverify msidentity msftncsi gfx adobess adobecc officeapps
com skyhigh trellix imperva incapsula impervadns sucuri wordfence zscaler netskope goskope forcepoint barracuda
com barracudanetworks proofpoint pphosted ppe-hosted mimecast messagelabs symanteccloud mailprotect spamexperts
com avanan abnormalsecurity ironport cloudmark vadesecure hornetsecurity trendmicro-cloud agari dmarcian valimail
com tally scribehow alchemy infura quicknode moralis chainalysis elliptic mexc gate bitget bitmart huobi htx lbank
com coinex phemex deribit bitmex poloniex bittrex cex localbitcoins paxful changelly changenow simpleswap
com expediapartnercentral bookingsuite bstatic cdn-apple ikea-usa intersport decathlon hostwindsdns
com onamae xserver sakura lolipop muumuu-domain value-domain apkpure apkmirror aptoide uptodown softonic cnet
com livejournal dreamwidth archiveofourown fanfiction wattpad royalroad webnovel webtoons mangadex crunchyrollsvc
com scrolller rule34 e-hentai nhentai hentaiheroes erome eporner faphouse xhcdn motherless camsoda cam4 flirt4free
com redgifs fansly seeking ashley bangbros realitykings naughtyamerica vixen literotica
com megaphone anchor buzzsprout libsyn podbean simplecast transistor spreaker acast art19 audioboom
com sndcdn akamaistream jwplayer jwpcdn brightcove kaltura wistia vidyard loom descript riverside streamyard restream
com tableau qlik domo sisense mode metabase snowflake databricks cloudera teradata informatica talend mulesoft
com hashicorp terraform ansible puppet chef jenkins circleci travis-ci travisci jfrog sonatype snyk veracode
com postman swagger rapidapi algolia contentful sanity prismic strapi storyblok imgix cloudinary uploadcare filestack
com gettyimagesbank picsart pixlr remini photoshop befunny fotor vecteezy dribbble behance awwwards
com typeform tally fillout formspree basin getform landbot manychat chatfuel botpress dialogflow
com xero freshbooks waveapps zoho quickbooksonline sage myob netsuite billcom bench pilot
com carta angellist angel pitchbook cbinsights dealroom tracxn owler dnb hoovers zoominfo rocketreach lusha
com yellowpages whitepages superpages manta bizapedia opencorporates spokeo truepeoplesearch intelius beenverified
com mapquest here tomtom waze rome2rio moovit citymapper transitapp parkmobile paybyphone ezpass sunpass
com dmv idme id loginid clearme tsa globalentry
com peacock tubitv pluto crackle vudu fandangonow fubo sling philo dazn espnplus britbox acorn shudder curiositystream
com audiomack tunein musescore ultimate-guitar songkick bandsintown dice residentadvisor eventim ticketweb axs
com newgrounds kongregate armorgames miniclip addictinggames coolmathgames crazygames y8 agame friv roblox
com chess boardgamegeek dndbeyond wizards magic yugioh-card games-workshop warhammer goodgames
com steamserver steamgames valvesoftware counter-strike dota2 faceit esea hltv liquipedia op u mobalytics
net whatsapp akam gandi pv-cdn xiaomi dnspod userapi vkuser a-msedge t-msedge b-msedge spo-msedge ax-msedge wac-msedge
net ln-msedge bx-msedge dual-s-msedge tm-azurefd azure-dns msftauth usgovcloudapi azure-devices nease pvp
net adobe 2mdn recaptcha openx impervadns online-metrix avcdn live-video nflx netflix discordapp discord themeforest
net codecanyon graphicriver photodune audiojungle pixiv deviantart mozilla singular bidswitch contentsquare privacy-mgmt
net sc-cdn atlassian jira bitbucket typekit enacdn cdnvideo ngenix trbcdn edgecast incapdns sucuri zscaler zscloud
net proofpoint mimecast pphosted messagelabs wixdns wixsite shopify squarespace dns-parking
org nginx ntp cdn77 ampproject ecosia 3gppnetwork codeberg openweathermap weforum adsrvr archive-it duckduckgo torservers
org afilias-nst thenai mdn redis mongodb cncf kubernetes prometheus jenkins openstack ceph pfsense opnsense
org owncast joinmastodon pixelfed matrix jitsi xmpp ejabberd prosody bluez alsa-project videojs
io adobe pangle ip-api customeriomail kontur liftoff agora pushy oxylabs brightdata bidmachine fireblocks
ai claude mistral groq together replicate runway leonardo suno udio pi you phind
so tally
mp mailchi
is archive
today archive
ph archive
re adsco
fm files
to amzn quickconnect
gle forms maps photos
ms clarity svc appcenter
goog pki nel
cn google amazon alipay hicloud 360 qcloud aliyun tencent bilibili iqiyi youku mi vivo oppo zte haier midea gree
com.cn vivo oppo sohu 163 haier icbc boc ccb abchina cmbchina pingan
ru wb ozone magnit perekrestok x5 pyaterochka lukoil gazprom rutube consultant garant kontur 1c bitrix24 spaceweb selectel
ru ertelecom domru dom megafonpro mosenergosbyt gosuslugi mos nalog pfr sfr fssp cbr duma kremlin government
by tut onliner 21vek gov
kz kolesa krisha olx egov tengrinews nur
com.tr n11 ciceksepeti boyner lcwaikiki defacto teknosa vatanbilgisayar beko arcelik turkishairlines enuygun biletall
es eldebate lavanguardia elperiodico larazon mundodeportivo sport okdiario publico infobae decathlon leroymerlin zara mango
fr intersport decathlon leroymerlin castorama conforama but ikea boulanger micromania showroomprive veepee laredoute
fr action gifi kiabi galerieslafayette printemps sephora nocibe marionnaud yves-rocher picard monoprix franprix casino
it amazon intersport decathlon leroymerlin ikea zalando yoox eataly ferrari lamborghini
de intersport decathlon ikea zalando aboutyou douglas flaconi notino shop-apotheke docmorris medpex
ie amazon
com.au amazon
se intersport decathlon ikea hm
bb google
com.br shopee amazon aliexpress kabum pichau terabyteshop fastshop centauro dafiti cea marisa leroymerlin telhanorte
co.jp yodobashi amazon rakuten-sec sbisec monex matsui kuroneko nitori shimamura fastretailing aeonretail ito-yokado lawson family sej
co.jp onamae gmo sakura nifty so-net biglobe
va vatican
microsoft cloud static teams outlook
google share adtrafficquality myaccount
apple safebrowsing
com yodobashi n11 eldebate joinmassive vidazoo cootlogix
net bbtec adhigh
org go2cloud
it pin
io mediago guard getintent
com b7510 ey43 ztomy vialotadom yzwtz obqj2 buffermotivatorsuffice decafeligiblyhad outbidplacardshowman
com free-dating4you domainnamedns mysecurecloudhost onclickalgo onclkds onclasrv onclickads onclickmax
com propellerads propeller-tracking adsterra effectivegatecpm highperformanceformat highperformancecpm
com profitableratecpm profitablegatecpm profitablecpmrate highcpmgate highrevenuegate effectivecpmgate cpmgate
com exdynsrv realsrv exosrv pemsrv magsrv opoxv zeropark voluum trafficjunky jads juicyads plugrush trafficstars
com tsyndicate clickaine clickadilla evadav richads rollerads pushground monetag monetizer adskeeper adnium
com adxpansion ero-advertising eroadvertising popads popcash popunder popmyads revenuehits infolinks kadam
com bidvertiser buysellads carbonads media-servers yllix clicksor adversal adcolony startapp airpush leadbolt
com ad-delivery ad-maven admaven adrotate adspyglass doublepimp doubleverify brightmountainmedia intentmedia
com sedoparking parkingcrew above parklogic skenzo voodoo domainsponsor namedrive trellian bodis dsnextgen
com ww1 uniregistry dan undeveloped afternic hugedomains atom brandbucket squadhelp
net rtmark bangcdn propellerads onclkds onclickads adbooth jads exosrv popcash adk2 adnxs clickfuse infolinks
net onclicksuper ad-delivery adhese yieldlove zedo skimresources
eu megapersonals exosrv
trade market-qx
st 713mtauburnctcolumbusoh43085
co jads exo
link adsterra
`;

/** Shops, news, utilities and others that write to customers. */
export const EVERYDAY_NAMES = `
com walmart target costco bestbuy homedepot lowes kroger albertsons safeway publix heb meijer aldi lidl traderjoes
com wholefoodsmarket samsclub bjs macys nordstrom nordstromrack kohls jcpenney sears dillards bloomingdales saks
com saksfifthavenue neimanmarcus tjmaxx marshalls rossstores burlington biglots overstock wayfair ikea crateandbarrel
com potterybarn westelm williams-sonoma restorationhardware rh ashleyfurniture bedbathandbeyond containerstore michaels
com joann hobbylobby staples officedepot officemax quill uline grainger mcmaster-carr fastenal autozone oreillyauto
com advanceautoparts napaonline carvana carmax cars autotrader edmunds kbb cargurus truecar vroom tirerack pepboys
com gap oldnavy bananarepublic athleta hm zara uniqlo forever21 asos boohoo prettylittlething shein fashionnova
com nike adidas puma underarmour lululemon newbalance reebok asics vans converse footlocker finishline jdsports
com levi calvinklein tommy ralphlauren coach michaelkors katespade toryburch gucci louisvuitton chanel dior hermes
com prada burberry versace armani farfetch net-a-porter mrporter ssense zalando aboutyou revolve anthropologie
com urbanoutfitters freepeople abercrombie hollisterco ae aeropostale victoriassecret bathandbodyworks torrid
com lanebryant talbots jcrew madewell landsend llbean eddiebauer patagonia thenorthface columbia rei
com dickssportinggoods academy cabelas basspro sephora ulta loreal maybelline lancome clinique esteelauder
com maccosmetics avon marykay nuskin herbalife amway walgreens cvs riteaid duanereade goodrx caremark express-scripts
com optum optumrx labcorp questdiagnostics zocdoc webmd healthline medscape drugs rxlist everydayhealth verywellhealth
com medicalnewstoday mychart epic athenahealth teladoc hims forhers ro 23andme ancestry myheritage ancestrydna
com petsmart petco chewy barkbox rover 1800flowers ftd proflowers teleflora hallmark americangreetings shutterfly
com snapfish vistaprint zazzle cafepress redbubble teepublic threadless society6 moo minted
com barnesandnoble bookdepository thriftbooks alibris abebooks penguinrandomhouse harpercollins simonandschuster
com audiobooks scholastic lego mattel hasbro fisher-price toysrus buildabear gamestop bestbuy dell hp lenovo
com mcdonalds starbucks dunkindonuts dunkin chipotle subway wendys burgerking tacobell kfc pizzahut dominos papajohns
com chick-fil-a panerabread dennys ihop applebees olivegarden outback buffalowildwings cheesecakefactory shakeshack
com doordash ubereats uber lyft grubhub postmates instacart gopuff seamless deliveroo just-eat justeat foodpanda
com deliveryhero hellofresh blueapron homechef freshly dailyharvest shipt bolt didiglobal grab gojek rappi
com coca-cola pepsi pepsico nestle unilever pg kraftheinz generalmills kelloggs danone mars hersheys
com jnj pfizer merck novartis roche gsk astrazeneca sanofi bayer abbvie amgen lilly bms gilead modernatx
com airbnb vrbo booking expedia hotels priceline kayak skyscanner orbitz travelocity hotwire trivago agoda momondo
com cheapoair tripcase hopper tripit viator getyourguide klook lonelyplanet fodors frommers marriott hilton hyatt
com ihg accor accorhotels wyndhamhotels choicehotels bestwestern radissonhotels fourseasons ritzcarlton hostelworld
com united delta aa americanair southwest jetblue alaskaair spirit flyfrontier hawaiianairlines allegiantair aircanada
com britishairways virginatlantic easyjet ryanair wizzair lufthansa swiss austrian eurowings klm airfrance iberia
com vueling tap flytap sas flysas norwegian finnair turkishairlines pegasus emirates etihad qatarairways
com singaporeair cathaypacific jal ana airindia goindigo vistara thaiairways malaysiaairlines airasia garuda-indonesia
com philippineairlines cebupacificair qantas virginaustralia jetstar airnewzealand latam avianca copaair aeromexico
com volaris vivaaerobus gol voeazul aa ana flightaware flightradar24 seatguru
com hertz avis budget enterprise nationalcar alamo sixt europcar turo zipcar getaround
com amtrak greyhound megabus flixbus trainline thetrainline eurostar raileurope omio bahn sncf renfe trenitalia
com carnival royalcaribbean ncl princess hollandamerica msccruises disneycruise tui thomascook jet2 jet2holidays
com usps ups fedex dhl dpdhl dhlexpress tnt dpd gls-group hermesworld evri royalmail parcelforce ontrac lasership
com aramex purolator canpar canadapost auspost startrack sf-express ems cainiao yunexpress 17track aftership inpost
com att verizon vzw verizonwireless tmobile t-mobile sprint xfinity comcast spectrum charter cox optimum rcn
com centurylink lumen frontier windstream mediacomcable dish directv dishnetwork boostmobile cricketwireless
com metrobyt-mobile mintmobile usmobile visible uscellular consumercellular straighttalk tracfone googlefi
com vodafone telefonica orange telenor telia three o2 ee bt sky virginmedia talktalk plusnet swisscom
com rogers bell telus shaw telstra optus vodacom mtn airtel jio singtel starhub etisalat stc zain
com americatel claro movistar telcel tigo entel personal
com pge sce sdge duke-energy fpl coned pseg nationalgridus exeloncorp comed peco xcelenergy dteenergy
com dominionenergy southerncompany georgiapower entergy aep firstenergycorp ppl eversource socalgas atmosenergy
com shell bp exxon exxonmobil chevron totalenergies eni equinor repsol aramco petronas gazprom lukoil
com tesla ford gm chevrolet gmc cadillac buick chrysler dodge jeep ramtrucks toyota lexus honda acura nissan
com infinitiusa mazdausa subaru mitsubishicars hyundaiusa kia genesis bmw bmwusa mercedes-benz mbusa audi audiusa
com vw volkswagen porsche volvocars jaguar landrover mini fiat ferrari lamborghini bentleymotors rolls-royce renault
com peugeot citroen opel skoda seat dacia suzuki harley-davidson yamaha rivian lucidmotors polestar byd
com ge siemens bosch honeywell 3m caterpillar johndeere boeing airbus lockheedmartin raytheon rtx northropgrumman
com gd baesystems thalesgroup philips schneider-electric se abb emerson eaton rockwellautomation basf dow
com dupont bayer linde airproducts sherwin-williams ppg ecolab whirlpool electrolux lge samsung haier midea
com accenture deloitte pwc ey kpmg mckinsey bcg bain boozallen capgemini infosys tcs wipro cognizant hcltech
com techmahindra epam globant thoughtworks gartner forrester idc nielseniq ipsos kantar yougov gallup
com cnn foxnews nbcnews cbsnews abcnews msnbc cnbc bloomberg reuters apnews ap npr pbs usatoday nytimes nyt wsj
com washingtonpost latimes chicagotribune sfchronicle sfgate bostonglobe boston philly inquirer dallasnews
com houstonchronicle chron seattletimes startribune denverpost azcentral oregonlive nj cleveland mlive al nola
com ajc miamiherald tampabay orlandosentinel sun-sentinel baltimoresun newsday nypost nydailynews star-telegram
com freep detroitnews kansascity stltoday jsonline indystar cincinnati dispatch courier-journal tennessean
com sacbee mercurynews ocregister sandiegouniontribune reviewjournal deseret sltrib statesman mysanantonio
com forbes fortune time newsweek theatlantic newyorker economist ft guardian theguardian bbc dailymail telegraph
com politico thehill rollcall axios vox slate salon huffpost huffingtonpost buzzfeed buzzfeednews vice motherjones
com thedailybeast nationalreview weeklystandard breitbart dailycaller theblaze drudgereport realclearpolitics
com fivethirtyeight theintercept jacobin reason businessinsider insider inc entrepreneur fastcompany wired
com techcrunch theverge engadget gizmodo arstechnica cnet zdnet pcmag pcworld macworld tomshardware anandtech
com mashable thenextweb venturebeat recode 9to5mac 9to5google macrumors appleinsider androidauthority androidcentral
com androidpolice xda-developers gsmarena phonearena digitaltrends makeuseof howtogeek lifehacker bleepingcomputer
com krebsonsecurity darkreading securityweek thehackernews theregister slashdot infoworld computerworld networkworld
com cio csoonline eweek informationweek techtarget techrepublic techradar betanews neowin computerhope tomsguide
com majorgeeks filehippo softpedia download cnetdownload ninite sitepoint smashingmagazine alistapart css-tricks
com espn si bleacherreport cbssports foxsports nbcsports yahoosports skysports goal nfl nba mlb nhl mlssoccer
com nascar pga pgatour ufc wwe fifa uefa premierleague formula1 olympics theathletic draftkings fanduel betmgm bet365
com williamhill paddypower betfair skybet pokerstars 888 unibet ladbrokes coral bwin betway stake rotowire fantasypros
com strava myfitnesspal fitbit garmin peloton onepeloton nike zwift runkeeper weightwatchers noom headspace calm
com planetfitness 24hourfitness lafitness equinox classpass mindbodyonline
com rollingstone billboard pitchfork spin variety hollywoodreporter deadline ew people usmagazine tmz eonline
com etonline vulture avclub rottentomatoes metacritic imdb boxofficemojo fandango ticketmaster livenation stubhub
com seatgeek vividseats axs amctheatres regmovies cinemark moviefone netflix comedycentral mtv nickelodeon
com cartoonnetwork adultswim hgtv foodnetwork discovery history nationalgeographic smithsonianmag scientificamerican
com newscientist livescience space sciencedaily phys popsci popularmechanics discovermagazine nature
com allrecipes epicurious bonappetit seriouseats foodandwine delish tasteofhome simplyrecipes cooksillustrated
com eater opentable resy thespruce realsimple marthastewart goodhousekeeping cosmopolitan elle vogue glamour gq
com esquire menshealth womenshealthmag self shape instyle allure harpersbazaar wmagazine vanityfair architecturaldigest
com parents babycenter whattoexpect thebump theknot weddingwire zola brides withjoy evite paperlesspost punchbowl
com zillow trulia realtor redfin apartments rent hotpads loopnet costar compass coldwellbanker century21 remax
com kw sothebysrealty bhhs homes homeadvisor angieslist angi thumbtack taskrabbit porch houzz bobvila
com rightmove zoopla onthemarket openrent spareroom immobilienscout24 idealista realestate domain
com craigslist offerup letgo mercari poshmark depop thredup vinted backmarket swappa gumtree olx avito leboncoin
com groupon livingsocial retailmenot coupons slickdeals dealnews bradsdeals honey joinhoney rakuten ebates swagbucks
com ibotta fetch fetchrewards upside dosh shopkick mypoints inboxdollars surveyjunkie pinecone toluna
com surveymonkey qualtrics typeform jotform formstack wufoo cognitoforms surveygizmo alchemer questionpro
com snopes howstuffworks wikihow ehow about thoughtco dotdash answers ask reference infoplease cliffsnotes sparknotes
com lycos excite altavista infospace dogpile ask webcrawler hotbot aol netscape compuserve juno netzero
com geocities tripod angelfire lycos theglobe xoom fortunecity hometown
com villagevoice theonion cracked funnyordie collegehumor 9gag ebaumsworld cheezburger fark metafilter boingboing
com kottke daringfireball techdirt techmeme memeorandum drudge instapundit talkingpointsmemo dailykos
co getrevue
com substack beehiiv convertkit kit getrevue tinyletter ghost mailchimp buttondown aweber getresponse
com activecampaign constantcontact campaignmonitor createsend verticalresponse icontact emma myemma madmimi
com mailerlite mailjet sendinblue brevo sendgrid mailgun postmarkapp sparkpost mandrill elasticemail socketlabs smtp2go
com drip klaviyo omnisend moosend benchmarkemail constantcontactpages list-manage hubspotlinks hubspotemail
com emailoctopus sendpulse unisender mailerlite cleverreach rapidmail newsletter2go inxmail episerver optivo
com ongage sailthru cheetahmail cheetahdigital epsilon bronto listrak dotdigital dotmailer acoustic silverpop
com responsys eloqua oracleeloqua infusionsoft keap ontraport kajabi teachable thinkific podia gumroad patreon
com blackbaud convio everyaction ngpvan nationbuilder salsalabs actionnetwork mobilize neoncrm networkforgood
com bloomerang donorperfect classy givelively fundly mightycause crowdrise razoo firstgiving
com verisign networksolutions register sun java bea novell borland lotus sybase peoplesoft siebel sgi cray unisys
com ncr compaq gateway packardbell amiga commodore palm handspring blackberry rim motorola nokia ericsson alcatel
com siemens lucent agilent nortel juniper 3com bay netapp emc symantec realnetworks real winamp shoutcast winzip rarlab
com winrar 7-zip adobe macromedia corel quark wacom intuit roxio nero cyberlink avid ableton native-instruments
com propellerheads steinberg image-line izotope waves fender gibson yamaha roland korg sweetwater guitarcenter
com oreilly oreillynet safaribooksonline manning apress packtpub wrox informit linuxjournal lwn osnews freshmeat
com linuxtoday linux-mag newsforge sourceforge geocrawler mail-archive egroups topica listbot onelist yahoogroups
com redhat suse novell caldera mandriva mandrakesoft slackware turbolinux canonical ubuntu digium sendmail postfix
com activestate zend mysql trolltech perforce rational rogue-wave jetbrains intellij visualstudio
com cheaptickets lastminute ebookers opodo edreams logitravel kiwi gotogate etraveli
com ancestry familysearch genealogy myheritage findmypast
com americanredcross worldvision feedingamerica stjude shrinershospitals
org bbc ifixit npr marketplace theconversation truthout commondreams alternet motherjones themarkup texastribune
org calmatters wbez kuow opb wgbh wttw snopes consumerreports nytco cfainstitute aicpa shrm pmi isaca isc2 comptia
org iso iec ansi astm sae asme ul nfpa gs1 bluetooth wi-fi usb hdmi khronos oasis-open omg opengroup
org chiark.greenend perlmonks sourceware kernelnewbies lkml tldp debian-administration lists.debian exim dovecot
org spamassassin spamhaus spamcop surbl uribl abuseat sorbs razor exmh nmap wireshark metasploit snort
org audacityteam videolan gimp inkscape blender krita scribus filezilla-project putty notepad-plus-plus
org vim emacs tug ctan gnupg openpgp torproject tails qubes-os grapheneos lineageos f-droid xda
org bitcoin ethereum monero getmonero litecoin zcash blockchain hyperledger
net earthlink juno netzero slashdot ars daringfireball boingboing linuxquestions distrowatch lwn
net cnet zdnet mirror xmission panix dreamhost pair verio he above rackspace speakeasy tellme
net php perl asp jquery swift akamai edgesuite noaa
co.uk theregister bbc channel4 itv vnunet zdnet silicon pcpro dabs ebuyer scan overclockers lycos tiscali freeserve
co.uk demon blueyonder ntlworld supanet madasafish which moneysupermarket lastminute opodo ebookers easyjet thomson
co.uk tiscali wanadoo freeuk onetel pipex zen
edu mit stanford harvard berkeley
ie irishtimes independent rte iol indigo eircom esat linux.ul
info who europa
tv cbs nbc abc
fm last
us state
be lesoir
app shop telegram
com spacex go abcnews abc foxbusiness newsmax oann epochtimes nypost washingtontimes washingtonexaminer csmonitor
com scmp straitstimes channelnewsasia japantimes koreaherald hindustantimes timesofindia thehindu indianexpress ndtv
com news18 moneycontrol livemint business-standard firstpost rediff zeenews aajtak jagran bhaskar dawn thenews jang
com aljazeera arabnews gulfnews khaleejtimes thenationalnews haaretz jpost timesofisrael ynetnews hurriyetdailynews
com euronews france24 dw thelocal swissinfo irishexaminer heraldscotland scotsman walesonline birminghammail
com manchestereveningnews liverpoolecho chroniclelive leeds-live bristolpost kentonline edp24 cambridge-news
com afr smh theage brisbanetimes watoday perthnow adelaidenow heraldsun dailytelegraph couriermail news
com elpais elmundo abc marca as sport clarin lanacion infobae eluniversal milenio excelsior elfinanciero jornada
com eltiempo elespectador semana emol latercera elcomercio larepublica globovision elnacional granma
com lemonde lefigaro leparisien lesechos lequipe repubblica corriere lastampa gazzetta
com spiegel zeit faz welt sueddeutsche handelsblatt
com globo uol folha estadao terra abril
com vox eater sbnation curbed polygon theverge thecut grubstreet nymag
com axios semafor puck punchbowl morningbrew theskimm thehustle industrydive 1440 dailyskimm stratechery platformer
com beehiiv lennysnewsletter bensbites tldrnewsletter cooperpress javascriptweekly nodeweekly rubyweekly golangweekly
com specterops mandiant rapid7 tenable qualys secureworks fireeye carbonblack cylance sentinelone huntress redcanary
com schneier troyhunt haveibeenpwned danielmiessler grahamcluley nakedsecurity threatpost csoonline scmagazine
com harvard hbs hbr wharton insead mckinsey economist foreignaffairs foreignpolicy
com blizzard battle warcraft diablo3 overwatch
com barackobama joebiden donaldjtrump berniesanders elizabethwarren kamalaharris mikebloomberg peteforamerica amyklobuchar
com corybooker andrewyang2020 yang2020 tomsteyer betoorourke kirstengillibrand jayinslee juliancastro marianne2020
com gop democrats dccc dscc nrsc nrcc republicanwhip emilyslist
org democrats dccc dscc emilyslist nrsc nrcc ofa moveon indivisible swingleft
io specterops
com weeklyworldnews
co.uk dailypost
com asurion druva shopbop philstar freerepublic skyrock einpresswire talent lightinthebox cnbctv18 giveawayoftheday
com runnerspace wjla wtvr wbir news9 seacoastonline democraticunderground menafn newsis newsbtc 99bitcoins
com financefeeds fightful guestreservations fiveguys readyrefresh grailed beatstars gooddog fairygodboss engineering
com goodfirms superoffice tenorshare imyfone wallpaperflare wallpaperaccess tennisexplorer anaplan logrocket hao123
com 4399 17173 plarium xtb exness xm vtmarkets binomo ccleaner iobit ashampoo mackeeper totalav avanquest auslogics
com drivereasy pcpitstop tenlets msc dokumen pubhtml5 moonfruit intensedebate zenhotels newchic
com suncoastcreditunion chasebank republic immutable minergate fragment clicktotweet webcompanion
ca wayfair rakuten
co.uk audible host-it
co.jp tepco
es unizar elcorreogallego
pl umk
ru kpfu petrovich payanyway fsb leroymerlin tcsbank
nl mijndomein
dk proshop
cz aaaauto
in actcorp
org anaconda goodnewsnetwork ardupilot intelnews onworks oocities
net atos gtt ccm cdnpk turbopages tyk theoldnet reliablesite counter-strike thednscompany cloudns
com atos colocrossing bscscan geckoterminal walletconnect cointracking magiceden tokocrypto bestchange lumtest
io honey element gate bscscan magiceden cex cutout polyfill jsonip ipconfig tyk cloudns gatechain
com myexternalip jsonip proxycheck stretchoid bright-sdk brightdata lumtest polyfill
cn 12306 bootcdn 123pan
com.cn 163data
pt arquivo
de abload
cc uxdesign
co.id myrepublic
com slack-files fwcdn habby myups
dev phantom
fr unblog
tv einthusan
`;

/** Mailing services: innocent mail links to their click trackers. */
export const MAILING_NAMES = `
com sendgrid list-manage list-manage1 list-manage2 campaign-archive campaign-archive1 mailchimp mailchimpapp mcusercontent
com mandrillapp rs6 constantcontact roving ctctcdn r20 mkt4477 mkt41 mkt51 mkt61 mkt6316 mkt941 mkt2244 mkt3544
com exacttarget exct s4 marketingcloudapps sfmc-content pardot klclick klclick1 klclick2 klclick3 klaviyomail kmail-lists
com hubspotlinks hubspotemail hs-sales-engage hubspotfree hubspotstarter hubspotpagebuilder hsforms hs-sites createsend
com createsend1 createsend2 createsend3 createsend4 createsend5 createsend6 createsend7 createsend8 cmail1 cmail2 cmail3
com cmail4 cmail5 cmail6 cmail7 cmail8 cmail19 cmail20 forwardtomyfriend updatemyprofile beehiiv substack convertkit
com convertkit-mail convertkit-mail2 convertkit-mail3 convertkit-mail4 ck-mail kit-mail kit-mail1 kit-mail2 kit-mail3 ckarchive
com mailerlite mlsend mailersend mlrcdn sendinblue sendibm1 sendibm2 sendibm3 sendibt2 sendibt3 brevo mailjet mjt mailinblue
com activehosted acemlna acemlnb acemlnc acemlnd activecampaign emlnk emlnk1 emlnk9 lt.acemlna getresponse gr-mail1 aweber
com icontact icptrack madmimi myemma e2ma verticalresponse vresp mailgun mailgun-track sparkpostmail sparkpostmail1 smtp2go
com elasticemail elasticemail3 socketlabs postmarkapp messagegears iterable links.iterable customeriomail customer braze
com sailthru cheetahmail chtah p0 bronto bm23 bm5150 listrak listrakbi dotmailer dotdigital-pages dmtrk trackedlink
com silverpop mkt11 pages05 responsys rsys2 rsys5 eloqua en25 infusionsoft infusionmail keap-link keap-page keap
com ontraport ontralink kajabimail drip dripemail2 omnisend omnisendlink moosend emailoctopus eomail1 eomail4 eomail5
com sendpulse sendpul unisender unisender-mail cleverreach rapidmail newsletter2go inxmail emarsys scarabresearch
com mindbox esputnik mailigen benchmarkemail bmetrack bmesend campaigner simplycast streamsend jangomail graphicmail
com vbout mailwizz sendy maropost maropost-mail zetaglobal boomtrain selligent mappdigital ecircle optimizely-mail
com mixmax yesware tout toutapp outreach outrch salesloft mailtrack bananatag cirrusinsight hunter lemlist reply
com convio luminateonline bbemaildelivery everyaction ngpvan myngp ngpweb actionnetwork nationbuilder salsalabs click2mail
com bluehornet bluestatedigital bsd netdonor blackbaudhosting anedot winred actblue mobilize secureactblue
com squarespace-mail shopifyemail wixemails shoutout.wix gmail-link notifyvisitors omnisend webengage moengage
com clevertap netcore netcorecloud pepipost falconide knowlarity vtiger zohocampaigns maillist-manage zcsend zcsend1
com swoogo cvent cventevents eventbrite splashthat bizzabo hopin on24 gotowebinar spoton toasttab
com medallia qualtrics surveymonkey surveymonkeyuser getfeedback delighted feefo trustpilot yotpo yotpomail
com narvar route aftership parcellab shipstation loop postscript attentivemobile
com locaweb emailmarketing.locaweb rdstation rdstationmail egoi e-goi
com adestra msgfocus pure360 communigator force24 spotler
net sendgrid mcsv mcdlv mcusercontent rsgsv mlsend mailersend rs6 bmetrack awstrack exacttarget pstmrk
net mktdns marketo mktoresp mktoweb eloqua en25 list-manage sparkpostmail mailgun smtp sendinblue mailin
net createsend cmail campaignmonitor e2ma vresp bronto listrak sailthru klaviyo hubspot hubspotemail hs-analytics
net hubspotemail-eu1 customeriomail iterable bluehornet convio myngp everyaction responsys postmark emsecure
net emv2 emv3 ecircle inxserver mailings mailbeez rapidmail
io customer sendbird emarsys iterable sendx mailmodo beefree mjml autopilotapp trackcmp userlist loops resend
io mailtrack yesware sender mailerlite
me awstrack e2ma ml eo
it pstmrk
co mailchi beehiiv convertkit
email lynk mailtrap unlayer mailerlite
de cleverreach newsletter2go rapidmail inxmail emailsys2a emailsys1a eu-mailings optivo
ru sendsay unisender mindbox dashamail getresponse sendpulse mailganer
fr mailjet sarbacane sendinblue mailkit splio ediware
us campaign-archive list-manage
app mailchimp mailerlite
page mailchi mailerlite
so mailmodo
to kmail-lists
`;

/** Hosting sites that are no public suffixes. Only the name itself is protected; strangers own what is below. */
export const HOSTING_NAMES = `
com weebly weeblysite wixsite wixstudio godaddysites square webnode jimdofree jimdosite jimdo strikingly mystrikingly ucraft
com webflow carrd tilda ukit yolasite yola webs wordpress blogger blogspot typepad livejournal tumblr medium ghost
com 000webhostapp 000webhost infinityfree epizy rf byethost awardspace atwebpages kesug wuaze great-site lovestoblog
com myartsonline mypressonline freehostia x10host biz webcindario page duda multiscreensite builderallwp clickfunnels
com thinkific teachable kajabi mykajabi podia systeme leadpages instapage unbouncepages unbounce landingi getresponsepages
com mailchimpsites hubspotpagebuilder pagecloud zyrosite builder hostingersite temporary wpengine wpenginepowered kinsta
com cloudwaysapps pantheonsite flywheelsites mybluehost myftpupload secureserver siteground hostgator plesk
com herokuapp appspot firebaseapp azurewebsites cloudapp amazonaws elasticbeanstalk cloudfront digitaloceanspaces
com ondigitalocean linodeobjects linodeusercontent vultr contaboserver hwclouds myhuaweicloud myqcloud aliyuncs
com googleusercontent githubusercontent gitbook notion airtable typeform jotform surveymonkey formstack canva sites.google
com docs.google drive.google forms.google script.google storage.googleapis firebasestorage.googleapis scribd issuu
com dropbox box mediafire wetransfer sendspace zippyshare 4shared pastebin hastebin justpaste telegra sharepoint
com sway.office forms.office onedrive.live 1drv myportfolio adobe.express express.adobe blob.core.windows myshopify
com bigcartel ecwid shopify storenvy etsy amocrm bitrix24 zoho zohosites zohopublic freshdesk zendesk hubspot
com mooo chickenkiller strangled jumpingcrab ignorelist my03 hopto zapto ddns myftp myvnc serveftp servehttp sytes ddnsking
com no-ip noip dynu duckdns changeip dnsexit freedns.afraid afraid ngrok localtunnel serveo trycloudflare
com linktr beacons bio campsite lnk taplink contactinbio milkshake solo heylink linkin allmylinks
net azurewebsites cloudapp windows azureedge cloudfront fastly b-cdn myftp ddns hopto sytes zapto contaboserver hinet
net blob.core.windows web.core.windows files.core.windows appspot herokuapp webnode 50webs 000webhost
net your-server kundenserver hosting secureserver wpcomstaging dattolocal myds
org duckdns dyndns no-ip hopto zapto ddns js eu afraid mooo
io github gitlab netlify gitbook readthedocs ngrok surge glitch replit codesandbox stackblitz webflow itch fleek
io ipfs bitbucket carrd taplink campsite bio beacons pantheonsite
app vercel netlify web firebase.web replit glitch carrd webflow notion run fly deno railway render
dev pages workers r2 vercel deno fly web repl replit
me glitch weebly t telegram wa github linktr carrd
co carrd webflow glitch replit t
ee linktr
ph telegra
site square wix framer notion zyro
website framer my tiiny
page github web plesk
link dweb bio
so notion super
host tiiny
cloud appdomain timeweb
de your-server jimdo webnode beepworld
ru ucoz narod nethouse tilda timeweb beget selcdn reg
cz webnode wz czweb webz
fr free pagesperso-orange e-monsite
pl webd home cba prv
com.br webnode uolhost locaweb
work temporary
cloud kinsta
site temporary
net localto
com fortiddns me-qr
com freewebs geocities angelfire tripod
jp geocities
`;

/** Resolvers and documentation names. */
export const NETWORK_NAMES = `
com example whatismyip whatismyipaddress ipinfo icanhazip ifconfig ipify speedtest fast opendns quad9
net example he
org example
me ifconfig whoer
io ipinfo ipfs
google dns
one one.one.one
`;
