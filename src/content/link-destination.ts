import { isResolvedAddress } from './resolved-address.ts';
import { rewrittenMailto } from './rewritten-mailto.ts';
import {
  attributeInNamespace,
  attributeOf,
  baseOf,
  findAll,
  localName,
  namespaceOf,
  svgTargetOf,
} from './unclobbered.ts';

/**
 * Everything in a message that a click, a tap or a key can follow to another page. `a` is that of HTML and of SVG,
 * which may get its target from an animation alone; in Firefox any MathML element with an `href` is a link.
 */
export const LINK_SELECTOR = 'a, area, form, [formaction], math, math *';

/** Schemes that open another program, or a part of the same message. They are nobody's page, so not judged. */
const NOT_A_PAGE = /^(?:tel|sms|mms|callto|facetime|facetime-audio|geo|maps|cid|mid|webcal|xmpp|sip|sips):/i;

const HTML = 'http://www.w3.org/1999/xhtml';
const XLINK = 'http://www.w3.org/1999/xlink';

interface Resolved {
  readonly written: string;
  readonly base: string;
  readonly href: string | null;
}

/** Parsing a thousand odd addresses takes 4 ms, and a page that changes is looked at twenty times a second. */
const resolved = new WeakMap<Element, Resolved>();

/**
 * Where the element leads, as the browser would resolve it now; as written if the browser cannot.
 *
 * The destination is `href` alone: `data-saferedirecturl` and `originalsrc`, which webmails add, also occur inside
 * phishing mails, naming the imitated brand.
 *
 * @param base - of the document, if the caller has it at hand
 * @returns null for what leads nowhere: an anchor of the same page, a form that posts to its own page, a telephone
 *   number
 */
export function destinationOf(element: Element, base = baseOf(element)): string | null {
  const written = writtenDestination(element);
  if (written === null) return null;
  const before = resolved.get(element);
  if (before !== undefined && before.written === written && before.base === base) return before.href;
  const href = resolve(written, base);
  resolved.set(element, { written, base, href });
  return href;
}

function resolve(written: string, base: string): string | null {
  if (isResolvedAddress(written)) return written;
  // The URL standard drops leading control characters and blanks, and tabs and line breaks anywhere.
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  const trimmed = written.replace(/^[\0- ]+/, '').replace(/[\t\n\r]/g, '');
  if (NOT_A_PAGE.test(trimmed)) return null;
  const mailto = /^javascript:/i.test(trimmed) ? rewrittenMailto(trimmed) : null;
  if (mailto !== null) return mailto;
  const isHere = trimmed === '' || trimmed.startsWith('#');
  // A frame without an address of its own has that of its page for a base, and stays where it is all the same.
  if (isHere && !hasBase()) return null;
  const parsed = URL.parse(written, base);
  if (parsed === null) return written;
  return isHere && withoutFragment(parsed) === withoutFragment(new URL(location.href)) ? null : parsed.href;
}

/** `<base href>` in a message makes `#here` lead anywhere. */
function hasBase(): boolean {
  return findAll(document, 'base[href]').length > 0;
}

function withoutFragment({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${search}`;
}

function writtenDestination(element: Element): string | null {
  const name = localName(element);
  if (namespaceOf(element) === HTML) {
    switch (name) {
      case 'a':
      case 'area':
        return attributeOf(element, 'href');
      case 'form':
        return methodOf(element, 'method') === 'dialog' ? null : written(element, 'action');
      case 'button':
      case 'input':
        return methodOf(element, 'formmethod') === 'dialog' ? null : written(element, 'formaction');
      default:
        // `link` and `base` lead nobody anywhere.
        return null;
    }
  }
  if (element instanceof SVGAElement) {
    // As animated now: an `animate` child changes the target without any mutation.
    const { animVal } = svgTargetOf(element);
    if (animVal !== '') return animVal;
  }
  return attributeOf(element, 'href') ?? attributeInNamespace(element, XLINK, 'href');
}

/** Whether a click on it follows it; a form is followed when it is submitted. */
export function isNavigatingLink(element: Element): boolean {
  const name = localName(element);
  return name === 'a' || name === 'area' || namespaceOf(element) !== HTML;
}

/** An enumerated attribute, which HTML does not trim: `"dialog "` is none of its words, and so means `get`. */
function methodOf(element: Element, name: string): string | null {
  return attributeOf(element, name)?.toLowerCase() ?? null;
}

/** An empty action is the page's own address, whatever its base; one of blanks is that of its base. */
function written(element: Element, name: string): string | null {
  const value = attributeOf(element, name);
  return value === '' ? null : value;
}

/**
 * Where the form would send what is in it if this button were pressed: its action, and behind that, where the browser
 * writes the fields into the address, the whole of it. A redirector takes its destination from a hidden field.
 *
 * @returns none if it goes nowhere else than to its own page
 */
export function formDestinations(form: HTMLFormElement, submitter: HTMLElement | null): readonly string[] {
  const method = (submitter === null ? null : methodOf(submitter, 'formmethod')) ?? methodOf(form, 'method');
  if (method === 'dialog') return [];
  const action = (submitter === null ? null : destinationOf(submitter)) ?? destinationOf(form);
  if (action === null) return [];
  const url = method === 'post' ? null : URL.parse(action);
  if (url === null || !/^https?:$/.test(url.protocol)) return [action];
  url.search = String(
    new URLSearchParams(
      [...new FormData(form, submitter)].flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    ),
  );
  return [...new Set([url.href, action])];
}

/** `a`, `area`, `form` …: how the element is named when it is asked about. */
export function tagOf(element: Element): string {
  return localName(element).toLowerCase();
}
