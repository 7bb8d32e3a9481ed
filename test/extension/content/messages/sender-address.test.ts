// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { generic } from '../../../../src/extension/content/webmail/generic.ts';
import { OPTIONAL } from '../../../../src/extension/content/webmail/optional-webmails.ts';
import { OTHERS } from '../../../../src/extension/content/webmail/other-webmails.ts';
import { REQUIRED } from '../../../../src/extension/content/webmail/required-webmails.ts';
import type { WebmailAdapter } from '../../../../src/extension/content/webmail/webmail-adapter.ts';
import { FIXTURES } from '../webmail/fixture.ts';

// happy-dom has none; the module asks for it when it is read.
vi.stubGlobal('SVGAElement', class extends SVGElement {});
// Browsers have this getter at `Node`, where the script takes it from.
const textContent = Object.getOwnPropertyDescriptor(Element.prototype, 'textContent');
if (textContent !== undefined) Object.defineProperty(Node.prototype, 'textContent', textContent);
const { senderAddressOf } = await import('../../../../src/extension/content/messages/message-head.ts');
const { addressShownAt } = await import('../../../../src/extension/content/messages/shown-address.ts');

/** `npm run soak -- senders` sets it. */
const HEADS = Number(process.env['SPAMLIGHT_HEADS'] ?? 2_000);

const ADAPTERS = [generic, ...[REQUIRED, OPTIONAL, OTHERS].flatMap(({ adapters }) => adapters)];

/** As pages write them; tests put others in their places. */
const NAME = 'Parcel Service';
const ADDRESS = 'notice@parcel.example';

/** Headers beside those of the fixtures, from the webmails' own sources. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  horde: [
    `<table id="msgHeaders"><tr id="msgHeaderFrom"><td><a class="horde-button address" title="${ADDRESS}">${NAME}</a></td></tr></table>`,
    `<div id="msgheaders"><table><tr><td>Date</td></tr><tr><td>From</td><td><a href="/imp/dynamic.php?to=x" title="New Message to &quot;${NAME}&quot; &lt;${ADDRESS}&gt;">&quot;${NAME}&quot; &lt;${ADDRESS}&gt;</a></td></tr></table></div>`,
  ],
  roundcube: [
    `<div class="header-summary"><span class="adr"><a href="mailto:${ADDRESS}" class="rcmContactAddress">${NAME} &lt;${ADDRESS}&gt;</a></span></div>`,
    `<div class="header-summary"><span class="adr">${NAME} &lt;${ADDRESS}&gt;</span></div>`,
  ],
  proton: [
    `<span data-testid="recipients:sender"><a href="mailto:${ADDRESS}" aria-label="More details about ${NAME} &lt;${ADDRESS}&gt;" title="${NAME}"><bdi>${NAME}</bdi><span>&lt;${ADDRESS}&gt;</span></a></span>`,
    `<span data-testid="recipients:sender"><span>${NAME}</span> <span class="message-recipient-item-address">&lt;${ADDRESS}&gt;</span></span>`,
  ],
  nextcloud: [
    `<div class="envelope__header"><div class="sender">${NAME}</div><button class="sender__email">${ADDRESS}</button></div>`,
  ],
  outlook: [`<span class="OZZZK" aria-label="From: ${NAME}&lt;${ADDRESS}&gt;">${NAME}</span>`],
  yahoo: [`<span data-test-id="message-from"><span>${NAME}</span> <span>&lt;${ADDRESS}&gt;</span></span>`],
};

/** Headers of pages that nothing is known of. */
const UNKNOWN = [
  `<div class="from"><span title="${ADDRESS}">${NAME}</span></div>`,
  `<div class="from">${NAME} &lt;${ADDRESS}&gt;</div>`,
  `<div class="from">From: "${NAME}" &lt;${ADDRESS}&gt;</div>`,
  `<div class="sender"><a href="mailto:${ADDRESS}">${NAME}</a></div>`,
  `<div class="sender"><span title="${NAME}">${NAME}</span> <span>&lt;${ADDRESS}&gt;</span></div>`,
  `<div class="sender"><span title="${NAME}">${NAME}</span> <span title="${ADDRESS}">${ADDRESS}</span></div>`,
  `<div class="mail-from"><span title="&quot;${NAME}&quot; &lt;${ADDRESS}&gt;">${NAME}</span></div>`,
  `<div class="mail-from"><span title="${NAME} (${ADDRESS})">${NAME}</span></div>`,
  `<div class="from"><span email="${ADDRESS}" title="${ADDRESS}">${NAME}</span></div>`,
  `<div class="from"><b title="${ADDRESS}">${NAME}</b> ${ADDRESS}</div>`,
];

interface Page {
  readonly name: string;
  readonly open: () => void;
  readonly read: (name: string, address: string, isEncoded: boolean) => string | null;
}

/** What a part of the page says, with other names and addresses. */
type Write = (name: string, address: string, isEncoded: boolean) => void;

/** Parses a page once: each generated head changes its texts and attributes alone. */
function pageOf(name: string, adapter: WebmailAdapter, html: string): Page {
  const { body } = new DOMParser().parseFromString(html.replaceAll(/<link[^>]*>/g, ''), 'text/html');
  const { messageBody, messageFrame, shadowHosts } = adapter;
  const selectors = [messageBody, messageFrame?.element, shadowHosts, 'iframe'];
  const found = selectors.map((selector) => (selector === undefined ? null : body.querySelector(selector)));
  const element = found.find((each) => each !== null);
  if (element == null) throw new Error(`${name}: no message`);
  const message = { key: 'a', body: element, isFramed: false };
  const shown = html.includes(ADDRESS) ? ADDRESS : 'notice@parcel';
  const writes: Write[] = [];
  for (const part of body.querySelectorAll('*')) {
    if (element.contains(part)) continue;
    for (const { name: attribute, value } of part.attributes) {
      if (!value.includes(NAME) && !value.includes(shown)) continue;
      const isHref = attribute === 'href';
      writes.push((from, address, isEncoded) => {
        const to = isHref && isEncoded ? encodeURIComponent(address) : address;
        const filled = value.replaceAll(shown, () => to).replaceAll(NAME, () => from);
        part.setAttribute(attribute, isHref ? filled.replace(/\?to=.*/, '?to=x') : filled);
      });
    }
    for (const node of part.childNodes) {
      const text = node.textContent ?? '';
      if (node.nodeType !== Node.TEXT_NODE || (!text.includes(NAME) && !text.includes(shown))) continue;
      writes.push((from, address) => {
        node.textContent = text.replaceAll(shown, () => address).replaceAll(NAME, () => from);
      });
    }
  }
  return {
    name,
    open: () => document.body.replaceChildren(body),
    read: (from, address, isEncoded) => {
      for (const write of writes) write(from, address, isEncoded);
      return senderAddressOf(message, adapter, [null], [message]);
    },
  };
}

const PAGES: readonly Page[] = [
  ...FIXTURES.filter(({ html, facts }) => /notice@parcel/.test(html) && facts.wholeDocument !== true).flatMap(
    ({ name, webmail, html, facts }) => {
      const adapter = ADAPTERS.find((each) => each.name === webmail);
      // Without a sender's element, nobody is known to have sent it.
      return adapter === undefined || (webmail === 'generic' && facts.from === '')
        ? []
        : [pageOf(name, adapter, html.replace(/<meta name="fixture"[^>]*>/, ''))];
    },
  ),
  ...Object.entries(KNOWN).flatMap(([webmail, headers]) => {
    const adapter = ADAPTERS.find(({ name }) => name === webmail);
    return adapter === undefined
      ? []
      : headers.map((header, index) =>
          pageOf(
            `${webmail}, header ${index + 1}`,
            adapter,
            `<div>${header}<iframe class="htmlMsgData"></iframe></div>`,
          ),
        );
  }),
  ...UNKNOWN.map((header, index) =>
    pageOf(
      `unknown page ${index + 1}`,
      generic,
      `<main><h1>Your parcel</h1>${header}<p class="to">To: Alice &lt;alice@mail.test&gt;</p><div class="message-body">Hello</div></main>`,
    ),
  ),
];

/** What names hold that are meant to be read as the address. */
const PIECES = [
  'service@paypal.com',
  '<service@paypal.com>',
  '"service@paypal.com"',
  '"service@paypal.com" <service@paypal.com>',
  String.raw`\"service@paypal.com\"`,
  '(service@paypal.com)',
  "'service@paypal.com'",
  '[service@paypal.com]',
  'mailto:service@paypal.com',
  'service%40paypal.com',
  'service＠paypal.com',
  'Team: service@paypal.com, help@paypal.com;',
  'root@localhost',
  'notice@bulk.example',
  'notice@bulk.example.paypal.com',
  'x@notice@bulk.example',
  '@paypal',
  'PayPal',
  'via',
  '"',
  '\\',
  "'",
  '<',
  '>',
  '<>',
  '(',
  ')',
  ',',
  ';',
  ':',
  '&lt;',
  ' ',
  '\u{a0}',
  '\u{200b}',
  '\u{202e}',
  '\u{2068}',
  '\u{2069}',
  '王芳',
];

const names = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ maxLength: 4 })), {
    maxLength: 6,
  })
  .chain((pieces) => fc.constantFrom(pieces.join(''), pieces.join(' ')));

const addresses = fc.constantFrom(
  'notice@bulk.example',
  'notice@bulk.example',
  'notice@bulk.example',
  'Notice@Bulk.example',
  'notice@bulk',
  "o'brien@corp.example",
  'a+b=c@bulk.example',
  'josé@bücher.example',
  '王芳@mail.example',
  'a%40b@bulk.example',
  'o%41b@bulk.example',
  '"service@paypal.com"@bulk.example',
  '"service@paypal.com?"@bulk.example',
  '"<service@paypal.com> "@bulk.example',
);

describe('the address of a sender', () => {
  test('the address of a sender is read on every page that a sender is shown on', () => {
    expect(PAGES.length).toBeGreaterThan(40);
    for (const { name, open, read } of PAGES) {
      open();
      for (const isEncoded of [false, true])
        expect(read('Parcel Service', 'notice@bulk.example', isEncoded), name).toBe('notice@bulk.example');
    }
    expect(new Set(PAGES.map(({ name }) => name.split(/[-, ]/)[0])).size).toBeGreaterThan(24);
  });

  test('the address of a sender is the true one or none, whatever the name', () => {
    for (const page of PAGES) {
      page.open();
      fc.assert(
        fc.property(names, addresses, fc.boolean(), (name, address, isEncoded) => {
          const read = page.read(name, address, isEncoded);
          if (read !== null) expect(read, page.name).toBe(address.toLowerCase());
        }),
        { numRuns: Math.ceil(HEADS / PAGES.length) },
      );
    }
  }, 3_600_000);

  test.each([
    ['an address', 'service@paypal.com'],
    ['an address in angle brackets', 'PayPal <service@paypal.com>'],
    ['an address in quotes', '"service@paypal.com"'],
  ])(
    'the address of a sender is read beside a name with %s, where the webmail says which is which',
    (_, name) => {
      const unsure = PAGES.filter(({ open, read }) => {
        open();
        return read(name, 'notice@bulk.example', false) === null;
      });
      expect(
        unsure.filter((page) => !/^(?:generic|unknown)/.test(page.name)).map((page) => page.name),
      ).toEqual([
        // Its label and its text show two.
        'outlook, header 1',
      ]);
    },
  );
});

test.each([
  ['<b>Ann &lt;ann@a.example&gt;</b>', 'ann@a.example'],
  ['<b>Ann &lt;ann@a.example&gt;\u{2069}\u{200b} </b>', 'ann@a.example'],
  ['<b>\u{2068}ann@a.example\u{2069}</b>', 'ann@a.example'],
  ['<b>ann@a.example (Ann)</b>', 'ann@a.example'],
  ['<b>Ann &lt;ann@a.example&gt; (Bank)</b>', 'ann@a.example'],
  ['<b>ann@a.example &lt;ann@a.example&gt; via list</b>', 'ann@a.example'],
  ["<b>'ann@a.example'</b>", 'ann@a.example'],
  ["<b>o'brien@a.example</b>", "o'brien@a.example"],
  ['<b>Team: ann@a.example;</b>', 'ann@a.example'],
  ['<b>Team: ann@a.example, bob@a.example;</b>', null],
  ['<b>ann@a.example &lt;&gt;</b>', null],
  ['<b>ann@a.example (bob@b.example)</b>', null],
  ['<b>"x@y"@a.example</b>', null],
  ['<a href="mailto:%22bob@b.example%22%20%3Cann@a.example%3E?subject=x">bob@b.example</a>', 'ann@a.example'],
  ['<a href="MAILTO:ann%40a.example">bob@b.example</a>', 'ann@a.example'],
  ['<a href="mailto:jos%C3%A9@a.example">bob@b.example</a>', null],
  ['<a href="mailto:">bob@b.example</a>', null],
  ['<a href="/compose?to=bob%40b.example" title="ann@a.example">Ann</a>', 'ann@a.example'],
  ['<b title="ann@a.example">Bob &lt;bob@b.example&gt;</b>', 'ann@a.example'],
  ['<b title="Add to contacts" aria-label="From: bob@b.example<ann@a.example>">bob@b.example</b>', null],
])('the address of a sender is read as it is shown: %s shows %s', (html, address) => {
  const [element] = new DOMParser().parseFromString(html, 'text/html').body.children;
  const [, known] = ADAPTERS;
  if (element === undefined || known === undefined) throw new Error('nothing');
  expect(addressShownAt(element, known)).toBe(address);
});
