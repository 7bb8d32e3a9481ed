/** Attached files: what their names say, and the files of honest mail. */
import { describe, expect, test } from 'vitest';
import { button, judged, knownSender, STRANGER, whatFired, type AMessage } from './a-message.ts';
import { EVERYDAY_LETTERS } from './everyday-letters.ts';
import { UNSEEN_LETTERS } from './unseen-letters.ts';

/** Of nobody known, without a link: the file is all that it wants opened. */
const BARE: AMessage = {
  from: 'Mara Jones <office@brookfield-notice.net>',
  subject: 'Document',
  text: 'See it.',
};

function idsOf(message: AMessage): readonly string[] {
  return judged(message).reasons.map(({ id }) => id);
}

function fileReasons(message: AMessage): readonly string[] {
  return idsOf(message).filter((id) => id.startsWith('F'));
}

test.each([
  ['invoice.pdf.html', 'F1'],
  ['scan.jpg.exe', 'F1'],
  ['invoice\u202Efdp.exe', 'F1'],
  ['photo.lnk', 'F2'],
  ['setup.iso', 'F2'],
  ['order.js', 'F2'],
  ['open.url', 'F2'],
  ['secure.html', 'F3'],
  ['SECURE.HTM ', 'F3'],
  ['drawing.svg', 'F3'],
  ['invite.ics', 'F4'],
  ['Invoice-4711.zip', 'F5'],
  ['付款.rar', 'F5'],
  ['Rechnung 4711.7z', 'F5'],
])('the name of an attached file is a reason against a message, or none: %s: %s', (name, id) => {
  expect(fileReasons({ ...BARE, files: ['holiday.jpg', name] })).toEqual([id]);
});

test.each([
  'report.pdf',
  'holiday.jpg',
  'letter.docx',
  'photos.zip',
  // Invoices for machines, and reports of mail servers.
  'xrechnung-4711.xml',
  'google.com!shop.example!1764288000!1764374399.xml.gz',
  'release.1.2.tar.gz',
  'html',
  '.htaccess',
  '',
])('an attached file named “%s” gives no reason', (name) => {
  expect(fileReasons({ ...BARE, files: [name] })).toEqual([]);
});

describe.each([
  ['an archive named like a bill', 'F5', 'Invoice-4711.zip'],
  ['a program', 'F2', 'backup.sh'],
])('%s', (_name, id, file) => {
  const bill: AMessage = { ...BARE, files: [file] };

  test('an attached file is a reason from a stranger', () => {
    expect(idsOf(bill)).toContain(id);
  });

  test.each([
    ['in an answer', { ...bill, subject: 'Re: Document' }],
    ['from somebody whom the device knows', { ...bill, context: knownSender('brookfield-notice.net') }],
    ['from a site that everybody knows', { ...bill, from: 'GitHub <noreply@github.com>' }],
  ])('an attached file is no reason %s', (_, message) => {
    expect(idsOf(message)).not.toContain(id);
  });
});

test.each(['secure.html', 'Invoice.zip'])('%s beside a link is one point of circumstance', (name) => {
  const { text: _, ...linked } = { ...BARE, html: button('https://brookfield-notice.net/a', 'Open') };
  const pointsOf = (message: AMessage): readonly number[] =>
    judged({ ...message, files: [name] }).reasons.flatMap(({ family, points }) =>
      family === 'F' ? [points] : [],
    );
  expect(pointsOf(BARE)[0]).toBeGreaterThan(1);
  expect(pointsOf(linked)).toEqual([1]);
});

test('an attached page adds no family to those of the links', () => {
  const shop: AMessage = {
    from: 'Toyoko <reserve@brookfield-notice.net>',
    subject: 'Booking',
    html: button('https://northgate-desk.net/Zk3vT0c9mQ8rXw7yPq2sL5nB1dF4hJ6k', 'Toyoko'),
  };
  const before = judged(shop);
  const after = judged({ ...shop, files: ['map.html'] });
  expect(after.points).toBeGreaterThanOrEqual(before.points);
  expect(after.isCarried).toBe(before.isCarried);
});

test('a file alone marks nothing: its reasons are one family', () => {
  const files = ['invoice.pdf.html', 'setup.iso', 'secure.html', 'invite.ics', 'Invoice.zip'];
  const { points, isMarked } = judged({
    from: 'Ann Lee <ann.lee@gmail.com>',
    subject: 'Files',
    text: 'Here.',
    files,
  });
  expect(points).toBeGreaterThanOrEqual(8);
  expect(isMarked).toBe(false);
});

test('words that press count if a file is all there is to open, and not without a file', () => {
  const letter: AMessage = {
    from: 'Payment Desk <office@brookfield-notice.net>',
    subject: 'Urgent: your mailbox password expires today',
    text: 'Open the file and confirm your account.',
  };
  const ids = idsOf({ ...letter, files: ['secure.html'] });
  expect(ids).toEqual(expect.arrayContaining(['E2', 'E3', 'F3']));
  expect(idsOf({ ...letter, files: ['report.pdf'] })).not.toContain('E2');
});

test('a sentence shows the beginning and the end of a long file name', () => {
  const [reason] = judged({ ...BARE, files: [`${'long '.repeat(40)}.pdf.html`] }).reasons.filter(
    ({ id }) => id === 'F1',
  );
  expect(reason?.values[0]).toMatch(/^long long .*….*\.pdf\.html$/);
  expect(reason?.values[0]?.length).toBeLessThan(120);
});

describe('honest letters with a file are not marked', () => {
  const letters = [...EVERYDAY_LETTERS, ...UNSEEN_LETTERS];

  test.each([
    'report.pdf',
    'invite.ics',
    'message.html',
    'securedoc_20261127.html',
    'xrechnung.xml',
    'Invoice_4711.zip',
  ])('each of 120 honest letters with %s attached is not marked', (name) => {
    const marked = letters.flatMap(([title, message]) =>
      [{}, { context: STRANGER }].flatMap((context) => {
        const verdict = judged({ ...message, ...context, files: [name] });
        return verdict.isMarked ? [`${title} (${whatFired(verdict)})`] : [];
      }),
    );
    expect(letters).toHaveLength(120);
    expect(marked).toEqual([]);
  });

  test.each([
    [
      'an encrypted mail of Microsoft’s',
      {
        from: 'Ann Lee <ann.lee@clinic-north.example>',
        subject: 'Results',
        text: 'You have received an encrypted message. Open the attachment to view it.',
        files: ['message_v2.html'],
      },
    ],
    [
      'a gateway’s secure document',
      {
        from: 'Nord Bank <service@nordbank.example>',
        subject: 'Secure message from Nord Bank',
        text: 'You have received a secure message. Open the attached page.',
        files: ['securedoc_20261127T101500.html'],
      },
    ],
    [
      'an invitation to a meeting',
      {
        from: 'Jo Meyer <jo.meyer@acme-works.example>',
        subject: 'Invitation: Planning, Tuesday 10:00',
        html: `Jo invites you. ${button('https://meet.google.com/abc-defg-hij', 'Join')}`,
        files: ['invite.ics'],
      },
    ],
    [
      'a tax adviser’s packed invoices',
      {
        from: 'Kanzlei Huber <office@kanzlei-huber.example>',
        subject: 'Rechnungen November',
        text: 'Anbei die Rechnungen. Mit freundlichen Grüßen',
        files: ['Rechnungen-November.zip'],
      },
    ],
    [
      'a script between colleagues',
      {
        from: 'Jo Meyer <jo.meyer@acme-works.example>',
        subject: 'The script we spoke of',
        text: 'As promised. https://github.com/acme/tools has the rest.',
        files: ['deploy.sh', 'config.js'],
      },
    ],
    [
      'a drawing of a designer’s',
      {
        from: 'Studio Nord <hello@studio-nord.example>',
        subject: 'Logo, second draft',
        text: 'Here is the logo.',
        files: ['logo-v2.svg', 'logo-v2.pdf'],
      },
    ],
    [
      'a phone’s export of a conversation',
      {
        from: 'maxi1987@gmail.com <maxi1987@gmail.com>',
        subject: 'Chat',
        text: 'see attached',
        files: ['chat.html'],
      },
    ],
  ] satisfies readonly (readonly [string, AMessage])[])(
    'honest letters with a file are not marked: %s',
    (_, message) => {
      for (const context of [{}, { context: STRANGER }]) {
        const verdict = judged({ ...message, ...context });
        expect(verdict.isMarked, whatFired(verdict)).toBe(false);
      }
    },
  );
});
