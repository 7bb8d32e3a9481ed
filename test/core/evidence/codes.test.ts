import { describe, expect, test } from 'vitest';
import { packagedTables } from '../../../src/core/evidence/evidence-tables.ts';
import { scoreMessage, type ScoredMessage } from '../../../src/core/evidence/judge-message.ts';
import { NO_CONTEXT } from '../../../src/core/evidence/message-context.ts';

interface ACode {
  readonly address: string;
  readonly text: string;
  readonly from?: string;
  readonly name?: string;
  readonly tag?: string;
}

function judged({
  address,
  text,
  from = 'notice@brookfield-notice.net',
  name = 'Brookfield',
  tag = 'img',
}: ACode): ScoredMessage {
  return scoreMessage(
    {
      head: { name, address: from, replyTo: null, subject: '', reader: null },
      body: { text, end: '', hasQuote: false, alts: [], asksPassword: false, links: [{ href: 0, alt: '' }] },
    },
    [{ href: address, text: '', tag }],
    packagedTables(),
    NO_CONTEXT,
  );
}

const ids = ({ reasons }: ScoredMessage): readonly string[] => reasons.map(({ id }) => id);
const RENEW = 'Your multi-factor sign-in expires today. Renew it, or your account will be suspended.';

describe('a QR code', () => {
  test('a QR code that asks for a sign-in elsewhere is a reason, and points at the code', () => {
    const message = judged({
      address: 'https://mfa-renewal.top/device?id=8f2a77c19e',
      text: RENEW,
      name: 'Microsoft 365',
    });
    expect(ids(message)).toContain('D16');
    expect(message).toMatchObject({ kind: 'flagged', linkIndices: [0] });
  });

  test.each([
    ['of the sender’s own site', { address: 'https://www.brookfield-notice.net/device', text: RENEW }],
    ['of a menu', { address: 'https://menu-to-go.net/bistro', text: 'Our lunch menu for this week.' }],
    [
      'of a ticket',
      { address: 'https://tickets.trains.net/t/8472', text: 'Your ticket for Saturday, 9:32.' },
    ],
    ['that is a link like any other', { address: 'https://mfa-renewal.net/device', text: RENEW, tag: 'a' }],
  ])('a QR code is no reason if it is one %s', (_, code) => {
    expect(ids(judged(code))).not.toContain('D16');
  });

  test.each([
    ['a menu', 'https://menu-to-go.net/bistro', 'Our lunch menu for this week.'],
    ['a ticket', 'https://tickets.trains.net/t/8472', 'Your ticket for Saturday, 9:32.'],
  ])('a QR code of %s marks nothing', (_, address, text) => {
    expect(judged({ address, text }).kind).toBe('clear');
  });
});
