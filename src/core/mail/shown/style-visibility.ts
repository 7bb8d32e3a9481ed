/** In CSS pixels. Only machines read smaller letters. */
const MIN_FONT_SIZE = 2;

/** Each is null where declarations say nothing. */
export interface StyleVisibility {
  /** Hidden with everything inside, by `display: none`. */
  readonly isLeftOut: boolean | null;
  /** Hidden with everything inside, by opacity. */
  readonly isTransparent: boolean | null;
  /** Hides the element's own text; elements inside may be visible. */
  readonly isInvisible: boolean | null;
  /** Hides the element's own text by font size. */
  readonly isTiny: boolean | null;
}

const NOTHING_SAID: StyleVisibility = {
  isLeftOut: null,
  isTransparent: null,
  isInvisible: null,
  isTiny: null,
};

export function visibilityOf(style: string): StyleVisibility {
  let sight = NOTHING_SAID;
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const value = declaration
      .slice(colon + 1)
      .toLowerCase()
      .replace('!important', '')
      .trim();
    sight = { ...sight, ...visibilityFrom(declaration.slice(0, colon).trim().toLowerCase(), value) };
  }
  return sight;
}

function visibilityFrom(property: string, value: string): Partial<StyleVisibility> {
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
  // Relative sizes are surely tiny only at zero.
  if (/(?:\dem|%)$/.test(value)) return size === 0 ? true : null;
  return size === 0 || (size < MIN_FONT_SIZE && /(?:px|pt|\d)$/.test(value));
}

export function mergeVisibility(first: StyleVisibility, second: StyleVisibility): StyleVisibility {
  return {
    isLeftOut: first.isLeftOut ?? second.isLeftOut,
    isTransparent: first.isTransparent ?? second.isTransparent,
    isInvisible: first.isInvisible ?? second.isInvisible,
    isTiny: first.isTiny ?? second.isTiny,
  };
}

export interface SheetVisibility {
  readonly of: (attributes: Readonly<Record<string, string>>) => StyleVisibility;
}

/** Characters of all style sheets of a mail. */
const MAX_SHEET = 100_000;

/**
 * Reads rules whose selector is one class or id; webmails apply these, and others are rare. Skips at-rules: `@media`
 * may hide on other screens only.
 */
export function sheetVisibility(html: string): SheetVisibility {
  const names = new Map<string, StyleVisibility>();
  let read = 0;
  for (const sheet of sheetsOf(html)) {
    read += sheet.length;
    if (read > MAX_SHEET) break;
    for (const { selectors, declarations } of topRules(sheet)) {
      const sight = visibilityOf(declarations);
      if (Object.values(sight).every((said) => said === null)) continue;
      for (const selector of selectors.split(',')) {
        const name = /^\s*(?:[a-z]+)?([.#][\w-]+)\s*$/i.exec(selector)?.[1];
        if (name !== undefined) names.set(name, mergeVisibility(sight, names.get(name) ?? NOTHING_SAID));
      }
    }
  }
  return {
    of({ class: classes = '', id = '' }) {
      if (names.size === 0) return NOTHING_SAID;
      return [`#${id}`, ...classes.split(/\s+/).map((name) => `.${name}`)].reduce(
        (sight, name) => mergeVisibility(sight, names.get(name) ?? NOTHING_SAID),
        NOTHING_SAID,
      );
    },
  };
}

function* sheetsOf(html: string): Generator<string> {
  const text = html.toLowerCase();
  // Offsets match only if lower case has the same length.
  const source = text.length === html.length ? html : text;
  for (let at = text.indexOf('<style'); at !== -1; at = text.indexOf('<style', at)) {
    const start = text.indexOf('>', at);
    const end = text.indexOf('</style', start);
    if (start === -1 || end === -1) return;
    yield source.slice(start + 1, end);
    at = end;
  }
}

/** An unclosed comment hides the rest of the sheet. */
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
