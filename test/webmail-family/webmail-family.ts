import { Dice } from './dice.ts';
import { HEADER_KINDS, headerOf } from './header-kinds.ts';
import { mailBody } from './mail-bodies.ts';
import { FRAME_KINDS, PAGE_KINDS, type FrameKind } from './page-kinds.ts';

/** One page of the family, and what must be found on it. */
export interface FamilyPage {
  /** What it is made of, for people. */
  readonly kind: string;
  /** Path below its own, which ends with a slash → HTML. */
  readonly files: ReadonlyMap<string, string>;
  /** Hosts that links of the message lead to: all of them must be asked about. */
  readonly found: readonly string[];
  /** Hosts that the webmail's own page links to, and drafts: none of them need be. */
  readonly own: readonly string[];
  /** Those of drafts: none of them may be. */
  readonly drafted: readonly string[];
}

/**
 * A page like those of webmails: frame kind × header kind × text or HTML × what the page has itself × nodes that come
 * late or are used again, by chance.
 *
 * @param base - address of the page itself, which ends with a slash
 */
export function familyPage(seed: number, index: number, base: string): FamilyPage {
  const dice = new Dice(seed * 1_000 + index);
  const kind = PAGE_KINDS[index % PAGE_KINDS.length];
  const headerKind = HEADER_KINDS[Math.floor(index / PAGE_KINDS.length) % HEADER_KINDS.length];
  if (kind === undefined || headerKind === undefined) throw new RangeError('no kinds');
  const found: string[] = [];
  const own: string[] = [];
  const files = new Map<string, string>();

  const wraps = dice.one(['no', 'no', 'no', 'query', 'path'] as const);
  const blank = dice.may(0.6) ? ' target="_blank" rel="noreferrer"' : '';
  const anchor = (href: string, text: string): string => {
    const wrapped = {
      no: href,
      query: `${base}go?t=1&url=${encodeURIComponent(href)}`,
      path: `${base}r/${encodeURIComponent(href)}`,
    }[wraps];
    return `<a href="${wrapped}"${blank}>${text}</a>`;
  };
  const next = (): string => {
    const name = `found-${seed}-${index}-${found.length}.example`;
    found.push(name);
    return `https://${name}/`;
  };
  const foreign = (): string => {
    const name = `own-${seed}-${index}-${own.length}.example`;
    own.push(name);
    return `https://${name}/`;
  };

  const name = (part: string): string =>
    dice.one([`k${index}${part}`, `css-${(index * 7919 + part.charCodeAt(0)) % 9999}`, `pane ${part}x`]);
  const list = dice.one([
    '',
    `<ul>${row(8, (n) => `<li><span title="p${n}@list.test">Person ${n}</span> <a href="/m/${n}">Subject ${n} with words enough to fill a line of the list</a></li>`)}</ul>`,
    `<table role="grid">${row(8, (n) => `<tr><td>p${n}@list.test</td><td><a href="/m/${n}">Subject ${n}</a></td><td>10:0${n}</td></tr>`)}</table>`,
    `<div role="listbox">${row(8, (n) => `<div role="option"><span>Person ${n} &lt;p${n}@list.test&gt;</span><span>Subject ${n}: a first line of the text</span></div>`)}</div>`,
    `<table><tbody>${row(8, (n) => `<tr class="row"><td><span title="p${n}@list.test">Person ${n}</span></td><td><a href="/m/${n}">Subject ${n} with a first line of its text behind</a></td></tr>`)}</tbody></table>`,
  ]);
  const account = dice.one([
    '',
    'alice@mail.test',
    '<span title="alice@mail.test">Alice</span>',
    '<a href="/compose?to=alice%40mail.test">Alice</a>',
  ]);
  const bar = dice.one([
    `<nav><a href="/inbox">Inbox</a> <a href="/sent">Sent</a> ${account}</nav>`,
    `<header><b>Post</b> ${account} <button>Log out</button> <a href="${dice.may(0.5) ? foreign() : '/help'}">Help</a></header>`,
    `<div><a href="#">Compose</a> <a href="#">Refresh</a> ${account}</div>`,
  ]);
  const tools = dice.one([
    '',
    '<div><button>Reply</button><button>Forward</button><button>Delete</button><button>Move</button></div>',
    '<div><a href="#reply">Reply</a> | <a href="#forward">Forward</a> | <a href="/delete">Delete</a></div>',
    '<p><a role="button" href="javascript:void(0)">Reply</a> <a role="button" href="javascript:void(0)">Reply to all of them</a></p>',
  ]);
  const foot = dice.may(0.3) ? `<footer><a href="${foreign()}">Powered by nobody</a></footer>` : '';
  const before = own.length;
  const draft = dice.may(0.25)
    ? `<div contenteditable="true"><p>My answer, which quotes <a href="${foreign()}">a link</a> of it</p></div>`
    : '';
  const drafted = own.slice(before);
  const header = headerOf(
    dice,
    headerKind,
    dice.one(['Your parcel is waiting', 'Rehearsal on Thursday', 'Rechnung 4711']),
  );
  const { html: body, isPlain } = mailBody(dice, next, anchor);

  const comes = dice.one(['at once', 'at once', 'late', 'second', 'recycled'] as const);
  let frames = 0;
  let scripts = '';
  const frame = (html: string, usual: FrameKind, more = ''): string => {
    frames += 1;
    // What its page's script fills has to be in that page.
    const isBare = !html.includes('<script') && !more.includes('nested');
    const how = isBare && dice.may(0.5) ? dice.one(FRAME_KINDS) : usual;
    const id = `f${frames}`;
    switch (how) {
      case 'address':
      case 'sandboxed-address':
        files.set(`part/${id}.html`, html);
        return `<iframe id="${id}" ${more} ${how === 'address' ? '' : 'sandbox="allow-same-origin"'} src="${base}part/${id}.html" width="700" height="420"></iframe>`;
      case 'srcdoc':
      case 'sandboxed-srcdoc':
      case 'opaque-srcdoc':
        return `<iframe id="${id}" ${more} ${{ srcdoc: '', 'sandboxed-srcdoc': 'sandbox="allow-same-origin allow-popups"', 'opaque-srcdoc': 'sandbox=""' }[how]} srcdoc="${escaped(html)}" width="700" height="420"></iframe>`;
      case 'written':
        scripts += `document.getElementById('${id}').contentDocument.body.innerHTML = ${inScript(body)};`;
        return `<iframe id="${id}" ${more} width="700" height="420"></iframe>`;
      case 'script-url':
        scripts += `{ const doc = document.getElementById('${id}').contentDocument; doc.open(); doc.write(${inScript(html)}); doc.close(); }`;
        return `<iframe id="${id}" ${more} src="javascript:false" width="700" height="420"></iframe>`;
    }
  };
  const parts = { header, body, bar, list, tools, foot: foot + draft, name };
  const whole = kind.page(parts, frame);
  const isLate = comes === 'late' || (comes === 'second' && frames === 0);
  const late = isLate ? lateScript(comes, whole, scripts) : scripts;
  const shown = isLate
    ? '<div id="app"></div>'
    : comes === 'recycled' && frames === 0
      ? recycled(whole)
      : whole;
  const isRecycled = comes === 'recycled' && frames === 0;
  files.set(
    '',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Post</title></head><body>${shown}<script>${isRecycled ? recycleScript(whole) : late}</script></body></html>`,
  );
  return {
    kind: `${kind.like} · ${headerKind} · ${isPlain ? 'text' : 'HTML'} · ${comes} · redirect: ${wraps}`,
    files,
    found,
    own,
    drafted,
  };
}

function row(count: number, write: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => write(n)).join('');
}

function escaped(html: string): string {
  return html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** A text as a script in a page may hold it. */
function inScript(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c');
}

/** What comes once the page is there: the message, or a page of something else first. */
function lateScript(comes: string, whole: string, scripts: string): string {
  const first =
    comes === 'second'
      ? '<div><span title="old@mail.test">Old</span> 10:00</div><div><p>The message before this one, which said little, and linked to nothing at all.</p></div>'
      : '';
  return `const app = document.getElementById('app');
    app.innerHTML = ${inScript(first)};
    setTimeout(() => { app.innerHTML = ${inScript(whole)}; ${scripts} }, 150);`;
}

/** The same nodes for another message: its links lead nowhere yet. */
function recycled(whole: string): string {
  return whole
    .replaceAll(/href="https:\/\/[^"]*found-[^"]*"/g, 'href="/"')
    .replaceAll(/found-[\d-]+\.example/g, 'nothing yet');
}

function recycleScript(whole: string): string {
  return `const next = document.createElement('div'); next.innerHTML = ${inScript(whole)};
    setTimeout(() => {
      const links = [...document.querySelectorAll('a')], others = [...next.querySelectorAll('a')];
      links.forEach((link, n) => { link.setAttribute('href', others[n].getAttribute('href')); });
    }, 150);`;
}
