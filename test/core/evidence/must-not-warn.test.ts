import { describe, expect, test } from 'vitest';
import { packagedTables } from '../../../src/core/evidence/evidence-tables.ts';
import { button, judged, knownSender, STRANGER, whatFired, type AMessage } from './a-message.ts';
import { EVERYDAY_LETTERS } from './everyday-letters.ts';

const TRACKER = 'https://u4711.ct.sendgrid.net/ls/click?upn=u001.Zk3vT0c9mQ8rXw7yPq2sL5nB1dF4hJ6k';

/** Links as an honest letter has them at its end. */
function footer(site: string): string {
  return `<p><a href="https://${site}/unsubscribe?u=1">Unsubscribe</a> <a href="https://${site}/privacy">Privacy</a></p>`;
}

/** Differences between link text and address that mean nothing. */
const SAME_PLACE = [
  ['www.', 'https://shop.example/a', 'www.shop.example/a'],
  ['scheme', 'http://shop.example/a', 'https://shop.example/a'],
  ['slash', 'https://shop.example/a/', 'https://shop.example/a'],
  ['brackets', 'https://shop.example/a', '&lt;https://shop.example/a&gt;'],
  ['punctuation', 'https://shop.example/a', 'https://shop.example/a.'],
  ['line break', 'https://shop.example/a/b', 'https://shop.example/\na/b'],
  ['a line break in its name', 'https://shop.example/a/b', 'https://shop.\nexample/a/b'],
  ['mailto:', 'mailto:info@shop.example', 'info@shop.example'],
  ['mailto: the other way', 'https://shop.example/contact', 'info@shop.example'],
  ['tel:', 'tel:+431234', '+43 1234'],
  ['tel: with dots', 'tel:+431234567', '+43.1234.567'],
  ['hyphen', 'https://my-shop.example/', 'my-shop.example'],
  ['a soft hyphen', 'https://my-shop.example/', 'my-\u00adshop.example'],
  ['a hyphen that does not break', 'https://my-shop.example/', 'my\u2011shop.example'],
] as const;

/** Names as people have them, in scripts that say nothing of an address. */
const NAMES = [
  ['Chinese', '王小明'],
  ['Japanese', '山田 花子'],
  ['Arabic', 'محمد الأحمد'],
  ['Hebrew', 'יעל כהן'],
  ['Russian', 'Анна Иванова'],
  ['Hindi', 'प्रिया शर्मा'],
  ['Greek', 'Νίκος Κούκος'],
  ['Thai', 'สมชาย ใจดี'],
] as const;

/** What services send that everybody uses: who, what, where to. */
const SERVICES = [
  [
    'GitHub <noreply@github.com>',
    'invitation',
    'Ann invited you to join Acme',
    'https://github.com/orgs/acme/invitation',
  ],
  [
    'GitHub <noreply@github.com>',
    'password reset',
    '[GitHub] Please reset your password',
    'https://github.com/password_reset/Zk3vT0c9mQ8rXw7yPq2sL5nB1dF4hJ6k',
  ],
  [
    'GitHub <noreply@github.com>',
    'one-time code',
    '[GitHub] Please verify your device',
    'https://github.com/settings/security',
  ],
  [
    'GitHub <notifications@github.com>',
    'share',
    '[acme/tools] Ann shared a gist with you',
    'https://gist.github.com/ann/4f2a91c0',
  ],
  [
    'Ann Lee <comments-noreply@docs.google.com>',
    'invitation',
    'Invitation to edit: Plan',
    'https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUvWxYz012345678901/edit',
  ],
  [
    'Google <no-reply@accounts.google.com>',
    'password reset',
    'Security alert: reset your password',
    'https://accounts.google.com/signin/recovery?ep=1',
  ],
  [
    'Google <no-reply@accounts.google.com>',
    'one-time code',
    'Google verification code',
    'https://myaccount.google.com/notifications',
  ],
  [
    'Ann Lee (via Google Forms) <forms-receipts-noreply@google.com>',
    'share',
    'Please fill in: Who comes?',
    'https://docs.google.com/forms/d/e/1FAIpQLSd/viewform?usp=mail_form_link',
  ],
  [
    'Ann Lee (via Dropbox) <no-reply@dropbox.com>',
    'invitation',
    'Ann invited you to a team',
    'https://www.dropbox.com/l/AAB4zk3vT0c9mQ8rXw7y/team',
  ],
  [
    'Dropbox <no-reply@dropbox.com>',
    'password reset',
    'Reset your Dropbox password',
    'https://www.dropbox.com/l/AAB4zk3vT0c9mQ8rXw7y/resetpassword',
  ],
  [
    'Dropbox <no-reply@dropboxmail.com>',
    'one-time code',
    'Your Dropbox security code',
    'https://www.dropbox.com/account/security',
  ],
  [
    'Dropbox Transfer <no-reply@dropbox.com>',
    'share',
    'Ann sent you "Photos"',
    'https://www.dropbox.com/t/Zk3vT0c9mQ8rXw7y',
  ],
  [
    'DocuSign <dse_na3@docusign.net>',
    'invitation',
    'Ann invited you to an account',
    'https://account.docusign.com/activate?t=Zk3vT0c9mQ8rXw7yPq2s',
  ],
  [
    'DocuSign <noreply@docusign.com>',
    'password reset',
    'Reset your DocuSign password',
    'https://account.docusign.com/reset?code=Zk3vT0c9mQ8rXw7yPq2s',
  ],
  [
    'DocuSign <noreply@docusign.com>',
    'one-time code',
    'Your verification code',
    'https://account.docusign.com/settings',
  ],
  [
    'Ann Lee via DocuSign <dse@eumail.docusign.net>',
    'share',
    'Ann shared "NDA.pdf" with you',
    'https://eu.docusign.net/Member/EmailStart.aspx?a=4f2a91c0',
  ],
] as const;

const GOOD: readonly (readonly [string, AMessage])[] = [
  // ————— traps of the study —————
  [
    'a name that also names the sender: Amazon Benefits at Fidelity',
    {
      from: 'Amazon Benefits at Fidelity <benefits@mail.fidelity.com>',
      subject: 'Your Amazon 401(k) statement',
      html: `<img alt="Amazon">Your statement is ready.${button('https://nb.fidelity.com/public/nb/amazon/home', 'See it')}`,
    },
  ],
  [
    'a name that also names the sender: InPost via Allegro',
    {
      from: 'InPost via Allegro <powiadomienia@allegro.pl>',
      subject: 'Twoja paczka jest w drodze',
      html: `Paczka czeka.${button('https://allegro.pl/moje/paczki/1', 'Zobacz')}`,
    },
  ],
  [
    'a part of a brand under a domain of its own: Disney D23',
    {
      from: 'Disney D23 <news@d23.com>',
      subject: 'Win a trip',
      html: `${button('https://d23.com/win', 'Enter')}${footer('d23.com')}`,
    },
  ],
  [
    'an agent that asks for a review of a purchase',
    {
      from: 'MediaMarkt via Trusted Shops <review@trustedshops.de>',
      subject: 'Wie war Ihr Einkauf bei MediaMarkt?',
      html: button('https://www.trustedshops.de/bewertung/abc', 'Bewerten'),
    },
  ],
  [
    'an agent that brings a parcel of a shop',
    {
      from: 'Zalando über DHL <noreply@dhl.de>',
      subject: 'Ihre Zalando-Sendung kommt morgen',
      html: button('https://www.dhl.de/de/privatkunden/sendungsverfolgung.html?piececode=1', 'Verfolgen'),
      context: STRANGER,
    },
  ],
  [
    'an agent that sends invoices for others',
    {
      from: 'Microsoft Training Partner <invoice+statements@stripe.com>',
      subject: 'Your invoice from Microsoft Training Partner #2041',
      html: button(
        'https://invoice.stripe.com/i/acct_1Ab2/live_Zk3vT0c9mQ8rXw7yPq2sL5nB',
        'Pay this invoice',
      ),
      context: STRANGER,
    },
  ],
  [
    'an agent that sells tickets for others',
    {
      from: 'Disney On Ice via Eventbrite <orders@eventbrite.com>',
      subject: 'Your tickets for Disney On Ice',
      html: button('https://www.eventbrite.com/mytickets/4711', 'View tickets'),
      context: STRANGER,
    },
  ],
  [
    'an agent that mails for others',
    {
      from: 'Samsung Fan Club <samsungfans@mailchimpapp.net>',
      subject: 'Galaxy meet-up on Saturday',
      html: `${button('https://samsungfans.us7.list-manage.com/track/click?u=1&id=2', 'Join us')}${button('https://samsungfans.us7.list-manage.com/unsubscribe?u=1', 'Unsubscribe')}`,
    },
  ],
  [
    'WordPress as the sender of somebody’s site',
    {
      from: 'WordPress <wordpress@vereinsheim-musterstadt.de>',
      subject: '[Vereinsheim] Neuer Kommentar',
      html: button('https://vereinsheim-musterstadt.de/wp-admin/comment.php?c=1', 'Freigeben'),
    },
  ],
  ...[
    ['Schwab', 'Andreas Schwab <andreas@linux-tools.example>'],
    ['Rogers', 'Mike Rogers <mike.rogers71@yahoo.com>'],
    ['Chase', 'Emily Chase <e.chase@brookfield-school.org>'],
  ].map(
    ([surname = '', from = '']) =>
      [
        `a surname that is a brand: ${surname}`,
        { from, subject: 'slides', html: `They are <a href="https://slides.linux-tools.example/a">here</a>` },
      ] as const,
  ),
  [
    'letters that join to a brand only across words: MINI USA A…',
    {
      from: 'MINI USA Accessories <news@miniusa.com>',
      subject: 'New wheels',
      html: `${button('https://www.miniusa.com/wheels', 'See them')}${footer('miniusa.com')}`,
    },
  ],
  [
    'H.M. in front of a name',
    {
      from: 'H.M. Government Art Collection <info@artcollection.culture.gov.uk>',
      subject: 'Exhibition',
      html: button('https://artcollection.culture.gov.uk/x', 'Visit'),
    },
  ],
  [
    'a brand whose every link is a click tracker',
    {
      from: 'PayPal <service@paypal.com>',
      subject: 'You sent a payment',
      html: `${button(TRACKER, 'See details')}${button(`${TRACKER}1`, 'Help')}`,
    },
  ],
  [
    'a nickname at a private mailbox',
    {
      from: 'Sunny <kerstin.meyer81@gmx.de>',
      subject: 'Fotos',
      html: `Schau <a href="https://photos.app.goo.gl/x1">die Fotos</a>`,
    },
  ],
  [
    'a name that is an abbreviation of its domain',
    {
      from: 'FSFE Newsletter <contact@fsfe.org>',
      subject: 'March',
      html: `${button('https://my.fsfe.org/donate', 'Join')}${footer('fsfe.org')}`,
    },
  ],
  [
    'news about brands',
    {
      from: 'Morning Brief <brief@dailyledger-news.com>',
      subject: 'Apple, Amazon and PayPal fall',
      html: `PayPal and Microsoft Teams…${button('https://www.dailyledger-news.com/2026/03/paypal', 'Read on')}${button('https://www.reuters.com/x', 'Reuters')}`,
    },
  ],
  [
    'pictures of social sites in a footer',
    {
      from: 'Huber Optik <hallo@huber-optik.example>',
      subject: 'Neue Brillen',
      html: `<img alt="Facebook"><img alt="Instagram">Neu bei uns.${button('https://r20.rs6.net/tn.jsp?f=001abc', 'Ansehen')}<a href="https://facebook.com/huberoptik"><img alt="Facebook" src="cid:1"></a><a href="https://www.instagram.com/huberoptik"><img alt="Instagram" src="cid:2"></a>`,
    },
  ],
  ...['terra', 'visa', 'orange', 'target'].map(
    (word) =>
      [
        `a word that is also a brand in a host: ${word}`,
        {
          from: `Verde ${word} <shop@${word}-verde.example>`,
          subject: 'Nuovi arrivi',
          html: `${button(`https://${word}.negozio-verde.example/x`, 'Apri')}${footer(`${word}-verde.example`)}`,
        },
      ] as const,
  ),
  [
    'a link text that names the same organisation by another domain',
    {
      from: 'Microsoft <news@email.microsoft.com>',
      subject: 'News',
      html: `<a href="https://aka.ms/abc">https://www.microsoft.com/news</a> <a href="https://www.office.com/x">Open</a>`,
    },
  ],
  [
    'a small firm’s first invoice through unknown software',
    {
      from: 'Tischlerei Huber <rechnung@tischlerei-huber.at>',
      subject: 'Rechnung 2026-017',
      html: `Anbei die Rechnung.${button('https://app.faktura-online.example/d/7Hq2kLm9PzX4vB1nR8sT3wY6', 'Rechnung ansehen')}`,
      context: STRANGER,
    },
  ],
  [
    'a foundation that writes from its second domain',
    {
      from: 'Starknet Foundation <news@starknet.org>',
      subject: 'Airdrop of STRK',
      html: button('https://www.starknet.io/claim', 'Read'),
    },
  ],
  [
    'a link text that is an address, behind a tracker',
    {
      from: 'Garden Weekly <hello@gardenweekly.co>',
      subject: 'Seeds!',
      html: `<a href="${TRACKER}">https://www.gardenweekly.co/seeds</a>${button(`${TRACKER}u`, 'Unsubscribe')}`,
    },
  ],
  [
    'the reader’s own address in a tracker’s and in an unsubscribe link',
    {
      from: 'Garden Weekly <hello@gardenweekly.co>',
      subject: 'Seeds!',
      html: `${button(`${TRACKER}&e=ann.lee@mail.example`, 'Read')}<a href="https://lists.mailer.example/u?e=${btoa('ann.lee@mail.example')}">Unsubscribe</a>`,
      reader: 'ann.lee@mail.example',
    },
  ],
  [
    'a newsletter that is one picture',
    {
      from: 'Modehaus Fischer <news@modehaus-fischer.de>',
      subject: 'Sale',
      html: `<a href="https://www.modehaus-fischer.de/sale"><img src="sale.jpg"></a>${footer('modehaus-fischer.de')}`,
    },
  ],
  [
    'a newsletter with a hidden line for the list of messages',
    {
      from: 'Modehaus Fischer <news@modehaus-fischer.de>',
      subject: 'Sale',
      html: `<div style="display:none">PayPal: your account is suspended, verify it within 24 hours &#847;&zwnj;&nbsp;&#847;&zwnj;</div>${button('https://www.modehaus-fischer.de/sale', 'Sale')}`,
    },
  ],
  [
    'long words broken by soft hyphens',
    {
      from: 'Stadt­werke Nord <post@stadtwerke-nord.de>',
      subject: 'Zähler­stand',
      html: `Bitte Zähler&shy;stand­ablesung ein&shy;tragen.${button('https://www.stadtwerke-nord.de/z', 'Eintragen')}`,
    },
  ],
  // ————— link text and address that differ in ways that mean nothing —————
  ...SAME_PLACE.map(
    ([what, href, text]) =>
      [
        `a link text that differs by ${what}`,
        {
          from: 'Martha Huber <martha@shop.example>',
          subject: 'Our page',
          html: `See <a href="${href}">${text}</a>`,
        },
      ] as const,
  ),
  // ————— everyday letters —————
  ...SERVICES.map(
    ([from, what, subject, href]) =>
      [
        `${what}: ${from}`,
        {
          from,
          subject,
          html: `${subject}. It is valid for 24 hours.${button(href, 'Continue')}`,
          context: STRANGER,
        },
      ] as const,
  ),
  ...NAMES.flatMap(([script, name]) =>
    (['gmail.com', 'brookfield-school.org'] as const).map(
      (host) =>
        [
          `a name in ${script} at ${host}`,
          {
            from: `${name} <user4711@${host}>`,
            subject: 'photos',
            html: `See <a href="https://photos.linux-tools.example/a">them</a>`,
            context: STRANGER,
          },
        ] as const,
    ),
  ),
  [
    'a newsletter whose every link is a tracker',
    {
      from: 'Garden Weekly <hello@gardenweekly.co>',
      subject: 'Seeds!',
      html: `${[1, 2, 3, 4, 5].map((n) => button(`${TRACKER}${n}`, `Story ${n}`)).join('')}${button(`${TRACKER}u`, 'Unsubscribe')}`,
    },
  ],
  [
    'a newsletter through a tracker under an agent’s address',
    {
      from: 'Corner Bakery <cornerbakery@ccsend.com>',
      subject: 'Bread on Friday',
      html: `${button('https://r20.rs6.net/tn.jsp?f=001abc', 'Order')}${button('https://r20.rs6.net/tn.jsp?f=002abc', 'Unsubscribe')}`,
    },
  ],
  [
    'a bank that writes from its second domain',
    {
      from: 'Deutsche Bank <info@db.com>',
      subject: 'Ihr Kontoauszug',
      html: button('https://meine.deutsche-bank.de/x', 'Zum Postfach'),
    },
  ],
  [
    'an invitation to a repository',
    {
      from: 'GitHub <noreply@github.com>',
      subject: 'ann invited you to acme/tools',
      html: button('https://github.com/acme/tools/invitations', 'View invitation'),
    },
  ],
  [
    'a document shared by Google Docs',
    {
      from: 'Ann Lee (via Google Docs) <drive-shares-dm-noreply@google.com>',
      subject: 'Document shared with you: "Plan"',
      html: button(
        'https://docs.google.com/document/d/1AbCdEfGhIjKlMnOpQrStUvWxYz012345678901/edit?usp=sharing_eip',
        'Open',
      ),
      context: STRANGER,
    },
  ],
  [
    'a folder shared by Dropbox',
    {
      from: 'Ann Lee (via Dropbox) <no-reply@dropbox.com>',
      subject: 'Ann shared "Photos" with you',
      html: button('https://www.dropbox.com/l/scl/AAB4zk3vT0c9mQ8rXw7y', 'View folder'),
      context: STRANGER,
    },
  ],
  [
    'a contract to be signed at DocuSign',
    {
      from: 'Acme Legal via DocuSign <dse@eumail.docusign.net>',
      subject: 'Complete with DocuSign: NDA.pdf',
      html: button('https://eu.docusign.net/Signing/EmailStart.aspx?a=4f2a91c0&acct=77', 'Review document'),
      context: STRANGER,
    },
  ],
  [
    'a password reset of a small service',
    {
      from: 'Trailmap <no-reply@trailmap-app.com>',
      subject: 'Reset your password',
      html: button(
        'https://www.trailmap-app.com/reset?token=Zk3vT0c9mQ8rXw7yPq2sL5nB1dF4hJ6k',
        'Reset password',
      ),
      context: STRANGER,
    },
  ],
  [
    'a one-time code without any link',
    {
      from: 'Trailmap <no-reply@trailmap-app.com>',
      subject: '482913 is your code',
      html: 'Your code is 482913. It expires in 10 minutes.',
    },
  ],
  [
    'a confirmation of an address, through a tracker',
    {
      from: 'Trailmap <no-reply@mail.trailmap-app.com>',
      subject: 'Please verify your email',
      html: `Verify your account within 24 hours.${button(TRACKER, 'Verify')}`,
    },
  ],
  [
    'a reply to the help desk that quotes a phishing mail',
    {
      from: 'Jo Meyer <jo.meyer@acme-works.com>',
      subject: 'Re: is this real?',
      html: `Is this from us?<blockquote>From: PayPal Your account is suspended, verify within 24 hours. <a href="https://paypal-check.click/login">Verify now</a> PayPal support team</blockquote>`,
    },
  ],
  [
    'a forwarded phishing mail to the help desk',
    {
      from: 'Jo Meyer <jo.meyer@acme-works.com>',
      subject: 'Fwd: Your mailbox is full',
      html: `Please have a look.<br>---------- Forwarded message<br>From: IT desk<br>Your mailbox is full. <a href="http://mailbox-desk.top/x">Keep my password</a>`,
    },
  ],
  [
    'a security newsletter about phishing',
    {
      from: 'Security Weekly <news@security-weekly.net>',
      subject: 'New phishing: PayPal, DHL and Microsoft accounts suspended',
      html: `Urgent: verify your account… <a href="https://www.security-weekly.net/p/1">Read</a> <a href="https://www.security-weekly.net/p/2">DHL</a> <a href="https://unit42.example/x">Unit</a>${footer('security-weekly.net')}`,
    },
  ],
  [
    'good mail in Chinese',
    {
      from: '招商银行 <service@cmbchina.com>',
      subject: '您的账户验证码与账单',
      html: `请确认您的账户。${button('https://www.cmbchina.com/bill', '查看账单')}`,
    },
  ],
  [
    'good mail in Japanese',
    {
      from: '山田商店 <info@yamada-shoten.co.jp>',
      subject: '重要：アカウントの確認',
      html: `パスワードを変更しました。${button('https://www.yamada-shoten.co.jp/mypage', 'マイページ')}`,
    },
  ],
  [
    'good mail in Arabic',
    {
      from: 'مكتبة النور <news@alnoor-books.com>',
      subject: 'كتب جديدة',
      html: `${button('https://www.alnoor-books.com/new', 'تصفح')}${footer('alnoor-books.com')}`,
    },
  ],
  [
    'good mail in Hebrew',
    {
      from: 'ספריית העיר <library@haifa-lib.org.il>',
      subject: 'הזמנה לערב קריאה',
      html: button('https://www.haifa-lib.org.il/e', 'להרשמה'),
    },
  ],
  [
    'good mail in Russian, links elsewhere',
    {
      from: 'Книжный клуб <club@bookclub-spb.ru>',
      subject: 'Подтвердите участие',
      html: button('https://bookclub.timepad.ru/event/1/', 'Подтвердить'),
    },
  ],
  [
    'good mail in Hindi',
    {
      from: 'पुस्तकालय <info@pustak.in>',
      subject: 'नई किताबें',
      html: button('https://www.pustak.in/new', 'देखें'),
    },
  ],
  [
    'good mail in Thai',
    {
      from: 'ร้านหนังสือ <shop@nangsue.co.th>',
      subject: 'หนังสือใหม่',
      html: button('https://www.nangsue.co.th/n', 'ดู'),
    },
  ],
  [
    'a friend at a private mailbox with one link',
    {
      from: 'Kerstin Meyer <kerstin.meyer81@gmail.com>',
      subject: 'das Rezept',
      text: 'Schau mal: https://kochen-mit-oma.example/kuchen Liebe Grüße',
    },
  ],
  [
    'a friend with one short link in words',
    {
      from: 'Kerstin Meyer <kerstin.meyer81@gmail.com>',
      subject: 'das Rezept',
      html: `Schau <a href="https://bit.ly/3xYz">hier</a>`,
    },
  ],
  [
    'a shop with an odd ending',
    {
      from: 'Kerzenladen <hallo@kerzenladen.shop>',
      subject: 'Gutschein für Dich, nur 24 Stunden',
      html: `${button('https://kerzenladen.shop/sale', 'Zum Gutschein')}${button('https://kerzenladen.shop/neu', 'Neues')}${footer('kerzenladen.shop')}`,
    },
  ],
  [
    'a list’s answer with a name that fits nothing',
    {
      from: 'Jean Dupont via users <users@lists.openthing.example>',
      subject: 'Re: [users] crash',
      text: 'On Monday someone wrote:\n> it crashes, see https://bugs.example/1\n\nFixed in http://git.openthing.example/c/1a2b',
    },
  ],
  [
    'one who is known from a list and names a page on free web space by its address',
    {
      from: 'Jo Meyer <jo.meyer@acme-works.com>',
      subject: '[users] the new manual',
      text: 'It is at https://acme-tools.github.io/manual now.',
      context: knownSender('acme-works.com'),
    },
  ],
  [
    'one who is known and quotes what somebody else wrote, with a link to a form',
    {
      from: 'Jo Meyer <jo.meyer@acme-works.com>',
      subject: 'Re: who comes?',
      html: `I do.<blockquote>Please <a href="https://docs.google.com/forms/d/e/1FAIpQLSd/viewform">fill in</a></blockquote>`,
      context: knownSender('acme-works.com'),
    },
  ],
  [
    'a brand’s second domain that no table has, with nothing that presses',
    {
      from: 'PayPal <news@paypal-northgate.com>',
      subject: 'What is new this month',
      html: `News.${button('https://paypal-northgate.com/news', 'Read')}${footer('paypal-northgate.com')}`,
    },
  ],
  [
    'a brand’s second domain that no table has, with many links and a hurry',
    {
      from: 'PayPal <news@paypal-northgate.com>',
      subject: 'Only 24 hours left',
      html: `News.${['shop', 'travel', 'food', 'home'].map((page) => button(`https://paypal-northgate.com/${page}`, page)).join('')}${footer('paypal-northgate.com')}`,
    },
  ],
  [
    'a dealer under the brand’s name and its own, about an appointment',
    {
      from: 'Vodafone Northgate <info@vodafone-northgate.de>',
      subject: 'Bitte bestätigen Sie Ihren Termin',
      html: `Guten Tag.${button('https://www.vodafone-northgate.de/termin', 'Bestätigen')}`,
    },
  ],
  [
    'a brand whose short domain is its name without the last letter',
    {
      from: 'Netflix <info@netfli.com>',
      subject: 'New this week',
      html: `${button('https://www.netfli.com/new', 'Watch')}${footer('netfli.com')}`,
    },
  ],
  [
    'a school’s mailbox of initials, about its own page',
    {
      from: 'Jo Meyer <jkwrtm@northgate-school.com>',
      subject: 'Homework',
      html: ['a', 'b', 'c'].map((page) => button(`https://northgate-school.com/${page}`, page)).join(''),
    },
  ],
  [
    'an answer’s coded address at a service that few know',
    {
      from: 'Garden Forum <reply+8f2a77c19e@garden-forum.example>',
      subject: 'Re: Roses',
      html: button('https://garden-forum.example/t/471', 'Read'),
    },
  ],
  [
    'a shop’s order number through its mailing service',
    {
      from: 'Garden Weekly <orders@garden-weekly.example>',
      subject: 'Your order (GW-48213)',
      html: `Thank you.${button(TRACKER, 'Your order')}${footer('garden-weekly.example')}`,
    },
  ],
  [
    'the same through a service that no table knows',
    {
      from: 'Garden Weekly <orders@garden-weekly.example>',
      subject: 'Your order (GW-48213)',
      html: `Thank you.${button('https://click.qz7mail-links.com/c/Zk3vT0c9mQ8rXw7y', 'Your order')}${footer('qz7mail-links.com')}`,
    },
  ],
  [
    'a shop under a cheap ending, with its own way out',
    {
      from: 'Garden Weekly <hello@garden-weekly.shop>',
      subject: 'Save 20 % on roses',
      html: `${button('https://garden-weekly.shop/roses', 'Shop now')}${button('https://garden-weekly.shop/u', 'Unsubscribe')}`,
    },
  ],
  [
    'one who names a machine by its own name on a list',
    {
      from: 'Jo Meyer <jo.meyer@acme-works.com>',
      subject: '[users] our mirror',
      text: 'It is at http://203-0-114-7.static.northgate-hosting.net/mirror now.',
    },
  ],
  [
    'an institute’s survey elsewhere, from its office',
    {
      from: 'Mozilla <info@mozilla.org>',
      subject: 'Our survey',
      html: `What do you think?${button('https://survey-northgate.net/s/4711', 'Begin')}${footer('mozilla.org')}`,
    },
  ],
  [
    'a plumber’s receipt with a telephone number',
    {
      from: 'Northgate Plumbing <office@northgate-plumbing.com>',
      subject: 'Receipt 4711',
      html: `We charged your card, paid by PayPal. Questions? Call (808) 555-0147.${button('https://northgate-plumbing.com/r/4711', 'Receipt')}`,
    },
  ],
  [
    'a brand’s own receipt with its own number',
    {
      from: 'PayPal <service@paypal.com>',
      subject: 'Receipt for your payment',
      html: `You were charged $12.00 by PayPal. Call +1 (402) 555-0147.${button('https://www.paypal.com/activity', 'See')}`,
    },
  ],
  [
    'a brand’s second domain that no table has, which leads to the first one',
    {
      from: 'PayPal <service@paypal-northgate.com>',
      subject: 'Please confirm your account within 24 hours',
      html: `${button('https://www.paypal.com/activity', 'See')}${footer('paypal-northgate.com')}`,
    },
  ],
  [
    'a brand’s name under a country’s ending that no table has',
    {
      from: 'Netflix <info@netflix.rs>',
      subject: 'Please confirm your account within 24 hours',
      html: `${button('https://www.netflix.rs/activity', 'See')}${footer('netflix.rs')}`,
    },
  ],
  [
    'a newsletter through a mailing service’s tracker without encryption',
    {
      from: 'Garden Weekly <hello@garden-weekly-mail.com>',
      subject: 'Seeds! Only 24 hours',
      html: `${button('http://cl.s7.exct.net/?qs=4711aB', 'Verify')}${button('http://cl.s7.exct.net/?qs=4712aB', 'More')}`,
    },
  ],
  [
    'a mail server’s report that returns a letter in a brand’s name',
    {
      from: 'Mail Delivery System <mailer-daemon@acme-works.com>',
      subject: 'Undelivered Mail Returned to Sender',
      html: `PayPal: your account is suspended. PayPal support team <a href="https://relay.acme-hosting.example/r?to=jo@acme-works.com">details</a> © 2026 PayPal`,
    },
  ],
  [
    'a letter in a brand’s name that somebody passes on',
    {
      from: 'Jo Meyer <jo.meyer81@gmx.de>',
      subject: 'Fwd: Your parcel',
      html: `Is this real?<br>---------- Forwarded message ---------<br>From: DHL<br>DHL: your parcel <a href="https://parcel-desk.example/x">here</a> DHL support team`,
    },
  ],
  [
    'a provider of mailboxes that writes from its own domain',
    {
      from: 'Telekom Deutschland GmbH <rechnungonline@telekom.de>',
      subject: 'Telekom Rechnung',
      html: `<img alt="Telekom">Ihre Rechnung. Telekom Kundenservice${button('https://click.unknown-mailer.example/r/4711', 'Ansehen')}`,
    },
  ],
  [
    'an insurer that writes its trade beside its name',
    {
      from: 'HUK-COBURG Versicherungen <info@huk.de>',
      subject: 'Bitte bestätigen Sie innerhalb von 24 Stunden',
      html: `Ihr Vertrag.${button('https://click.qz7mail-links.com/c/Zk3vT0c9mQ8rXw7y', 'Bestätigen')}`,
    },
  ],
  [
    'a brand’s letter that opens its own app through an app-link service',
    {
      from: 'Nubank <todomundo@nubank.com.br>',
      subject: 'A fatura do seu cartão vence hoje',
      html: button('https://nubank.onelink.me/Lhzo/4711fatura', 'Pagar fatura'),
    },
  ],
  [
    'the same through a second one, in another name’s country',
    {
      from: 'Uber <noreply@uber.com>',
      subject: 'Your payment failed',
      html: button('https://uber.app.link/4711Ab', 'Update payment'),
    },
  ],
  [
    'a subsidiary under a cheap ending that leads to the brand alone',
    {
      from: 'Zalando <info@versand-zalando-paket.info>',
      subject: 'Ihr Paket: bitte handeln Sie innerhalb von 48 Stunden',
      html: `Ihr Paket kommt.${button('https://www.zalando.de/sendung/', 'Verfolgen')}`,
    },
  ],
  [
    'an office whose short name is a label of its address',
    {
      from: 'EZ - la app de los servicios <no-reply@ez.punto-nacional.es>',
      subject: 'Aviso de pago: verifique su cuenta en 48 horas',
      html: button('https://entrar.qz7tramites.es/avisos', 'Abrir la app'),
    },
  ],
  [
    'a known partner who leads where it always led',
    {
      from: 'Planungsbüro Nord <mail@planung-nord.de>',
      subject: 'Pläne',
      html: button('https://planung-nord.sharepoint.com/s/x', 'Pläne öffnen'),
      context: knownSender('planung-nord.sharepoint.com'),
    },
  ],
];

test.each(GOOD)('a good letter is not marked: %s', (_, message) => {
  const verdict = judged(message);
  expect(verdict.isMarked, whatFired(verdict)).toBe(false);
});

test.each(EVERYDAY_LETTERS)('an everyday letter is not marked: %s', (_, message) => {
  const verdict = judged(message);
  expect(verdict.isMarked, whatFired(verdict)).toBe(false);
});

test('there are eighty everyday letters', () => {
  expect(EVERYDAY_LETTERS).toHaveLength(80);
});

/** Names as brands have them for short links or a mailing service, in no table; `BRAND` is the word of the brand's domain. */
const PLACES_OF_NO_TABLE = [
  'https://qz7l.nk/3xYz9Ab',
  'https://qz7.link/3xYz9Ab',
  'https://click.qz7mail-links.com/c/Zk3vT0c9mQ8rXw7y',
  'https://go.qz7clicks.email/c/Zk3vT0c9mQ8rXw7y',
  'https://BRAND.qz7mail-links.com/c/Zk3vT0c9mQ8rXw7y',
  'http://r.em-4711.net/tr/cl/Zk3vT0c9mQ8rXw7yPq2sL5nB1dF4hJ6k',
];

/** What presses, what gives away, and what speaks of money. */
const PRESSING = [
  ['Please confirm your account within 24 hours', 'statement is ready.'],
  ['A free gift card: claim your reward', 'voucher is ready.'],
  ['Your account was restored', 'wallet is ready: buy bitcoin, confirm your sign-in.'],
] as const;

describe.each(PLACES_OF_NO_TABLE)('a brand’s own letter with one link to %s', (place) => {
  // One observation, counted once; words that press do not make it two.
  test.each(PRESSING)(
    'a brand’s own letter with one strange link that says “%s” marks at most five brands',
    (subject, text) => {
      const { brands } = packagedTables();
      const marked = brands.filter((brand) => {
        const domain = brand.domains[0] ?? `${brand.labels[0] ?? ''}.com`;
        const letter = {
          from: `${brand.name} <noreply@${domain}>`,
          subject,
          html: `Your ${brand.name} ${text}${button(place.replace('BRAND', domain.slice(0, domain.indexOf('.'))), 'Open')}© 2026 ${brand.name}`,
        };
        return judged(letter).isMarked;
      });
      expect(brands.length).toBeGreaterThan(400);
      expect(marked.length, marked.map(({ name }) => name).join()).toBeLessThanOrEqual(5);
    },
  );
});

// Two points of circumstance mark nothing alone, so that it would not show above.
test.each(SAME_PLACE)('a link is not said to show another address than its own: %s', (_, href, text) => {
  const { reasons } = judged({
    from: 'Martha Huber <martha@post.example>',
    subject: 'Our page',
    html: `See <a href="${href}">${text}</a>`,
  });
  expect(reasons.map(({ id }) => id)).not.toContain('C2');
});
