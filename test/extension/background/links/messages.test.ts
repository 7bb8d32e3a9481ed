import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  MAX_SIGHTINGS,
  type BodyFacts,
  type HeadFacts,
  type MessageFacts,
} from '../../../../src/core/evidence/message-facts.ts';
import type { MessageJudgement } from '../../../../src/core/evidence/judge-message.ts';
import type { MessageContext } from '../../../../src/core/evidence/message-context.ts';
import { aReport } from '../a-report.ts';
import type { ReportFrame } from '../../../../src/extension/protocol/tab-messages.ts';
import { privateStores } from '../../platform/storage/private-stores.ts';
import { FakeBrowser, fetchFromPackage } from '../fake-browser.ts';
import { freshProfile } from '../lists/update-harness.ts';
import { browserModule, linkRequest, Realm, until } from '../realm.ts';

/** What was handed to the judge, and what it is to say. The rows themselves are tested where they are. */
const judge = vi.hoisted(() => ({
  asked: [] as { facts: MessageFacts; hrefs: readonly string[]; context: MessageContext }[],
  says: { kind: 'clear', asks: false, reasons: [], linkIndices: [] } as MessageJudgement,
}));

vi.mock('../../../../src/extension/platform/browser.ts', () => browserModule);
// After `realm.ts`, which shares core's modules.
vi.doMock('../../../../src/core/evidence/judge-message.ts', () => ({
  judgeMessage: (
    facts: MessageFacts,
    links: readonly { href: string }[],
    _tables: unknown,
    context: MessageContext,
  ): MessageJudgement => {
    judge.asked.push({ facts, hrefs: links.map(({ href }) => href), context });
    return judge.says;
  },
}));

const CLEAR: MessageJudgement = { kind: 'clear', asks: false, reasons: [], linkIndices: [] };
const HEAD: HeadFacts = {
  name: 'Acme',
  address: 'news@acme.example',
  replyTo: null,
  subject: 'Your parcel',
  reader: null,
};
const BODY: BodyFacts = {
  text: 'Your parcel waits',
  end: '',
  hasQuote: false,
  alts: [],
  asksPassword: false,
  links: [{ href: 0 }, { href: 1 }],
};
const HREFS = ['https://one.example/a', 'https://two.example/b'];
const DAY = 86_400_000;

let browser: FakeBrowser;
let realm: Realm;

beforeEach(async () => {
  freshProfile();
  judge.asked.length = 0;
  judge.says = CLEAR;
  vi.stubGlobal('fetch', fetchFromPackage(new Map()));
  vi.stubGlobal('navigator', { onLine: false });
  browser = new FakeBrowser();
  browser.openTabs = [{ id: 1, url: 'https://mail.google.com/mail/u/0/' }];
  realm = new Realm(browser);
  await realm.start();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Where {
  readonly tabId?: number;
  readonly frameId?: number;
  readonly incognito?: boolean;
}

async function tellFacts(facts: MessageFacts, revision = 1, where: Where = {}): Promise<unknown> {
  const { verdict } = await realm.fromFrame(
    { type: 'message-facts', messageKey: 'message 1', revision, facts },
    where,
  );
  return verdict;
}

const askLinks = (where: Where = {}): Promise<unknown> => realm.fromFrame(linkRequest(HREFS), where);

describe('facts of a message', () => {
  test('facts of a message are joined with the links that the frame asked about', async () => {
    await askLinks();
    expect(await tellFacts({ head: HEAD, body: BODY }, 7)).toEqual({ ...CLEAR, revision: 7 });
    expect(judge.asked).toMatchObject([{ facts: { head: HEAD, body: BODY }, hrefs: HREFS }]);
  });

  test('facts of a message name links as the sender wrote them, not as the webmail did', async () => {
    const rewritten = HREFS.map((href) => `https://mail.google.com/redirect?url=${encodeURIComponent(href)}`);
    await realm.fromFrame(linkRequest(rewritten));
    await tellFacts({ head: HEAD, body: BODY });
    expect(judge.asked.at(-1)?.hrefs).toEqual(HREFS);
  });

  test('facts of a message of a head in another frame are joined, whichever comes first', async () => {
    expect(await tellFacts({ head: HEAD, body: null }, 1, { frameId: 0 })).toBeNull();
    await askLinks({ frameId: 4 });
    await tellFacts({ head: null, body: BODY }, 1, { frameId: 4 });
    expect(judge.asked.at(-1)?.facts.head).toEqual(HEAD);
  });

  test('facts of a message of a head that comes late have the body judged again, and its frame told', async () => {
    await askLinks({ frameId: 4 });
    await tellFacts({ head: null, body: BODY }, 3, { frameId: 4 });
    expect(judge.asked.at(-1)?.facts.head).toBeNull();
    judge.says = { ...CLEAR, kind: 'flagged', linkIndices: [1] };
    browser.told.length = 0;
    expect(await tellFacts({ head: HEAD, body: null })).toBeNull();
    const verdict = { kind: 'flagged', asks: false, reasons: [], linkIndices: [1], revision: 3 };
    expect(browser.told).toMatchObject([
      [1, 4, { type: 'message-verdict', messageKey: 'message 1', verdict }],
    ]);
  });

  test('facts of a message of two heads with different senders name nobody', async () => {
    await tellFacts({ head: HEAD, body: null }, 1, { frameId: 0 });
    await tellFacts({ head: { ...HEAD, address: 'a@other.example' }, body: null }, 1, { frameId: 2 });
    await askLinks({ frameId: 4 });
    await tellFacts({ head: null, body: BODY }, 1, { frameId: 4 });
    expect(judge.asked.at(-1)?.facts.head).toMatchObject({
      address: null,
      name: null,
      subject: 'Your parcel',
    });
  });

  test('facts of a message are judged once, until they change', async () => {
    await askLinks();
    await tellFacts({ head: HEAD, body: BODY });
    await tellFacts({ head: HEAD, body: BODY });
    expect(judge.asked).toHaveLength(1);
    await tellFacts({ head: HEAD, body: { ...BODY, text: 'other' } }, 2);
    expect(judge.asked).toHaveLength(2);
  });

  test('facts of a message are judged anew where another message is told under the same key, however alike', async () => {
    await askLinks();
    await tellFacts({ head: HEAD, body: BODY });
    await tellFacts({ head: HEAD, body: { ...BODY, text: 'Your parcel waits for you' } });
    expect(judge.asked).toHaveLength(2);
    const others = HREFS.map((href) => `${href}/2`);
    await realm.fromFrame(linkRequest(others));
    await tellFacts({ head: HEAD, body: { ...BODY, text: 'Your parcel waits for you' } });
    expect(judge.asked.map(({ hrefs }) => hrefs)).toEqual([HREFS, HREFS, others]);
  });

  test('facts of a message that name links the background has forgotten are unchecked, and the frame is told to check again', async () => {
    await askLinks();
    await realm.start();
    browser.told.length = 0;
    expect(await tellFacts({ head: HEAD, body: BODY })).toMatchObject({ kind: 'unchecked' });
    expect(browser.told).toEqual([[1, 0, { type: 'recheck' }]]);
    expect(judge.asked).toEqual([]);
    await askLinks();
    expect(await tellFacts({ head: HEAD, body: BODY })).toMatchObject({ kind: 'clear' });
  });

  test('facts of a message that name forgotten links again and again, as where a tab shows too many messages, have the frame told once a minute', async () => {
    let time = 5_000;
    vi.spyOn(performance, 'now').mockImplementation(() => time);
    const tellAll = async (): Promise<unknown> => {
      browser.told.length = 0;
      for (const frameId of [0, 0, 4, 0]) {
        expect(await tellFacts({ head: null, body: BODY }, 1, { frameId })).toMatchObject({
          kind: 'unchecked',
        });
      }
      return browser.told;
    };
    const bothOnce = [
      [1, 0, { type: 'recheck' }],
      [1, 4, { type: 'recheck' }],
    ];
    expect(await tellAll()).toEqual(bothOnce);
    time += 59_999;
    expect(await tellAll()).toEqual([]);
    time += 1;
    expect(await tellAll()).toEqual(bothOnce);
  });

  test('facts of a message are judged by the links that the message still shows, under whatever numbers, after the realm was stopped too', async () => {
    const number = 2;
    const [gone = '', other = ''] = HREFS;
    const asked = linkRequest([gone, other, 'https://three.example/c']);
    const body = { ...BODY, links: [{ href: number, text: 'Pay' }] };
    judge.says = { ...CLEAR, kind: 'flagged', linkIndices: [0] };
    await realm.fromFrame(asked);
    expect(await tellFacts({ head: HEAD, body })).toMatchObject({ kind: 'flagged', linkIndices: [number] });
    await realm.start();
    await realm.fromFrame({ ...asked, links: asked.links.slice(number) });
    browser.told.length = 0;
    expect(await tellFacts({ head: HEAD, body })).toMatchObject({
      kind: 'flagged',
      linkIndices: [number],
      pointedAt: [{ layers: [{ host: 'three.example' }] }],
    });
    expect(browser.told).toEqual([]);
    expect(judge.asked).toHaveLength(2);
    for (const { hrefs, facts } of judge.asked) {
      expect(hrefs).toEqual(['https://three.example/c']);
      expect(facts.body?.links).toEqual([{ href: 0, text: 'Pay' }]);
    }
  });

  test('facts of a message name the first links of very many; the others are judged with them', async () => {
    const hrefs = Array.from({ length: MAX_SIGHTINGS + 5 }, (_, index) => `https://a${index}.example/`);
    const named = Array.from({ length: MAX_SIGHTINGS }, (_, index) => ({ href: index + 3 }));
    await realm.fromFrame(linkRequest(hrefs));
    await tellFacts({ head: HEAD, body: { ...BODY, links: named } });
    const unnamed = [...hrefs.slice(0, 3), ...hrefs.slice(-2)];
    expect(judge.asked.at(-1)?.hrefs).toEqual([...hrefs.slice(3, -2), ...unnamed]);
  });

  test('facts of a message of a trusted sender say nothing; where checking is paused nobody looks', async () => {
    await askLinks();
    judge.says = { ...CLEAR, kind: 'flagged', linkIndices: [0] };
    expect(await tellFacts({ head: HEAD, body: BODY })).toMatchObject({ kind: 'flagged' });
    await realm.fromPage({
      type: 'add-rule',
      action: 'trust',
      scope: 'sender',
      subject: 'news@acme.example',
      note: '',
      expiresAt: null,
    });
    expect(await tellFacts({ head: HEAD, body: BODY })).toMatchObject({ kind: 'clear', linkIndices: [] });
    await realm.fromPage({ type: 'set-paused', tabId: 1, isPaused: true });
    judge.asked.length = 0;
    expect(await tellFacts({ head: HEAD, body: BODY })).toMatchObject({ kind: 'unchecked' });
    expect(judge.asked).toEqual([]);
  });
});

test.each([
  ['its own page', ['https://mail.google.com/mail/u/0/#sent/FMfcgzQcqbXkLmNpRsTvWxYz12345678'], true],
  ['a page around it', ['about:srcdoc', 'https://mail.proton.me/u/0/sent/abc'], true],
  ['no page', ['https://mail.google.com/mail/u/0/#inbox/FMfcgzQcqbXkLmNpRsTvWxYz12345678'], false],
])('a message is the reader’s own where the folder of sent mail is named by %s', async (_, pages, isSent) => {
  await askLinks();
  await realm.fromFrame({
    type: 'message-facts',
    messageKey: 'message 1',
    revision: 1,
    facts: { head: HEAD, body: BODY },
    pages,
  });
  expect(judge.asked.at(-1)?.facts.head?.isSent === true).toBe(isSent);
});

describe('a message without links', () => {
  const BARE: BodyFacts = { ...BODY, links: [] };

  test('a message without links is judged where it has a sender and a subject', async () => {
    judge.says = { ...CLEAR, kind: 'flagged' };
    expect(await tellFacts({ head: HEAD, body: BARE })).toMatchObject({ kind: 'flagged', pointedAt: [] });
    expect(judge.asked).toMatchObject([{ facts: { head: HEAD, body: BARE }, hrefs: [] }]);
  });

  test.each([
    ['without a head', null],
    ['without a subject', { ...HEAD, subject: null }],
    ['without a sender', { ...HEAD, name: null, address: null }],
    ['with an empty name and no address', { ...HEAD, name: '', address: null }],
  ])('a message without links is not judged: %s', async (_, head) => {
    expect(await tellFacts({ head, body: BARE })).toBeNull();
    expect(judge.asked).toEqual([]);
  });

  test('a message without links is judged when its head comes, in another frame', async () => {
    expect(await tellFacts({ head: null, body: BARE }, 2, { frameId: 4 })).toBeNull();
    judge.says = { ...CLEAR, kind: 'flagged' };
    browser.told.length = 0;
    await tellFacts({ head: HEAD, body: null });
    expect(browser.told).toMatchObject([[1, 4, { type: 'message-verdict', verdict: { revision: 2 } }]]);
  });

  test('a message without links in a new document under the key of one with links keeps none of these', async () => {
    await askLinks();
    await tellFacts({ head: HEAD, body: BODY }, 3);
    await tellFacts({ head: HEAD, body: BARE }, 1);
    expect(judge.asked.at(-1)?.hrefs).toEqual([]);
    // Its links are known no more: whoever names them is asked to check them again.
    expect(await tellFacts({ head: HEAD, body: BODY }, 2)).toMatchObject({ kind: 'unchecked' });
  });

  test('a message without links is one more day of its sender, whom the device comes to know', async () => {
    await realm.fromPage({ type: 'clear-correspondents' });
    await tellFacts({ head: HEAD, body: BARE });
    await until(async () => {
      const kept = await realm.fromPage({ type: 'get-correspondents', about: 'news@acme.example' });
      expect(kept).toMatchObject({ senders: 1, asked: { days: 1 } });
    });
  });
});

describe('messages that are marked', () => {
  const FLAGGED: MessageJudgement = { ...CLEAR, kind: 'flagged', linkIndices: [0] };

  async function open(messageKey: string, where: Where = {}): Promise<void> {
    await realm.fromFrame({ ...linkRequest(HREFS), messageKey }, where);
    await realm.fromFrame(
      {
        type: 'message-facts',
        messageKey,
        revision: 1,
        facts: { head: { ...HEAD, address: `${messageKey}@acme.example` }, body: BODY },
      },
      where,
    );
  }

  /** What a frame says it shows. */
  const report = (
    messageKeys: readonly string[],
    { isNewDocument = false, adapter = 'gmail', ...where }: Where & Partial<ReportFrame> = {},
  ): Promise<unknown> =>
    realm.fromFrame(
      aReport({
        isNewDocument,
        adapter,
        messages: messageKeys.length,
        links: 0,
        flagged: { danger: 0, caution: messageKeys.length },
        shown: messageKeys.map((messageKey) => ({ href: HREFS[0] ?? '', text: 'Pay', messageKey })),
        messageKeys,
      }),
      where,
    );

  const suspicious = async (): Promise<readonly (string | null)[]> => {
    const tab = await realm.fromPage({ type: 'get-tab', tabId: 1 });
    return tab.suspicious.map(({ sender }) => sender?.split('@')[0] ?? null);
  };

  beforeEach(() => {
    judge.says = FLAGGED;
  });

  test('messages that are marked are named to the popup while a frame shows them, and no longer', async () => {
    await open('m1', { frameId: 4 });
    await report(['m1'], { frameId: 4 });
    expect(await suspicious()).toEqual(['m1']);
    // Another frame names it; the one with the marked body does not.
    await report(['m2'], { frameId: 4 });
    await report(['m1'], { frameId: 0 });
    expect(await suspicious()).toEqual([]);
  });

  test('messages that are marked are named to the popup as far as there is room, the latest', async () => {
    const keys = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'];
    for (const key of keys) await open(key);
    await report(keys);
    expect(await suspicious()).toEqual(keys.slice(1));
  });

  test('a marked message marks a link in itself alone, not in another message that has it too', async () => {
    await open('m1');
    await realm.fromFrame({ ...linkRequest(HREFS), messageKey: 'm2' });
    await report(['m2']);
    const flagged = async (): Promise<unknown> =>
      (await realm.fromPage({ type: 'get-tab', tabId: 1 })).flagged.map(({ messageKey }) => messageKey);
    expect(await flagged()).toEqual([]);
    await report(['m2', 'm1']);
    expect(await flagged()).toEqual(['m1']);
  });

  test.each([
    ['its frame goes', (): Promise<unknown> => report([], { frameId: 4, adapter: '' })],
    [
      'its frame has another document',
      (): Promise<unknown> => report(['m2'], { frameId: 4, isNewDocument: true }),
    ],
    ['its tab has another page', (): Promise<unknown> => report(['m1'], { isNewDocument: true })],
  ])(
    'messages that are marked are not judged with the head of the next one under their key when %s',
    async (_name, leave) => {
      await open('m1', { frameId: 4 });
      await leave();
      judge.asked.length = 0;
      const facts: MessageFacts = { head: HEAD, body: null };
      await realm.fromFrame({ type: 'message-facts', messageKey: 'm1', revision: 2, facts }, { frameId: 0 });
      expect(judge.asked).toEqual([]);
    },
  );

  test('messages that are marked stay known to a frame that shows none just now, and to a new document that has told of them', async () => {
    await open('m1', { frameId: 4 });
    await report([], { frameId: 4 });
    await report(['m1'], { frameId: 4, isNewDocument: true });
    await report([], { frameId: 7, isNewDocument: true });
    // The page around it, where no webmail is recognised.
    await report([], { adapter: '' });
    expect(await suspicious()).toEqual(['m1']);
  });
});

describe('what the device remembers', () => {
  const START = Date.UTC(2026, 10, 1, 12);

  /** Opens the same message on each of these days. */
  async function openOn(days: readonly number[], where: Where = {}): Promise<void> {
    for (const day of days) {
      vi.setSystemTime(START + day * DAY);
      await realm.start();
      await askLinks(where);
      await tellFacts({ head: HEAD, body: BODY }, 1, where);
      // It is written behind the answer.
      await until(async () => {
        const { days: kept } = await realm.kept({ type: 'get-correspondents', about: '' });
        if (where.incognito === true || judge.says.kind === 'flagged') return;
        expect(kept?.last).toBe(new Date(START + day * DAY).toISOString().slice(0, 10));
      });
    }
  }

  const memory = async (): Promise<MessageContext['memory']> => {
    await realm.start();
    await askLinks();
    await tellFacts({ head: HEAD, body: BODY });
    return judge.asked.at(-1)?.context.memory ?? null;
  };

  beforeEach(() => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] });
  });

  test('what the device remembers is a sender seen on three days over a fortnight, and where it led', async () => {
    await openOn([0, 5]);
    vi.setSystemTime(START + 14 * DAY);
    expect((await memory())?.isKnownSender).toBe(false);
    await openOn([15]);
    const known = await memory();
    expect(known?.isKnownSender).toBe(true);
    expect(known?.hasLedTo('one.example')).toBe(true);
    expect(known?.hasLedTo('three.example')).toBe(false);
    expect(known?.hasSeen('acme.example')).toBe(true);
    expect(known?.isKnownConversation).toBe(true);
    expect(await realm.kept({ type: 'get-correspondents', about: 'someone@acme.example' })).toMatchObject({
      senders: 1,
      asked: { subject: 'acme.example', isKnown: true },
    });
  });

  test('what the device remembers says nothing while it is young: "never seen" would be said of everybody', async () => {
    await openOn([0, 1, 2]);
    expect(await memory()).toBeNull();
  });

  test('what the device remembers holds no name, nothing of private windows, and nothing of marked messages', async () => {
    await openOn([0], { incognito: true });
    judge.says = { ...CLEAR, kind: 'flagged' };
    await openOn([1]);
    expect(await privateStores().evidence.correspondents()).toEqual({ ok: true, value: [] });
    judge.says = CLEAR;
    await openOn([2]);
    const kept = await privateStores().evidence.correspondents();
    expect(kept).toMatchObject({ ok: true, value: [{ days: [expect.any(Number)] }] });
    expect(JSON.stringify(kept)).not.toMatch(/acme|example|parcel/);
    const { text } = await realm.kept({ type: 'export-private-data' });
    const [record] = kept.ok ? kept.value : [];
    expect(text).not.toContain(record?.key ?? '');
  });

  test('what the device remembers of a mailbox provider is one address, not everybody there', async () => {
    const from = (address: string): Promise<unknown> =>
      tellFacts({ head: { ...HEAD, address }, body: BODY }, address.length);
    await askLinks();
    await from('friend@gmail.com');
    await until(async () => {
      const asked = await realm.kept({ type: 'get-correspondents', about: 'friend@gmail.com' });
      expect(asked.asked).toEqual({ subject: 'friend@gmail.com', days: 1, isKnown: false });
    });
    const other = await realm.kept({ type: 'get-correspondents', about: 'stranger@gmail.com' });
    expect(other.asked).toEqual({ subject: 'stranger@gmail.com', days: 0, isKnown: false });
  });

  test('what the device remembers is nothing of a message of which nothing can be read: it is hidden, or not drawn yet', async () => {
    const senders = async (): Promise<number> => {
      const kept = await realm.fromPage({ type: 'get-correspondents', about: '' });
      return 'senders' in kept ? kept.senders : Number.NaN;
    };
    await askLinks();
    expect(await tellFacts({ head: HEAD, body: { ...BODY, text: '' } })).toMatchObject({ kind: 'clear' });
    await tellFacts({ head: { ...HEAD, address: 'a@other.example' }, body: BODY }, 2);
    // It is written behind the answer, one after the other.
    await until(async () => expect(await senders()).toBeGreaterThan(0));
    expect(await senders()).toBe(1);
  });

  test('what the device remembers can be switched off and cleared', async () => {
    await openOn([0, 7, 15]);
    expect(await realm.fromPage({ type: 'clear-correspondents' })).toEqual({ outcome: 'done' });
    expect(await realm.kept({ type: 'get-correspondents', about: '' })).toMatchObject({ senders: 0 });
    const { locked: _locked, ...preferences } = await realm.fromPage({ type: 'get-preferences' });
    await realm.fromPage({
      type: 'set-preferences',
      preferences: { ...preferences, rememberCorrespondents: false },
    });
    expect(await memory()).toBeNull();
    expect(await privateStores().evidence.correspondents()).toEqual({ ok: true, value: [] });
  });
});

describe('a correction', () => {
  const ID = 'address news@acme.example';
  const undo = { type: 'undo-correction', correctionId: ID } as const;

  const correct = (
    correction: 'fine' | 'spam',
    scope: 'address' | 'domain' = 'address',
    where: Where = {},
  ): Promise<unknown> =>
    realm.fromFrame({ type: 'correct-message', messageKey: 'message 1', correction, scope }, where);

  const openFrom = async (head: Partial<HeadFacts> = {}): Promise<unknown> => {
    await askLinks();
    return tellFacts({ head: { ...HEAD, ...head }, body: BODY });
  };

  test('a correction is about the sender of that message, and undone in the frame it was made in', async () => {
    await openFrom();
    expect(await correct('fine')).toEqual({
      correctionId: ID,
      scope: 'address',
      subject: 'news@acme.example',
      domain: 'acme.example',
    });
    expect(browser.told).toContainEqual([1, null, { type: 'recheck' }]);
    await openFrom();
    expect(judge.asked.at(-1)?.context.fine).not.toBeNull();
    expect(await realm.kept({ type: 'list-corrections' })).toMatchObject({
      corrections: [{ correction: 'fine', subject: 'news@acme.example' }],
    });
    expect(await realm.fromFrame(undo, { tabId: 2 })).toEqual({ outcome: 'gone' });
    expect(await realm.fromFrame(undo)).toEqual({ outcome: 'done' });
    await openFrom();
    expect(judge.asked.at(-1)?.context.fine).toBeNull();
  });

  test('a correction is undone in its frame after the realm was stopped too, and after the message was told anew', async () => {
    await openFrom();
    await correct('spam');
    await realm.fromFrame(linkRequest(HREFS.toReversed()));
    await realm.start();
    expect(await realm.fromFrame(undo, { frameId: 4 })).toEqual({ outcome: 'gone' });
    expect(await realm.fromFrame(undo)).toEqual({ outcome: 'done' });
    expect(await realm.kept({ type: 'list-corrections' })).toEqual({ corrections: [] });
  });

  test('a correction is not undone by a frame of the page that came after', async () => {
    await openFrom();
    await correct('spam');
    await realm.fromFrame(aReport({ isNewDocument: true }));
    expect(await realm.fromFrame(undo)).toEqual({ outcome: 'gone' });
  });

  test('a correction that is undone leaves what was said before it, after the realm was stopped too', async () => {
    await openFrom();
    await correct('spam');
    await openFrom();
    await correct('fine');
    expect(await openFrom()).toMatchObject({ kind: 'clear' });
    await realm.start();
    expect(await realm.fromFrame(undo)).toEqual({ outcome: 'done' });
    expect(await openFrom()).toMatchObject({ kind: 'flagged', reasons: [{ id: 'H0' }] });
    // Before that nothing was said.
    expect(await realm.fromFrame(undo)).toEqual({ outcome: 'done' });
    expect(await openFrom()).toMatchObject({ kind: 'clear' });
    expect(await realm.fromFrame(undo)).toEqual({ outcome: 'gone' });
  });

  test('"This is fine" for a message that led elsewhere is undone alone: where the first one led stays', async () => {
    await openFrom();
    await correct('fine');
    await realm.fromFrame(linkRequest(['https://three.example/', 'https://four.example/']));
    await tellFacts({ head: HEAD, body: BODY });
    await correct('fine');
    const leadsTo = async (): Promise<readonly (boolean | undefined)[]> => {
      await openFrom();
      const { fine } = judge.asked.at(-1)?.context ?? {};
      return ['one.example', 'three.example'].map((site) => fine?.hasLedTo(site));
    };
    expect(await leadsTo()).toEqual([true, true]);
    expect(await realm.fromFrame(undo)).toEqual({ outcome: 'done' });
    expect(await leadsTo()).toEqual([true, false]);
  });

  test('a correction is taken back among all decisions as a whole: no older word comes in its place', async () => {
    await openFrom();
    await correct('spam');
    await correct('fine');
    expect(await realm.fromPage(undo)).toEqual({ outcome: 'done' });
    expect(await realm.kept({ type: 'list-corrections' })).toEqual({ corrections: [] });
    expect(await realm.fromFrame(undo)).toEqual({ outcome: 'gone' });
    // Nor when it is said again and undone.
    await correct('fine');
    expect(await realm.fromFrame(undo)).toEqual({ outcome: 'done' });
    expect(await realm.kept({ type: 'list-corrections' })).toEqual({ corrections: [] });
  });

  test('a correction is about the whole domain by a second choice, and never of a mailbox provider', async () => {
    await openFrom();
    expect(await correct('fine', 'domain')).toMatchObject({ scope: 'domain', subject: 'acme.example' });
    await openFrom({ address: 'other@sub.acme.example' });
    expect(judge.asked.at(-1)?.context.fine).not.toBeNull();
    await openFrom({ address: 'friend@gmail.com' });
    expect(await correct('fine', 'domain')).toEqual({ refused: 'shared-domain' });
    expect(await correct('fine')).toMatchObject({ subject: 'friend@gmail.com', domain: null });
  });

  test('"This is spam" marks the messages of that sender from then on, after the realm was stopped too', async () => {
    await openFrom();
    await correct('spam');
    await realm.start();
    expect(await openFrom()).toMatchObject({
      kind: 'flagged',
      asks: false,
      reasons: [{ id: 'H0' }],
      linkIndices: [],
    });
    expect(await openFrom({ address: 'other@acme.example' })).toMatchObject({ kind: 'clear' });
  });

  test('"This is spam" is refused for the reader’s own address, and for nobody in particular', async () => {
    await openFrom({ reader: 'news@acme.example' });
    expect(await correct('spam')).toEqual({ refused: 'own-address' });
    await openFrom({ reader: 'me@acme.example' });
    expect(await correct('spam')).toEqual({ refused: 'own-address' });
    await openFrom({ address: null });
    expect(await correct('spam')).toEqual({ refused: 'unknown-sender' });
    expect(
      await realm.fromFrame({
        type: 'correct-message',
        messageKey: 'another',
        correction: 'spam',
        scope: 'address',
      }),
    ).toEqual({ refused: 'unknown-message' });
  });

  test('"This is spam" for a forged sender is about the site that its links lead to', async () => {
    const reasons = [
      { kind: 'evidence', level: 'caution', id: 'A2', family: 'A', points: 3, values: [] },
    ] as const;
    judge.says = { kind: 'flagged', asks: false, reasons, linkIndices: [1] };
    await openFrom({ address: 'service@bank.example' });
    expect(await correct('spam')).toMatchObject({ scope: 'site', subject: 'two.example' });
    judge.says = CLEAR;
    expect(await openFrom({ address: 'anybody@else.example' })).toMatchObject({ kind: 'flagged' });
  });

  test('"This is spam" for a forged sender finds that site among links of which the first are gone', async () => {
    const reasons = [
      { kind: 'evidence', level: 'caution', id: 'A2', family: 'A', points: 3, values: [] },
    ] as const;
    judge.says = { kind: 'flagged', asks: false, reasons, linkIndices: [0] };
    await askLinks();
    await tellFacts({ head: HEAD, body: { ...BODY, links: [{ href: 1 }] } });
    expect(await correct('spam')).toMatchObject({ scope: 'site', subject: 'two.example' });
  });
});
