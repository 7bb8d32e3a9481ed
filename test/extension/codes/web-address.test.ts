import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { webAddress } from '../../../src/extension/codes/web-address.ts';
import { sharedData, sharedDataMissing } from '../../shared-data.ts';

describe('what a code says', () => {
  test.each([
    ['https://a.example/x', 'https://a.example/x'],
    [' HTTP://A.EXAMPLE ', 'http://a.example/'],
    ['www.a.example/x', 'http://www.a.example/x'],
    ['a.example', 'http://a.example/'],
    ['A.EXAMPLE:8080/x?y=1', 'http://a.example:8080/x?y=1'],
    ['a.example?y', 'http://a.example/?y'],
    ['bücher.example/x', 'http://xn--bcher-kva.example/x'],
    ['a.xn--p1ai/x', 'http://a.xn--p1ai/x'],
    ['http:a.example/x', 'http://a.example/x'],
    ['https:/a.example/x', 'https://a.example/x'],
    ['https:\\\\a.example\\x', 'https://a.example/x'],
    ['URL:https://a.example/x', 'https://a.example/x'],
    ['url: https://a.example/x', 'https://a.example/x'],
    ['URI:https://a.example/x', 'https://a.example/x'],
    ['URL:www.a.example', 'http://www.a.example/'],
    ['URLTO:Offer of the day:https://a.example/x', 'https://a.example/x'],
    ['urlto::https://a.example/x', 'https://a.example/x'],
    ['MEBKM:TITLE:Bank;URL:https://a.example/x;;', 'https://a.example/x'],
    ['MEBKM:URL:https\\://a.example/x\\;y;TITLE:Bank;;', 'https://a.example/x;y'],
    ['mebkm:title:Bank;url:a.example/x;', 'http://a.example/x'],
    ['intent://a.example/x#Intent;scheme=https;package=com.android.chrome;end', 'https://a.example/x'],
    [
      'intent://scan/#Intent;scheme=zxing;S.browser_fallback_url=https%3A%2F%2Fa.example%2Fx;end',
      'https://a.example/x',
    ],
    ['\u00a0\ufeffhttps://a.example/x\u200b\r\n', 'https://a.example/x'],
    ['\u0000https://a.example/x\u0000', 'https://a.example/x'],
  ])('the text of a QR code is a web address: %s', (text, address) => {
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
    ['a one-time password behind a prefix', 'URL:otpauth://totp/a?secret=JBSWY3DPEHPK3PXP'],
    ['a way to move one-time passwords', 'otpauth-migration://offline?data=CjEKCkhlbGxv'],
    ['a contact of another kind', 'MECARD:N:Doe,Jane;URL:https://a.example;;'],
    ['a mail address', 'jane@a.example'],
    ['a mail', 'MATMSG:TO:jane@a.example;SUB:x;BODY:https://a.example;;'],
    ['a message', 'SMSTO:+15550100:https://a.example/x'],
    ['a date', 'BEGIN:VEVENT\nURL:https://a.example\nEND:VEVENT'],
    ['a number of four parts', '1.2.3.4'],
    ['an amount', '12.50'],
    ['a version', 'v1.2.3'],
    ['a name with a dot at its front', '.example'],
    ['eight names', 'a.b.c.d.e.f.g.example'],
    ['a bookmark without an address', 'MEBKM:TITLE:Bank;;'],
    ['an order for another program', 'intent://pay/#Intent;scheme=upi;package=com.bank;end'],
    ['no host', 'https://'],
    ['nothing', ''],
  ])('the text of a QR code is dropped if it is %s', (_, text) => {
    expect(webAddress(text)).toBeNull();
  });

  test('the text of a QR code is never anything else than such an address, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.webUrl(),
          fc.string().map((text) => `https://${text}`),
          fc
            .tuple(fc.constantFrom('URL:', 'URLTO:a:', 'MEBKM:URL:', 'intent://', 'http:', ''), fc.string())
            .map((parts) => parts.join('')),
          fc.domain(),
        ),
        (text) => {
          const address = webAddress(text);
          if (address !== null) expect(new URL(address).protocol).toMatch(/^https?:$/);
        },
      ),
    );
  });
});

test.skipIf(sharedDataMissing).each(['Q1.txt', 'Q3.txt'])(
  '%s: a web address that readers of codes missed, by public reports, is read from the code',
  (name) => {
    const text = readFileSync(sharedData(`reports/${name}`), 'utf8');
    expect(webAddress(text)).toMatch(/^https?:\/\/(?:www\.)?evil\.example\/a$/);
  },
);
