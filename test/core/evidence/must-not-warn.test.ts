import { expect, test } from 'vitest';
import { button, judged, knownSender, STRANGER, whatFired, type AMessage } from './a-message.ts';

const TRACKER = 'https://u4711.ct.sendgrid.net/ls/click?upn=u001.Zk3vT0c9mQ8rXw7yPq2sL5nB1dF4hJ6k';

/** Links as an honest letter has them at its end. */
function footer(site: string): string {
  return `<p><a href="https://${site}/unsubscribe?u=1">Unsubscribe</a> <a href="https://${site}/privacy">Privacy</a></p>`;
}

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
    'WordPress as the sender of somebody’s site',
    {
      from: 'WordPress <wordpress@vereinsheim-musterstadt.de>',
      subject: '[Vereinsheim] Neuer Kommentar',
      html: button('https://vereinsheim-musterstadt.de/wp-admin/comment.php?c=1', 'Freigeben'),
    },
  ],
  [
    'a surname that is a brand: Rogers, Schwab, Chase',
    {
      from: 'Andreas Schwab <andreas@linux-tools.example>',
      subject: 'slides',
      html: `They are <a href="https://slides.linux-tools.example/a">here</a>`,
    },
  ],
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
    'words that are brands in a host: orange, target, terra',
    {
      from: 'Terra Verde <shop@terra-verde.it>',
      subject: 'Nuovi arrivi',
      html: `${button('https://www.terra-verde.it/target/orange', 'Apri')}${footer('terra-verde.it')}`,
    },
  ],
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
  // ————— link text and address that differ in ways that mean nothing —————
  ...[
    ['www.', 'https://shop.example/a', 'www.shop.example/a'],
    ['scheme', 'http://shop.example/a', 'https://shop.example/a'],
    ['slash', 'https://shop.example/a/', 'https://shop.example/a'],
    ['brackets', 'https://shop.example/a', '&lt;https://shop.example/a&gt;'],
    ['punctuation', 'https://shop.example/a', 'https://shop.example/a.'],
    ['line break', 'https://shop.example/a/b', 'https://shop.example/\na/b'],
    ['mailto:', 'mailto:info@shop.example', 'info@shop.example'],
    ['tel:', 'tel:+431234', '+43 1234'],
    ['hyphen', 'https://my-shop.example/', 'my-shop.example'],
  ].map(
    ([what = '', href = '', text = '']) =>
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
    'a known partner who leads where it always led',
    {
      from: 'Planungsbüro Nord <mail@planung-nord.de>',
      subject: 'Pläne',
      html: button('https://planung-nord.sharepoint.com/s/x', 'Pläne öffnen'),
      context: knownSender('planung-nord.sharepoint.com'),
    },
  ],
];

test.each(GOOD)('not marked: %s', (_, message) => {
  const verdict = judged(message);
  expect(verdict.isMarked, whatFired(verdict)).toBe(false);
});
