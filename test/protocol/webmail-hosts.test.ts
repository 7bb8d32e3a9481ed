import { describe, expect, test } from 'vitest';
import { OPTIONAL_WEBMAILS, REQUIRED_WEBMAILS } from '../../src/protocol/webmail-hosts.ts';
import { OPTIONAL_MATCHES, REQUIRED_MATCHES } from '../webmail-matches.ts';

describe('the webmail hosts', () => {
  test('are match patterns over https that end in /*', () => {
    const all = [...REQUIRED_MATCHES, ...OPTIONAL_MATCHES];
    expect(all.length).toBeGreaterThan(10);
    for (const pattern of all) {
      expect(pattern).toMatch(/^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+\/\*$/);
    }
    expect(new Set(all).size).toBe(all.length);
  });

  test('have an adapter and a name each', () => {
    const webmails = [...REQUIRED_WEBMAILS, ...OPTIONAL_WEBMAILS];
    expect(new Set(webmails.map(({ adapter }) => adapter)).size).toBe(webmails.length);
    expect(new Set(webmails.map(({ name }) => name)).size).toBe(webmails.length);
  });
});
