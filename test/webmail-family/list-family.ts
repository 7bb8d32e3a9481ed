import { Dice } from './dice.ts';

/** A page with lists, threads or tools around messages, and all that may be said of it. */
export interface ListPage {
  /** What it is made of, for people. */
  readonly kind: string;
  /** Path below its own, which ends with a slash → HTML. */
  readonly files: ReadonlyMap<string, string>;
  /** How many messages are open. */
  readonly messages: number;
  /** Host that a link of a message leads to → address of that message's sender. All must be asked about. */
  readonly senders: ReadonlyMap<string, string>;
}

const PEOPLE = [
  ['Parcel Service', 'notice@parcel.example'],
  ['Anna Bauer', 'anna.bauer@choir.example'],
  ['王芳', 'fang@mail.example'],
  ['Second Bank', 'service@bank.example'],
  ['Jörg & Söhne GmbH', 'rechnung@joerg.example'],
  ['Weekly News', 'news@weekly.example'],
  ['no-reply@shop.example', 'no-reply@shop.example'],
] as const;

const SUBJECTS = [
  'Your parcel is waiting',
  'Rehearsal on Thursday, and what to bring',
  'Rechnung 4711',
  'Re: Re: minutes of the meeting, second version',
  '您的账单',
  'This week: twelve things that you have missed',
];

const SENTENCES = [
  'Dear all, here are the notes for our rehearsal on Thursday at seven, in the old hall behind the church.',
  'The invoice for last month is attached. Please pay it within 14 days, and write to us if anything is wrong.',
  'Wir treffen uns um sieben im alten Saal, bringt eure Noten und etwas zu trinken mit.',
  '您好，附件是上个月的账单，请在月底之前核对并付款。如有问题请与我们联系。',
];

export const LIST_KINDS = [
  'list alone',
  'list of cards alone',
  'list beside a message',
  'list above a message',
  'thread',
  'tools in the message',
  'head outside the frame',
] as const;

/**
 * A page of a webmail that nobody knows, by chance: what kind of list, how a row names its sender and where it leads, how
 * much white space its templates leave, what the header of a message is made of, and where its tools stand.
 *
 * @param base - address of the page itself, which ends with a slash
 */
export function listPage(seed: number, index: number, base: string): ListPage {
  const dice = new Dice(seed * 1_000 + index + 500_000);
  const kind = LIST_KINDS[index % LIST_KINDS.length] ?? 'list alone';
  const senders = new Map<string, string>();
  const files = new Map<string, string>();
  const blank = dice.one(['', '\n        ', '\n\n\t\t\t\t\t\t']);
  const own = dice.one([
    (n: number, what: string) => `/mail/${what}/${n}`,
    (n: number, what: string) => `?do=${what}&id=${n}`,
    (n: number, what: string) => `${base}read.php?mailbox=INBOX&uid=${n}&action=${what}`,
  ]);
  const person = (): (typeof PEOPLE)[number] => dice.one(PEOPLE);
  const cls = dice.one([
    { from: 'from', subject: 'subject' },
    { from: 'msg-sender', subject: 'msg-subject' },
    { from: 'c1', subject: 'c2' },
  ]);
  const named = dice.one([
    ([name, address]: readonly [string, string]) => `<span title="${address}">${name}</span>`,
    ([name, address]: readonly [string, string]) => `${name} &lt;${address}&gt;`,
    ([name, address]: readonly [string, string]) => `<a href="mailto:${address}">${name}</a>`,
    ([name, address]: readonly [string, string]) => `<span title="${name} &lt;${address}&gt;">${name}</span>`,
  ]);
  const date = (): string => dice.one(['20.11.2026', '10:12', '2026-11-20', 'Nov 20, 2026 10:12 AM']);

  const rowCount = 3 + dice.below(30);
  const snippet = dice.may(0.5);
  const rowTools = dice.one([
    () => '',
    (n: number) => `<a href="${own(n, 'delete')}">Delete</a> <a href="${own(n, 'flag')}">☆</a>`,
    (n: number) => `<form action="${own(n, 'delete')}" method="post"><button>×</button></form>`,
  ]);
  const text = (): string =>
    snippet ? `<span class="preview">${blank}${dice.one(SENTENCES)}${blank}</span>` : '';
  const cells = (n: number): readonly string[] => [
    `<input type="checkbox" name="m${n}">`,
    `<span class="${cls.from}">${blank}${named(person())}${blank}</span>`,
    `<a class="${cls.subject}" href="${own(n, 'read')}">${blank}${dice.one(SUBJECTS)}${blank}</a>${text()}`,
    `<span class="date">${date()}</span>`,
    rowTools(n),
  ];
  const rows = (write: (n: number) => string): string =>
    Array.from({ length: rowCount }, (_, n) => write(n)).join(blank);
  const asTable = (): string =>
    `<table class="list" width="100%"><tbody>${rows(
      (n) =>
        `<tr>${cells(n)
          .map((cell) => `<td>${blank}${cell}${blank}</td>`)
          .join('')}</tr>`,
    )}</tbody></table>`;
  const asCards = (): string =>
    dice.one([
      () =>
        `<div>${rows(
          (n) =>
            `<div class="item">${cells(n)
              .map((cell) => `<div>${blank}${cell}</div>`)
              .join('')}</div>`,
        )}</div>`,
      () => `<ul>${rows((n) => `<li>${blank}${cells(n).join(' ')}</li>`)}</ul>`,
      () =>
        `<div>${rows((n) => `<a class="item" href="${own(n, 'read')}"><b>${person()[0]} &lt;${person()[1]}&gt;</b>${blank}<span>${dice.one(SUBJECTS)}</span> ${text()}<i>${date()}</i></a>`)}</div>`,
      () =>
        `<div>${rows((n) => `<article><header><b class="${cls.from}">${named(person())}</b> <time>${date()}</time></header><p><a href="${own(n, 'read')}">${dice.one(SUBJECTS)}</a></p>${text()}</article>`)}</div>`,
    ])();
  const bar = dice.one([
    `<div><a href="${base}">Inbox</a> <a href="${own(0, 'sent')}">Sent</a> <span title="alice@mail.example">alice@mail.example</span></div>`,
    `<header><h1>Post</h1><a href="${own(0, 'compose')}">Compose</a> <span>alice@mail.example</span></header>`,
    `<nav><a href="${base}">Inbox (12)</a> <a href="${own(0, 'logout')}">Log out</a></nav>`,
  ]);
  const foot = dice.one([
    '',
    `<div><a href="${own(0, 'help')}">Help</a> · <a href="${own(0, 'about')}">About</a></div>`,
  ]);

  const link = ([, address]: readonly [string, string], words: string): string => {
    const host = `found-${seed}-${index}-${senders.size}.example`;
    senders.set(host, address);
    return `<a href="https://${host}/">${words}</a>`;
  };
  const bodyOf = (who: readonly [string, string]): string =>
    dice.one([
      () => `<p>${dice.one(SENTENCES)}</p><p>${link(who, 'Open it')}</p>`,
      () => `<p>${dice.one(SENTENCES)} ${link(who, 'here')}.</p><font size="2">${dice.one(SENTENCES)}</font>`,
      () =>
        `<table width="600" cellpadding="0"><tr><td>${link(who, 'View in browser')}</td></tr><tr><td><h2>${dice.one(SENTENCES)}</h2>${link(who, 'Read more')}</td></tr></table>`,
      () => `<pre>${dice.one(SENTENCES)}\n${link(who, 'the page')}</pre>`,
    ])();
  const toolsOf = (n: number): string =>
    dice.one([
      () =>
        `<div class="tools">${['reply', 'forward', 'source', 'move', 'flag'].map((what) => `<a href="${own(n, what)}">${what}</a>`).join(' ')}</div>`,
      () =>
        `<ul class="tools">${['reply', 'forward', 'print', 'delete'].map((what) => `<li><a href="${own(n, what)}">${what} this message</a></li>`).join(blank)}</ul>`,
      () =>
        `<div><a href="javascript:reply(${n})">Reply</a> <a href="javascript:void(0)">More</a> <a href="${own(n, 'download')}">Download</a></div>`,
    ])();
  const headOf = (who: readonly [string, string]): string =>
    dice.one([
      () =>
        `<h2 class="${cls.subject}">${dice.one(SUBJECTS)}</h2><div><span class="${cls.from}">${named(who)}</span> <span>${date()}</span></div>`,
      () =>
        `<table><tr><td>Subject:</td><td class="${cls.subject}">${dice.one(SUBJECTS)}</td></tr><tr><td>From:</td><td class="${cls.from}">${named(who)}</td></tr><tr><td>To:</td><td>alice@mail.example</td></tr><tr><td>Date:</td><td>${date()}</td></tr></table>`,
      () => `<div class="${cls.subject}">${dice.one(SUBJECTS)}</div><div>${named(who)} · ${date()}</div>`,
    ])();
  const messageOf = (n: number): string => {
    const who = person();
    const where = dice.one(['none', 'before', 'after'] as const);
    const tools = where === 'none' ? '' : toolsOf(n);
    return `<section>${blank}<div>${headOf(who)}</div>${where === 'before' ? tools : ''}<div>${bodyOf(who)}</div>${where === 'after' ? tools : ''}</section>`;
  };

  const write = (): { readonly html: string; readonly messages: number } => {
    switch (kind) {
      case 'list alone':
        return { html: bar + asTable() + foot, messages: 0 };
      case 'list of cards alone':
        return { html: bar + asCards() + foot, messages: 0 };
      case 'list beside a message':
        return {
          html: `${bar}<div style="display:flex"><div style="width:40%">${dice.may(0.5) ? asTable() : asCards()}</div><div style="width:60%">${messageOf(1)}</div></div>${foot}`,
          messages: 1,
        };
      case 'list above a message':
        return { html: bar + asTable() + messageOf(1) + foot, messages: 1 };
      case 'thread': {
        const count = 2 + dice.below(4);
        const thread = Array.from({ length: count }, (_, n) => messageOf(n)).join(blank);
        return { html: `${bar}<div>${thread}</div>${foot}`, messages: count };
      }
      case 'tools in the message': {
        const who = person();
        const [before, after] = [toolsOf(1), dice.may(0.5) ? toolsOf(2) : ''];
        return {
          html: `${bar}<div>${headOf(who)}${before}${bodyOf(who)}${after}</div>${foot}`,
          messages: 1,
        };
      }
      case 'head outside the frame': {
        const who = person();
        const inner = `<!doctype html><html><head><meta charset="utf-8"></head><body>${bodyOf(who)}</body></html>`;
        const how = dice.one(['srcdoc', 'opaque-srcdoc', 'address'] as const);
        files.set('part.html', inner);
        const source =
          how === 'address'
            ? `sandbox="allow-popups" src="${base}part.html"`
            : `${how === 'srcdoc' ? '' : 'sandbox="" '}srcdoc="${inner.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
        return {
          html: `${bar}${dice.may(0.5) ? asTable() : ''}<div><div>${headOf(who)}</div>${dice.may(0.5) ? toolsOf(1) : ''}<iframe ${source} width="700" height="420"></iframe></div>${foot}`,
          messages: 1,
        };
      }
    }
  };
  const { html, messages } = write();
  files.set(
    '',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Post</title></head><body>${html}</body></html>`,
  );
  return { kind, files, messages, senders };
}
