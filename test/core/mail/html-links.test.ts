import { describe, expect, test } from 'vitest';
import { readLink } from '../../../src/core/url/read-link.ts';
import { linksOfMarkup } from '../../../src/core/mail/links/html-links.ts';
import { parseHtml } from '../../../src/core/mail/content/parse-html.ts';

const attribute = (href: string): string => href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const link = (href: string): string => `<a href="${attribute(href)}">x</a>`;
const hrefsOf = (html: string): readonly string[] => linksOfMarkup(html, parseHtml, 1_000).hrefs;

describe('what leads to no page of anybody is no link', () => {
  test.each([
    '',
    ' ',
    '#',
    '#top',
    ' #top',
    'tel:+1',
    'TEL:+1 555 010 0101',
    'te\nl:+1',
    'fax:555.010.0102',
    'sms:+15550100?body=hi',
    'mms:+15550100',
    'callto:+15550100',
    'facetime:a@b.example',
    'sip:a@b.example',
    'sips:a@b.example',
    'xmpp:a@b.example',
    'geo:1,2',
    'cid:x',
    'mid:a@b',
    'x-apple-data-detectors://1',
    'x-apple-data-detectors:',
    'about:blank',
    'about:blank#x',
    'javascript:void(0)',
    'javascript:void(0);',
    ' JavaScript:void(0)',
    'java\nscript:void(0)',
    'javascript:void%200',
    'javascript:;',
    'javascript:',
    'javascript:return false;',
    'javascript:void(0);return false;',
    'javascript:window.print()',
    'javascript:history.back()',
    'mailto:',
    'mailto:?subject=Read this&body=a@b.example',
    'unsubscribe',
    'page.html',
    '/account',
    '?page=2',
    '[unsubscribe]',
    '{{unsubscribe_url}}',
    '*|UNSUB|*',
    '%%unsubscribe%%',
  ])('an address in HTML that leads to no page of anybody is no link: %j', (href) => {
    expect(hrefsOf(link(href))).toEqual([]);
  });
});

describe('what may carry an address is a link, and not checked', () => {
  test.each([
    'intent://bad.example/#Intent;scheme=https;end',
    'ms-word:ofe|u|https://bad.example/a.docx',
    'unknown:x',
    'data:text/html,<a href=https://bad.example/>x</a>',
    'file://bad.example/share',
    'javascript:location="https://bad.example/"',
    'javascript://%0alocation="https://bad.example/"',
    'javascript:void(location="https://bad.example/")',
    'javascript:void(0);location="https://bad.example/"',
    'view-source:unknown',
    'about:reader?url=https://bad.example/',
    'mailto:a@b@',
    'mailto:?cc=x@',
    'x-apple-data-detectors-of-others:x',
    '//',
    'https://[placeholder]/',
  ])('a link in HTML whose scheme may carry an address is not checked: %j', (href) => {
    const found = hrefsOf(link(href));
    expect(found).toHaveLength(1);
    expect(readLink(found[0] ?? '').failure).not.toBe(null);
  });
});

test.each(['mailto:a%40b.example', 'mailto:?cc=a%40b.example'])(
  'an address in a mailto: link is one if its @ is escaped: %s',
  (href) => {
    expect(hrefsOf(link(href))).toEqual([href]);
    expect(readLink(href).failure).toBe(null);
  },
);

describe('a link leads where a browser leads', () => {
  test.each([
    ['//bad.example/login', 'https://bad.example/login'],
    ['\\\\bad.example/login', 'https://bad.example/login'],
    ['/\\bad.example/login', 'https://bad.example/login'],
    ['\\/bad.example\\login', 'https://bad.example/login'],
    ['///bad.example/login', 'https://bad.example/login'],
    [' /\t/bad.example/login', 'https://bad.example/login'],
    ['//a:b@BAD.example:8080/login', 'https://a:b@bad.example:8080/login'],
    ['webcal://bad.example/a.ics', 'https://bad.example/a.ics'],
    ['www.bad.example/login', 'www.bad.example/login'],
    ['bad.example:8080/login', 'bad.example:8080/login'],
    ['https:bad.example/login', 'https:bad.example/login'],
  ])('a link leads where a browser leads without an address of the page: %j', (href, to) => {
    expect(hrefsOf(link(href))).toEqual([to]);
  });

  test.each([
    ['login', 'https://bad.example/a/login'],
    ['/login', 'https://bad.example/login'],
    ['?q', 'https://bad.example/a/b?q'],
    ['#top', 'https://bad.example/a/b#top'],
    ['..\\login', 'https://bad.example/login'],
    ['https:login', 'https://bad.example/a/login'],
    ['//other.example/', 'https://other.example/'],
    ['www.other.example', 'www.other.example'],
    ['https://other.example/', 'https://other.example/'],
  ])('a link leads where a browser leads with one: %j', (href, to) => {
    const base = '<base href="https://bad.example/a/b">';
    expect(hrefsOf(base + link(href)).slice(1)).toContain(to);
    // The first in the document holds, wherever it stands, for what stands before it too.
    expect(hrefsOf(link(href) + base)).toContain(to);
    expect(hrefsOf(base + link(href) + '<base href="https://good.example/">')).toContain(to);
  });

  test('a link leads where a browser leads with one, and nothing else', () => {
    expect(hrefsOf(`<base href="https://bad.example/a/b">${link('')}`)).toEqual(['https://bad.example/a/b']);
  });

  test.each([
    ['relative to the scheme', '<base href="//bad.example/"><a href="login">x</a>'],
    ['in a frame', '<base href="https://bad.example/"><iframe src="login"></iframe>'],
    [
      'for the page in a frame',
      `<base href="https://bad.example/"><iframe srcdoc="${attribute('<a href=login>x</a>')}"></iframe>`,
    ],
    ['for a form', '<base href="https://bad.example/"><form action="login"></form>'],
    [
      'for a page that leads on',
      '<base href="https://bad.example/"><meta http-equiv=refresh content="0;login">',
    ],
    ['for Outlook alone', '<!--[if mso]><base href="https://bad.example/"><![endif]--><a href="login">x</a>'],
    [
      'of which the first leads nowhere',
      '<base target=_blank><base href="https://bad.example/"><a href="login">x</a>',
    ],
  ])('a link leads where a browser leads with an address of the page %s', (_, html) => {
    expect(hrefsOf(html)).toContain('https://bad.example/login');
  });

  test('a form or frame in HTML without an address stays where it is', () => {
    const html =
      '<form action=""></form><iframe src=""></iframe><meta http-equiv=refresh content=30><iframe src="about:blank">';
    expect(hrefsOf(html)).toEqual([]);
    expect(hrefsOf(`<base href="https://bad.example/">${html}`)).toEqual(['https://bad.example/']);
  });
});
