/** Declarations after which a browser draws nothing, or letters too small to be seen. */
const HIDING =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0*)?\s*(?:[;!]|$)|font-size\s*:\s*[01](?:\.\d+)?(?:px|pt)?\s*(?:[;!]|$))/i;

/** @param style - the declarations of a `style` attribute or of a rule */
export function isHiddenByStyle(style: string): boolean {
  return HIDING.test(style);
}

/** Classes and ids that a mail's own style sheet hides. */
export interface HiddenNames {
  readonly covers: (attributes: Readonly<Record<string, string>>) => boolean;
}

/** Characters of style sheets that are read of one mail. */
const MAX_SHEET = 100_000;

/**
 * The names that the style elements of a mail hide, by rules of one class or id alone and outside of at-rules: a
 * `@media` block hides on other screens. Webmails apply these; richer selectors are rare and are not followed.
 */
export function hiddenBySheet(html: string): HiddenNames {
  const names = new Set<string>();
  let read = 0;
  for (const sheet of sheetsOf(html)) {
    read += sheet.length;
    if (read > MAX_SHEET) break;
    for (const { selectors, declarations } of topRules(sheet)) {
      if (!isHiddenByStyle(declarations)) continue;
      for (const selector of selectors.split(',')) {
        const name = /^\s*(?:[a-z]+)?([.#][\w-]+)\s*$/i.exec(selector)?.[1];
        if (name !== undefined) names.add(name);
      }
    }
  }
  return {
    covers: ({ class: classes = '', id = '' }) =>
      names.size > 0 && (names.has(`#${id}`) || classes.split(/\s+/).some((name) => names.has(`.${name}`))),
  };
}

/** The contents of the style elements. */
function* sheetsOf(html: string): Generator<string> {
  const text = html.toLowerCase();
  // Another length would put the places elsewhere; no case of ASCII has one.
  const source = text.length === html.length ? html : text;
  for (let at = text.indexOf('<style'); at !== -1; at = text.indexOf('<style', at)) {
    const start = text.indexOf('>', at);
    const end = text.indexOf('</style', start);
    if (start === -1 || end === -1) return;
    yield source.slice(start + 1, end);
    at = end;
  }
}

/** Without comments; one that nobody ends hides all that follows. */
function withoutComments(sheet: string): string {
  let bare = '';
  for (let at = 0; at < sheet.length;) {
    const start = sheet.indexOf('/*', at);
    if (start === -1) return bare + sheet.slice(at);
    bare += sheet.slice(at, start);
    const end = sheet.indexOf('*/', start + 2);
    if (end === -1) return bare;
    at = end + 2;
  }
  return bare;
}

function* topRules(sheet: string): Generator<{ selectors: string; declarations: string }> {
  const bare = withoutComments(sheet).replaceAll(/<!--|-->/g, '');
  let depth = 0;
  let start = 0;
  let selectors = '';
  for (let at = 0; at < bare.length; at++) {
    if (bare[at] === '{') {
      if (depth === 0) selectors = bare.slice(start, at);
      depth++;
      if (depth === 1) start = at + 1;
    } else if (bare[at] === '}') {
      depth = Math.max(0, depth - 1);
      if (depth > 0) continue;
      if (!selectors.includes('@')) yield { selectors, declarations: bare.slice(start, at) };
      start = at + 1;
    } else if (bare[at] === ';' && depth === 0) {
      start = at + 1;
    }
  }
}
