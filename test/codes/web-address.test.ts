import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { webAddress } from '../../src/codes/web-address.ts';

describe('what a code says', () => {
  test.each([
    ['https://a.example/x', 'https://a.example/x'],
    [' HTTP://A.EXAMPLE ', 'http://a.example/'],
  ])('is a web address: %s', (text, address) => {
    expect(webAddress(text)).toBe(address);
  });

  test.each([
    ['a one-time password', 'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP'],
    ['a wireless network', 'WIFI:T:WPA;S:home;P:hunter2;;'],
    ['a payment', 'bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['a bank transfer', 'BCD\n002\n1\nSCT\n\nA\nDE89370400440532013000\nEUR1'],
    ['a ticket', 'M1DESMARAIS/LUC'],
    ['a contact', 'BEGIN:VCARD\nURL:https://a.example\nEND:VCARD'],
    ['a number', 'tel:+15550100'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,<p>'],
    ['an address in a sentence', 'see https://a.example/x'],
    ['no host', 'https://'],
    ['nothing', ''],
  ])('is dropped if it is %s', (_, text) => {
    expect(webAddress(text)).toBeNull();
  });

  test('is never anything else than such an address, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.webUrl(),
          fc.string().map((text) => `https://${text}`),
        ),
        (text) => {
          const address = webAddress(text);
          if (address !== null) expect(new URL(address).protocol).toMatch(/^https?:$/);
        },
      ),
    );
  });
});
