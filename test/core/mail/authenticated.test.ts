import { describe, expect, test } from 'vitest';
import { packagedTables } from '../../../src/core/evidence/evidence-tables.ts';
import { scoreMessage, type ScoredMessage } from '../../../src/core/evidence/judge-message.ts';
import { NO_CONTEXT } from '../../../src/core/evidence/message-context.ts';
import { parseMessageFacts } from '../evidence/parse-message-facts.ts';
import { withAuthentication } from '../../../src/core/mail/shown/authenticated.ts';
import { read } from './a-mail.ts';

const OWN = ['mx.northgate.example'];

interface Received {
  readonly from: string;
  /** Each as a server wrote it, the topmost first. */
  readonly results: readonly string[];
  readonly servers?: readonly string[];
}

async function judged({ from, results, servers = OWN }: Received): Promise<ScoredMessage> {
  const fields = results.map((result) => `Authentication-Results: ${result}\r\n`).join('');
  const mail = await read(
    `${fields}From: ${from}\r\nSubject: x\r\nContent-Type: text/html\r\n\r\n<a href="https://northgate-desk-notice.net/login">Open</a>`,
  );
  const { facts, links } = withAuthentication(mail.shown, mail.authentication, servers);
  return scoreMessage(facts, links, packagedTables(), NO_CONTEXT);
}

const idsOf = ({ reasons }: ScoredMessage): readonly string[] => reasons.map(({ id }) => id);

const PAYPAL = 'PayPal <service@paypal.com>';
const FAIL = 'mx.northgate.example; spf=fail; dmarc=fail (p=REJECT) header.from=paypal.com';
const PASS = 'mx.northgate.example; dkim=pass; dmarc=pass header.from=paypal.com';

describe('what the receiving server found', () => {
  test('what the receiving server found is a reason where it fails, and more where the domain is a brand’s', async () => {
    const brand = await judged({ from: PAYPAL, results: [FAIL] });
    expect(brand.reasons).toContainEqual(
      expect.objectContaining({ id: 'A9', points: 5, values: ['paypal.com'] }),
    );
    const other = await judged({ from: 'Jo <jo@brookfield-notice.net>', results: [FAIL] });
    expect(other.reasons).toContainEqual(expect.objectContaining({ id: 'A9', points: 3 }));
  });

  test('a passed DMARC check refutes a forged From, and speaks for nothing else', async () => {
    const without = await judged({ from: PAYPAL, results: [] });
    expect(idsOf(without)).toContain('A2');
    const passed = await judged({ from: PAYPAL, results: [PASS] });
    expect(idsOf(passed)).not.toContain('A2');
    const stranger = { from: 'PayPal <jo@brookfield-notice.net>' };
    const [before, after] = [
      await judged({ ...stranger, results: [] }),
      await judged({ ...stranger, results: [PASS] }),
    ];
    expect(after.points).toBe(before.points);
  });

  test.each([
    ['no server is named', { servers: [] }],
    ['another server says so', { servers: ['mx.brookfield.example'] }],
    ['the name only begins so', { servers: ['mx.northgate'] }],
    ['it stands below another server’s', { results: ['mx.brookfield.example; spf=pass', FAIL] }],
    ['it says neither', { results: ['mx.northgate.example; dmarc=temperror'] }],
    ['it says nothing of DMARC', { results: ['mx.northgate.example; spf=fail'] }],
  ])('what the receiving server found is nothing where %s', async (_, change) => {
    const ids = idsOf(await judged({ from: PAYPAL, results: [FAIL], ...change }));
    expect(ids).not.toContain('A9');
    expect(ids).toContain('A2');
  });

  test('what the receiving server found is found in whatever case the server writes its name', async () => {
    expect(idsOf(await judged({ from: PAYPAL, results: [FAIL.toUpperCase()] }))).toContain('A9');
  });

  test('a frame of a page cannot say that a DMARC check passed', () => {
    const head = {
      name: '',
      address: 'service@paypal.com',
      replyTo: null,
      subject: '',
      reader: null,
      dmarc: 'pass',
    };
    const parsed = parseMessageFacts({ head, body: null });
    expect(parsed).toMatchObject({ ok: true });
    expect(parsed.ok && parsed.value.head).not.toHaveProperty('dmarc');
  });
});
