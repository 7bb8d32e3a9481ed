import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_RULE_TIME, MAX_TRUST_SECONDS } from '../../../src/core/verdict/rules.ts';
import {
  MAX_LINK_TEXT_LENGTH,
  MAX_LINKS_PER_REQUEST,
} from '../../../src/extension/protocol/link-messages.ts';
import { parseRule } from '../../../src/extension/protocol/rule-messages.ts';
import { DEFAULT_PREFERENCES } from '../../../src/extension/protocol/preference-messages.ts';
import {
  type ContentRequest,
  type PageRequest,
  parseContentRequest,
  parsePageRequest,
  type Request,
} from '../../../src/extension/protocol/requests.ts';

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
const LINK = { href: 'https://b.example/', text: 'b', tag: 'a', number: 0 } as const;
const FACTS = {
  head: { name: 'A', address: 'a@b.example', replyTo: null, subject: 's', reader: null },
  body: { text: 't', end: '', hasQuote: false, alts: [], asksPassword: false, links: [{ href: 0 }] },
} as const;

type Examples<R extends Request> = { readonly [Type in R['type']]: Extract<R, { type: Type }> };

/** One of each that a frame may send, whole. */
const CONTENT: Examples<ContentRequest> = {
  'dismiss-expiry': { type: 'dismiss-expiry' },
  'check-links': {
    type: 'check-links',
    messageKey: 'k',
    sender: 'a@b.example',
    links: [LINK],
  },
  'message-facts': {
    type: 'message-facts',
    messageKey: 'k',
    revision: 1,
    facts: FACTS,
    pages: ['https://mail.google.com/mail/u/0/#inbox/1'],
  },
  'correct-message': { type: 'correct-message', messageKey: 'k', correction: 'fine', scope: 'address' },
  'undo-correction': { type: 'undo-correction', correctionId: 'address a@b.example' },
  'open-decisions': { type: 'open-decisions' },
  'trust-link': {
    type: 'trust-link',
    messageKey: 'k',
    href: 'https://b.example/',
    scope: 'site',
    forSeconds: 600,
  },
  'trust-once': { type: 'trust-once', href: 'https://b.example/', messageKey: 'k' },
  'block-link': { type: 'block-link', messageKey: 'k', href: 'https://b.example/', scope: 'host' },
  'undo-rule': { type: 'undo-rule', ruleId: 'r1' },
  'report-frame': {
    type: 'report-frame',
    isNewDocument: true,
    adapter: 'gmail',
    messages: 1,
    links: 2,
    elsewhere: 0,
    flagged: { danger: 1, caution: 0 },
    unchecked: 2,
    uncheckedBecause: ['expired', 'unreadable'],
    shown: [{ href: 'https://b.example/', text: 'b', messageKey: 'k' }],
    messageKeys: ['k'],
    notes: ['no-message-found'],
  },
  'read-codes': { type: 'read-codes', picture: 'data:image/png;base64,AAAA' },
  'ask-above': {
    type: 'ask-above',
    id: 'q',
    view: {
      kind: 'ask',
      answer: {
        verdict: {
          kind: 'flagged',
          level: 'danger',
          asks: true,
          reasons: [
            {
              kind: 'listed',
              category: 'phishing',
              level: 'danger',
              expression: 'b.example/',
              group: 'a feed',
              channel: 'c',
              channelName: 'C',
              serial: 1,
              publishedAt: 1,
              layer: 0,
            },
          ],
        },
        layers: [{ url: 'https://b.example/', host: 'b.example', registrableDomain: null, wrapper: null }],
        scopes: [],
      },
      href: 'https://b.example/',
      isForm: false,
    },
    pointer: { x: 1.5, y: -2 },
  },
  'close-above': { type: 'close-above', id: 'q' },
  'show-above': {
    type: 'show-above',
    id: 'q',
    what: {
      kind: 'card',
      href: 'https://b.example/',
      answer: {
        verdict: { kind: 'unchecked', because: 'expired', asks: true },
        layers: [],
        scopes: [{ scope: 'site', subject: 'b.example' }],
        cannotTrust: true,
        hiddenBy: 's.example',
        contact: 'c@b.example',
      },
      level: 'unchecked',
      isSender: false,
      mayOpen: true,
      size: { x: 500, y: 60 },
      from: { x: 1, y: 2 },
      to: { x: 30, y: 20 },
      pointer: { x: 5, y: 6 },
    },
  },
  'done-below': {
    type: 'done-below',
    frameId: 3,
    id: 'q',
    done: { kind: 'trust', scope: 'site', forSeconds: null },
  },
  'ask-in-window': {
    type: 'ask-in-window',
    id: 'q',
    view: { kind: 'slow', href: 'https://b.example/', isForm: true },
  },
  'close-window': { type: 'close-window', id: 'q' },
  'open-agreed': { type: 'open-agreed', id: 'q', href: 'https://b.example/', isBehind: true },
  'answer-below': { type: 'answer-below', frameId: 3, id: 'q', goOn: true },
  'still-asking': { type: 'still-asking', frameId: 3, id: 'q' },
  'link-opened': { type: 'link-opened', href: 'https://b.example/' },
  'get-preferences': { type: 'get-preferences' },
  'get-texts': { type: 'get-texts', known: 'en' },
  'open-first-aid': { type: 'open-first-aid', about: 'malware' },
  'load-details': { type: 'load-details' },
};

/** One of each that a page of ours may send. */
const PAGE: Examples<PageRequest> = {
  'get-missed': { type: 'get-missed', tabId: 1 },
  'trust-shown-once': {
    type: 'trust-shown-once',
    tabId: 1,
    links: [{ frameId: 0, messageKey: 'k', href: 'https://b.example/' }],
  },
  'undo-rule': { type: 'undo-rule', ruleId: 'r1' },
  'get-preferences': { type: 'get-preferences' },
  'judge-codes': { type: 'judge-codes', addresses: ['https://b.example/'] },
  'get-policy': { type: 'get-policy' },
  'get-question': { type: 'get-question', id: 'q' },
  'answer-question': { type: 'answer-question', id: 'q', goOn: false },
  'undo-correction': { type: 'undo-correction', correctionId: 'address a@b.example' },
  'list-corrections': { type: 'list-corrections' },
  'get-correspondents': { type: 'get-correspondents', about: '' },
  'clear-correspondents': { type: 'clear-correspondents' },
  'get-status': { type: 'get-status' },
  'update-now': { type: 'update-now' },
  'list-rules': { type: 'list-rules', action: 'block' },
  'add-rule': {
    type: 'add-rule',
    action: 'trust',
    scope: 'site',
    subject: 'b.example',
    note: '',
    expiresAt: 5,
  },
  'edit-rule': { type: 'edit-rule', ruleId: 'r1', note: 'n', expiresAt: null },
  'remove-rules': { type: 'remove-rules', ids: ['r1', 'r2'] },
  'restore-rules': { type: 'restore-rules', rules: [RULE] },
  'get-tab': { type: 'get-tab', tabId: 3 },
  'set-preferences': { type: 'set-preferences', preferences: DEFAULT_PREFERENCES },
  'add-list': {
    type: 'add-list',
    url: 'https://l.example/list.txt',
    name: '',
    category: 'phishing',
    licence: 'CC0-1.0',
  },
  'remove-list': { type: 'remove-list', list: 'list:1', isUndoable: true },
  'get-lists': { type: 'get-lists' },
  'add-presets': { type: 'add-presets', ids: ['urlhaus'] },
  'remove-presets': { type: 'remove-presets', ids: ['urlhaus'] },
  'get-presets': { type: 'get-presets' },
  'preview-channel': { type: 'preview-channel', text: 'https://c.example/' },
  'add-channel': { type: 'add-channel', text: 'https://c.example/' },
  'remove-channel': { type: 'remove-channel', channel: 'added:https://c.example/', isUndoable: true },
  'take-back-list': { type: 'take-back-list', list: 'list:1' },
  'set-sections': { type: 'set-sections', channel: 'default', off: [SECTION] },
  'sites-changed': { type: 'sites-changed' },
  'get-look-back': { type: 'get-look-back' },
  'dismiss-look-back': { type: 'dismiss-look-back', ids: ['x'] },
  'dismiss-mistakes': { type: 'dismiss-mistakes', ids: ['x'] },
  'get-statistics': { type: 'get-statistics' },
  'export-private-data': { type: 'export-private-data' },
  'preview-import': { type: 'preview-import', text: '{}' },
  'import-private-data': { type: 'import-private-data', text: '{}' },
  'undo-import': {
    type: 'undo-import',
    imported: {
      ruleIds: ['r1'],
      days: [{ day: '2026-11-20', links: 5, danger: 1, caution: 0 }],
      preferencesBefore: {
        onDanger: 'ask',
        onCaution: 'mark',
        language: null,
        saveData: false,
        rememberCorrespondents: true,
        mailServer: null,
      },
    },
  },
  'judge-mail-links': {
    type: 'judge-mail-links',
    sender: 'a@b.example',
    isVouchedFor: true,
    links: [{ href: 'https://b.example/', isSender: false }],
  },
  'judge-mail': {
    type: 'judge-mail',
    sender: null,
    isVouchedFor: false,
    facts: FACTS,
    links: [{ href: 'https://b.example/', text: 'b', tag: 'a' }],
  },
  'correct-mail': {
    type: 'correct-mail',
    sender: 'a@b.example',
    isVouchedFor: true,
    facts: FACTS,
    links: [{ href: 'https://b.example/', text: 'b', tag: 'a' }],
    correction: 'fine',
    scope: 'address',
  },
  'add-rules': { type: 'add-rules', action: 'trust', lines: ['bank.example', 'anna@bank.example'] },
  'count-links': { type: 'count-links', isOn: false },
  'show-link': { type: 'show-link', tabId: 3, href: 'https://evil.example/' },
  'list-pauses': { type: 'list-pauses' },
  'list-fallback-sites': { type: 'list-fallback-sites' },
  'end-pause': { type: 'end-pause', origin: 'https://mail.example' },
  'set-paused': { type: 'set-paused', tabId: 3, isPaused: true },
};

const REALMS = [
  [
    'a frame',
    parseContentRequest,
    [
      ...Object.values(CONTENT),
      { type: 'check-links', messageKey: 'k', sender: null, links: [] },
      { type: 'trust-link', messageKey: 'k', href: 'https://b.example/', scope: 'link', forSeconds: null },
      { type: 'show-above', id: 'q', what: { kind: 'enter' } },
      {
        type: 'show-above',
        id: 'q',
        what: {
          kind: 'toast',
          sentence: [
            { text: 'Trusted: ', isOutside: false },
            { text: 'b.example', isOutside: true },
          ],
          hasUndo: true,
          further: null,
        },
      },
      { type: 'done-below', frameId: 3, id: 'q', done: { kind: 'block', scope: 'host' } },
      { type: 'done-below', frameId: 3, id: 'q', done: { kind: 'closed' } },
    ],
  ],
  ['a page', parsePageRequest, Object.values(PAGE)],
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
    for (const request of Object.values(PAGE)) {
      if (!Object.hasOwn(CONTENT, request.type)) expect(parseContentRequest(request)).toEqual(refused);
    }
    for (const request of Object.values(CONTENT)) {
      if (!Object.hasOwn(PAGE, request.type)) expect(parsePageRequest(request)).toEqual(refused);
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
