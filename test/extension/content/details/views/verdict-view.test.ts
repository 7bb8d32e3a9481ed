// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest';

vi.stubGlobal('SVGAElement', class extends SVGElement {});
const { ageText } = await import('../../../../../src/extension/content/details/views/verdict-view.ts');
const { reportText } = await import('../../../../../src/extension/content/details/toasts/report-text.ts');
vi.stubGlobal('chrome', { runtime: {}, i18n: {} });
const { contactAddress } = await import('../../../../../src/extension/content/details/toasts/rule-maker.ts');

describe('ageText', () => {
  test.each([
    [0, 'this minute'],
    [59 * 60, '59 minutes ago'],
    [3 * 3600, '3 hours ago'],
    [47 * 3600, '47 hours ago'],
    [72 * 3600, '3 days ago'],
    [-3600, 'this minute'],
  ])('an age of %i seconds is said in words', (age, text) => {
    expect(ageText(1_000_000, 1_000_000 + age, 'en')).toBe(text);
  });
});

test('a report to the maintainers names the address so that no mail program makes a link of it', () => {
  const reason = {
    kind: 'listed',
    category: 'phishing',
    level: 'danger',
    expression: 'a.example/',
    group: 'Feed',
    channel: 'c',
    channelName: 'List',
    serial: 7,
    publishedAt: 0,
    layer: 0,
  } as const;
  const link = {
    element: document.createElement('a'),
    href: 'https://a.example/x',
    message: { body: document.body, isFramed: false, key: '' },
    isSender: false,
  };
  const answer = {
    verdict: { kind: 'flagged', level: 'danger', asks: true, reasons: [reason] },
    layers: [],
    scopes: [],
  } as const;
  const text = reportText({ link, level: 'danger', answer }, { text: (key) => key, language: 'en' });
  expect(text).toContain('hxxps://a[.]example/x');
  expect(text).toContain('a.example/ (phishing, Feed; List 7)');
});

describe('contactAddress', () => {
  test.each([
    ['reports@feed.example', 'mailto:reports@feed.example'],
    ['https://feed.example/report', 'https://feed.example/report'],
    ['mailto:reports@feed.example', 'mailto:reports@feed.example'],
    ['javascript:alert(1)', null],
    ['http://feed.example/', null],
    ['ask on the forum', null],
    ['', null],
  ])('the address for a report is taken from a list’s contact: %j', (contact, address) => {
    expect(contactAddress(contact)).toBe(address);
  });
});
