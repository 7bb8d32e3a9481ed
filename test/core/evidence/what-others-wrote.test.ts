import { describe, expect, test } from 'vitest';
import { button, judged, STRANGER, whatFired } from './a-message.ts';

/** Ids of what fires. */
function fired(message: Parameters<typeof judged>[0]): readonly string[] {
  return judged({ ...message, context: STRANGER }).reasons.map(({ id }) => id);
}

const QUOTED =
  'PayPal: your account is suspended. PayPal support team <a href="https://relay.acme-hosting.example/r?to=jo">details</a> © 2026 PayPal';

describe('a letter in a brand’s name that comes back (H2) is its reader’s own, in', () => {
  const exchange = 'MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@acme-works.com';
  const daemon = 'Mail Delivery System <mailer-daemon@acme-works.com>';
  const postmaster = 'postmaster <postmaster@acme-works.com>';

  test.each([
    ['Exchange', `Microsoft Outlook <${exchange}>`, 'Undeliverable: PayPal: your account'],
    ['a provider of mailboxes', 'GMX Mailer Daemon <mailer-daemon@gmx.net>', 'Mail delivery failed'],
    ['Postfix, that still tries', daemon, 'Delayed Mail (still being retried)'],
    ['French', postmaster, 'Non remis : PayPal : votre compte'],
    ['Spanish', postmaster, 'No se puede entregar: PayPal: su cuenta'],
    ['Italian', postmaster, 'Non recapitabile: PayPal: il tuo account'],
    ['Polish', postmaster, 'Niedostarczalne: PayPal: konto'],
    ['Portuguese', postmaster, 'Não é possível entregar: PayPal: a sua conta'],
    ['Dutch', postmaster, 'Onbestelbaar: PayPal: je account'],
    ['Japanese', postmaster, '配信不能: PayPal'],
    [
      'a help desk’s ticket',
      'Acme Support <support@acme-works.zendesk.com>',
      '[Request received] PayPal: your account is suspended',
    ],
  ])('a letter in a brand’s name that comes back (H2) is its reader’s own, in: %s', (_, from, subject) => {
    const ids = fired({ from, subject, html: QUOTED });
    expect(ids).not.toContain('H2');
    expect(ids).not.toContain('A1');
  });

  test('a letter in a brand’s name that comes back (H2) is not its reader’s own where only the sender says so', () => {
    const verdict = judged({
      from: 'Microsoft Outlook <returned@brookfield-notice.net>',
      subject: 'Undeliverable: 4 messages',
      html: QUOTED.replaceAll('PayPal', 'Microsoft'),
    });
    expect(verdict.isMarked, whatFired(verdict)).toBe(true);
  });

  test('a letter in a brand’s name that comes back (H2) is not its reader’s own where no ticket is named', () => {
    const from = 'Acme Support <support@acme-works.zendesk.com>';
    expect(fired({ from, subject: 'Activate your account', html: QUOTED })).toContain('H2');
  });
});

describe('a letter in a brand’s name that somebody passes on (H2), by', () => {
  test.each([
    ['Outlook', 'FW: Your account', 'From: PayPal<br>Sent: Monday, 23 November 2026<br>To: Jo'],
    ['Outlook in German', 'WG: Ihr Konto', 'Von: PayPal<br>Gesendet: Montag<br>An: Jo'],
    ['Outlook in French', 'TR: Votre compte', 'De : PayPal<br>Envoyé : lundi<br>À : Jo'],
    ['Outlook in Spanish', 'RV: Su cuenta', 'De: PayPal<br>Enviado: lunes<br>Para: Jo'],
    ['Outlook in Italian', 'I: Il tuo conto', 'Da: PayPal<br>Inviato: lunedì<br>A: Jo'],
    ['Outlook in Polish', 'PD: Konto', 'Od: PayPal<br>Wysłano: poniedziałek<br>Do: Jo'],
    ['Outlook in Chinese', '转发: 账户', '发件人: PayPal<br>发送时间: 2026年<br>收件人: Jo'],
    ['Outlook in Japanese', 'Fw: アカウント', '差出人: PayPal<br>送信日時: 2026年<br>宛先: Jo'],
    ['Apple Mail in French', 'Tr: Votre compte', 'Début du message réexpédié :<br>De: PayPal'],
    ['Thunderbird in Polish', 'Fwd: Konto', '-------- Przekazana wiadomość --------'],
    ['Thunderbird in Portuguese', 'Fwd: Conta', '-------- Mensagem reencaminhada --------'],
    ['somebody who asks in the subject', 'Is this real?', '---------- Forwarded message ---------'],
  ])('a letter in a brand’s name that somebody passes on (H2), by: %s', (_, subject, line) => {
    const from = 'Jo Meyer <jo.meyer81@gmx.de>';
    expect(fired({ from, subject, html: `Please look.<br>${line}<br>${QUOTED}` })).not.toContain('H2');
  });
});

describe('no encryption (D14) says nothing of a mailing service’s tracker:', () => {
  const code = 'Zk3vT0c9mQ8rXw7yPq2sL5nB1dF4hJ6k';
  const letter = (html: string): readonly string[] =>
    fired({ from: 'Garden Weekly <hello@garden-weekly-mail.com>', subject: 'Seeds', html });

  test.each([
    ['alone', button(`http://4711.mjt.lu/lnk/${code}`, 'Verify')],
    [
      'beside a social site',
      `${button(`http://4711.mjt.lu/lnk/${code}`, 'A')}<a href="http://facebook.com/x">F</a>`,
    ],
    [
      'that shows where it leads',
      button(`http://mandrillapp.com/track/click/30477602/www.seeds.example?p=${code}`, 'A'),
    ],
    [
      'behind a webmail’s wrapper',
      button(
        'https://eur05.safelinks.protection.outlook.com/?url=http%3A%2F%2F4711.mjt.lu%2Flnk%2FA4711&data=05',
        'A',
      ),
    ],
    [
      'under the sender’s own name',
      button(`http://url4711.garden-weekly-mail.com/ls/click?upn=u001.${code}`, 'A'),
    ],
  ])('no encryption (D14) says nothing of a mailing service’s tracker: %s', (_, html) => {
    expect(letter(html)).not.toContain('D14');
  });

  test('no encryption (D14) counts at a page beside a mailing service’s tracker', () => {
    const both = button(`http://4711.mjt.lu/lnk/${code}`, 'A') + button('http://seeds.example/x', 'B');
    expect(letter(both)).toContain('D14');
  });
});
