import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_RULE_TIME, MAX_TRUST_SECONDS } from '../../../src/core/verdict/rules.ts';
import {
  MAX_LINK_TEXT_LENGTH,
  MAX_LINKS_PER_REQUEST,
} from '../../../src/extension/protocol/link-messages.ts';
import { parseRule } from '../../../src/extension/protocol/rule-messages.ts';
import {
  parseContentRequest,
  parsePageRequest,
  type Request,
  REQUESTS,
} from '../../../src/extension/protocol/requests.ts';
import { requestsFrom } from './golden-examples.ts';

const RULE = {
  id: 'r1',
  action: 'trust',
  scope: 'site',
  subject: 'b.example',
  addedAt: 1,
  expiresAt: null,
  note: '',
  by: 'reader',
} as const;
const LINK = { href: 'https://b.example/', text: 'b', tag: 'a', number: 0 } as const;
const FROM_FRAME = requestsFrom('frame');
const FROM_PAGE = requestsFrom('page');

const REALMS = [
  ['a frame', parseContentRequest, FROM_FRAME],
  ['a page', parsePageRequest, FROM_PAGE],
] as const;

describe.each(REALMS)('what %s sends', (_realm, parse, requests: readonly Request[]) => {
  test.each(requests.map((request) => [request.type, request] as const))(
    'a request of the protocol is read: %s',
    (_, request) => {
      expect(parse(request)).toEqual({ ok: true, value: request });
    },
  );

  test('a request of the protocol never makes the parser throw, and what it accepts it reads the same again', () => {
    const value = fc.oneof(
      fc.anything({ maxDepth: 3 }),
      fc
        .tuple(fc.constantFrom(...requests), fc.string(), fc.anything({ maxDepth: 2 }))
        .map(([request, key, other]) => ({ ...request, [key]: other })),
      fc
        .tuple(fc.constantFrom(...requests), fc.nat(5), fc.anything({ maxDepth: 2 }))
        .map(([request, at, other]) => {
          const entries = Object.entries(request);
          const key = entries[at % entries.length]?.[0] ?? 'type';
          return { ...request, [key]: other };
        }),
    );
    fc.assert(
      fc.property(value, (message) => {
        const parsed = parse(message);
        if (parsed.ok) expect(parse(structuredClone(parsed.value))).toEqual(parsed);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a request', () => {
  test('a request of the protocol of the other realm is of an unknown type', () => {
    const refused = { ok: false, failure: { kind: 'unknown-type' } };
    for (const [request, row] of [...FROM_FRAME, ...FROM_PAGE].map(
      (each) => [each, REQUESTS[each.type]] as const,
    )) {
      if (row.from === 'page') expect(parseContentRequest(request)).toEqual(refused);
      if (row.from === 'frame') expect(parsePageRequest(request)).toEqual(refused);
    }
  });

  test.each([
    ['nothing', undefined, { kind: 'not-a-request' }],
    ['text', 'get-status', { kind: 'not-a-request' }],
    ['a list', ['get-status'], { kind: 'not-a-request' }],
    ['no type', {}, { kind: 'not-a-request' }],
    ['a type that is no text', { type: 1 }, { kind: 'not-a-request' }],
    ['an unknown type', { type: 'fetch' }, { kind: 'unknown-type' }],
    ['the name of an inherited property', { type: 'constructor' }, { kind: 'unknown-type' }],
    ['a missing field', { type: 'get-tab' }, { kind: 'bad-field', field: 'tabId' }],
    ['a fraction for a tab', { type: 'get-tab', tabId: 1.5 }, { kind: 'bad-field', field: 'tabId' }],
    ['a negative number', { type: 'get-tab', tabId: -1 }, { kind: 'bad-field', field: 'tabId' }],
    ['not a number', { type: 'get-tab', tabId: Number.NaN }, { kind: 'bad-field', field: 'tabId' }],
    [
      'an unknown scope',
      { type: 'block-link', messageKey: 'k', href: 'x', scope: 'everything' },
      { kind: 'bad-field', field: 'scope' },
    ],
    [
      'an href that is no text',
      { type: 'check-links', messageKey: '', sender: null, links: [LINK, { ...LINK, href: {} }] },
      { kind: 'bad-field', field: 'links[1].href' },
    ],
    [
      'more links than a request may have',
      {
        type: 'check-links',
        messageKey: '',
        sender: null,
        links: Array.from({ length: MAX_LINKS_PER_REQUEST + 1 }, () => LINK),
      },
      { kind: 'bad-field', field: 'links' },
    ],
    [
      'a field that is only inherited',
      Object.assign(Object.create({ tabId: 1 }), { type: 'get-tab' }),
      { kind: 'bad-field', field: 'tabId' },
    ],
  ])('a request of the protocol is refused: %s', (_, message, failure) => {
    const parses = [parseContentRequest(message), parsePageRequest(message)];
    expect(parses.every(({ ok }) => !ok)).toBe(true);
    expect(parses).toContainEqual({ ok: false, failure });
  });

  test('a request of the protocol has evidence that is too long cut, and never an href', () => {
    const parsed = parseContentRequest({
      type: 'check-links',
      messageKey: 'k',
      sender: 'a',
      links: [
        {
          href: 'h'.repeat(1_000_000),
          text: 't'.repeat(MAX_LINK_TEXT_LENGTH + 1),
          tag: 'm'.repeat(21),
          number: 0,
        },
      ],
    });
    if (!parsed.ok || parsed.value.type !== 'check-links') throw new Error('not read');
    // An element of any name can be a link, and one of them does not take the answers from a hundred others.
    expect(parsed.value.links[0]?.tag).toHaveLength(20);
    expect(parsed.value.links[0]?.text).toHaveLength(MAX_LINK_TEXT_LENGTH);
    expect(parsed.value.links[0]?.href).toHaveLength(1_000_000);
  });

  test("a request of the protocol makes no administrator's rule", () => {
    const parsed = parsePageRequest({ type: 'restore-rules', rules: [{ ...RULE, by: 'administrator' }] });
    expect(parsed).toMatchObject({ ok: true, value: { rules: [{ by: 'reader' }] } });
  });
});

test.each([
  ['the last second that a calendar has', MAX_RULE_TIME, true],
  ['a second more', MAX_RULE_TIME + 1, false],
  ['as much as a number holds', Number.MAX_SAFE_INTEGER, false],
  ['a part of a second', 1.5, false],
])('the time of a rule in a request is read or refused: %s', (_, time, isRead) => {
  expect(parseRule({ ...RULE, addedAt: time }) !== null).toBe(isRead);
  expect(parseRule({ ...RULE, expiresAt: time }) !== null).toBe(isRead);
  expect(parsePageRequest({ type: 'edit-rule', ruleId: 'r1', note: '', expiresAt: time }).ok).toBe(isRead);
  expect(() => new Intl.DateTimeFormat('en').format(new Date(MAX_RULE_TIME * 1000))).not.toThrow();
});

test.each([
  ['as long as may be', MAX_TRUST_SECONDS, true],
  ['a second more', MAX_TRUST_SECONDS + 1, false],
  ['as much as a number holds', Number.MAX_SAFE_INTEGER, false],
  ['no time at all', -1, false],
])('trust for %s, as a frame asks for it, is read or refused', (_, forSeconds, isRead) => {
  const trust = { href: 'https://b.example/', messageKey: 'k', scope: 'site', forSeconds };
  expect(parseContentRequest({ type: 'trust-link', ...trust }).ok).toBe(isRead);
  const done = { kind: 'trust', scope: 'site', forSeconds };
  expect(parseContentRequest({ type: 'done-below', frameId: 1, id: 'a', done }).ok).toBe(isRead);
});
