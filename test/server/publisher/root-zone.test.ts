import { describe, expect, test } from 'vitest';
import { endsInRootZone } from '../../../src/server/publisher/guards/root-zone.ts';

describe('endsInRootZone', () => {
  test.each(['a.com', 'a.co.uk', 'a.xn--p1ai', 'a.ck', 'a.za', 'a.zip', '1.0.0.127.in-addr.arpa'])(
    'endsInRootZone: %s: yes',
    (name) => expect(endsInRootZone(name)).toBe(true),
  );

  test.each([
    'a.example',
    'a.test',
    'a.invalid',
    'a.localhost',
    'a.corp',
    'a.home',
    'a.internal',
    'a.local',
    'a.onion',
    '8.0.0.0.10.rpz-client-ip',
    '1.2.3.4',
    'a.constructor',
    'a.COM',
    '',
  ])('endsInRootZone: %s: no', (name) => expect(endsInRootZone(name)).toBe(false));
});
