// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest';
import { roundcube } from '../../../../src/extension/content/webmail/roundcube.ts';
import { FIXTURES } from '../webmail/fixture.ts';

// happy-dom has none; the module asks for it when it is read.
vi.stubGlobal('SVGAElement', class extends SVGElement {});
// Browsers have this getter at `Node`, where the script takes it from.
const textContent = Object.getOwnPropertyDescriptor(Element.prototype, 'textContent');
if (textContent !== undefined) Object.defineProperty(Node.prototype, 'textContent', textContent);
const { headFactsOf } = await import('../../../../src/extension/content/messages/message-head.ts');

const FAILED = 'Signature is not valid! verified by ';

function icon(title: string): string {
  return `<img src="plugins/authres_status/images/status_fail.png" alt="invalidsignature" title="${title}" class="authres-status-img" />`;
}

interface Shown {
  readonly summary?: string;
  readonly from?: string;
  readonly to?: string;
  readonly body?: string;
  readonly list?: string;
}

/** What the script tells of a page of Roundcube. */
function dmarcShown({ summary = '', from = '', to = '', body = '', list = '' }: Shown): string | undefined {
  const address = '<span class="adr"><a class="rcmContactAddress" title="ann@bank.example">Ann</a></span>';
  return dmarcIn(`<table id="messagelist"><tr><td class="fromto">${list}</td></tr></table><div id="layout-content">
    <div class="header-summary"><span>From ${summary} ${address}</span></div>
    <table class="headers-table"><tr><td class="header from">${from} ${address}</td></tr>
    <tr><td class="header to">${to}</td></tr></table>
    <div id="messagebody"><div class="rcmBody">${body}</div></div></div>`);
}

function dmarcIn(html: string): string | undefined {
  document.body.replaceChildren(
    ...new DOMParser().parseFromString(html.replace(/<link[^>]*>/, ''), 'text/html').body.childNodes,
  );
  const body = document.querySelector('#messagebody');
  if (body === null) throw new RangeError('no body');
  const message = { key: 'a', body, isFramed: false };
  return headFactsOf(message, roundcube, [null], [message])?.dmarc;
}

/** As a sender writes it to look like the header. */
function forged(title: string): string {
  return `<div class="header-summary">${icon(title)}</div><table><tr><td class="header from">${icon(title)}</td></tr></table>`;
}

describe('a Roundcube with authres_status', () => {
  test.each(['summary', 'from'] as const)(
    'a Roundcube with authres_status tells a failed DMARC check beside the sender: %s',
    (place) => {
      expect(dmarcShown({ [place]: icon(`${FAILED}dmarc=fail`) })).toBe('fail');
    },
  );

  test('a Roundcube with authres_status tells nothing of a pass, and nothing without an icon', () => {
    expect(dmarcShown({ from: icon('Valid signature(s). verified by dmarc=pass') })).toBeUndefined();
    expect(dmarcShown({})).toBeUndefined();
  });

  test('a Roundcube with authres_status tells nothing of an icon in the message, beside a recipient or in the list', () => {
    const title = `${FAILED}dmarc=fail`;
    for (const shown of [{ body: forged(title) }, { to: icon(title) }, { list: icon(title) }])
      expect(dmarcShown(shown)).toBeUndefined();
  });

  test('a Roundcube with authres_status tells a failure that an icon in the message denies', () => {
    const shown = { from: icon(`${FAILED}dmarc=fail`), body: forged('Valid signature(s). dmarc=pass') };
    expect(dmarcShown(shown)).toBe('fail');
  });

  test('the two fixtures of a Roundcube with authres_status say the same', () => {
    const told = FIXTURES.filter(({ webmail }) => webmail === 'roundcube').map(({ name, html, facts }) => {
      expect(dmarcIn(html), name).toBe(facts.dmarc);
      return facts.dmarc;
    });
    expect(told).toContain('fail');
    expect(told).toContain(undefined);
  });

  test.each([
    ['after another method', `${FAILED}dkim=fail (bad signature); dmarc=fail (p=reject dis=none)`],
    ['after a sentence that ends without a space', 'Verifiziert durchdmarc=fail'],
    ['with spaces and capitals', `${FAILED}DMARC = Fail`],
    ['before a pass, which an earlier server or the sender wrote', `${FAILED}dmarc=fail; dmarc=pass`],
    ['after a comment that quotes a pass', `${FAILED}spf=fail (x; dmarc=pass); dmarc=fail`],
    [
      'after a comment that a quoted bracket leaves open',
      `${FAILED}spf=fail (of &quot;(&quot;@b.example); dmarc=fail (p=none)`,
    ],
  ])('a Roundcube with authres_status reads a failure %s', (_, title) => {
    expect(dmarcShown({ from: icon(title) })).toBe('fail');
  });

  test.each([
    ['a failure of another method', `${FAILED}dkim=fail; spf=fail`],
    ['a failure that a comment quotes', `${FAILED}arc=pass (i=1 spf=pass dmarc=fail fromdomain=b.example)`],
    ['a result that a comment quotes', `${FAILED}spf=fail (x; dmarc=fail); dmarc=pass`],
    ['a failure after a pass, which an earlier server wrote', `${FAILED}dmarc=pass; dkim=fail; dmarc=fail`],
    ['no result', `${FAILED}dmarc=none; dmarcx=fail`],
    ['a word of the sentence', 'dmarc failed'],
  ])('a Roundcube with authres_status takes for no failure %s', (_, title) => {
    expect(dmarcShown({ from: icon(title) })).toBeUndefined();
  });
});
