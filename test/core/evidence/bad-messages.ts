import { NO_CONTEXT } from '../../../src/core/evidence/message-context.ts';
import { button, knownSender, STRANGER, type AMessage, strangerLike } from './a-message.ts';

/*
 * Constructed: nobody's mail. Names under real endings are invented, since the ending itself is a reason; no test
 * looks any of them up.
 */

const LONG_CODE = 'c/7Hq2kLm9PzX4vB1nR8sT3wY6uJ5dF0gA';

/** Each with the reasons that must be among those that fire. */
export const BAD: readonly (readonly [string, readonly string[], AMessage])[] = [
  [
    'A1, English: a brand’s name at a stranger’s',
    ['A1', 'D15'],
    {
      from: 'PayPal Support <alerts@brookfield-notice.net>',
      subject: 'Your account is limited',
      html: button('https://northgate-desk.net/x', 'Confirm now'),
    },
  ],
  [
    'B2, a parcel service at its name beside another word',
    ['A1', 'B2'],
    {
      from: 'DHL Express <noreply@dhl-tracking-delivery.com>',
      subject: 'Your parcel',
      html: ['track', 'pay', 'help']
        .map((page) => button(`https://www.dhl-tracking-delivery.com/${page}`, `Go to ${page}`))
        .join(''),
    },
  ],
  [
    'B2, a word that no table has beside the brand’s, and what presses',
    ['A1', 'B2'],
    {
      from: 'Netflix <info@netflix-northgate.com>',
      subject: 'Your membership',
      html: `Please confirm your payment.${button('https://netflix-northgate.com/pay', 'Confirm')}`,
    },
  ],
  [
    'B2, the same with many links, pressing in two ways',
    ['A1', 'B2'],
    {
      from: 'Netflix <info@netflix-northgate.com>',
      subject: 'Your membership will be suspended within 24 hours',
      html: ['pay', 'films', 'series', 'help']
        .map((page) => button(`https://netflix-northgate.com/${page}`, `Go to ${page}`))
        .join(''),
    },
  ],
  [
    'B2, one letter changed',
    ['A1', 'B2'],
    {
      from: 'Netflix <info@netfliix.com>',
      subject: 'New this week',
      html: button('https://www.netfliix.com/new', 'Watch'),
    },
  ],
  [
    'B2, digits for letters',
    ['A1', 'B2'],
    {
      from: 'PayPal <service@paypa1.com>',
      subject: 'News',
      html: button('https://www.paypa1.com/new', 'See'),
    },
  ],
  [
    'A1 in full, though the brand is linked as well',
    ['A1', 'D12'],
    {
      from: 'PayPal Support <alerts@brookfield-notice.net>',
      subject: 'Your account is limited',
      html: `${button('https://northgate-desk.net/x', 'Confirm now')}${button('https://www.paypal.com/activity', 'See what we do')}`,
    },
  ],
  [
    'A8, a known site’s role that leads to free web space alone',
    ['A8', 'D3', 'D12'],
    {
      from: 'Admin <no-reply@mozilla.org>',
      subject: 'Document',
      html: button('https://northgate-docs-471.pages.dev/view', 'Open'),
    },
  ],
  [
    'B9, a mailbox that a program has named, under a name that is an offer',
    ['B9', 'B7', 'D12'],
    {
      from: 'Walk-In Tub Offers <hgtrwqp@brookfield-living.net>',
      subject: 'Yours now',
      replyTo: 'jo.meyer4711@gmail.com',
      html: button('https://brookfield-living.net/c/1', 'See'),
    },
  ],
  [
    'B10, a name and no address',
    ['B10', 'D1', 'D12'],
    {
      from: 'Kundenservice <>',
      subject: 'Paket',
      html: button('https://bit.ly/4x7Kq', 'Öffnen'),
    },
  ],
  [
    'B11, a site whose name ends in a code',
    ['B11', 'A1'],
    {
      from: 'Netflix <info@brookfield482.com>',
      subject: 'Membership',
      html: button('https://northgate-desk.net/x', 'Open'),
    },
  ],
  [
    'D17, a bare machine',
    ['D17', 'A7'],
    {
      from: 'Delivery Department <mail@brookfield-notice.net>',
      subject: 'Parcel',
      html: button('http://203-0-114-7.static.northgate-hosting.net/t', 'Track'),
    },
  ],
  [
    'D18 and E8, an offer that leads to one place, to leave as well',
    ['D18', 'E8', 'A7'],
    {
      from: 'Garden Tools <mail@brookfield-notice.net>',
      subject: 'Save 70 % today',
      html: `${button('https://northgate-desk.net/x', 'See')}${button('https://northgate-desk.net/u', 'Unsubscribe')}`,
    },
  ],
  [
    'E7, a campaign’s code behind the subject',
    ['E7', 'A1'],
    {
      from: 'Netflix <info@brookfield-notice.net>',
      subject: 'Membership (NFX-48213)',
      html: `${button('https://northgate-desk.net/a', 'Open')}${button('https://northgate-desk.net/b', 'More')}${button('https://northgate-desk.net/c', 'Plans')}`,
    },
  ],
  [
    'E10, a charge and a number to call',
    ['E10', 'D12'],
    {
      from: 'Billing Team <mara.jones4711@gmail.com>',
      subject: 'Invoice for your PayPal renewal',
      html: `Thank you. Your card was charged $399.99 by PayPal. Not you? Call +1 (808) 555-0147. ${button('https://brookfield-notice.net/i', 'Invoice')}`,
    },
  ],
  [
    'F1, a page that is called a document, and nothing else',
    ['F1', 'A7', 'E2'],
    {
      from: 'Accounts Payable <mara@brookfield-notice.net>',
      subject: 'Your mailbox password expires',
      text: 'Open the attached form and confirm your account.',
      files: ['Form.pdf.html'],
    },
  ],
  [
    'F2, a brand’s name, and a program',
    ['F2', 'A1'],
    {
      from: 'DHL Express <parcel@brookfield-notice.net>',
      subject: 'Your parcel',
      text: 'The label is attached.',
      files: ['label.lnk'],
    },
  ],
  [
    'F3, a brand’s name, and a page',
    ['F3', 'A1'],
    {
      from: 'Microsoft 365 <voice@brookfield-notice.net>',
      subject: 'New voice message',
      text: 'Listen to it in the attached file.',
      files: ['voicemail.htm'],
    },
  ],
  [
    'F4, an entry in the calendar, at a stranger’s site',
    ['F4', 'A1'],
    {
      from: 'PayPal <events@brookfield-notice.net>',
      subject: 'Invitation: your account',
      html: button('https://northgate-desk.net/x', 'Join'),
      files: ['invite.ics'],
    },
  ],
  [
    'F5, a bill in an archive, from a numbered mailbox',
    ['F5', 'A1'],
    {
      from: 'FedEx Billing <k4711x@brookfield-notice.net>',
      subject: 'Outstanding, urgent',
      text: 'Please open the attached invoice immediately and confirm your account.',
      files: ['Invoice-4711.zip'],
    },
  ],
  [
    'D1 behind a link that Google’s app has shared',
    ['D1', 'A1'],
    {
      from: 'Netflix <info@brookfield-notice.net>',
      subject: 'Membership',
      html: button('https://share.google/4x7Kq', 'Open'),
    },
  ],
  [
    'D3 at a page that anybody writes',
    ['D3', 'A1'],
    {
      from: 'Netflix <info@brookfield-notice.net>',
      subject: 'Membership',
      html: button('https://telegra.ph/Membership-11-27', 'Open'),
    },
  ],
  [
    'A1, though the stranger’s page is spelt like a tracker that leads to the brand',
    ['A1', 'D15'],
    {
      from: 'PayPal Support <alerts@brookfield-notice.net>',
      subject: 'Your account is limited',
      html: button('https://northgate-desk.net/CL0/https:%2F%2Fwww.paypal.com/1/x', 'Confirm now'),
    },
  ],
  [
    'A1, a customer’s mailbox that calls itself its provider',
    ['A1'],
    {
      from: 'Telekom Kundenservice <jens.meyer471@t-online.de>',
      subject: 'Ihr Postfach wird gesperrt',
      html: button('https://northgate-desk.net/x', 'Bestätigen'),
    },
  ],
  [
    'A1 at the brand’s name under an ending that is sold to anybody',
    ['A1', 'D2'],
    {
      from: 'PayPal <service@paypal.cc>',
      subject: 'Your account is limited',
      html: button('https://storage.googleapis.com/a1b2/index.html', 'Confirm now'),
    },
  ],
  [
    'A2, a forged brand that leads to a page in plain words',
    ['A2', 'D12'],
    {
      from: 'PayPal <service@paypal.com>',
      subject: 'Receipt',
      html: button('https://northgate-desk-notice.net/login', 'Open'),
    },
  ],
  [
    'A2, a forged brand whose one link lies in the machinery of somebody’s site',
    ['A2', 'C2', 'D12'],
    {
      from: 'PayPal <service@paypal.com>',
      subject: 'Account notice',
      html: `<a href="https://qz7.nk/wp-includes/css/dist/m4711.php">https://www.paypal.com/notice</a>${button('https://qz7.nk/wp-includes/css/dist/m4711.php', 'Open')}`,
    },
  ],
  [
    'A2, a forged brand whose one link shows another domain in front of its own',
    ['A2', 'D12', 'D4'],
    {
      from: 'Amazon.co.jp <account-update@amazon.co.jp>',
      subject: 'お知らせ',
      html: button('https://www.eki-net.co.jp.qz77.nk/4711/login', '確認'),
    },
  ],
  [
    'A2, a forged brand whose buttons all write to a stranger’s domain',
    ['A2', 'B6'],
    {
      from: 'Microsoft account team ,_ <no-reply@microsoft.com>',
      subject: 'Unusual sign-in activity',
      html: button('mailto:report@access-notice-desk.net?subject=Report', 'Report the user'),
    },
  ],
  [
    'A1 with letters of another script',
    ['A1', 'C1'],
    {
      from: 'Раураl <info@brookfield-notice.net>',
      subject: 'Hello',
      html: button('https://northgate-desk.net/x', 'Open'),
    },
  ],
  [
    'A1 with a capital I for an l',
    ['A1'],
    {
      from: 'PayPaI <info@brookfield-notice.net>',
      subject: 'Hello',
      html: button('https://northgate-desk.net/x', 'Open'),
    },
  ],
  [
    'A1 with digits for letters',
    ['A1'],
    {
      from: 'Micr0s0ft 365 <info@brookfield-notice.net>',
      subject: 'Hello',
      html: button('https://northgate-desk.net/x', 'Open'),
    },
  ],
  [
    'A1 in single letters',
    ['A1', 'C1'],
    {
      from: 'C o i n b a s e <info@brookfield-notice.net>',
      subject: 'You sent 0.79 ETH',
      html: button('https://northgate-desk.net/x', 'Cancel'),
    },
  ],
  [
    'A1, although one link leads to the brand',
    ['A1', 'D2'],
    {
      from: 'DHL Paket <info@brookfield-notice.net>',
      subject: 'Ihre Sendung',
      html: `${button('https://storage.googleapis.com/a1b2/index.html', 'Zustellung')}${button('https://www.dhl.de/faq', 'Fragen')}`,
    },
  ],
  [
    'A1 under an agent’s address, straight to a little-known site',
    ['A1', 'D15'],
    {
      from: 'DHL Express <notify@sendgrid.net>',
      subject: 'Parcel',
      html: button('https://northgate-desk.net/x', 'Track'),
    },
  ],
  [
    'A2, Portuguese: a bank’s own address, and free web space',
    ['A2', 'D3'],
    {
      from: 'Bradesco Prime <contato@bradesco.com.br>',
      subject: 'Seus pontos expiram',
      html: button('https://b-a4q-rj.a.run.app/m', 'Acessar'),
    },
  ],
  [
    'A3 with the rest: subject and logo of a brand from a private mailbox',
    ['A3', 'B5'],
    {
      from: 'Kundenservice <k.meier4711@gmail.com>',
      subject: 'Netflix: Zahlung fehlgeschlagen',
      html: `<img alt="Netflix">Ihr Konto wurde gesperrt.${button('https://bit.ly/3xYz', 'Bestätigen')}`,
    },
  ],
  [
    'A4: a brand’s name in a stranger’s host',
    ['A4', 'A7'],
    {
      from: 'Security Desk <info@brookfield-hub.net>',
      subject: 'Notice',
      html: button('http://paypal-login.northgate-hub.net/x', 'Sign in'),
    },
  ],
  [
    'A5: a name that is another address',
    ['A5'],
    {
      from: 'service@paypal.com <info@brookfield-notice.net>',
      subject: 'Account suspended',
      html: button('http://northgate-desk.net/x', 'Confirm'),
    },
  ],
  [
    'A7, German: a name that fits nothing, over plain http',
    ['A7', 'D14', 'D15'],
    {
      from: 'Paketzentrum <info@brookfield-hub.net>',
      subject: 'Sendung wartet',
      html: button('http://northgate-desk.net/x', 'Freigeben'),
    },
  ],
  [
    'B1, Portuguese: an address that cannot exist',
    ['B1', 'D3'],
    {
      from: 'Receita Federal <comunicado@receitafederal>',
      subject: 'CPF irregular',
      html: `Atenção: pendência. ${button('https://corre-765.southamerica-east1.run.app', 'Regularizar agora')}`,
    },
  ],
  [
    'B3: a throwaway domain that leads to itself',
    ['B3', 'D6'],
    {
      from: 'Prize Center <win@lucky-draw-77.click>',
      subject: 'You are the winner',
      html: button('https://lucky-draw-77.click/x', 'Claim your gift card'),
    },
  ],
  [
    'B5 with D1: a private mailbox and a short link',
    ['B5', 'D1'],
    {
      from: 'Bonus Center <anna.s0199@gmail.com>',
      subject: 'Hi',
      html: `<a href="https://bit.ly/3xYz"><img src="cid:1"></a>`,
    },
  ],
  [
    'B6: a name dressed up with signs',
    ['B6', 'D1'],
    {
      from: '__C0NGRATS__ <hamida191@yahoo.com>',
      subject: '2nd attempt',
      html: button('https://t.ly/MNLG', 'Open'),
    },
  ],
  [
    'B7: answers go to a private mailbox',
    ['B7', 'A7'],
    {
      from: 'Legal Department <office@brookfield-hub.net>',
      replyTo: 'barrister.x@gmail.com',
      subject: 'Inheritance',
      html: button('http://northgate-desk.net/x', 'Read'),
    },
  ],
  [
    'C1: invisible characters inside words',
    ['C1'],
    {
      from: 'Support <info@brookfield-notice.net>',
      subject: 'V\u200be\u200br\u200bi\u200bf\u200by your account',
      html: button('https://northgate-desk.net/x', 'Open'),
    },
  ],
  [
    'C1: letters of mathematics',
    ['C1'],
    {
      from: 'Support <info@brookfield-notice.net>',
      subject: '𝐕𝐞𝐫𝐢𝐟𝐲 𝐲𝐨𝐮𝐫 𝐚𝐜𝐜𝐨𝐮𝐧𝐭',
      html: button('https://northgate-desk.net/x', 'Open'),
    },
  ],
  [
    'C2: a link that shows another address',
    ['C2', 'D2'],
    {
      from: 'Billing <info@brookfield-notice.net>',
      subject: 'Invoice',
      html: `<a href="https://storage.googleapis.com/a1/x.html">https://www.northbank.example/login</a>${button('https://storage.googleapis.com/a1/y.html', 'Pay')} Urgent: verify your password.`,
    },
  ],
  [
    'D1: all links are short',
    ['D1', 'A7'],
    {
      from: 'Casino Royal <info@brookfield-hub.net>',
      subject: 'Free spins',
      html: button('https://bit.ly/3xYz', 'Play'),
    },
  ],
  [
    'D2: rented storage',
    ['D2', 'A7'],
    {
      from: 'Fungus Clear <info@brookfield-hub.net>',
      subject: 'Hello',
      html: button('https://bucket77.s3.amazonaws.com/x.html', 'See'),
    },
  ],
  [
    'D3, Spanish: free web space',
    ['D3', 'A7'],
    {
      from: 'Agencia de Envíos <info@brookfield-hub.net>',
      subject: 'Su paquete: última notificación',
      html: `Confirme su dirección. ${button('https://direccion-77.vercel.app/x', 'Confirmar')}`,
    },
  ],
  [
    'D5 and D4: long codes at one little-known site',
    ['D5', 'A7'],
    {
      from: 'Weight Loss Daily <info@brookfield-hub.net>',
      subject: 'Hello',
      html: button(`https://northgate-desk.net/${LONG_CODE}`, 'See'),
    },
  ],
  [
    'D6, French: a cheap ending',
    ['D6', 'A7'],
    {
      from: 'Colis en attente <info@brookfield-hub.net>',
      subject: 'Votre colis',
      html: button('https://suivi-notice.top/x', 'Payer les frais'),
    },
  ],
  [
    'D7: through an open redirector',
    ['D7', 'A7'],
    {
      from: 'Document Team <info@brookfield-hub.net>',
      subject: 'Document',
      html: button('https://www.google.com/url?q=https%3A%2F%2Fnorthgate-desk.net%2Fx', 'Open'),
    },
  ],
  [
    'D8: a bare number',
    ['D8', 'A7'],
    {
      from: 'Mail Center <info@brookfield-hub.net>',
      subject: 'Notice',
      html: button('http://8.8.4.4/x', 'Open'),
    },
  ],
  [
    'D9: a mail address packed into the link',
    ['D9', 'A7'],
    {
      from: 'Message Center <info@brookfield-hub.net>',
      subject: 'You have messages',
      html: button('https://northgate-desk.net/?e=ann.lee@mail.example', 'Read'),
    },
  ],
  [
    'D9: and in base64',
    ['D9', 'A7'],
    {
      from: 'Message Center <info@brookfield-hub.net>',
      subject: 'You have messages',
      html: button(`https://northgate-desk.net/?e=${btoa('ann.lee@mail.example')}`, 'Read'),
    },
  ],
  [
    'D9: and in hexadecimal digits, behind a running number',
    ['D9', 'A7'],
    {
      from: 'Message Center <info@brookfield-hub.net>',
      subject: 'You have messages',
      // 89,ann.lee@mail.example
      html: button(
        'https://northgate-desk.net/lnk.php?id=38392C616E6E2E6C6565406D61696C2E6578616D706C65',
        'Read',
      ),
    },
  ],
  [
    'D10: a button that writes to a private mailbox',
    ['D10', 'A1'],
    {
      from: 'Microsoft account team <no-reply@access-notice.net>',
      subject: 'Unusual sign-in activity',
      html: button('mailto:report.user77@gmail.com?subject=Report', 'Report the user'),
    },
  ],
  [
    'D13: a picture in place of text',
    ['D13', 'A7'],
    {
      from: 'Gutter Guard <info@brookfield-hub.net>',
      subject: 'Hello',
      html: '<a href="http://northgate-desk.net/x"><img src="a.png"></a>',
    },
  ],
  [
    'E1: a wallet',
    ['E1', 'D15'],
    {
      from: 'Foundation <info@brookfield-hub.net>',
      subject: 'Airdrop is live',
      html: `Claim your tokens, connect your wallet. ${button('http://northgate-desk.net/x', 'Claim')}`,
    },
  ],
  [
    'E2 and E3, Italian',
    ['E2', 'E3'],
    {
      from: 'Servizio Clienti <info@brookfield-hub.net>',
      subject: 'Attenzione: conto sospeso',
      html: `Il conto è stato sospeso, la password è scaduta. ${button('https://area-clienti-77.online/x', 'Verificare')}`,
    },
  ],
  [
    'E4, Chinese',
    ['E4', 'D6'],
    {
      from: '客服中心 <win@lucky-draw-77.top>',
      subject: '恭喜中奖',
      html: `紧急 ${button('https://lucky-draw-88.top/x', '领取')}`,
    },
  ],
  [
    'E5: the name is an offer',
    ['E5', 'A7'],
    {
      from: 'Free Spins Casino <info@brookfield-hub.net>',
      subject: 'Hello',
      html: button('https://northgate-desk.net/x', 'Play'),
    },
  ],
  [
    'H2: logo, copyright and subject of a brand from a site of one’s own',
    ['H2', 'A7'],
    {
      from: 'Secure Share <no-reply@brookfield-hub.net>',
      subject: 'Microsoft SharePoint: a file for you',
      html: `<img alt="Microsoft">A file was shared.${button('https://docs.brookfield-hub.net/x', 'Open')}${button('https://northgate-desk.net/x', 'Review')}© 2026 Microsoft Corporation`,
    },
  ],
  [
    'R1: the reader’s address in the subject',
    ['R1', 'A7'],
    {
      from: 'Mail Center <info@brookfield-hub.net>',
      subject: 'ann.lee@mail.example: 4 messages held',
      html: button('https://northgate-desk.net/x', 'Release'),
      reader: 'ann.lee@mail.example',
    },
  ],
  [
    'R2: the reader’s address in the link, in base64',
    ['R2', 'A7'],
    {
      from: 'Mail Center <info@brookfield-hub.net>',
      subject: 'Messages held',
      html: button(`https://northgate-desk.net/#${btoa('ann.lee@mail.example')}`, 'Release'),
      reader: 'ann.lee@mail.example',
    },
  ],
  [
    'R3 beside others: greeted by the address',
    ['R3', 'D3'],
    {
      from: 'Mail Center <info@brookfield-hub.net>',
      subject: 'Messages held',
      html: `Dear ann.lee, ${button('https://held-77.vercel.app/x', 'Release')}`,
      reader: 'ann.lee@mail.example',
    },
  ],
  [
    'R4: from the reader’s own address',
    ['R4', 'D3'],
    {
      from: 'ann.lee@mail.example <ann.lee@mail.example>',
      subject: 'Password',
      html: button('https://held-77.vercel.app/x', 'Keep password'),
      reader: 'ann.lee@mail.example',
    },
  ],
  [
    'B8, D4 and D12: a numbered sender and one link to a site that few know',
    ['B8', 'D4', 'D12', 'A7'],
    {
      from: 'Centro Premios <info4711@brookfield-hub.net>',
      subject: 'Hola',
      html: button('https://northgate-desk.net/x', 'Abrir'),
    },
  ],
  [
    'E6 beside a brand’s name: words as unwanted mail has them',
    ['E6', 'A1'],
    {
      from: 'PayPal Service <x@brookfield-notice.net>',
      html: button('https://brookfield-notice.net/x', 'Read'),
      context: { ...NO_CONTEXT, words: { channelName: 'Words' } },
    },
  ],
  [
    'L1 beside a cheap ending: a text that was reported',
    ['L1', 'D6'],
    {
      from: 'Brookfield <news@brookfield-notice.net>',
      subject: 'Hello',
      html: button('https://lucky-draw-88.top/x', 'Read'),
      context: { ...NO_CONTEXT, listing: { channelName: 'Reports', isVouchedFor: true } },
    },
  ],
  [
    'H1, German: the office’s own matter at a site that the device never met',
    ['H1', 'D4'],
    {
      from: 'Lohnbüro <lohn@lohnbuero-portal.net>',
      subject: 'Ihre Gehaltsabrechnung: Passwort abgelaufen',
      html: button('https://lohn-anmeldung.net/x', 'Ansehen'),
      context: STRANGER,
    },
  ],
  [
    'H3: a known sender’s link to a form that it never used',
    ['H3', 'D3'],
    {
      from: 'Planungsbüro Nord <mail@planung-nord.de>',
      subject: 'Pläne',
      html: button('https://docs.google.com/forms/d/e/1FAIpQLSd/viewform', 'Pläne öffnen'),
      context: knownSender('planung-nord.de'),
    },
  ],
  [
    'A10: somebody else under the name of a person whom the device knows',
    ['A10', 'B3'],
    {
      from: 'Ana Silva <ana.silva@brookfield-desk.top>',
      subject: 'Invoice',
      html: button('https://northgate-desk.net/x', 'Open the invoice'),
      context: strangerLike('isNamesake'),
    },
  ],
  [
    'B12: one letter from a site that the device knows',
    ['B12', 'D4'],
    {
      from: 'Planungsbüro <mail@planungsburo-n0rd.net>',
      subject: 'Rechnung',
      html: button('https://northgate-desk.net/x', 'Rechnung ansehen'),
      context: strangerLike('isAlmostKnown'),
    },
  ],
];

/** What a sender writes who knows the rule, on a device that remembers whom it has met. */
export const ADAPTED: readonly (readonly [string, AMessage])[] = [
  [
    'payroll, from a domain of one’s own',
    {
      from: 'Payroll Desk <hr@payroll-desk.net>',
      subject: 'Updated payroll schedule',
      html: button('https://www.payroll-desk.net/view', 'View schedule'),
      context: STRANGER,
    },
  ],
  [
    'a mailbox that expires, at a site of that name',
    {
      from: 'Mail Desk <notice@mail-desk.net>',
      subject: 'Your mailbox password expires today',
      html: button('https://www.mail-desk.net/keep', 'Keep my password'),
      context: STRANGER,
    },
  ],
  [
    '“Secure Share” with a logo, from a domain of one’s own',
    {
      from: 'Secure Share <no-reply@secure-share-docs.net>',
      subject: 'Secure document shared with you',
      html: `<img alt="Microsoft">${button('https://www.secure-share-docs.net/x', 'Open document')}© 2026 Microsoft`,
      context: STRANGER,
    },
  ],
  [
    'a partner’s mailbox in other hands, with a form',
    {
      from: 'Planungsbüro Nord <mail@planung-nord.de>',
      subject: 'Neue Pläne',
      html: button('https://docs.google.com/forms/d/e/1FAIpQLSd/viewform', 'Ansehen'),
      context: knownSender('planung-nord.de'),
    },
  ],
  [
    'a conversation in other hands, to a cheap ending',
    {
      from: 'Jo Meyer <jo.meyer@acme-works.com>',
      subject: 'Re: contract',
      html: `See the file ${button('https://files-77.click/x', 'contract.pdf')}<blockquote>Thank you</blockquote>`,
      context: knownSender('acme-works.com'),
    },
  ],
  [
    'a parcel’s brand at a mailing service',
    {
      from: 'DHL Express <notify@sendgrid.net>',
      subject: 'DHL: action required within 24 hours',
      html: `Pay the customs fee. ${button('https://u4711.ct.sendgrid.net/ls/click?upn=u001.Zk3vT0c9', 'Pay')}DHL support team`,
      context: STRANGER,
    },
  ],
  [
    'a quarantine notice on free web space with a footer of one’s own',
    {
      from: 'Quarantine Notice <notice@quarantine-notice.net>',
      subject: '4 messages in quarantine',
      html: `${button('https://release-77.azurewebsites.net/x', 'Release')}<a href="https://www.quarantine-notice.net/about">About us</a>`,
      context: STRANGER,
    },
  ],
  [
    'a telephone bill with a footer link to the company',
    {
      from: 'Telekom Rechnung <rechnung@rechnung-telekom-online.net>',
      subject: 'Ihre Telekom Rechnung',
      html: `${button('https://kunden-portal-77.net/x', 'Rechnung öffnen')}<a href="https://www.telekom.de/impressum">Impressum</a>`,
      context: STRANGER,
    },
  ],
  [
    'a QR code for the second factor',
    {
      from: 'IT Service <it@it-service-renewal.net>',
      subject: 'Renew your MFA today',
      html: '<a href="https://www.it-service-renewal.net/qr"><img alt="QR" src="cid:1"></a>',
      context: STRANGER,
    },
  ],
  [
    'a payment service’s invoice behind a mailing service’s tracker',
    {
      from: 'PayPal Invoice <billing@paypal-invoice-center.net>',
      subject: 'Invoice from PayPal',
      html: `<img alt="PayPal">${button('https://u4711.ct.sendgrid.net/ls/click?upn=u001.Zk3vT0c9', 'View invoice')}© PayPal`,
      context: STRANGER,
    },
  ],
];
