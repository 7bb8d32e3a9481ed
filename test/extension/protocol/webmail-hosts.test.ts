import { describe, expect, test, vi } from 'vitest';
import {
  contentScriptOf,
  OPTIONAL_WEBMAILS,
  REQUIRED_WEBMAILS,
} from '../../../src/extension/protocol/webmail-hosts.ts';
import { OPTIONAL_MATCHES, REQUIRED_MATCHES } from '../../webmail-matches.ts';

describe('the webmail hosts', () => {
  test('the webmail hosts are match patterns over https that end in /*', () => {
    const all = [...REQUIRED_MATCHES, ...OPTIONAL_MATCHES];
    expect(all.length).toBeGreaterThan(10);
    for (const pattern of all) {
      expect(pattern).toMatch(/^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+\/\*$/);
    }
    expect(new Set(all).size).toBe(all.length);
  });

  test('the webmail hosts say which content script a site gets, by its pattern and by an address in it', () => {
    for (const pattern of REQUIRED_MATCHES) expect(contentScriptOf(pattern)).toBe('content');
    for (const pattern of OPTIONAL_MATCHES) expect(contentScriptOf(pattern)).toBe('content-optional');
    expect(
      ['https://mail.google.com/mail/u/0/#inbox', 'https://3c.gmx.net/mail', 'https://gmx.net.example/'].map(
        contentScriptOf,
      ),
    ).toEqual(['content', 'content-optional', 'content-others']);
    for (const other of [
      'https://mail.example/*',
      'http://127.0.0.1/*',
      'about:blank',
      '',
      'http://mail.google.com/',
    ])
      expect(contentScriptOf(other), other).toBe('content-others');
  });

  test('the webmail hosts say the same in Firefox, to which a pattern for all hosts of a domain is no address', () => {
    const canParse = URL.canParse.bind(URL);
    const parsing = vi.spyOn(URL, 'canParse');
    parsing.mockImplementation((url, base) => !String(url).includes('*.') && canParse(url, base));
    for (const pattern of REQUIRED_MATCHES) expect(contentScriptOf(pattern), pattern).toBe('content');
    for (const pattern of OPTIONAL_MATCHES)
      expect(contentScriptOf(pattern), pattern).toBe('content-optional');
    parsing.mockRestore();
  });

  test('the webmail hosts have an adapter and a name each', () => {
    const webmails = [...REQUIRED_WEBMAILS, ...OPTIONAL_WEBMAILS];
    expect(new Set(webmails.map(({ adapter }) => adapter)).size).toBe(webmails.length);
    expect(new Set(webmails.map(({ name }) => name)).size).toBe(webmails.length);
  });
});
