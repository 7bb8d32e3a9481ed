import { describe, expect, test } from 'vitest';
import {
  SELF_TEST_HOST,
  SELF_TEST_PARTS,
  selfTestHref,
  selfTestHtml,
  selfTestMail,
  selfTestPartOf,
} from '../../../src/core/self-test/self-test-mail.ts';
import { readLink } from '../../../src/core/url/read-link.ts';

const words = {
  subject: 'Spamlight 自检',
  intro: 'Four <links>',
  names: { plain: 'Plain', wrapped: 'Wrapped', image: '"Image"', form: 'Form' },
};

describe('the self-test message', () => {
  test('the self-test message has only addresses that nobody can ever own, or that lead to them', () => {
    expect(SELF_TEST_HOST).toMatch(/\.test$/);
    const addresses = selfTestHtml(words).match(/https?:\/\/[^"\s<]+/g) ?? [];
    const hosts = new Set(addresses.map((address) => new URL(address.replaceAll('&amp;', '&')).hostname));
    expect(hosts).toEqual(new Set([SELF_TEST_HOST, 'www.google.com']));
  });

  test.each(SELF_TEST_PARTS)(
    'the self-test message has a %s link that is found again, through whatever wraps it',
    (part) => {
      const found = readLink(selfTestHref(part)).layers.map(({ url }) => selfTestPartOf(url));
      expect(found).toContain(part);
      const safeLink = `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(selfTestHref(part))}&data=x`;
      expect(readLink(safeLink).layers.map(({ url }) => selfTestPartOf(url))).toContain(part);
    },
  );

  test('the self-test message knows no other address as its own', () => {
    for (const url of [
      '',
      `https://${SELF_TEST_HOST}/`,
      `https://${SELF_TEST_HOST}/other`,
      'https://evil.example/plain',
    ]) {
      expect(selfTestPartOf(url)).toBeNull();
    }
  });

  test('the self-test message is a message in RFC 5322 lines, its words escaped', () => {
    const mail = selfTestMail(words, {
      address: 'self-test@spamlight.example',
      date: 'Fri, 20 Nov 2026 14:00:00 +0000',
    });
    expect(mail.split('\r\n').every((line) => !line.includes('\n') && line.length <= 78)).toBe(true);
    expect(mail).toMatch(/^From: Spamlight <self-test@spamlight\.example>\r\nTo: /);
    const html = mail.split('Content-Transfer-Encoding: base64\r\n\r\n')[2]?.split('\r\n--')[0] ?? '';
    const decoded = Buffer.from(html, 'base64').toString('utf8');
    expect(decoded).toContain('Four &lt;links&gt;');
    expect(decoded).toContain('alt="&quot;Image&quot;"');
    for (const part of SELF_TEST_PARTS)
      expect(decoded).toContain(selfTestHref(part).replaceAll('&', '&amp;'));
  });
});
