/** What a webmail puts a message into. `parts` are written by the generator, names by the page. */
export interface Parts {
  readonly header: string;
  readonly body: string;
  /** What the page itself has beside the message: bars, lists, a footer. */
  readonly bar: string;
  readonly list: string;
  readonly tools: string;
  readonly foot: string;
  /** A class that tells nothing. */
  readonly name: (part: string) => string;
}

export interface PageKind {
  /** The webmail whose structure it is. */
  readonly like: string;
  /** The page that the reader opens. */
  readonly page: (parts: Parts, frame: (html: string, kind: FrameKind, more?: string) => string) => string;
}

/** How a frame gets its document. */
export const FRAME_KINDS = [
  'address',
  'sandboxed-address',
  'srcdoc',
  'sandboxed-srcdoc',
  'opaque-srcdoc',
  'written',
  'script-url',
] as const;

export type FrameKind = (typeof FRAME_KINDS)[number];

const div = (name: string, ...inside: readonly string[]): string =>
  `<div class="${name}">${inside.join('')}</div>`;

/** What stands in a frame that holds one message and nothing else. */
const bare = (body: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"></head><body>${body}</body></html>`;

/** A page of the webmail's own in a frame: with its script, as such pages have. */
const framedPage = (inside: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><script>window.ready = 1</script><link rel="stylesheet" href="/look.css"></head><body>${inside}</body></html>`;

/** Each named after the webmail whose structure it is; none of their names are in it. */
export const PAGE_KINDS: readonly PageKind[] = [
  {
    like: 'Roundcube, preview pane',
    page: (p, frame) =>
      p.bar +
      p.list +
      frame(
        framedPage(
          div(p.name('a'), div(p.name('b'), p.header), p.tools, div(p.name('c'), div(p.name('d'), p.body))),
        ),
        'address',
      ),
  },
  {
    like: 'Roundcube, full view',
    page: (p) =>
      p.bar + div(p.name('a'), div(p.name('b'), p.header), p.tools, div(p.name('c'), p.body)) + p.foot,
  },
  {
    like: 'Horde dynamic',
    page: (p, frame) =>
      p.bar +
      p.list +
      div(
        p.name('a'),
        div(p.name('b'), p.header),
        p.tools,
        div(p.name('c'), frame(bare(p.body), 'script-url')),
      ),
  },
  {
    like: 'Horde basic',
    page: (p) =>
      p.bar +
      p.tools +
      `<table width="100%"><tbody><tr><td>${p.header}</td></tr><tr><td><div>${p.body}</div></td></tr></tbody></table>` +
      p.tools,
  },
  {
    like: 'MailDev 2',
    page: (p, frame) =>
      p.bar + p.list + div(p.name('a'), p.header, p.tools, frame(bare(p.body), 'address', 'class="panel"')),
  },
  {
    like: 'MailDev 3',
    page: (p, frame) =>
      p.bar +
      p.list +
      `<main>${p.header}${p.tools}${frame(bare(p.body), 'sandboxed-srcdoc', 'title="content"')}</main>`,
  },
  {
    like: 'Proton Mail',
    page: (p, frame) =>
      p.bar +
      p.list +
      `<article>${div(p.name('a'), p.header, p.tools)}${div(p.name('b'), frame(bare(p.body), 'written'))}</article>`,
  },
  {
    like: 'SOGo',
    page: (p) =>
      p.bar +
      `<section>${p.list}</section><section>${div(p.name('a'), p.tools, div(p.name('b'), p.header), div(p.name('c'), div(p.name('d'), p.body)))}</section>`,
  },
  {
    like: 'SnappyMail',
    page: (p) =>
      p.bar +
      p.list +
      div(
        p.name('a'),
        p.tools,
        div(p.name('b'), p.header),
        div(p.name('c'), `<div hidden>${p.header}</div>`, div(p.name('d'), p.body)),
      ),
  },
  {
    like: 'SqWebMail',
    page: (p) =>
      `<table width="100%"><tr><td>${p.bar}</td></tr><tr><td>${p.header}<hr>${p.body}</td></tr><tr><td>${p.tools}${p.foot}</td></tr></table>`,
  },
  {
    like: 'Fastmail, a thread',
    page: (p) =>
      p.bar +
      p.list +
      `<div role="main">${div(p.name('a'), div(p.name('b'), p.header, p.tools), div(p.name('c'), p.body))}</div>`,
  },
  {
    like: 'mailboxes with a shell around their mailer (GMX): one frame in another',
    page: (p, frame) =>
      p.bar +
      frame(
        framedPage(
          p.list + div(p.name('a'), p.header, p.tools, frame(bare(p.body), 'address', 'name="nested"')),
        ),
        'address',
        'name="mailer"',
      ),
  },
  {
    like: 'mail.com, a sandboxed body in the mailer’s frame',
    page: (p, frame) =>
      p.bar +
      frame(
        framedPage(
          p.list + div(p.name('a'), p.header, frame(bare(p.body), 'sandboxed-address', 'name="nested"')),
        ),
        'address',
      ),
  },
];
