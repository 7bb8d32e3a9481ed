import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DEFAULT_PREFERENCES,
  MAX_LINK_TEXT_LENGTH,
  MAX_LINKS_PER_REQUEST,
  MAX_MESSAGE_TEXT_LENGTH,
  type Request,
} from '../../src/protocol/messages.ts';
import { isContentRequest, isPageRequest, parseRequest } from '../../src/protocol/parse-request.ts';

const SECTION = { kind: 'url', category: 'spam', action: 'caution', group: 'a feed' } as const;
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
const LINK = { href: 'https://b.example/', text: 'b', tag: 'a' } as const;

/** One of each, whole. */
const REQUESTS: readonly Request[] = [
  {
    type: 'check-links',
    messageKey: 'k',
    head: { from: 'a@b.example', replyTo: '', subject: 's', text: 't' },
    links: [LINK],
  },
  { type: 'check-links', messageKey: 'k', head: null, links: [] },
  { type: 'trust-link', href: 'https://b.example/', scope: 'site', forSeconds: 600 },
  { type: 'trust-link', href: 'https://b.example/', scope: 'link', forSeconds: null },
  { type: 'block-link', href: 'https://b.example/', scope: 'host' },
  { type: 'undo-rule', ruleId: 'r1' },
  {
    type: 'report-frame',
    isNewDocument: true,
    adapter: 'gmail',
    messages: 1,
    links: 2,
    flagged: { danger: 1, caution: 0 },
    unchecked: 0,
    shown: [{ href: 'https://b.example/', text: 'b' }],
    notes: ['no-message-found'],
  },
  { type: 'link-opened', href: 'https://b.example/' },
  { type: 'get-preferences' },
  { type: 'get-texts' },
  { type: 'get-status' },
  { type: 'update-now' },
  { type: 'list-rules', action: 'block' },
  { type: 'add-rule', action: 'trust', scope: 'site', subject: 'b.example', note: '', expiresAt: 5 },
  { type: 'edit-rule', ruleId: 'r1', note: 'n', expiresAt: null },
  { type: 'remove-rules', ids: ['r1', 'r2'] },
  { type: 'restore-rules', rules: [RULE] },
  { type: 'get-tab', tabId: 3 },
  { type: 'set-preferences', preferences: DEFAULT_PREFERENCES },
  {
    type: 'preview-list',
    url: 'https://l.example/list.txt',
    name: '',
    category: 'phishing',
    licence: 'CC0-1.0',
  },
  { type: 'preview-file', name: 'mine.txt', category: 'spam', bytes: 12 },
  { type: 'list-chunk', import: 'i1', text: 'a.example', readBytes: 9, isLast: true },
  { type: 'cancel-import', import: 'i1' },
  { type: 'add-list', import: 'i1' },
  { type: 'remove-list', list: 'list:1' },
  { type: 'get-lists' },
  { type: 'preview-channel', text: 'https://c.example/' },
  { type: 'add-channel', text: 'https://c.example/' },
  { type: 'remove-channel', channel: 'added:https://c.example/' },
  { type: 'set-sections', channel: 'default', off: [SECTION] },
  { type: 'sites-changed' },
  { type: 'get-look-back' },
  { type: 'dismiss-look-back', ids: ['x'] },
  { type: 'get-statistics' },
  { type: 'clear-statistics' },
  { type: 'export-private-data' },
  { type: 'import-private-data', text: '{}' },
  {
    type: 'undo-import',
    imported: {
      ruleIds: ['r1'],
      days: [{ day: '2026-11-20', links: 5, danger: 1, caution: 0, unchecked: 0, trusted: 0 }],
      preferencesBefore: { onDanger: 'ask', onCaution: 'mark', language: null, saveData: false },
    },
  },
];

describe('parseRequest', () => {
  test.each(REQUESTS.map((request) => [request.type, request] as const))('reads %s', (_, request) => {
    expect(parseRequest(request)).toEqual({ ok: true, value: request });
    expect(isContentRequest(request) || isPageRequest(request)).toBe(true);
  });

  test('has an example of every type here', () => {
    const contentOnly = [
      'check-links',
      'trust-link',
      'block-link',
      'report-frame',
      'link-opened',
      'get-texts',
    ];
    const content = new Set(REQUESTS.filter(isContentRequest).map(({ type }) => type));
    const page = new Set<string>(REQUESTS.filter(isPageRequest).map(({ type }) => type));
    expect([...content].filter((type) => !page.has(type))).toEqual(contentOnly);
    expect(content.size + page.size).toBe(38);
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
      { type: 'block-link', href: 'x', scope: 'everything' },
      { kind: 'bad-field', field: 'scope' },
    ],
    [
      'an href that is no text',
      { type: 'check-links', messageKey: '', head: null, links: [LINK, { ...LINK, href: {} }] },
      { kind: 'bad-field', field: 'links[1].href' },
    ],
    [
      'more links than a request may have',
      {
        type: 'check-links',
        messageKey: '',
        head: null,
        links: Array.from({ length: MAX_LINKS_PER_REQUEST + 1 }, () => LINK),
      },
      { kind: 'bad-field', field: 'links' },
    ],
    [
      'a field that is only inherited',
      Object.assign(Object.create({ tabId: 1 }), { type: 'get-tab' }),
      { kind: 'bad-field', field: 'tabId' },
    ],
  ])('refuses %s', (_, message, failure) => {
    expect(parseRequest(message)).toEqual({ ok: false, failure });
  });

  test('cuts evidence that is too long, and never an href', () => {
    const parsed = parseRequest({
      type: 'check-links',
      messageKey: 'k',
      head: { from: 'a', replyTo: '', subject: '', text: 'x'.repeat(MAX_MESSAGE_TEXT_LENGTH + 1) },
      links: [{ href: 'h'.repeat(1_000_000), text: 't'.repeat(MAX_LINK_TEXT_LENGTH + 1), tag: 'a' }],
    });
    if (!parsed.ok || parsed.value.type !== 'check-links') throw new Error('not read');
    expect(parsed.value.head?.text).toHaveLength(MAX_MESSAGE_TEXT_LENGTH);
    expect(parsed.value.links[0]?.text).toHaveLength(MAX_LINK_TEXT_LENGTH);
    expect(parsed.value.links[0]?.href).toHaveLength(1_000_000);
  });

  test("makes no administrator's rule out of a message", () => {
    const parsed = parseRequest({ type: 'restore-rules', rules: [{ ...RULE, by: 'administrator' }] });
    expect(parsed).toMatchObject({ ok: true, value: { rules: [{ by: 'reader' }] } });
  });

  test('never throws, and what it accepts it reads the same again', () => {
    const value = fc.oneof(
      fc.anything({ maxDepth: 3 }),
      fc
        .tuple(fc.constantFrom(...REQUESTS), fc.string(), fc.anything({ maxDepth: 2 }))
        .map(([request, key, other]) => ({ ...request, [key]: other })),
      fc
        .tuple(fc.constantFrom(...REQUESTS), fc.nat(5), fc.anything({ maxDepth: 2 }))
        .map(([request, at, other]) => {
          const entries = Object.entries(request);
          const key = entries[at % entries.length]?.[0] ?? 'type';
          return { ...request, [key]: other };
        }),
    );
    fc.assert(
      fc.property(value, (message) => {
        const parsed = parseRequest(message);
        if (parsed.ok) expect(parseRequest(structuredClone(parsed.value))).toEqual(parsed);
      }),
      { numRuns: 3000 },
    );
  });
});
