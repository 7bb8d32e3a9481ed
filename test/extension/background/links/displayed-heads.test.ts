import { describe, expect, test, vi } from 'vitest';
import { DisplayedHeads } from '../../../../src/extension/background/links/displayed-heads.ts';
import type { DisplayedHeader } from '../../../../src/extension/platform/displayed-message.ts';
import type { ContentCaller } from '../../../../src/extension/platform/message-bus.ts';
import type { SendMessageFacts } from '../../../../src/extension/protocol/evidence-messages.ts';
import type { CheckLinks } from '../../../../src/extension/protocol/link-messages.ts';

const CALLER: ContentCaller = { realm: 'content', tabId: 1, frameId: 0, isPrivate: false, tabUrl: null };

const HEADER: DisplayedHeader = {
  from: [{ name: 'Bank', email: 'Service@Bank.example' }],
  replyTo: [],
  subject: 'Your account',
  authentication: [],
};

const linksOf = (messageKey: string): CheckLinks => ({
  type: 'check-links',
  messageKey,
  sender: null,
  links: [],
});

const factsOf = (messageKey: string): SendMessageFacts => ({
  type: 'message-facts',
  messageKey,
  revision: 1,
  facts: { head: null, body: null },
});

function heads(header: Partial<DisplayedHeader> | null, mailServer: string | null = null) {
  const headerIn = vi.fn(() => Promise.resolve(header === null ? null : { ...HEADER, ...header }));
  const onLate = vi.fn();
  return {
    headerIn,
    onLate,
    heads: new DisplayedHeads({ headerIn, mailServer: () => Promise.resolve(mailServer), onLate }),
  };
}

async function headFacts(header: Partial<DisplayedHeader>, mailServer: string | null = null) {
  const request = await heads(header, mailServer).heads.addToFacts(factsOf('a'), CALLER);
  return request.facts.head;
}

const says = (dmarc: string, domain = 'bank.example', server = 'mx.mail.test'): string =>
  `${server}; spf=pass; dmarc=${dmarc} header.from=${domain}`;

describe('the header of a displayed message', () => {
  test('the header of a displayed message is added to questions about links and to facts', async () => {
    const known = heads({});
    expect((await known.heads.addToLinks(linksOf('a'), CALLER)).sender).toBe('service@bank.example');
    expect((await known.heads.addToFacts(factsOf('a'), CALLER)).facts.head).toEqual({
      name: 'Bank',
      address: 'service@bank.example',
      replyTo: null,
      subject: 'Your account',
      reader: null,
    });
  });

  test('the header of a displayed message is read once for a message, though the tab shows the next one already', async () => {
    const { heads: known, headerIn } = heads({});
    await known.addToLinks(linksOf('a'), CALLER);
    headerIn.mockResolvedValue({ ...HEADER, from: [{ email: 'next@bank.example' }] });
    expect((await known.addToLinks(linksOf('a'), CALLER)).sender).toBe('service@bank.example');
    expect((await known.addToLinks(linksOf('b'), CALLER)).sender).toBe('next@bank.example');
  });

  test('the header of a displayed message is asked for again where it could not be had', async () => {
    const { heads: known, headerIn } = heads(null);
    expect((await known.addToLinks(linksOf('a'), CALLER)).sender).toBeNull();
    headerIn.mockResolvedValue(HEADER);
    expect((await known.addToLinks(linksOf('a'), CALLER)).sender).toBe('service@bank.example');
  });

  test('the header of a displayed message holds no answer up: links are judged without it, and asked about again when it comes', async () => {
    vi.useFakeTimers();
    try {
      const { heads: known, headerIn, onLate } = heads({});
      let resolve: (header: DisplayedHeader) => void = () => undefined;
      const promise = new Promise<DisplayedHeader>((done) => {
        resolve = done;
      });
      headerIn.mockReturnValue(promise);
      const asked = known.addToLinks(linksOf('a'), CALLER);
      await vi.advanceTimersByTimeAsync(200);
      expect((await asked).sender).toBeNull();
      expect(onLate).not.toHaveBeenCalled();
      resolve(HEADER);
      await vi.advanceTimersByTimeAsync(0);
      expect(onLate).toHaveBeenCalledExactlyOnceWith(1, 0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('the header of a message in Thunderbird names nobody where From names several', async () => {
    const from = [
      { name: 'Bank', email: 'service@bank.example' },
      { name: 'Somebody', email: 'else@other.example' },
    ];
    expect(await headFacts({ from })).toMatchObject({ name: null, address: null });
  });

  test('the header of a displayed message says that a sender has no address', async () => {
    expect(await headFacts({ from: [{ name: 'Bank' }] })).toMatchObject({
      name: 'Bank',
      address: null,
      lacksAddress: true,
    });
  });

  test('the header of a message in Thunderbird names where answers go only if that is elsewhere', async () => {
    expect(await headFacts({ replyTo: [{ email: 'service@bank.example' }] })).toMatchObject({
      replyTo: null,
    });
    expect(await headFacts({ replyTo: [{ email: 'x@collect.example' }] })).toMatchObject({
      replyTo: 'x@collect.example',
    });
  });
});

describe('what the mailbox’s own server says of the sender', () => {
  test.each([
    ['nothing', [], 'mx.mail.test', undefined],
    ['nothing where the reader has named no server', [says('fail')], null, undefined],
    [
      'nothing where another server says it',
      [says('fail', 'bank.example', 'mx.evil.example')],
      'mx.mail.test',
      undefined,
    ],
    ['pass', [says('pass')], 'mx.mail.test', 'pass'],
    ['nothing good of another domain', [says('pass', 'other.example')], 'mx.mail.test', undefined],
    ['fail', [says('fail')], 'mx.mail.test', 'fail'],
    ['what stands topmost', [says('fail'), says('pass')], 'mx.mail.test', 'fail'],
  ] as const)(
    'what the mailbox’s own server says of the sender: %s',
    async (_, authentication, server, dmarc) => {
      expect((await headFacts({ authentication }, server))?.dmarc).toBe(dmarc);
    },
  );

  test('what the mailbox’s own server says of the sender takes the sender from what rules are about, if it is forged', async () => {
    const { heads: known } = heads({ authentication: [says('fail')] }, 'mx.mail.test');
    expect((await known.addToLinks(linksOf('a'), CALLER)).sender).toBeNull();
  });
});
