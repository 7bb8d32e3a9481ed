import { afterEach, describe, expect, test } from 'vitest';
import { buildBinBloomFilter } from '../../../src/core/filter/bin-bloom-filter-builder.ts';
import { EntryHasher } from '../../../src/core/hash/entry-hash.ts';
import { encodeWordModel } from '../../../src/core/words/word-model.ts';
import { LinkChecker } from '../../../src/server/service/check/link-checker.ts';
import { DEFAULT_POLICY } from '../../../src/server/service/check/policy.ts';
import { aChange, NOW } from './a-change.ts';
import { aList, type AList } from './a-list.ts';
import { aTable, type ATable } from './a-table.ts';
import { aService, closeServices, post, type Answer } from './a-service.ts';
import type { ServiceParts } from '../../../src/server/service/http/routes.ts';

afterEach(closeServices);

const BODY = '\r\nSubject: Lunch\r\n\r\nSee you at noon.\r\n';

function aChecker(list: AList, changes: ATable | null = null): LinkChecker {
  const checker = new LinkChecker(changes?.lookup ?? null);
  checker.use(aList(list));
  return checker;
}

async function checked(
  mail: string,
  list: AList | LinkChecker,
  parts: Partial<ServiceParts> = {},
): Promise<Answer> {
  const checker = list instanceof LinkChecker ? list : aChecker(list);
  const service = await aService({ ...parts, checker });
  return post(service, '/v1/check-mail', mail, { 'content-type': 'message/rfc822' });
}

describe('a mail from a listed sender', () => {
  const list: AList = { senders: ['bad@sender.example', 'spammers.example'], danger: ['evil.example'] };

  test.each([
    ['an address', 'From: bad@sender.example'],
    ['in any case', 'From: Ann <BAD@Sender.Example>'],
    ['a domain', 'From: Ann <ann@spammers.example>'],
    ['a subdomain of a domain', 'From: Ann <ann@x7.mail.spammers.example>'],
    ['a listed site', 'From: Ann <ann@mail.evil.example>'],
    ['the second of two', 'From: ann@good.example, bad@sender.example'],
    ['one of a group', 'From: Us: ann@good.example, bad@sender.example;'],
    ['of a second field', 'From: ann@good.example\r\nFrom: bad@sender.example'],
    ['in a folded field', 'From: "Ann, of sales"\r\n <bad@sender.example>'],
    ['by carriage returns alone', 'To: a@b.example\rFrom: bad@sender.example'],
  ])(
    'a mail from a listed sender is for review, and no more, as anybody can write it: %s',
    async (_, from) => {
      const { body } = await checked(from + BODY, list);
      expect([body.action, body.isWhole]).toEqual(['review', true]);
      const flagged = body.senders.filter((one) => 'action' in one && one.action === 'review');
      expect(flagged).toMatchObject([
        { action: 'review', verdict: { kind: 'flagged', level: 'caution', asks: false } },
      ]);
    },
  );

  test('a mail from a listed sender is for review where a policy blocks what is listed of its category', async () => {
    const policy = { ...DEFAULT_POLICY, caution: 'block', categories: { phishing: 'block' } } as const;
    const { body } = await checked(`From: bad@sender.example${BODY}`, list, { policy });
    expect(body.action).toBe('review');
  });

  test('a mail from a listed sender passes where a policy lets caution pass', async () => {
    const policy = { ...DEFAULT_POLICY, caution: 'allow' } as const;
    const { body } = await checked(`From: bad@sender.example${BODY}`, list, { policy });
    expect(body.action).toBe('allow');
  });

  test.each([
    ['another of its domain', 'From: ann@sender.example'],
    ['a domain that only ends alike', 'From: ann@goodspammers.example'],
    ['in the display name alone', 'From: "bad@sender.example" <ann@good.example>'],
    ['as whom it is to', 'From: ann@good.example\r\nTo: bad@sender.example'],
    ['nobody', 'To: ann@good.example'],
    ['no address', 'From: undisclosed'],
    ['a machine of the house', 'From: root@localhost'],
  ])('a mail from a listed sender is not one from %s', async (_, from) => {
    expect((await checked(from + BODY, list)).body.action).toBe('allow');
  });

  test('a mail from a listed sender counts where one crowd alone names it as little as in the extension', async () => {
    const { body } = await checked(`From: bad@sender.example${BODY}`, {
      reportedSenders: ['bad@sender.example'],
    });
    expect([body.action, body.senders]).toEqual([
      'allow',
      [{ address: 'bad@sender.example', action: 'allow', verdict: { kind: 'clear' } }],
    ]);
  });

  test('a mail from a listed sender is looked up with what would end an address in a link', async () => {
    const { body } = await checked(`From: <a?b#c%25d@sender.example>${BODY}`, {
      senders: ['a?b#c%25d@sender.example'],
    });
    expect([body.action, body.senders]).toMatchObject(['review', [{ address: 'a?b#c%25d@sender.example' }]]);
  });

  test('a sender or text that any of several channels lists is listed for the service', async () => {
    const checker = new LinkChecker(null, 2);
    const text = Array.from('abcdefghijklmnopqrst', (letter) => `word${letter}`).join(' ');
    checker.use(aList({}), 0);
    checker.use(aList({ senders: ['bad@sender.example'], texts: [text] }), 1);
    const { body } = await checked(`From: bad@sender.example${BODY}`, checker);
    expect(body.action).toBe('review');
    const listed = await checked(`From: ann@good.example\r\nSubject: x\r\n\r\n${text}\r\n`, checker);
    expect(listed.body.evidence.reasons).toMatchObject([{ id: 'L1' }, { id: 'B1' }]);
  });

  test('a mail from a listed sender is unchecked without a list, or with one that is too old', async () => {
    for (const old of [new LinkChecker(), { publishedAt: NOW - 15 * 86_400 }]) {
      const { body } = await checked(`From: ann@good.example${BODY}`, old);
      expect([body.action, body.senders]).toMatchObject([
        'review',
        [{ action: 'review', verdict: { kind: 'unchecked' } }],
      ]);
    }
  });

  test('a mail from a listed sender of more addresses than any good mail is never clean', async () => {
    const many = Array.from({ length: 40 }, (_, index) => `a${index}@good.example`).join(', ');
    const { body } = await checked(`From: ${many}${BODY}`, list);
    expect([body.action, body.isWhole]).toEqual(['review', false]);
  });

  test('a mail from a listed sender is not asked about in a text, which has none', async () => {
    const service = await aService({ checker: aChecker(list) });
    const { body } = await post(service, '/v1/check-message', { text: 'From: bad@sender.example' });
    expect([body.action, body.senders]).toEqual(['allow', []]);
  });
});

describe('a change of a sender', () => {
  const entry = { kind: 'address', address: 'bad@sender.example' } as const;
  const mail = `From: bad@sender.example${BODY}`;

  test.each(['danger', 'caution'] as const)(
    'a change of a sender of the level %s counts: its operator said so',
    async (level) => {
      const checker = aChecker({}, aTable({ ...aChange({ level }), entry }));
      expect((await checked(mail, checker)).body.action).toBe('review');
    },
  );

  test('a change of a sender that removes it holds over the list, until it is withdrawn', async () => {
    const table = aTable({ ...aChange({ action: 'remove' }), entry });
    const checker = aChecker({ senders: ['bad@sender.example'] }, table);
    expect((await checked(mail, checker)).body.action).toBe('allow');
    table.apply({ ...aChange({ id: 'b', action: 'expire', sequence: 6 }), entry });
    expect((await checked(mail, checker)).body.action).toBe('review');
  });

  test('a change of a sender also names a link that writes to it, as it says', async () => {
    const checker = aChecker({}, aTable({ ...aChange({}), entry }));
    const service = await aService({ checker });
    const html = '<a href="mailto:bad@sender.example">x</a>';
    expect((await post(service, '/v1/check-message', { html })).body.action).toBe('block');
  });
});

describe('evidence from the channel', () => {
  const text =
    'Dear member, our records show that the invoice for your domestic storage unit remains unpaid. Kindly ' +
    'settle the outstanding balance before the weekend or the contents shall be auctioned without notice.';
  const ids = ({ body }: Answer): readonly string[] =>
    body.evidence.reasons.flatMap((reason) => ('id' in reason ? [String(reason.id)] : []));

  test('evidence from the channel is that it lists a message with nearly this text', async () => {
    const mail = `From: ann@good.example\r\nSubject: Lunch\r\n\r\n${text}\r\n`;
    expect(ids(await checked(mail, {}))).not.toContain('L1');
    expect(ids(await checked(mail, { texts: [text] }))).toContain('L1');
    // What differs between the copies of a campaign.
    const edited = mail.replace('Dear member', 'DEAR MEMBER 4711');
    expect(ids(await checked(edited, { texts: [text] }))).toContain('L1');
    const service = await aService({ checker: aChecker({ texts: [text] }) });
    expect(ids(await post(service, '/v1/check-message', { text }))).toContain('L1');
  });

  test('evidence from the channel that cannot be looked up is not checked, whatever may pass unchecked', async () => {
    const list = aList({ texts: [text] });
    const checker = new LinkChecker();
    checker.use({
      ...list,
      table: { confirm: async (hashes) => hashes.map(() => 'away'), trouble: () => 'away' },
    });
    const service = await aService({ checker, policy: { ...DEFAULT_POLICY, unchecked: 'allow' } });
    const said = await post(service, '/v1/check-message', { text });
    expect([said.body.action, ids(said).includes('L1')]).toEqual(['review', false]);
    expect((await post(service, '/v1/check-message', { text: 'Lunch at one?' })).body.action).toBe('allow');
  });

  test('evidence from the channel is whose name its tables know, and what its model of words says', async () => {
    const mail =
      'From: "Quuxmoor Bank" <a@desk-notice.click>\r\nSubject: Wallet\r\n\r\nOverdue: https://good.example/\r\n';
    const before = ids(await checked(mail, {}));
    const withTables = ids(await checked(mail, { tables: 'Quuxmoor Bank | quuxmoor.example\n' }));
    expect(before).not.toContain('A1');
    expect(withTables).toContain('A1');
    const key = new Uint8Array(8);
    const hasher = new EntryHasher(key);
    const vocabulary = buildBinBloomFilter(
      ['wallet', 'overdue'].map((word) => ({ ...hasher.message(word), score: 2 })),
      { binCount: 1, absentWordRate: 1e-6 },
    );
    const rule = { leastKnown: 2, knownShare: 0.5, firesAt: 1 };
    const withModel = ids(
      await checked(mail, { model: encodeWordModel({ rule, hashKey: key, vocabulary }) }),
    );
    expect(withModel.filter((id) => !before.includes(id))).toHaveLength(1);
  });

  test('evidence from the channel that cannot be read is absent, and the rest counts', async () => {
    const mail = `From: bad@sender.example${BODY}`;
    const list = { tables: 'no row\n', model: Uint8Array.of(1, 2, 3), senders: ['bad@sender.example'] };
    expect((await checked(mail, list)).body.action).toBe('review');
  });
});
