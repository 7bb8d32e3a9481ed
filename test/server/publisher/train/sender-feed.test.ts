import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SenderCounts, type SenderFeed } from '../../../../src/server/publisher/train/sender-feed.ts';
import { sharedData, sharedDataMissing } from '../../../shared-data.ts';
import { aFolder, spamlight } from '../run-command.ts';

function feedOf(
  unwanted: readonly (readonly [from: string, campaign: string])[],
  wanted: readonly string[] = [],
): SenderFeed {
  const counts = new SenderCounts();
  for (const [from, campaign] of unwanted) counts.add(from, true, campaign);
  for (const from of wanted) counts.add(from, false, '');
  return counts.feed();
}

describe('the senders of unwanted mail', () => {
  test('the senders of unwanted mail are listed by their domain, each once, if two campaigns have it', () => {
    const feed = feedOf([
      ['Sale <a@Bad-Mail.example>', 'one'],
      ['b@bad-mail.example', 'two'],
      ['b@bad-mail.example', 'two'],
      ['x@once.example', 'one'],
      ['x@once.example', 'one'],
      ['no address', 'one'],
      ['"a@other.example" <b@bad-mail.example>', 'three'],
    ]);
    expect(feed).toEqual({
      text: '@bad-mail.example\n',
      domains: 1,
      mails: 3,
      leftOut: { wanted: 0, once: 1, guarded: 0 },
    });
  });

  test.each([
    ['wanted mail comes from there', 'a@bad.example', ['c@bad.example'], 'wanted'],
    ['wanted mail comes from that site', 'a@offers.bad.example', ['c@post.bad.example'], 'wanted'],
    ['it is a mail provider', 'a@gmail.com', [], 'guarded'],
    ['it is a well-known site', 'service@paypal.com', [], 'guarded'],
    ['it is a suffix', 'a@co.uk', [], 'guarded'],
    ['it is a number', 'a@10.0.0.1', [], 'guarded'],
    ['it is no host name', 'a@%correios.com', [], 'guarded'],
    ['a label of it is none', 'a@-mail.sender.example', [], 'guarded'],
    ['a label of it is a service', 'a@_dmarc.sender.example', [], 'guarded'],
    ['it is a mail provider of one country', 'a@abv.bg', [], 'guarded'],
    ['it is one that the package lacks', 'a@263.net', [], 'guarded'],
    ['it is a mail provider in another country', 'a@yandex.uz', [], 'guarded'],
    ['it is a part of a mail provider', 'a@vip.citiz.net', [], 'guarded'],
  ] as const)('the senders of unwanted mail are not listed where %s', (_, from, wanted, why) => {
    const { text, leftOut } = feedOf(
      [
        [from, 'one'],
        [from, 'two'],
      ],
      wanted,
    );
    expect([text, leftOut[why]]).toEqual(['', 1]);
  });

  test.skipIf(sharedDataMissing)(
    'the senders of unwanted mail are no mail providers of the public list that many people use',
    () => {
      const lines = (name: string): readonly string[] =>
        readFileSync(sharedData(`benign/${name}`), 'utf8')
          .split('\n')
          .map((line) => line.trim());
      const popular = new Set(lines('tranco_top50k.txt').map((line) => line.replace(/^\d+,/, '')));
      const providers = lines('sublime_free_email_providers.txt').filter((name) => popular.has(name));
      expect(providers.length).toBeGreaterThan(300);
      const { text } = feedOf(
        providers.flatMap((name) => [
          [`a@${name}`, 'one'],
          [`b@${name}`, 'two'],
        ]),
      );
      // The public list has them, and nobody has a mailbox there: registrars, hosters, a broadcaster, a shop.
      expect(text.split('\n').filter((line) => line !== '').length).toBeLessThan(providers.length * 0.07);
    },
  );

  test('the feed of senders of unwanted mail has only lines that a feed has, whatever is written as a sender', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.emailAddress()), { maxLength: 20 }), (senders) => {
        const { text, domains } = feedOf(
          senders.flatMap((from) => [[from, 'one'] as const, [from, 'two'] as const]),
        );
        const lines = text === '' ? [] : text.trimEnd().split('\n');
        expect(lines).toHaveLength(domains);
        expect(lines.every((line) => /^@[a-z0-9.-]+$/.test(line))).toBe(true);
      }),
    );
  });

  test('the senders of unwanted mail are written by `train`, also where there is too little mail for words', async () => {
    const folder = aFolder();
    const mail = (label: string, from: string, subject: string): string =>
      JSON.stringify({
        source: 'box',
        label,
        id: subject,
        from,
        subject,
        links: [],
        html: '',
        text: subject.repeat(3),
      });
    writeFileSync(
      join(folder, 'mails.jsonl'),
      [
        mail('spam', 'a@bad.example', 'cheap watches '),
        mail('spam', 'b@bad.example', 'lottery winner '),
        mail('ham', 'c@good.example', 'garden '),
      ].join('\n'),
    );
    const both = join(folder, 'mails.jsonl');
    const senders = join(folder, 'senders.txt');
    const { code, notes } = await spamlight([
      'train',
      '--spam',
      both,
      '--ham',
      both,
      '--out',
      join(folder, 'words.slwm'),
      '--senders',
      senders,
    ]);
    expect(code).toBe(1);
    expect(readFileSync(senders, 'utf8')).toBe('@bad.example\n');
    expect(notes[0]).toMatch(/senders\.txt: 1 domain of 2 unwanted mails\. Left out: 0 domains/);
    expect(notes.at(-1)).toMatch(/too little mail/);
  });
});
