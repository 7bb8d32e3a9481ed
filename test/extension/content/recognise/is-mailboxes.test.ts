// @vitest-environment happy-dom
// @vitest-environment-options { "url": "https://mail.choir.example/read/1" }
import { expect, test, vi } from 'vitest';

// The DOM of unit tests has no links of SVG.
vi.stubGlobal(
  'SVGAElement',
  class {
    href = null;
  },
);
// Browsers have this getter at `Node`, where the script takes it from.
const ofElement = Object.getOwnPropertyDescriptor(Element.prototype, 'textContent') ?? {};
const ofText = Object.getOwnPropertyDescriptor(CharacterData.prototype, 'textContent') ?? {};
Object.defineProperty(Node.prototype, 'textContent', {
  get(this: Node): unknown {
    return (this instanceof Element ? ofElement : ofText).get?.call(this);
  },
});
const { headerSigns } = await import('../../../../src/extension/content/recognise/header-signs.ts');
const { isMailboxes } = await import('../../../../src/extension/content/recognise/is-mailboxes.ts');

const NAMES = ['anna', 'bela', 'carla', 'dora', 'emil'];
const mailbox = (name: string): string => `<a href="mailto:${name}@choir.example">${name}</a>`;
const written = (name: string): string => `${name} &lt;${name}@choir.example&gt;`;
const SENTENCE = 'We meet on Thursday at seven in the old hall behind the church, and bring our notes. ';
const each = (write: (name: string) => string): string => NAMES.map(write).join('');

function isTaken(html: string): boolean {
  const { body } = new DOMParser().parseFromString(`<main>${html}</main>`, 'text/html');
  document.body.replaceChildren(...body.childNodes);
  const [block] = document.getElementsByTagName('main');
  if (block === undefined) throw new Error('no block');
  return isMailboxes(
    block,
    headerSigns(document, () => false),
  );
}

test.each([
  ['two mailboxes alone', `<p>${mailbox('anna')}</p><p>${mailbox('bela')}</p>`],
  ['mailboxes in its sentences', each((name) => `<p>${SENTENCE} Write to ${mailbox(name)}.</p>`)],
  ['… in bold', each((name) => `<p>${SENTENCE} Write to <b>${mailbox(name)}</b>.</p>`)],
  ['… as text', each((name) => `<p>${SENTENCE} Write to ${name}@choir.example.</p>`)],
  ['… in one line for each', `<div>${each((name) => `${SENTENCE} ${mailbox(name)}<br>`)}</div>`],
  [
    'buttons that write a mail, between sentences',
    `<table><tr><td>${SENTENCE} Was it ${mailbox('anna')}?</td></tr><tr><td><table><tr><td bgcolor="red">${mailbox('bela')}</td></tr></table></td></tr>
     <tr><td>${SENTENCE} Stop it ${mailbox('carla')}.</td></tr></table>`,
  ],
  [
    'a quoted header',
    `<p>Good morning,</p><p>${SENTENCE}</p><p>${SENTENCE}<br>From: Anna<br>Sent: 9 Jan 2026 07:20<br>To: ${mailbox('bela')}<br>Cc: ${mailbox('carla')}, ${mailbox('dora')}<br>Subject: notes<br>${SENTENCE}</p>`,
  ],
  ['mailboxes below its text', `<p>${SENTENCE.repeat(3)}</p>${each((name) => `<p>${mailbox(name)}</p>`)}`],
  [
    '… in a table',
    `<div>${SENTENCE.repeat(4)}</div><table>${each((name) => `<tr><td>${name}</td><td>${written(name)}</td></tr>`)}</table>`,
  ],
])('a letter is not taken for a list of mail addresses: %s', (_, html) => {
  expect(isTaken(html)).toBe(false);
});

const SUBJECT = 'Rehearsal on Thursday, and what to bring';

test.each([
  ['recipients', each((name) => `<span title="${name}@choir.example">${name}</span>, `)],
  ['… as text', `<div>To:</div>${each((name) => `<span>${written(name)}</span>`)}`],
  [
    'fields',
    ['From', 'To', 'Cc'].map((label) => `<div><b>${label}:</b> <i>${written('anna')}</i></div>`).join(''),
  ],
  [
    'fields in a table',
    `<table>${['From', 'To', 'Cc'].map((label) => `<tr><td>${label}</td><td>${mailbox('bela')}</td></tr>`).join('')}<tr><td>Subject</td><td>${SUBJECT}</td></tr></table>`,
  ],
  [
    'rows of messages',
    each((name) => `<div><span>${mailbox(name)}</span><span>${SUBJECT}</span><i>10:12</i></div>`),
  ],
  [
    '… below tools',
    `<div>Inbox, Sent, Drafts, Folders, Reply, Forward, Archive, Delete, Move, Print, Settings</div>${each((name) => `<div><span>${mailbox(name)}</span><span>${SUBJECT}</span><i>10:12</i></div>`)}`,
  ],
  [
    '… with the beginning of each',
    each((name) => `<div><span>${mailbox(name)}</span><span>${SUBJECT}</span><span>${SENTENCE}</span></div>`),
  ],
  [
    '… with two mailboxes each',
    each(
      (name) => `<div><span>${written(name)}</span><span>${mailbox('anna')}</span><b>${SUBJECT}</b></div>`,
    ),
  ],
  [
    'recipients above a letter',
    `<div>To:</div>${each((name) => `<span>${written(name)}</span>`)}<div>${SENTENCE.repeat(9)}</div>`,
  ],
])('a header or a list is taken for a list of mail addresses: %s', (_, html) => {
  expect(isTaken(html)).toBe(true);
});
