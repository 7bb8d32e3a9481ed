import { animatedHrefs } from './animated-hrefs.ts';
import { frameElementOf } from '../dom/frame-element.ts';
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
} from '../dom/unclobbered.ts';

/**
 * Everything in a message that a click, a tap or a key can follow to another page. `a` is that of HTML and of SVG,
 * which may get its target from an animation alone; in Firefox any MathML element with an `href` is a link.
 */
export const LINK_SELECTOR = 'a, area, form, [formaction], math, math *';

/** Schemes that open another program, or a part of the same message. They are nobody's page, so not judged. */
const NOT_A_PAGE = /^(?:tel|sms|mms|callto|facetime|facetime-audio|geo|maps|cid|mid|webcal|xmpp|sip|sips):/i;

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';
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
  const parsed = URL.parse(written, base);
  if (parsed === null) return written;
  const isHere = trimmed === '' || trimmed.startsWith('#');
  return isHere && staysHere(parsed) ? null : parsed.href;
}

/** Whether an address without anything but a fragment is one of this page: `<base href>` can make it lead anywhere. */
function staysHere(parsed: URL): boolean {
  if (withoutFragment(parsed) === withoutFragment(new URL(location.href))) return true;
  if (findAll(document, 'base[href]').length > 0) return false;
  // A frame without an address of its own has that of the page around it for a base, and stays where it is all the same;
  // but that page may have another base.
  let view: Window = window;
  while (view.location.href.startsWith('about:')) {
    const page = view === view.parent ? null : frameElementOf(view)?.ownerDocument;
    if (page?.defaultView == null) return parsed.origin === originAround();
    if (findAll(page, 'base[href]').length > 0)
      return withoutFragment(parsed) === withoutFragment(new URL(page.location.href));
    view = page.defaultView;
  }
  return true;
}

/** Of a page that cannot be reached from its frame; empty where the browser does not tell. */
function originAround(): string {
  return 'ancestorOrigins' in location
    ? (location.ancestorOrigins[0] ?? '')
    : (URL.parse(document.referrer)?.origin ?? '');
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
        return written(element, 'action');
      case 'button':
      case 'input':
        return written(element, 'formaction');
      default:
        // `link` and `base` lead nobody anywhere.
        return null;
    }
  }
  // Of SVG, pictures and what is drawn again have addresses too, and lead nowhere.
  if (namespaceOf(element) === SVG && name !== 'a') return null;
  if (element instanceof SVGAElement) {
    // As animated now: an `animate` child changes the target without any mutation.
    const { animVal } = svgTargetOf(element);
    if (animVal !== '') return animVal;
  }
  return attributeOf(element, 'href') ?? attributeInNamespace(element, XLINK, 'href');
}

/** Every address that a click on a link may lead to: that of now, and those that an animation may give it. */
export function destinationsOf(link: Element): readonly string[] {
  const base = baseOf(link);
  const animated = animatedHrefs(link).map((href) => resolve(href, base));
  return [destinationOf(link, base), ...animated].filter((href) => href !== null);
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
