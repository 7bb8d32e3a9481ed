import { button, type AMessage } from './a-message.ts';

/*
 * Eighty honest letters of ten kinds in eight languages, constructed: nobody's mail. Names and sending domains are those
 * that each organisation states on its own site; small senders are invented. Each goes through a mailing service, as
 * such letters do, or leads to the brand's own short domain (those that PeterDaveHello/url-shorteners names). Hosts that
 * no table knows are among both on purpose: a letter must not need a row.
 */

type Kind =
  | 'parcel'
  | 'bank'
  | 'card'
  | 'invoice'
  | 'code'
  | 'reset'
  | 'booking'
  | 'subscription'
  | 'tax'
  | 'school';

/** Kind, sender, subject, text, what stands on the button, where it leads. */
type Row = readonly [Kind, string, string, string, string, string];

const CODE = 'Zk3vT0c9mQ8rXw7yPq2sL5nB1dF4hJ6k';

const ENGLISH: readonly Row[] = [
  [
    'parcel',
    'Amazon.com <shipment-tracking@amazon.com>',
    'Shipped: your package arrives Thursday',
    'Your package is on its way. You can track it at any time.',
    'Track package',
    'https://amzn.to/3xYz9Ab',
  ],
  [
    'bank',
    'Capital One <capitalone@notification.capitalone.com>',
    'Your statement is ready',
    'Your statement for account ending in 4711 is ready. Sign in to view it.',
    'View statement',
    'https://capital.one/3xYz9Ab',
  ],
  [
    'card',
    'American Express <AmericanExpress@welcome.americanexpress.com>',
    'Action required: confirm a recent charge',
    'Was this you? Please confirm the charge on your Card so that it is not blocked.',
    'Review charge',
    'https://amex.co/3xYz9Ab',
  ],
  [
    'invoice',
    'Verizon <no-reply@verizonwireless.com>',
    'Your bill is ready, and payment is due in 7 days',
    'Your bill is ready. Payment is due within 7 days.',
    'Pay bill',
    'https://vz.to/3xYz9Ab',
  ],
  [
    'code',
    'Uber <noreply@uber.com>',
    '4711 is your Uber code',
    'Use 4711 to sign in. If you did not ask for it, secure your account.',
    'Secure my account',
    'https://ubr.to/3xYz9Ab',
  ],
  [
    'reset',
    'Dropbox <no-reply@dropbox.com>',
    'Reset your password',
    'Someone asked to reset the password of your account. The link expires in 24 hours.',
    'Reset password',
    'https://db.tt/3xYz9Ab',
  ],
  [
    'booking',
    'Southwest Airlines <southwestairlines@ifly.southwest.com>',
    'Your trip to Denver: check in now',
    'You can check in within 24 hours of your departure.',
    'Check in',
    'https://swa.is/3xYz9Ab',
  ],
  [
    'subscription',
    'Netflix <info@account.netflix.com>',
    'We could not renew your membership',
    'Your last payment did not go through. Please update your payment details.',
    'Update payment',
    'https://nflx.it/3xYz9Ab',
  ],
  [
    'tax',
    'HMRC <no.reply@advice.hmrc.gov.uk>',
    'Your Self Assessment tax return is due',
    'The deadline is 31 January. You may have to pay a penalty if it is late.',
    'File your return',
    `https://links.advice.hmrc.gov.uk/els/v2/${CODE}/4711`,
  ],
  [
    'school',
    'Brookfield Primary School <office@brookfield-primary.sch.uk>',
    'Parents’ evening: book your slot',
    'Please book your appointment with Mrs Lee before Friday.',
    'Book now',
    `https://u4711.ct.sendgrid.net/ls/click?upn=${CODE}`,
  ],
];

const GERMAN: readonly Row[] = [
  [
    'parcel',
    'DHL <noreply@dhl.de>',
    'Ihr Paket kommt morgen',
    'Ihr DHL Paket wird morgen zugestellt. Sie können einen Ablageort wählen.',
    'Sendung verfolgen',
    `http://mailing.dhl.de/go/${CODE}`,
  ],
  [
    'bank',
    'Ihre Sparkasse <info@mailing.sparkasse.de>',
    'Neue Bedingungen: Bitte stimmen Sie zu',
    'Wir brauchen Ihre Zustimmung. Bitte bestätigen Sie im Online-Banking.',
    'Zum Online-Banking',
    `https://t4711.emailsys1a.net/c/4711/${CODE}.html`,
  ],
  [
    'card',
    'American Express <AmericanExpress@welcome.americanexpress.com>',
    'Ihre Abrechnung ist da',
    'Ihre monatliche Abrechnung steht bereit.',
    'Abrechnung ansehen',
    'https://amex.co/3xYz9Ab',
  ],
  [
    'invoice',
    'Telekom Deutschland GmbH <rechnungonline@telekom.de>',
    'Telekom Rechnung November 2026',
    'Ihre Rechnung ist da. Der Betrag wird am 1. Dezember abgebucht.',
    'Rechnung ansehen',
    `https://click.srv2.de/go/${CODE}`,
  ],
  [
    'code',
    'PayPal <service@paypal.de>',
    'Ihr Code: 471147',
    'Ihr Sicherheitscode ist 471147. Er gilt 10 Minuten. Nicht Sie? Sichern Sie Ihr Konto.',
    'Konto sichern',
    `https://epl.paypal-communication.com/T/${CODE}`,
  ],
  [
    'reset',
    'Zalando <info@service-mail.zalando.de>',
    'Passwort zurücksetzen',
    'Jemand möchte das Passwort Ihres Kontos zurücksetzen. Der Link gilt 24 Stunden.',
    'Neues Passwort',
    'https://zln.do/3xYz9Ab',
  ],
  [
    'booking',
    'Airbnb <automated@airbnb.com>',
    'Deine Buchung in Hamburg ist bestätigt',
    'Deine Reise ist bestätigt. Hier sind alle Angaben.',
    'Buchung ansehen',
    'https://abnb.me/3xYz9Ab',
  ],
  [
    'subscription',
    'Spotify <no-reply@spotify.com>',
    'Deine Zahlung ist fehlgeschlagen',
    'Bitte aktualisiere deine Zahlungsart, damit Premium nicht abläuft.',
    'Zahlungsart ändern',
    'https://spoti.fi/3xYz9Ab',
  ],
  [
    'tax',
    'ELSTER <noreply@elster.de>',
    'Ihr Bescheid liegt bereit',
    'In Ihrem Postfach liegt eine neue Nachricht Ihres Finanzamts.',
    'Zum Postfach',
    'https://www.elster.de/eportal/postfach',
  ],
  [
    'school',
    'Volkshochschule Musterstadt <anmeldung@vhs-musterstadt.example>',
    'Ihre Anmeldung: Spanisch A1',
    'Bitte bestätigen Sie Ihre Anmeldung innerhalb von 48 Stunden.',
    'Anmeldung bestätigen',
    `http://seu2.cleverreach.com/c/4711/${CODE}`,
  ],
];

const FRENCH: readonly Row[] = [
  [
    'parcel',
    'Chronopost <chronopost@network1.pickup.fr>',
    'Votre colis arrive demain',
    'Votre colis sera livré demain entre 9 h et 12 h.',
    'Suivre mon colis',
    `https://r.notif.pickup.fr/tr/cl/${CODE}`,
  ],
  [
    'bank',
    'La Banque Postale <info@info.labanquepostale.fr>',
    'Votre relevé est disponible',
    'Votre relevé de compte est disponible dans votre espace client.',
    'Mon espace client',
    `https://click.emsecure.net/optiext/optiextension.dll?ID=${CODE}`,
  ],
  [
    'card',
    'Mastercard <mastercard@email.mastercard.com>',
    'Votre carte : une offre à activer',
    'Activez votre offre avant dimanche.',
    'Activer',
    'https://mstr.cd/3xYz9Ab',
  ],
  [
    'invoice',
    'Orange <facture@orange.fr>',
    'Votre facture Orange du mois',
    'Votre facture est disponible. Le montant sera prélevé le 5 décembre.',
    'Voir ma facture',
    `http://r.facture.orange.fr/r/eNr?id=${CODE}`,
  ],
  [
    'code',
    'Doctolib <no-reply@doctolib.fr>',
    'Votre code de vérification : 471147',
    'Saisissez ce code pour confirmer votre identité. Ce n’est pas vous ? Changez de mot de passe.',
    'Sécuriser mon compte',
    `https://u4711.ct.sendgrid.net/ls/click?upn=${CODE}`,
  ],
  [
    'reset',
    'Microsoft <account-security-noreply@accountprotection.microsoft.com>',
    'Réinitialisation du mot de passe',
    'Quelqu’un a demandé un nouveau mot de passe pour votre compte Microsoft.',
    'Réinitialiser',
    'https://aka.ms/alca',
  ],
  [
    'booking',
    'KLM <noreply@klm-info.com>',
    'Votre vol pour Amsterdam : enregistrez-vous',
    'L’enregistrement est ouvert pendant 30 heures.',
    'S’enregistrer',
    'https://klmf.ly/3xYz9Ab',
  ],
  [
    'subscription',
    'Le Monde <abonnements@lemonde.fr>',
    'Votre abonnement expire bientôt',
    'Votre abonnement expire dans 7 jours. Renouvelez-le en un clic.',
    'Renouveler',
    'https://lemde.fr/3xYz9Ab',
  ],
  [
    'tax',
    'Impots.gouv <ne-pas-repondre@dgfip.finances.gouv.fr>',
    'Votre avis d’impôt est disponible',
    'Votre avis est disponible dans votre espace particulier.',
    'Mon espace',
    'https://cfspart.impots.gouv.fr/',
  ],
  [
    'school',
    'Collège Jean Moulin <vie-scolaire@college-jean-moulin.example>',
    'Bulletin du premier trimestre',
    'Le bulletin de votre enfant est en ligne. Merci de le signer.',
    'Voir le bulletin',
    `https://x4711.mjt.lu/lnk/${CODE}`,
  ],
];

const SPANISH: readonly Row[] = [
  [
    'parcel',
    'Amazon.es <confirmar-envio@amazon.es>',
    'Enviado: tu paquete llega mañana',
    'Tu paquete está en camino.',
    'Seguir el paquete',
    'https://a.co/d/3xYz9Ab',
  ],
  [
    'bank',
    'CaixaBank <avisos@comunicacion.caixabank.com>',
    'Aviso importante: actualice sus datos',
    'La ley nos obliga a pedirle que confirme sus datos una vez al año.',
    'Actualizar',
    `https://t.comunicacion.caixabank.com/r/?id=${CODE}`,
  ],
  [
    'card',
    'BBVA <BBVA@comunicaciones.bbva.com>',
    'Tu tarjeta nueva está en camino',
    'Actívala cuando la recibas.',
    'Activar tarjeta',
    `http://click.bbva-comunicaciones.example/?qs=${CODE}`,
  ],
  [
    'invoice',
    'Movistar <facturas@movistar.es>',
    'Tu factura de noviembre',
    'Ya puedes consultar tu factura. Se cobrará el día 1.',
    'Ver factura',
    `https://cl.s7.exct.net/?qs=${CODE}`,
  ],
  [
    'code',
    'Mercado Pago <info@mercadopago.com>',
    'Tu código es 471147',
    'Usa este código para entrar. Si no fuiste tú, protege tu cuenta.',
    'Proteger mi cuenta',
    'https://mpago.la/3xYz9Ab',
  ],
  [
    'reset',
    'Wallapop <no-reply@info.wallapop.com>',
    'Cambia tu contraseña',
    'Has pedido cambiar tu contraseña. El enlace caduca en 24 horas.',
    'Cambiar contraseña',
    `https://links.iterable.com/u/click?_t=${CODE}`,
  ],
  [
    'booking',
    'Emirates <do-not-reply@emirates.com>',
    'Su reserva a Dubái está confirmada',
    'Gracias por volar con nosotros. Aquí está su reserva.',
    'Gestionar reserva',
    'https://emirat.es/3xYz9Ab',
  ],
  [
    'subscription',
    'Disney+ <disneyplus@mail.disneyplus.com>',
    'Tu suscripción se renueva pronto',
    'Tu suscripción se renovará el 1 de diciembre.',
    'Gestionar suscripción',
    'https://di.sn/3xYz9Ab',
  ],
  [
    'tax',
    'Agencia Tributaria <no-responder@correo.aeat.es>',
    'Tiene una notificación en la sede electrónica',
    'Tiene una notificación nueva. Identifíquese para verla.',
    'Ir a la sede',
    'https://sede.agenciatributaria.gob.es/',
  ],
  [
    'school',
    'Escuela de Música Prado <secretaria@escuela-prado.example>',
    'Matrícula 2027: último día',
    'Mañana termina el plazo. Confirme la matrícula de su hijo.',
    'Confirmar matrícula',
    `https://abc.r.a.d.sendibm1.com/mk/cl/f/${CODE}`,
  ],
];

const ITALIAN: readonly Row[] = [
  [
    'parcel',
    'Poste Italiane <noreply@posteitaliane.it>',
    'La tua spedizione è in consegna',
    'La tua spedizione sarà consegnata oggi.',
    'Segui la spedizione',
    `https://click.comunicazioni.posteitaliane.it/?qs=${CODE}`,
  ],
  [
    'bank',
    'Intesa Sanpaolo <comunicazioni@intesasanpaolo.com>',
    'Hai un nuovo documento',
    'Nella tua area personale è disponibile un nuovo documento.',
    'Accedi',
    `http://app.news.intesasanpaolo.com/e/er?s=4711&lid=${CODE}`,
  ],
  [
    'card',
    'Nexi <noreply@nexi.it>',
    'Estratto conto della tua carta',
    'L’estratto conto è disponibile.',
    'Vai all’estratto conto',
    `https://abc.slgnt.eu/optiext/optiextension.dll?ID=${CODE}`,
  ],
  [
    'invoice',
    'Enel Energia <noreply@enel.com>',
    'La tua bolletta è disponibile',
    'La tua bolletta è disponibile. Scadenza: 15 dicembre.',
    'Vedi la bolletta',
    `https://cl.s10.exct.net/?qs=${CODE}`,
  ],
  [
    'code',
    'Vinted <no-reply@vinted.it>',
    'Il tuo codice: 4711',
    'Usa questo codice per verificare il tuo account. Scade tra 10 minuti.',
    'Verifica',
    `https://abc.r.eu-west-1.awstrack.me/L0/https:%2F%2Fwww.vinted.it%2Fverify/1/${CODE}/x`,
  ],
  [
    'reset',
    'Trenitalia <noreply@trenitalia.it>',
    'Recupero della password',
    'Hai chiesto di cambiare la password. Il link scade tra 24 ore.',
    'Cambia password',
    `https://track.smtp2go.net/l/${CODE}`,
  ],
  [
    'booking',
    'Airbnb <automated@airbnb.com>',
    'La tua prenotazione a Torino è confermata',
    'Ecco tutti i dettagli del tuo viaggio.',
    'Vedi prenotazione',
    'https://abnb.me/3xYz9Ab',
  ],
  [
    'subscription',
    'Apple <no_reply@email.apple.com>',
    'Il tuo abbonamento si rinnova presto',
    'Il tuo abbonamento si rinnova il 1 dicembre.',
    'Gestisci abbonamento',
    'https://apple.co/3xYz9Ab',
  ],
  [
    'tax',
    'INPS <noreply@inps.it>',
    'Nuova comunicazione nella tua area MyINPS',
    'È disponibile una nuova comunicazione per te.',
    'Vai a MyINPS',
    'https://www.inps.it/it/it/myinps.html',
  ],
  [
    'school',
    'Istituto Galilei <segreteria@istituto-galilei.example>',
    'Iscrizioni aperte fino al 31 gennaio',
    'Confermi l’iscrizione di suo figlio.',
    'Iscrizione',
    `https://istitutogalilei.us7.list-manage.com/track/click?u=${CODE}&id=1`,
  ],
];

const POLISH: readonly Row[] = [
  [
    'parcel',
    'InPost <info@inpost.pl>',
    'Paczka czeka w Paczkomacie',
    'Twoja paczka czeka. Masz 48 godzin na odbiór.',
    'Odbierz paczkę',
    `https://click.freshmail.io/c/${CODE}`,
  ],
  [
    'bank',
    'mBank <kontakt@mbank.pl>',
    'Wyciąg z konta za listopad',
    'Wyciąg jest dostępny w serwisie transakcyjnym.',
    'Zaloguj się',
    `https://abc.salesmanago.com/api/r/${CODE}`,
  ],
  [
    'card',
    'Revolut <no-reply@revolut.com>',
    'Twoja karta wygasa w przyszłym miesiącu',
    'Nowa karta jest już w drodze.',
    'Sprawdź kartę',
    `https://ablink.info.revolut.com/ss/c/${CODE}`,
  ],
  [
    'invoice',
    'Orange Polska <efaktura@pl.orange.com>',
    'Faktura za listopad',
    'Faktura jest dostępna. Termin płatności: 5 grudnia.',
    'Zobacz fakturę',
    `http://track.orange-efaktura.example/r/${CODE}`,
  ],
  [
    'code',
    'Allegro <powiadomienia@allegro.pl>',
    'Kod: 471147',
    'Wpisz ten kod, aby potwierdzić logowanie. To nie Ty? Zmień hasło.',
    'Zmień hasło',
    'https://allegro.pl/moje-allegro/haslo',
  ],
  [
    'reset',
    'OLX <noreply@olx.pl>',
    'Zmiana hasła',
    'Ktoś poprosił o zmianę hasła. Link jest ważny 24 godziny.',
    'Ustaw hasło',
    `https://click.pstmrk.it/3s/www.olx.pl%2Freset/${CODE}`,
  ],
  [
    'booking',
    'LOT Polish Airlines <noreply@lot.com>',
    'Odprawa na lot do Krakowa',
    'Odprawa jest otwarta przez 36 godzin.',
    'Odpraw się',
    `https://r1.dmtrk.com/4711/${CODE}`,
  ],
  [
    'subscription',
    'Spotify <no-reply@spotify.com>',
    'Nie udało się pobrać płatności',
    'Zaktualizuj metodę płatności, aby nie stracić Premium.',
    'Zaktualizuj',
    'https://spoti.fi/3xYz9Ab',
  ],
  [
    'tax',
    'e-Urząd Skarbowy <noreply@mf.gov.pl>',
    'Nowe pismo',
    'Masz nowe pismo w e-Urzędzie Skarbowym.',
    'Odczytaj',
    'https://urzadskarbowy.gov.pl/',
  ],
  [
    'school',
    'Szkoła Językowa Most <biuro@szkola-most.example>',
    'Zapisy na semestr letni',
    'Prosimy potwierdzić zapis do piątku.',
    'Potwierdź zapis',
    `https://app.getresponse.com/click.html?x=${CODE}`,
  ],
];

const CHINESE: readonly Row[] = [
  [
    'parcel',
    '京东 <newsletter@jd.com>',
    '您的包裹已发货',
    '您的包裹预计明天送达。',
    '查看物流',
    'https://3.cn/3xYz9Ab',
  ],
  [
    'bank',
    '中国工商银行 <webmaster@icbc.com.cn>',
    '您的电子对账单',
    '您的对账单已生成，请登录查看。',
    '登录',
    `https://sctrack.sendcloud.net/track/click/${CODE}`,
  ],
  [
    'card',
    'Citi 花旗銀行 <alerts@citi.com>',
    '信用卡帳單已可查閱',
    '您的帳單已可查閱，請於到期日前繳款。',
    '查看帳單',
    'https://citi.asia/3xYz9Ab',
  ],
  [
    'invoice',
    '淘宝 <service@mail.taobao.com>',
    '您的电子发票',
    '您的发票已开具。',
    '下载发票',
    'https://m.tb.cn/h.3xYz9Ab',
  ],
  [
    'code',
    '网易邮箱 <passport@service.netease.com>',
    '验证码：471147',
    '您的验证码为471147，10分钟内有效。如非本人操作，请修改密码。',
    '修改密码',
    'https://reg.163.com/naq/findPassword',
  ],
  [
    'reset',
    '哔哩哔哩 <noreply@bilibili.com>',
    '重置密码',
    '您正在重置账号密码，链接24小时内有效。',
    '重置密码',
    'https://b23.tv/3xYz9Ab',
  ],
  [
    'booking',
    '携程旅行 <noreply@trip.com>',
    '机票预订成功',
    '您的机票已出票。',
    '查看订单',
    `https://click.trip-mail.example/?qs=${CODE}`,
  ],
  [
    'subscription',
    'Spotify <no-reply@spotify.com>',
    '您的 Premium 即將到期',
    '請更新付款方式。',
    '更新付款方式',
    'https://spoti.fi/3xYz9Ab',
  ],
  [
    'tax',
    '国家税务总局 <noreply@chinatax.gov.cn>',
    '个人所得税年度汇算通知',
    '请于6月30日前办理。',
    '前往办理',
    'https://etax.chinatax.gov.cn/',
  ],
  [
    'school',
    '新星双语学校 <office@xinxing-school.example>',
    '重要：家长会报名',
    '请在周五前确认是否参加。',
    '确认参加',
    `https://u4711.ct.sendgrid.net/ls/click?upn=${CODE}`,
  ],
];

const JAPANESE: readonly Row[] = [
  [
    'parcel',
    'Amazon.co.jp <shipment-tracking@amazon.co.jp>',
    '発送済み：明日お届け予定',
    'ご注文の商品を発送しました。',
    '配送状況を確認',
    'https://amzn.to/3xYz9Ab',
  ],
  [
    'bank',
    '三井住友銀行 <SMBC_service@dn.smbc.co.jp>',
    '【重要】お取引の確認',
    'お取引がありました。内容をご確認ください。',
    '確認する',
    'https://direct.smbc.co.jp/aib/',
  ],
  [
    'card',
    '楽天カード <info@mail.rakuten-card.co.jp>',
    'ご請求額のお知らせ',
    '今月のご請求額が確定しました。',
    '明細を見る',
    'https://r10.to/3xYz9A',
  ],
  [
    'invoice',
    'ソフトバンク <info@mail.softbank.jp>',
    'ご利用料金のお知らせ',
    '今月のご利用料金をご案内します。',
    '料金を確認',
    `https://c.rsys5.net/pub/cc?_ri_=${CODE}`,
  ],
  [
    'code',
    'LINE <no-reply@line.me>',
    '認証番号：471147',
    '認証番号は471147です。心当たりがない場合はパスワードを変更してください。',
    'パスワードを変更',
    'https://lin.ee/3xYz9Ab',
  ],
  [
    'reset',
    'メルカリ <no-reply@mercari.jp>',
    'パスワード再設定',
    'パスワード再設定のご依頼を受け付けました。',
    '再設定する',
    `https://u4711.ct.sendgrid.net/ls/click?upn=${CODE}`,
  ],
  [
    'booking',
    '東横イン <reserve@toyoko-inn.com>',
    'ご予約の確認',
    'ご予約ありがとうございます。',
    '予約を確認',
    `https://r.bme.jp/bm/p/aa/fw.php?i=${CODE}`,
  ],
  [
    'subscription',
    'Netflix <info@members.netflix.com>',
    'お支払い方法の更新のお願い',
    'お支払いができませんでした。お支払い方法を更新してください。',
    '更新する',
    'https://nflx.it/3xYz9Ab',
  ],
  [
    'tax',
    '国税庁 e-Tax <info@e-tax.nta.go.jp>',
    'メッセージボックスのお知らせ',
    '新しいメッセージが格納されました。',
    'e-Taxへ',
    'https://www.e-tax.nta.go.jp/',
  ],
  [
    'school',
    'さくら英会話 <info@sakura-eikaiwa.example>',
    '体験レッスンのご案内',
    '体験レッスンのお申し込みを確認してください。',
    '確認する',
    `https://clt4711.benchurl.com/c/l?u=${CODE}`,
  ],
];

const LANGUAGES = [
  ['English', ENGLISH],
  ['German', GERMAN],
  ['French', FRENCH],
  ['Spanish', SPANISH],
  ['Italian', ITALIAN],
  ['Polish', POLISH],
  ['Chinese', CHINESE],
  ['Japanese', JAPANESE],
] as const;

/** Letters that a mailing service ends with a way to leave the list, at the same place. */
const LISTED: ReadonlySet<Kind> = new Set(['booking', 'subscription', 'school']);

function letterOf([kind, from, subject, text, label, href]: Row): AMessage {
  const name = from.slice(0, from.indexOf(' <'));
  const leave = LISTED.has(kind) ? `<p><a href="${href}x">Unsubscribe</a></p>` : '';
  return {
    from,
    subject,
    html: `<img alt="${name}" src="cid:1"><p>${text}</p>${button(href, label)}${leave}<p>© 2026 ${name}</p>`,
  };
}

export const EVERYDAY_LETTERS: readonly (readonly [string, AMessage])[] = LANGUAGES.flatMap(
  ([language, rows]) => rows.map((row) => [`${row[0]}, ${language}: ${row[1]}`, letterOf(row)] as const),
);
