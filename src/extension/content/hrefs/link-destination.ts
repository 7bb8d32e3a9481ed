import { animatedHrefs } from './animated-hrefs.ts';
import { frameElementOf } from '../dom/frame-element.ts';
import { isResolvedAddress } from './resolved-address.ts';
import { rewrittenMailto } from './rewritten-mailto.ts';
import {
  attributeInNamespace,
  attributeOf,
  baseOf,
  findAll,
  isEditable,
  localName,
  namespaceOf,
  svgTargetOf,
  treeOf,
} from '../dom/unclobbered.ts';

/**
 * Elements followed by click, tap or key. SVG `a` may get its target from an animation alone; in Firefox any MathML
 * element with `href` is a link.
 */
export const LINK_SELECTOR = 'a, area, form, [formaction], math, math *';

/** Other programs, or parts of the message: not judged. */
const NOT_A_PAGE = /^(?:tel|sms|mms|callto|facetime|facetime-audio|geo|maps|cid|mid|webcal|xmpp|sip|sips):/i;

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';

interface Resolved {
  readonly written: string;
  readonly base: string;
  readonly href: string | null;
}

/** Cached: parsing a thousand unusual URLs takes 4 ms, and changing pages are scanned twenty times a second. */
const resolved = new WeakMap<Element, Resolved>();

/**
 * The URL to which the browser now resolves the link; as written if it cannot.
 *
 * `data-saferedirecturl` and `originalsrc` are not read: in phishing mails they name the imitated brand.
 *
 * @param base - of the document, if known
 * @returns null for anchors in the page, forms to their own page, telephone numbers
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

/** `<base href>` can make a fragment lead anywhere. */
function staysHere(parsed: URL): boolean {
  if (withoutFragment(parsed) === withoutFragment(new URL(location.href))) return true;
  if (findAll(document, 'base[href]').length > 0) return false;
  // `about:` frames inherit the surrounding page's base, yet fragments do not navigate them, unless that page has
  // another base.
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

/** Origin of a surrounding page that this frame cannot access; empty if the browser does not tell. */
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
        // `link` and `base` do not navigate.
        return null;
    }
  }
  if (namespaceOf(element) === SVG && name !== 'a') return null;
  if (element instanceof SVGAElement) {
    // `animate` causes no mutation.
    const { animVal } = svgTargetOf(element);
    if (animVal !== '') return animVal;
  }
  return attributeOf(element, 'href') ?? attributeInNamespace(element, XLINK, 'href');
}

/** With what animations may set, once for each tree. */
export function destinationsOf(
  links: readonly Element[],
): readonly { readonly element: Element; readonly href: string }[] {
  const drawn = new Map(links.filter(isDrawnLink).map((element) => [treeOf(element), element]));
  const found = links.map((element) => ({ element, href: destinationOf(element) }));
  for (const [tree, element] of drawn) {
    for (const value of tree === null ? [] : animatedHrefs(tree))
      found.push({ element, href: resolve(value, baseOf(element)) });
  }
  return found.flatMap(({ element, href }) => (href === null ? [] : { element, href }));
}

export function isDrawnLink(element: Element): boolean {
  return namespaceOf(element) === SVG && localName(element) === 'a';
}

/** False for forms, which need a submit. */
export function isNavigatingLink(element: Element): boolean {
  const name = localName(element);
  return name === 'a' || name === 'area' || namespaceOf(element) !== HTML;
}

/**
 * Whether a press opens the link. In editable text Chromium follows all but the links of HTML, Firefox none. Forms always
 * count: where they are not sent, there is no `submit` event.
 */
export function isFollowed(link: Element): boolean {
  if (!isEditable(link)) return true;
  return namespaceOf(link) === HTML
    ? !isNavigatingLink(link)
    : CSS.supports('-webkit-user-modify', 'read-only');
}

/** HTML does not trim a form's method: `"dialog "` means `get`. */
function methodOf(element: Element, name: string): string | null {
  return attributeOf(element, name)?.toLowerCase() ?? null;
}

/** An empty attribute means the page's own URL; blanks mean its base. */
function written(element: Element, name: string): string | null {
  const value = attributeOf(element, name);
  return value === '' ? null : value;
}

/**
 * The action with the fields in its query, unless they are posted, and the action alone. Redirectors read their
 * destination from a hidden field.
 *
 * @returns empty if the form stays on its own page
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

export function tagOf(element: Element): string {
  return localName(element).toLowerCase();
}
