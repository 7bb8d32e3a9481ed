/** One mail and one channel have one answer: in the extension, by `explain` and `evaluate`, and from the check service. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { isRecord } from '../../../../src/core/fields/is-record.ts';
import { messageFingerprint } from '../../../../src/core/fingerprint/message-fingerprint.ts';
import { readMessage } from '../../../../src/core/mail/read-message.ts';
import type { SectionName } from '../../../../src/core/snapshot/snapshot.ts';
import { mailtoOf } from '../../../../src/core/url/mail-address.ts';
import { addressOf } from '../../../../src/core/verdict/sender-address.ts';
import { NODE_MAIL } from '../../../../src/server/node/mail-tools/node-mail.ts';
import { openChannel } from '../../../../src/server/node/channel/read-channel.ts';
import { LinkChecker } from '../../../../src/server/service/check/link-checker.ts';
import { openCompiledList, writeCompiledList } from '../../../../src/server/service/list/compiled-list.ts';
import { LETTER } from '../../../core/fingerprint/a-letter.ts';
import { aWordModel } from '../../../core/words/a-word-model.ts';
import { succeed } from '../../../server/publisher/run-command.ts';
import { aService, closeServices, post } from '../../../server/service/a-service.ts';
import { FakeBrowser, channelFile, fetchFromPackage } from '../fake-browser.ts';
import { PHISHING, SPAM, snapshotOf, TestChannel } from '../lists/test-channel.ts';
import { freshProfile } from '../lists/update-harness.ts';
import { browserModule, linkRequest, Realm, until } from '../realm.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => browserModule);

const TIME = Math.floor(Date.now() / 1000) - 60;

/** Words that the channel's model has seen in unwanted mail, strongly. */
const SPAM_WORDS = 'wallet overdue seedling voucher lottery prize winner claim bonus jackpot';

const section = (kind: SectionName['kind'], action: SectionName['action'], group: string): SectionName => ({
  kind,
  category: 'phishing',
  action,
  group,
});

const FROM = [
  'Ann <ann@plain.example>',
  'Chief <chief@known.example>',
  'Boss <boss@reported.example>',
  'PayPal Service <x83@mailer-host-x.ru>',
  'Quuxmoor Bank <info@letterbox.example>',
] as const;

const LINKS = [
  '',
  '<a href="https://good.example/garden">Garden</a> <a href="https://bit.ly/3xyz">Photos</a>',
  '<a href="https://bad.example/login">Sign in</a>',
  '<a href="https://www.google.com/url?q=https%3A%2F%2Fbad.example%2Flogin&amp;sa=D">Sign in</a>',
  '<a href="https://spam.example/order">Order</a> <a href="https://good.example/?next=https%3A%2F%2Fbad.example%2Flogin">More</a>',
  '<a href="https://good.example/garden">Garden</a> <a href="mailto:chief@known.example">Write</a>',
] as const;

const TEXTS = [
  ['See you at noon', 'Please bring the garden chairs, and the cake if there is any left.'],
  [`Your account is limited: ${SPAM_WORDS}`, LETTER],
] as const;

interface AMail {
  readonly name: string;
  readonly raw: string;
}

/** 60 of them: each sender with each link and each text. */
const MAILS: readonly AMail[] = FROM.flatMap((from, sender) =>
  LINKS.flatMap((links, link) =>
    TEXTS.map(([subject, text], words) => ({
      name: `${sender}-${link}-${words}`,
      raw: `From: ${from}\r\nSubject: ${subject}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>${text}</p>${links}\r\n`,
    })),
  ),
);

interface Same {
  readonly links: readonly (readonly [href: string, verdict: string])[];
  readonly sender: string;
  readonly evidence: { readonly kind: string; readonly asks: boolean; readonly reasons: readonly string[] };
}

/** What of a verdict a reader is shown. */
function seenOf(verdict: unknown): string {
  if (!isRecord(verdict)) return 'none';
  const { kind, level, asks, reasons, because, hidden } = verdict;
  const why = Array.isArray(reasons)
    ? reasons.map((reason: unknown) =>
        isRecord(reason)
          ? `${String(reason['kind'])} ${String(reason['expression'])} ${String(reason['level'])}`
          : '',
      )
    : [];
  return JSON.stringify([kind, level, asks, because, isRecord(hidden) ? hidden['by'] : null, why]);
}

function evidenceOf(verdict: unknown): Same['evidence'] {
  if (!isRecord(verdict) || !Array.isArray(verdict['reasons'])) throw new Error('no evidence');
  const reasons = verdict['reasons'].map((reason: unknown) =>
    isRecord(reason)
      ? `${String(reason['id'])} ${String(reason['points'])} ${JSON.stringify(reason['values'])}`
      : '',
  );
  return { kind: String(verdict['kind']), asks: verdict['asks'] === true, reasons };
}

let channel: TestChannel;
let folder: string;
let realm: Realm;

beforeAll(async () => {
  freshProfile();
  channel = await TestChannel.start('main');
  await channel.publish(
    snapshotOf(
      [
        { section: PHISHING, entries: ['bad.example/login'] },
        { section: SPAM, entries: ['spam.example'] },
        { section: section('address', 'danger', 'people'), entries: ['chief@known.example'] },
        { section: section('address', 'caution', 'a crowd'), entries: ['boss@reported.example'] },
        { section: section('message', 'danger', 'people'), entries: messageFingerprint(LETTER) },
      ],
      {
        publishedAt: TIME,
        opaque: [
          { name: 'model/1', bytes: aWordModel(SPAM_WORDS.split(' ')) },
          { name: 'tables/1', bytes: new TextEncoder().encode('Quuxmoor Bank | quuxmoor.example\n') },
        ],
      },
    ),
  );
  folder = mkdtempSync(join(tmpdir(), 'spamlight-test-'));
  for (const [path, bytes] of channel.files) {
    mkdirSync(join(folder, 'channel', dirname(path)), { recursive: true });
    writeFileSync(join(folder, 'channel', path), bytes);
  }
  for (const { name, raw } of MAILS) writeFileSync(join(folder, `${name}.eml`), raw);
  vi.stubGlobal('fetch', fetchFromPackage(new Map([channelFile(channel)])));
  vi.stubGlobal('navigator', { onLine: true });
  realm = new Realm(new FakeBrowser());
  await realm.start();
  await until(async () => {
    const { verdicts } = await realm.fromFrame(linkRequest(['https://bad.example/login']));
    expect(verdicts[0]).toMatchObject({ verdict: { level: 'danger' } });
  });
});

afterEach(closeServices);

afterAll(async () => {
  await realm.idle();
  vi.unstubAllGlobals();
  await channel.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function inExtension({ name, raw }: AMail): Promise<Same> {
  const message = await readMessage({ kind: 'raw', content: Buffer.from(raw) }, NODE_MAIL);
  if (!message.ok) throw new Error(message.failure);
  const { content, shown } = message.value;
  const address = addressOf(content.from) ?? '';
  const links = shown.links.map((link, number) => ({ ...link, number }));
  const sender = { href: mailtoOf(address), text: '', tag: 'sender', number: links.length };
  const { verdicts } = await realm.fromFrame({
    type: 'check-links',
    messageKey: name,
    sender: content.from,
    links: [...links, sender],
  });
  const { verdict } = await realm.fromFrame({
    type: 'message-facts',
    messageKey: name,
    revision: 1,
    facts: shown.facts,
  });
  return {
    links: links.map(({ href }, index) => [href, seenOf(verdicts[index]?.verdict)]),
    sender: seenOf(verdicts.at(-1)?.verdict),
    evidence: evidenceOf(verdict),
  };
}

async function byExplain({ name }: AMail): Promise<Same & { readonly mark: string; readonly asks: boolean }> {
  const args = [
    'explain',
    '--message',
    join(folder, `${name}.eml`),
    '--channel',
    join(folder, 'channel'),
    '--json',
  ];
  const [line = ''] = await succeed(args, { now: TIME + 60 });
  const answer: unknown = JSON.parse(line);
  if (!isRecord(answer) || !Array.isArray(answer['listed'])) throw new Error(line);
  const { listed, sender, verdict, mark, asks } = answer;
  return {
    links: listed.map((one: unknown) =>
      isRecord(one) ? [String(one['href']), seenOf(one['verdict'])] : ['', ''],
    ),
    sender: isRecord(sender) ? seenOf(sender['verdict']) : 'none',
    evidence: evidenceOf(verdict),
    mark: String(mark),
    asks: asks === true,
  };
}

async function fromService({ raw }: AMail): Promise<Same & { readonly action: string }> {
  const opened = await openChannel(join(folder, 'channel'), null, TIME + 60);
  if (!opened.ok) throw new Error(opened.failure.kind);
  const list = await writeCompiledList(opened.value, opened.value.snapshot, TIME, join(folder, 'lists'));
  const checker = new LinkChecker();
  checker.use(await openCompiledList(list));
  const service = await aService({ checker, now: () => TIME + 60 });
  const { status, body } = await post(service, '/v1/check-mail', raw, { 'content-type': 'message/rfc822' });
  expect(status).toBe(200);
  const links = body.links as readonly { readonly url: string; readonly verdict: unknown }[];
  const senders = body.senders as readonly { readonly verdict: unknown }[];
  return {
    links: links.map(({ url, verdict }) => [url, seenOf(verdict)]),
    sender: seenOf(senders[0]?.verdict),
    evidence: evidenceOf(body.evidence),
    action: body.action,
  };
}

const byHref = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : 1);

describe('a mail has one answer', () => {
  test('there are sixty mails whose answers are compared', () => {
    expect(MAILS).toHaveLength(60);
  });

  test.each(MAILS)('a mail has one answer: $name', async (mail) => {
    const shown = await inExtension(mail);
    const { mark, asks, ...explained } = await byExplain(mail);
    const { action, ...served } = await fromService(mail);
    expect(explained).toEqual(shown);
    // Addresses that are written out are links there too.
    const hrefs = new Set(shown.links.map(([href]) => href));
    const servedLinks = served.links.filter(([href]) => hrefs.has(href));
    expect({ ...served, links: servedLinks.toSorted(byHref) }).toEqual({
      ...shown,
      links: shown.links.toSorted(byHref),
    });
    const levels = [...shown.links.map(([, verdict]) => verdict), shown.sender];
    const isDanger = levels.some((verdict) => verdict.startsWith('["flagged","danger"'));
    const isFlagged =
      levels.some((verdict) => verdict.startsWith('["flagged"')) || shown.evidence.kind === 'flagged';
    expect(mark === 'danger').toBe(isDanger);
    expect(mark === 'danger' || mark === 'caution').toBe(isFlagged);
    expect(asks).toBe(
      shown.evidence.asks || levels.some((verdict) => /^\["\w+",("\w+"|null),true/.test(verdict)),
    );
    expect(action === 'block').toBe(isDanger);
    expect(action === 'allow').toBe(!isFlagged);
  });

  test('`evaluate` counts of a mail what `explain` says of it', async () => {
    const [json = ''] = await succeed(
      ['evaluate', '--channel', join(folder, 'channel'), '--mail', folder, '--json'],
      { now: TIME + 60 },
    );
    const marks = await Promise.all(MAILS.map(async (mail) => (await byExplain(mail)).mark));
    const count = (wanted: string): number => marks.filter((mark) => mark === wanted).length;
    expect(JSON.parse(json)).toMatchObject([
      {
        messages: 60,
        danger: count('danger'),
        caution: count('caution'),
        hidden: count('hidden'),
        unchecked: count('unchecked'),
      },
    ]);
    expect(new Set(marks)).toEqual(new Set(['danger', 'caution', 'hidden', 'none']));
  });

  test('lists of texts, words and tables add what they know to the one answer about a mail', async () => {
    const { evidence } = await byExplain(
      MAILS.find(({ name }) => name === '4-1-1') ?? MAILS[0] ?? { name: '', raw: '' },
    );
    const ids = evidence.reasons.map((reason) => reason.split(' ')[0]);
    expect(ids).toEqual(expect.arrayContaining(['A1', 'L1', 'E6']));
  });
});
