import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHANGE_ACTIONS } from '../../../src/server/node/changes/change.ts';
import { parseChange } from '../../../src/server/service/changes/parse-change.ts';
import { NOW } from './a-change.ts';

describe('a change from outside', () => {
  const good = { id: '1', action: 'add', entry: 'https://bad.example/login', sequence: 1 };

  test('a change from outside is read with what it leaves out filled in', () => {
    expect(parseChange(good, NOW)).toEqual({
      ok: true,
      value: {
        id: '1',
        action: 'add',
        entry: { kind: 'url', host: 'bad.example', path: '/login' },
        sequence: 1,
        category: 'phishing',
        level: 'danger',
        expiresAt: null,
        at: NOW,
      },
    });
  });

  test.each([
    ['no object', [], 'not-an-object'],
    ['no id', { ...good, id: '' }, 'bad-id'],
    ['an id of 129 characters', { ...good, id: 'x'.repeat(129) }, 'bad-id'],
    ['half a character in its id', { ...good, id: '\ud800' }, 'bad-id'],
    ['an action that is none', { ...good, action: 'constructor' }, 'bad-action'],
    ['no action', { ...good, action: undefined }, 'bad-action'],
    ['a sequence below zero', { ...good, sequence: -1 }, 'bad-sequence'],
    ['a sequence that is no integer', { ...good, sequence: 1.5 }, 'bad-sequence'],
    ['a sequence beyond what numbers can tell apart', { ...good, sequence: 2 ** 53 }, 'bad-sequence'],
    ['an unknown category', { ...good, category: 'rude' }, 'bad-category'],
    ['an unknown level', { ...good, level: 'doom' }, 'bad-level'],
    ['an expiry that is a text', { ...good, expiresAt: 'tomorrow' }, 'bad-expiry'],
    ['an entry that is a pattern', { ...good, entry: '*.*' }, 'bad-entry'],
    ['an entry that is very long', { ...good, entry: `http://a.example/${'x'.repeat(2048)}` }, 'bad-entry'],
    ['an unknown kind', { ...good, kind: 'rumour' }, 'bad-entry'],
    ['a sender that is none', { ...good, kind: 'address', entry: 'x y' }, 'bad-entry'],
    ['a sender at a public suffix', { ...good, kind: 'address', entry: 'bad@co.uk' }, 'bad-entry'],
    ['a sender that is a page', { ...good, kind: 'address', entry: 'https://b.example/login' }, 'bad-entry'],
    ['a sender cut short', { ...good, kind: 'address', entry: 'bad@sender...' }, 'bad-entry'],
    ['a message', { ...good, kind: 'message', entry: '0.0123456789abcdef' }, 'kind-not-checked'],
    ['a sender called a URL', { ...good, entry: 'bad@sender.example' }, 'bad-entry'],
    ['a trigger of a policy zone', { ...good, entry: '8.0.0.0.10.rpz-client-ip' }, 'bad-entry'],
    ['a name cut short', { ...good, entry: 'https://www.bank...' }, 'bad-entry'],
    ['a whole public suffix', { ...good, entry: 'co.uk' }, 'never-looked-up'],
    ['a host whose users are many', { ...good, entry: 'docs.google.com' }, 'never-looked-up'],
  ])('a change from outside with %s is refused', (_, value, failure) => {
    expect(parseChange(value, NOW)).toEqual({ ok: false, failure });
  });

  test.each([
    ['Bad@Sender.Example', 'bad@sender.example'],
    ['Ann <bad@sender.example>', 'bad@sender.example'],
    ['@sender.example', 'sender.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('a change from outside of the kind address is read as an address list is: %s', (entry, address) => {
    expect(parseChange({ ...good, kind: 'address', entry }, NOW)).toMatchObject({
      ok: true,
      value: { entry: { kind: 'address', address } },
    });
  });

  test('a change from outside is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.record({
            id: fc.string(),
            action: fc.constantFrom(...CHANGE_ACTIONS),
            entry: fc.string(),
            sequence: fc.nat(),
          }),
          fc.record({
            id: fc.constant('1'),
            action: fc.constant('add'),
            entry: fc.webUrl(),
            sequence: fc.nat(),
          }),
        ),
        (value) => {
          const change = parseChange(value, NOW);
          if (!change.ok) return;
          const { entry, sequence } = change.value;
          expect(sequence).toBeGreaterThanOrEqual(0);
          // As it is kept: a page's path begins at the first slash.
          if (entry.kind === 'url') expect(entry.host + entry.path).toMatch(/^[^/]+\//);
        },
      ),
    );
  });
});
