// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeOutsideText } from '../../../src/core/text/outside-text.ts';
import { destination, outside } from '../../../src/extension/pages/outside.tsx';

describe('outside', () => {
  test('the function outside shows a text from outside in an isolated left-to-right run, without anything invisible', () => {
    const element = outside('exe.\u202egpj');
    expect(element.tagName).toBe('BDI');
    expect(element.dir).toBe('ltr');
    expect(element.textContent).toBe('exe.\\u{202e}gpj');
  });
});

describe('destination', () => {
  test.each([
    ['https://paypal.com.evil.example/signin', 'evil.example', 'https://paypal.com.|evil.example|/signin'],
    ['evil.example', 'evil.example', '|evil.example|'],
    ['https://evil.example:8443/', 'evil.example', 'https://|evil.example|:8443/'],
    ['https://paypal.com@evil.example/', 'evil.example', 'https://paypal.com@|evil.example|/'],
    ['evil.example?x=evil.example', 'evil.example', '|evil.example|?x=evil.example'],
  ])('the shown destination sets off the registrable domain of %s', (text, domain, expected) => {
    const shown = [...destination(text, domain).childNodes]
      .map((node) => (node.nodeName === 'STRONG' ? `|${node.textContent}|` : node.textContent))
      .join('');
    expect(shown).toBe(expected);
  });

  test.each([
    ['another domain that ends alike', 'https://notevil.example/', 'evil.example'],
    ['the domain in the path only', 'https://a.test/evil.example', 'evil.example'],
    ['no domain', 'http://192.0.2.1/', null],
  ])('the shown destination sets off nothing for %s', (_, text, domain) => {
    expect(destination(text, domain).querySelector('strong')).toBeNull();
  });

  test('the shown destination shows every character of whatever text, escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.option(fc.domain()), (text, domain) => {
        const shown = destination(text, domain);
        if (shown.querySelector('strong') === null) expect(shown.textContent).toBe(escapeOutsideText(text));
        else expect(shown.textContent).toContain(domain);
      }),
      { numRuns: 500 },
    );
  });
});
