import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSentFolder } from '../../../../src/extension/background/links/sent-folder.ts';

test.each([
  'https://mail.google.com/mail/u/0/#sent/FMfcgzQcqbXkLmNpRsTvWxYz12345678',
  'https://outlook.live.com/mail/0/sentitems/id/AQMkADAwATM0MDAAMS0xMmE0',
  'https://outlook.office.com/mail/sentitems/id/AAQk',
  'https://mail.proton.me/u/0/sent/abc',
  'https://mail.proton.me/u/0/all-sent/abc',
  'https://mail.yahoo.com/d/folders/2/messages/12345',
  'https://app.fastmail.com/mail/Sent/T123.m45',
  'https://app.fastmail.com/mail/Sent_Items/T123.m45',
  'https://rc.webmail.test/?_task=mail&_mbox=Sent&_uid=1&_action=show',
  'https://rc.webmail.test/?_task=mail&_mbox=INBOX.Sent&_uid=1&_action=show',
  'https://rc.webmail.test/?_task=mail&_uid=1&_mbox=INBOX%2FSent%20Items',
  'https://rc.webmail.test/?_task=mail&_mbox=Gesendete%20Objekte&_uid=1',
  'https://rc.webmail.test/?_task=mail&_mbox=%E5%B7%B2%E5%8F%91%E9%80%81&_uid=1',
  'https://snappy.test/#/message/Sent/m12',
  'https://sogo.test/SOGo/so/alice/Mail/view#!/Mail/0/folderSent/12',
])('a message is the reader’s own by its page’s address: %s', (address) => {
  expect(isSentFolder(address)).toBe(true);
});

test.each([
  'https://mail.google.com/mail/u/0/#inbox/FMfcgzQcqbXkLmNpRsTvWxYz12345678',
  // Somebody looks for the word.
  'https://mail.google.com/mail/u/0/#search/sent/FMfcgzQcqbXkLmNpRsTvWxYz12345678',
  'https://app.fastmail.com/mail/search/sent/T1.m2',
  'https://mail.yahoo.com/d/folders/1/messages/12345',
  'https://mail.yahoo.com/d/folders/20/messages/2',
  'https://rc.webmail.test/?_task=mail&_mbox=INBOX&_uid=1&_action=show',
  'https://rc.webmail.test/?_task=mail&_mbox=Presents&_uid=1',
  // An attachment may have any name.
  'https://rc.webmail.test/?_task=mail&_action=get&_mbox=INBOX&_uid=1&_part=2&_filename=sent',
  'https://webmail.test/attachments/17/sent',
  'https://webmail.test/attachments/17/invoice.sent?open',
  'https://webmail.test/essent/essay/1',
  'https://sent.example/mail/inbox/1',
  'about:srcdoc',
])('a message is not the reader’s own by its page’s address: %s', (address) => {
  expect(isSentFolder(address)).toBe(false);
});

test('looking for the folder of sent mail reads any address, also one whose escapes are none', () => {
  expect(isSentFolder('https://webmail.test/%E9?_mbox=Sent&x=%')).toBe(true);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (address) => typeof isSentFolder(address) === 'boolean'),
  );
});
