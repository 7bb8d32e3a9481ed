/** Letters lower than this are there for machines. CSS pixels. */
const MIN_FONT_SIZE = 2;

/** What declarations say of whether an element is seen; null where they say nothing. */
export interface StyleSight {
  /** `display: none`: nothing of it is drawn, nor of what is in it. */
  readonly isLeftOut: boolean | null;
  /** The same, by its opacity. */
  readonly isTransparent: boolean | null;
  /** Its own text is not drawn; what is in it may be. */
  readonly isInvisible: boolean | null;
  /** The same, since the letters are too small to be seen. */
  readonly isTiny: boolean | null;
}

const NOTHING_SAID: StyleSight = { isLeftOut: null, isTransparent: null, isInvisible: null, isTiny: null };

/** @param style - the declarations of a `style` attribute or of a rule */
export function sightOf(style: string): StyleSight {
  let sight = NOTHING_SAID;
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const value = declaration
      .slice(colon + 1)
      .toLowerCase()
      .replace('!important', '')
      .trim();
    sight = { ...sight, ...saidBy(declaration.slice(0, colon).trim().toLowerCase(), value) };
  }
  return sight;
}

function saidBy(property: string, value: string): Partial<StyleSight> {
  switch (property) {
    case 'display':
      return { isLeftOut: value === 'none' };
    case 'opacity':
      return { isTransparent: Number.parseFloat(value) === 0 };
    case 'visibility':
      return { isInvisible: value === 'hidden' || value === 'collapse' };
    case 'font-size':
      return { isTiny: isTinySize(value) };
    default:
      return {};
  }
}

function isTinySize(value: string): boolean | null {
  const size = Number.parseFloat(value);
  if (Number.isNaN(size)) return /^(?:inherit|smaller|larger)$/.test(value) ? null : false;
  // Of the size around it no part is tiny for sure, but nothing.
  if (/(?:\dem|%)$/.test(value)) return size === 0 ? true : null;
  return size === 0 || (size < MIN_FONT_SIZE && /(?:px|pt|\d)$/.test(value));
}

/** What the first says, and the second where it says nothing. */
export function joinedSight(first: StyleSight, second: StyleSight): StyleSight {
  return {
    isLeftOut: first.isLeftOut ?? second.isLeftOut,
    isTransparent: first.isTransparent ?? second.isTransparent,
    isInvisible: first.isInvisible ?? second.isInvisible,
    isTiny: first.isTiny ?? second.isTiny,
  };
}

/** What a mail's own style sheet says of whether its classes and ids are seen. */
export interface SheetSight {
  readonly of: (attributes: Readonly<Record<string, string>>) => StyleSight;
}

/** Characters of style sheets that are read of one mail. */
const MAX_SHEET = 100_000;

/**
 * What the style elements of a mail say of names, by rules of one class or id alone and outside of at-rules: a
 * `@media` block hides on other screens. Webmails apply these; richer selectors are rare and are not followed.
 */
export function sheetSight(html: string): SheetSight {
  const names = new Map<string, StyleSight>();
  let read = 0;
  for (const sheet of sheetsOf(html)) {
    read += sheet.length;
    if (read > MAX_SHEET) break;
    for (const { selectors, declarations } of topRules(sheet)) {
      const sight = sightOf(declarations);
      if (Object.values(sight).every((said) => said === null)) continue;
      for (const selector of selectors.split(',')) {
        const name = /^\s*(?:[a-z]+)?([.#][\w-]+)\s*$/i.exec(selector)?.[1];
        if (name !== undefined) names.set(name, joinedSight(sight, names.get(name) ?? NOTHING_SAID));
      }
    }
  }
  return {
    of({ class: classes = '', id = '' }) {
      if (names.size === 0) return NOTHING_SAID;
      return [`#${id}`, ...classes.split(/\s+/).map((name) => `.${name}`)].reduce(
        (sight, name) => joinedSight(sight, names.get(name) ?? NOTHING_SAID),
        NOTHING_SAID,
      );
    },
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
