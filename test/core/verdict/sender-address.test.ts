import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressOf } from '../../../src/core/verdict/sender-address.ts';

describe('addressOf', () => {
  test.each([
    ['anna@b.example', 'anna@b.example'],
    ['Anna <Anna@B.example>', 'anna@b.example'],
    ['"Anna, B." <anna@b.example>', 'anna@b.example'],
    ['anna@b.example <anna@b.example>', 'anna@b.example'],
    ['Anna Müller <anna@müller.example>', 'anna@müller.example'],
    ['anna.@b.example.', 'anna.@b.example'],
    ['anna@b..example', 'anna@b..example'],
    ['@anna@b.example', 'anna@b.example'],
  ])('the address of a sender is read from %s', (from, address) => {
    expect(addressOf(from)).toBe(address);
  });

  test.each([
    ['a name alone', 'Anna'],
    ['a name that is another address', '"service@bank.example" <x@b.example>'],
    ['two addresses', 'a@b.example, c@d.example'],
    ['two addresses in one word', 'a@b.example@d.example'],
    ['a host without a dot', 'anna@localhost'],
    ['a host that begins with a dot', 'anna@.example'],
    ['no user', '@b.example'],
    ['something endless', `${'x'.repeat(5000)}@b.example`],
  ])('no address of a sender is read from %s', (_, from) => {
    expect(addressOf(from)).toBeNull();
  });

  test('the address of a sender is read up to 320 characters, in a sender of 3,200, and no longer', () => {
    const address = (length: number): string => `${'x'.repeat(length - '@b.example'.length)}@b.example`;
    expect(addressOf(address(320))).toBe(address(320));
    expect(addressOf(address(321))).toBeNull();
    expect(addressOf('a@b.example'.padEnd(3_200))).toBe('a@b.example');
    expect(addressOf('a@b.example'.padEnd(3_201))).toBeNull();
  });

  test('reading the address of a sender never throws, and reads its own answer the same', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.emailAddress().map((email) => `N <${email}>`),
        ),
        (from) => {
          const address = addressOf(from);
          if (address !== null) expect(addressOf(address)).toBe(address);
        },
      ),
    );
  });
});
