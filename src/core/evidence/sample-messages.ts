import type { EvidenceTables } from './evidence-tables.ts';
import { scoreMessage } from './judge-message.ts';
import { NO_CONTEXT } from './message-context.ts';

/** Invented messages of common kinds. A channel's tables are refused if they misjudge one. */
interface SampleMessage {
  readonly isPhishing: boolean;
  readonly name: string;
  readonly address: string;
  readonly subject: string;
  readonly text: string;
  readonly button: readonly [string, string];
}

const good = (
  name: string,
  address: string,
  subject: string,
  button: SampleMessage['button'],
): SampleMessage => ({
  isPhishing: false,
  name,
  address,
  subject,
  text: `${subject}. Kind regards, ${name}`,
  button,
});

const phishing = (
  name: string,
  address: string,
  subject: string,
  button: SampleMessage['button'],
): SampleMessage => ({
  isPhishing: true,
  name,
  address,
  subject,
  text: `Dear customer, ${subject}. Your account will be suspended unless you act within 24 hours. © 2026 ${name}`,
  button,
});

export const SAMPLE_MESSAGES: readonly SampleMessage[] = [
  good('PayPal', 'service@paypal.com', 'Receipt for your payment', [
    'See details',
    'https://www.paypal.com/activity',
  ]),
  good('DHL Express', 'noreply@dhl.com', 'Your parcel is on its way', [
    'Track',
    'https://www.dhl.com/track?id=1',
  ]),
  good('GitHub', 'noreply@github.com', 'Reset your password', [
    'Reset password',
    'https://github.com/password_reset/x',
  ]),
  good('Garden Weekly Newsletter', 'news@garden-weekly.example', 'Roses in November', [
    'Read on',
    'https://garden-weekly.example/roses',
  ]),
  good('Brookfield Joinery', 'office@brookfield-joinery.example', 'Invoice 2026-114', [
    'Invoice',
    'https://brookfield-joinery.example/i/114',
  ]),
  good('Northgate Support Team', 'support@northgate-hosting.example', 'Your ticket was answered', [
    'Open ticket',
    'https://northgate-hosting.example/t/9',
  ]),
  good('City Library', 'info@library.example', 'Your books are due', [
    'Renew',
    'https://library.example/renew',
  ]),
  good('Security Update Digest', 'digest@secdigest.example', 'This week in security', [
    'Read',
    'https://secdigest.example/42',
  ]),
  phishing('PayPal Service', 'info@account-check.top', 'Confirm your payment', [
    'Confirm',
    'https://account-check.top/login?id=8f2a77c19e',
  ]),
  phishing('DHL Express', 'info@parcel-waiting.top', 'Your parcel is on hold: pay the customs fee', [
    'Pay now',
    'https://track.parcel-waiting.top/pay?id=8f2a77c19e',
  ]),
  phishing('Microsoft 365', 'admin@mailbox-renewal.click', 'Your password expires today', [
    'Keep password',
    'https://mailbox-renewal.click/k?u=8f2a77c19e',
  ]),
  phishing('Netflix', 'billing@membership-update.xyz', 'Your payment was declined', [
    'Update payment',
    'https://membership-update.xyz/pay?s=8f2a77c19e',
  ]),
  phishing('Apple Support', 'no-reply@id-locked.top', 'Your Apple ID is locked', [
    'Unlock',
    'https://id-locked.top/u?c=8f2a77c19e',
  ]),
  phishing('Amazon', 'orders@order-hold.shop', 'Your order is on hold', [
    'Check order',
    'https://order-hold.shop/o?n=8f2a77c19e',
  ]),
];

export function findMisjudgedSample(tables: EvidenceTables): string | null {
  const wrong = SAMPLE_MESSAGES.find((sample) => isMarked(sample, tables) !== sample.isPhishing);
  return wrong?.name ?? null;
}

function isMarked({ name, address, subject, text, button }: SampleMessage, tables: EvidenceTables): boolean {
  const [label, href] = button;
  const body = {
    text,
    end: '',
    hasQuote: false,
    alts: [],
    asksPassword: false,
    links: [{ href: 0 }],
  };
  const head = { name, address, replyTo: null, subject, reader: null };
  return scoreMessage({ head, body }, [{ href, text: label, tag: 'a' }], tables, NO_CONTEXT).isMarked;
}
