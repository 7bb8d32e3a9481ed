import { button, type AMessage } from './a-message.ts';

/*
 * Forty honest letters in ten languages, written by somebody who had not read the rule, its tables or its thresholds.
 * Constructed from what companies publish about their own mail (sending domain, wording, where links lead) as it is in
 * 2025 and 2026: nobody's mail. Ids and codes are made up, small senders are invented. The wording is the senders' own
 * kind of wording: it presses where they press.
 */

const CODE = 'eJxVjsEKwzAMQ7-Zk3vT0c9mQ8rXw7yPq2sL5nB1dF4hJ6k';
const HEX = '8f14e45fceea167a5a36dedd4bea2543c4ca4238a0b923820dcc509a6f75849b';

function logo(alt: string, href?: string): string {
  const image = `<img alt="${alt}" src="cid:logo" width="120">`;
  return href === undefined ? `<p>${image}</p>` : `<p><a href="${href}">${image}</a></p>`;
}

function link(href: string, text: string): string {
  return `<a href="${href}">${text}</a>`;
}

const ENGLISH: readonly (readonly [string, AMessage])[] = [
  [
    'parcel with a fee: Royal Mail',
    {
      from: 'Royal Mail <no-reply@royalmail.com>',
      subject: 'There’s a fee to pay before we can deliver your parcel',
      html: `${logo('Royal Mail', 'https://www.royalmail.com/')}
        <h1>You have a fee to pay</h1>
        <p>We’re holding an item for you at Croydon Delivery Office because customs charges are due: £12.40,
        including an £8.00 handling fee. If you don’t pay within 18 days your item will be returned to the sender.</p>
        <p>Your reference number: 4711 0815 2026 1A2B</p>
        ${button('https://www.royalmail.com/receiving-mail/pay-a-fee?ref=4711081520261A2B', 'Pay a fee')}
        <p>You can also ${link('https://www.royalmail.com/track-your-item#/tracking-results/AB123456789GB', 'track your item')}
        or ${link('https://apps.apple.com/gb/app/royal-mail/id1463142417', 'get the app')}.</p>
        <p>Worried about scams? ${link('https://www.royalmail.com/help/scam-examples', 'See examples of scams')}.</p>
        <p>Royal Mail Group Limited, registered in England and Wales, 185 Farringdon Road, London EC1A 1AA</p>`,
    },
  ],
  [
    'card declined: Chase',
    {
      from: 'Chase <no.reply.alerts@chase.com>',
      subject: 'Action needed: Did you make this purchase?',
      reader: 'ann.lee@gmail.com',
      html: `${logo('Chase logo')}
        <p>Security alert</p>
        <h2>We declined a charge and locked your card</h2>
        <p>Account ending in (...4711)<br>Merchant BESTBUYCOM8057<br>Amount $849.99</p>
        <p>We need you to confirm this charge right away. Until you respond, your card can’t be used.</p>
        ${button('https://secure.chase.com/web/auth/dashboard#/dashboard/fraudAlerts/index', 'Yes, I made it')}
        ${button('https://secure.chase.com/web/auth/dashboard#/dashboard/fraudAlerts/index?r=n', 'No, I didn’t')}
        <p>You can also call the number on the back of your card.</p>
        <p>${link('https://www.chase.com/digital/resources/privacy-security', 'Security center')} |
        ${link('https://click.e.chase.com/?qs=' + HEX, 'Manage alerts')}</p>
        <p>JPMorgan Chase Bank, N.A. Member FDIC © 2026 JPMorgan Chase &amp; Co.</p>`,
    },
  ],
  [
    'dating: Tinder',
    {
      from: 'Tinder <no-reply@gotinder.com>',
      subject: 'You’ve got a new match! 🔥',
      html: `${logo('Tinder', 'https://tinder.onelink.me/9K8a/4711ab')}
        <p>Somebody out there just liked you back. Don’t leave them waiting!</p>
        ${button('https://click.gotinder.com/f/a/' + CODE + '~~/AAQRxQA~/RgRo', 'SEE WHO IT IS')}
        <p>${link('https://tinder.onelink.me/9K8a/4711ios', '<img alt="Download on the App Store" src="cid:a">')}
        ${link('https://tinder.onelink.me/9K8a/4711android', '<img alt="Get it on Google Play" src="cid:b">')}</p>
        <p>${link('https://click.gotinder.com/f/un/' + CODE, 'Unsubscribe')} ·
        ${link('https://policies.tinder.com/privacy', 'Privacy')}</p>
        <p>Match Group, LLC, 8750 N. Central Expressway, Suite 1400, Dallas, TX 75231</p>`,
    },
  ],
  [
    'payroll: Gusto',
    {
      from: 'Harbor Street Bakery via Gusto <no-reply@gusto.com>',
      replyTo: 'payroll@harborstreetbakery.example',
      subject: 'Action required: verify your bank account to get paid on Friday',
      html: `${logo('Gusto')}
        <p>Hi Ann,</p>
        <p>Your direct deposit could not be completed because your bank rejected the account details we have on file.
        Update your bank account by Wednesday 4pm PT, or Harbor Street Bakery will have to pay you by check.</p>
        ${button('https://e.customeriomail.com/e/c/' + CODE + '/1/2', 'Update bank account')}
        <p>Button not working? Paste this into your browser: ${link('https://e.customeriomail.com/e/c/' + CODE + '/1/3', 'https://app.gusto.com/payments/bank_account')}</p>
        <p>Questions? ${link('https://support.gusto.com/', 'Visit our help center')}</p>
        <p>Gusto, 525 20th Street, San Francisco, CA 94107</p>`,
    },
  ],
  [
    'invitation of a colleague: Figma',
    {
      from: 'Jo Meyer (via Figma) <no-reply@email.figma.com>',
      subject: 'Jo Meyer invited you to edit “Onboarding 2026”',
      html: `${logo('Figma', 'https://spmeta.figma.com/ls/click?upn=u001.' + CODE)}
        <p>jo.meyer@acme-works.com has invited you to edit the following file:</p>
        <p><b>Onboarding 2026</b></p>
        ${button('https://spmeta.figma.com/ls/click?upn=u001.' + HEX, 'Open in Figma')}
        <p>This invitation will expire in 7 days.</p>
        <p>Figma, Inc. · 760 Market Street · San Francisco, CA 94102 ·
        ${link('https://spmeta.figma.com/ls/click?upn=u001.p' + CODE, 'Notification settings')}</p>`,
    },
  ],
  [
    'help desk that quotes the customer',
    {
      from: 'Brightwell Bikes (Support) <support@brightwellbikes.zendesk.com>',
      replyTo: 'support+id4711@brightwellbikes.zendesk.com',
      subject: '[Brightwell Bikes] Re: PayPal payment failed, order BW-4711',
      html: `<div>##- Please type your reply above this line -##</div>
        <p>Your request (4711) has been updated. To add comments, reply to this email or follow the link below:<br>
        ${link('https://brightwellbikes.zendesk.com/hc/requests/4711', 'https://brightwellbikes.zendesk.com/hc/requests/4711')}</p>
        <p><b>Priya</b> (Brightwell Bikes)<br>Hi Ann, sorry about that! PayPal declined the payment. You can pay again with
        this link, it stays open until Friday; after that we have to cancel the order:</p>
        <p>${link('https://checkout.brightwell.bike/pay/bw-4711', 'Complete your payment')}</p>
        <hr><p><b>Ann Lee</b><br>Nov 20, 2026, 18:02 GMT<br>I paid with PayPal and then got an email from service@paypal.com
        “Your payment was declined”. Is my account blocked? Please help urgently!</p>
        <p>This email is a service from Brightwell Bikes. Delivered by ${link('https://www.zendesk.com/support/?utm_campaign=text&utm_content=Brightwell+Bikes', 'Zendesk')}</p>`,
    },
  ],
  [
    'crowdfunding: GoFundMe',
    {
      from: 'GoFundMe <no-reply@gofundme.com>',
      subject: 'Marcus, your funds are on hold until you verify your information',
      html: `${logo('GoFundMe', 'https://gofund.me/1a2b3c4d')}
        <h1>One more step to receive your funds</h1>
        <p>Your fundraiser “A new roof for Pine Street Shelter” has raised $4,711. To withdraw, our payment partner needs to
        verify your identity. Donations may be refunded if this is not done within 30 days.</p>
        ${button('https://gofund.me/5e6f7a8b', 'Verify now')}
        <p>Share your fundraiser: ${link('https://gofund.me/9c0d1e2f', 'gofund.me/9c0d1e2f')}</p>
        <p>${link('https://support.gofundme.com/hc/en-us', 'Help Center')} ·
        ${link('https://u4711.ct.sendgrid.net/asm/unsubscribe/?user_id=1&data=' + CODE, 'Email preferences')}</p>
        <p>© 2010–2026 GoFundMe, 855 Jefferson Ave, Redwood City, CA 94063</p>`,
    },
  ],
  [
    'forwarded by a colleague: a failed renewal of Microsoft 365',
    {
      from: 'Tom Baker <tom.baker@oakfield-joinery.co.uk>',
      subject: 'FW: Your Microsoft 365 Business Standard subscription has expired',
      html: `<p>Hi Sue, can you sort this one out please? I think it is the old card.</p><p>Tom</p>
        <p>Oakfield Joinery Ltd · ${link('https://www.oakfield-joinery.co.uk/', 'www.oakfield-joinery.co.uk')}</p>
        <hr><p><b>From:</b> Microsoft &lt;microsoft-noreply@microsoft.com&gt;<br><b>Sent:</b> 23 November 2026 07:12<br>
        <b>To:</b> Tom Baker<br><b>Subject:</b> Your Microsoft 365 Business Standard subscription has expired</p>
        <p><img alt="Microsoft" src="cid:ms"></p>
        <h2>Your subscription has expired because payment failed</h2>
        <p>Your data will be deleted in 90 days unless you update your payment method and reactivate.</p>
        ${button('https://eur05.safelinks.protection.outlook.com/?url=https%3A%2F%2Fadmin.microsoft.com%2FAdminportal%2FHome%23%2Fsubscriptions&data=05%7C02%7Ctom.baker%40oakfield-joinery.co.uk%7C4711&reserved=0', 'Reactivate subscription')}
        <p>${link('https://go.microsoft.com/fwlink/?LinkId=521839', 'Privacy Statement')}<br>Microsoft Corporation, One Microsoft Way, Redmond, WA 98052</p>`,
    },
  ],
  [
    'health: a surgery that writes through Accurx',
    {
      from: 'Riverside Medical Practice <noreply@accurx.com>',
      subject: 'Message from your NHS GP practice',
      html: `<p>Dear Ms Lee,</p><p>Your blood pressure review is overdue. Please answer the questions below within 7 days, or we
        may not be able to issue your next prescription.</p>
        <p>${link('https://florey.accurx.com/p/4a7b11c0815', 'https://florey.accurx.com/p/4a7b11c0815')}</p>
        <p>To keep your record safe you will be asked for your date of birth.</p>
        <p>Riverside Medical Practice, NHS</p>`,
    },
  ],
];

const GERMAN: readonly (readonly [string, AMessage])[] = [
  [
    'flats: ImmoScout24',
    {
      from: 'ImmoScout24 <noreply@immobilienscout24.de>',
      subject: '3 neue Angebote für deine Suche: Wohnung mieten, Leipzig',
      html: `${logo('ImmoScout24', 'https://push.search.is24.de/email/expose/4711/home')}
        <p>Sei schnell: Diese Wohnungen haben schon über 50 Anfragen.</p>
        <p>${link('https://push.search.is24.de/email/expose/150000001?k=' + CODE, '<img alt="" src="cid:1">')}
        ${link('https://push.search.is24.de/email/expose/150000001?k=' + CODE, '2-Zimmer-Altbau in Plagwitz, 640 € warm')}</p>
        <p>${link('https://push.search.is24.de/email/expose/150000002?k=' + CODE, 'Dachgeschoss mit Balkon, 720 € warm')}</p>
        ${button('https://push.search.is24.de/email/search?k=' + CODE, 'Alle Ergebnisse ansehen')}
        <p>${link('https://push.search.is24.de/email/unsubscribe?k=' + CODE, 'Suchauftrag beenden')}</p>
        <p>Immobilien Scout GmbH, Invalidenstraße 65, 10557 Berlin</p>`,
    },
  ],
  [
    'health insurance in plain text: Die Techniker',
    {
      from: 'Die Techniker <service@tk.de>',
      subject: 'Neue Nachricht in Ihrem TK-Postfach',
      text: `Guten Tag Frau Meyer,

in Ihrem Postfach bei "Meine TK" liegt eine neue Nachricht für Sie. Bitte rufen Sie sie innerhalb von 14 Tagen ab:

https://www.tk.de/meinetk/postfach

Aus Sicherheitsgründen senden wir Ihnen nie einen Link zum Log-in mit der Bitte um Ihr Passwort.

Freundliche Grüße
Ihre Techniker
https://www.tk.de/impressum`,
    },
  ],
  [
    'a franchise: car dealer with the make in its name',
    {
      from: 'Peugeot Autohaus Möller <service@peugeot-moeller.de>',
      subject: 'Ihr Termin zur Inspektion: bitte bestätigen',
      html: `${logo('Peugeot Autohaus Möller', 'https://tf4711ab.emailsys1a.net/c/110/4711/0/0/0/1/' + HEX.slice(0, 10) + '.html')}
        <p>Sehr geehrte Frau Meyer,</p><p>an Ihrem Peugeot 208 ist eine Rückrufaktion offen. Bitte bestätigen Sie Ihren Termin bis
        Freitag, sonst vergeben wir ihn neu.</p>
        ${button('https://tf4711ab.emailsys1a.net/c/110/4711/0/0/0/2/' + HEX.slice(10, 20) + '.html', 'Termin bestätigen')}
        <p>${link('https://tf4711ab.emailsys1a.net/110/4711/0/1/' + HEX.slice(20, 30) + '/unsubscribe.html', 'Abmelden')}</p>
        <p>Autohaus Möller GmbH, Peugeot Vertragspartner, Industriestraße 4, 29221 Celle</p>`,
    },
  ],
  [
    'bank that wants the tax number: N26',
    {
      from: 'N26 <noreply@n26.com>',
      subject: 'Dringend: Bitte bestätige deine Daten, sonst müssen wir dein Konto einschränken',
      html: `${logo('N26')}
        <p>Hallo Kerstin,</p><p>wir sind gesetzlich verpflichtet, deine Daten aktuell zu halten. Bitte bestätige deine
        Steueridentifikationsnummer und deine Adresse bis zum 5. Dezember. Danach müssen wir dein Konto einschränken.</p>
        ${button('https://link.n26.com/uni/ls/click?upn=' + CODE, 'Daten jetzt bestätigen')}
        <p>Wir fragen dich nie per E-Mail nach deinem Passwort oder deiner PIN.</p>
        <p>${link('https://link.n26.com/ls/click?upn=a' + CODE, 'Hilfe')} · ${link('https://n26.com/de-de/impressum', 'Impressum')}</p>
        <p>N26 Bank SE, Voltairestraße 8, 10179 Berlin</p>`,
    },
  ],
  [
    'a small shop with a cheap ending sends by DHL',
    {
      from: 'Kaffeerösterei Lindenhof <bestellung@lindenhof-kaffee.shop>',
      subject: 'Deine Bestellung #4711 ist unterwegs mit DHL',
      html: `${logo('Kaffeerösterei Lindenhof', 'https://lindenhof-kaffee.shop')}
        <p>Moin Kerstin, dein Paket ist heute an DHL übergeben worden.</p>
        <p>Sendungsnummer: ${link('https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=00340434161094000000', '00340434161094000000')}</p>
        ${button('https://lindenhof-kaffee.shop/mein-konto/view-order/4711/', 'Bestellung ansehen')}
        <p>Bezahlt mit PayPal. Zufrieden? ${link('https://g.page/r/CZk3vT0c9mQ8/review', 'Bewerte uns bei Google')} oder folge uns auf
        ${link('https://www.instagram.com/lindenhofkaffee/', 'Instagram')}.</p>
        <p>Lindenhof Kaffee GbR, Deichstraße 2, 27472 Cuxhaven · ${link('mailto:hallo@lindenhof-kaffee.shop', 'hallo@lindenhof-kaffee.shop')}</p>`,
    },
  ],
  [
    'a newsletter about a brand’s fault',
    {
      from: 'Der Elbkurier <elbkurier@substack.com>',
      replyTo: 'Der Elbkurier <reply+2abc4711&elb@mg1.substack.com>',
      subject: 'PayPal-Panne: Was Sie jetzt sofort tun müssen',
      html: `<p>${link('https://substack.com/app-link/post?publication_id=4711&post_id=815&token=' + CODE, 'In der App lesen')}</p>
        <h1>${link('https://substack.com/app-link/post?publication_id=4711&post_id=815', 'PayPal-Panne: Was Sie jetzt sofort tun müssen')}</h1>
        <p>Guten Morgen! Banken haben Lastschriften in Milliardenhöhe gestoppt. Prüfen Sie Ihr Konto und ändern Sie Ihr Passwort,
        rät die ${link('https://substack.com/redirect/4a7b11c0-8150-4711-8150-471108154711?j=' + CODE, 'Verbraucherzentrale')}.
        Mehr bei ${link('https://substack.com/redirect/5b7b11c0-8150-4711-8150-471108154711?j=' + CODE, 'heise online')}.</p>
        ${button('https://substack.com/redirect/2/' + CODE, 'Abo abschließen')}
        <p>© 2026 Der Elbkurier, 548 Market Street PMB 72296, San Francisco, CA 94104 ·
        ${link('https://substack.com/redirect/2/u' + CODE, 'Abbestellen')}</p>`,
    },
  ],
];

const FRENCH: readonly (readonly [string, AMessage])[] = [
  [
    'parcel: Colissimo',
    {
      from: 'Colissimo <noreply@notif-colissimo-laposte.info>',
      subject: 'Votre Colissimo va bientôt être livré',
      html: `${logo('La Poste Colissimo')}
        <p>Bonjour,</p><p>Votre colis n° 6A12345678901 est en cours d’acheminement. Il sera livré demain contre signature.
        Absent ? Choisissez une autre option avant minuit.</p>
        ${button('https://www.laposte.fr/outils/suivre-vos-envois?code=6A12345678901', 'SUIVRE MON COLIS')}
        <p>${link('http://www.colissimo.fr/ma-livraison?code=6A12345678901', 'Modifier ma livraison')}</p>
        <p>Méfiez-vous des messages frauduleux : La Poste ne demande jamais de paiement par e-mail.</p>
        <p>Ceci est un message automatique, merci de ne pas y répondre.</p>`,
    },
  ],
  [
    'mobile phone: Free',
    {
      from: 'Free Mobile <freemobile@free-mobile.fr>',
      subject: 'Échec du prélèvement : votre ligne sera suspendue',
      html: `<p>Bonjour,</p><p>Le prélèvement de votre facture Free Mobile d’un montant de 19,99 € a été rejeté par votre banque.
        Sans régularisation de votre part sous 8 jours, votre ligne sera suspendue.</p>
        <p>Vous pouvez régler par carte bancaire dans votre Espace Abonné :
        ${link('https://mobile.free.fr/account/', 'https://mobile.free.fr/account/')}</p>
        <p>Identifiant : 47110815</p><p>Free Mobile - SAS au capital de 365.138.779 € - 16 rue de la Ville l’Évêque, 75008 Paris</p>`,
    },
  ],
  [
    'health insurance: ameli',
    {
      from: 'Assurance Maladie <assurance-maladie@info.ameli.fr>',
      subject: 'Votre carte Vitale : pensez à la mettre à jour',
      html: `${logo('l’Assurance Maladie', 'https://tr.info.ameli.fr/r/?id=h4711ab,815cd,1')}
        <p>Bonjour,</p><p>Votre situation a changé ? Mettez à jour votre carte Vitale et vérifiez vos coordonnées bancaires dans
        votre compte ameli, pour ne pas retarder vos remboursements.</p>
        ${button('https://tr.info.ameli.fr/r/?id=h4711ab,815cd,2', 'Je me connecte à mon compte ameli')}
        <p>${link('https://tr.info.ameli.fr/r/?id=h4711ab,815cd,3', 'Application compte ameli')} ·
        ${link('https://tr.info.ameli.fr/webApp/desabonnement?id=h4711ab', 'Se désabonner')}</p>`,
    },
  ],
  [
    'charity through a mailing service',
    {
      from: 'Les Amis du Refuge <dons@amisdurefuge.org>',
      subject: 'URGENT : plus que 48 heures pour doubler votre don',
      html: `${logo('Les Amis du Refuge', 'http://4711.mj.am/lnk/' + CODE)}
        <p>Chère donatrice,</p><p>Jusqu’à vendredi minuit, chaque euro donné est doublé par notre mécène. 66 % de votre don sont
        déductibles de vos impôts.</p>
        ${button('http://4711.mj.am/lnk/a' + CODE, 'JE DONNE MAINTENANT')}
        <p>Par carte bancaire, PayPal ou virement.</p>
        <p>${link('http://4711.mj.am/unsub?hl=fr&m=' + CODE, 'Je ne souhaite plus recevoir ces messages')}</p>
        <p>Les Amis du Refuge, association loi 1901, 12 rue des Lilas, 35000 Rennes</p>`,
    },
  ],
  [
    'tickets of an event: Fnac Spectacles',
    {
      from: 'Fnac Spectacles <noreply@fnacspectacles.com>',
      subject: 'Vos e-billets sont disponibles - commande 4711-0815',
      html: `${logo('FNAC SPECTACLES', 'https://clic.info-fnacspectacles.com/r/' + CODE)}
        <p>Bonjour Jeanne,</p><p>Votre paiement a bien été accepté. Téléchargez vos billets dès maintenant ; une pièce d’identité vous
        sera demandée à l’entrée.</p>
        ${button('https://clic.info-fnacspectacles.com/r/b' + CODE, 'Télécharger mes e-billets')}
        <p>${link('https://clic.info-fnacspectacles.com/r/c' + CODE, 'Ajouter à mon calendrier')} ·
        ${link('https://www.fnacspectacles.com/help/', 'Aide')}</p>
        <p>France Billet, 9 rue des Bateaux-Lavoirs, 94200 Ivry-sur-Seine</p>`,
    },
  ],
];

const SPANISH: readonly (readonly [string, AMessage])[] = [
  [
    'parcel at customs: Correos',
    {
      from: 'Correos <notificaciones@correos.com>',
      subject: 'Tu envío está retenido: faltan datos para el despacho de aduana',
      html: `${logo('Correos', 'https://www.correos.es/')}
        <p>Hola:</p><p>Tu envío LX123456789CN ha llegado a España y está pendiente de trámites de importación. Debes abonar 4,71 € de
        IVA y gestión en un plazo de 10 días; si no, el envío se devolverá al remitente.</p>
        ${button('https://adtpostales.correos.es/?codigo=LX123456789CN', 'Pagar y tramitar')}
        <p>Sigue tu envío: ${link('https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number=LX123456789CN', 'Localizador')}</p>
        <p>Sociedad Estatal Correos y Telégrafos, S.A., S.M.E.</p>`,
    },
  ],
  [
    'energy: Iberdrola',
    {
      from: 'Iberdrola Clientes <facturaelectronica@clientes.iberdrola.es>',
      subject: 'Ya tienes tu factura de luz: 71,20 €',
      html: `${logo('Iberdrola', 'https://t.clientes.iberdrola.es/r/?id=h4711,815,1')}
        <p>Hola, Laura:</p><p>Tu factura está disponible. El cargo en tu cuenta se hará el 2 de diciembre.</p>
        ${button('https://t.clientes.iberdrola.es/r/?id=h4711,815,2', 'VER FACTURA')}
        <p>${link('https://t.clientes.iberdrola.es/r/?id=h4711,815,3', 'App Iberdrola Clientes')} ·
        ${link('https://t.clientes.iberdrola.es/webApp/baja?id=h4711', 'Darse de baja')}</p>`,
    },
  ],
  [
    'one-time code: Openbank',
    {
      from: 'Openbank <no-reply@openbank.es>',
      subject: 'Tu código de verificación es 471108',
      html: `${logo('Openbank')}
        <p>Introduce el código <b>471108</b> para confirmar tu dirección de correo. Caduca en 10 minutos.</p>
        <p>¿No has sido tú? Alguien puede estar intentando acceder a tu cuenta. Cambia tu clave inmediatamente:</p>
        ${button('https://c.openbank-info.es/t/' + CODE, 'Proteger mi cuenta')}
        <p>Open Bank, S.A., Plaza de Santa Bárbara 2, 28004 Madrid</p>`,
    },
  ],
  [
    'a tax adviser replies and quotes the tax office',
    {
      from: 'Laura Gómez <laura@gestoriagomez.es>',
      subject: 'RE: Notificación de la Agencia Tributaria',
      html: `<p>Buenos días, Ana:</p><p>Es auténtica, no te preocupes. Hay que contestar antes del lunes o te pondrán un recargo. Entra con
        Cl@ve y descarga el PDF, o mándame el código: ${link('https://sede.agenciatributaria.gob.es/Sede/notificaciones.html', 'sede electrónica')}.</p>
        <p>Un saludo,<br>Laura Gómez · Gestoría Gómez · ${link('https://gestoriagomez.es', 'gestoriagomez.es')}</p>
        <blockquote>El lun, 23 nov 2026 a las 9:12, Ana Ruiz escribió:<br>Me ha llegado esto, ¿es un timo?
        <blockquote><b>De:</b> Agencia Tributaria &lt;no-responder@correo.aeat.es&gt;<br>
        <b>Asunto:</b> Aviso de puesta a disposición de nueva notificación electrónica<br>
        Tiene una nueva notificación. Si no accede en 10 días se entenderá rechazada.
        ${link('https://dehu.redsara.es/', 'https://dehu.redsara.es/')}</blockquote></blockquote>`,
    },
  ],
];

const ITALIAN: readonly (readonly [string, AMessage])[] = [
  [
    'parcel: BRT',
    {
      from: 'BRT S.p.A. <noreply@brt.it>',
      subject: 'BRT: la tua spedizione è in giacenza',
      html: `${logo('BRT', 'https://www.brt.it')}
        <p>Gentile cliente,</p><p>non siamo riusciti a consegnare la spedizione 047110815 di AMAZON. Indica entro 5 giorni come vuoi
        riceverla, altrimenti sarà restituita al mittente.</p>
        ${button('http://as777.brt.it/vas/sped_det_show.hsm?referer=sped_numspe_par.htm&Nspediz=047110815', 'Scegli la consegna')}
        <p>${link('https://vas.brt.it/vas/sped_numspe_par.htm', 'Segui la spedizione')} ·
        ${link('https://mybrt.it/', 'MyBRT')}</p><p>Messaggio automatico, non rispondere.</p>`,
    },
  ],
  [
    'mobile phone: iliad, payment failed',
    {
      from: 'iliad <noreply@iliad.it>',
      subject: 'Pagamento non riuscito: la tua offerta sta per essere sospesa',
      html: `${logo('iliad', 'https://trk.m.iliad-comunica.it/c/' + CODE)}
        <p>Ciao Giulia,</p><p>il rinnovo della tua offerta Giga 180 non è andato a buon fine perché la carta è scaduta. Aggiorna subito il
        metodo di pagamento per non perdere il numero.</p>
        ${button('https://trk.m.iliad-comunica.it/c/d' + CODE, 'Aggiorna la carta')}
        <p>Iliad Italia S.p.A., Viale Francesco Restelli 1/A, 20124 Milano</p>`,
    },
  ],
  [
    'tax of the town: the app IO',
    {
      from: 'IO - l’app dei servizi pubblici <no-reply@io.italia.it>',
      subject: 'Avviso di pagamento TARI 2026 - Comune di Milano',
      html: `${logo('IO')}
        <p>Hai un nuovo messaggio da <b>Comune di Milano</b>.</p>
        <p>È disponibile un avviso di pagamento pagoPA di 147,11 €, con scadenza il 30/11/2026. Puoi pagarlo direttamente in app.</p>
        ${button('https://continua.io.pagopa.it?url=ioit%3A%2F%2Fmain%2Fmessages', 'Apri l’app IO')}
        <p>Se non hai l’app: ${link('https://io.italia.it/', 'io.italia.it')}. Per pagare dal sito:
        ${link('https://checkout.pagopa.gov.it/', 'checkout.pagopa.gov.it')}</p>`,
    },
  ],
];

const POLISH: readonly (readonly [string, AMessage])[] = [
  [
    'energy: Tauron',
    {
      from: 'TAURON <ebok@tauron.pl>',
      subject: 'Wezwanie do zapłaty: faktura po terminie',
      html: `${logo('TAURON', 'https://link.mail.tauron.pl/c/eNo' + CODE)}
        <p>Dzień dobry,</p><p>nie odnotowaliśmy wpłaty 147,11 zł za energię. Prosimy zapłacić w ciągu 3 dni, w przeciwnym razie możemy
        wstrzymać dostawę prądu.</p>
        ${button('https://link.mail.tauron.pl/c/eNp' + CODE, 'Zapłać teraz')}
        <p>Logowanie: ${link('https://link.mail.tauron.pl/c/eNq' + CODE, 'moj.tauron.pl')}</p>
        <p>TAURON Sprzedaż sp. z o.o., ul. Łagiewnicka 60, 30-417 Kraków</p>`,
    },
  ],
  [
    'school: Librus',
    {
      from: 'LIBRUS Synergia <noreply@mailing.librus.pl>',
      subject: 'Nowa wiadomość: usprawiedliwienie nieobecności',
      html: `<p>Szanowni Państwo,</p><p>w systemie LIBRUS Synergia pojawiła się nowa wiadomość od: Nowak Anna (wychowawca). Prosimy o
        pilne potwierdzenie.</p>
        ${button('https://portal.librus.pl/rodzina/synergia/loguj', 'Zaloguj się')}
        <p>Aplikacja: ${link('https://play.google.com/store/apps/details?id=pl.librus.synergiaDru2', 'Google Play')}</p>
        <p>Librus Sp. z o.o. Sp. k., al. Korfantego 193, 40-153 Katowice</p>`,
    },
  ],
  [
    'password reset: Empik',
    {
      from: 'Empik <noreply@news.empik.com>',
      subject: 'Zmiana hasła do konta Empik',
      html: `${logo('empik', 'https://clicks.empik-mail.pl/ls/' + CODE)}
        <p>Cześć! Otrzymaliśmy prośbę o zmianę hasła do Twojego konta. Link jest ważny przez 60 minut.</p>
        ${button('https://clicks.empik-mail.pl/ls/a' + CODE, 'Ustaw nowe hasło')}
        <p>Jeśli to nie Ty, natychmiast skontaktuj się z nami: ${link('https://www.empik.com/pomoc', 'Pomoc')}.</p>
        <p>Empik S.A., ul. Marszałkowska 104/122, 00-017 Warszawa</p>`,
    },
  ],
];

const PORTUGUESE: readonly (readonly [string, AMessage])[] = [
  [
    'parcel at customs: CTT',
    {
      from: 'CTT <noreply@ctt.pt>',
      subject: 'Objeto retido na alfândega: pagamento necessário',
      html: `${logo('CTT', 'https://www.ctt.pt/')}
        <p>Estimado(a) Cliente,</p><p>O objeto RB123456789CN aguarda desalfandegamento. Pague 7,11 € até 5 de dezembro, ou será devolvido ao
        remetente.</p>
        ${button('https://www.ctt.pt/feapl_2/app/restricted/customsClearance?objectCode=RB123456789CN', 'Desalfandegar')}
        <p>Ou por Multibanco: entidade 11190, referência 471 108 154.</p>
        <p>${link('https://appserver.ctt.pt/CustomerArea/PublicArea_Detail?ObjectCodeInput=RB123456789CN', 'Seguir o objeto')}</p>`,
    },
  ],
  [
    'credit card: Nubank',
    {
      from: 'Nubank <todomundo@nubank.com.br>',
      subject: 'A fatura do seu cartão vence hoje',
      html: `${logo('Nubank')}
        <p>Oi, Marina.</p><p>A fatura no valor de R$ 1.471,10 vence hoje. Evite juros e o bloqueio do cartão: pague pelo app.</p>
        ${button('https://nubank.onelink.me/Lhzo/4711fatura', 'Pagar fatura')}
        <p>Código de barras: 26090.47110 81500.000000 00000.000000 1 00000000147110</p>
        <p>${link('http://click.nubank.com.br/ls/click?upn=' + CODE, 'Ver fatura em PDF')} ·
        ${link('http://click.nubank.com.br/ls/click?upn=a' + CODE, 'Ajuda')}</p>
        <p>Nu Pagamentos S.A., Rua Capote Valente, 39, São Paulo, SP</p>`,
    },
  ],
  [
    'a guest house writes through Booking.com',
    {
      from: 'Pousada Maré Alta via Booking.com <4711081547-abcd.efgh@property.booking.com>',
      subject: 'Pousada Maré Alta enviou-lhe uma mensagem sobre a sua reserva 4711081547',
      html: `${logo('Booking.com', 'https://www.booking.com/')}
        <p>##- Escreva a sua resposta acima desta linha -##</p>
        <p>Número de confirmação: 4711081547</p>
        <p><b>Pousada Maré Alta disse:</b> Bom dia! O seu cartão foi recusado. Por favor atualize os dados do cartão na Booking.com nas
        próximas 24 horas, senão a reserva será cancelada. O código da porta está na nossa página: mare-alta.online</p>
        ${button('https://secure.booking.com/mybooking.html?label=gen173nr&auth_key=' + CODE, 'Ver a reserva')}
        ${button('https://secure.booking.com/messages.html?bn=4711081547', 'Responder')}
        <p>© Copyright Booking.com 2026. Este e-mail foi enviado por Booking.com, Oosterdokskade 163, 1011 DL Amesterdão</p>`,
    },
  ],
];

const DUTCH: readonly (readonly [string, AMessage])[] = [
  [
    'parcel: PostNL',
    {
      from: 'PostNL <noreply@edm.postnl.nl>',
      subject: 'Je pakket van Zalando komt er vandaag aan',
      html: `${logo('PostNL', 'https://click.edm.postnl.nl/?qs=' + HEX)}
        <p>Hoi Sanne,</p><p>De bezorger is vandaag tussen 14:10 en 16:10 bij je. Niet thuis? Wijzig de bezorging vóór 12:00.</p>
        ${button('https://click.edm.postnl.nl/?qs=a' + HEX, 'Volg je pakket')}
        <p>${link('https://jouw.postnl.nl/track-and-trace/3SABCD471108154-NL-1011AB', '3SABCD471108154')}</p>
        <p>${link('https://click.edm.postnl.nl/?qs=b' + HEX, 'Pas op voor valse mails')} ·
        ${link('https://view.edm.postnl.nl/?qs=' + HEX, 'Bekijk online')}</p>`,
    },
  ],
  [
    'a friend who asks for money: Tikkie',
    {
      from: 'Sanne de Vries <sanne.devries82@gmail.com>',
      subject: 'Tikkie etentje zaterdag',
      text: `Hoi allemaal,

Dat was gezellig! Wil je me 23,50 euro betalen voor 'Etentje zaterdag' via
https://tikkie.me/pay/4a7b11c0815kd9

Deze link is geldig t/m 9 december. Liefst vandaag nog, mijn rekening staat rood ;-)

Foto's staan hier: https://photos.app.goo.gl/Zk3vT0c9mQ8rXw7yP

xx Sanne`,
    },
  ],
  [
    'internet access: Ziggo, direct debit refused',
    {
      from: 'Ziggo <klantenservice@mail.ziggo.nl>',
      subject: 'Laatste herinnering: betaal vandaag om afsluiting te voorkomen',
      html: `${logo('Ziggo', 'https://links.ziggomail.nl/u/nrd.php?p=' + CODE)}
        <p>Beste mevrouw De Vries,</p><p>De automatische incasso van € 54,95 is mislukt. Betaal vandaag met iDEAL, anders sluiten we je
        internet en tv af en komen er € 15 kosten bij.</p>
        ${button('https://links.ziggomail.nl/u/nrd.php?p=a' + CODE, 'Betaal nu')}
        <p>${link('https://www.ziggo.nl/mijn/rekeningen', 'Mijn Ziggo')}</p>
        <p>VodafoneZiggo, Boven Vredenburgpassage 128, 3511 WR Utrecht</p>`,
    },
  ],
];

const CHINESE: readonly (readonly [string, AMessage])[] = [
  [
    'account security: Alipay',
    {
      from: '支付宝 <service@mail.alipay.com>',
      subject: '【重要】您的支付宝账户在新设备上登录',
      html: `${logo('支付宝 ALIPAY', 'https://www.alipay.com/')}
        <p>尊敬的用户：</p><p>您的账户于11月23日在一台新设备上登录。如非本人操作，请立即修改登录密码，否则账户可能被限制使用。</p>
        ${button('https://accounts.alipay.com/console/dispatch.htm?t=4711', '立即修改密码')}
        <p>${link('https://ur.alipay.com/4aB7cD', '打开支付宝App')} · ${link('https://help.alipay.com/', '帮助中心')}</p>
        <p>此为系统邮件，请勿回复。支付宝（中国）网络技术有限公司</p>`,
    },
  ],
  [
    'marketplace: Shopee Taiwan',
    {
      from: '蝦皮購物 <info@mail.shopee.tw>',
      subject: '您的訂單 2611234ABCDEF 付款失敗，請於 24 小時內重新付款',
      html: `${logo('蝦皮購物 Shopee', 'https://shp.ee/4a7b11c')}
        <p>哈囉 ann.lee，</p><p>您的信用卡付款未成功。請於 24 小時內重新付款，逾期訂單將自動取消。</p>
        ${button('https://shp.ee/0815abc', '立即付款')}
        <p>${link('https://shopee.tw/user/purchase/', '我的訂單')} ·
        ${link('https://click.mail.shopee-edm.tw/track/click/30471108/shopee.tw?p=' + CODE, '取消訂閱')}</p>
        <p>新加坡商蝦皮娛樂電商有限公司台灣分公司</p>`,
    },
  ],
];

const JAPANESE: readonly (readonly [string, AMessage])[] = [
  [
    'parcel in plain text: Yamato',
    {
      from: 'ヤマト運輸株式会社 <mail@kuronekoyamato.co.jp>',
      subject: '【ヤマト運輸】ご不在連絡eメール',
      text: `いつもヤマト運輸をご利用いただきありがとうございます。
お荷物をお届けに伺いましたが、ご不在のため持ち帰りました。

■送り状番号：4711-0815-4711
■保管期限：12月1日（期限を過ぎますと差出人様に返送いたします）

再配達のお申し込みはこちら
http://cmypage.kuronekoyamato.co.jp/portal/redelivery?no=471108154711
お荷物の状況
https://toi.kuronekoyamato.co.jp/cgi-bin/tneko

※ヤマト運輸の名前を装った迷惑メールにご注意ください。
ヤマト運輸株式会社`,
    },
  ],
  [
    'card: Mitsui Sumitomo, use to be confirmed',
    {
      from: '三井住友カード <mail@contact.vpass.ne.jp>',
      subject: '【重要】カードご利用確認のお願い（ご回答があるまでご利用いただけません）',
      html: `${logo('三井住友カード')}
        <p>いつも三井住友カードをご利用いただきありがとうございます。</p>
        <p>不正利用検知システムにより、下記のご利用を一時保留いたしました。ご本人様のご利用かどうか、至急ご確認ください。</p>
        <p>ご利用日時：2026/11/23 21:14　ご利用金額：47,110円</p>
        ${button('https://www.smbc-card.com/memx/fraud/confirm?k=4711', 'ご利用内容を確認する')}
        <p>Vpassログイン：${link('https://www.smbc-card.com/mem/index.jsp', 'https://www.smbc-card.com/mem/index.jsp')}<br>
        アプリ：${link('https://click.vpass-mail.jp/r/' + CODE, 'Vpassアプリを開く')}</p>
        <p>発行：三井住友カード株式会社 東京都江東区豊洲2丁目2番31号</p>`,
    },
  ],
];

const LANGUAGES = [
  ['English', ENGLISH],
  ['German', GERMAN],
  ['French', FRENCH],
  ['Spanish', SPANISH],
  ['Italian', ITALIAN],
  ['Polish', POLISH],
  ['Portuguese', PORTUGUESE],
  ['Dutch', DUTCH],
  ['Chinese', CHINESE],
  ['Japanese', JAPANESE],
] as const;

export const UNSEEN_LETTERS: readonly (readonly [string, AMessage])[] = LANGUAGES.flatMap(
  ([language, letters]) => letters.map(([title, message]) => [`${language}, ${title}`, message] as const),
);
