/**
 * A host flagged without any list, so that readers see that their webmail is checked. The ending is reserved (RFC
 * 6761).
 */
export const SELF_TEST_HOST = 'self-test.spamlight.test';

/** The part that webmails support worst is last: some remove forms. */
export const SELF_TEST_PARTS = ['plain', 'wrapped', 'image', 'form'] as const;
export type SelfTestPart = (typeof SELF_TEST_PARTS)[number];

function urlOf(part: SelfTestPart): string {
  return `https://${SELF_TEST_HOST}/${part}`;
}

export function selfTestHref(part: SelfTestPart): string {
  const url = urlOf(part);
  return part === 'wrapped' ? `https://www.google.com/url?q=${encodeURIComponent(url)}` : url;
}

/** A link inside the form, for webmails that remove the form around it. */
export function inFormHref(): string {
  return `https://${SELF_TEST_HOST}/in-form`;
}

export function selfTestPartOf(url: string): SelfTestPart | null {
  return SELF_TEST_PARTS.find((part) => url === urlOf(part)) ?? null;
}

/** In the reader's language; plain text. */
export interface SelfTestWords {
  readonly subject: string;
  readonly intro: string;
  readonly names: Readonly<Record<SelfTestPart, string>>;
}

export function selfTestHtml({ intro, names }: SelfTestWords): string {
  const link = (part: SelfTestPart, content: string): string =>
    `<p><a href="${escapeHtml(selfTestHref(part))}">${content}</a></p>`;
  return [
    `<p>${escapeHtml(intro)}</p>`,
    link('plain', escapeHtml(names.plain)),
    link('wrapped', escapeHtml(names.wrapped)),
    link('image', `<img src="${IMAGE}" width="160" height="40" alt="${escapeHtml(names.image)}">`),
    `<form action="${escapeHtml(selfTestHref('form'))}" method="get"><p><a href="${inFormHref()}">${escapeHtml(names.form)}</a> <button type="submit">→</button></p></form>`,
  ].join('\n');
}

/** @param date - as in `Fri, 20 Nov 2026 18:00:00 +0000` */
export function selfTestMail(
  words: SelfTestWords,
  { address, date }: { readonly address: string; readonly date: string },
): string {
  if (!isHeaderAddress(address)) throw new RangeError('a text that is no address would write headers');
  const boundary = 'spamlight-self-test';
  const plain = [
    words.intro,
    ...SELF_TEST_PARTS.map((part) => `${words.names[part]}: ${selfTestHref(part)}`),
  ];
  const html = `<!doctype html>\n<html><head><meta charset="utf-8"></head><body>\n${selfTestHtml(words)}\n</body></html>`;
  return [
    `From: Spamlight <${address}>`,
    `To: ${address}`,
    `Subject: =?utf-8?B?${base64(words.subject)}?=`,
    `Date: ${date}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    wrapLines(base64(plain.join('\r\n'))),
    `--${boundary}`,
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    wrapLines(base64(html)),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

/** A line break would start further header fields. */
export function isHeaderAddress(text: string): boolean {
  return (
    text.length <= 254 && /^[^\s\p{Cc}\p{Cf}<>()[\]\\,;:"@]+@[^\s\p{Cc}\p{Cf}<>()[\]\\,;:"@]+$/u.test(text)
  );
}

/** Inline, so that the message loads nothing. */
const IMAGE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40"><rect width="160" height="40" rx="8" fill="#5b6270"/></svg>',
)}`;

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function base64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** RFC 2045: at most 76 characters a line. */
function wrapLines(encoded: string): string {
  const lines: string[] = [];
  for (let start = 0; start < encoded.length; start += 76) lines.push(encoded.slice(start, start + 76));
  return lines.join('\r\n');
}
