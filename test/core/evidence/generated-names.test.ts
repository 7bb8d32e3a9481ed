import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containsIpAddress, isGeneratedName } from '../../../src/core/evidence/generated-names.ts';

describe('a mailbox is named by a program', () => {
  test.each(['hgtrwqp', 'ahgtrwe', 'info.hgtr', 'no-replyxkcd', 'a1b2c3d4e5f6', 'news_8f2a77c19e'])(
    'a mailbox is named by a program: %s',
    (local) => {
      expect(isGeneratedName(local)).toBe(true);
    },
  );

  test.each([
    'service',
    'noreply',
    'info',
    'jo.meyer81',
    'newsletter',
    'order-471147',
    'postmaster',
    'kundenservice',
    'no-reply.orders',
    'web24',
  ])('a mailbox that %s is not taken for one that a program named', (local) => {
    expect(isGeneratedName(local)).toBe(false);
  });
});

describe('a host is named by its address', () => {
  test.each([
    '203-0-114-7.northgate.net',
    'x.203.0.114.7.static.northgate.net',
    'vps-203-0-114-7.northgate.net',
  ])('a host is named by its address: %s', (host) => {
    expect(containsIpAddress(host)).toBe(true);
  });

  test.each([
    ['the address itself', '203.0.114.7'],
    ['of a network of one’s own', '192-168-0-7.northgate.net'],
    ['no address', '203-0-114-777.northgate.net'],
    ['three numbers', '203-0-114.northgate.net'],
    ['a version', 'v1-2-3.northgate.net'],
    ['a longer run of digits', '1203-0-114-7x.northgate.net'],
  ])('a host that is not named by its address: %s', (_, host) => {
    expect(containsIpAddress(host)).toBe(false);
  });

  test('a host is named by its address, whatever stands around it', () => {
    const byte = fc.integer({ min: 11, max: 99 });
    const label = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.tuple(byte, byte, byte, byte),
        fc.constantFrom('.', '-'),
        label,
        label,
        (bytes, by, before, after) => {
          expect(containsIpAddress(`${before}${by}${bytes.join(by)}.${after}.net`)).toBe(true);
        },
      ),
    );
  });
});
