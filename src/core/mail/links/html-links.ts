import { readWebUrl, strippedHref } from '../../url/canonical/canonical-url.ts';
import { leadsNowhere } from '../../url/leads-nowhere.ts';
import type { ParseMarkup } from '../content/mail-tools.ts';

/** Levels of nested documents: `srcdoc` frames, Outlook's comments. */
const MAX_DOCUMENTS = 4;

/** Elements whose addresses are loaded, not opened. */
const NO_LINKS: ReadonlySet<string> = new Set(['link', 'image', 'use', 'script', 'feimage']);
/** SVG elements that animate another's attribute, and their attributes that hold values. */
const ANIMATIONS: ReadonlySet<string> = new Set(['animate', 'set']);
const ANIMATED_VALUES = ['values', 'from', 'to', 'by'];
const FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame', 'embed', 'object']);

/** Outlook reads the content as markup, other programs as a comment. */
const CONDITIONAL_COMMENT = /^\[if[^\]]*\]>/;

export interface HtmlLinks {
  readonly hrefs: readonly string[];
  /** Text between tags, where many programs linkify addresses. */
  readonly text: string;
  /** From `<base>`; null if absent. */
  readonly base: string | null;
  /** False if too deep, or with too many links. */
  readonly isWhole: boolean;
  readonly isCut: boolean;
}

/**
 * Everything that leads somewhere in some program: links, forms, buttons, frames, refreshes, Outlook's comments,
 * targets of animated SVG links.
 *
 * @param max - links
 */
export function linksOfMarkup(html: string, parseHtml: ParseMarkup, max: number): HtmlLinks {
  return linksOf(html, { parseHtml, max, documents: MAX_DOCUMENTS, outerBase: null });
}

interface Reading {
  readonly parseHtml: ParseMarkup;
  readonly max: number;
  /** Nesting levels left, this one included. */
  readonly documents: number;
  readonly outerBase: string | null;
}

function linksOf(html: string, { parseHtml, max, documents, outerBase }: Reading): HtmlLinks {
  const written = new Set<string>();
  let isCut = false;
  const frames: string[] = [];
  const forOutlook: string[] = [];
  let text = '';
  let base: string | null = null;
  function add(href: string | undefined): void {
    if (href === undefined || written.has(href)) return;
    if (written.size < max) written.add(href);
    else isCut = true;
  }
  function addPage(href: string | undefined): void {
    if (href !== undefined && href !== '' && !LEADS_NOWHERE.test(strippedHref(href))) add(href);
  }

  const isRead = parseHtml(html, {
    onopentag(name, attributes) {
      text += ' ';
      if (name === 'base') base ??= resolved(attributes['href'] ?? '', null);
      if (!NO_LINKS.has(name)) {
        add(attributes['href']);
        add(attributes['xlink:href']);
      }
      if (ANIMATIONS.has(name) && /^(?:xlink:)?href$/i.test((attributes['attributename'] ?? '').trim()))
        for (const values of ANIMATED_VALUES)
          for (const value of (attributes[values] ?? '').split(';'))
            if (value.trim() !== '') add(value.trim());
      // An empty action means the page itself, whatever the base.
      if (name === 'form' && attributes['action'] !== '') add(attributes['action']);
      addPage(attributes['formaction']);
      if (FRAMES.has(name)) {
        addPage(attributes['src']);
        addPage(attributes['data']);
        if (attributes['srcdoc'] !== undefined) frames.push(attributes['srcdoc']);
      }
      if (name === 'meta' && /^\s*refresh\s*$/i.test(attributes['http-equiv'] ?? ''))
        addPage(refreshed(attributes['content'] ?? ''));
    },
    ontext(piece) {
      text += piece;
    },
    onclosetag() {
      text += ' ';
    },
    oncomment(comment) {
      if (CONDITIONAL_COMMENT.test(comment)) forOutlook.push(comment.replace(CONDITIONAL_COMMENT, ''));
    },
  });
  const applied = base ?? outerBase;
  const inner = [...frames, ...forOutlook].map((markup) =>
    documents > 1 ? linksOf(markup, { parseHtml, max, documents: documents - 1, outerBase: applied }) : null,
  );
  // A base that only Outlook sees applies to everything in Outlook.
  const ofOutlook = inner.slice(frames.length).find((found) => found?.base != null)?.base ?? applied;
  const bases = new Set([applied, ofOutlook]);
  const hrefs = new Set<string>();
  for (const href of written)
    for (const each of bases) for (const destination of destinationsOf(href, each)) hrefs.add(destination);
  for (const found of inner) {
    for (const href of found?.hrefs ?? []) hrefs.add(href);
    text += ` ${found?.text ?? ''} `;
    isCut ||= found?.isCut === true;
  }
  const isWhole = isRead && !isCut && inner.every((found) => found?.isWhole === true);
  return { hrefs: [...hrefs], text, base, isWhole, isCut };
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const WEB_SCHEME = /^(?:https?|ftp):/i;
/** Schemes that show no page of another host, such as `about:` and `cid:`. */
const LEADS_NOWHERE = /^(?!https?:|ftp:)[a-z][a-z0-9+.-]*:/i;

/** Base of relative references without `<base>`: the webmail. No list can contain it. */
const WEBMAIL = 'https://webmail.invalid/';

/**
 * Resolves as browsers do, and keeps the link as written if some program may take it for an address
 * (`www.b.example/x`).
 *
 * @param base - null: relative references stay in the webmail
 */
function destinationsOf(written: string, base: string | null): readonly string[] {
  const href = strippedHref(written);
  if (/^webcals?:/i.test(href)) return [href.replace(/^webcals?:/i, 'https:')];
  const isWeb = WEB_SCHEME.test(href);
  if (SCHEME.test(href) && !isWeb && typeof readWebUrl(href) === 'string')
    return leadsNowhere(href) ? [] : [written];
  const found = resolved(href, base);
  // `https:b.example`, without slashes, is relative if the document has the same scheme.
  if (isWeb) {
    const isAbsolute = base === null || found === null || /^[a-z]+:[/\\]{2}/i.test(href);
    return isAbsolute ? [written] : [written, found];
  }
  if (/^[/\\]{2}/.test(href)) return [found ?? `https:${href}`];
  const isAddress = typeof readWebUrl(href) !== 'string';
  return [...(isAddress ? [written] : []), ...(found === null ? [] : [found])];
}

/** @returns null if the link leads nowhere, or stays in the webmail */
function resolved(href: string, base: string | null): string | null {
  const url = URL.canParse(href, base ?? WEBMAIL) ? new URL(href, base ?? WEBMAIL) : null;
  if (url === null || !WEB_SCHEME.test(url.protocol)) return null;
  return url.origin === new URL(WEBMAIL).origin ? null : url.href;
}

/** Address in `5; url='https://a.example/'`, as browsers read it. */
function refreshed(content: string): string | undefined {
  const quoted = /^[^;,]*[;,]\s*(?:url\s*=\s*)?(["']?)(.*)$/is.exec(content);
  const [, quote = '', rest = ''] = quoted ?? [];
  const end = quote === '' ? -1 : rest.indexOf(quote);
  return end === -1 ? rest : rest.slice(0, end);
}
