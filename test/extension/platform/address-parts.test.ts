import { describe, expect, test } from 'vitest';
import { addressParts, unreadLayer } from '../../../src/extension/platform/address-parts.ts';

describe('addressParts', () => {
  test.each([
    [
      'https://login.evil.example/a?b',
      'login.evil.example',
      'evil.example',
      'login.',
      'evil.example',
      '/a?b',
    ],
    ['http://evil.example/', 'evil.example', 'evil.example', 'http://', 'evil.example', ''],
    [
      'https://bank.example@evil.example:8443/x',
      'evil.example',
      'evil.example',
      '',
      'evil.example',
      ':8443/x',
    ],
    [
      'https://evil.example/evil.example',
      'evil.example',
      'evil.example',
      '',
      'evil.example',
      '/evil.example',
    ],
    ['https://192.0.2.7/x', '192.0.2.7', null, '', '192.0.2.7', '/x'],
    [
      'mailto:a@mail.evil.example?subject=x',
      'mail.evil.example',
      'evil.example',
      'a@mail.',
      'evil.example',
      '',
    ],
  ])('addressParts takes %s apart', (url, host, registrableDomain, before, domain, after) => {
    expect(addressParts(url, host, registrableDomain)).toEqual({ before, domain, after });
  });

  test('addressParts says nothing of what has no host', () => {
    expect(addressParts('javascript:alert(1)', null, null)).toBeNull();
  });
});

describe('unreadLayer', () => {
  test.each([
    ['https://bank.example@evil.example:8443/x', 'evil.example'],
    ['not an address', null],
    ['mailto:a@evil.example', ''],
  ])('unreadLayer of %s', (url, host) => {
    expect(unreadLayer(url)).toEqual({ url, host, registrableDomain: null, wrapper: null });
  });
});
