import type { Dice } from './dice.ts';

export interface Header {
  readonly subject: string;
  readonly name: string;
  readonly address: string;
}

/**
 * How webmails show who wrote a message. Each comes from one whose source or pages are public: the structure, with
 * every name in it made up.
 */
const KINDS: Readonly<Record<string, (header: Header) => string>> = {
  // Roundcube elastic: a heading, and one sentence with the address in a title.
  titled: ({ subject, name, address }) =>
    `<h2>${subject}</h2><div><span>From <span title="${address}">${name}</span> on 2026-11-20 10:12</span></div>`,
  // Roundcube classic, Horde basic: a table of fields.
  table: ({ subject, name, address }) =>
    `<table><tbody><tr><td>Subject</td><td>${subject}</td></tr><tr><td>From</td><td><a href="mailto:${address}">${name}</a></td></tr><tr><td>Date</td><td>Today 10:12</td></tr></tbody></table>`,
  // MailDev 2: a definition of fields, addresses as text.
  text: ({ subject, name, address }) =>
    `<div><span>${subject}</span></div><div><label>From:</label> <span>${name} &lt;${address}&gt;</span></div><div><label>To:</label> <span>alice@mail.test</span></div>`,
  // SquirrelMail, SqWebMail: links to the composer with the address percent-encoded.
  encoded: ({ subject, name, address }) =>
    `<div><b>${subject}</b></div><div><a href="/compose?to=${encodeURIComponent(address)}">${name}</a> <i>20.11.2026</i></div>`,
  // Gmail-like: the address in an attribute of its own.
  attribute: ({ subject, name, address }) =>
    `<div><h2>${subject}</h2></div><div><div><div><span email="${address}" data-hovercard-id="${address}">${name}</span></div></div><div>10:12 (2 hours ago)</div></div>`,
  // Outlook-like: a label for screen readers.
  labelled: ({ subject, name, address }) =>
    `<div role="heading" aria-level="2">${subject}</div><div><button aria-label="${name}">${name.slice(0, 1)}</button><span aria-label="From: ${name}&lt;${address}&gt;">${name}</span><div>Fri 11/20/2026 10:12 AM</div></div>`,
  // Horde dynamic, in German: labels without a colon, the address only as text.
  german: ({ subject, name, address }) =>
    `<div><div>Betreff</div><div>${subject}</div></div><div><div>Von</div><div>${name} ${address}</div></div><div><div>Datum</div><div>20.11.2026 10:12</div></div>`,
  // SnappyMail: name and address side by side, the date behind.
  inline: ({ subject, name, address }) =>
    `<div><span>${subject}</span></div><div><span>${name}</span> <span>&lt;${address}&gt;</span> <time datetime="2026-11-20">20 Nov</time></div>`,
};

export const HEADER_KINDS = Object.keys(KINDS);

export function headerOf(dice: Dice, kind: string, subject: string): string {
  const name = dice.one(['Parcel Service', 'Anna Bauer', '王芳', 'Bank']);
  const address = dice.one(['notice@parcel.test', 'anna@choir.test', 'fang@mail.test', 'info@bank.test']);
  const write = KINDS[kind];
  if (write === undefined) throw new RangeError(`no header ${kind}`);
  return write({ subject, name, address });
}
