import { describe, expect, test } from 'vitest';
import { packagedTables } from '../../../../src/core/evidence/evidence-tables.ts';
import { ok } from '../../../../src/core/result.ts';
import type { Verdict } from '../../../../src/core/verdict/verdict.ts';
import { mailHandlers } from '../../../../src/extension/background/links/mail-handlers.ts';
import {
  MailService,
  type MailServiceOptions,
} from '../../../../src/extension/background/links/mail-service.ts';
import type { CorrectMail } from '../../../../src/extension/protocol/mail-messages.ts';

const BY_SENDER: Verdict = {
  kind: 'allowed',
  by: { who: 'reader', scope: 'sender', subject: 'a@b.example' },
};
const CAUTION: Verdict = { kind: 'flagged', level: 'caution', asks: false, reasons: [] };
const MAIL = {
  sender: 'a@b.example',
  isVouchedFor: false,
  facts: {
    head: { name: 'A', address: 'a@b.example', replyTo: null, subject: 's', reader: null },
    body: { text: 't', end: '', hasQuote: false, alts: [], asksPassword: false, links: [] },
  },
  links: [],
} as const;

/** The sender is trusted; without that the links are flagged. */
function service(more: Partial<MailServiceOptions> = {}): {
  readonly mail: MailService;
  readonly asked: string[];
} {
  const asked: string[] = [];
  const mail = new MailService({
    links: {
      judge: async (hrefs, sender) => {
        asked.push(`judge ${String(sender)}`);
        return hrefs.map(() => ({ verdict: sender === null ? CAUTION : BY_SENDER, layers: [], scopes: [] }));
      },
      describe: async (hrefs) =>
        hrefs.map((url) => ({
          layers: [{ url, host: 'h', registrableDomain: null, wrapper: null }],
          scopes: [],
        })),
    },
    corrections: {
      add: async (correction, scope, { verdict }) => {
        asked.push(`${correction} ${verdict.kind}`);
        return ok({
          id: 'i',
          correction,
          scope,
          subject: 'a@b.example',
          addedAt: 0,
          sites: [],
          domain: null,
        });
      },
    },
    knowledgeOf: async (_head, _links, isPrivate) => {
      asked.push(`knowledge ${isPrivate ? 'without memory' : 'with memory'}`);
      return { context: { memory: null, fine: { hasLedTo: () => true } }, isTrusted: true, isSpam: true };
    },
    tables: async () => packagedTables(),
    listingOf: async () => null,
    soundOf: async () => null,
    firstList: async () => undefined,
    ...more,
  });
  return { mail, asked };
}

const LINKS = [{ href: 'https://a.example/', isSender: false }];

describe('mail that one of our pages has read', () => {
  test('trust in a sender that nothing vouches for clears no link of a mail read from a file', async () => {
    const { mail } = service();
    const [open] = await mail.judgeLinks({ sender: 'a@b.example', isVouchedFor: false, links: LINKS });
    expect(open?.verdict).toEqual(CAUTION);
    const [vouched] = await mail.judgeLinks({ sender: 'a@b.example', isVouchedFor: true, links: LINKS });
    expect(vouched?.verdict).toEqual(BY_SENDER);
  });

  test('trust in a sender that nothing vouches for silences no evidence of a mail read from a file; what speaks against the sender counts all the same', async () => {
    const { mail, asked } = service();
    expect((await mail.judge(MAIL)).kind).toBe('flagged');
    expect((await mail.judge({ ...MAIL, isVouchedFor: true })).kind).toBe('clear');
    expect(asked).toEqual(['knowledge without memory', 'knowledge with memory']);
  });

  test('each link of a mail read from a file comes with where it leads', async () => {
    const [link] = await service().mail.judgeLinks({ sender: null, isVouchedFor: false, links: LINKS });
    expect(link?.layers.map(({ url }) => url)).toEqual(['https://a.example/']);
  });

  test('a file without text is not judged by the words of a mail', async () => {
    const { mail, asked } = service();
    expect((await mail.judge({ ...MAIL, facts: { head: null, body: null } })).kind).toBe('clear');
    expect(asked).toEqual([]);
  });

  const correct = (more: Partial<CorrectMail>): CorrectMail => ({
    type: 'correct-mail',
    ...MAIL,
    correction: 'spam',
    scope: 'address',
    ...more,
  });
  const page = { realm: 'page', path: '/x' } as const;

  test.each([
    [correct({ correction: 'fine' }), true, { refused: 'unknown-sender' }],
    [correct({ correction: 'fine', isVouchedFor: true }), false, { refused: 'set-by-administrator' }],
    [correct({ correction: 'fine', isVouchedFor: true }), true, { correctionId: 'i' }],
    [correct({}), false, { correctionId: 'i' }],
  ])(
    'trust in a sender is offered for a mail from a file, or not: %o where trust is open: %s',
    async (request, mayTrust, answer) => {
      const handlers = mailHandlers(service().mail, async () => mayTrust);
      expect(await handlers['correct-mail'](request, page)).toMatchObject(answer);
    },
  );
});
